"""The rules: each is for an operation that the interpreter knows, and none has two."""

from __future__ import annotations

import pytest

from interpreter.kernels.registry import kernels
from interpreter.possible.bounds_of_ops import _BOUNDS, _DECISIONS
from interpreter.possible.registry import rule, rules


def test_rules_are_for_operations_that_there_are() -> None:
    of_targets = {key for key in rules() if key.startswith("@")}  # which a custom call names
    assert set(rules()) - {"elementwise"} - of_targets <= set(kernels())
    bounded = {*_BOUNDS, *_DECISIONS}
    assert bounded <= {name for name, kernel in kernels().items() if kernel.elementwise}


def test_a_second_rule_is_an_error() -> None:
    with pytest.raises(ValueError, match="already has a rule"):
        rule("stablehlo.scatter")(rules()["elementwise"])
