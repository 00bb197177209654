"""Operations written by the ones that define them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hlogen.builder.emit import emit
from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definitions
from hlogen.door import described, strict
from hlogen.errors import UsageError
from hlogen.ir import HasModule, Module, Operation, SymbolRef, TensorType
from hlogen.program.structure import callee
from hlogen.transform.rewrite import MatchedOp, rewritten

_COMPOSITE = "stablehlo.composite"


@strict
def decompose(program: HasModule, operations: Collection[str] | None = None) -> Module:
    """The program with what `hlogen.definitions` has a definition of written as that: by the operations' names.

    Without `operations`, all that have one: deprecated operations such as dot and einsum, batch_norm_training and its
    like, cholesky and triangular_solve, windows, fft of sizes that aren't large, and what CHLO has. What a definition
    writes is decomposed as well. Results are the same up to rounding, and bit for bit where floats are only moved and
    compared; where an operation may be undefined or an error, anything may come out. An operation whose types have no
    definition, such as dynamic ones, stays.

    Composites are decomposed where they are named: all of them by "stablehlo.composite", or each by its name. They
    become calls of the functions that they name, which `hl.transform.inline` writes out.

    Raises UsageError where one of `operations` has no definition, and is no composite of the program.
    """
    known = definitions()
    if operations is not None and not isinstance(operations, (list, tuple, set, frozenset, Mapping)):
        raise UsageError(f"operations is a list of names, not {described(operations)}")
    module = program.module
    names = set(known) if operations is None else set(operations)
    composites = {each.called for each in module.walk() if each.name == _COMPOSITE} | {_COMPOSITE}
    if unknown := sorted(names - set(known) - composites):
        there = ", ".join(sorted({*known, *composites}))
        raise UsageError(f"{', '.join(unknown)}: no definition is known; there are: {there}")
    while True:
        written = set[Operation]()

        def rule(site: MatchedOp, written: set[Operation] = written) -> Sequence[Tensor] | None:
            if site.op.name == _COMPOSITE:
                results = _called(site) if not names.isdisjoint((_COMPOSITE, site.op.called)) else None
            else:
                results = _written(site)
            if results is not None:
                written.add(site.op)
            return results

        rewriting = rewritten(module, dict.fromkeys({*names, _COMPOSITE}, rule))
        if not written:
            return module
        module = rewriting


def _called(site: MatchedOp) -> Sequence[Tensor] | None:
    """A call of the function that a composite names."""
    name = callee(site.op)
    if name is None or site.op.regions:
        return None
    types = [result.type for result in site.op.results]
    return emit("func.call", site.operands, {"callee": SymbolRef((name,))}, result_types=types)


def _written(site: MatchedOp) -> Sequence[Tensor] | None:
    op, define = site.op, definitions()[site.op.name]
    types = [result.type for result in op.results]
    if not all(isinstance(value.type, TensorType) for value in op.operands):  # such as tensors of no known rank
        return None
    operands = [operand.value for operand in site.operands]
    return define(Operation(op.name, operands, types, op.attributes, site.regions(), op.location), *site.operands)
