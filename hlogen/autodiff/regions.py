"""Regions that rules run again."""

from __future__ import annotations

from hlogen.autodiff.site import Site
from hlogen.program.effects import runs_once


def refuse_effects(site: Site) -> None:
    """UsageError where running the regions of an operation again would do more than compute the same."""
    for operation in site.operation.walk():
        if runs_once(operation):
            raise site.error(
                f"its way back runs its regions again, but {operation.name} ({operation.place}) would do something "
                "else then\n  fix: move it out of the regions"
            )
