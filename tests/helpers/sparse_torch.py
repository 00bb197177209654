"""Sparse products by torch: gathers, one einsum each, and index_add, for torch.autograd to derive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helpers.sparse_model import Array, Case

_SPELLED = {
    "mul": "ntc,ntc,t->ntc",
    "outer": "nta,ntb,t->ntab",
    "inner": "ntc,ntc,t->nt",
    "vecmat": "nta,ntab,t->ntb",
    "vecsca": "ntc,nt,t->ntc",
    "scavec": "nt,ntc,t->ntc",
    "mat_t_vec": "ntab,nta,t->ntb",
}


def value(torch: Any, case: Case, x: Any, y: Any, s: Any) -> Any:
    def rows(index: Sequence[int] | None, operand: Any, is_shared: bool) -> Any:
        whole = operand.expand(case.n, *operand.shape) if is_shared else operand
        places = torch.arange(case.count) if index is None else torch.tensor(index, dtype=torch.int64)
        return whole[:, places]

    entries = torch.einsum(_SPELLED[case.name], rows(case.i1, x, case.shared1), rows(case.i2, y, case.shared2), s)
    places = torch.arange(case.count) if case.io is None else torch.tensor(case.io, dtype=torch.int64)
    zeros = torch.zeros((case.n, case.rows[2], *entries.shape[2:]), dtype=entries.dtype)
    result = zeros.index_add(1, places, entries)
    return result.sum(0) if case.out_accumulated else result


def derivatives(
    torch: Any, case: Case, values: Sequence[Array], gz: Array, turns: Sequence[Array]
) -> tuple[Array, list[Array], list[Array]]:
    """z; the gradients of x, y and s; those of x, y, s and gz where the gradients' own cotangents are `turns`."""
    leaves = [torch.tensor(value, requires_grad=True) for value in (*values, gz)]
    result = value(torch, case, *leaves[:3])
    first = torch.autograd.grad(result, leaves[:3], leaves[3], create_graph=True)
    turned = sum((gradient * torch.tensor(turn)).sum() for gradient, turn in zip(first, turns, strict=True))
    second = torch.autograd.grad(turned, leaves)
    return result.detach().numpy(), [g.detach().numpy() for g in first], [g.numpy() for g in second]
