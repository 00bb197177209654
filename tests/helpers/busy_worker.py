"""A worker process that says that it is busy, and then holds the interpreter's lock for hours, as foreign code may."""

from __future__ import annotations

from hlogen.lifeline import Lifeline


def main() -> None:
    with Lifeline().tied():
        print("busy", flush=True)
        sum(range(10**13))


if __name__ == "__main__":
    main()
