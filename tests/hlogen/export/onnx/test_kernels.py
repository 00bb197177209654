"""What onnxruntime's kernels are said to lack or get wrong is so in the version at hand. Where not, a detour may go."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import onnx
import pytest
from helpers.onnx_runs import run_model
from onnx import helper

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


def test_bf16_has_no_kernels() -> None:
    x = np.ones(3, ml_dtypes.bfloat16)
    for op_type, through in THROUGH.items():
        if "bfloat16" not in through or op_type in ("Expand", "Sign", "IsNaN"):
            continue
        arrays: list[Array] = [x, x] if op_type in (*_BINARY, *_ORDER) else [x]
        if op_type == "Where":
            arrays = [np.ones(3, bool), x, x]
        attributes = {"fmod": 1} if op_type == "Mod" else {}
        with pytest.raises(Exception, match=_NOT_RUN):
            run(op_type, *arrays, result=bool if op_type in _ORDER else None, **attributes)


@pytest.mark.parametrize("op_type", ["Where", "Max", "Min", "BitShift"])
def test_integers_without_kernels(op_type: str) -> None:
    for name in THROUGH[op_type]:
        x = np.ones(3, "bool" if name == "bool" else name) if name not in ("float16", "bfloat16") else None
        if x is None or (op_type, name) == ("Where", "uint32"):
            continue
        arrays = [np.ones(3, bool), x, x] if op_type == "Where" else [x, x]
        with pytest.raises(Exception, match=_NOT_RUN):
            run(op_type, *arrays, **({"direction": "LEFT"} if op_type == "BitShift" else {}))


def test_f64_without_kernels() -> None:
    for op_type in NOT_IN_F64:
        with pytest.raises(Exception, match=_NOT_RUN):
            run(op_type, np.zeros(3))


def test_f16_is_not_rounded_between_nodes() -> None:
    rng = np.random.default_rng(0)
    a, b, c = rng.standard_normal((3, 1000)).astype(np.float16)
    nodes = [helper.make_node("Add", ["a", "b"], ["t"]), helper.make_node("Mul", ["t", "c"], ["y"])]
    assert (run_nodes(nodes, a.shape, a, b, c) != (a + b) * c).any()


def test_int64_is_compared_in_parts() -> None:
    big, small = np.full(64, 2**31), np.full(64, 3)
    assert (run("Max", big, small) == 3).all()
    assert (run("Min", big, small) == 2**31).all()


def test_zeros_have_no_order() -> None:
    plus, minus = np.zeros(4, np.float32), -np.zeros(4, np.float32)
    assert np.signbit(run("Max", plus, minus)).any()


def test_where_loses_minus_zero_in_its_first_choice_alone() -> None:
    minus, one, always = -np.zeros(4, np.float32), np.ones(4, np.float32), np.ones(4, bool)
    assert not np.signbit(run("Where", always, minus, one)).any()
    assert np.signbit(run("Where", ~always, one, minus)).all()


def test_not_before_where_swaps_the_choices() -> None:
    minus, one, always = -np.zeros(4, np.float32), np.ones(4, np.float32), np.ones(4, bool)
    nodes = [helper.make_node("Not", ["a"], ["t"]), helper.make_node("Where", ["t", "b", "c"], ["y"])]
    assert not np.signbit(run_nodes(nodes, (4,), always, one, minus)).any()


def test_mod_of_int64_goes_through_double() -> None:
    assert run("Mod", np.array([2**63 - 1]), np.array([2]), fmod=1) == 0
    assert run("Mod", np.array([2**63 - 1]), np.array([2]), fmod=0) == 1


def test_double_to_f16_rounds_twice() -> None:
    (found,) = run("Cast", np.array([1 + 2.0**-11 + 2.0**-40]), result=np.float16, to=onnx.TensorProto.FLOAT16)
    assert found == 1  # and not 1 + 2**-10, which is nearer


def test_pow_of_integers_goes_through_double() -> None:
    assert run("Pow", np.array([3]), np.array([40])) != 3**40


def test_sigmoid_loses_all_digits() -> None:
    (found,) = run("Sigmoid", np.array([-30.0], np.float32))
    assert found == 0
