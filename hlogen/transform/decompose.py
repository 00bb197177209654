"""Operations written by the ones that define them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hlogen.builder.tensor import Tensor
from hlogen.definitions.registry import definitions
from hlogen.door import described, strict
from hlogen.errors import UsageError
from hlogen.ir import HasModule, Module, Operation, TensorType
from hlogen.transform.rewrite import MatchedOp, rewritten


@strict
def decompose(program: HasModule, operations: Collection[str] | None = None) -> Module:
    """The program with what `hlogen.definitions` has a definition of written as that: by the operations' names.

    Without `operations`, all that have one: deprecated operations such as dot and einsum, batch_norm_training and its
    like, cholesky and triangular_solve, windows, fft of sizes that aren't large, and what CHLO has. What a definition
    writes is decomposed as well. Results are the same up to rounding, and bit for bit where floats are only moved and
    compared; where an operation may be undefined or an error, anything may come out. An operation whose types have no
    definition, such as dynamic ones, stays.

    Raises UsageError where one of `operations` has no definition.
    """
    known = definitions()
    if operations is not None and not isinstance(operations, (list, tuple, set, frozenset, Mapping)):
        raise UsageError(f"operations is a list of names, not {described(operations)}")
    names = set(known) if operations is None else set(operations)
    if unknown := sorted(names - set(known)):
        raise UsageError(f"{', '.join(unknown)}: no definition is known; there are: {', '.join(sorted(known))}")
    module = program.module
    while True:
        written = set[Operation]()

        def rule(site: MatchedOp, written: set[Operation] = written) -> Sequence[Tensor] | None:
            results = _written(site)
            if results is not None:
                written.add(site.op)
            return results

        rewriting = rewritten(module, dict.fromkeys(names, rule))
        if not written:
            return module
        module = rewriting


def _written(site: MatchedOp) -> Sequence[Tensor] | None:
    op, define = site.op, definitions()[site.op.name]
    types = [result.type for result in op.results]
    if not all(isinstance(value.type, TensorType) for value in op.operands):  # such as tensors of no known rank
        return None
    operands = [operand.value for operand in site.operands]
    return define(Operation(op.name, operands, types, op.attributes, site.regions(), op.location), *site.operands)
