"""Sizes that only the run of a model knows: polynomials of symbols, which stand in shapes where others have integers.

Two that are the same polynomial are the same size; of two others, nobody knows. A symbol is a dimension of a tensor of
the model, or an element of one that has sizes. `Graph.vector` has the run compute what is written here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from hlogen.errors import UsageError

if TYPE_CHECKING:

    class _Int(int):
        """To the types a Dim is an int, as it stands where integers do; at run time nothing may take it for one."""

else:
    _Int = object


# What to do where a size has to be known.
STATIC = "make it static for the shapes at hand: hl.transform.refine(program, shapes)"


class UnknownSize(UsageError):
    """A lowering needs to know a size that only the run knows."""


@dataclass(frozen=True, slots=True, order=True)
class Symbol:
    """`label` is what it is called in the model: element `at` of the tensor `edge`, or with `is_size` its dimension."""

    label: str
    edge: str
    at: int
    is_size: bool = True


Terms = Mapping[tuple[Symbol, ...], int]  # the factors of a product, sorted, and how often it is added


class Dim(_Int):
    """A size that isn't known, at least 0. What can't be decided about it is an UnknownSize."""

    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def __new__(cls, terms: Terms) -> Dim:
        del terms
        return object.__new__(cls)

    def __str__(self) -> str:
        terms = sorted(self.terms.items(), key=lambda term: [factor.label for factor in term[0]], reverse=True)
        signed = [(_product(factors, abs(count)), count < 0) for factors, count in terms]
        (first, is_negative), *others = signed
        return "-" * is_negative + first + "".join(f" {'+-'[minus]} {term}" for term, minus in others)

    __repr__ = __str__

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dim) and self.terms == other.terms

    def __add__(self, other: int) -> int:
        return _sum(_terms(self), _terms(other))

    __radd__ = __add__

    def __neg__(self) -> int:
        return self * -1

    def __sub__(self, other: int) -> int:
        return self + other * -1

    def __rsub__(self, other: int) -> int:
        return self * -1 + other

    def __mul__(self, other: int) -> int:
        products = [
            {tuple(sorted((*a, *b))): x * y} for a, x in self.terms.items() for b, y in _terms(other).items()
        ]  # fmt: skip
        return _sum(*products)

    __rmul__ = __mul__

    def __floordiv__(self, other: int) -> int:
        """Where nothing is left over."""
        divisor = _terms(other)
        if len(divisor) == 1:
            ((factors, count),) = divisor.items()
            parts = [(_without(each, factors), divmod(times, count)) for each, times in self.terms.items()]
            whole = [{part: times} for part, (times, rest) in parts if part is not None and not rest]
            if len(whole) == len(parts):
                return _sum(*whole)
        raise UnknownSize(f"it needs to know ({self}) / ({other}), which only the run knows")

    def __lt__(self, other: int) -> bool:
        return _is_negative(self - other, f"{self} < {other}")

    def __gt__(self, other: int) -> bool:
        return _is_negative(other - self, f"{self} > {other}")

    def __le__(self, other: int) -> bool:
        return not self > other

    def __ge__(self, other: int) -> bool:
        return not self < other

    def __bool__(self) -> bool:
        return self > 0

    def __index__(self) -> int:
        raise UnknownSize(f"it needs to know the size {self}, which only the run knows")

    __int__ = __float__ = bit_length = __index__

    def __mod__(self, other: int) -> int:
        return self - self // other * other


def is_known(size: int) -> bool:
    return not isinstance(size, Dim)


def all_known(sizes: Sequence[int]) -> bool:
    return all(map(is_known, sizes))


def is_at_most(size: int, limit: int) -> bool:
    """False where that isn't known."""
    return all_known((size, limit)) and size <= limit


def size_of(symbol: Symbol) -> int:
    return Dim({(symbol,): 1})


def is_dim(size: object) -> TypeGuard[Dim]:
    return isinstance(size, Dim)


def _product(factors: Sequence[Symbol], count: int) -> str:
    return "*".join([*([str(count)] if count != 1 or not factors else []), *(factor.label for factor in factors)])


def _terms(size: int) -> Terms:
    return size.terms if isinstance(size, Dim) else {(): int(size)}


def _sum(*all_terms: Terms) -> int:
    total: dict[tuple[Symbol, ...], int] = {}
    for terms in all_terms:
        for factors, count in terms.items():
            total[factors] = total.get(factors, 0) + count
    total = {factors: count for factors, count in total.items() if count}
    return Dim(total) if any(total) else total.get((), 0)


def _without(factors: tuple[Symbol, ...], some: Sequence[Symbol]) -> tuple[Symbol, ...] | None:
    rest = list(factors)
    for symbol in some:
        if symbol not in rest:
            return None
        rest.remove(symbol)
    return tuple(rest)


def positive_part(size: int) -> int:
    """The size, or 0 where it is less."""
    low, high = _bounds(size)
    if low is not None and low >= 0:
        return size
    if high is not None and high <= 0:
        return 0
    raise UnknownSize(f"it needs to know whether {size} > 0, which only the run knows")


def _is_negative(size: int, asked: str) -> bool:
    low, high = _bounds(size)
    if low is not None and low >= 0:
        return False
    if high is not None and high < 0:
        return True
    raise UnknownSize(f"it needs to know whether {asked}, which only the run knows")


def _bounds(size: int) -> tuple[int | None, int | None]:
    """What it is at least and at most: symbols are at least 0."""
    terms = _terms(size)
    constant, counts = terms.get((), 0), [count for factors, count in terms.items() if factors]
    return constant if all(count > 0 for count in counts) else None, constant if all(
        count < 0 for count in counts
    ) else None


def broadcast_shapes(*shapes: Sequence[int]) -> tuple[int, ...]:
    """As NumPy's. Where a size isn't known, the program says that it fits."""
    rank = max(map(len, shapes), default=0)
    found = []
    for d in range(rank):
        sizes = [shape[d - rank + len(shape)] for shape in shapes if d - rank + len(shape) >= 0]
        others = [size for size in sizes if size != 1]
        found.append(next(filter(is_known, others), others[0]) if others else 1)
    return tuple(found)
