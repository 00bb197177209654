"""Regions that rules run again."""

from __future__ import annotations

from hlogen.autodiff.site import Site
from hlogen.ir import Operation
from hlogen.program.effects import runs_once


def run_once(operation: Operation) -> Operation | None:
    """What may not be run again in the regions of an operation: the first of it, or None."""
    return next((inner for inner in operation.walk() if runs_once(inner)), None)


def refuse_effects(site: Site, fix: str) -> None:
    """UsageError where running the regions of an operation again would do more than compute the same."""
    once = run_once(site.operation)
    if once is not None:
        raise site.error(
            f"its way back runs its regions again, but {once.name} ({once.place}) would do something else then\n"
            f"  fix: {fix}"
        )
