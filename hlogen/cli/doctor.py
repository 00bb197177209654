"""``hlogen doctor``: what is installed, and what works with it."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

import click

from hlogen.cli.paint import paint
from hlogen.cli.say import say
from hlogen.cli.version import own_version

_PACKAGES = ("numpy", "ml_dtypes", "jaxlib", "click", "rich", "onnx", "onnxruntime", "llvmlite")


@click.command("doctor")
def command() -> None:
    """Show which bindings and backends were found, with versions.

    Exits with 0 where programs can be read and run, with 2 where they can't.
    """
    from hlogen.backends import describe_backends  # NumPy, which help does without
    from hlogen.mlir import provider

    say(f"Python {platform.python_version()} on {platform.system()} {platform.machine()}")
    say(f"  {'hlogen':<10} {own_version()}")
    for package in _PACKAGES:
        say(f"  {package:<10} {_version(package)}")

    say("\nMLIR bindings (HLOGEN_BINDINGS chooses another)")
    bindings = provider.describe()
    for name, found in bindings.items():
        usable = "version" in found
        detail = found["status"]
        if usable:
            detail = f"{found['version']}, StableHLO {found['stablehlo']}, {detail}"
        _line(usable, name, detail)

    say("\nbackends (each ran a small gather)")
    backends = describe_backends()
    for name, entry in backends.items():
        versions = ", ".join(f"{what} {number}" for what, number in entry["version"].items())
        _line(entry["works"], name, f"{entry['what']} ({versions})" if entry["works"] else entry["reason"])

    usable = any(found["status"] == "used" for found in bindings.values())
    works = backends["interpreter"]["works"]
    say("")
    if usable and works:
        say("hlogen is ready to use.")
        return
    if not usable:
        say('hlogen can\'t read or write programs without MLIR bindings: pip install "jaxlib>=0.10" brings them.')
    elif not works:
        say("hlogen's own interpreter doesn't work here; please report this with the output above.")
    raise click.exceptions.Exit(2)


def _line(good: bool, name: str, detail: str) -> None:
    mark = paint("yes", "good") if good else paint("no ", "error")
    say(f"  {mark} {name:<12} {detail}")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
