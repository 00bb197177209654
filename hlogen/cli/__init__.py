"""The command line. Every command is a module of this package, loaded when it is called."""

from hlogen.cli.group import Hlogen, main

__all__ = ["Hlogen", "main"]
