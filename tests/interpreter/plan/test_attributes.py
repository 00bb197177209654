"""Attributes that a program lacks, or that are of another kind: an error of the interpreter that names them, always."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import hlogen as hl
import interpreter
from hlogen.errors import HlogenError
from hlogen.ir import Attribute, Module

GOLDEN = Path(__file__).parents[3] / "golden"
NOT_RUN = {
    *("builtin.module", "func.func", "func.return", "stablehlo.return", "stablehlo.constant"),
    *("check.expect_close", "check.expect_almost_eq"),
    "stablehlo.map",  # whose `dimensions` are all that there are
}
# What the specification, or StableHLO's dialect, has a default for.
OPTIONAL = {
    *("channel_handle", "use_global_device_ids", "has_dynamic_root", "is_stable", "is_host_transfer", "infeed_config"),
    *("window_strides", "padding", "lhs_dilation", "rhs_dilation", "window_reversal", "base_dilations"),
    *("window_dilations", "window_dimensions", "dimension", "lower", "compare_type", "strides", "version", "tolerance"),
    *("outfeed_config", "result_accuracy", "precision_config", "backend_config", "algorithm"),
}
# Notes, promises and names for others, which make no difference to a run.
NOT_READ = {
    *("has_side_effect", "composite_attributes", "infeed_config", "outfeed_config", "mhlo.frontend_attributes"),
    *("indices_are_sorted", "unique_indices", "name", "version"),
}
# Said in another way: there is no target of that name.
NOT_NAMED = {"call_target_name"}


@cache
def programs() -> dict[tuple[str, str], tuple[str, int]]:
    """For each attribute of each operation a short program that has it, and which of its operations."""
    found: dict[tuple[str, str], tuple[str, int]] = {}
    for folder in sorted(path for path in GOLDEN.iterdir() if path.name not in ("invalid", "differences", "real")):
        files = sorted(folder.glob("*.mlir"), key=lambda file: file.stat().st_size)
        for file in files[:2]:
            text = file.read_text().split("// -----")[0]
            for at, op in enumerate(hl.parse(text).walk()):
                if op.name not in NOT_RUN:
                    for name in op.attributes:
                        found.setdefault((op.name, name), (text, at))
    return found


def refused(module: Module) -> Iterator[str]:
    try:
        interpreter.load(module)
        interpreter.run(module)
    except HlogenError as error:
        yield str(error)


@pytest.mark.parametrize("kind", ["missing", "of another kind"])
def test_what_is_wrong_with_an_attribute_is_said_by_its_name(kind: str) -> None:
    unnamed = []
    for (operation, name), (text, at) in programs().items():
        if name in NOT_NAMED | NOT_READ | (OPTIONAL if kind == "missing" else set()):
            continue
        module = hl.parse(text)
        op = list(module.walk())[at]
        assert op.name == operation
        other: dict[str, Attribute] = {} if kind == "missing" else {name: "nonsense"}
        op.attributes = {key: value for key, value in op.attributes.items() if key != name} | other
        if not any(name in message for message in refused(module)):
            unnamed.append((operation, name))
    assert not unnamed
    assert len(programs()) > 80
