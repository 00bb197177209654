"""What docs/onnx.md says of onnx and onnxruntime: the reasons for guards that lowerings have, and for those they lack.

Where one of these fails with a new version, a guard may go, or is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper
from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidArgument, InvalidGraph

F32, F64, I64, BOOL = TensorProto.FLOAT, TensorProto.DOUBLE, TensorProto.INT64, TensorProto.BOOL
Described = tuple[str, int, Sequence[int]]


def model_of(nodes: Sequence[onnx.NodeProto], inputs: Sequence[Described], output: Described) -> onnx.ModelProto:
    values = [helper.make_tensor_value_info(*described) for described in inputs]
    graph = helper.make_graph(list(nodes), "g", values, [helper.make_tensor_value_info(*output)])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


def accept(model: onnx.ModelProto) -> None:
    onnx.checker.check_model(model, full_check=True)
    onnx.shape_inference.infer_shapes(model, strict_mode=True, data_prop=True)


def run(model: onnx.ModelProto, **given: Any) -> np.ndarray:
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, given)[0])


def branches(then: Described, otherwise: Described, output: Described) -> onnx.ModelProto:
    def constant(described: Described) -> onnx.GraphProto:
        name, type, shape = described
        value = helper.make_tensor("value", type, shape, np.ones(shape).ravel())
        node = helper.make_node("Constant", [], [name], value=value)
        return helper.make_graph([node], name, [], [helper.make_tensor_value_info(*described)])

    node = helper.make_node("If", ["p"], ["y"], then_branch=constant(then), else_branch=constant(otherwise))
    return model_of([node], [("p", BOOL, [])], output)


class TestThatStand:
    def test_branches_of_different_shapes_pass_everything(self) -> None:
        model = branches(("t", F32, [2]), ("e", F32, [3]), ("y", F32, [3]))
        accept(model)
        assert run(model, p=np.array(True)).shape == (2,)

    def test_branches_of_different_types_are_errors(self) -> None:
        with pytest.raises(onnx.shape_inference.InferenceError):
            accept(branches(("t", F32, [2]), ("e", F64, [2]), ("y", F32, [2])))

    def test_the_condition_of_where_is_boolean(self) -> None:
        node = helper.make_node("Where", ["c", "a", "a"], ["y"])
        model = model_of([node], [("c", I64, [2]), ("a", F32, [2])], ("y", F32, [2]))
        with pytest.raises(onnx.shape_inference.InferenceError):
            accept(model)

    @pytest.mark.parametrize("op", ["Where", "ScatterElements"])
    def test_floats_of_two_types_do_not_mix(self, op: str) -> None:
        inputs = [("a", F32, [2]), ("b", F64, [2]), ("c", BOOL, [2]), ("i", I64, [2])]
        operands = ["c", "a", "b"] if op == "Where" else ["a", "i", "b"]
        with pytest.raises(onnx.shape_inference.InferenceError):
            accept(model_of([helper.make_node(op, operands, ["y"])], inputs, ("y", F32, [2])))

    def test_a_reduction_that_does_not_exist_is_none(self) -> None:
        node = helper.make_node("ScatterElements", ["x", "i", "u"], ["y"], reduction="sum")
        model = model_of([node], [("x", F32, [2]), ("i", I64, [2]), ("u", F32, [2])], ("y", F32, [2]))
        onnx.checker.check_model(model)
        x, i, u = np.ones(2, np.float32), np.array([0, 1]), np.array([5, 6], np.float32)
        assert run(model, x=x, i=i, u=u).tolist() == [5, 6]

    def test_a_negative_index_counts_from_the_end_and_one_beyond_is_an_error(self) -> None:
        node = helper.make_node("Gather", ["x", "i"], ["y"], axis=0)
        model = model_of([node], [("x", F32, [3]), ("i", I64, [1])], ("y", F32, [1]))
        x = np.array([1, 2, 3], np.float32)
        assert run(model, x=x, i=np.array([-1])).tolist() == [3]
        with pytest.raises(InvalidArgument):
            run(model, x=x, i=np.array([3]))

    def test_data_of_rank_0_cannot_be_gathered_from(self) -> None:
        node = helper.make_node("Gather", ["x", "i"], ["y"], axis=0)
        model = model_of([node], [("x", F32, []), ("i", I64, [1])], ("y", F32, [1]))
        with pytest.raises(onnx.shape_inference.InferenceError):
            accept(model)
        with pytest.raises((Fail, InvalidGraph)):
            run(model, x=np.array(1, np.float32), i=np.array([0]))

    def test_maximum_compares_parts_of_int64(self) -> None:
        model = model_of(
            [helper.make_node("Min", ["a", "b"], ["y"])], [("a", I64, [8]), ("b", I64, [8])], ("y", I64, [8])
        )
        got = run(model, a=np.full(8, 2**31), b=np.full(8, 3))
        if got.tolist() == [3] * 8:
            pytest.skip("this onnxruntime has it right")
        assert got.tolist() == [2**31] * 8

    def test_writing_the_old_value_at_index_0_is_not_dropping(self) -> None:
        """x = [1, 2, 3], 100 at 0 and 200 out of bounds: StableHLO gives [100, 2, 3]."""
        node = helper.make_node("ScatterND", ["x", "i", "u"], ["y"])
        model = model_of([node], [("x", F32, [3]), ("i", I64, [2, 1]), ("u", F32, [2])], ("y", F32, [3]))
        x = np.array([1, 2, 3], np.float32)
        safe_indices, safe_updates = np.array([[0], [0]]), np.array([100, x[0]], np.float32)
        assert run(model, x=x, i=safe_indices, u=safe_updates).tolist() == [1, 2, 3]


class TestThatAreObsolete:
    def test_where_broadcasts_aligned_shapes(self) -> None:
        node = helper.make_node("Where", ["c", "a", "b"], ["y"])
        model = model_of([node], [("c", BOOL, [2, 1]), ("a", F32, [2, 3]), ("b", F32, [])], ("y", F32, [2, 3]))
        accept(model)
        got = run(model, c=np.array([[True], [False]]), a=np.ones((2, 3), np.float32), b=np.array(5, np.float32))
        assert got.tolist() == [[1, 1, 1], [5, 5, 5]]

    def test_reductions_take_their_axes_as_an_input_in_every_opset_that_is_written(self) -> None:
        schema = onnx.defs.get_schema("ReduceMin", 18, "")
        assert [given.name for given in schema.inputs] == ["data", "axes"]
        assert onnx.defs.get_schema("ScatterND", 18, "").since_version == 18

    def test_static_shapes_need_no_guessed_dimension(self) -> None:
        shape = helper.make_tensor("s", I64, [2], [0, 3])
        nodes = [
            helper.make_node("Constant", [], ["s"], value=shape),
            helper.make_node("Reshape", ["x", "s"], ["y"], allowzero=1),
        ]
        model = model_of(nodes, [("x", F32, [3, 0])], ("y", F32, [0, 3]))
        accept(model)
        assert run(model, x=np.zeros((3, 0), np.float32)).shape == (0, 3)


@pytest.mark.slow
def test_scatternd_loses_updates_of_the_same_place() -> None:
    """With two threads or more. That it happens depends on the machine; that ScatterElements never does, doesn't."""
    count = 2_000_000
    inputs = [("x", F32, [8]), ("u", F32, [count])]
    elements = model_of(
        [helper.make_node("ScatterElements", ["x", "i", "u"], ["y"], reduction="add")],
        [*inputs, ("i", I64, [count])],
        ("y", F32, [8]),
    )
    given = {"x": np.zeros(8, np.float32), "u": np.ones(count, np.float32), "i": np.arange(count) % 8}
    assert run(elements, **given).tolist() == [count / 8] * 8
    pairs = model_of(
        [helper.make_node("ScatterND", ["x", "i", "u"], ["y"], reduction="add")],
        [*inputs, ("i", I64, [count, 1])],
        ("y", F32, [8]),
    )
    got = run(pairs, **{**given, "i": given["i"][:, None]})
    assert (got <= count / 8).all()
