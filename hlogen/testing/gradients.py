"""`assert_gradients`: derivatives held against differences, and forwards against backwards.

Derivatives are judged in f64, in which differences are sharp: all floats of the program are f64 there. In the program's
own types they then have to be the same to half of their digits.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import ml_dtypes
import numpy as np

import interpreter
from hlogen.autodiff.derivatives import jvp, vjp
from hlogen.builder.composite import STOP_GRADIENT
from hlogen.builder.function import Function, Program
from hlogen.conform.opwise.modules import alone, why_not
from hlogen.conform.opwise.record import Execution, record
from hlogen.conform.wide import widened
from hlogen.door import public
from hlogen.errors import HlogenError, UsageError
from hlogen.ir import ComplexType, FloatType, Module, ProgramLike, TensorType, Type, dtype_of
from hlogen.testing.inputs import drawn, flat, require_seed, told
from interpreter.executable import module_of
from interpreter.execution.names import place_of
from interpreter.values.array import Array
from interpreter.values.digits import digits

_EACH = 64  # numbers that are moved one by one; of more, directions at random are taken
_DIRECTIONS = 8
_SMALLEST = 1e-3  # a number that is smaller is moved as far as this one
_KINK = 1e-4  # by so much of themselves the slopes on both sides differ where there is no derivative
_WIDER = (8, 64)  # as many steps are tried where differences over one disagree with a derivative,
_CONVERGED = 1e-3  # and believed where they are known to this much of themselves
_SHOWN = 5
_MOST_OPERATIONS = 200  # that are looked at one by one where a derivative is wrong


@public
def assert_gradients(
    program: ProgramLike, inputs: Sequence[Any] | None = None, *, seed: int = 0, entry: str = "main"
) -> None:
    """Raises AssertionError where derivatives of `program` aren't those that differences of its results show.

    `program` is what `hlogen.function` or `hlogen.parse` made, a file, or text. `inputs` are arrays of the types of the
    arguments of `entry`; where there are none, they are drawn by `seed` as `assert_equivalent` draws them. Derivatives
    are those of `hlogen.jvp` and `hlogen.vjp` by all arguments that have floats: by each of their numbers where these
    are at most 64, along directions at random where they are more.

    They are judged with all floats of the program as f64, and in its own types have to agree with that to half of the
    digits. A program that can't be written in f64, as it looks at bits, is judged in its own types, more coarsely.
    Where a result has a kink or a step, as a maximum has at a tie, there is no derivative to be wrong: a UserWarning
    says where. What `hlogen.stop_gradient` cuts off fails, since its derivative isn't that of the results.

    Raises UsageError where an argument doesn't fit, an operation has no derivative or nothing can be judged,
    ConstraintError where `program` breaks the specification, ExecutionError where it can't be run to its end.
    """
    require_seed(seed)
    loaded = interpreter.load(module_of(program), entry)
    types, names = loaded.type.inputs, loaded.argument_names
    arrays = loaded.values(next(drawn(types, seed)) if inputs is None else flat(program, inputs))
    found = verdict(module_of(program), loaded.name, arrays, names, seed)
    on = told(names, types, arrays, seed if inputs is None else None)
    if found.wrong:
        raise AssertionError("\n".join([WRONG, *found.wrong, *on]))
    if found.open and not found.judged:
        raise UsageError("\n".join([OPEN, *found.open, *on, "  fix: give inputs beside it"]))
    if found.open:
        warnings.warn("\n".join([OPEN, *found.open, *on]), UserWarning, stacklevel=3)  # @public stands between


WRONG = "derivatives aren't those of the results:"
OPEN = "where there is no derivative, none is judged:"


@dataclass(frozen=True)
class Verdict:
    """How many derivatives were held against differences, and lines about those that are wrong, and about where there
    are none; of many the first few."""

    judged: int
    wrong: list[str]
    open: list[str]


def verdict(module: Module, entry: str, arrays: Sequence[Array], names: Sequence[str], seed: int) -> Verdict:
    """What is to be said of the derivatives of a program at `arrays`; UsageError where it has none."""
    found = _judged(module, entry, arrays, names, seed)
    if found is None:
        raise UsageError(f"@{entry} has no derivative: it takes or gives no floats")
    if not found.wrong:
        return Verdict(found.judged, [], found.open[:_SHOWN])
    more = [f"  and {len(found.wrong) - _SHOWN} more"] if len(found.wrong) > _SHOWN else []
    stops = [op for op in module.walk() if op.attributes.get("name") == STOP_GRADIENT]
    cut = [f"hl.stop_gradient cuts derivatives off at {op.place}" for op in stops[:1]]
    first = _first_operation(module, entry, arrays, seed) or _first_nan(module, entry, arrays)
    return Verdict(found.judged, [*found.wrong[:_SHOWN], *more, *cut, *first], found.open[:_SHOWN])


class _Derived:
    """A program and its derivatives, for arrays of any floats, which are given as those that it takes."""

    def __init__(self, module: Module, entry: str) -> None:
        program = Program(module)
        self.run = interpreter.load(module, entry)
        self.moved = _floats(self.run.type.inputs)
        self.out = _floats(self.run.type.results)
        if self.moved and self.out:
            self._forward = interpreter.load(jvp(program, entry=entry))
            self._backward = interpreter.load(vjp(program, entry=entry))
        types = [self.run.type.inputs[n] for n in self.moved], [self.run.type.results[n] for n in self.out]
        self._dtypes, self._out_dtypes = ([_dtype(type) for type in some] for some in types)
        self.eps = max((_eps(dtype) for dtype in (*self._dtypes, *self._out_dtypes)), default=0.0)

    def results(self, arrays: Sequence[Array]) -> list[Array]:
        given = self.run(*self._given(arrays))
        return [_wide(given[n]) for n in self.out]

    def tangents(self, arrays: Sequence[Array], direction: Sequence[Array]) -> list[Array]:
        along = [x.astype(dtype) for x, dtype in zip(direction, self._dtypes, strict=True)]
        return [_wide(x) for x in self._forward(*self._given(arrays), *along)[len(self.run.type.results) :]]

    def gradients(self, arrays: Sequence[Array], cotangents: Sequence[Array]) -> list[Array]:
        back = [x.astype(dtype) for x, dtype in zip(cotangents, self._out_dtypes, strict=True)]
        return [_wide(x) for x in self._backward(*self._given(arrays), *back)[len(self.run.type.results) :]]

    def _given(self, arrays: Sequence[Array]) -> list[Array]:
        given = [*arrays]
        for number, dtype in zip(self.moved, self._dtypes, strict=True):
            given[number] = given[number].astype(dtype)
        return given


@dataclass
class _Found:
    """How many derivatives were judged, and what is said of those that are wrong, or that aren't there."""

    judged: int = 0
    wrong: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    _kinks: set[tuple[int, ...]] = field(default_factory=set)  # results that have no derivative in some direction
    _infinite: list[tuple[tuple[int, ...], str]] = field(default_factory=list)

    def settle(self) -> None:
        """Without a derivative in one direction, what isn't finite in others (0 times infinity) says nothing."""
        self.wrong += [said for place, said in self._infinite if place not in self._kinks]

    def compare(self, derived: _Derived, arrays: Sequence[Array], direction: Sequence[Array], name: str) -> bool:
        """Holds tangents along a direction against differences; whether some have none."""
        said = derived.tangents(arrays, direction)
        moved = [np.asarray(arrays[n], _wide(arrays[n]).dtype) for n in derived.moved]
        size = max(
            float(np.abs(x[along != 0]).max(initial=_SMALLEST)) for x, along in zip(moved, direction, strict=True)
        )
        step = derived.eps ** (1 / 3) * size

        def at(factor: float) -> list[Array]:
            shifted = [*arrays]
            for number, x, along in zip(derived.moved, moved, direction, strict=True):
                shifted[number] = x + factor * step * along
            return derived.results(shifted)

        is_open = False
        values = zip(at(-1), at(-0.5), at(0), at(0.5), at(1), strict=True)
        with np.errstate(all="ignore"):
            for number, tangent, (a, b, c, d, e) in zip(derived.out, said, values, strict=True):
                finite = np.isfinite(a) & np.isfinite(b) & np.isfinite(c) & np.isfinite(d) & np.isfinite(e)
                near, far = (d - b) / step, (e - a) / (2 * step)
                noise = 16 * derived.eps * np.maximum(np.abs(a), np.abs(e)) / step
                left, right = (c - b) / (step / 2), (d - c) / (step / 2)
                gap, wide_gap = np.abs(right - left), np.abs((e - c) - (c - a)) / step
                slope = np.maximum(np.abs(left), np.abs(right))
                kink = ~finite | ((gap > 0.75 * wide_gap) & (gap > noise + _KINK * slope))
                largest = float(np.abs(near[finite]).max(initial=0))
                margin = noise + 2 * np.abs(far - near) + np.sqrt(derived.eps) * largest
                self.judged += int(np.count_nonzero(~kink))
                for index in map(tuple, np.argwhere(kink)):
                    sides = f"{left[index]:.6g} from the left, {right[index]:.6g} from the right"
                    why = f"the slope is {sides}" if finite[index] else "results around it aren't finite"
                    self.open.append(f"  {_entry(number, index, name)}: {why}")
                    self._kinks.add((number, *index))
                    is_open = True
                wrong = ~kink & ~(np.abs(tangent - near) <= margin)
                for scale in _WIDER if (wrong & np.isfinite(tangent)).any() else ():
                    at_number = derived.out.index(number)
                    around = [at(side * scale)[at_number] for side in (-1, -0.5, 0, 0.5, 1)]
                    wrong &= ~_agree(tangent, around, scale * step, derived.eps)
                for index in map(tuple, np.argwhere(wrong)):
                    what = f"hl.jvp gives {digits(tangent[index])}, differences {near[index]:.9g}"
                    said_of_it = f"  {_entry(number, index, name)}: {what} (+- {margin[index]:.1g})"
                    if np.isfinite(tangent[index]):
                        self.wrong.append(said_of_it)
                    else:
                        self._infinite.append(((number, *index), said_of_it))
        return is_open

    def compare_backwards(
        self,
        derived: _Derived,
        arrays: Sequence[Array],
        direction: Sequence[Array],
        name: str,
        rng: np.random.Generator,
    ) -> None:
        """Holds gradients against tangents, of which they are the transpose."""
        tangents = derived.tangents(arrays, direction)
        cotangents = [_normal(rng, x) for x in tangents]
        gradients = derived.gradients(arrays, cotangents)
        with np.errstate(all="ignore"):
            left = [(x * y).real for x, y in zip(cotangents, tangents, strict=True)]
            right = [(x[y != 0] * y[y != 0]).real for x, y in zip(gradients, direction, strict=True)]
            one, other = (float(sum(x.sum() for x in parts)) for parts in (left, right))
            margin = np.sqrt(derived.eps) * float(sum(np.abs(x).sum() for x in (*left, *right))) + 64 * derived.eps
        if np.isfinite(one) and not abs(one - other) <= margin:
            within = f" (+- {margin:.1g})" if np.isfinite(margin) else ""
            what = f"hl.vjp gives {other:.9g} for random cotangents, hl.jvp {one:.9g}{within}"
            said = f"  d results / d {name}: {what}"
            if said not in self.wrong:  # in f64 and in the program's own types
                self.wrong.append(said)

    def compare_precision(
        self, own: _Derived, wide: _Derived, arrays: Sequence[Array], direction: Sequence[Array], name: str
    ) -> None:
        """Holds tangents in a program's own types against those in f64."""
        pairs = zip(own.out, own.tangents(arrays, direction), wide.tangents(arrays, direction), strict=True)
        for number, said, wanted in pairs:
            margin = np.sqrt(own.eps) * float(np.abs(wanted[np.isfinite(wanted)]).max(initial=1))
            with np.errstate(all="ignore"):
                wrong = np.isfinite(wanted) & ~(np.abs(said - wanted) <= margin)
            for index in map(tuple, np.argwhere(wrong)):
                what = f"hl.jvp gives {digits(said[index])}, and {digits(wanted[index])} in f64"
                self.wrong.append(f"  {_entry(number, index, name)}: {what}")


def _agree(tangent: Array, sides: Sequence[Array], step: float, eps: float) -> Array:
    """Where a tangent is what differences over a wide step show, which have come near to their limit: those over a
    narrow one are noise where results are rests of larger numbers, as of ``1 - tanh(x) ** 2``."""
    a, b, c, d, e = sides
    near, far = (d - b) / step, (e - a) / (2 * step)
    noise = 16 * eps * np.maximum(np.abs(a), np.abs(e)) / step
    error = noise + 2 * np.abs(a - 4 * b + 6 * c - 4 * d + e) / step + np.abs(far - near)
    agrees: Array = (error <= _CONVERGED * np.abs(near)) & (np.abs(tangent - near) <= error)
    return agrees


def _judged(module: Module, entry: str, arrays: Sequence[Array], names: Sequence[str], seed: int) -> _Found | None:
    """What is found about the derivatives of a program; None where it has none."""
    own = _Derived(module, entry)
    if not own.moved or not own.out:
        return None
    wide = widened(module, entry)
    judge = own if wide is None else _Derived(wide, entry)
    found = _Found()
    rng = np.random.default_rng(seed)
    for name, direction in _directions(arrays, own.moved, names, rng):
        is_open = found.compare(judge, arrays, direction, name)
        for derived in (judge,) if judge is own or is_open else (judge, own):
            found.compare_backwards(derived, arrays, direction, name, rng)
        if judge is not own and not is_open:
            found.compare_precision(own, judge, arrays, direction, name)
    found.settle()
    return found


def _first_operation(module: Module, entry: str, arrays: Sequence[Array], seed: int) -> list[str]:
    """The first operation whose derivative is wrong by itself, on what the run has given it."""
    ran: list[Execution] = []
    with suppress(HlogenError):  # a program for several processes, say
        record(module, arrays, entry, ran.append)
    for execution in ran[:_MOST_OPERATIONS]:
        if why_not(module, execution) is None and _is_finite(execution):
            built = alone(module, [execution])
            with suppress(HlogenError):
                found = _judged(built.module, "main", built.args, _numbered(built.args), seed)
                if found is not None and found.wrong:
                    op = execution.op
                    return [f"the first operation whose derivative is wrong: {op.name}{place_of(op)}:", found.wrong[0]]
    return []


def _is_finite(execution: Execution) -> bool:
    """Whether an operation was given numbers alone: only beside those are there differences."""
    return all(np.isfinite(x).all() for x in map(np.asarray, execution.inputs.values()) if x.dtype.kind in "fc")


def _first_nan(module: Module, entry: str, arrays: Sequence[Array]) -> list[str]:
    """The first operation on the way forwards or back that makes a NaN, where every derivative is right by itself: of
    what is computed and then not chosen, infinity times the zero that flows back to it."""
    program = Program(module)
    for derived, likes in derivatives_at(program, entry, arrays):
        ones = [np.ones(like.shape, like.dtype) for like in likes]
        try:
            interpreter.run(derived, *arrays, *ones, listeners=[interpreter.Trap("nan")])
        except interpreter.Trapped as trapped:
            advice = "  fix: where its result isn't used, give it other operands, chosen before it by hl.where"
            first, *rest = str(trapped).splitlines()
            places = [line for line in rest if line.startswith("  where:")]
            return [f"the first NaN on the way: {first}", *places, advice]
        except HlogenError:
            pass  # what can't be run has been told of
    return []


def derivatives_at(program: Program, entry: str, arrays: Sequence[Array]) -> Iterator[tuple[Function, list[Array]]]:
    """The derivative forwards, and what its tangents are of; the one backwards, and what its cotangents are of."""
    run = interpreter.load(program.module, entry)
    yield jvp(program, entry=entry), [arrays[n] for n in _floats(run.type.inputs)]
    results = run(*arrays)
    yield vjp(program, entry=entry), [results[n] for n in _floats(run.type.results)]


def _numbered(arrays: Sequence[Array]) -> list[str]:
    return [f"operand {number}" for number in range(len(arrays))]


def _directions(
    arrays: Sequence[Array], moved: Sequence[int], names: Sequence[str], rng: np.random.Generator
) -> Iterator[tuple[str, list[Array]]]:
    """What is moved, and how it is called."""
    zeros = [np.zeros(arrays[n].shape, _wide(arrays[n]).dtype) for n in moved]
    parts = sum(x.size * (2 if x.dtype.kind == "c" else 1) for x in zeros)
    if parts > _EACH:
        for number in range(_DIRECTIONS):
            yield f"direction {number} at random", [_normal(rng, x) for x in zeros]
        return
    for at, zero in enumerate(zeros):
        for index in np.ndindex(zero.shape):
            for unit in (1, 1j) if zero.dtype.kind == "c" else (1,):
                direction = [x.copy() for x in zeros]
                direction[at][index] = unit
                part = "" if zero.dtype.kind != "c" else ".real" if unit == 1 else ".imag"
                yield f"{names[moved[at]]}{[*index] if index else ''}{part}", direction


def _entry(result: int, index: tuple[Any, ...], name: str) -> str:
    return f"d result {result}{[int(i) for i in index] if index else ''} / d {name}"


def _floats(types: Sequence[Type]) -> list[int]:
    return [number for number, type in enumerate(types) if _is_float(type)]


def _is_float(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, (FloatType, ComplexType))


def _dtype(type: Type) -> np.dtype[Any]:
    assert isinstance(type, TensorType)
    return dtype_of(type.element_type)


def _eps(dtype: np.dtype[Any]) -> float:
    real = np.zeros((), dtype).real.dtype
    return float(ml_dtypes.finfo(real).eps)  # type: ignore[no-untyped-call]  # has no types


def _wide(array: Array) -> Array:
    return np.asarray(array, np.complex128 if np.asarray(array).dtype.kind == "c" else np.float64)


def _normal(rng: np.random.Generator, like: Array) -> Array:
    drawn = rng.normal(size=like.shape)
    return np.asarray(drawn + 1j * rng.normal(size=like.shape) if like.dtype.kind == "c" else drawn)
