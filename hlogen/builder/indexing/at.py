"""`x.at[...]`: reads with a mode, and updates that make a new tensor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypedDict, Unpack

from hlogen.builder.emit import described
from hlogen.builder.indexing.base import current_base
from hlogen.builder.indexing.modes import needs_check, read_mode, update_mode
from hlogen.builder.indexing.parse import Index, parse
from hlogen.builder.indexing.read import read
from hlogen.builder.indexing.update import UPDATES, Update, update
from hlogen.builder.promises import SORTED, UNIQUE, Promise, promise
from hlogen.builder.regions import Computation
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.errors import UsageError
from hlogen.ir import Region

_METHODS = "get, set, add, sub, mul, divide, power, min, max, and_, or_, xor, apply"


class Options(TypedDict, total=False):
    """What every update takes besides its values."""

    mode: str | None
    indices_are_sorted: Promise
    unique_indices: Promise


class At:
    """`x.at`: give it an index, ``x.at[2:5]``."""

    __slots__ = ("_operand",)

    def __init__(self, operand: Tensor) -> None:
        self._operand = operand

    def __getitem__(self, key: object) -> Addressed:
        return Addressed(self._operand, key, current_base())

    def __repr__(self) -> str:
        return "x.at without its index"

    def __call__(self, *arguments: object) -> NoReturn:
        raise usage_error("x.at isn't called\n  fix: give it an index in brackets: x.at[index].set(values)")

    def __setitem__(self, key: object, value: object) -> NoReturn:
        raise usage_error("tensors don't change\n  fix: take the new tensor of x.at[...].set(values)")

    def __getattr__(self, name: str) -> NoReturn:
        raise _no_attribute(name, f"x.at has no {name}; it needs an index first\n  fix: x.at[index].{name}(...)")


class Addressed:
    """`x.at[index]`: the elements that `index` addresses, to be read or updated.

    An update gives a new tensor; `values` broadcast to the shape of ``x[index]``, and numbers and arrays take the
    tensor's element type. Where an element is addressed more than once, every one of its updates counts, in an order
    that is up to whoever runs the program (of `set`, one of them stays).

    Constant indices are checked when the program is built; out of bounds they are an error, unless a `mode` is given.
    `mode` says what becomes of the others:

    - "fill" (what `get` does by itself): `fill_value` is read, by default NaN, the least integer (unsigned: the
      greatest) or true
    - "drop" (what updates do by themselves; also spelled "fill"): the update is left out
    - "clip": the nearest element in bounds is taken instead
    - "promise_in_bounds": there are none; breaking the promise is undefined
    - "error": gives two results, the second an i1 scalar that says whether all were in bounds

    Negative indices count from the end, once, before any mode looks at them. `indices_are_sorted` and `unique_indices`
    are promises about the positions addressed; by themselves ("auto") they are made where they are proved.
    """

    __slots__ = ("_base", "_key", "_operand")

    def __init__(self, operand: Tensor, key: object, base: int) -> None:
        self._operand = operand
        self._key = key
        self._base = base

    def __repr__(self) -> str:
        return "x.at[...] without its .get(), .set(values) ..."

    def get(
        self,
        *,
        mode: str | None = None,
        fill_value: TensorLike | None = None,
        indices_are_sorted: Promise = "auto",
        unique_indices: Promise = "auto",
    ) -> Any:
        """The elements, as ``x[index]``, with a say in what is out of bounds."""
        index = self._index(mode, "get")
        promise(unique_indices, UNIQUE)  # a gather has no use for it
        is_sorted = promise(indices_are_sorted, SORTED)
        return read(self._operand, index, read_mode(mode, fill_value, "get"), fill_value, is_sorted)

    def set(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The elements replaced by `values`."""
        return self._updated("set", UPDATES["set"], values, options)

    def add(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """`values` added to the elements."""
        return self._updated("add", UPDATES["add"], values, options)

    def sub(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """`values` subtracted from the elements."""
        return self._updated("sub", UPDATES["sub"], values, options)

    def mul(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The elements multiplied by `values`."""
        return self._updated("mul", UPDATES["mul"], values, options)

    def divide(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The elements divided by `values`, as `hlogen.divide`."""
        return self._updated("divide", UPDATES["divide"], values, options)

    def power(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The elements to the power of `values`."""
        return self._updated("power", UPDATES["power"], values, options)

    def min(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The smaller of the elements and `values`."""
        return self._updated("min", UPDATES["min"], values, options)

    def max(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The larger of the elements and `values`."""
        return self._updated("max", UPDATES["max"], values, options)

    def and_(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The bitwise (of i1 the logical) and of the elements and `values`."""
        return self._updated("and_", UPDATES["and_"], values, options)

    def or_(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The bitwise (of i1 the logical) or of the elements and `values`."""
        return self._updated("or_", UPDATES["or_"], values, options)

    def xor(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The bitwise (of i1 the logical) exclusive or of the elements and `values`."""
        return self._updated("xor", UPDATES["xor"], values, options)

    subtract = sub
    multiply = mul
    minimum = min
    maximum = max

    def apply(
        self, function: Callable[..., Any] | Computation, values: TensorLike | None = None, **options: Unpack[Options]
    ) -> Any:
        """``function(element)`` for each element, or ``function(element, value)`` where `values` are given.

        An element that is addressed n times gets the function n times, as with NumPy's ``ufunc.at``. The function is
        one of elements: it is built once, on scalars or on all of them, and gives a result of the same type. With
        `values` it may be whatever `hlogen.scatter` takes.
        """
        if values is not None:
            if isinstance(function, str):
                named = {"and": "and_", "or": "or_"}.get(function, function)
                how = UPDATES.get(named) or Update(function, None)
            else:
                how = Update(function, None if isinstance(function, Region) else function)
            return self._updated("apply", how, values, options)
        if not callable(function):
            raise usage_error(f"apply takes a function of one element, not {described(function)}")
        unary = function

        def ignoring(old: Tensor, new: Tensor) -> Any:
            return unary(old)

        return self._updated("apply", Update(ignoring, ignoring, needs_new=False), 1, options)

    def __getattr__(self, name: str) -> NoReturn:
        raise _no_attribute(name, f"x.at[...] has no {name}\n  fix: it has {_METHODS}")

    def _updated(self, name: str, how: Update, values: TensorLike, options: Options) -> Any:
        for given in options:
            if given not in Options.__annotations__:
                raise usage_error(f"{name} takes no {given}\n  fix: it takes {', '.join(Options.__annotations__)}")
        mode = options.get("mode")
        return update(
            self._operand,
            self._index(mode, name),
            how,
            values,
            update_mode(mode, name),
            promise(options.get(SORTED, "auto"), SORTED),
            promise(options.get(UNIQUE, "auto"), UNIQUE),
        )

    def _index(self, mode: str | None, name: str) -> Index:
        require_scope(f"x.at[...].{name}")
        return parse(self._key, self._operand, self._base, needs_check(mode))


class NoAttributeError(UsageError, AttributeError):
    """What isn't there, in Python's sense as well, so that hasattr works."""


def _no_attribute(name: str, message: str) -> Exception:
    if name.startswith("__"):
        return AttributeError(name)
    return NoAttributeError(str(usage_error(message)))
