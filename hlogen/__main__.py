"""``python -m hlogen`` is the command ``hlogen``."""

from hlogen.cli import main

if __name__ == "__main__":
    main()
