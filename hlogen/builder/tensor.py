"""Tensor: a value of the program being built, with Python's operators, and `x.at[...]`, the parts of one.

What their methods build stands above this file, with the operations: `hlogen.builder.methods` attaches it.

Operators mean what they mean on NumPy arrays. `==` builds a comparison, so tensors hash by identity and can't be
compared for being the same value except with `is`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, NoReturn, Protocol, TypeAlias, TypedDict, Unpack, cast, overload

import numpy as np
import numpy.typing as npt

from hlogen.builder.trace import usage_error
from hlogen.builder.traced import Unknown
from hlogen.door import public
from hlogen.errors import UsageError
from hlogen.ir import ElementType, Region, Shape, TensorType, dtype_of

TensorLike: TypeAlias = "Tensor | npt.ArrayLike"

# Dimensions to work along; None for all of them.
Axes: TypeAlias = "int | Iterable[int] | None"

# An element type: itself, text such as "bf16", or a NumPy dtype.
DType: TypeAlias = "ElementType | str | npt.DTypeLike"

# What is said of indices: a promise, none, or one where it is proved.
Promise: TypeAlias = bool | Literal["auto"]

# The modes of a read and of an update that give no flag.
QuietRead: TypeAlias = Literal["fill", "clip", "promise_in_bounds"]
QuietUpdate: TypeAlias = Literal["drop", "fill", "clip", "promise_in_bounds"]

_Binary: TypeAlias = "Callable[[Tensor, TensorLike], Tensor]"


def _comparison(direction: str) -> _Binary:
    return lambda self, other: Tensor._operated(direction, self, other)


def _operator(name: str) -> tuple[_Binary, _Binary]:
    """The methods of an operator for a tensor on its left, and for one on its right."""
    return _comparison(name), lambda self, other: Tensor._operated(name, other, self)


# The operators that NumPy's functions of these names are.
_OF_UFUNCS = {
    **{name: name for name in ("add", "subtract", "multiply", "floor_divide", "power")},
    "true_divide": "true_divide",
    "divide": "true_divide",
    "remainder": "modulo",
    "mod": "modulo",
    "matmul": "matmul",
    "bitwise_and": "and",
    "bitwise_or": "or",
    "bitwise_xor": "xor",
    "invert": "not",
    "bitwise_not": "not",
    "left_shift": "shift_left",
    "right_shift": "shift_right",
    "negative": "negate",
    "absolute": "abs",
    "less": "LT",
    "less_equal": "LE",
    "greater": "GT",
    "greater_equal": "GE",
    "equal": "EQ",
    "not_equal": "NE",
}
# What is written instead of NumPy's other functions, where it isn't the function of hl of that name.
_INSTEAD_OF_NUMPY = {
    "exp": "hl.exponential(x)",
    "expm1": "hl.exponential_minus_one(x)",
    "log1p": "hl.log_plus_one(x)",
    "sin": "hl.sine(x)",
    "cos": "hl.cosine(x)",
    "rint": "hl.round_nearest_even(x)",
    "isfinite": "hl.is_finite(x)",
    "arctan2": "hl.atan2(x, y)",
    "sort": "hl.sort(x)",
    "dot": "x @ y",
    "tensordot": "hl.einsum or hl.dot_general",
    "add.reduce": "hl.sum(x)",
    "multiply.reduce": "hl.prod(x)",
    "maximum.reduce": "hl.max(x)",
    "minimum.reduce": "hl.min(x)",
    "amax": "hl.max(x)",
    "amin": "hl.min(x)",
    "linalg.norm": "hl.norm(x)",
}


@public
class Tensor(Unknown):
    """A tensor of the program being built: a function's argument, a region's argument or an operation's result.

    Tensors are made by tracing and by the operations, never by calling this class. `value` is what it stands for in
    `hlogen.ir`. The other operand of an operator may be a tensor, a Python number or a NumPy array; numbers and arrays
    become constants of the tensor's element type. Shapes are broadcast as by NumPy (see hlogen.broadcasting).

    ``+ - * ** & | ^ << ~ abs`` and the unary ``-`` are the operations of those meanings; ``< <= > >= == !=`` are
    `compare`; ``>>`` keeps the sign of signed integers; ``@`` multiplies matrices and vectors. Where StableHLO's own
    operation rounds differently from Python, several are built: ``//`` rounds down (`divide` rounds integers toward
    zero) and ``%`` has the divisor's sign (`remainder` has the dividend's). ``/`` of integers is refused, as neither
    integer is what Python gives.
    """

    __slots__ = ()
    kind = "tensor"
    __array_priority__ = 1000

    _operated: ClassVar[staticmethod[..., Tensor]]
    _reshaped: ClassVar[Callable[[Tensor, Sequence[Any]], Tensor]]
    _transposed: ClassVar[Callable[[Tensor, Sequence[Any]], Tensor]]
    _converted: ClassVar[Callable[[Tensor, Any], Tensor]]
    _function: ClassVar[staticmethod[..., Tensor]]  # of hlogen, by its name
    _is_function: ClassVar[staticmethod[[str], bool]]
    _part: ClassVar[Callable[[Tensor, object], Tensor]]
    _rows: ClassVar[Callable[[Tensor], Iterator[Tensor]]]

    @property
    def type(self) -> TensorType:
        assert isinstance(self.value.type, TensorType)
        return self.value.type

    @property
    def shape(self) -> Shape:
        """Dimension sizes, None where dynamic."""
        return self.type.shape

    @property
    def rank(self) -> int:
        return self.type.rank

    @property
    def ndim(self) -> int:
        """NumPy's name for the rank."""
        return self.type.rank

    @property
    def size(self) -> int:
        """How many elements there are; UsageError where a dimension is dynamic."""
        if not self.type.is_static:
            raise usage_error(f"{self.type} has no known number of elements\n  fix: use hl.size(x)")
        return self.type.size

    @property
    def element_type(self) -> ElementType:
        return self.type.element_type

    @property
    def dtype(self) -> np.dtype[np.generic]:
        """The NumPy dtype that holds the elements."""
        return dtype_of(self.element_type)

    @property
    def T(self) -> Tensor:
        """The dimensions in reverse order, as `hlogen.transpose`."""
        return self.transpose()

    def reshape(self, *shape: Tensor | int | Sequence[Tensor | int]) -> Tensor:
        """The same elements in `shape`, given as one sequence or as several sizes, as `hlogen.reshape`."""
        return self._reshaped(shape)

    def transpose(self, *permutation: int | Sequence[int]) -> Tensor:
        """The dimensions in the order of `permutation`, reversed where none is given."""
        return self._transposed(permutation)

    def astype(self, element_type: ElementType | str | npt.DTypeLike) -> Tensor:
        """The elements converted to `element_type`, as `hlogen.convert`."""
        return self._converted(element_type)

    def sum(self, axis: Axes = None, keepdims: bool = False, dtype: DType | None = None) -> Tensor:
        """As `hlogen.sum`."""
        return self._function("sum", self, axis, keepdims, dtype)

    def prod(self, axis: Axes = None, keepdims: bool = False, dtype: DType | None = None) -> Tensor:
        """As `hlogen.prod`."""
        return self._function("prod", self, axis, keepdims, dtype)

    def max(self, axis: Axes = None, keepdims: bool = False) -> Tensor:
        """As `hlogen.max`."""
        return self._function("max", self, axis, keepdims)

    def min(self, axis: Axes = None, keepdims: bool = False) -> Tensor:
        """As `hlogen.min`."""
        return self._function("min", self, axis, keepdims)

    def mean(self, axis: Axes = None, keepdims: bool = False) -> Tensor:
        """As `hlogen.mean`."""
        return self._function("mean", self, axis, keepdims)

    def all(self, axis: Axes = None, keepdims: bool = False) -> Tensor:
        """As `hlogen.all`."""
        return self._function("all", self, axis, keepdims)

    def any(self, axis: Axes = None, keepdims: bool = False) -> Tensor:
        """As `hlogen.any`."""
        return self._function("any", self, axis, keepdims)

    def var(self, axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
        """As `hlogen.var`."""
        return self._function("var", self, axis, ddof, keepdims)

    def std(self, axis: Axes = None, ddof: int = 0, keepdims: bool = False) -> Tensor:
        """As `hlogen.std`."""
        return self._function("std", self, axis, ddof, keepdims)

    def argmax(self, axis: int | None = None, keepdims: bool = False) -> Tensor:
        """As `hlogen.argmax`."""
        return self._function("argmax", self, axis, keepdims)

    def argmin(self, axis: int | None = None, keepdims: bool = False) -> Tensor:
        """As `hlogen.argmin`."""
        return self._function("argmin", self, axis, keepdims)

    def cumsum(self, axis: int | None = None) -> Tensor:
        """As `hlogen.cumsum`."""
        return self._function("cumsum", self, axis)

    def cumprod(self, axis: int | None = None) -> Tensor:
        """As `hlogen.cumprod`."""
        return self._function("cumprod", self, axis)

    def argsort(self, axis: int = -1, descending: bool = False) -> Tensor:
        """As `hlogen.argsort`."""
        return self._function("argsort", self, axis, descending)

    def clip(self, min: TensorLike | None = None, max: TensorLike | None = None) -> Tensor:
        """As `hlogen.clip`."""
        return self._function("clip", self, min, max)

    def round(self) -> Tensor:
        """As `hlogen.round`."""
        return self._function("round", self)

    def squeeze(self, axis: Axes = None) -> Tensor:
        """As `hlogen.squeeze`."""
        return self._function("squeeze", self, axis)

    def swapaxes(self, axis1: int, axis2: int) -> Tensor:
        """As `hlogen.swapaxes`."""
        return self._function("swapaxes", self, axis1, axis2)

    def ravel(self) -> Tensor:
        """As `hlogen.ravel`."""
        return self._function("ravel", self)

    def flatten(self) -> Tensor:
        """As `hlogen.ravel`."""
        return self._function("ravel", self)

    __add__, __radd__ = _operator("add")
    __sub__, __rsub__ = _operator("subtract")
    __mul__, __rmul__ = _operator("multiply")
    __truediv__, __rtruediv__ = _operator("true_divide")
    __floordiv__, __rfloordiv__ = _operator("floor_divide")
    __mod__, __rmod__ = _operator("modulo")
    __pow__, __rpow__ = _operator("power")
    __matmul__, __rmatmul__ = _operator("matmul")
    __and__, __rand__ = _operator("and")
    __or__, __ror__ = _operator("or")
    __xor__, __rxor__ = _operator("xor")
    __lshift__, __rlshift__ = _operator("shift_left")
    __rshift__, __rrshift__ = _operator("shift_right")
    __lt__, __le__, __gt__, __ge__ = (_comparison(direction) for direction in ("LT", "LE", "GT", "GE"))
    __eq__ = _comparison("EQ")  # type: ignore[assignment]  # as NumPy: a comparison of elements
    __ne__ = _comparison("NE")  # type: ignore[assignment]  # as NumPy: a comparison of elements
    __hash__ = object.__hash__

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Tensor:
        """``array + tensor``, which NumPy asks for so, is the tensor's own operator; of others: what to write."""
        operator = _OF_UFUNCS.get(ufunc.__name__)
        if method == "__call__" and operator is not None and not options:
            return self._operated(operator, *inputs)
        raise self._not_for_numpy(ufunc.__name__ if method == "__call__" else f"{ufunc.__name__}.{method}")

    def __array_function__(self, function: Any, types: object, args: tuple[Any, ...], kwargs: object) -> Any:
        """``np.shape(tensor)`` and its kin are known; of other functions it is said what to write."""
        name = getattr(function, "__name__", str(function))
        if name in ("shape", "ndim", "size") and len(args) == 1 and not kwargs:
            return getattr(args[0], name)
        raise self._not_for_numpy(name)

    def _not_for_numpy(self, name: str) -> UsageError:
        own = _INSTEAD_OF_NUMPY.get(name) or (f"hl.{name}(...)" if self._is_function(name) else None)
        fix = (
            f"write {own}"
            if own is not None
            else "write it with operations of hl, or compute it outside of the program"
        )
        return usage_error(f"np.{name} computes on arrays, and a {self.type} is a value of a program\n  fix: {fix}")

    def __format__(self, spec: str) -> str:
        if spec:
            raise usage_error(
                f"a {self.type} can't be formatted with {spec!r}: its elements aren't known while the program is being "
                "built\n  fix: run the program and format its results"
            )
        return str(self)

    def __neg__(self) -> Tensor:
        return self._operated("negate", self)

    def __pos__(self) -> Tensor:
        return self

    def __abs__(self) -> Tensor:
        return self._operated("abs", self)

    def __invert__(self) -> Tensor:
        return self._operated("not", self)

    def __getattr__(self, name: str) -> NoReturn:
        ways = {
            "nbytes": "x.size * x.dtype.itemsize",
            "item": "int(...) of what the program gives",
            **{update: f"x.at[index].{update}(values)" for update in ("set", "add", "mul", "apply")},
        }
        hint = f"; use {ways[name]}" if name in ways else ""
        raise AttributeError(f"a tensor of a program has no attribute {name!r}{hint}")

    def __getitem__(self, key: object) -> Tensor:
        """``x[...]``: all that NumPy's indexing knows, with tensors of integers as indices too.

        Integers, slices, ``...`` and None become slices and reshapes, index arrays one gather. Masks of booleans must
        be constant. Constant indices out of bounds are an error; where a tensor points out of bounds, the result has
        NaN, the least integer (unsigned: the greatest) or true. ``x.at[...].get(mode=...)`` has other ways.
        """
        return self._part(key)

    def __setitem__(self, key: object, value: object) -> NoReturn:
        raise usage_error("tensors don't change\n  fix: take the new tensor of x.at[...].set(values)")

    @property
    def at(self) -> At:
        """Updates and reads of parts: ``x.at[index].set(values)``; see `Addressed`."""
        return At(self)

    def __iter__(self) -> Iterator[Tensor]:
        """The parts ``x[0]``, ``x[1]`` ... of a first dimension of known size."""
        return self._rows()

    def __len__(self) -> int:
        """The size of the first dimension, where it is known."""
        if not self.rank:
            raise usage_error(f"a {self.type} has rank 0, so it has no len()\n  fix: use .rank or .shape")
        if self.shape[0] is None:
            raise usage_error(f"the first dimension of {self.type} has no known size\n  fix: use hl.size(x, 0)")
        return self.shape[0]


_METHODS = "get, set, add, sub, mul, divide, power, min, max, and_, or_, xor, apply"


class _Promises(TypedDict, total=False):
    indices_are_sorted: Promise
    unique_indices: Promise
    wrap_negative_indices: bool


class Options(_Promises, total=False):
    """What every update takes besides its values."""

    mode: str | None


class _Quiet(_Promises, total=False):
    """Of an update that gives a tensor."""

    mode: QuietUpdate | None


class _Checked(_Promises):
    """Of an update that gives a flag beside it."""

    mode: Literal["error"]


class _Update(Protocol):
    """An update, as type checkers see it."""

    @overload
    def __call__(self, values: TensorLike, **options: Unpack[_Quiet]) -> Tensor: ...
    @overload
    def __call__(self, values: TensorLike, **options: Unpack[_Checked]) -> tuple[Tensor, Tensor]: ...
    @overload
    def __call__(self, values: TensorLike, **options: Unpack[Options]) -> Any: ...


class _UpdateMethod(Protocol):
    def __get__(self, addressed: Addressed, cls: type[Addressed]) -> _Update: ...


def _update(method: Callable[..., Any]) -> _UpdateMethod:
    return cast(_UpdateMethod, method)


@public
class At:
    """`x.at`: give it an index, ``x.at[2:5]``."""

    __slots__ = ("_operand",)
    _current_base: ClassVar[staticmethod[[], int]]

    def __init__(self, operand: Tensor) -> None:
        self._operand = operand

    def __getitem__(self, key: object) -> Addressed:
        return Addressed(self._operand, key, self._current_base())

    def __repr__(self) -> str:
        return "x.at without its index"

    def __call__(self, *arguments: object) -> NoReturn:
        raise usage_error("x.at isn't called\n  fix: give it an index in brackets: x.at[index].set(values)")

    def __setitem__(self, key: object, value: object) -> NoReturn:
        raise usage_error("tensors don't change\n  fix: take the new tensor of x.at[...].set(values)")

    def __getattr__(self, name: str) -> NoReturn:
        raise _no_attribute(name, f"x.at has no {name}; it needs an index first\n  fix: x.at[index].{name}(...)")


@public
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

    Negative indices count from the end, once, before any mode looks at them; with ``wrap_negative_indices=False`` they
    are out of bounds instead (a slice's start and stop aren't indices, and stay what they are). `indices_are_sorted`
    and `unique_indices` are promises about the positions addressed; by themselves ("auto") they are made where they
    are proved.
    """

    __slots__ = ("base", "key", "operand")
    _read: ClassVar[Callable[..., Any]]
    _updated: ClassVar[Callable[[Addressed, str, TensorLike, Options], Any]]
    _applied: ClassVar[Callable[[Addressed, Any, TensorLike | None, Options], Any]]

    def __init__(self, operand: Tensor, key: object, base: int) -> None:
        self.operand = operand
        self.key = key
        self.base = base

    def __repr__(self) -> str:
        return "x.at[...] without its .get(), .set(values) ..."

    @overload
    def get(
        self,
        *,
        mode: QuietRead | None = None,
        fill_value: TensorLike | None = None,
        indices_are_sorted: Promise = "auto",
        unique_indices: Promise = "auto",
        wrap_negative_indices: bool = True,
    ) -> Tensor: ...
    @overload
    def get(
        self,
        *,
        mode: Literal["error"],
        fill_value: TensorLike | None = None,
        indices_are_sorted: Promise = "auto",
        unique_indices: Promise = "auto",
        wrap_negative_indices: bool = True,
    ) -> tuple[Tensor, Tensor]: ...
    @overload
    def get(
        self,
        *,
        mode: str | None,
        fill_value: TensorLike | None = None,
        indices_are_sorted: Promise = "auto",
        unique_indices: Promise = "auto",
        wrap_negative_indices: bool = True,
    ) -> Any: ...
    def get(
        self,
        *,
        mode: str | None = None,
        fill_value: TensorLike | None = None,
        indices_are_sorted: Promise = "auto",
        unique_indices: Promise = "auto",
        wrap_negative_indices: bool = True,
    ) -> Tensor | tuple[Tensor, Tensor]:
        """The elements, as ``x[index]``, with a say in what is out of bounds."""
        result: Tensor | tuple[Tensor, Tensor] = self._read(
            mode, fill_value, indices_are_sorted, unique_indices, wrap_negative_indices
        )
        return result

    @_update
    def set(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The elements replaced by `values`."""
        return self._updated("set", values, options)

    @_update
    def add(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """`values` added to the elements."""
        return self._updated("add", values, options)

    @_update
    def sub(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """`values` subtracted from the elements."""
        return self._updated("sub", values, options)

    @_update
    def mul(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The elements multiplied by `values`."""
        return self._updated("mul", values, options)

    @_update
    def divide(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The elements divided by `values`, as `hlogen.divide`."""
        return self._updated("divide", values, options)

    @_update
    def power(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The elements to the power of `values`."""
        return self._updated("power", values, options)

    @_update
    def min(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The smaller of the elements and `values`."""
        return self._updated("min", values, options)

    @_update
    def max(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The larger of the elements and `values`."""
        return self._updated("max", values, options)

    @_update
    def and_(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The bitwise (of i1 the logical) and of the elements and `values`."""
        return self._updated("and_", values, options)

    @_update
    def or_(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The bitwise (of i1 the logical) or of the elements and `values`."""
        return self._updated("or_", values, options)

    @_update
    def xor(self, values: TensorLike, **options: Unpack[Options]) -> Any:
        """The bitwise (of i1 the logical) exclusive or of the elements and `values`."""
        return self._updated("xor", values, options)

    subtract = sub
    multiply = mul
    minimum = min
    maximum = max

    @overload
    def apply(
        self, function: str | Callable[..., Any] | Region, values: TensorLike | None = None, **options: Unpack[_Quiet]
    ) -> Tensor: ...
    @overload
    def apply(
        self, function: str | Callable[..., Any] | Region, values: TensorLike | None = None, **options: Unpack[_Checked]
    ) -> tuple[Tensor, Tensor]: ...
    @overload
    def apply(
        self, function: str | Callable[..., Any] | Region, values: TensorLike | None = None, **options: Unpack[Options]
    ) -> Any: ...
    def apply(
        self, function: str | Callable[..., Any] | Region, values: TensorLike | None = None, **options: Unpack[Options]
    ) -> Any:
        """``function(element)`` for each element, or ``function(element, value)`` where `values` are given.

        An element that is addressed n times gets the function n times, as with NumPy's ``ufunc.at``. The function is
        one of elements: it is built once, on scalars or on all of them, and gives a result of the same type. With
        `values` it may be whatever `hlogen.scatter` takes.
        """
        return self._applied(function, values, options)

    def __getattr__(self, name: str) -> NoReturn:
        raise _no_attribute(name, f"x.at[...] has no {name}\n  fix: it has {_METHODS}")


class NoAttributeError(UsageError, AttributeError):
    """What isn't there, in Python's sense as well, so that hasattr works."""


def _no_attribute(name: str, message: str) -> Exception:
    if name.startswith("__"):
        return AttributeError(name)
    return NoAttributeError(str(usage_error(message)))
