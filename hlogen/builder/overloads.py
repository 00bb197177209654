"""The overloads that many operations have, written once: of a lone tensor a tensor, of several a tuple."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, cast, overload

import numpy.typing as npt

from hlogen.builder.tensor import Tensor, TensorLike

_Rest = ParamSpec("_Rest")

# What stands for one tensor where a list stands for several.
Lone: TypeAlias = Tensor | npt.NDArray[Any]


class OneOrSeveral(Protocol[_Rest]):
    """An operation that gives a tensor of a lone one, and a tuple of a list or tuple of them."""

    @overload
    def __call__(self, operands: Lone, /, *args: _Rest.args, **kwargs: _Rest.kwargs) -> Tensor: ...
    @overload
    def __call__(
        self, operands: Sequence[TensorLike], /, *args: _Rest.args, **kwargs: _Rest.kwargs
    ) -> tuple[Tensor, ...]: ...


def one_or_several(operation: Callable[Concatenate[Any, _Rest], Any]) -> OneOrSeveral[_Rest]:
    """Tells type checkers so; the operation itself stays what it is."""
    return cast("OneOrSeveral[_Rest]", operation)
