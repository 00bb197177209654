"""Calls of everything public with one or two arguments replaced by what nobody should give, and what becomes of them.

A call may return, or raise an error of hlogen's. What else happens is a finding: another error, an end of the process,
more than 10 seconds. So the campaign has them made in a process of its own, which is started anew where it ends.
"""

from __future__ import annotations

import inspect
import json
import os
import random
import resource
import select
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import Any

import numpy as np
from helpers.builder_calls import body, callee, future
from helpers.public_calls import Call, calls, is_method, with_arguments

import hlogen as hl
from hlogen.door.explanation import misfit

LIMIT = 10.0  # seconds of one call, of work; by the clock, on a busy machine, it may be many more
_PATIENCE = 600.0
_MEMORY = 6 << 30  # of the process that makes the calls
_ROOT = Path(__file__).parents[2]


class OwnError(Exception):
    """What functions raise that are given as arguments: it has to come out as it is."""


# ---- what nobody should give


class _Raising:
    """An object that raises `error` for whatever Python asks it."""

    def __init__(self, error: type[Exception]) -> None:
        self.error = error

    def _asked(self, *args: Any, **kwargs: Any) -> Any:
        raise self.error("asked")


def _raising(*names: str) -> type[_Raising]:
    """A class of objects whose special methods `names` raise."""

    def method(name: str) -> Callable[..., Any]:
        def asked(self: _Raising, *args: Any, **kwargs: Any) -> Any:
            raise self.error(name)

        return FunctionType(
            asked.__code__.replace(co_name=name, co_qualname=f"Raising.{name}"),
            globals(),
            name,
            None,
            asked.__closure__,
        )

    return type("Raising", (_Raising,), {name: method(name) for name in names})


_QUESTIONS = ("eq", "len", "array", "index", "bool", "iter", "repr", "hash", "getitem", "int", "float", "str", "fspath")
_ASKED = tuple(f"__{question}__" for question in (*_QUESTIONS, "call", "contains"))


def _itself() -> list[Any]:
    endless: list[Any] = []
    endless.append(endless)
    return endless


def _own_mapping() -> dict[str, Any]:
    endless: dict[str, Any] = {}
    endless["a"] = endless
    return endless


def _deep(depth: int, kind: Callable[[list[Any]], Any] = list) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = kind([value])
    return value


def _failing(*args: Any, **kwargs: Any) -> Any:
    raise OwnError


def _failing_generator() -> Iterator[int]:
    yield 0
    raise OwnError


def _strange_answer(answer: Callable[[], Any]) -> Callable[[], Callable[..., Any]]:
    return lambda: lambda *args: answer()


def _huge(dtype: Any, bytes: int = 1 << 42, rank: int = 1) -> np.ndarray[Any, Any]:
    """A view of so many bytes on a single element."""
    size = bytes // np.dtype(dtype).itemsize
    return np.broadcast_to(np.zeros((), dtype), (size,) + (1,) * (rank - 1))


class _Text(str):
    __slots__ = ()


class _Many:
    """As long as can be."""

    def __len__(self) -> int:
        return sys.maxsize

    def __getitem__(self, at: int) -> int:
        return 0


HOSTILE: dict[str, Callable[[], Any]] = {
    **{
        repr(value): (lambda value=value: value)
        for value in (
            *(None, True, False, 0, 1, -1, 2, 5, 64, 10**30, -(10**30), 1 << 31, 1 << 62, 1 << 63, -(1 << 63), 1 << 64),
            *(
                0.0,
                1.0,
                -0.5,
                float("nan"),
                float("inf"),
                1e308,
                1j,
                "",
                "x",
                "add",
                "a.b",
                "\x00",
                "\ud800",
                "x\udfff",
                "x\udcff",
            ),
            *(
                "2xf32",
                "f32",
                "é",
                "%0",
                "main",
                "1" * 5000,
                b"",
                b"\xff",
                b"MLIR",
                ...,
                NotImplemented,
                (),
                [],
                {},
                set(),
            ),
            *(
                [0],
                [1, 0],
                [-1],
                [0, 0],
                [None],
                [1.5],
                [True],
                ["a"],
                ["\ud800"],
                [[]],
                [[0]],
                [[0, 1], [2]],
                [10**30],
            ),
            *([{}], [[], {}], (0,), (0, None), {0}, {"": 1}, {1: 2}, {"a": None}, {"a": {"b": {}}}, {"\ud800": 1}),
            *(range(3), range(10**8), range(1 << 70), slice(1), slice(None, None, 0), frozenset({1}), bytearray(b"a")),
            *(
                int,
                float,
                str,
                bool,
                list,
                object,
                np.float32,
                np.int64,
                np.ndarray,
                hl.Tensor,
                hl.Function,
                hl.UsageError,
            ),
            *(
                len,
                print,
                np.add,
                np.random,
                np.dtype("float32"),
                np.dtype("O"),
                np.dtype("M8[s]"),
                np.dtype([("a", "i4")]),
            ),
        )
    },
    "10**5000": lambda: 10**5000,
    "object()": object,
    "generator": lambda: (one for one in (0, 1)),
    "generator that fails": _failing_generator,
    "iterator": lambda: iter([0]),
    "endless list": _itself,
    "endless dict": _own_mapping,
    "tuple with endless list": lambda: (_itself(),),
    "lists 64 deep": lambda: _deep(64),
    "lists 65 deep": lambda: _deep(65),
    "lists 2000 deep": lambda: _deep(2000),
    "tuples 500 deep": lambda: _deep(500, tuple),
    "dicts 2000 deep": lambda: _deep(2000, lambda one: {"a": one[0]}),
    "many texts": lambda: ["a"] * 10_000,
    "many numbers": lambda: [0] * 10_000,
    "longest": _Many,
    "text of its own class": lambda: _Text("add"),
    "np.bool": lambda: np.bool_(True),
    "np.int8": lambda: np.int8(1),
    "np.uint64": lambda: np.uint64(2**64 - 1),
    "np.float16": lambda: np.float16(1),
    "np.str": lambda: np.str_("add"),
    "array ()": lambda: np.array(1),
    "array [1 2]": lambda: np.array([1, 2]),
    "array of flags": lambda: np.array([True, False]),
    "array of floats": lambda: np.array([[0.5, np.nan]]),
    "array of texts": lambda: np.array(["a", "b"]),
    "array of objects": lambda: np.array([None, {}], object),
    "array of structs": lambda: np.zeros(2, [("a", "i4")]),
    "array of times": lambda: np.zeros(2, "M8[s]"),
    "array of nothing": lambda: np.zeros((0, 3)),
    "array of 64 dimensions": lambda: np.zeros((1,) * 64),
    "array backwards": lambda: np.arange(3, dtype=">i8")[::-1],
    "array masked": lambda: np.ma.masked_array([1, 2], [True, False]),
    "4 TiB of u8": lambda: _huge("u1"),
    "4 TiB of i64": lambda: _huge("i8"),
    "4 TiB of f32": lambda: _huge("f4", rank=2),
    "4 TiB of i1": lambda: _huge("?"),
    "4 TiB of f64 strided": lambda: np.lib.stride_tricks.as_strided(np.zeros(1), (1 << 20, 1 << 19), (0, 0)),
    "16 EiB of nothing": lambda: np.lib.stride_tricks.as_strided(np.zeros(1, "u1"), (1 << 62,), (0,)),
    "list with 4 TiB": lambda: [_huge("f4")],
    "memoryview": lambda: memoryview(b"abcd"),
    "memoryview of 4 TiB": lambda: memoryview(_huge("u1")),
    "raising": lambda: _raising(*_ASKED)(ValueError),
    "raising KeyError": lambda: _raising(*_ASKED)(KeyError),
    **{f"raising in {name}": (lambda name=name: _raising(name)(OwnError)) for name in _ASKED},
    "list of raising": lambda: [_raising(*_ASKED)(OwnError)],
    "function of nothing": lambda: lambda: None,
    "function of one": lambda: lambda x: x,
    "function of two": lambda: lambda x, y: x,
    "function that fails": lambda: _failing,
    **{
        f"function that gives {name}": _strange_answer(answer)
        for name, answer in {
            "text": lambda: "x",
            "\\ud800": lambda: "\ud800",
            "itself": _itself,
            "raising": lambda: _raising(*_ASKED)(OwnError),
            "4 TiB": lambda: _huge("f4"),
            "lists": lambda: _deep(64),
            "number": lambda: 1.0,
            "function": lambda: len,
        }.items()
    },
    "functions": lambda: [len, lambda: None],
    "class": lambda: type("Some", (), {}),
    "error": lambda: ValueError("x"),
    "module": lambda: sys,
    "path": lambda: Path("/nowhere/x"),
    "path of a folder": lambda: Path("/"),
    "path of half a letter": lambda: Path("/nowhere/\ud800"),
    "path of a byte": lambda: Path("\udcff"),
    "path with a null": lambda: Path("\0"),
    "hl.Function": lambda: callee,
    "hl.Region": lambda: body,
    "Module": lambda: callee.module,
    "type": lambda: hl.tensor("2x3xf32"),
}
# What there is only while a program is being built.
HOSTILE_IN_PROGRAMS: dict[str, Callable[[], Any]] = {
    "tensor": lambda: hl.constant(np.zeros((2, 3), np.float32)),
    "integers": lambda: hl.constant(np.zeros(2, np.int64)),
    "flag": lambda: hl.constant(True),
    "token": hl.after_all,
    "tuple": lambda: hl.tuple(hl.constant(1.0), hl.after_all()),
    "future": lambda: future(hl.constant(np.zeros(2))),
    "tensors": lambda: [hl.constant(1.0), hl.after_all()],
    "x.at": lambda: hl.constant([1.0]).at,
}


# ---- calls


@dataclass(frozen=True)
class Wrong:
    """A call with other arguments: `places` are a number, a name, or with a second one an entry of that argument."""

    call: Call
    replaced: tuple[tuple[tuple[int | str, ...], str], ...]

    def __str__(self) -> str:
        said = ", ".join(f"{'.'.join(map(str, place))} = {name}" for place, name in self.replaced)
        return f"{self.call.name}: {said}"


@lru_cache(maxsize=1)
def table() -> tuple[tuple[Call, tuple[tuple[int | str, ...], ...]], ...]:
    """All calls, each with the places of its arguments and of the entries of those that are lists."""
    found = []
    for call in calls():
        places: list[tuple[int | str, ...]] = []
        with_arguments(call, lambda args, options, into=places: into.extend(_places(args, options)))
        found.append((call, tuple(places[is_method(call.name) :])))
    return tuple(found)


def _places(arguments: list[Any], options: dict[str, Any]) -> Iterator[tuple[int | str, ...]]:
    for place, value in [*enumerate(arguments), *options.items()]:
        yield (place,)
        if isinstance(value, (list, tuple)):
            yield from ((place, entry) for entry in range(min(len(value), 2)))


def drawn(seed: int) -> Wrong:
    """One of all calls, the same for the same seed."""
    draw = random.Random(seed)
    call, places = draw.choice([row for row in table() if row[1]])
    names = [*HOSTILE, *(HOSTILE_IN_PROGRAMS if call.types is not None else ())]
    chosen = draw.sample(places, min(len(places), draw.choice((1, 1, 2))))
    return Wrong(call, tuple((place, draw.choice(names)) for place in chosen))


@dataclass
class Outcome:
    """`finding` is empty where all is well; `cause` is what findings are sorted by."""

    finding: str = ""
    cause: str = ""


def outcome(wrong: Wrong) -> Outcome:
    """What becomes of a call."""
    found = Outcome()

    def do(arguments: list[Any], options: dict[str, Any]) -> None:
        nonlocal found
        given: dict[int | str, Any] = {**dict(enumerate(arguments)), **options}
        for (place, *entry), name in wrong.replaced:
            value = (HOSTILE.get(name) or HOSTILE_IN_PROGRAMS[name])()
            if entry:
                if isinstance(given[place], (list, tuple)) and len(given[place]) > entry[0]:
                    listed = list(given[place])
                    listed[entry[0]] = value
                    given[place] = type(given[place])(listed)
            else:
                given[place] = value
        found = _judged(wrong.call, [given[at] for at in range(len(arguments))], {key: given[key] for key in options})

    with suppress(hl.HlogenError):  # of the program around the call, of which nothing was asked
        with_arguments(wrong.call, do)
    return found


def _judged(call: Call, arguments: list[Any], options: dict[str, Any]) -> Outcome:
    try:
        returned = call.function(*arguments, **options)
        if call.then is not None:
            call.then(returned)
        taken = misfit(call.function, arguments, options)
        if taken is not None:
            return Outcome(f"returns, although {taken}", f"returns {call.name} {taken.partition(' ')[0]}")
    except hl.HlogenError as error:
        try:
            str(error).encode()
        except Exception as of_message:  # noqa: BLE001 - a message that can't be shown is a finding
            return Outcome(
                f"{type(of_message).__name__} of a message", f"message {type(of_message).__name__} {_place(error)}"
            )
        return Outcome()
    except OwnError as error:
        frames = traceback.extract_tb(error.__traceback__)
        # Of what a function gives: the function's own. JAX hides its own frames from those of whoever calls it.
        is_asked_by_jax = any(part in frames[-2].filename for part in ("/jax/", "/interop/jax"))
        if frames[-1].name.startswith("__") and not frames[-1].name.startswith("__call") and not is_asked_by_jax:
            return Outcome(f"OwnError of {frames[-1].name}", f"OwnError {frames[-1].name} {_place(error)}")
        return Outcome()  # of a function that was given: its own
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        if type(error) is call.answer:
            return Outcome()
        innermost = traceback.extract_tb(error.__traceback__)[-1]
        if innermost.name == "__call__" and innermost.filename == __file__:
            return Outcome()  # of an object that was given as a function: its own
        if type(error) is TypeError and _is_of_the_call(error):
            return Outcome()  # Python's own, for arguments that there aren't
        if _is_of_a_function(error, call, [*arguments, *options.values()], misfit(call.function, arguments, options)):
            return Outcome()
        return Outcome(f"{type(error).__name__}: {str(error)[:200]!r}", f"{type(error).__name__} {_place(error)}")
    return Outcome()


def _is_of_a_function(error: Exception, call: Call, arguments: list[Any], misfit: str | None) -> bool:
    """Whether it is a function's that was given where one is taken: `len` has no place of its own that tells."""
    takes = inspect.signature(call.function).parameters.values()
    if misfit is not None or not any(
        word in str(one.annotation) for one in takes for word in ("Callable", "Body", "Computation")
    ):
        return False
    return (type(error) is TypeError and "<lambda>" in str(error)) or any(
        isinstance(one, (type, BuiltinFunctionType, np.ufunc)) for one in arguments
    )


def _is_of_the_call(error: Exception) -> bool:
    """Whether Python hasn't even come to call."""
    frames = traceback.extract_tb(error.__traceback__)
    return all(frame.filename == __file__ or "/hlogen/door/" in frame.filename for frame in frames)


def _place(error: BaseException) -> str:
    """The innermost line of ours."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if f"{_ROOT}/hlogen/" in frame.filename or f"{_ROOT}/interpreter/" in frame.filename
    ]
    inner = [frame for frame in frames if "/hlogen/door/" not in frame.filename] or frames
    if not inner:
        return "nowhere of ours"
    return f"{Path(inner[-1].filename).relative_to(_ROOT)}:{inner[-1].lineno} {inner[-1].name}"


# ---- in a process of its own


@dataclass
class Finding:
    seed: int
    wrong: str
    finding: str
    cause: str


def findings(seeds: range) -> Iterator[Finding]:
    """What goes wrong with the calls of these seeds, each made in a process that is started anew where it ends."""
    at = seeds.start
    while at < seeds.stop:
        with subprocess.Popen(
            [sys.executable, __file__, str(at), str(seeds.stop)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": f"{_ROOT}:{_ROOT / 'tests'}"},
        ) as process:
            assert process.stdout is not None
            end = yield from _heard(process.stdout, at)
            process.kill()
            code = process.wait()
        if end is None:
            return
        at, how = end
        if how == "waits" or code == -signal.SIGPROF:
            yield Finding(at, str(drawn(at)), f"more than {LIMIT} s", f"hang {drawn(at).call.name}")
        else:
            yield Finding(at, str(drawn(at)), f"the process ended with {code}", f"death {drawn(at).call.name}")
        at += 1


def _heard(stream: Any, first: int) -> Generator[Finding, None, tuple[int, str] | None]:
    """Findings that a process tells of; gives where it ended too early and how, or None."""
    at, rest = first, b""
    while True:
        if not select.select([stream], [], [], _PATIENCE)[0]:
            return at, "waits"
        data = os.read(stream.fileno(), 1 << 16)
        if not data:
            return at, "ended"
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            said = json.loads(line)
            if said == "end":
                return None
            if isinstance(said, int):
                at = said
            else:
                yield Finding(**said)


def _main(first: int, stop: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryDirectory(prefix="hlogen-wrong-calls-") as folder:  # where files go that are named so
        os.chdir(folder)
        _make(first, stop)
        os.chdir(_ROOT)


def _make(first: int, stop: int) -> None:
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    for seed in range(first, stop):
        wrong = drawn(seed)
        print(seed, file=out)
        signal.setitimer(signal.ITIMER_PROF, LIMIT)  # which ends the process
        found = outcome(wrong)
        signal.setitimer(signal.ITIMER_PROF, 0)
        if found.cause:
            print(json.dumps(vars(Finding(seed, str(wrong), found.finding, found.cause))), file=out)
    print(json.dumps("end"), file=out)


if __name__ == "__main__":
    _main(int(sys.argv[1]), int(sys.argv[2]))
