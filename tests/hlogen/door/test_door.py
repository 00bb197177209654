"""The door: an error of Python's own is explained by the arguments, or it stays what it is."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack

import numpy as np
import numpy.typing as npt
import pytest

import hlogen as hl
import interpreter
from hlogen.door import described, public, strict
from hlogen.door.explanation import misfit

PROGRAM = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }"


class Options(TypedDict, total=False):
    flag: bool


def takes(
    a: int = 0,
    b: float = 0,
    c: str = "",
    d: bool = False,
    e: Sequence[int] = (),
    f: Literal["x", "y"] = "x",
    g: Callable[[], int] | None = None,
    h: Mapping[str, int] | None = None,
    i: npt.ArrayLike = 0,
    j: tuple[int, str] = (0, ""),
    m: tuple[int, ...] = (),
    *k: str,
    n: npt.DTypeLike = "f4",
    o: str | (npt.NDArray[Any] | None) = None,
    q: frozenset[int] = frozenset(),
    r: np.ndarray[Any, Any] | None = None,
    s: hl.ir.HasModule | None = None,
    t: npt.DTypeLike | str | bytes | Mapping[str, int] | None = None,
    u: int | str | npt.NDArray[Any] | Sequence[str] = 0,
    **options: Unpack[Options],
) -> None: ...


class Asked:
    """Says of itself what it is asked for, by raising."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def __index__(self) -> int:
        raise self.error("asked")


class Entries:
    """Has entries until it is asked for one."""

    def __iter__(self) -> Any:
        yield 1
        raise RuntimeError("asked")


class Module:
    """Has a module as programs have one, which is something else."""

    def __init__(self, module: object) -> None:
        self.module = module


class Same(str):
    """Raises where it is compared, and where it is shown."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("asked")

    def __repr__(self) -> str:
        raise RuntimeError("asked")

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize(
    "fitting",
    [
        {"a": np.int8(3)},
        {"b": 1},
        {"b": np.float32(1)},
        {"c": "\udc80"},  # how Python and the reader of programs write a byte that is no UTF-8
        {"d": np.bool_(True)},
        {"e": range(3)},
        {"e": np.arange(3)},
        {"e": iter([0])},
        {"g": len},
        {"g": None},
        {"h": {"a": 1}},
        {"i": [[1, 2], [3, 4]]},
        {"i": range(1 << 60)},  # NumPy would make each
        {"i": range(0)},
        {"i": np.ones(3, np.float16)},
        {"j": (1, "a")},
        {"m": (1, 2, 3)},
        {"n": np.int8},
        {"n": "float16"},
        {"o": np.ones(2)},
        {"o": None},
        {"q": {1, 2}},
        {"r": np.ones(2)},
        {"s": hl.parse(PROGRAM)},
        *({"t": each} for each in ("f4", np.int8, b"a", {"a": 1}, None)),
        *({"u": each} for each in (1, "a", np.ones(2), ["a"])),
        {"flag": True},
    ],
)
def test_what_stands_for_a_kind_is_of_it(fitting: dict[str, Any]) -> None:
    assert misfit(takes, (), fitting) is None


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"a": True}, "a of takes is an integer, not bool True"),
        ({"a": 1.0}, "a of takes is an integer, not float 1.0"),
        ({"b": "1"}, "b of takes is a number, not str '1'"),
        ({"c": "\ud800"}, "c of takes is a text, not str '\\ud800'"),
        ({"d": 1}, "d of takes is True or False, not int 1"),
        ({"e": "01"}, "e of takes is a list of integers, not str '01'"),
        ({"e": [0, None]}, "e of takes is a list of integers, not list [0, None]"),
        ({"e": {0: 1}}, "e of takes is a list of integers, not dict {0: 1}"),
        ({"f": "z"}, "f of takes is 'x' or 'y', not str 'z'"),
        ({"f": np.array(["x", "y"])}, "f of takes is 'x' or 'y', not ndarray"),
        ({"g": 3}, "g of takes is a function or None, not int 3"),
        ({"h": {1: 1}}, "h of takes is a dict or None, not dict {1: 1}"),
        ({"h": {"a": "b"}}, "h of takes is a dict or None, not dict {'a': 'b'}"),
        ({"i": "x"}, "i of takes is a number or an array, not str 'x'"),
        ({"i": range(1 << 70)}, "i of takes is a number or an array, not range range(0, 1180591620717411303424)"),
        ({"i": [{}]}, "i of takes is a number or an array, not list [{}]"),
        ({"j": (1, 2)}, "j of takes is a tuple of 2 (an integer, a text), not tuple (1, 2)"),
        ({"m": (1, "2", 3)}, "m of takes is a tuple of integers, not tuple (1, '2', 3)"),
        ({"m": iter([1])}, "m of takes is a tuple of integers, not "),
        ({"q": iter([1])}, "q of takes is a set of integers, not "),
        ({"n": "nothing"}, "n of takes is a NumPy dtype, not str 'nothing'"),
        ({"n": None}, "n of takes is a NumPy dtype, not None"),
        ({"o": 3}, "o of takes is a text, an array or None, not int 3"),
        ({"q": [1]}, "q of takes is a set of integers, not list [1]"),
        ({"q": {"a"}}, "q of takes is a set of integers, not set {'a'}"),
        ({"e": Entries()}, "e of takes is a list of integers, not Entries"),
        ({"r": [1]}, "r of takes is an array or None, not list [1]"),
        ({"s": hl.ir.Module}, "s of takes is a program or None, not the class Module"),
        ({"s": Module("text")}, "s of takes is a program or None, not Module"),
        ({"f": Same("x")}, "f of takes is 'x' or 'y', not a Same"),
        ({"t": 1.5}, "t of takes is a NumPy dtype, a text, bytes, a dict or None, not float 1.5"),
        ({"u": 1.5}, "u of takes is an integer, a text, an array or a list of texts, not float 1.5"),
        ({"flag": 1}, "flag of takes is True or False, not int 1"),
        ({"a": int}, "a of takes is an integer, not the class int"),
        ({"a": Asked(ValueError)}, "a of takes is an integer, not Asked"),
    ],
)
def test_what_isnt_is_said(wrong: dict[str, Any], said: str) -> None:
    found = misfit(takes, (), wrong)
    assert found is not None
    assert found.startswith(said)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: ANY.tensor("2xf32", unknown=1), "tensor has no argument unknown; it takes text"),
        (lambda: ANY.gather(X, X, offset_dim=[0]), "gather has no argument offset_dim; did you mean offset_dims?"),
        (lambda: ANY.gather(X, X, offset_dims=[0]), "gather needs slice_sizes, too"),
        *(
            (lambda call=call, word=word: call(**{word: 0}), f"has no argument {word}; did you mean {own}?")
            for call, words, own in (
                (lambda **given: ANY.sum(X, **given), ("dim", "dims", "axes"), "axis"),
                (lambda **given: ANY.concatenate([X, X], **given), ("axis", "dim", "dims", "axes"), "dimension"),
                (lambda **given: ANY.reduce(X, X, body="add", **given), ("axis", "dim", "dims", "axes"), "dimensions"),
                (lambda **given: ANY.transpose(X, **given), ("axis", "dim", "dims", "axes"), "permutation"),
                (lambda **given: ANY.iota("2xf32", **given), ("axis", "dim", "dims", "axes"), "iota_dimension"),
                (lambda **given: ANY.grad(X, **given), ("argnums",), "wrt"),
                (lambda **given: ANY.vmap(X, **given), ("in_dims",), "in_axes"),
                (lambda **given: ANY.vmap(X, in_axes=0, **given), ("out_dims",), "out_axes"),
                (lambda **given: ANY.sum(X, **given), ("keepdim", "keep_dims"), "keepdims"),
                (lambda **given: ANY.zeros((2, 3), **given), ("element_type",), "dtype"),
                (lambda **given: ANY.convert(X, **given), ("dtype",), "element_type"),
                (lambda **given: ANY.constant(1, **given), ("dtype",), "type"),
            )
            for word in words
        ),
        (lambda: ANY.transpose(), "transpose needs operand and permutation, too"),
        (lambda: ANY.transpose(X, [0], [1]), "transpose takes 2 arguments, not 3"),
        (lambda: ANY.tensor("f32", 1, 2), "tensor takes 1 argument, not 3"),
        (lambda: ANY.replica_id(1), "replica_id takes no arguments, not 1"),
        (lambda: ANY.replica_id(axis=1), "replica_id has no argument axis; it takes nothing"),
        (lambda: ANY.gather(), "gather needs operand, start_indices and slice_sizes, too\n"),
        (
            lambda: ANY.dot_general(X, X, [0], [1]),
            "dot_general takes 2 arguments by place, and the next arguments are keyword-only\n",
        ),
        (
            lambda: ANY.dot_general(X, X, [0], [1]),
            "fix: write lhs_batching_dimensions=[0], rhs_batching_dimensions=[1]",
        ),
        (
            lambda: ANY.reduce(X, X, [0], "add", "f64"),
            "reduce takes 4 arguments by place, and the next argument is keyword-only\n",
        ),
        (lambda: ANY.convolution(X, X, *range(40)), "convolution takes 2 arguments, not 42\n"),
        (lambda: ANY.transpose(X, operand=X), "transpose gets operand twice, by place and by name"),
        (lambda: ANY.dot_general(X, X, [0]), "fix: write lhs_batching_dimensions=[0]"),
        (lambda: ANY.dot_general(X, X, Same("a")), "fix: write lhs_batching_dimensions=..."),
        (lambda: ANY.after_all(token=1), "after_all has no argument token"),
        (lambda: ANY.if_(), "if_ needs"),
        (lambda: DOUBLED(y=1.0), "doubled has no argument y; it takes x"),
        (lambda: DOUBLED(1.0, x=1.0), "doubled gets x twice, by place and by name"),
        (lambda: hl.function("f32", "f32", name="both")(lambda x, y: x)(y=1.0), "both needs x, too"),
    ],
)
def test_missing_and_unknown_arguments_are_named(call: Callable[[], object], said: str) -> None:
    with pytest.raises(hl.UsageError) as error:
        call()
    assert said in str(error.value)
    assert f"where: {__file__}:" in str(error.value)


ANY: Any = hl  # type checkers see what is wrong with these calls
X = 1.0
DOUBLED: Any = hl.function("f32", name="doubled")(lambda x: x * 2)


def test_what_a_call_gives_is_held_to_what_it_takes() -> None:
    assert misfit(takes, (), {"unknown": 1}) is None


def test_an_error_is_explained_by_the_first_argument_that_doesnt_fit() -> None:
    @public
    def repeated(text: str, times: int) -> str:
        return text.upper() * times

    assert repeated("a", 2) == "AA"
    with pytest.raises(
        hl.UsageError, match=r"text of .*repeated is a text, not int 3\n  where: .*test_door.py:"
    ) as caught:
        repeated(3, 2)
    assert isinstance(caught.value.__cause__, AttributeError)


def test_an_error_that_no_argument_explains_stays_what_it_is() -> None:
    @public
    def broken(x: int) -> int:
        return {}[x]

    with pytest.raises(KeyError):
        broken(3)


def test_what_a_given_function_raises_is_its_own() -> None:
    @public
    def calls(function: Callable[[], Any], flag: bool) -> Any:
        return function()

    def failing() -> None:
        raise TypeError("mine")

    class Failing:
        def __call__(self) -> None:
            raise TypeError("mine")

    for function in (failing, Failing()):
        with pytest.raises(TypeError, match="mine"):
            calls(function, 3)


def test_an_object_that_raises_when_it_is_asked_what_it_is_is_named() -> None:
    class Mine(Exception):
        pass

    with pytest.raises(hl.UsageError, match=r"start of .*: Asked.__index__ raises Mine: asked") as caught:
        _counted(Asked(Mine))
    assert isinstance(caught.value.__cause__, Mine)


@public
def _counted(start: object) -> list[int]:
    return list(range(start))


def test_reasons_that_no_annotation_tells() -> None:
    @public
    def stored(value: object) -> Any:
        if isinstance(value, str):
            return value.encode()
        if isinstance(value, int):
            return np.int64(value)
        if isinstance(value, dict):
            return next(iter(value["a"][0])).encode()
        return copy.deepcopy(value) if isinstance(value, list) else np.empty(np.shape(value))

    with pytest.raises(OverflowError):  # 64 bits are not too many of them
        stored(1 << 63)
    endless: list[Any] = []
    endless.append([endless])
    deep: list[Any] = []
    for _ in range(5000):
        deep = [deep]
    for wrong, said in (
        ("\ud800", "half of a surrogate pair"),
        (10**30, "has an integer of 100 bits; the widest have 64"),
        ({"a": [{"\ud800": 1}]}, "value of .*stored has a text that is none, with half of a surrogate pair in it"),
        (deep, "is nested too deeply, or holds itself"),
        (np.broadcast_to(np.float32(0), (1 << 20, 1 << 20)), "there isn't the memory for what .*stored is asked for"),
    ):
        with pytest.raises(hl.UsageError, match=said):
            stored(wrong)


def test_the_function_is_named_that_was_called() -> None:
    with pytest.raises(hl.UsageError, match=r"^program of portable is a program, not None"):
        hl.transform.portable(None)


def test_strict_looks_at_arguments_of_calls_that_went_well() -> None:
    kept: list[object] = []

    class Keeper:
        @strict
        def __init__(self, number: int) -> None:
            kept.append(number)

    Keeper(1)
    with pytest.raises(hl.UsageError, match=r"number of .*Keeper is an integer, not str 'x'"):
        Keeper("x")
    for make in (
        lambda: interpreter.Trace(3),
        lambda: interpreter.Watch("add", first="x"),
        lambda: interpreter.Step([], 3),
    ):
        with pytest.raises(hl.UsageError, match=r" is (a function|an integer), not "):
            make()


@pytest.mark.parametrize("door", [public, strict])
def test_every_way_to_call_a_class_has_the_door(door: Callable[[type], Any]) -> None:
    class Kept:
        def __init__(self, number: int = 0) -> None:
            self.number = number + 0

        @classmethod
        def of(cls, number: int) -> Any:
            return cls(number + 0)

        @staticmethod
        def twice(number: int) -> int:
            return number + number + 0

        def more(self, number: int) -> int:
            return self.number + number

        def __add__(self, number: int) -> int:
            return self.number + number

        def __radd__(self, number: int) -> int:
            return number + self.number

        def __getitem__(self, number: int) -> int:
            return self.number + number

        def _own(self, number: int) -> int:
            return self.number + number

    kept = door(Kept)
    one = kept(1)
    assert isinstance(kept.of(2), Kept)
    assert (kept.of(2).number, one.of(3).number, kept.twice(2), one.more(1), one + 1, 1 + one, one[1]) == (
        2, 3, 4, 2, 2, 2, 2,
    )  # fmt: skip
    calls: list[Callable[[Any], Any]] = [
        kept, kept.of, one.of, kept.twice, one.more, lambda x: one + x, lambda x: x + one, lambda x: one[x],
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(hl.UsageError, match=r"number of .* is an integer, not None"):
            call(None)
    with pytest.raises(TypeError):
        one._own(None)


def test_a_run_explains_itself() -> None:
    with pytest.raises(hl.UsageError, match=r"entry of run is a text, not dict {}\n  where: .*test_door.py:"):
        interpreter.run(PROGRAM, [1.0, 2.0], entry={})


def test_functions_stay_what_they_are() -> None:
    for function in (hl.add, hl.gather, hl.transform.simplify, interpreter.load, hl.grad):
        assert pickle.loads(pickle.dumps(function)) is function
        inner = inspect.unwrap(function)
        assert inner is not function
        assert inspect.signature(function) == inspect.signature(inner)
        assert (function.__name__, function.__doc__, function.__module__) == (
            inner.__name__,
            inner.__doc__,
            inner.__module__,
        )
        assert Path(inspect.getsourcefile(function) or "").is_relative_to(Path(hl.__file__).parents[1])


def test_a_message_can_always_be_shown() -> None:
    assert str(hl.UsageError("x\ud800y")) == "x\\ud800y"

    class Silent:
        def __repr__(self) -> str:
            raise ZeroDivisionError

    assert described(Silent()) == "a Silent"
    assert described([1] * 100) == f"list [{'1, ' * 18}1,..."


def test_a_view_that_is_no_array_is_refused_at_once() -> None:
    @hl.function()
    def build():
        with pytest.raises(hl.UsageError, match="there isn't the memory for an array of shape"):
            hl.constant(np.broadcast_to(np.float32(0), (1 << 20, 1 << 20)))
        return hl.constant(0)

    assert build.type.results


def test_lists_that_never_end_are_refused() -> None:
    def endless() -> Iterable[int]:
        while True:
            yield 0

    with pytest.raises(hl.UsageError, match="slice_sizes has more than 65536 entries"):
        hl.check_gather(
            "2xf32",
            "1xi64",
            offset_dims=[],
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
            slice_sizes=endless(),
        )
