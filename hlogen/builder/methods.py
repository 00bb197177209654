"""The methods of tensors and tuples, attached from above: what they build are operations, which stand on tensors."""

from __future__ import annotations

from typing import Any

import hlogen
from hlogen.builder.elementwise import convert
from hlogen.builder.indexing.at import applied, get, updated
from hlogen.builder.indexing.base import current_base
from hlogen.builder.indexing.getitem import getitem, rows
from hlogen.builder.operators import apply
from hlogen.builder.shape import reshaped, transposed
from hlogen.builder.tensor import Addressed, At, Tensor
from hlogen.builder.traced import Tuple
from hlogen.builder.tuples import get_tuple_element


def _function(name: str, *arguments: Any) -> Tensor:
    """What the function of hlogen of this name gives."""
    found: Tensor = getattr(hlogen, name)(*arguments)
    return found


Tuple._element = get_tuple_element
Tensor._function = staticmethod(_function)
Tensor._is_function = staticmethod(lambda name: callable(getattr(hlogen, name, None)))
Tensor._operated = staticmethod(apply)
Tensor._reshaped = reshaped
Tensor._transposed = transposed
Tensor._converted = convert
Tensor._part = getitem
Tensor._rows = rows
At._current_base = staticmethod(current_base)
Addressed._read = get
Addressed._updated = updated
Addressed._applied = applied
