"""Runs that come after others: a program gives the same bits however often it has run, on whatever, seen or not."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import interpreter
from hlogen.errors import HlogenError
from hlogen.ir import Block, DenseElements, FunctionType, Module, Operation, Region
from interpreter import Executable

MOST_STEPS = 100_000
ROUNDS = 2  # over all inputs: a block is made shorter when it runs a second time

Outcome = tuple[Any, ...]


def require_same_bits(
    program: Any, arguments: Sequence[Any] = (), *, entry: str = "main", compile: str | None = None, **asked: Any
) -> None:
    """Holds runs that nobody looks at against runs with a listener, on two inputs in turn, four times and more.

    What comes back is scribbled over each time, and arguments must stay as they are, in whichever order they lie in
    memory. `compile` is as in interpreter.load: where a listener looks on, NumPy runs. Which of two NaNs comes out of a
    fold that meets both, the specification leaves open: where machine code runs, one is as good as another; and
    arguments lie in order, of which there is the most of it. `asked`: the run's other options.
    """
    executable = interpreter.load(program, entry, compile)
    inputs = [tuple(arguments), tuple(map(changed, arguments))]
    bits = bits_but_of_nans if (compile or os.environ.get("HLOGEN_COMPILE")) == "always" else _bits
    expected = [_outcome(executable, given, bits, max_steps=MOST_STEPS, **asked) for given in inputs]
    ends = [n for n, outcome in enumerate(expected) if not _is_cut_off(outcome)]
    for number, turn in [(number, n) for number in range(ROUNDS) for n in ends]:
        given = tuple(map(laid_out, inputs[turn])) if number and bits is _bits else inputs[turn]
        assert _outcome(executable, given, bits, **asked) == expected[turn]
    for turn in ends:
        assert _outcome(executable, inputs[turn], bits, max_steps=MOST_STEPS, **asked) == expected[turn]


def changed(value: Any) -> Any:
    """Other values of the same kind: an array backwards; of floats that come out the same, half of them."""
    if isinstance(value, tuple):
        return tuple(map(changed, value))
    if not isinstance(value, np.ndarray | np.generic):
        return value
    array = np.ascontiguousarray(np.flip(value)).reshape(np.shape(value))
    if array.tobytes() == np.asarray(value).tobytes() and array.dtype.kind in "fc":
        with np.errstate(all="ignore"):
            array = np.asarray(array * array.dtype.type(0.5))
    return array


def laid_out(value: Any) -> Any:
    """The same values where they don't lie in their order: the first dimension innermost, and with gaps."""
    if isinstance(value, tuple):
        return tuple(map(laid_out, value))
    if not isinstance(value, np.ndarray) or not value.ndim:
        return value
    whole = np.zeros((*value.shape[1:][::-1], 2 * value.shape[0]), value.dtype).transpose()
    part = whole[::2]
    part[...] = value
    return part


def with_constants_given(module: Module, entry: str = "main") -> tuple[Module, list[Any]]:
    """The program with the constants of its entry as arguments, and their values. The module itself is used up."""
    function = module.function(entry)
    constants = [
        op
        for op in function.body.operations
        if op.name == "stablehlo.constant" and isinstance(op.attributes.get("value"), DenseElements)
    ]
    given = [*(value.type for value in function.arguments), *(op.result.type for op in constants)]
    block = Block(given)
    places = dict(zip([*function.arguments, *(op.result for op in constants)], block.arguments, strict=True))
    block.operations = [op for op in function.body.operations if op not in constants]
    for op in block.operations:
        for inner in op.walk():
            inner.operands = tuple(places.get(value, value) for value in inner.operands)
    type = FunctionType(tuple(given), function.type.results)
    attributes = {**function.operation.attributes, "function_type": type}
    attributes.pop("arg_attrs", None)
    others = [op for op in module.operations if op is not function.operation]
    values = [interpreter.run(_only(op))[0] for op in constants]
    return Module([Operation("func.func", (), (), attributes, [Region([block])]), *others]), values


def _only(constant: Operation) -> Module:
    """A program that gives a constant."""
    body = Block()
    op = Operation(constant.name, (), [constant.result.type], constant.attributes)
    body.operations = [op, Operation("func.return", [op.result])]
    type = FunctionType((), (op.result.type,))
    return Module([Operation("func.func", (), (), {"sym_name": "main", "function_type": type}, [Region([body])])])


def _outcome(executable: Executable, arguments: Sequence[Any], bits: Callable[[Any], Any], **asked: Any) -> Outcome:
    """The bits of what a run gives, which is written over then; of one that stops, what it says."""
    before = _bits(tuple(arguments))
    try:
        results = executable(*arguments, **asked)
    except HlogenError as error:
        return type(error), str(error)
    found: Outcome = bits(results)
    _scribble(results)
    assert _bits(tuple(arguments)) == before, "a run has written to its arguments"
    return found


def _is_cut_off(outcome: Outcome) -> bool:
    """Whether a run wasn't at its end within MOST_STEPS."""
    return bool(outcome) and isinstance(outcome[0], type) and "may take no more" in outcome[1]


def _bits(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_bits, value))
    if isinstance(value, np.ndarray | np.generic):
        return value.tobytes(), value.shape, value.dtype
    return value


def bits_but_of_nans(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(bits_but_of_nans, value))
    if isinstance(value, np.ndarray) and value.dtype.kind not in "biu":
        with np.errstate(all="ignore"):
            value = np.where(value != value, np.full(1, np.nan).astype(value.dtype), value)
    return _bits(value)


def _scribble(value: Any) -> None:
    if isinstance(value, tuple):
        for part in value:
            _scribble(part)
    elif isinstance(value, np.ndarray) and value.size:
        bits = 255 - np.frombuffer(value.tobytes(), np.uint8)
        value[...] = ~value if value.dtype == np.bool_ else np.frombuffer(bits.tobytes(), value.dtype)[0]
