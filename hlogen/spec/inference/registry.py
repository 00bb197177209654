"""What a rule sees of an operation (Signature), and how rules are registered by the name of their op."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from hlogen.errors import UsageError
from hlogen.ir.attributes import Attribute, DenseArray, DenseElements, IntegerAttr
from hlogen.ir.module import Region
from hlogen.ir.types import I1, ElementType, IntegerType, TensorType, Type, is_integer
from hlogen.registry import Registry
from hlogen.spec.dims import Dim, differ, dims_of, tensor_of
from hlogen.spec.predicates import counted

_T = TypeVar("_T")


class Signature:
    """An operation as far as it is known before its result types are: operands, attributes, regions.

    `declared` are the result types that the program states, None where they are to be inferred. Every accessor raises
    UsageError where the operation doesn't have what a rule asks for.
    """

    def __init__(
        self,
        name: str,
        operands: Sequence[Type],
        attributes: Mapping[str, Attribute],
        regions: Sequence[Region],
        declared: Sequence[Type] | None,
    ) -> None:
        self.name = name
        self.operands = tuple(operands)
        self.attributes = attributes
        self.regions = tuple(regions)
        self.declared = None if declared is None else tuple(declared)

    def error(self, message: str) -> UsageError:
        """What to raise where the operation can't have a result type."""
        return UsageError(f"{self.name.removeprefix('stablehlo.')}: {message}")

    def tensors(self, *names: str) -> tuple[TensorType, ...]:
        """The operands, as many as `names`, each a ranked tensor."""
        if len(self.operands) != len(names):
            wanted = f"{counted(len(names), 'operand')} ({', '.join(names)})" if names else "no operands"
            raise self.error(f"expected {wanted}, found {len(self.operands)}")
        return tuple(self.as_tensor(name, type) for name, type in zip(names, self.operands, strict=True))

    def tensor(self, name: str) -> TensorType:
        """The only operand."""
        return self.tensors(name)[0]

    def variadic(self, name: str, at_least: int = 1) -> tuple[TensorType, ...]:
        """Any number of operands, each a ranked tensor."""
        if len(self.operands) < at_least:
            raise self.error(f"expected at least {counted(at_least, 'operand')}, found {len(self.operands)}")
        return tuple(self.as_tensor(f"{name}[{at}]", type) for at, type in enumerate(self.operands))

    def as_tensor(self, name: str, type: Type) -> TensorType:
        if isinstance(type, TensorType):
            return type
        raise self.error(f"{name} has type {type}, expected a ranked tensor")

    def integers(self, name: str) -> tuple[int, ...]:
        """An attribute that lists integers."""
        attribute = self.attributes.get(name)
        if isinstance(attribute, DenseArray):
            return tuple(int(value) for value in attribute.values)
        if isinstance(attribute, DenseElements) and isinstance(attribute.type.element_type, IntegerType):
            return tuple(int(value) for value in attribute.array.reshape(-1))
        raise self.error(
            f"attribute {name} {'is missing' if attribute is None else f'is {attribute}'}, expected a list of integers"
        )

    def optional_integers(self, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
        return self.integers(name) if name in self.attributes else default

    def integer(self, name: str) -> int:
        attribute = self.attributes.get(name)
        if isinstance(attribute, IntegerAttr):
            return attribute.value
        raise self.error(
            f"attribute {name} {'is missing' if attribute is None else f'is {attribute}'}, expected an integer"
        )

    def attribute(self, name: str, cls: type[_T], what: str) -> _T:
        attribute = self.attributes.get(name)
        if isinstance(attribute, cls):
            return attribute
        raise self.error(
            f"attribute {name} {'is missing' if attribute is None else f'is {attribute}'}, expected {what}"
        )

    def region(self, at: int, name: str) -> Region:
        if at < len(self.regions):
            return self.regions[at]
        raise self.error(f"the region {name} is missing")

    def region_results(self, region: Region, name: str) -> tuple[Type, ...]:
        """The types that the region returns."""
        if len(region.blocks) != 1:
            raise self.error(f"the region {name} has {counted(len(region.blocks), 'block')}, expected 1")
        terminator = region.blocks[0].terminator
        if terminator is None:
            raise self.error(f"the region {name} doesn't end in stablehlo.return")
        return tuple(value.type for value in terminator.operands)

    def declared_tensor(self) -> TensorType:
        """The declared type of the only result, for ops whose operands don't determine it."""
        if self.declared is None:
            raise self.error("the result type doesn't follow from the operands; give it")
        if len(self.declared) != 1:
            raise self.error(f"expected 1 result, found {len(self.declared)}")
        return self.as_tensor("the result", self.declared[0])

    def same_shape(self, types: Mapping[str, TensorType]) -> tuple[Dim, ...]:
        """The one shape that all have, as much of it as is known."""
        merged: tuple[Dim, ...] | None = None
        for type in types.values():
            dims = dims_of(type)
            if merged is None:
                merged = dims
                continue
            if len(dims) != len(merged) or any(map(differ, merged, dims)):
                listing = ", ".join(f"{name} is {type}" for name, type in types.items())
                raise self.error(f"expected operands of one shape, but {listing}")
            merged = tuple(map(_narrower, merged, dims))
        return merged or ()

    def same_element_type(self, types: Mapping[str, TensorType]) -> ElementType:
        """The one element type that all have."""
        found = {type.element_type for type in types.values()}
        if len(found) != 1:
            listing = ", ".join(f"{name} is {type}" for name, type in types.items())
            raise self.error(f"expected operands of one element type, but {listing}")
        return found.pop()

    def dimension(self, name: str, dim: int, rank: int) -> None:
        """Checks that `dim` is a dimension of a tensor of that rank."""
        if not 0 <= dim < rank:
            raise self.error(f"{name} = {dim} is no dimension ({_allowed(rank)})")

    def dimensions(self, name: str, dims: Sequence[int], rank: int, *, unique: bool = True) -> None:
        """Checks that `dims` are dimensions of a tensor of that rank."""
        for dim in dims:
            if not 0 <= dim < rank:
                raise self.error(f"{name} = {list(dims)} has {dim}, which is no dimension ({_allowed(rank)})")
        if unique and len(set(dims)) != len(dims):
            raise self.error(f"{name} = {list(dims)} names a dimension twice")

    def counted(self, name: str, values: Sequence[int], rank: int) -> None:
        """Checks that there is one value for each dimension."""
        if len(values) != rank:
            raise self.error(
                f"{name} = {list(values)} has {counted(len(values), 'entry', 'entries')}, but the rank is {rank}"
            )

    def scalar_indices(self, name: str, types: Sequence[TensorType], rank: int) -> None:
        """Checks that there is one rank-0 integer tensor for each dimension, all of one type."""
        if len(types) != rank:
            raise self.error(f"expected {rank} {name}, one per dimension, found {len(types)}")
        for at, type in enumerate(types):
            if type.rank != 0 or not is_integer(type.element_type):
                raise self.error(f"{name}[{at}] is {type}, expected a rank-0 tensor of integers")
        if len(set(types)) > 1:
            raise self.error(f"{name} have types {', '.join(map(str, types))}, expected one type")

    def predicate(self, name: str, type: TensorType) -> None:
        if type.element_type != I1:
            raise self.error(f"{name} is {type}, expected a tensor of i1")

    def regular(self, name: str, region: Region, arguments: Sequence[Type], results: Sequence[Type]) -> None:
        """Checks that the region has this type."""
        returned = self.region_results(region, name)
        taken = [value.type for value in region.block.arguments]
        if taken != list(arguments) or list(returned) != list(results):
            raise self.error(
                f"the region {name} has type ({_listing(taken)}) -> ({_listing(returned)}), "
                f"expected ({_listing(arguments)}) -> ({_listing(results)})"
            )


InferenceRule: TypeAlias = Callable[[Signature], tuple[Type, ...]]
TABLE: Registry[InferenceRule] = Registry("hlogen.spec.inference", "a rule for its result types")


def rule(*names: str) -> Callable[[InferenceRule], InferenceRule]:
    """Registers the decorated function as the rule of these ops ("stablehlo.add"); a second one is an error."""

    def register(function: InferenceRule) -> InferenceRule:
        for name in names:
            TABLE.add(name, function, function.__module__)
        return function

    return register


def tensor(dims: Sequence[Dim], element_type: ElementType) -> tuple[Type, ...]:
    """One result of these dimensions."""
    return (tensor_of(dims, element_type),)


def _allowed(rank: int) -> str:
    return f"allowed: from 0 to {rank - 1}" if rank else "allowed: none, as the rank is 0"


def _narrower(a: Dim, b: Dim) -> Dim:
    """What is known of a size that two dimensions share."""
    if a.size is not None or b.size is not None:
        return Dim(a.size if a.size is not None else b.size)
    bounds = [bound for bound in (a.bound, b.bound) if bound is not None]
    return Dim(None, min(bounds) if bounds else None)


def _listing(types: Sequence[Type]) -> str:
    return ", ".join(map(str, types))
