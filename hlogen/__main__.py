"""The command ``hlogen``, which ``python -m hlogen`` is, too."""

import signal


def main() -> None:
    """Runs the command line and exits with its code."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # an import that Ctrl-C meets ends without a traceback

    from hlogen.cli import main

    main()


if __name__ == "__main__":
    main()
