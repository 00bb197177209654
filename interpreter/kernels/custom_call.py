"""custom_call: what targets mean. A target that nobody registered is an error when a program is loaded.

Those that the interpreter knows itself register as kernels do; everybody else's by `interpreter.register_custom_call`:

    @custom_call_target("vendor.double")
    def double(op: Operation, planner: Planner) -> Run:
        return lambda operand: operand + operand

    interpreter.register_custom_call("vendor.double", lambda op, operand: operand + operand)
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen import custom
from hlogen.door import strict
from hlogen.errors import CheckFailed, ExecutionError, HlogenError, UsageError
from hlogen.ir import Operation, TensorType, dtype_of
from interpreter.errors import UnsupportedOpError
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, anywhere
from interpreter.kernels.registry import Plan, Planner, Quantized, kernel
from interpreter.values.arguments import argument_value, copied, owner_of
from interpreter.values.array import fits

_TARGETS: dict[str, Plan] = {}
_OF_ANYTHING: set[str] = set()  # of the targets


def custom_call_target(*names: str, of_anything: bool = False) -> Callable[[Plan], Plan]:
    """Registers the decorated plan for custom calls of the targets `names`.

    They take tensors, or, if `of_anything`, tokens and tuples as well.
    """

    def register(plan: Plan) -> Plan:
        for name in names:
            if name in _TARGETS:
                raise ValueError(f"custom call @{name} already has a kernel, in {_TARGETS[name].__module__}")
            _TARGETS[name] = plan
            if of_anything:
                _OF_ANYTHING.add(name)
        return plan

    return register


@strict
def register_custom_call(target: str, function: Callable[..., Any]) -> None:
    """Says what custom calls of `target` compute, from now on: ``function(op, *operands)``.

    `op` is the hlogen.ir.Operation, with its attributes (``op.attributes["backend_config"]``) and result types;
    operands are read-only NumPy arrays. The function returns an array, or a tuple where there isn't exactly one result,
    each exactly of its type; a run stops with an ExecutionError where one isn't, or where the function fails. What is
    registered last holds, for programs that are loaded already, too. Raises UsageError for a target that has a meaning
    of the interpreter's own.
    """
    if not isinstance(target, str) or not callable(function):
        raise UsageError(f"a custom call is registered as a target and a function, not {target!r} and {function!r}")
    if target in _TARGETS:
        raise UsageError(
            f"custom calls of @{target} have a meaning already, of the interpreter's own; choose another name"
        )
    code = getattr(function, "__code__", None)
    place = f"{code.co_filename}:{code.co_firstlineno}" if code else repr(function)
    custom.say(f"@{target}", "run", custom.Said(function, place))


@kernel(
    "stablehlo.custom_call",
    quantized=Quantized.ITSELF,
    calls=("called_computations",),
    makes=Makes.ANYTHING,
    poles=anywhere,
)
def custom_call(op: Operation, planner: Planner) -> Run:
    target = op.attributes.get("call_target_name")
    if isinstance(target, str) and target in _TARGETS:
        others = [str(value.type) for value in op.operands if not isinstance(value.type, TensorType)]
        if others and target not in _OF_ANYTHING:
            raise ExecutionError(f"the custom call @{target} takes tensors, and not {', '.join(others)}")
        return _of_declared_types(_TARGETS[target](op, planner), op, target)
    if isinstance(target, str) and custom.said(op.called, "run") is not None:
        return _registered(op, target)
    registered = [key.removeprefix("@") for key in custom.known("run")]
    near = get_close_matches(str(target), [*_TARGETS, *registered], 3)
    known = f" (it knows {', '.join(f'@{name}' for name in near)})" if near else ""
    raise UnsupportedOpError(
        f"the interpreter has no meaning for the custom call @{target}{known}; "
        f'register one: interpreter.register_custom_call("{target}", function)'
    )


def _of_declared_types(run: Run, op: Operation, target: str) -> Run:
    """`run`, whose results have to be of the types that the program declares: nobody has verified those of a call."""
    types = [(number, value.type) for number, value in enumerate(op.results) if isinstance(value.type, TensorType)]
    if not types:
        return run

    def checked(*operands: Any) -> Any:
        results = run(*operands)
        listed = results if isinstance(results, tuple) else (results,)
        for number, type in types:
            found = np.asarray(listed[number]) if number < len(listed) else None
            if found is None or found.dtype != dtype_of(type.element_type) or not fits(found.shape, type):
                what = "nothing" if found is None else f"{found.dtype}{list(found.shape)}"
                raise ExecutionError(
                    f"the custom call @{target} gives {what}, but result {number} is declared as {type}"
                )
        return results

    return checked


def _registered(op: Operation, target: str) -> Run:
    types = [value.type for value in op.results]

    def run(*operands: Any) -> Any:
        try:
            returned = custom.said_of(op.called)["run"].rule(op, *map(_read_only, operands))
        except HlogenError:
            raise
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__}: {error} ({last.filename}:{last.lineno})"
            raise ExecutionError(f"the function of the custom call @{target} fails: {what}") from error
        results = returned if isinstance(returned, tuple) and len(types) != 1 else (returned,)
        if len(types) == 0 and returned is None:
            results = ()
        if len(results) != len(types):
            raise ExecutionError(
                f"the custom call @{target} has {len(types)} results, its function gave {len(results)}"
            )
        checked = [  # copied: the function may keep what it gives, or give it again
            copied(argument_value(value, type, f"result {number} of the custom call @{target}"))
            for number, (value, type) in enumerate(zip(results, types, strict=True))
        ]
        return checked[0] if len(checked) == 1 else tuple(checked)

    return run


def _read_only(operand: Any) -> Any:
    """What a function sees of an operand. It may keep that, so nothing is ever written to the array any more."""
    if isinstance(operand, tuple):
        return tuple(map(_read_only, operand))
    if not isinstance(operand, np.ndarray):
        return operand
    if operand.flags.writeable:  # it is none of the caller's
        owner_of(operand).flags.writeable = False
    seen = operand.view()
    seen.flags.writeable = False
    return seen


@custom_call_target("Sharding", of_anything=True)
def sharding(op: Operation, planner: Planner) -> Run:
    """A note to a partitioner about where a value is kept: the value itself."""
    return lambda operand: operand


@custom_call_target("shape_assertion")
def shape_assertion(op: Operation, planner: Planner) -> Run:
    """What JAX's exports with symbolic sizes ask of the sizes of a run: the first operand holds.

    The other operands stand for ``{0}``, ``{1}``, ... in the attribute `error_message`.
    """
    given = op.attributes.get("error_message")
    message = given if isinstance(given, str) else "the assertion doesn't hold"

    def run(holds: npt.NDArray[np.bool_], *sizes: npt.NDArray[np.integer]) -> tuple[()]:
        if not holds.all():
            told = {f"{{{number}}}": str(size) for number, size in enumerate(sizes)}
            text = re.sub(r"{\d+}", lambda place: told.get(place[0], place[0]), message)
            raise CheckFailed(f"shape_assertion: {text}")
        return ()

    return run
