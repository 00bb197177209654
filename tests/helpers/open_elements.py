"""The possible values of one scatter, and what a test asks of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import permutations
from typing import Any

import numpy as np
import numpy.typing as npt

import interpreter
from interpreter.possible.options import Choices, Options
from interpreter.possible.scatter import open_scatter
from interpreter.possible.values import INTERVAL, SET, Possible

Array = npt.NDArray[Any]


def opened(program: Any, *args: Any, **options: Any) -> list[Possible]:
    """What the first scatter of a program may give; what comes before it takes no possible values."""
    values = {place: x if isinstance(x, Possible) else Possible(np.asarray(x)) for place, x in enumerate(args)}
    for step in interpreter.load(program).plan.steps:
        operands = [values[place] for place in step.operands]
        if step.op.name == "stablehlo.scatter":
            captured = [values[place] for place in step.regions[0].captures]
            return open_scatter(step.run, operands, captured, Options(**options), Choices())
        (place,) = step.results
        values[place] = Possible(np.asarray(step.run(*(x.nominal for x in operands))))
    raise ValueError("the program has no scatter")


def sums(element: str, body: str, inputs: int, updates: int, columns: int = 0) -> str:
    """A scatter of single elements (rows, with `columns`), its body one operation, or "set"."""
    row = f"{columns}x" if columns else ""
    computed = "" if body == "set" else f"%c = stablehlo.{body} %old, %new : tensor<{element}>"
    returned = "%new" if body == "set" else "%c"
    window = "update_window_dims = [1], " if columns else ""
    x, u = f"tensor<{inputs}x{row}{element}>", f"tensor<{updates}x{row}{element}>"
    return f"""
    func.func @main(%x: {x}, %indices: tensor<{updates}x1xi32>, %updates: {u}) -> {x} {{
      %result = "stablehlo.scatter"(%x, %indices, %updates) ({{
      ^bb0(%old: tensor<{element}>, %new: tensor<{element}>):
        {computed}
        stablehlo.return {returned} : tensor<{element}>
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<{window}inserted_window_dims = [0],
          scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}} : ({x}, tensor<{updates}x1xi32>, {u}) -> {x}
      return %result : {x}
    }}"""


def key(value: Any) -> Any:
    """Something that is equal where, and only where, two elements are the same value."""
    if np.asarray(value).dtype.kind == "c":
        return key(value.real), key(value.imag)
    if value != value:
        return "NaN"
    number = float(value) if np.asarray(value).dtype.kind not in "biu" else int(value)
    return number, bool(number == 0 and np.signbit(float(value)))


def alternatives(possible: Possible) -> dict[int, list[Any]]:
    """The alternatives of each open element, all of which have to be sets."""
    if possible.open is None:
        return {}
    assert (possible.open.kind == SET).all()
    return {
        int(position): [key(x) for x in possible.open.alternatives(i)]
        for i, position in enumerate(possible.open.positions)
    }


def may_be(possible: Possible, value: Array) -> Array:
    """Of each element, whether it may be that of `value`; a SAMPLED or UNKNOWN one may be anything."""
    found = _are_same(possible.nominal.reshape(-1), value.reshape(-1))
    if possible.open is None:
        return found
    for i, position in enumerate(possible.open.positions):
        x = value.reshape(-1)[position]
        if possible.open.kind[i] == SET:
            found[position] = key(x) in {key(y) for y in possible.open.alternatives(i)}
        elif possible.open.kind[i] == INTERVAL:
            low, high, nan = (getattr(possible.open, name)[i] for name in ("low", "high", "may_be_nan"))
            parts = [(x.real, low.real, high.real), (x.imag, low.imag, high.imag)] if x.dtype.kind == "c" else []
            found[position] = all(
                (part != part and nan) or float(least) <= float(part) <= float(most)
                for part, least, most in parts or [(x, low, high)]
            )
        else:
            found[position] = True
    return found


def _are_same(a: Array, b: Array) -> Array:
    """`key` of arrays: where their elements are the same value."""
    if a.dtype.kind == "c":
        return _are_same(a.real, b.real) & _are_same(a.imag, b.imag)
    if a.dtype.kind in "biu":
        return a == b
    a, b = a.astype(np.float64), b.astype(np.float64)  # which has all values of all other types
    return ((a == b) & (np.signbit(a) == np.signbit(b))) | (np.isnan(a) & np.isnan(b))


def folds(
    combine: Callable[[Any, Any], Any], old: Any, updates: Sequence[Any], key: Callable[[Any], Any] = key
) -> Collection[Any]:
    """What one-by-one folding gives for the permutations of `updates`, each value once.

    What is found of some of the updates, in any order, goes on with each of the others.
    """
    everything = (1 << len(updates)) - 1
    found: list[dict[Any, Any]] = [{} for _ in range(everything + 1)]  # by which updates are folded
    found[0][key(old)] = old
    for folded, values in enumerate(found):
        for number, update in enumerate(updates):
            if not folded >> number & 1:
                for value in values.values():
                    after = combine(value, update)
                    found[folded | 1 << number][key(after)] = after
    return found[everything].values()


def tree_folds(combine: Callable[[Any, Any], Any], old: Any, updates: Sequence[Any]) -> Iterator[Any]:
    """What binary trees give: `old` first, then any permutation of `updates`, bracketed in any way."""
    for order in permutations(updates):
        yield from _bracketed(combine, [old, *order])


def _bracketed(combine: Callable[[Any, Any], Any], leaves: Sequence[Any]) -> list[Any]:
    if len(leaves) == 1:
        return [leaves[0]]
    return [
        combine(left, right)
        for cut in range(1, len(leaves))
        for left in _bracketed(combine, leaves[:cut])
        for right in _bracketed(combine, leaves[cut:])
    ]
