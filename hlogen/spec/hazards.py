"""The hazards: what a valid program may do that the specification leaves open, or does in silence.

A constraint is broken by what a program says; a hazard is met by what it computes. `hlogen check` reports those that
are certain before a run, the sanitizer (`hlogen run --sanitize`) those that a run meets. Both name them by these ids,
whose pages are docs/rules/<id>.md. This is data alone: no NumPy, nothing that judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from hlogen.spec import hazard_examples as examples

# error: undefined behaviour. warning: defined or left to the implementation, and rarely meant. note: good to know.
Level: TypeAlias = Literal["error", "warning", "note"]
# "check": certain before the program runs; "run": the sanitizer sees it happen.
Seer: TypeAlias = Literal["check", "run"]

LEVELS: tuple[Level, ...] = ("error", "warning", "note")
CHECK: Seer = "check"
RUN: Seer = "run"


@dataclass(frozen=True)
class Hazard:
    """One hazard. `clause` says, in our words, what of the specification it rests on.

    `example` is a module whose @main meets this hazard and no other, run on `inputs` (nested lists, one per argument);
    `fixed` is its nearest neighbour that doesn't, run on `fixed_inputs`.
    """

    id: str
    title: str
    level: Level
    clause: str
    why: str
    fix: str
    seen_by: tuple[Seer, ...]
    example: str = field(repr=False)
    fixed: str = field(repr=False)
    inputs: tuple[Any, ...] = field(default=(), repr=False)
    fixed_inputs: tuple[Any, ...] = field(default=(), repr=False)

    @property
    def group(self) -> str:
        """The word before the point: "bounds"."""
        return self.id.partition(".")[0]


def hazards() -> Mapping[str, Hazard]:
    """Every hazard by its id ("bounds.clamped"), groups together."""
    return _HAZARDS


def _by_id(*entries: Hazard) -> Mapping[str, Hazard]:
    found: dict[str, Hazard] = {}
    for hazard in entries:
        if hazard.id in found:
            raise ValueError(f"{hazard.id} is in the catalogue already")
        found[hazard.id] = hazard
    return MappingProxyType(found)


_PROMISES = (
    Hazard(
        id="promise.sorted",
        title="indices_are_sorted is promised, but the index vectors aren't sorted",
        level="error",
        clause=(
            "gather and scatter, indices_are_sorted: the implementation can assume that the indices are sorted with "
            "respect to start_index_map (scatter_dims_to_operand_dims); where they aren't, the behavior is undefined. "
            "The formula asks full_start_index(i1) <= full_start_index(i2) for all i1 < i2 from indices(result)."
        ),
        why=(
            "A backend may skip its own sort, or merge neighbouring updates only, so the result can be anything.\n\n"
            "The formula leaves open in which order vectors are compared and what i1 < i2 means. hlogen reads it "
            "so: index vectors are compared lexicographically, their components in the order in which "
            "start_index_map (scatter_dims_to_operand_dims) lists them, because the sentence in front of the "
            "formula sorts the indices with respect to it; they are taken in row-major order of the dimensions of "
            "the indices without index_vector_dim; each batch of operand_batching_dims (input_batching_dims) is a "
            "sequence of its own, because the op with batching dims is defined as the op on each batch by itself; "
            "and gather's vectors are compared as full_start_index has them, clamped. This is the weakest of the "
            "readings: what breaks it breaks every other one too. Where only the letter of the formula is broken, "
            "promise.sorted-literal says so.\n\n"
            "Not a defect: equal vectors side by side, and whatever stands along offset dimensions."
        ),
        fix="sort the indices (and the updates with them), or set indices_are_sorted = false",
        seen_by=(CHECK, RUN),
        example=examples.gather("[3, 0, 2]", sorted=True),
        fixed=examples.gather("[0, 2, 3]", sorted=True),
        inputs=(examples.OPERAND,),
        fixed_inputs=(examples.OPERAND,),
    ),
    Hazard(
        id="promise.sorted-literal",
        title="indices_are_sorted holds within each batch, but not by the letter of the text",
        level="note",
        clause=(
            "gather and scatter, indices_are_sorted: for all i1 < i2 from indices(result), full_start_index(i1) <= "
            "full_start_index(i2). full_start_index leaves the batching index out, and indices(result) run through "
            "offset dimensions as well."
        ),
        why=(
            "Read to the letter, the formula compares the vectors of different batches although the batching index is "
            "no part of them; and where an offset (window) dimension stands in front of a batch dimension, it asks all "
            "vectors to be equal, because they are run through again for every offset. A producer that sorts each "
            "batch by itself keeps the promise as promise.sorted reads it; a backend that reads the letter may assume "
            "more than is true. full_start_index also has its components in the order of operand's dimensions, "
            "whatever start_index_map says. Scatter's result has no index that full_start_index could be taken of, "
            "so there the indices of updates are meant."
        ),
        fix="set indices_are_sorted = false where backends unknown to you run the program, or sort across the batches",
        seen_by=(CHECK, RUN),
        example=examples.batched_gather("[[0, 2], [1, 3]]"),
        fixed=examples.batched_gather("[[0, 1], [2, 3]]"),
        inputs=([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]],),
        fixed_inputs=([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]],),
    ),
    Hazard(
        id="promise.unique",
        title="unique_indices is promised, but two updates land on one element",
        level="error",
        clause=(
            "scatter, unique_indices: the implementation can assume that all result_index indices being scattered to "
            "are unique; where they aren't, the behavior is undefined."
        ),
        why=(
            "A backend may apply the updates in parallel without atomics, or fold them in parts, so updates get lost. "
            "What must be unique are the elements of the result, not the index vectors: different starts whose windows "
            "overlap break the promise. Elements that are out of bounds are scattered to by nobody and don't count: "
            "many updates may be dropped at one place. Batching dims make elements of different batches distinct."
        ),
        fix="set unique_indices = false, or combine the updates of one element before the scatter",
        seen_by=(CHECK, RUN),
        example=examples.scatter("[0, 2, 1]", window=2, unique=True, body="add"),
        fixed=examples.scatter("[0, 2, 4]", window=2, unique=True, body="add", sorted=True),
        inputs=(examples.INPUT, [[1, 1], [1, 1], [1, 1]]),
        fixed_inputs=(examples.INPUT, [[1, 1], [1, 1], [1, 1]]),
    ),
    Hazard(
        id="promise.unset",
        title="a promise is kept for certain, but not given",
        level="note",
        clause=(
            "gather and scatter: indices_are_sorted and unique_indices tell the implementation what it can assume; "
            "both are false where they aren't set."
        ),
        why=(
            "With unique_indices a scatter needs no atomics and no order; with indices_are_sorted a backend may skip a "
            "sort. Reported only where the promise is proved for every input of the program, in every reading of the "
            "text, and there is more than one index vector. `hlogen check --fix` writes it."
        ),
        fix="set the promise, or let `hlogen check --fix` write it",
        seen_by=(CHECK,),
        example=examples.scatter("[5, 0, 2]"),
        fixed=examples.scatter("[5, 0, 2]", unique=True),
        inputs=(examples.INPUT, [1, 2, 3]),
        fixed_inputs=(examples.INPUT, [1, 2, 3]),
    ),
)

_ORDER = (
    Hazard(
        id="order.value",
        title="the result depends on the order in which updates are applied",
        level="warning",
        clause=(
            "scatter: exec applies the updates one by one in the order of schedule, which is an implementation-defined "
            "permutation of index_space(updates[0])."
        ),
        why=(
            "Several updates land on one element and the body isn't indifferent to their order, so two correct "
            "backends give different values; a difference by more than rounding. The usual case is a body that "
            "overwrites: which of the updates stays is up to the backend, and may change from run to run on one that "
            "works in parallel."
        ),
        fix=(
            "make the indices unique, say which update wins before the scatter, or use a body that is associative and "
            "commutative"
        ),
        seen_by=(CHECK, RUN),
        example=examples.scatter("[4, 1, 4]"),
        fixed=examples.scatter("[4, 1, 3]", unique=True),
        inputs=(examples.INPUT, [1, 2, 3]),
        fixed_inputs=(examples.INPUT, [1, 2, 3]),
    ),
    Hazard(
        id="order.rounding",
        title="the result depends on the order of updates by rounding alone",
        level="note",
        clause=(
            "scatter: schedule is an implementation-defined permutation; and IEEE-754 addition and multiplication "
            "round after each application, so they aren't associative."
        ),
        why=(
            "Several floats are added (or multiplied) into one element. Every order gives a correctly computed sum, "
            "and they differ in the last digits; results can't be compared bit by bit between backends or runs."
        ),
        fix=(
            "compare with a tolerance, or by interpreter.admissible; accumulate in a wider type, or in integers, where "
            "the same bits are needed"
        ),
        seen_by=(RUN,),
        example=examples.scatter("[4, 4, 4]", element="f32", body="add", sorted=True),
        fixed=examples.scatter("[4, 1, 3]", element="f32", body="add", unique=True),
        inputs=([0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [16777216.0, 1.0, 1.0]),
        fixed_inputs=([0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [16777216.0, 1.0, 1.0]),
    ),
    Hazard(
        id="order.comparator",
        title="a sort's comparator doesn't order the elements",
        level="warning",
        clause=(
            "sort: sorts a slice in non-descending order expecting that comparator returns true if the left-hand side "
            "argument is less than the right-hand one."
        ),
        why=(
            "An order needs that nothing is less than itself, that of two elements at most one is the lesser, and that "
            "what is equal or less passes on from neighbour to neighbour. Otherwise each sorting algorithm gives "
            "another result. The usual cases are LE or GE where LT or GT is meant, and NaNs, which compare FLOAT finds "
            "in no order with anything. hlogen's sort stays a permutation."
        ),
        fix="compare with LT or GT; for floats that may be NaN, with compare_type TOTALORDER",
        seen_by=(RUN,),
        example=examples.sort("LE"),
        fixed=examples.sort("LT"),
        inputs=([2.0, 1.0, 3.0],),
        fixed_inputs=([2.0, 1.0, 3.0],),
    ),
    Hazard(
        id="order.initial",
        title="a reduction's initial value isn't neutral",
        level="warning",
        clause=(
            "reduce, reduce_window: schedule is an implementation-defined tree of the input's elements, interspersed "
            "with an implementation-defined amount of init_values at implementation-defined positions."
        ),
        why=(
            "The initial value may be combined any number of times, even with itself, and backends that work in "
            "parallel do use it once for each part. A sum that starts at 1 is one more for every time it is used. "
            "hlogen's interpreter uses it once. Reported where the body, given the initial value twice, gives another "
            "value."
        ),
        fix="start at the body's neutral value (0 for add, 1 for multiply) and combine the rest after the reduction",
        seen_by=(RUN,),
        example=examples.total("1.0"),
        fixed=examples.total("0.0"),
        inputs=([1.0, 2.0, 3.0],),
        fixed_inputs=([1.0, 2.0, 3.0],),
    ),
)

_BOUNDS = (
    Hazard(
        id="bounds.clamped",
        title="a start index is too high and is clamped",
        level="warning",
        clause=(
            "gather: full_start_index[d_operand] = clamp(start_index[d_start], 0, dim(operand, d_operand) - "
            "slice_sizes[d_operand]). dynamic_slice and dynamic_update_slice: adjusted_start_indices = "
            "clamp(0, start_indices, shape(operand) - slice_sizes)."
        ),
        why=(
            "The slice that would end outside of operand is moved back until it fits, in silence: the program reads "
            "other elements than its indices say. A wrong vocabulary size or an index that is off by one is hidden so. "
            "Starts below 0 are bounds.negative."
        ),
        fix=(
            "correct the indices; where another value is meant out of bounds, compare the indices with the bounds and "
            "select it (hl.gather's mode='fill' writes this); where clamping is meant, leave this id out: --ignore "
            "bounds.clamped"
        ),
        seen_by=(CHECK, RUN),
        example=examples.gather("[3, 0, 5]"),
        fixed=examples.gather("[3, 0, 4]"),
        inputs=(examples.OPERAND,),
        fixed_inputs=(examples.OPERAND,),
    ),
    Hazard(
        id="bounds.dropped",
        title="a scatter's updates are out of bounds and are dropped",
        level="warning",
        clause="scatter: if result_index is out of bounds for shape(results...), updated_results = results.",
        why=(
            "No element of the window lands, in silence: the update is lost. Index vectors with a component below 0 "
            "are bounds.negative; windows of which a part lands are bounds.partial."
        ),
        fix="correct the indices; where dropping is meant, leave this id out: --ignore bounds.dropped",
        seen_by=(CHECK, RUN),
        example=examples.scatter("[6, 0, 2]", unique=True),
        fixed=examples.scatter("[5, 0, 2]", unique=True),
        inputs=(examples.INPUT, [1, 2, 3]),
        fixed_inputs=(examples.INPUT, [1, 2, 3]),
    ),
    Hazard(
        id="bounds.partial",
        title="a scatter's window lies partly out of bounds: backends differ",
        level="warning",
        clause=(
            "scatter: whether result_index is in bounds is decided for each update_index, so for each element of a "
            "window by itself."
        ),
        why=(
            "The specification, hlogen's interpreter and upstream's apply the elements of the window that are in "
            "bounds. XLA drops the whole window (as JAX documents), so the results differ from backend to backend. "
            "Reported wherever a part of a window lands, whether it starts below 0 or ends beyond the end."
        ),
        fix="mask the updates and clamp the indices so that every window is inside or wholly outside",
        seen_by=(CHECK, RUN),
        example=examples.scatter("[5, 0, 2]", window=2, unique=True),
        fixed=examples.scatter("[4, 0, 2]", window=2, unique=True),
        inputs=(examples.INPUT, [[1, 1], [1, 1], [1, 1]]),
        fixed_inputs=(examples.INPUT, [[1, 1], [1, 1], [1, 1]]),
    ),
    Hazard(
        id="bounds.negative",
        title="an index is negative: it isn't counted from the end",
        level="warning",
        clause=(
            "gather: full_start_index = clamp(start_index, 0, ...); scatter: result_index below 0 is out of bounds, so "
            "the update is dropped."
        ),
        why=(
            "Neither op counts negative indices from the end, as Python does: gather reads at 0, scatter drops. The "
            "same goes for a negative number that was wrapped around to unsigned: ui32 4294967295 is far beyond the "
            "end. An index that is negative is reported here and not under bounds.clamped or bounds.dropped, "
            "unless the program has counted it from the end and it lies before the first element still."
        ),
        fix="add the dimension's size to negative indices: select(i < 0, i + dim, i), in a type that holds the sum",
        seen_by=(CHECK, RUN),
        example=examples.gather("[3, -1, 2]"),
        fixed=examples.gather("[3, 4, 2]"),
        inputs=(examples.OPERAND,),
        fixed_inputs=(examples.OPERAND,),
    ),
    Hazard(
        id="bounds.guarded",
        title="a start is out of bounds, where the program selects another value",
        level="note",
        clause=(
            "gather: full_start_index = clamp(start_index, 0, ...); select: on_false[...] where pred[...] is false, "
            "whatever on_true[...] is."
        ),
        why=(
            "The gather reads a slice that its indices don't name, and the program throws it away: all that becomes "
            "of the gather's value is chosen or not by select, and the predicate compares the indices, or what they "
            "were computed from, on the side on which they are out of bounds. hl.gather's mode='fill' and JAX's "
            "default indexing are written so. An index that nobody expected gives the fill value, so a NaN in the "
            "result may come from here.\n\n"
            "Judged by the text of the program: what the indices are compared with isn't looked at. Anything else is "
            "bounds.clamped or bounds.negative."
        ),
        fix="correct the indices where every one should be in bounds; where not, nothing is wrong here",
        seen_by=(RUN,),
        example=examples.filled_gather(),
        fixed=examples.filled_gather(),
        inputs=(examples.OPERAND, [3, 0, 6]),
        fixed_inputs=(examples.OPERAND, [3, 0, 5]),
    ),
    Hazard(
        id="bounds.wrapped",
        title="a negative index counts from the end, as the program says",
        level="note",
        clause="select: on_true[...] where pred[...] is true: indices below 0, to which on_true adds the size.",
        why=(
            "x[i] of hl and of JAX reads from the end at negative indices, by select(i < 0, i + size, i) before the "
            "gather, the scatter or the dynamic slice. Where -1 stands for no index at all, as in padded tables of "
            "neighbours, the last element is read or updated in silence.\n\n"
            "Judged by the text of the program: i is compared with 0, the size is that of a dimension which the result "
            "indexes, and the index isn't written in the program itself. What is still negative is out of bounds like "
            "an index that is too high: bounds.clamped, bounds.dropped or bounds.guarded."
        ),
        fix=(
            "where a negative index means none, mask it before (select another index, or drop what was read); where it "
            "counts from the end, nothing is wrong here"
        ),
        seen_by=(RUN,),
        example=examples.wrapped_gather(),
        fixed=examples.wrapped_gather(),
        inputs=(examples.OPERAND, [3, -1, 2]),
        fixed_inputs=(examples.OPERAND, [3, 5, 2]),
    ),
    Hazard(
        id="bounds.narrow",
        title="the indices' type is too narrow for the dimension they index",
        level="warning",
        clause=(
            "gather and scatter: start_indices and scatter_indices have any integer type, and nothing relates its "
            "range to the sizes of the dimensions."
        ),
        why=(
            "No value of the type reaches the last starts of the dimension (dim - window), so part of it can't be "
            "addressed, and arithmetic on such indices wraps around early: i8 100 + 100 is -56. Backends have bugs "
            "here as well: a bound that doesn't fit into the indices' type is wrapped around when they compare with "
            "it. Judged by the types alone; `hlogen check` doesn't report indices that it proves to be in bounds."
        ),
        fix="convert the indices to i32 or i64 before any arithmetic with them",
        seen_by=(CHECK, RUN),
        example=examples.narrow_gather("i8"),
        fixed=examples.narrow_gather("i32"),
        inputs=([float(at) for at in range(300)], [100, 3, 7]),
        fixed_inputs=([float(at) for at in range(300)], [100, 3, 7]),
    ),
    Hazard(
        id="bounds.idle-clamp",
        title="indices are clamped that are within the bounds already",
        level="note",
        clause="clamp: minimum(maximum(operand, min), max), which is operand where it lies between min and max.",
        why=(
            "The clamp costs a pass over the indices, and tells readers that indices may be out of bounds where they "
            "can't be. It may also stand where a wider bound was meant."
        ),
        fix="leave the clamp out, or check its bounds",
        seen_by=(CHECK,),
        example=examples.clamped_gather(clamp=True),
        fixed=examples.clamped_gather(clamp=False),
        inputs=(examples.OPERAND,),
        fixed_inputs=(examples.OPERAND,),
    ),
)

_UNDEFINED = (
    Hazard(
        id="undefined.read",
        title="a slice of size 0 is read out of bounds",
        level="error",
        clause=(
            "gather: a collapsed dimension may have the slice size 0 (C9), so that full_start_index = "
            "clamp(start_index, 0, dim - 0) can be dim itself, and result[result_index] = operand[operand_index] reads "
            "there."
        ),
        why=(
            "The result has an element for which operand has none. The specification doesn't say what it is; "
            "upstream's interpreter ends the process, and hlogen's refuses to run. An index below the dimension's size "
            "reads an element as if the slice size were 1."
        ),
        fix="make the slice size of every collapsed dimension 1, or keep the result empty",
        seen_by=(CHECK, RUN),
        example=examples.collapsed_gather("[3, 0, 6]", slice_size=0),
        fixed=examples.collapsed_gather("[3, 0, 5]", slice_size=1),
        inputs=(examples.OPERAND,),
        fixed_inputs=(examples.OPERAND,),
    ),
)

_NUMBERS = (
    Hazard(
        id="number.nan",
        title="a NaN is made from operands that hold none",
        level="warning",
        clause=(
            "Floating-point exceptions: an operation that IEEE-754 calls invalid gives its default result, a NaN, and "
            "execution continues."
        ),
        why=(
            "NaNs spread through whatever is computed from them, and show far from where they were made: 0/0, inf - "
            "inf, 0 * inf, the logarithm or square root of a negative number. Reported where the NaN is made, not "
            "where it is passed on; a constant NaN is meant."
        ),
        fix="keep the operand in the operation's domain, or select another value where it isn't",
        seen_by=(RUN,),
        example=examples.elementwise("divide", "f32"),
        fixed=examples.elementwise("divide", "f32"),
        inputs=([0.0, 1.0, 2.0], [0.0, 1.0, 1.0]),
        fixed_inputs=([0.0, 1.0, 2.0], [1.0, 1.0, 1.0]),
    ),
    Hazard(
        id="number.inf",
        title="an infinity is made from finite operands",
        level="warning",
        clause=(
            "Floating-point exceptions: division of a finite number by zero, and overflow, give infinity by default, "
            "and execution continues."
        ),
        why=(
            "A number has left the range of its type, or something was divided by zero. Infinities turn into NaNs soon "
            "(inf - inf, 0 * inf). Reported where the infinity is made; one that is an input or a constant, such as "
            "the initial value of a maximum, is meant."
        ),
        fix="scale the operands, subtract the maximum before exponential, or compute in a wider type",
        seen_by=(RUN,),
        example=examples.elementwise("multiply", "f32"),
        fixed=examples.elementwise("multiply", "f32"),
        inputs=([1e30, 1.0, 2.0], [1e30, 1.0, 1.0]),
        fixed_inputs=([1e3, 1.0, 2.0], [1e3, 1.0, 1.0]),
    ),
    Hazard(
        id="number.division",
        title="an integer is divided by zero, or the quotient doesn't fit",
        level="warning",
        clause=(
            "divide and remainder of integers: the algebraic quotient without its fraction. By zero there is none, and "
            "the lowest signed integer divided by -1 isn't in the type; Errors: such conditions are "
            "implementation-defined."
        ),
        why=(
            "Backends differ, and some trap. hlogen's interpreter gives what XLA gives: all bits set as quotient (-1, "
            "or the largest unsigned number), the dividend as remainder; the lowest integer by -1 is itself."
        ),
        fix="select another divisor where it is zero (or -1) before dividing",
        seen_by=(CHECK, RUN),
        example=examples.by_constant("divide", "[2, 0, 3]"),
        fixed=examples.by_constant("divide", "[2, 1, 3]"),
        inputs=([7, 8, 9],),
        fixed_inputs=([7, 8, 9],),
    ),
    Hazard(
        id="number.overflow",
        title="signed integers leave the range of their type",
        level="note",
        clause=(
            "add, subtract, multiply, negate and abs of integers are those of mathematics; Errors: conditions such as "
            "integer overflow are implementation-defined."
        ),
        why=(
            "The result isn't in the type. hlogen's interpreter and the backends it is held against wrap around, which "
            "makes an index that is computed so point anywhere: i8 100 + 100 is -56. Unsigned integers are left alone, "
            "as hashes and random numbers compute with them modulo their size by intent."
        ),
        fix="compute in a wider type, or in an unsigned one where wrapping around is meant",
        seen_by=(RUN,),
        example=examples.elementwise("add", "i8"),
        fixed=examples.elementwise("add", "i8"),
        inputs=([100, 1, 2], [100, 1, 2]),
        fixed_inputs=([100, 1, 2], [27, 1, 2]),
    ),
    Hazard(
        id="number.power",
        title="an integer is raised to a negative power",
        level="warning",
        clause="power of integers: integer exponentiation, which says nothing of negative exponents.",
        why=(
            "The mathematical result is a fraction (or, for the base 0, doesn't exist). hlogen's interpreter gives "
            "what XLA gives: 1 and -1 keep their powers, anything else is 0."
        ),
        fix="convert to a float type before power, or keep the exponent at or above 0",
        seen_by=(CHECK, RUN),
        example=examples.by_constant("power", "[2, -1, 1]"),
        fixed=examples.by_constant("power", "[2, 1, 1]"),
        inputs=([2, 3, 4],),
        fixed_inputs=([2, 3, 4],),
    ),
    Hazard(
        id="number.conversion",
        title="a number is converted to a type that can't hold it",
        level="warning",
        clause=(
            "convert: where the (truncated) value can't be represented in the destination type, the behavior is yet to "
            "be decided: integers beyond the range, floats beyond an integer's range, NaN to an integer."
        ),
        why=(
            "Backends wrap, saturate or give anything. hlogen's interpreter gives what XLA CPU gives: integers wrap "
            "around, floats go to the nearest limit of an integer type, NaN to 0. Rounding to a float's nearest "
            "neighbour, and the truncation of a fraction, are no hazard; an infinity made of a finite number is "
            "number.inf."
        ),
        fix="clamp to the destination's range before convert, or convert to a wider type",
        seen_by=(CHECK, RUN),
        example=examples.conversion("[1, 300, -5]", "i32", "i8"),
        fixed=examples.conversion("[1, 30, -5]", "i32", "i8"),
    ),
    Hazard(
        id="number.shift",
        title="bits are shifted by the type's width or more, or by a negative number",
        level="warning",
        clause=(
            "shift_left, shift_right_arithmetic and shift_right_logical: a shift by rhs bits, which says nothing of "
            "numbers outside of 0 .. width - 1."
        ),
        why=(
            "Processors take the number modulo the width, or shift everything out: backends differ. hlogen's "
            "interpreter shifts everything out (0; with shift_right_arithmetic copies of the sign)."
        ),
        fix="clamp the number of bits to 0 .. width - 1, or select 0 where it is larger",
        seen_by=(CHECK, RUN),
        example=examples.by_constant("shift_left", "[1, 40, 3]"),
        fixed=examples.by_constant("shift_left", "[1, 31, 3]"),
        inputs=([1, 2, 3],),
        fixed_inputs=([1, 2, 3],),
    ),
)

_BATCHING = (
    Hazard(
        id="batching.hidden",
        title="a batching dim is hidden in the indices",
        level="note",
        clause=(
            "gather and scatter: full_batching_index of a dimension in operand_batching_dims (input_batching_dims) is "
            "the batch index along the dimension of the indices that it is paired with."
        ),
        why=(
            "A component of the index vectors counts 0, 1, 2 ... along one dimension of the indices and indexes a "
            "dimension of the same size: a batch, written as it was before there were batching dims. Every backend "
            "computes the same for both, but whoever shards or fuses the program has to see through the indices to "
            "find that operand, indices and result have batches that correspond; who doesn't communicates all of "
            "operand. Reported only where it is certain, for batches of more than one, and where other components are "
            "no constants."
        ),
        fix="write it as a batching dim, or let `hlogen transform FILE --raise-batching-dims` do it",
        seen_by=(CHECK,),
        example=examples.counted_batches(),
        fixed=examples.batched_lookup(),
        inputs=([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]], [[[2], [0], [3]], [[1], [1], [0]]]),
        fixed_inputs=([[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]], [[[2], [0], [3]], [[1], [1], [0]]]),
    ),
)

_HAZARDS = _by_id(*_PROMISES, *_ORDER, *_BOUNDS, *_UNDEFINED, *_BATCHING, *_NUMBERS)
