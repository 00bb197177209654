"""What onnxruntime's kernels are said to lack or get wrong shows in the versions that it is said of, and in no others.

A claim that is true of no supported version any more goes, and with it the detour that it was the reason for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import ml_dtypes
import numpy as np
import onnx
import onnxruntime
import pytest
from helpers.onnx_runs import run_model
from onnx import helper

from hlogen.conform.versions import Versions
from hlogen.export.onnx.graph import onnx_type
from hlogen.export.onnx.kernels import NOT_IN_F64, THROUGH

Array = np.ndarray[Any, Any]

_BINARY = ("Add", "Sub", "Mul", "Div", "Mod", "Max", "Min", "Pow")
_ORDER = ("Equal", "Less", "LessOrEqual", "Greater", "GreaterOrEqual")
# bf16 is no type of these at all in ONNX of opset 21, the others have no kernel.
_NOT_RUN = "NOT_IMPLEMENTED|INVALID_GRAPH|NotImplemented|Type Error|find an implementation"


def run(op_type: str, *arrays: Array, result: Any = None, **attributes: Any) -> Array:
    """One node, in onnxruntime."""
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    return run_nodes(
        [helper.make_node(op_type, list("abc")[: len(arrays)], ["y"], **attributes)], shape, *arrays, result=result
    )


def run_nodes(nodes: list[onnx.NodeProto], shape: tuple[int, ...], *arrays: Array, result: Any = None) -> Array:
    inputs = [
        helper.make_tensor_value_info(name, onnx_type(array.dtype), array.shape)
        for name, array in zip("abc", arrays, strict=False)
    ]
    output = helper.make_tensor_value_info("y", onnx_type(np.dtype(result or arrays[-1].dtype)), shape)
    imports = [helper.make_opsetid("", 21)]
    model = helper.make_model(helper.make_graph(nodes, "one", inputs, [output]), opset_imports=imports)
    model.ir_version = helper.find_min_ir_version_for(imports)
    return run_model(model, *arrays)[0]


def is_said(since: str = "1.23", until: str | None = None) -> bool:
    """Whether a claim about these versions of onnxruntime is one about the version at hand."""
    return Versions("onnxruntime", since, until).include({"onnxruntime": onnxruntime.__version__})


def claim(since: str = "1.23", until: str | None = None) -> Callable[[Callable[[], bool]], Callable[[], None]]:
    """A test that what the function looks at is so in these versions of onnxruntime, and not so in others."""

    def test(shows: Callable[[], bool]) -> Callable[[], None]:
        @wraps(shows)
        def wrapped() -> None:
            assert shows() == is_said(since, until), f"give it its `until`: {onnxruntime.__version__} at the latest"

        return wrapped

    return test


RUN_SINCE = {("Where", "uint32"): "1.31", ("BitShift", "uint16"): "1.32"}
WITHOUT_KERNELS = [
    *((op_type, name) for op_type, through in THROUGH.items() for name in through if name != "float16"),
    *((op_type, "float64") for op_type in NOT_IN_F64),
]
RUN = [("Sign", "bfloat16"), ("IsNaN", "bfloat16")]  # of the rest, which have none, not by themselves


@pytest.mark.parametrize(("op_type", "name"), [row for row in WITHOUT_KERNELS if row not in RUN])
def test_there_is_no_kernel(op_type: str, name: str) -> None:
    x = np.ones(3, ml_dtypes.bfloat16 if name == "bfloat16" else name)
    arrays: list[Array] = [x, x] if op_type in (*_BINARY, *_ORDER, "BitShift") else [x]
    if op_type == "Where":
        arrays = [np.ones(3, bool), x, x]
    elif op_type == "Expand":
        arrays = [x, np.array([3])]
    attributes = {"Mod": {"fmod": 1}, "BitShift": {"direction": "LEFT"}}.get(op_type, {})
    result = bool if op_type in _ORDER else x.dtype
    if is_said(until=RUN_SINCE.get((op_type, name))):
        with pytest.raises(Exception, match=_NOT_RUN):
            run(op_type, *arrays, result=result, **attributes)
    else:
        run(op_type, *arrays, result=result, **attributes)


@claim()
def test_f16_is_not_rounded_between_nodes() -> bool:
    rng = np.random.default_rng(0)
    a, b, c = rng.standard_normal((3, 1000)).astype(np.float16)
    nodes = [helper.make_node("Add", ["a", "b"], ["t"]), helper.make_node("Mul", ["t", "c"], ["y"])]
    return bool((run_nodes(nodes, a.shape, a, b, c) != (a + b) * c).any())


@claim(until="1.32")
def test_int64_is_compared_in_parts() -> bool:
    big, small = np.full(64, 2**31), np.full(64, 3)
    return bool((run("Max", big, small) != 2**31).any() and (run("Min", big, small) != 3).any())


@claim()
def test_zeros_have_no_order() -> bool:
    plus, minus = np.zeros(4, np.float32), -np.zeros(4, np.float32)
    return bool(np.signbit(run("Max", plus, minus)).any())


@claim()
def test_where_loses_minus_zero_in_its_first_choice_alone() -> bool:
    minus, one, always = -np.zeros(4, np.float32), np.ones(4, np.float32), np.ones(4, bool)
    assert np.signbit(run("Where", ~always, one, minus)).all()
    return not np.signbit(run("Where", always, minus, one)).any()


@claim(since="1.25")
def test_not_before_where_swaps_the_choices() -> bool:
    minus, one, always = -np.zeros(4, np.float32), np.ones(4, np.float32), np.ones(4, bool)
    nodes = [helper.make_node("Not", ["a"], ["t"]), helper.make_node("Where", ["t", "b", "c"], ["y"])]
    return not np.signbit(run_nodes(nodes, (4,), always, one, minus)).any()


@claim(until="1.32")
def test_mod_of_int64_goes_through_double() -> bool:
    assert run("Mod", np.array([2**63 - 1]), np.array([2]), fmod=0) == 1
    return bool(run("Mod", np.array([2**63 - 1]), np.array([2]), fmod=1) != 1)


@claim()
def test_double_to_f16_rounds_twice() -> bool:
    (found,) = run("Cast", np.array([1 + 2.0**-11 + 2.0**-40]), result=np.float16, to=onnx.TensorProto.FLOAT16)
    return bool(found == 1)  # and not 1 + 2**-10, which is nearer


@claim()
def test_pow_of_integers_goes_through_double() -> bool:
    return bool(run("Pow", np.array([3]), np.array([38])) != 3**38)


@claim()
def test_sigmoid_loses_all_digits() -> bool:
    (found,) = run("Sigmoid", np.array([-30.0], np.float32))
    return bool(found == 0)
