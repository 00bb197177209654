"""The labels of the specification that no rule judges, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_A_VALUE = "it is about the values of an operand, which a run knows"

UNJUDGED: Mapping[str, str] = MappingProxyType(
    {
        "collective_broadcast.C6": _A_VALUE,
        "dynamic_pad.C3": _A_VALUE,
        **{f"gather.I{n}": "it stands in one attribute with I3, which is judged" for n in range(4, 9)},
        **{f"scatter.I{n}": "it stands in one attribute with I4, which is judged" for n in range(5, 10)},
        **{f"dynamic_gather.I{n}": "it stands in one attribute with I4, which is judged" for n in range(5, 8)},
    }
)


def unjudged(op: str) -> Mapping[str, str]:
    """Those of an op ("gather") that has rules, by label."""
    return {id.partition(".")[2]: reason for id, reason in UNJUDGED.items() if id.startswith(f"{op}.")}
