"""One difference of a backend from the specification, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from hlogen.conform.examples import Example
from hlogen.conform.generate import Case
from hlogen.conform.versions import Versions
from hlogen.ir import Module

Kind = Literal["value", "refused", "crash"]


@dataclass(frozen=True)
class KnownDifference:
    """One difference of one backend from the specification. One that shows otherwise in other versions has another row
    of the same `id` for those.

    `kind` says how it shows: another ``value``, a ``refused`` program, or a ``crash`` of the process. `since` and
    `until` are versions of what `versioned_by` names ("jaxlib" or "StableHLO"): the first that hlogen supports or that
    has the difference, and the first one without it. `affects` recognises the generated programs that meet it, `meets`
    any program that may, where that can be seen. `remains` says why it does so in what `hlogen.transform.portable`
    makes of a program; None where that avoids it.
    """

    id: str
    backend: Literal["upstream", "xla"]
    kind: Kind
    clause: str
    reason: str
    example: Example = field(repr=False)
    affects: Callable[[Case], bool] = field(repr=False)
    meets: Callable[[Module], bool] | None = field(default=None, repr=False)
    versioned_by: Literal["jaxlib", "StableHLO"] = "jaxlib"
    since: str = "0.10"
    until: str | None = None
    remains: str | None = None

    @property
    def versions(self) -> Versions:
        return Versions(self.versioned_by, self.since, self.until)

    def is_in(self, versions: Mapping[str, str]) -> bool:
        """Whether it shows in these versions, as a backend's `version()` gives them."""
        return self.versions.include(versions)
