"""What is proved and refuted about gathers and scatters that people write, with the reasons that are given."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest
from helpers.accesses import ARGUMENT, constant, gather, judged, scatter, scatter_at_pairs

import hlogen as hl
from hlogen.analysis.access import Component
from hlogen.analysis.bounds import Placement
from hlogen.analysis.fact import fact_of
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import judge
from hlogen.analysis.proof import Witness
from hlogen.analysis.range import Range
from hlogen.analysis.uniqueness import meeting
from hlogen.errors import UsageError
from hlogen.ir import (
    Attribute,
    Block,
    DenseArray,
    GatherDimensionNumbers,
    IntegerType,
    Module,
    Operation,
    TokenType,
    Value,
    tensor,
)
from hlogen.spec.constraint import Truth

HOLDS, VIOLATED, UNKNOWN = Truth.HOLDS, Truth.VIOLATED, Truth.UNKNOWN


@pytest.mark.parametrize("window", [1, 2, 3, 5])
def test_where_windows_lie_is_what_all_starts_of_a_range_have_in_common(window: int) -> None:
    """Along a dimension of size 5, by looking at every start and every element of its window."""
    size = 5
    for low, high in combinations_with_replacement(range(-window - 1, size + 2), 2):
        placement = Placement(Component(0, 0, size, window, Value(tensor("i32"), Block(), 0), {}, Facts(Module())))
        placement.component.__dict__["fact"] = fact_of(Range(low, high), ())
        elements = [[0 <= start + at < size for at in range(window)] for start in range(low, high + 1)]
        inside, touching = [all(of_one) for of_one in elements], [any(of_one) for of_one in elements]
        assert placement.verdict is (HOLDS if all(inside) else UNKNOWN if any(inside) else VIOLATED), (low, high)
        assert placement.touches == all(touching), (low, high)
        assert placement.misses == (not any(touching)), (low, high)


class TestBounds:
    def test_constants(self) -> None:
        judgement = judged(gather(constant("[[0], [5], [6]]")))
        assert judgement.in_bounds.verdict is VIOLATED
        assert judgement.in_bounds.witness == Witness(((2,),), ((6,),))
        assert "in 1 of 3 index vectors: [6] at [2]" in judgement.in_bounds.reason
        assert judged(gather(constant("[[0], [5], [5]]"))).in_bounds.holds

    def test_the_window_counts(self) -> None:
        dims = "offset_dims = [1], start_index_map = [0], index_vector_dim = 1"
        of_two = {"slice_sizes": "2", "result": "3x2xf32", "dims": dims}
        assert judged(gather(constant("[[0], [4], [4]]"), **of_two)).in_bounds.holds
        assert judged(gather(constant("[[0], [5], [4]]"), **of_two)).in_bounds.is_refuted

    def test_an_argument_is_open_and_a_clamped_one_is_in_bounds(self) -> None:
        assert judged(gather(**ARGUMENT)).in_bounds.verdict is UNKNOWN
        clamped = """
  %low = stablehlo.constant dense<0> : tensor<i64>
  %high = stablehlo.constant dense<5> : tensor<i64>
  %indices = stablehlo.clamp %low, %arg, %high : (tensor<i64>, tensor<3x1xi64>, tensor<i64>) -> tensor<3x1xi64>"""
        assert judged(gather(clamped, arguments=", %arg: tensor<3x1xi64>")).in_bounds.holds

    def test_beyond_what_64_bits_hold(self) -> None:
        type = "3x1xui64"
        judgement = judged(gather(constant("[[0], [5], [18446744073709551615]]", type), type=type))
        assert judgement.in_bounds.witness == Witness(((2,),), ((18446744073709551615,),))

    def test_an_inserted_dimension_may_have_the_size_0(self) -> None:
        dims = "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
        repeated = constant("[[1], [1], [1]]")
        known, open_one = (judged(scatter(repeated, inputs=shape, dims=dims)) for shape in ("6x1xi32", "6x?xi32"))
        assert (known.in_bounds.holds, known.unique_indices.is_refuted) == (True, True)
        assert (open_one.in_bounds.verdict, open_one.unique_indices.verdict) == (UNKNOWN, UNKNOWN)

    def test_nothing_to_read(self) -> None:
        judgement = judged(
            gather("%indices = stablehlo.constant dense<> : tensor<0x1xi64>", type="0x1xi64", result="0xf32")
        )
        assert judgement.in_bounds.holds
        assert judgement.indices_are_sorted.holds
        assert judgement.unique_indices.holds


class TestSorted:
    def test_constants(self) -> None:
        judgement = judged(scatter(constant("[[0], [2], [1]]")))
        assert judgement.indices_are_sorted.witness == Witness(((1,), (2,)), ((2,), (1,)))
        assert judged(scatter(constant("[[0], [1], [1]]"))).can_promise_sorted

    @pytest.mark.parametrize(
        ("map", "verdict"), [("0, 1", VIOLATED), ("1, 0", HOLDS)], ids=["first component first", "by the map alone"]
    )
    def test_components_are_compared_in_their_own_order(self, map: str, verdict: Truth) -> None:
        values = "[[1, 0], [0, 1]]" if verdict is VIOLATED else "[[0, 1], [1, 0]]"
        judgement = judged(
            gather(
                constant(values, "2x2xi64"),
                operand="4x4xf32",
                type="2x2xi64",
                result="2xf32",
                slice_sizes="1, 1",
                dims=f"collapsed_slice_dims = [0, 1], start_index_map = [{map}], index_vector_dim = 1",
            )
        )
        assert judgement.indices_are_sorted.verdict is verdict

    @pytest.mark.parametrize(
        ("made", "verdict"),
        [
            ("%indices = stablehlo.add %rows, %zeros : tensor<3x?x1xi64>", HOLDS),
            ("%indices = stablehlo.add %rows, %columns : tensor<3x?x1xi64>", UNKNOWN),
            ("%indices = stablehlo.subtract %rows, %columns : tensor<3x?x1xi64>", UNKNOWN),
        ],
    )
    def test_rows_of_any_length_one_behind_the_other(self, made: str, verdict: Truth) -> None:
        indices = f"""
  %rows = stablehlo.dynamic_iota %sizes, dim = 0 : (tensor<3xi64>) -> tensor<3x?x1xi64>
  %columns = stablehlo.dynamic_iota %sizes, dim = 1 : (tensor<3xi64>) -> tensor<3x?x1xi64>
  %zeros = stablehlo.dynamic_iota %sizes, dim = 2 : (tensor<3xi64>) -> tensor<3x?x1xi64>
  {made}"""
        dims = "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2"
        text = gather(indices, type="3x?x1xi64", result="3x?xf32", arguments=", %sizes: tensor<3xi64>", dims=dims)
        assert judged(text).indices_are_sorted.verdict is verdict

    def test_each_batch_is_a_sequence_and_the_letter_is_not(self) -> None:
        batched = {
            "operand": "2x4xf32",
            "type": "2x2xi64",
            "result": "2x2xf32",
            "slice_sizes": "1, 1",
            "dims": "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
            "start_index_map = [1], index_vector_dim = 2",
        }
        judgement = judged(gather(constant("[[1, 2], [0, 3]]", "2x2xi64"), **batched))
        assert judgement.indices_are_sorted.holds
        assert judgement.sorted_to_the_letter.witness == Witness(((0, 1), (1, 0)), ((2,), (0,)))
        assert not judgement.can_promise_sorted
        # Along the other dimension of the indices the batches are [1, 0] and [2, 3].
        across = batched | {
            "dims": batched["dims"].replace("start_indices_batching_dims = [0]", "start_indices_batching_dims = [1]")
        }
        assert judged(gather(constant("[[1, 2], [0, 3]]", "2x2xi64"), **across)).indices_are_sorted.is_refuted

    def test_batches_one_after_the_other_as_they_stand(self) -> None:
        """Each batch has one vector, and by the order of operand's dimensions they are sorted: the second counts up."""
        judgement = judged(
            gather(
                constant("[[1, 0], [3, 1], [0, 2]]", "3x2xi64"),
                operand="3x3x4xf32",
                type="3x2xi64",
                result="3xf32",
                slice_sizes="1, 1, 1",
                dims="collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [0], "
                "start_index_map = [2, 1], index_vector_dim = 1",
            )
        )
        assert judgement.indices_are_sorted.holds
        assert judgement.sorted_to_the_letter.holds
        assert judgement.sorted_across_batches.is_refuted
        assert not judgement.can_promise_sorted

    def test_an_offset_dimension_in_front_breaks_the_letter_alone(self) -> None:
        dims = "offset_dims = [0], start_index_map = [0], index_vector_dim = 1"
        judgement = judged(gather(constant("[[0], [1], [2]]"), slice_sizes="2", result="2x3xf32", dims=dims))
        assert judgement.indices_are_sorted.holds
        assert judgement.sorted_across_batches.holds
        assert judgement.sorted_to_the_letter.is_refuted
        assert not judgement.can_promise_sorted
        equal = judged(gather(constant("[[1], [1], [1]]"), slice_sizes="2", result="2x3xf32", dims=dims))
        assert equal.can_promise_sorted

    def test_what_a_clamp_sorts_is_left_open(self) -> None:
        judgement = judged(gather(constant("[[0], [9], [8]]")))
        assert judgement.indices_are_sorted.verdict is UNKNOWN
        assert judged(scatter(constant("[[0], [9], [8]]"))).indices_are_sorted.is_refuted

    def test_a_clamp_can_unsort(self) -> None:
        judgement = judged(
            gather(
                constant("[[8, 1], [9, 0]]", "2x2xi64"),
                operand="4x4xf32",
                type="2x2xi64",
                result="2xf32",
                slice_sizes="1, 1",
                dims="collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1",
            )
        )
        assert judgement.indices_are_sorted.is_refuted

    def test_iota_in_front_of_anything(self) -> None:
        judgement = judged(scatter_at_pairs("%iota, %arg"))
        assert judgement.can_promise_sorted
        assert judgement.can_promise_unique
        assert judgement.schedule_independent.holds
        behind = judged(scatter_at_pairs("%arg, %iota"))
        assert behind.indices_are_sorted.verdict is UNKNOWN
        assert behind.can_promise_unique


class TestUnique:
    def test_windows_that_overlap_meet(self) -> None:
        of_two = {
            "updates": "3x2xi32",
            "dims": "update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
        }
        judgement = judged(scatter(constant("[[0], [3], [2]]"), **of_two))
        assert judgement.unique_indices.witness == Witness(((1,), (2,)), ((3,), (2,)), (3,))
        assert judged(scatter(constant("[[0], [4], [2]]"), **of_two)).can_promise_unique

    def test_elements_out_of_bounds_do_not_count(self) -> None:
        assert judged(scatter(constant("[[7], [7], [2]]"))).can_promise_unique
        assert judged(scatter(constant("[[-1], [-1], [2]]"))).can_promise_unique

    def test_every_vector_is_dropped(self) -> None:
        text = scatter(
            """%six = stablehlo.constant dense<6> : tensor<3x1xi64>
  %indices = stablehlo.maximum %six, %arg : tensor<3x1xi64>""",
            arguments=", %arg: tensor<3x1xi64>",
        )
        judgement = judged(text)
        assert judgement.in_bounds.is_refuted
        assert judgement.can_promise_unique
        assert "every update is dropped" in judgement.unique_indices.reason

    def test_index_vector_dim_in_front(self) -> None:
        """Components lie along dimension 0: columns are the index vectors."""
        dims = "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0"
        columns = judged(
            scatter(constant("[[0, 1, 0], [2, 2, 3]]", "2x3xi64"), inputs="6x6xi32", type="2x3xi64", dims=dims)
        )
        assert columns.can_promise_unique
        same = judged(
            scatter(constant("[[0, 1, 0], [2, 2, 2]]", "2x3xi64"), inputs="6x6xi32", type="2x3xi64", dims=dims)
        )
        assert same.unique_indices.witness == Witness(((0,), (2,)), ((0, 2), (0, 2)), (0, 2))

    def test_component_by_component(self) -> None:
        """[i, j + arg[i]]: the first component tells rows apart, the second what is in a row."""
        indices = """
  %row = stablehlo.iota dim = 0 : tensor<3x4x1xi64>
  %column = stablehlo.iota dim = 1 : tensor<3x4x1xi64>
  %narrow = stablehlo.convert %arg : (tensor<3xi32>) -> tensor<3xi64>
  %from = stablehlo.broadcast_in_dim %narrow, dims = [0] : (tensor<3xi64>) -> tensor<3x4x1xi64>
  %at = stablehlo.add %column, %from : tensor<3x4x1xi64>
  %indices = stablehlo.concatenate %row, %at, dim = 2 : (tensor<3x4x1xi64>, tensor<3x4x1xi64>) -> tensor<3x4x2xi64>"""
        text = scatter(
            indices,
            inputs="3x9xi32",
            updates="3x4xi32",
            type="3x4x2xi64",
            arguments=", %arg: tensor<3xi32>",
            dims="inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2",
        )
        assert judged(text).can_promise_unique

    def test_batches_are_apart(self) -> None:
        dims = (
            "inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
            "scatter_dims_to_operand_dims = [1], index_vector_dim = 1"
        )
        text = scatter("", inputs="3x6xi32", arguments=", %indices: tensor<3x1xi64>", dims=dims)
        assert judged(text).can_promise_unique

    @pytest.mark.parametrize(("inputs", "may_drop"), [("?x6xi32", False), ("3x?xi32", True)])
    def test_inputs_are_as_large_as_batches_say(self, inputs: str, may_drop: bool) -> None:
        """Where an inserted dimension may be empty, every update may be dropped; batches are the indices'."""
        dims = (
            "inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
            "scatter_dims_to_operand_dims = [1], index_vector_dim = 2"
        )
        indices = "%indices = stablehlo.constant dense<2> : tensor<3x2x1xi64>"
        text = scatter(indices, inputs=inputs, updates="3x2xi32", type="3x2x1xi64", dims=dims)
        assert judged(text).unique_indices.verdict is (UNKNOWN if may_drop else VIOLATED)

    def test_more_updates_than_elements(self) -> None:
        indices = """
  %low = stablehlo.constant dense<0> : tensor<i64>
  %high = stablehlo.constant dense<1> : tensor<i64>
  %indices = stablehlo.clamp %low, %arg, %high : (tensor<i64>, tensor<3x1xi64>, tensor<i64>) -> tensor<3x1xi64>"""
        judgement = judged(scatter(indices, arguments=", %arg: tensor<3x1xi64>"))
        assert judgement.unique_indices.reason == "3 elements are updated, but only 2 in reach"
        assert judgement.unique_indices.is_refuted

    @pytest.mark.parametrize(("rows", "is_refuted"), [(2, False), (3, False), (4, True)])
    def test_each_batch_has_elements_of_its_own(self, rows: int, is_refuted: bool) -> None:
        """Of 2 batches with 3 elements each all 6 may be updated once, and more can't be."""
        dims = (
            "inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], "
            "scatter_dims_to_operand_dims = [1], index_vector_dim = 2"
        )
        indices = f"""
  %low = stablehlo.constant dense<0> : tensor<i64>
  %high = stablehlo.constant dense<2> : tensor<i64>
  %indices = stablehlo.clamp %low, %arg, %high
    : (tensor<i64>, tensor<2x{rows}x1xi64>, tensor<i64>) -> tensor<2x{rows}x1xi64>"""
        arguments, type, updates = f", %arg: tensor<2x{rows}x1xi64>", f"2x{rows}x1xi64", f"2x{rows}xi32"
        text = scatter(indices, inputs="2x3xi32", updates=updates, type=type, arguments=arguments, dims=dims)
        unique = judged(text).unique_indices
        assert unique.is_refuted == is_refuted
        if is_refuted:
            assert unique.reason == f"{2 * rows} elements are updated, but only 6 in reach"

    @pytest.mark.parametrize(("count", "is_refuted"), [(5, False), (6, False), (7, True)])
    def test_a_gather_reads_any_element_of_its_operand(self, count: int, is_refuted: bool) -> None:
        type = f"{count}x1xi64"
        text = gather("", type=type, result=f"{count}xf32", arguments=f", %indices: tensor<{type}>")
        unique = judged(text).unique_indices
        assert unique.is_refuted == is_refuted
        if is_refuted:
            assert unique.reason == "7 elements are read, but only 6 in reach"

    def test_a_broadcast_repeats(self) -> None:
        indices = """
  %low = stablehlo.constant dense<0> : tensor<i64>
  %high = stablehlo.constant dense<5> : tensor<i64>
  %one = stablehlo.clamp %low, %arg, %high : tensor<i64>
  %indices = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i64>) -> tensor<3x1xi64>"""
        judgement = judged(scatter(indices, arguments=", %arg: tensor<i64>"))
        assert judgement.unique_indices.is_refuted
        assert judgement.unique_indices.witness is not None
        assert judgement.unique_indices.witness.positions == ((0,), (1,))

    def test_dynamic_sizes(self) -> None:
        text = scatter(
            """%size = stablehlo.get_dimension_size %updates, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %shape = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %both = stablehlo.concatenate %shape, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %indices = stablehlo.dynamic_iota %both, dim = 0 : (tensor<2xi32>) -> tensor<?x1xi64>""",
            updates="?xi32",
            type="?x1xi64",
        )
        judgement = judged(text)
        assert judgement.indices_are_sorted.verdict in (HOLDS, UNKNOWN)
        assert judgement.unique_indices.verdict in (HOLDS, UNKNOWN)
        open_one = judged(scatter("", updates="?xi32", type="?x1xi64", arguments=", %indices: tensor<?x1xi64>"))
        assert open_one.unique_indices.verdict is UNKNOWN

    def test_what_may_be_empty_is_not_refuted(self) -> None:
        """Along a window whose size only a run knows."""
        dims = "offset_dims = [1], start_index_map = [0], index_vector_dim = 1"
        text = f"""
func.func @main(%operand: tensor<6xf32>, %sizes: tensor<1xi64>) -> tensor<3x?xf32> {{
  {constant("[[5], [0], [9]]")}
  %0 = "stablehlo.dynamic_gather"(%operand, %indices, %sizes) {{
    dimension_numbers = #stablehlo.gather<{dims}>, indices_are_sorted = true
  }} : (tensor<6xf32>, tensor<3x1xi64>, tensor<1xi64>) -> tensor<3x?xf32>
  return %0 : tensor<3x?xf32>
}}
"""
        judgement = judged(text)
        assert judgement.indices_are_sorted.verdict is UNKNOWN
        assert judgement.in_bounds.verdict is UNKNOWN
        assert judgement.unique_indices.verdict is UNKNOWN

    def test_what_is_certain_unless_there_is_nothing_is_open(self) -> None:
        """Of as many index vectors as a run says; and of one, it is certain."""
        made = """%nine = stablehlo.constant dense<9> : tensor<i64>
  %indices = stablehlo.dynamic_broadcast_in_dim %nine, %shape, dims = []
    : (tensor<i64>, tensor<2xi64>) -> tensor<{}xi64>"""
        for count, verdict in (("?", UNKNOWN), ("1", VIOLATED)):
            indices, shape = made.format(f"{count}x1"), ", %shape: tensor<2xi64>"
            updated = judged(scatter(indices, updates=f"{count}xi32", type=f"{count}x1xi64", arguments=shape))
            read = judged(gather(indices, type=f"{count}x1xi64", result=f"{count}xf32", arguments=shape))
            for judgement, what in ((updated, "update"), (read, "read")):
                assert judgement.in_bounds.verdict is verdict
                assert judgement.in_bounds.reason.endswith(f"; unless there is nothing to {what}") == (count == "?")

    @pytest.mark.share(3)
    @pytest.mark.parametrize("seed", range(60))
    def test_boxes_that_meet(self, seed: int) -> None:
        """Against all pairs."""
        rng = np.random.default_rng(seed)
        rank = int(rng.integers(1, 4))
        window = [int(size) for size in rng.integers(1, 4, rank)]
        starts = rng.integers(-3, 12, (int(rng.integers(2, 9)), rank))

        def meet(first: int, second: int) -> bool:
            return bool((np.abs(starts[first] - starts[second]) < window).all())

        pairs = [(i, j) for i in range(len(starts)) for j in range(i) if meet(i, j)]
        found = meeting(starts, window)
        assert (found is None) == (not pairs)
        assert found is None or (found[0] != found[1] and meet(*found))


def test_what_is_never_reached_or_has_no_components() -> None:
    module = hl.parse("""
func.func @main(%x: tensor<5xi32>) -> tensor<1xi32> {
  %0 = stablehlo.constant dense<0> : tensor<1x1xi32>
  %c = stablehlo.constant dense<1> : tensor<1xi32>
  %r:2 = stablehlo.while(%i = %0, %y = %c) : tensor<1x1xi32>, tensor<1xi32>
  cond {
    %z = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %z : tensor<i1>
  } do {
    %t = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}
      : (tensor<5xi32>, tensor<1x1xi32>) -> tensor<1xi32>
    stablehlo.return %i, %t : tensor<1x1xi32>, tensor<1xi32>
  }
  return %r#1 : tensor<1xi32>
}""")
    text = str(hl.analyze(module))
    assert "component 0, in dimension 0 of size 5: nothing\n" in text
    assert "in bounds: proved   it is never reached\n" in text
    whole = scatter(
        "",
        type="?x0xi64",
        updates="?x6xi32",
        arguments=", %indices: tensor<?x0xi64>",
        dims="update_window_dims = [1], index_vector_dim = 1",
    )
    unique = judged(whole).unique_indices
    assert unique.verdict is UNKNOWN
    assert unique.reason == "the sizes of the program don't say how many index vectors there are"


def test_what_has_no_shape_is_no_access() -> None:
    """Of a module that is made by hand, nobody has seen that it breaks the rules."""
    numbers = GatherDimensionNumbers((), (0,), (), (), (0,), 1)
    attributes: dict[str, Attribute] = {"dimension_numbers": numbers, "slice_sizes": DenseArray(IntegerType(64), (1,))}
    operands = Block([TokenType(), tensor("3x1xi64")]).arguments
    with pytest.raises(UsageError, match=r"^!stablehlo\.token has no shape, so nothing can be said about its indices$"):
        judge(Operation("stablehlo.gather", operands, [tensor("3xf32")], attributes), Facts())


class TestSchedule:
    ADD = "%sum = stablehlo.add %old, %new : tensor<{0}>\n    stablehlo.return %sum : tensor<{0}>"

    @pytest.mark.parametrize(
        ("op", "element", "verdict"),
        [
            ("add", "i32", HOLDS),
            ("multiply", "ui8", HOLDS),
            ("and", "i1", HOLDS),
            ("maximum", "f32", HOLDS),
            ("subtract", "i32", HOLDS),
            ("add", "f32", UNKNOWN),
            ("multiply", "f64", UNKNOWN),
            ("divide", "i32", UNKNOWN),
            ("power", "i32", UNKNOWN),
        ],
    )
    def test_bodies(self, op: str, element: str, verdict: Truth) -> None:
        body = self.ADD.format(element).replace("stablehlo.add", f"stablehlo.{op}")
        text = scatter(constant("[[1], [1], [2]]"), inputs=f"6x{element}", updates=f"3x{element}", body=body)
        assert judged(text).schedule_independent.verdict is verdict

    def test_the_update_in_front_of_a_subtraction(self) -> None:
        body = "%d = stablehlo.subtract %new, %old : tensor<i32>\n    stablehlo.return %d : tensor<i32>"
        assert judged(scatter(constant("[[1], [1], [2]]"), body=body)).schedule_independent.verdict is UNKNOWN

    def test_a_function_of_the_update_is_folded_exactly(self) -> None:
        body = """%square = stablehlo.multiply %new, %new : tensor<i32>
    %sum = stablehlo.add %square, %old : tensor<i32>
    stablehlo.return %sum : tensor<i32>"""
        assert judged(scatter(constant("[[1], [1], [2]]"), body=body)).schedule_independent.holds
        both = body.replace("%new, %new", "%new, %old")
        assert judged(scatter(constant("[[1], [1], [2]]"), body=both)).schedule_independent.verdict is UNKNOWN

    def test_overwriting(self) -> None:
        indices = constant("[[1], [1], [2]]")
        assert judged(scatter(indices)).schedule_independent.verdict is UNKNOWN
        assert judged(scatter(indices, constant_updates="7")).schedule_independent.holds
        assert judged(scatter(indices, constant_updates="[7, 7, 8]")).schedule_independent.holds
        differing = judged(scatter(indices, constant_updates="[7, 8, 8]")).schedule_independent
        assert differing.is_refuted
        assert "7 at [0] and 8 at [1] of updates" in differing.reason
        assert judged(scatter(constant("[[1], [0], [2]]"), constant_updates="[7, 8, 8]")).schedule_independent.holds

    def test_writing_one_value(self) -> None:
        body = "%seven = stablehlo.constant dense<7> : tensor<i32>\n    stablehlo.return %seven : tensor<i32>"
        assert judged(scatter(constant("[[1], [1], [2]]"), body=body)).schedule_independent.holds

    @pytest.mark.parametrize(
        ("made", "is_one_value"),
        [
            ("%updates = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<3xf32>", True),
            ("%updates = stablehlo.constant dense<2.0> : tensor<3xf32>", True),
            ("%updates = stablehlo.constant dense<[1.0, 2.0, 2.0]> : tensor<3xf32>", False),
            ("%updates = stablehlo.slice %three [0:3] : (tensor<5xf32>) -> tensor<3xf32>", False),
            ("%updates = stablehlo.slice %wide [0:3] : (tensor<5xf32>) -> tensor<3xf32>", True),
            ("%updates = stablehlo.reshape %row : (tensor<1x3xf32>) -> tensor<3xf32>", True),
            ("%updates = stablehlo.negate %some : tensor<3xf32>", True),
            ("%updates = stablehlo.convert %half : (tensor<3xf16>) -> tensor<3xf32>", True),
            ("%other, %updates = stablehlo.optimization_barrier %given, %some : tensor<3xf32>, tensor<3xf32>", True),
            ("%updates, %other = stablehlo.optimization_barrier %given, %some : tensor<3xf32>, tensor<3xf32>", False),
            ("%updates = stablehlo.add %some, %given : tensor<3xf32>", False),
        ],
    )
    def test_updates_that_are_all_one_value(self, made: str, is_one_value: bool) -> None:
        text = f"""
func.func @main(%inputs: tensor<6xf32>, %one: tensor<f32>, %h: tensor<f16>, %three: tensor<5xf32>,
    %given: tensor<3xf32>) -> tensor<6xf32> {{
  {constant("[[1], [1], [2]]")}
  %some = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %half = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f16>) -> tensor<3xf16>
  %row = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<1x3xf32>
  %wide = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<5xf32>
  {made}
  %0 = "stablehlo.scatter"(%inputs, %indices, %updates) ({{
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>}} : (tensor<6xf32>, tensor<3x1xi64>, tensor<3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}}"""
        assert judged(text).schedule_independent.holds == is_one_value

    def test_one_nan_is_as_good_as_another(self) -> None:
        def of(updates: str) -> Truth:
            body = "stablehlo.return %new : tensor<f32>"
            types = {"inputs": "6xf32", "updates": "3xf32", "body": body, "constant_updates": updates}
            return judged(scatter(constant("[[1], [1], [2]]"), **types)).schedule_independent.verdict

        assert of("[0x7FC00000, 0xFFC00001, 1.0]") is HOLDS
        assert of("[0x7FC00000, 1.0, 1.0]") is VIOLATED
        assert of("[0.0, -0.0, 1.0]") is VIOLATED

    def test_keeping_the_old_value(self) -> None:
        body = "stablehlo.return %old : tensor<i32>"
        assert judged(scatter(constant("[[1], [1], [2]]"), body=body)).schedule_independent.holds


def test_only_gathers_and_scatters_are_judged() -> None:
    module = hl.parse(gather(constant("[[0], [1], [2]]")))
    with pytest.raises(UsageError, match=r"not stablehlo\.constant"):
        judge(next(module.functions["main"].body.walk()), Facts(module))


def test_half_built_programs_are_judged() -> None:
    """Without a module, on operations that stand in no function yet."""
    op = next(op for op in hl.parse(scatter_at_pairs("%iota, %arg")).walk() if op.name == "stablehlo.scatter")
    assert judge(op, Facts()).can_promise_unique


def test_ten_thousand_operations_are_judged() -> None:
    lines = ["%v0 = stablehlo.iota dim = 0 : tensor<64x1xi32>", "%one = stablehlo.constant dense<1> : tensor<64x1xi32>"]
    numbers = "#stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"
    for at in range(1, 5001):
        lines.append(f"%v{at} = stablehlo.add %v{at - 1}, %one : tensor<64x1xi32>")
        lines.append(
            f'%g{at} = "stablehlo.gather"(%x, %v{at}) {{dimension_numbers = {numbers}, slice_sizes = array<i64: 1>}} : '
            "(tensor<9000xf32>, tensor<64x1xi32>) -> tensor<64xf32>"
        )
    text = "func.func @main(%x: tensor<9000xf32>) {\n" + "\n".join(lines) + "\nreturn\n}"
    module = hl.parse(text)
    analysis = hl.analyze(module)
    assert len(analysis.operations) == 5000
    assert all(one.judgement is not None and one.judgement.in_bounds.holds for one in analysis.operations)


@pytest.mark.parametrize(("low", "high", "verdict"), [(0, 5, VIOLATED), (-1, 5, UNKNOWN), (0, 6, UNKNOWN)])
def test_updates_that_may_all_be_dropped_may_be_unique(low: int, high: int, verdict: Truth) -> None:
    """Three equal index vectors meet, wherever they are in bounds; one step outside, nothing is updated."""
    indices = f"""
  %low = stablehlo.constant dense<{low}> : tensor<i64>
  %high = stablehlo.constant dense<{high}> : tensor<i64>
  %one = stablehlo.clamp %low, %x, %high : tensor<i64>
  %indices = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i64>) -> tensor<3x1xi64>
"""
    assert judged(scatter(indices, arguments=", %x: tensor<i64>")).unique_indices.verdict is verdict
