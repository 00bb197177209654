"""Scatters whose results depend on the order of their updates, written so that there is one order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast, get_args

from hlogen.analysis.determinism import is_open
from hlogen.analysis.schedule import bodies_of
from hlogen.autodiff.site import Site
from hlogen.builder.tensor import Tensor
from hlogen.definitions.windows import select_and_scatter
from hlogen.door import described, strict
from hlogen.errors import UsageError
from hlogen.ir import HasModule, Module, Operation, TensorType
from hlogen.program.inline import Inliner
from hlogen.program.structure import CALLS, captured
from hlogen.transform.deterministic_fold import By, folded
from hlogen.transform.rewrite import MatchedOp, rewritten


@strict
def deterministic(program: HasModule, by: By = "rounds") -> Module:
    """The program with no scatter whose result depends on the order in which a backend applies its updates.

    A scatter, and a select_and_scatter, stays as it is where the result is proved to be the same in any order: no
    element is updated twice, or the update computation is exact (integers, minimum and maximum, booleans). A promised
    `unique_indices` is believed unless it is refuted. Every other one becomes a sort by the places where updates land,
    and rounds of a loop in which each place takes its next update: as many as one place has updates at most. With
    ``by="turns"`` it becomes a loop that takes one update a turn, to the same bits: faster where a backend makes
    machine code of loops, as XLA does on CPUs, and slower by far where each turn starts kernels, as on GPUs. One that
    overwrites needs neither; the last update stays.

    Updates are applied one by one in the order of their indices, as `interpreter.run` does: results have the bits that
    it gives, with any update computation, on every backend whose arithmetic on single elements is exact, and on each
    backend the same bits on every run. All NaNs are one. Other operations stay: `hl.determinism` says which of them
    vary, and why.

    Raises UsageError where `by` is anything else, where such a scatter has a shape that only a run knows, or an update
    computation that can't run on many elements at once, and ConstraintError where the program isn't valid.
    """
    if not isinstance(program, HasModule):
        raise UsageError(f"deterministic takes a program, not {described(program)}")
    if by not in get_args(By):
        raise UsageError(f'by is "rounds" or "turns", not {described(by)}')
    # The first pass may write scatters, which the second one looks at.
    plain = rewritten(program, {"stablehlo.select_and_scatter": _select_and_scatter})
    return rewritten(plain, {"stablehlo.scatter": lambda site: _scatter(site, by, plain)})


def _scatter(site: MatchedOp, by: By, module: Module) -> Sequence[Tensor] | None:
    if not is_open(site.op, site.facts):
        return None
    _require_static(site.op)
    op = _without_calls(site.op, module)
    inner = captured(op)
    here = [site.now(value) for value in inner]
    environment = dict(zip(inner, here, strict=True))
    overwrites = all(body.fold in ("overwrite", "keep") for body in bodies_of(op))
    return folded(Site(op, [*site.operands, *here], environment), overwrites, by)


def _select_and_scatter(site: MatchedOp) -> Sequence[Tensor] | None:
    if not is_open(site.op, site.facts):
        return None
    _require_static(site.op)
    return select_and_scatter(_with_new_regions(site), *site.operands)


def _with_new_regions(site: MatchedOp) -> Operation:
    op, operands = site.op, [operand.value for operand in site.operands]
    return Operation(
        op.name, operands, [result.type for result in op.results], op.attributes, site.regions(), op.location
    )


def _without_calls(op: Operation, module: Module) -> Operation:
    """The scatter with what its update computation calls written out."""
    if not any(inner.name in CALLS for inner in op.walk()):
        return op
    copies: list[Operation] = []
    Inliner(module).operation(op, copies)
    return copies[-1]


def _require_static(op: Operation) -> None:
    """UsageError where a size isn't known."""
    for value in op.operands:
        if not cast(TensorType, value.type).is_static:
            raise UsageError(
                f"{op.name} ({op.place}) gives other results in another order, and can't be rewritten: it has a "
                f"{value.type}, whose sizes only a run knows\n"
                "  fix: say the shapes of the arguments before: hl.transform.refine(program, shapes), or --refine TYPE"
            )
