"""CHLO's ragged_dot with its dimensions by name: a product of the same groups for other operands, as a derivative is.

The ragged dimension of lhs is a row of groups. Where it is lhs's alone, each group is multiplied with its own part of
rhs, which has a dimension for them; where it is contracted, each group makes a product of its own, and the result has
that dimension, as its first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hlogen.autodiff.site import Site, converted, permuted
from hlogen.builder.emit import emit
from hlogen.builder.tensor import Tensor
from hlogen.definitions.ragged_dot import ragged_numbers
from hlogen.ir import ElementType, OpaqueAttr, TensorType

# The name of the dimension that counts groups.
GROUP = "group"


@dataclass(frozen=True)
class Ragged:
    """What the dimensions of lhs, rhs and the result are called: those of one name belong together."""

    lhs: tuple[str, ...]
    rhs: tuple[str, ...]
    result: tuple[str, ...]
    ragged: str

    @classmethod
    def of(cls, site: Site) -> Ragged:
        numbers, ragged_dim, group_dims = ragged_numbers(site.operation)
        lhs = [f"lhs {d}" for d in range(site.input_types[0].rank)]
        rhs = [f"rhs {d}" for d in range(site.input_types[1].rank)]
        batching = numbers.lhs_batching_dimensions
        pairs = zip(
            (*batching, *numbers.lhs_contracting_dimensions),
            (*numbers.rhs_batching_dimensions, *numbers.rhs_contracting_dimensions),
            strict=True,
        )
        for d, other in pairs:
            rhs[other] = lhs[d]
        for d in group_dims:
            rhs[d] = GROUP
        ragged = lhs[ragged_dim]
        result = _result(lhs, rhs, [lhs[d] for d in batching], ragged)
        return cls(tuple(lhs), tuple(rhs), tuple(result), ragged)

    def product(
        self,
        site: Site,
        first: tuple[Tensor, Sequence[str]],
        second: tuple[Tensor, Sequence[str]],
        wanted: Sequence[str],
        element_type: ElementType,
    ) -> Tensor:
        """The product of two tensors over the groups of `site`, each with its names; the result has those `wanted`."""
        if GROUP in first[1]:
            first, second = second, first
        (lhs, left), (rhs, right) = first, second
        shared = [name for name in left if name in right]
        batching = [name for name in shared if name in wanted]
        contracting = [name for name in shared if name not in batching]
        result = _result(left, right, batching, self.ragged)
        sizes: Mapping[str, int | None] = {
            GROUP: site.input_types[2].shape[-1],
            **dict(zip((*left, *right), (*lhs.type.shape, *rhs.type.shape), strict=True)),
        }
        lists = {
            "lhs_batching_dimensions": [left.index(name) for name in batching],
            "rhs_batching_dimensions": [right.index(name) for name in batching],
            "lhs_contracting_dimensions": [left.index(name) for name in contracting],
            "rhs_contracting_dimensions": [right.index(name) for name in contracting],
            "lhs_ragged_dimensions": [left.index(self.ragged)],
            "rhs_group_dimensions": [right.index(GROUP)] if GROUP in right else [],
        }
        numbers = ", ".join(f"{name} = {list(entries)}" for name, entries in lists.items())
        (found,) = emit(
            site.name,
            [converted(lhs, element_type), converted(rhs, element_type), site.operands[2]],
            {**site.attributes, "ragged_dot_dimension_numbers": OpaqueAttr(f"#chlo.ragged_dot<{numbers}>")},
            result_types=[TensorType(tuple(sizes[name] for name in result), element_type)],
        )
        return permuted(found, [result.index(name) for name in wanted])


def _result(lhs: Sequence[str], rhs: Sequence[str], batching: Sequence[str], ragged: str) -> list[str]:
    """The names of a product's dimensions, in their order."""
    groups = [GROUP] if ragged in rhs and ragged not in batching else []
    own = [name for name in lhs if name not in rhs]
    others = [name for name in rhs if name not in lhs and name != GROUP]
    return [*groups, *batching, *own, *others]
