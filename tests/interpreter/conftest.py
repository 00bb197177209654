"""What is compiled in the background loads the compiler, and files to keep code in, amid whatever is measured then."""

from contextlib import suppress

from interpreter.compiled import kept  # noqa: F401  # it is loaded now

with suppress(ImportError):
    import llvmlite.binding
    import llvmlite.ir  # noqa: F401
