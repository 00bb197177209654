"""Tensor: a value of the program being built, with Python's operators.

Operators mean what they mean on NumPy arrays. `==` builds a comparison, so tensors hash by identity and can't be
compared for being the same value except with `is`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.builder.trace import usage_error
from hlogen.builder.traced import Traced
from hlogen.ir import ElementType, Shape, TensorType, dtype_of

if TYPE_CHECKING:
    from hlogen.builder.indexing.at import At


class Tensor(Traced):
    """A tensor of the program being built: a function's argument, a region's argument or an operation's result.

    Tensors are made by tracing and by the operations, never by calling this class. `value` is what it stands for in
    `hlogen.ir`. The other operand of an operator may be a tensor, a Python number or a NumPy array; numbers and arrays
    become constants of the tensor's element type. Where one side has rank 0 it is broadcast to the other's shape;
    any other difference in shape is an error, because StableHLO has no implicit broadcasting.

    ``+ - * ** & | ^ << ~ abs`` and the unary ``-`` are the operations of those meanings; ``< <= > >= == !=`` are
    `compare`; ``>>`` keeps the sign of signed integers; ``@`` multiplies matrices and vectors. Where StableHLO's own
    operation rounds differently from Python, several are built: ``//`` rounds down (`divide` rounds integers toward
    zero) and ``%`` has the divisor's sign (`remainder` has the dividend's). ``/`` of integers is refused, as neither
    integer is what Python gives.
    """

    __slots__ = ()
    kind = "tensor"
    __array_ufunc__ = None  # NumPy leaves `array + tensor` to the tensor
    __array_priority__ = 1000

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

    def reshape(self, *shape: int | Sequence[int]) -> Tensor:
        """The same elements in `shape`, given as one sequence or as several sizes; one size may be -1."""
        from hlogen.builder.shape import reshaped  # the operations build on this file

        return reshaped(self, shape)

    def transpose(self, *permutation: int | Sequence[int]) -> Tensor:
        """The dimensions in the order of `permutation`, reversed where none is given."""
        from hlogen.builder.shape import transposed  # the operations build on this file

        return transposed(self, permutation)

    def astype(self, element_type: ElementType | str | npt.DTypeLike) -> Tensor:
        """The elements converted to `element_type`, as `hlogen.convert`."""
        from hlogen.builder.elementwise import convert  # the operations build on this file

        return convert(self, element_type)

    def __add__(self, other: TensorLike) -> Tensor:
        return _apply("add", self, other)

    def __radd__(self, other: TensorLike) -> Tensor:
        return _apply("add", other, self)

    def __sub__(self, other: TensorLike) -> Tensor:
        return _apply("subtract", self, other)

    def __rsub__(self, other: TensorLike) -> Tensor:
        return _apply("subtract", other, self)

    def __mul__(self, other: TensorLike) -> Tensor:
        return _apply("multiply", self, other)

    def __rmul__(self, other: TensorLike) -> Tensor:
        return _apply("multiply", other, self)

    def __truediv__(self, other: TensorLike) -> Tensor:
        return _apply("true_divide", self, other)

    def __rtruediv__(self, other: TensorLike) -> Tensor:
        return _apply("true_divide", other, self)

    def __floordiv__(self, other: TensorLike) -> Tensor:
        return _apply("floor_divide", self, other)

    def __rfloordiv__(self, other: TensorLike) -> Tensor:
        return _apply("floor_divide", other, self)

    def __mod__(self, other: TensorLike) -> Tensor:
        return _apply("modulo", self, other)

    def __rmod__(self, other: TensorLike) -> Tensor:
        return _apply("modulo", other, self)

    def __pow__(self, other: TensorLike) -> Tensor:
        return _apply("power", self, other)

    def __rpow__(self, other: TensorLike) -> Tensor:
        return _apply("power", other, self)

    def __matmul__(self, other: TensorLike) -> Tensor:
        return _apply("matmul", self, other)

    def __rmatmul__(self, other: TensorLike) -> Tensor:
        return _apply("matmul", other, self)

    def __and__(self, other: TensorLike) -> Tensor:
        return _apply("and", self, other)

    def __rand__(self, other: TensorLike) -> Tensor:
        return _apply("and", other, self)

    def __or__(self, other: TensorLike) -> Tensor:
        return _apply("or", self, other)

    def __ror__(self, other: TensorLike) -> Tensor:
        return _apply("or", other, self)

    def __xor__(self, other: TensorLike) -> Tensor:
        return _apply("xor", self, other)

    def __rxor__(self, other: TensorLike) -> Tensor:
        return _apply("xor", other, self)

    def __lshift__(self, other: TensorLike) -> Tensor:
        return _apply("shift_left", self, other)

    def __rlshift__(self, other: TensorLike) -> Tensor:
        return _apply("shift_left", other, self)

    def __rshift__(self, other: TensorLike) -> Tensor:
        return _apply("shift_right", self, other)

    def __rrshift__(self, other: TensorLike) -> Tensor:
        return _apply("shift_right", other, self)

    def __lt__(self, other: TensorLike) -> Tensor:
        return _apply("LT", self, other)

    def __le__(self, other: TensorLike) -> Tensor:
        return _apply("LE", self, other)

    def __gt__(self, other: TensorLike) -> Tensor:
        return _apply("GT", self, other)

    def __ge__(self, other: TensorLike) -> Tensor:
        return _apply("GE", self, other)

    def __eq__(self, other: TensorLike) -> Tensor:  # type: ignore[override]  # as NumPy: a comparison of elements
        return _apply("EQ", self, other)

    def __ne__(self, other: TensorLike) -> Tensor:  # type: ignore[override]  # as NumPy: a comparison of elements
        return _apply("NE", self, other)

    __hash__ = object.__hash__

    def __neg__(self) -> Tensor:
        return _apply("negate", self)

    def __pos__(self) -> Tensor:
        return self

    def __abs__(self) -> Tensor:
        return _apply("abs", self)

    def __invert__(self) -> Tensor:
        return _apply("not", self)

    def __getattr__(self, name: str) -> NoReturn:
        ways = {
            **dict.fromkeys(
                ("sum", "prod", "min", "max", "mean", "all", "any"), "hl.reduce(x, start, dimensions, body)"
            ),
            **dict.fromkeys(("size", "nbytes"), "x.type.size"),
            **dict.fromkeys(("flatten", "ravel"), "x.reshape(-1)"),
            "ndim": "x.rank",
        }
        hint = f"; use {ways[name]}" if name in ways else ""
        raise AttributeError(f"a tensor of a program has no attribute {name!r}{hint}")

    def __bool__(self) -> NoReturn:
        raise usage_error(
            f"the truth of a {self.type} isn't known while the program is being built, so it can't steer Python's "
            "if, while, and, or, not, in\n"
            "  fix: choose with hl.select, hl.if_ or hl.case; loop with hl.while_; combine conditions with & | ~"
        )

    def __getitem__(self, key: object) -> Tensor:
        """``x[...]``: all that NumPy's indexing knows, with tensors of integers as indices too.

        Integers, slices, ``...`` and None become slices and reshapes, index arrays one gather. Masks of booleans must
        be constant. Constant indices out of bounds are an error; where a tensor points out of bounds, the result has
        NaN, the least integer (unsigned: the greatest) or true. ``x.at[...].get(mode=...)`` has other ways.
        """
        from hlogen.builder.indexing.getitem import getitem  # the operations build on this file

        return getitem(self, key)

    def __setitem__(self, key: object, value: object) -> NoReturn:
        raise usage_error("tensors don't change\n  fix: take the new tensor of x.at[...].set(values)")

    @property
    def at(self) -> At:
        """Updates and reads of parts: ``x.at[index].set(values)``; see `hlogen.builder.indexing.at.Addressed`."""
        from hlogen.builder.indexing.at import At  # the operations build on this file

        return At(self)

    def __iter__(self) -> Iterator[Tensor]:
        """The parts ``x[0]``, ``x[1]`` ... of a first dimension of known size."""
        from hlogen.builder.indexing.getitem import rows  # the operations build on this file

        return rows(self)

    def __len__(self) -> int:
        """The size of the first dimension, where it is known."""
        if not self.rank:
            raise usage_error(f"a {self.type} has rank 0, so it has no len()\n  fix: use .rank or .shape")
        if self.shape[0] is None:
            raise usage_error(f"the first dimension of {self.type} has no known size\n  fix: use hl.get_dimension_size")
        return self.shape[0]

    def __array__(self, dtype: object = None, copy: object = None) -> NoReturn:
        raise self._no_number("a NumPy array")

    def __int__(self) -> NoReturn:
        raise self._no_number("an int")

    def __index__(self) -> NoReturn:
        raise self._no_number("an int")

    def __float__(self) -> NoReturn:
        raise self._no_number("a float")

    def __complex__(self) -> NoReturn:
        raise self._no_number("a complex")

    def _no_number(self, what: str) -> Exception:
        return usage_error(
            f"a {self.type} can't become {what}: its elements aren't known while the program is being built\n"
            "  fix: run the program with interpreter.run and take its results"
        )


TensorLike: TypeAlias = "Tensor | npt.ArrayLike"


def _apply(operator: str, *operands: Any) -> Tensor:
    from hlogen.builder.operators import apply  # the operations build on this file

    return apply(operator, *operands)
