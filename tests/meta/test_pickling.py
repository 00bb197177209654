"""What a process hands to another arrives whole: errors, programs, what was found. Public classes are all looked at."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.ir import Function, Module, Operation, Value
from hlogen.spec.constraint import ConstraintError, Violation
from interpreter.sanitizer.finding import Element, Finding

LONG = 1_500  # operations, each of which uses the one before: what recurses ends there
X = np.array([1, 2, 3, 4], np.float32)
HUGE = np.full(4, 1e30, np.float32)  # whose squares are infinite

# Values of a function being built: a process that builds nothing has no use for them.
OF_A_BUILD = {hl.Tensor, hl.Token, hl.Tuple, hl.Future}


@hl.custom_vjp
def with_rules(x: Any) -> Any:
    return x


@cache
def long_function() -> hl.Function:
    @hl.function("tensor<4xf32>", name="main")
    def main(x: hl.Tensor) -> Any:
        for _ in range(LONG):
            x = x + 1.0
        weights = hl.constant(np.array([1e8, 1, -1e8, 0.1], np.float32))
        return hl.reduce(x * weights, hl.constant(np.float32(0)), dimensions=[0], body=hl.add)

    return main


def caught(call: Callable[[], object]) -> BaseException:
    with pytest.raises(hl.HlogenError) as raised:
        call()
    return raised.value


@cache
def examples() -> dict[type, object]:
    """One of each public class."""
    function = long_function()
    admissible = interpreter.admissible(function, X)
    verdict = admissible.contains([np.float32(7)])
    violation = Violation(
        "gather.C9", "m", "s", "f", "stablehlo.gather", hl.parse(str(small())).functions["f"].location
    )
    sanitizer = interpreter.Sanitizer()
    interpreter.run(small(), HUGE, sanitize=sanitizer)
    traced: dict[str, Any] = {}

    @hl.function("tensor<4xf32>", "!stablehlo.token", "tuple<tensor<f32>>")
    def keeping(x: Any, token: Any, pair: Any) -> Any:
        traced.update(x=x, token=token, pair=pair)
        return x

    made: list[object] = [
        small(),
        hl.module(function),
        Module(function.module.operations),
        function.module.functions["main"],
        interpreter.load(function),
        admissible,
        verdict,
        verdict.reasons[0],
        verdict.reasons[0].allowed,
        violation,
        sanitizer,
        sanitizer.findings[0],
        interpreter.Trace(),
        interpreter.Watch("stablehlo.add"),
        interpreter.Trap("nan"),
        interpreter.Step(["step"]),
        interpreter.SaveValues("values.npz"),
        interpreter.Statistics.of(X),
        interpreter.Listener(),
        interpreter.SanitizerWarning("said"),
        caught(lambda: interpreter.run(small(), HUGE, listeners=[interpreter.Trap("overflow")])),
        caught(lambda: interpreter.run(small(), HUGE, sanitize=interpreter.Sanitizer(error="number"))),
        caught(lambda: hl.parse("func.func @main(")),
        hl.tensor("2x?xf32"),
        hl.custom_rules("acme.pickled"),
        with_rules,
        hl.GatherDimensionNumbers((0,), (1,), (), (), (1,), 1),
        hl.ScatterDimensionNumbers((0,), (1,), (), (), (1,), 1),
    ]
    return {type(one): one for one in made} | {hl.Function: function}


@cache
def small() -> hl.Function:
    return hl.function("tensor<4xf32>", name="f")(lambda x: x * x)


def errors() -> list[type[hl.HlogenError]]:
    """Every error that hlogen raises on purpose."""
    elsewhere = "__main__", ".adapters.", ".interop.", "worker", ".fuzz.cluster"  # what may not be installed
    for package in (hl, interpreter):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not any(part in module.name for part in elsewhere):
                importlib.import_module(module.name)

    def below(kind: type[hl.HlogenError]) -> Iterator[type[hl.HlogenError]]:
        for one in kind.__subclasses__():
            yield one
            yield from below(one)

    return sorted({hl.HlogenError, *below(hl.HlogenError)}, key=lambda kind: kind.__qualname__)


def ways() -> dict[str, Callable[[Any], Any]]:
    dumped = {
        f"pickle {version}": lambda x, version=version: pickle.loads(pickle.dumps(x, version))
        for version in range(2, pickle.HIGHEST_PROTOCOL + 1)
    }
    return {**dumped, "copy": copy.copy, "deepcopy": copy.deepcopy}


def public_classes() -> list[type]:
    named = [getattr(module, name) for module in (hl, interpreter) for name in module.__all__]
    return [one for one in dict.fromkeys(named) if inspect.isclass(one)]


@pytest.mark.parametrize("kind", public_classes(), ids=lambda kind: kind.__qualname__)
def test_what_is_public_is_pickled_and_copied(kind: type) -> None:
    if kind in OF_A_BUILD:
        return
    given = examples().get(kind)
    if given is None and issubclass(kind, hl.HlogenError):
        given = kind.__new__(kind, "said")
    assert given is not None, f"no example of {kind}"
    is_printed = type(given).__str__ is not object.__str__
    text = str(printed(given)) if is_printed else ""
    for way, travel in ways().items():
        arrived = travel(given)
        assert type(arrived) is type(given), way
        assert not is_printed or str(printed(arrived)) == text, way


@pytest.mark.parametrize("kind", errors(), ids=lambda kind: kind.__qualname__)
def test_errors_keep_what_they_hold(kind: type[hl.HlogenError]) -> None:
    error = kind.__new__(kind, "what is wrong\n  fix: this")
    error.args = ("what is wrong\n  fix: this",)
    error.found, error.where = np.arange(3), small().location  # type: ignore[attr-defined]  # whatever a kind has
    error.add_note("noted")
    for way, travel in ways().items():
        arrived: Any = travel(error)
        assert (type(arrived), str(arrived), arrived.__notes__) == (kind, str(error), ["noted"]), way
        assert arrived.found.tolist() == [0, 1, 2], way
        assert arrived.where == small().location, way


def printed(given: object) -> object:
    """What prints without being verified."""
    return getattr(given, "module", given)


def fail(what: str) -> None:
    """What a worker does."""
    if what == "constraint":
        place = small().location
        raise ConstraintError("broken", [Violation("gather.C9", "m", "s", "f", "stablehlo.gather", place)])
    if what == "trap":
        interpreter.run(small(), HUGE, listeners=[interpreter.Trap("overflow")])
    interpreter.run(small(), HUGE, sanitize=interpreter.Sanitizer(error="number"))


@pytest.mark.filterwarnings("ignore:.*fork")  # of JAX, where other tests have loaded it: the child doesn't use it
@pytest.mark.parametrize(
    ("what", "kind", "holds"),
    [
        ("constraint", ConstraintError, lambda error: error.violations[0].id == "gather.C9"),
        ("trap", interpreter.Trapped, lambda error: error.kind == "overflow" and error.operands[0].shape == (4,)),
        ("sanitizer", interpreter.SanitizerError, lambda error: isinstance(error.findings[0].elements[0], Element)),
    ],
)
def test_errors_reach_the_process_that_waits(what: str, kind: type, holds: Callable[[Any], bool]) -> None:
    with ProcessPoolExecutor(1, get_context("fork")) as pool:
        error = pool.submit(fail, what).exception(timeout=60)
    assert isinstance(error, kind)
    assert holds(error)


@pytest.mark.parametrize("way", ways())
def test_programs_arrive_as_they_were(way: str, tmp_path: Path) -> None:
    """With names, numbers, places and attributes; also where loops are nested, and blocks jump back."""
    text = tmp_path / "program.mlir"
    text.write_text("""module @named attributes {mhlo.num_replicas = 2 : i32} {
      func.func @main(%x: tensor<i32>) -> (tensor<i32> {jax.result_info = "r"}) {
        %5:2 = stablehlo.while(%a = %x, %b = %x) : tensor<i32>, tensor<i32>
          cond { %c = stablehlo.compare LT, %a, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
                 stablehlo.return %c : tensor<i1> }
          do { %d = func.call @g(%a) : (tensor<i32>) -> tensor<i32>
               stablehlo.return %d, %b : tensor<i32>, tensor<i32> }
        return %5#1 : tensor<i32>
      }
      func.func private @g(%x: tensor<i32>) -> tensor<i32> { return %x : tensor<i32> }
    }""")
    module = hl.parse(text)
    arrived = ways()[way](module)
    assert str(arrived) == str(module)
    assert (arrived.name, arrived.source, arrived.attributes) == (module.name, module.source, module.attributes)
    for old, new in zip(module.walk(), arrived.walk(), strict=True):
        assert new is not old
        assert (old.location, dict(old.attributes)) == (new.location, dict(new.attributes))
        assert [(x.name, x.number) for x in old.results] == [(x.name, x.number) for x in new.results]
        assert all(result.owner is new for result in new.results)
    assert interpreter.run(arrived, np.int32(3)) == interpreter.run(module, np.int32(3))


def test_jumps_arrive() -> None:
    jumping = Operation("cf.br")
    function = Operation("func.func", attributes={"sym_name": "f"}, regions=[hl_region(jumping)])
    jumping.successors = (function.regions[0].blocks[1],)
    arrived = pickle.loads(pickle.dumps(Module([function]))).operations[0]
    first, second = arrived.regions[0].blocks
    assert first.operations[0].successors == (second,)


def hl_region(jumping: Operation) -> Any:
    from hlogen.ir import Block, Region

    first, second = Block(), Block()
    first.operations.append(jumping)
    second.operations.append(Operation("func.return"))
    return Region([first, second])


def test_an_operation_alone_brings_what_it_uses_as_arguments() -> None:
    add = next(operation for operation in small().module.walk() if operation.name == "stablehlo.multiply")
    arrived = copy.deepcopy(add)
    assert (arrived.name, arrived.result.type) == (add.name, add.result.type)
    assert arrived.operands[0] is arrived.operands[1]
    assert isinstance(arrived.operands[0], Value)
    assert arrived.operands[0].type == add.operands[0].type


def test_what_is_loaded_runs_where_it_arrives() -> None:
    executable = interpreter.load(str(small()))
    arrived = pickle.loads(pickle.dumps(executable))
    assert arrived(X)[0].tolist() == [1, 4, 9, 16]
    assert copy.deepcopy(executable) is executable


def test_findings_of_more_runs_are_added_up_where_they_arrive() -> None:
    sanitizer = interpreter.Sanitizer()
    program = hl.parse(str(small()))
    interpreter.run(program, HUGE, sanitize=sanitizer)
    arrived = pickle.loads(pickle.dumps(sanitizer))
    interpreter.run(program, HUGE, sanitize=arrived)
    assert [finding.executions for finding in arrived.findings] == [1, 1]
    assert isinstance(arrived.findings[0], Finding)
    assert [finding.executions for finding in sanitizer.findings] == [1]


def test_values_of_a_build_say_what_to_pickle() -> None:
    kept: list[hl.Tensor] = []

    @hl.function("tensor<4xf32>")
    def f(x: hl.Tensor) -> hl.Tensor:
        kept.append(x)
        return x

    with pytest.raises(hl.UsageError, match=r"belongs to the function being built"):
        pickle.dumps(kept[0])


def test_derivatives_arrive() -> None:
    gradient = hl.grad(hl.function("tensor<f32>")(lambda x: x * x))
    arrived = pickle.loads(pickle.dumps(gradient))
    assert isinstance(arrived, hl.Function)
    assert interpreter.run(arrived, np.float32(3)) == interpreter.run(gradient, np.float32(3))
    assert isinstance(arrived.module.functions[arrived.name], Function)
