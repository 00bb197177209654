"""What stands for a value while a program is built: `Traced`, and the kinds of it that are no tensors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NoReturn

from hlogen.builder.trace import Scope, usage_error
from hlogen.door import public
from hlogen.ir import TupleType, Type, Value


class Traced:
    """A value of the program being built: a tensor, a token, a tuple or a future.

    Made by tracing and by the operations, never by calling a class. `value` is what it stands for in `hlogen.ir`.
    """

    __slots__ = ("_scope", "value")
    kind = "value"

    def __init__(self, value: Value, scope: Scope) -> None:
        self.value = value
        self._scope = scope

    @property
    def type(self) -> Type:
        return self.value.type

    def __repr__(self) -> str:
        name = f" {self.value.name}" if self.value.name else ""
        return f"<{self.kind}{name}: {self.type} in {self._scope.what}>"

    def __reduce__(self) -> NoReturn:
        raise usage_error(
            f"a {self.kind} of {self._scope.what} belongs to the function being built, so it can't be pickled alone\n"
            "  fix: pickle the function that it is built in, or what it gives when it runs"
        )

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: object) -> Any:
        return self


class Unknown(Traced):
    """A value that Python can't have, since its elements aren't known while the program is being built."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise usage_error(
            f"the truth of a {self.type} isn't known while the program is being built, so it can't steer Python's "
            "if, while, and, or, not, in\n"
            "  fix: choose elements with hl.where, a branch with hl.cond or hl.switch; loop with hl.fori, hl.scan or "
            "hl.while_loop; combine conditions with & | ~"
        )

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
            "  fix: compute with operations of hl, loop with hl.fori or hl.while_loop; or run the program and take its "
            "results"
        )


@public
class Token(Traced):
    """The order of operations that do more than compute: each takes the token of the one before it and gives a new one.

    `hlogen.after_all` makes one.
    """

    __slots__ = ()
    kind = "token"


@public
class Tuple(Traced):
    """Several values as one (spec: tuple). ``t[1]``, ``len(t)`` and unpacking take it apart."""

    __slots__ = ()
    kind = "tuple"
    _element: ClassVar[Callable[[Tuple, int], Any]]  # attached by `hlogen.builder.methods`

    @property
    def type(self) -> TupleType:
        assert isinstance(self.value.type, TupleType)
        return self.value.type

    def __len__(self) -> int:
        return len(self.type.element_types)

    def __getitem__(self, index: int) -> Any:
        if isinstance(index, int) and -len(self) <= index < 0:
            index += len(self)
        return self._element(index)

    def __iter__(self) -> Iterator[Any]:
        return iter([self[index] for index in range(len(self))])


@public
class Future(Traced):
    """What an asynchronous operation will give: `hlogen.async_done` waits for it."""

    __slots__ = ()
    kind = "future"
