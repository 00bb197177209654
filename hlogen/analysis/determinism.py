"""Which operations may give other bits for the same inputs, and from one run to the next.

What varies between runs is what threads race for: a backend that applies updates by atomic operations takes them in the
order in which they happen to arrive. On GPUs, XLA, PyTorch and others do so with scatters and select_and_scatters. Sums
over dimensions, products of matrices and sorts leave an order open, too, but a compiled program keeps to one: they
differ between backends, or between compilations. What is drawn from a backend's own state varies wherever it runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import judge
from hlogen.analysis.schedule import bodies_of, is_one_value
from hlogen.analysis.view import integers_of
from hlogen.ir import ComplexType, EnumAttr, FloatType, Operation, TensorType, Type
from hlogen.program.directions import direction_of

# varies: between runs of one compiled program. open: nothing is known. backend: runs of one compiled program agree,
# other backends and compilations may not. same: everywhere, proved.
Verdict = Literal["varies", "open", "backend", "same"]


@dataclass(frozen=True)
class Determinism:
    """What is known of one operation's results, why, and what to do."""

    verdict: Verdict
    reason: str
    fix: str = ""


_REWRITE = "hl.transform.deterministic(program), hlogen transform --deterministic"
_KERNELS = frozenset({"dot_general", "dot", "convolution", "dynamic_conv", "ragged_dot", "einsum"})
_REDUCTIONS = frozenset({"reduce", "reduce_window", "all_reduce", "reduce_scatter"})
_SOLVERS = frozenset({"fft", "cholesky", "triangular_solve", "batch_norm_training", "batch_norm_grad"})
# Custom calls that give what they are given, or only ask something.
_NOTES = frozenset(
    {
        *("Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape", "xla.sdy.FuncResultSharding", "shape_assertion"),
        *("annotate_device_placement", "LayoutConstraint", "MoveToDevice", "MoveToHost", "TopK", "mhlo.topk"),
    }
)


def determinism_of(op: Operation, facts: Facts) -> Determinism | None:
    """What is known of a valid operation; None where the text leaves nothing open.

    Raises UsageError where a scatter has operands of no known rank.
    """
    name = op.name.removeprefix("stablehlo.")
    if name == "scatter":
        return _of_scatter(op, facts)
    if name == "select_and_scatter":
        return _of_select_and_scatter(op, facts)
    if name == "rng":
        return Determinism(
            "varies", "it draws from the backend's own state", "rng_bit_generator, to which the state is given"
        )
    if name == "rng_bit_generator":
        algorithm = op.attributes.get("rng_algorithm")
        if not isinstance(algorithm, EnumAttr) or algorithm.value != "DEFAULT":
            return None
        return Determinism("backend", "each backend has an algorithm of its own", "name one: THREE_FRY or PHILOX")
    if name == "custom_call":
        return _of_custom_call(op)
    if name == "sort":
        return _of_sort(op)
    if name in _REDUCTIONS:
        if all(body.fold in ("exact", "keep") for body in bodies_of(op)):
            return None
        return Determinism("backend", "compilation chooses the tree in which it is folded, by which results differ")
    if (name in _KERNELS or name in _SOLVERS) and any(map(_is_inexact, (result.type for result in op.results))):
        return Determinism("backend", "its sums round, in an order that the backend's kernel chooses")
    return None


def is_open(op: Operation, facts: Facts) -> bool:
    """Whether a scatter or select_and_scatter may give something else in another order of its updates."""
    found = determinism_of(op, facts)
    return found is not None and found.verdict == "varies"


def _of_scatter(op: Operation, facts: Facts) -> Determinism:
    judgement = judge(op, facts)
    proof, unique = judgement.schedule_independent, judgement.unique_indices
    if proof.holds:
        return Determinism("same", proof.reason)
    if op.attributes.get("unique_indices") is True and not unique.is_refuted:
        return Determinism("same", "no element is updated twice: unique_indices is promised, and not refuted")
    return Determinism("varies", proof.reason, _REWRITE)


def _of_select_and_scatter(op: Operation, facts: Facts) -> Determinism:
    rank = len(op.operands[0].type.shape) if isinstance(op.operands[0].type, TensorType) else 0
    sizes, strides = (integers_of(op, name, [1] * rank) for name in ("window_dimensions", "window_strides"))
    if all(size <= stride for size, stride in zip(sizes, strides, strict=True)):
        return Determinism("same", "no element is selected twice: its windows lie apart")
    (body,) = bodies_of(op, 1)
    if body.fold in ("exact", "keep"):
        return Determinism("same", f"{body.word} gives the same in any order")
    if is_one_value(op.operands[1], facts):
        return Determinism("same", "all of source is one value")
    return Determinism(
        "varies", f"windows overlap, and {body.word} depends on the order where they select one element", _REWRITE
    )


def _of_custom_call(op: Operation) -> Determinism | None:
    target = str(op.attributes.get("call_target_name"))
    if target in _NOTES or not op.results:
        return None
    if target.startswith("lapack_"):
        return Determinism("backend", "it is a routine of LAPACK, which rounds as the backend's library does")
    return Determinism("open", f"nothing is known of what @{target} does")


def _of_sort(op: Operation) -> Determinism | None:
    if op.attributes.get("is_stable") is True:
        return None
    if len(op.operands) == 1 and not _is_inexact(op.operands[0].type) and _compares_alone(op):
        return None  # equal integers are the same
    return Determinism(
        "backend", "it isn't stable: equal elements come out in an order that the backend chooses", "is_stable = true"
    )


def _compares_alone(op: Operation) -> bool:
    """Whether the comparator is a plain comparison of its two arguments."""
    block = op.regions[0].block
    first = block.operations[0]
    is_plain = len(block.operations) == 2 and set(first.operands) == set(block.arguments)
    return is_plain and first.name == "stablehlo.compare" and direction_of(first) in ("LT", "GT")


def _is_inexact(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, (FloatType, ComplexType))
