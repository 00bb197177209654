"""What took long to make and may be asked for again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

ValueT = TypeVar("ValueT")


class Recent(Generic[ValueT]):
    """Values by key; of more than `most`, the least recently used go."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, ValueT] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], ValueT]) -> ValueT:
        """The value of `key`, made where it isn't there; where that fails, it is tried again the next time."""
        if key not in self._values:
            self._values[key] = make()
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        self._values.move_to_end(key)
        return self._values[key]
