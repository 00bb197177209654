"""What kernels' rows claim of their operations is true of what they do: on the goldens, and on special values."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from inspect import isfunction
from pathlib import Path
from typing import Any

import mpmath
import numpy as np
import pytest
from helpers import one_op
from helpers.accuracy_reference import REFERENCES
from helpers.reruns import with_constants_given

import interpreter
from hlogen.conform.forms import as_constants
from hlogen.errors import HlogenError, UsageError
from hlogen.ir import IntegerType, Module, Operation, SymbolRef, TensorType
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read
from interpreter.execution.context import Asked
from interpreter.execution.listener import Listener
from interpreter.execution.traits import EVERYWHERE, Gives, Makes
from interpreter.grid import grid
from interpreter.kernels.registry import kernels
from interpreter.plan.quantized import planned
from interpreter.values.array import as_array
from interpreter.values.made import INFINITY, NAN, is_floating, made

GOLDEN = Path(__file__).parents[3] / "golden"
FOLDERS = sorted(path for path in GOLDEN.iterdir() if path.is_dir() and path.name not in ("invalid", "real"))
SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.5, 1e-3, np.inf, -np.inf, 448.0, 1e38, -1e300]


Execution = tuple[Operation, list[Any], list[Any]]


class Seen(Listener):
    """A listener that keeps what operations got and gave."""

    def __init__(self) -> None:
        self.executions: list[Execution] = []

    def on_op(self, op: Operation, operands: Any, results: Any) -> None:
        self.executions.append((op, list(operands), list(results)))


class Asking:
    """Keeps which operations ask for their process, or for random numbers, while their kernels run."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.here = threading.local()
        self.names: set[str] = set()
        for name, row in list(kernels().items()):
            monkeypatch.setitem(kernels(), name, replace(row, plan=self.telling(row.plan)))
        original = grid.current_process
        for name, module in list(sys.modules.items()):
            if name.startswith("interpreter.") and getattr(module, "current_process", None) is original:
                monkeypatch.setattr(module, "current_process", self.seen_by(original))
        monkeypatch.setattr(Asked, "generator", property(self.seen_by(vars(Asked)["generator"].func)))

    def telling(self, plan: Callable[..., Any]) -> Callable[..., Any]:
        def planned(op: Operation, planner: Any) -> Any:
            run = plan(op, planner)
            if not isfunction(run):  # control flow, NumPy's functions, and folds, which ask for nothing
                return run

            def told(*operands: Any) -> Any:
                outer, self.here.name = getattr(self.here, "name", None), op.name
                try:
                    return run(*operands)
                finally:
                    self.here.name = outer

            return told

        return planned

    def seen_by(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(*arguments: Any) -> Any:
            self.names.add(self.here.name)
            return function(*arguments)

        return asked


class Golden:
    """A program with arguments."""

    def __init__(self, program: Module, arguments: Sequence[Any] = ()) -> None:
        self.program, self.arguments = program, list(arguments)

    @cached_property
    def executions(self) -> list[Execution]:
        return seen(self.program, self.arguments)


@pytest.fixture(scope="module", params=FOLDERS, ids=lambda folder: folder.name)
def folder(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture(scope="module", params=[3, pytest.param(1, marks=pytest.mark.campaign)], ids="one in {}".format)
def goldens(folder: Path, request: pytest.FixtureRequest) -> list[Golden]:
    """One golden in three as it is, then with its constants as arguments."""
    found = []
    parts = [part for path in sorted(folder.glob("*.mlir")) for _, part in numbered_parts(path.read_bytes())]
    for part in parts[:: request.param]:
        found.append(Golden(read(part)))
        with contextlib.suppress(UsageError):  # its checks stand in a region
            found.append(Golden(*with_constants_given(as_constants(read(part), "main").module)))
    return found


def seen(program: Any, arguments: list[Any]) -> list[Execution]:
    """What ran, but for lanes that ran together; until a check fails, or an operation refuses its operands."""
    listener = Seen()
    with contextlib.suppress(HlogenError):
        interpreter.run(program, *arguments, listeners=[listener])
    return [one for one in listener.executions if not is_in_lanes(one[0], one[1] + one[2])]


def is_in_lanes(op: Operation, values: list[Any]) -> bool:
    types = [value.type for value in (*op.operands, *op.results)]
    return any(isinstance(t, TensorType) and np.ndim(x) != t.rank for t, x in zip(types, values, strict=True))


def special(arguments: list[Any], seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    with np.errstate(all="ignore"):
        return [
            np.asarray(rng.choice(SPECIAL, np.shape(x))).astype(x.dtype) if is_floating(x) else x for x in arguments
        ]


def arrays(values: Any) -> list[Any]:
    found = [part for x in values for part in (arrays(x) if isinstance(x, tuple) else [x])]
    return [x for x in found if isinstance(x, np.ndarray) and x.size]


def test_claims_are_true_of_goldens(goldens):
    for one in goldens:
        second = seen(one.program, one.arguments)
        for (op, operands, results), (_, _, again) in zip(one.executions, second, strict=True):
            hold_memory(op, operands, results, again)
            hold_shapes(op, operands, results)
            traits = kernels()[op.name].traits
            with np.errstate(all="ignore"):
                if traits.pure:
                    assert as_array(planned(op, NO_PLANNER)(*operands)).tobytes() == results[0].tobytes(), op
                if traits.elementwise and operands and is_static(op) and not has_parts(op):
                    hold_elementwise(op, operands, results[0])
                if traits.lanes is not None:
                    hold_lanes(op, operands)
                if not (traits.elementwise or traits.sums or traits.calls or traits.makes is Makes.ANYTHING):
                    hold_moved(op, operands, results)
                if traits.keeps_axis is not None and is_static(op):
                    hold_axes(op, operands)
                if traits.exact is not None and is_static(op):
                    hold_exact(op, operands)


def hold_memory(op: Operation, operands: list[Any], results: list[Any], again: list[Any]) -> None:
    """In whose memory results are; `again` are those of another run."""
    shared = [any(np.shares_memory(x, y) for y in arrays(operands)) for x in arrays(results)]
    match kernels()[op.name].traits.gives:
        case Gives.NEW:
            assert not any(shared), op
            assert all(x.flags.writeable for x in arrays(results)), op
            assert not any(map(np.shares_memory, results, again)), op
        case Gives.VIEW:
            assert all(np.shares_memory(x, operands[0]) for x in arrays(results)), op
        case Gives.KEPT:
            assert not results[0].flags.writeable, op
            assert all(map(np.shares_memory, arrays(results), arrays(again))), op
        case Gives.OPERANDS:
            assert all(shared), op
        case Gives.IN_ORDER:
            assert all(shared) or not operands[0].flags.c_contiguous, op
            assert results[0].tobytes() == operands[0].tobytes(), op


def hold_shapes(op: Operation, operands: list[Any], results: list[Any]) -> None:
    """Each rule gives the shapes that there are; where it isn't told all of the operands', those or none."""
    traits, shapes = kernels()[op.name].traits, [x.shape if isinstance(x, np.ndarray) else None for x in operands]
    if traits.alike:
        assert len({shape for shape in shapes if shape}) <= 1, op
    for number, result in enumerate(results if traits.shape is not None and operands else ()):
        if not isinstance(result, np.ndarray) or has_parts(op):
            continue
        assert traits.shape(op, shapes, number) == result.shape, op
        for hidden in range(len(shapes)):
            told = [None if at == hidden else shape for at, shape in enumerate(shapes)]
            assert traits.shape(op, told, number) in (None, result.shape), op


def hold_lanes(op: Operation, operands: list[Any]) -> None:
    """Two lanes at once are what they are one after the other: the operands, and others of the same shapes."""
    if not all(isinstance(x, np.ndarray) for x in operands):  # tokens
        return
    run, moved = planned(op, NO_PLANNER), [np.asarray(~x if x.dtype == bool else x + x.dtype.type(1)) for x in operands]
    lanes = kernels()[op.name].traits.lanes(op, *map(np.stack, zip(operands, moved, strict=True)))
    for lane, given in enumerate((operands, moved)):
        found, expected = ((x if isinstance(x, tuple) else (x,)) for x in (lanes, run(*given)))
        for one, other in zip(found, expected, strict=True):
            assert one[lane].shape == other.shape, op
            assert np.asarray(one[lane]).tobytes() == np.asarray(other).tobytes(), op


def hold_moved(op: Operation, operands: list[Any], results: list[Any]) -> None:
    """What neither computes element by element nor adds up gives elements that there are, and zeros."""
    if op.name in ELSEWHERE:
        return
    for result in filter(is_floating, results):
        alike = [x for x in operands if is_floating(x) and x.dtype == result.dtype]
        known = {bits for x in (*alike, np.zeros(1, result.dtype)) for bits in elements(x)}
        assert not alike or elements(result) <= known, op


def elements(x: Any) -> set[bytes]:
    size, found = x.dtype.itemsize, x.tobytes()
    return {found[start : start + size] for start in range(0, len(found), size)}


def hold_axes(op: Operation, operands: list[Any]) -> None:
    """What is numbered along an axis of the operand is so along those of the result that are said, and no others."""
    for source, size in enumerate(operands[0].shape):
        numbers = np.arange(size).reshape([-1 if axis == source else 1 for axis in range(operands[0].ndim)])
        found = planned(op, NO_PLANNER)(np.broadcast_to(numbers, operands[0].shape).copy(), *operands[1:])
        for target in range(found.ndim) if found.size and size > 1 else ():
            along = np.moveaxis(found, target, -1)
            is_moved = along.shape[-1] == size and (along == np.arange(size)).all()
            assert kernels()[op.name].traits.keeps_axis(op, source, target) == is_moved, op


def hold_exact(op: Operation, operands: list[Any]) -> None:
    """Of integers of any size, what it is exactly, modulo the size of its type, is what it gives."""
    types = [value.type.element_type for value in (*op.operands, *op.results)]
    if not all(isinstance(type, IntegerType) and not type.is_boolean for type in types):
        return
    rng, (*taken, result) = np.random.default_rng(0), types
    drawn = [
        rng.choice([type.minimum, type.maximum, 0, *rng.integers(type.minimum // 2, type.maximum // 2, 9)], x.shape)
        for type, x in zip(taken, operands, strict=True)
    ]
    for numbers in (operands, drawn):
        given = [np.asarray(x).astype(y.dtype) for x, y in zip(numbers, operands, strict=True)]
        exact = kernels()[op.name].traits.exact(*(np.asarray(x).astype(object) for x in given))
        held = (exact - result.minimum) % (1 << result.width) + result.minimum
        assert np.asarray(planned(op, NO_PLANNER)(*given)).tolist() == np.asarray(held).tolist(), op


def hold_elementwise(op: Operation, operands: list[Any], result: Any) -> None:
    """Run on two copies in front of one another, each is what it was, to the bit; and so on operands that repeat."""
    run = planned(op, NO_PLANNER)
    for twice in ([np.stack([x, x]) if x.ndim == result.ndim else x for x in operands], [x[None] for x in operands]):
        for part in as_array(run(*twice)):
            assert np.asarray(part).tobytes() == result.tobytes(), op


def test_only_what_says_so_is_shaped_by_values(goldens):
    """Of integers other than those that a static type was written for, the result has another shape, or none."""
    for one in goldens:
        for op, operands, results in one.executions:
            traits = kernels()[op.name].traits
            if op.regions or not operands or traits.of_process or traits.calls or not is_static(op):
                continue
            for integers in (0, 1):
                given = [np.full_like(x, integers) if x.dtype.kind in "iu" else x for x in operands]
                with contextlib.suppress(HlogenError), np.errstate(all="ignore"):
                    found = planned(op, NO_PLANNER)(*given)
                    shapes = [x.shape for x in (found if isinstance(found, tuple) else (found,))]
                    assert traits.shaped_by_values or shapes == [x.shape for x in results], op


def test_only_what_says_so_asks_for_its_process(folder, goldens, monkeypatch):
    asking = Asking(monkeypatch)
    for one in goldens:
        planned_anew = Module(one.program.operations)
        with contextlib.suppress(HlogenError):
            interpreter.run(planned_anew, *one.arguments)
    said = {name for name, row in kernels().items() if row.traits.of_process}
    # the interpreter's own ask for what the grid keeps for all of its processes
    assert {name for name in asking.names if not name.startswith(("interpreter.", "check."))} <= said
    if folder.name in ("partition_id", "all_reduce", "recv", "rng"):
        assert f"stablehlo.{folder.name}" in asking.names


def test_functions_are_named_by_what_says_so(goldens):
    for one in goldens:
        functions = set(one.program.functions)
        for op in one.program.walk():
            named = {key for key, value in op.attributes.items() if functions & set(symbols(value))}
            assert named <= set(kernels()[op.name].traits.calls if op.name in kernels() else ()), op


def symbols(value: object) -> Iterator[str]:
    if isinstance(value, SymbolRef):
        yield value.name
    for part in value if isinstance(value, tuple) else ():
        yield from symbols(part)


def test_what_says_that_it_makes_no_nans_makes_none(goldens):
    """Whatever it is given."""
    for one in goldens:
        for op, operands, results in seen(one.program, special(one.arguments, 0)) if one.arguments else ():
            traits = kernels()[op.name].traits
            if traits.makes is not Makes.NOTHING or op.regions or op.name in ELSEWHERE or not op.operands:
                continue
            for result in filter(is_floating, results):
                for kind in (NAN, INFINITY):
                    assert made(kind, result, operands, by_element=traits.elementwise) is None, op


# Whose operations are looked at inside, or which bring in what was looked at elsewhere.
ELSEWHERE = frozenset(
    {
        *("func.call", "stablehlo.composite", "stablehlo.async_done", "stablehlo.async_start", "stablehlo.infeed"),
        *("stablehlo.recv", "stablehlo.all_gather", "stablehlo.all_to_all", "stablehlo.collective_broadcast"),
        *("stablehlo.collective_permute", "interpreter.run_parallel", "stablehlo.get_tuple_element"),
    }
)
NO_PLANNER: Any = None  # which elementwise and pure operations ask for nothing


POLES = {
    "log": [0.0],
    "log_plus_one": [-1.0],
    "rsqrt": [0.0],
    "divide": [3.0, 0.0],
    "power": [0.0, -2.0],
    "chlo.atanh": [1.0],
    "chlo.lgamma": [-2.0],
    "chlo.erf_inv": [-1.0],
    "chlo.zeta": [1.0, 2.0],
    "chlo.polygamma": [1.0, -1.0],
    "chlo.broadcast_divide": [3.0, 0.0],
    "chlo.broadcast_zeta": [1.0, 2.0],
}
BEYOND = {
    "exponential": [100.0],
    "divide": [3e38, 1e-3],
    "power": [1e30, 2.0],
    "chlo.lgamma": [3e38],
    "chlo.square": [1e30],
    "chlo.polygamma": [5.0, 1e-10],
    "chlo.cosh": [100.0],
    "chlo.broadcast_divide": [3e38, 1e-3],
    "chlo.broadcast_power": [1e30, 2.0],
}


def of_f32(name: str, count: int) -> str:
    op = name if name.startswith("chlo.") else f"stablehlo.{name}"
    names = ", ".join(f"%x{n}" for n in range(count))
    taken = ", ".join(f"%x{n}: tensor<f32>" for n in range(count))
    types = ", ".join(["tensor<f32>"] * count)
    call = f'%0 = "{op}"({names}) : ({types}) -> tensor<f32>'
    return f"func.func @main({taken}) -> tensor<f32> {{\n  {call}\n  return %0 : tensor<f32>\n}}"


@pytest.mark.parametrize("name", POLES)
def test_at_a_pole_nothing_is_out_of_range(name):
    values = [np.float32(x) for x in POLES[name]]
    (result,) = interpreter.run(of_f32(name, len(values)), *values, listeners=[interpreter.Trap("overflow")])
    assert np.isinf(result)
    with pytest.raises(interpreter.Trapped):
        interpreter.run(of_f32(name, len(values)), *values, listeners=[interpreter.Trap("inf")])


@pytest.mark.parametrize("name", BEYOND)
def test_beyond_the_range_something_is(name):
    values = [np.float32(x) for x in BEYOND[name]]
    with pytest.raises(interpreter.Trapped):
        interpreter.run(of_f32(name, len(values)), *values, listeners=[interpreter.Trap("overflow")])


MAKERS = {
    "chlo.acosh": [0.5],
    "chlo.atanh": [2.0],
    "chlo.acos": [2.0],
    "chlo.asin": [-2.0],
    "chlo.digamma": [-1.0],
    "chlo.erf_inv": [3.0],
    "chlo.zeta": [0.5, 1.0],
    "chlo.broadcast_divide": [0.0, 0.0],
    "log": [-1.0],
    "power": [-1.0, 0.5],
}


@pytest.mark.parametrize("name", MAKERS)
def test_the_sanitizer_and_a_trap_see_the_same_nans(name):
    values = [np.float32(x) for x in MAKERS[name]]
    program, sanitizer = of_f32(name, len(values)), interpreter.Sanitizer()
    assert np.isnan(interpreter.run(program, *values, sanitize=sanitizer)[0])
    assert [(finding.id, finding.count) for finding in sanitizer.findings] == [("number.nan", 1)]
    with pytest.raises(interpreter.Trapped, match="makes NaN"):
        interpreter.run(program, *values, listeners=[interpreter.Trap("nan")])


MONOTONE = sorted(name for name, row in kernels().items() if row.traits.monotone)


@pytest.mark.parametrize("name", [name for name in MONOTONE if name in REFERENCES])
def test_what_is_monotone_is_so_exactly_and_nan_elsewhere(name):
    """By mpmath, along each operand; tests of bounds hold kernels to it."""
    (low, high), reference = kernels()[name].traits.monotone, REFERENCES[name]
    rng = np.random.default_rng(0)
    for place in [*range(reference.count)] * 3:
        point = [*map(mpmath.mpf, rng.normal(size=reference.count))]
        drawn = np.concatenate([[low, high], rng.normal(size=120) * 10.0 ** rng.integers(-6, 3, 120)])
        values = []
        for x in sorted(drawn[(drawn >= low) & (drawn <= high) & np.isfinite(drawn)]):
            exact = reference.of_reals(*point[:place], mpmath.mpf(x), *point[place + 1 :])
            values += [] if exact is None else [exact]  # at a pole
        assert len(values) > 9
        assert values in (sorted(values), sorted(values, reverse=True))
    if (low, high) != EVERYWHERE:
        outside = drawn[(drawn < low) | (drawn > high)]
        assert np.isnan(one_op.elementwise(name, "f64", outside)).all()
        assert not np.isnan(one_op.elementwise(name, "f64", np.clip(outside, low, high))).any()


def test_what_else_is_monotone():
    """The middle one of three, and what is no function of real numbers: bits, from all to none."""
    assert set(MONOTONE) - set(REFERENCES) == {"stablehlo.clamp", "stablehlo.not"}


def has_parts(op: Operation) -> bool:
    """Whether it is a bitcast_convert to narrower elements, or from them: they have a dimension of their own."""
    return op.name == "stablehlo.bitcast_convert" and len(op.operands[0].type.shape) != len(op.result.type.shape)


def is_static(op: Operation) -> bool:
    types = [value.type for value in (*op.operands, *op.results)]
    return all(isinstance(type, TensorType) and type.is_static for type in types)


@pytest.mark.parametrize("op", ["stablehlo.dot", "stablehlo.dot_general", "stablehlo.einsum"])
def test_nans_of_products_are_seen(op):
    attributes = {
        "stablehlo.dot_general": "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1],"
        " rhs_contracting_dimensions = [0]>",
        "stablehlo.einsum": 'einsum_config = "ab,bc->ac"',
    }
    program = f"""func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {{
      %0 = "{op}"(%x, %x) {{{attributes.get(op, "")}}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
      return %0 : tensor<2x2xf32>
    }}"""
    sanitizer = interpreter.Sanitizer()
    interpreter.run(program, np.array([[np.inf, -np.inf], [0, 0]], np.float32), sanitize=sanitizer)
    assert [(finding.id, finding.count) for finding in sanitizer.findings] == [("number.nan", 4)]
