"""A call of everything public, with arguments that fit: what tests of wrong arguments start from.

`public_names` is found, never written down; a test in tests/meta holds the table against it.
"""

from __future__ import annotations

import inspect
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from helpers.builder_calls import CALLS

import hlogen as hl
import interpreter
from hlogen.builder.tensor import Addressed
from hlogen.sparse import so3

onnx: Any = hl.export.onnx


@dataclass(frozen=True)
class Call:
    """`make` gives arguments and named arguments of `name`, made of tensors of `types` in a program being built; None:
    outside of any program. `then` is done with what the call gives. `answer` is an error that is one of its answers."""

    name: str
    make: Callable[..., tuple[list[Any], dict[str, Any]]]
    types: tuple[str, ...] | None = ()
    target: Callable[..., Any] | None = None  # what is called, if it isn't the name: a method of what `make` makes
    then: Callable[[Any], object] | None = None
    answer: type[Exception] | None = None

    @property
    def function(self) -> Callable[..., Any]:
        return self.target or _named(self.name)


def given(*arguments: Any, **options: Any) -> tuple[list[Any], dict[str, Any]]:
    return list(arguments), options


# ---- what is public


# Names without a call to get wrong.
WITHOUT = {
    "interpreter.Listener": "its methods are called by a run, and made by whoever inherits from it",
    "interpreter.Admissible": "made by interpreter.admissible",
    "interpreter.Allowed": "made by Admissible",
    "interpreter.Executable": "made by interpreter.load",
    "interpreter.Finding": "made by a sanitized run",
    "interpreter.Reason": "made by a verdict",
    "interpreter.Statistics": "made by Step",
    "interpreter.Verdict": "made by Admissible",
    "hl.CustomFunction": "made by hl.custom_vjp and its kin",
    "hl.CustomRules": "made by hl.custom_rules",
    "hl.Function": "made by hl.function",
    "hl.from_torch": "needs PyTorch, which isn't installed everywhere",
    "hl.GatherDimensionNumbers": "plain data, which is checked where it is used",
    "hl.Module": "made by hl.parse",
    "hl.ScatterDimensionNumbers": "plain data, which is checked where it is used",
    "hl.TensorType": "plain data, which hl.tensor makes and checks",
    "hl.Program": "made by hl.module",
    "hl.Future": "made by tracing",
    "hl.Tensor": "made by tracing",
    "hl.Token": "made by tracing",
    "hl.Tuple": "made by tracing",
    "hl.Violation": "made by checks",
    "hl.transform.Change": "made by transforms",
    "hl.sparse.SparseMatrix": "made by SparseMatrix.from_entries and its kin",
    "hl.sparse.SparseProduct": "made by SparseProduct.from_entries and its kin",
    "interpreter.compare": "runs a backend for seconds",
}
# Classes whose methods users call; those of others are called by the library alone.
_CLASSES = {
    "hl.Tensor": hl.Tensor,
    "hl.Tuple": hl.Tuple,
    "hl.Function": hl.Function,
    "hl.CustomFunction": hl.CustomFunction,
    "hl.CustomRules": hl.CustomRules,
    "hl.sparse.SparseMatrix": hl.sparse.SparseMatrix,
    "hl.sparse.SparseProduct": hl.sparse.SparseProduct,
    "interpreter.Admissible": interpreter.Admissible,
    "interpreter.Executable": interpreter.Executable,
}
_METHODS_OF_THE_LIBRARY = {
    "hl.Function.reachable",
    "hl.Function.arguments",
    "hl.Function.leaves",
    "hl.Function.bring_along",
    "hl.CustomFunction.leading",
    "hl.CustomFunction.whole",
    "hl.CustomRules.leading",
    "hl.CustomRules.whole",
    "interpreter.Executable.memory_of",
    "interpreter.Executable.values",
}
_SPECIAL = ("__call__", "__getitem__", "__add__", "__radd__", "__matmul__", "__rshift__", "__eq__", "__lt__", "__pow__")


@lru_cache(maxsize=1)
def public_names() -> dict[str, Any]:
    """All that users call, by the name that they call it by."""
    places: list[tuple[str, Any, Sequence[str]]] = [
        ("hl", hl, vars(hl)["__all__"]),
        ("hl.sparse", hl.sparse, hl.sparse.__all__),
        ("hl.sparse.so3", so3, ("clebsch_gordan", "rotation", "tensor_product")),
        ("hl.testing", hl.testing, hl.testing.__all__),
        ("hl.transform", hl.transform, hl.transform.__all__),
        ("hl.export.onnx", onnx, onnx.__all__),
        ("interpreter", interpreter, interpreter.__all__),
    ]
    found = {f"{place}.{name}": getattr(module, name) for place, module, names in places for name in names}
    found |= {f"{name}.{method}": getattr(cls, method) for name, cls in _CLASSES.items() for method in _methods(cls)}
    return {name: value for name, value in found.items() if callable(value) and not _is_error(value)}


def _methods(cls: type) -> Iterator[str]:
    for name, value in vars(cls).items():
        plain = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
        if inspect.isfunction(plain) and (name in _SPECIAL or not name.startswith("_")):
            yield name


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, (Exception, Warning))


def _named(name: str) -> Callable[..., Any]:
    found: Callable[..., Any] = public_names()[name]
    return found


def is_method(name: str) -> bool:
    """Whether the first argument is the object, without which there is no call."""
    return name.startswith("at") or any(
        name == f"{cls}.{method}" and isinstance(vars(_CLASSES[cls])[method], FunctionType)
        for cls in _CLASSES
        for method in _methods(_CLASSES[cls])
    )


def needing_calls() -> set[str]:
    return set(public_names()) - set(WITHOUT) - _METHODS_OF_THE_LIBRARY


# ---- the table


@hl.function("2x3xf32", "2x3xf32")
def sums(x, y):
    return hl.add(x, y), hl.reduce(x, 0.0, [0, 1], "add")


@hl.function("4xf32")
def looked_up(x):
    return hl.reduce(x[np.array([0, 2])], 0.0, [0], "add")


@hl.function("?xf32")
def of_any_size(x):
    return x * 2


@hl.function("4xf32", private=True)
def helper(x):
    return x


def _of_one(x):
    return x


RULES = hl.custom_rules("acme.called")
RULED = hl.custom_jvp(_of_one, name="acme.ruled")
RULED.defjvp(lambda primals, tangents: (primals[0], tangents[0]))
TEXT = "func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }"
XS = (np.ones((2, 3), np.float32), np.ones((2, 3), np.float32))
PRODUCT = hl.sparse.SparseProduct.from_entries([0, 1, 1], [0, 1, 2], [0, 0, 1], [1.0, 2.0, 3.0], sizes=(2, 3, 2))
MATRIX = hl.sparse.SparseMatrix.from_entries([0, 1], [1, 2], [1.0, 2.0], shape=(2, 3))
ROW = (np.array([1.0, 2.0, 3.0], np.float32),)
NUMBERS = {
    "offset_dims": [1],
    "collapsed_slice_dims": [0],
    "operand_batching_dims": [],
    "start_indices_batching_dims": [],
    "start_index_map": [0],
    "index_vector_dim": 1,
}
SCATTERING = {
    "update_window_dims": [1],
    "inserted_window_dims": [0],
    "input_batching_dims": [],
    "scatter_indices_batching_dims": [],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
    "indices_are_sorted": False,
    "unique_indices": False,
}
OF_TYPES = {"result_type": None, "location": None, "indices_are_sorted": False}
ASKED = {
    "schedule": "lexicographic",
    "sanitize": False,
    "seed": 0,
    "max_steps": 100,
    "max_memory": 1 << 30,
    "time_limit": 60,
}
PRODUCTS = {  # the shapes of rows
    "mul": ("4", "4"),
    "outer": ("4", "5"),
    "inner": ("4", "4"),
    "vecmat": ("4", "4x5"),
    "vecsca": ("4", ""),
    "scavec": ("", "4"),
    "mat_t_vec": ("4x5", "4"),
}


def calls() -> list[Call]:
    """At least one of each."""
    return [
        *_operations(),
        *_elementwise(),
        *_functions(),
        *_indexing(),
        *_of_types(),
        *_programs(),
        *_sparse(),
        *_running(),
        *_looking(),
    ]


def _operations() -> Iterator[Call]:
    for name, (types, make) in CALLS.items():
        yield Call(f"hl.{name.partition(' ')[0]}", make, tuple(types))
    gather = {**NUMBERS, "slice_sizes": [1, 3], "indices_are_sorted": False}
    yield Call("hl.gather", lambda x, i: given(x, i, **gather, mode=None, fill_value=None), ("4x3xf32", "2x1xi64"))
    yield Call("hl.gather", lambda x, i: given(x, i, **gather, mode="fill", fill_value=0.0), ("4x3xf32", "2x1xi64"))
    yield Call("hl.gather", lambda x, i: given(x, i, **gather, mode=["clip"]), ("4x3xf32", "2x1xi64"))
    numbers = hl.GatherDimensionNumbers(**NUMBERS)
    for what, rest in (("gather", {"slice_sizes": [1, 3]}), ("dynamic_gather", {"result_type": "2x?xf32"})):
        taken = ("4x3xf32", "2x1xi64", "2xi64")[: 2 if what == "gather" else 3]
        yield Call(f"hl.{what}", lambda *xs, rest=rest: given(*xs, dimension_numbers=numbers, **rest), taken)
    places = {name: value for name, value in SCATTERING.items() if name.endswith(("_dims", "_dim"))}
    whole = {"dimension_numbers": hl.ScatterDimensionNumbers(**places)}
    taken = ("4x3xf32", "2x1xi64", "2x3xf32")
    yield Call("hl.scatter", lambda x, i, u: given(x, i, u, "add", **whole, unique_indices=True), taken)
    yield Call("hl.scatter", lambda x, i, u: given(x, i, u, "add", **SCATTERING), ("4x3xf32", "2x1xi64", "2x3xf32"))
    yield Call(
        "hl.scatter",
        lambda x, i, u: given([x], i, [u], lambda a, b: a + b, **SCATTERING, mode="drop", window="element"),
        ("4x3xf32", "2x1xi64", "2x3xf32"),
    )
    yield Call(
        "hl.dynamic_gather",
        lambda x, i, n: given(x, i, n, **NUMBERS, indices_are_sorted=False, result_type="2x?xf32"),
        ("4x3xf32", "2x1xi64", "2xi64"),
    )
    yield Call("hl.index_base", lambda: given(1), (), then=_entered)
    yield Call("hl.ties", lambda: given("share"), (), then=_entered)
    yield Call("hl.partition_id", given)
    yield Call("hl.replica_id", given)
    marks = {
        "name": "f",
        "private": False,
        "visibility": "public",
        "argument_names": ["x"],
        "argument_attributes": {"x": {"tf.aliasing_output": 0}},
        "result_attributes": [{"jax.result_info": "x"}],
        "attributes": {"execution_thread": "main"},
    }
    yield Call("hl.function", lambda: given("f32", **marks), None, then=lambda made: made(lambda x: x))
    yield Call("hl.region", lambda: given("f32", "f32"), None, then=lambda made: made(lambda x, y: x))
    yield Call("hl.module", lambda: given(sums, name="m", attributes={"mhlo.num_replicas": 1}), None, then=str)
    yield Call("hl.tensor", lambda: given("2x3xf32"), None, then=str)


def _elementwise() -> Iterator[Call]:
    booleans = {"and_", "or_", "xor", "not_"}
    integers = {"popcnt", "count_leading_zeros", "shift_left", "shift_right_arithmetic", "shift_right_logical"}
    done = {name.partition(" ")[0] for name in CALLS}
    from hlogen.builder import elementwise

    for name, function in vars(elementwise).items():
        if f"hl.{name}" not in public_names() or name in done or not inspect.isfunction(function):
            continue
        parameters = inspect.signature(function).parameters
        count = sum(one.kind is one.POSITIONAL_OR_KEYWORD for one in parameters.values())
        element = (
            "i1"
            if name in booleans
            else "i32"
            if name in integers
            else "complex<f32>"
            if name in ("real", "imag")
            else "f32"
        )
        options = {key: None for key in ("result_accuracy", "element_type") if key in parameters}
        yield Call(f"hl.{name}", lambda *xs, options=options: given(*xs, **options), (f"2x3x{element}",) * count)
    for method in ("__add__", "__radd__", "__matmul__", "__eq__", "__lt__", "__pow__"):
        types = ("3x3xf32", "3x3xf32")
        yield Call(f"hl.Tensor.{method}", given, types)
    yield Call("hl.Tensor.__rshift__", given, ("3xi32", "3xi32"))


# NumPy's functions of one tensor, and what they take beside it.
_OF_ONE: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("sum", "prod"), ((0, 1), True, "f64")),
    **dict.fromkeys(("max", "min", "mean", "all", "any"), (0, True)),
    **dict.fromkeys(("var", "std"), (0, 1, True)),
    **dict.fromkeys(("argmax", "argmin"), (0, True)),
    **dict.fromkeys(("cumsum", "cumprod"), (0,)),
    "argsort": (0, True),
    "clip": (0.0, 1.0),
    "round": (),
    "squeeze": (None,),
    "swapaxes": (0, 1),
    "ravel": (),
}
_FUNCTIONS_OF_ONE: dict[str, tuple[Any, ...]] = {
    **_OF_ONE,
    **dict.fromkeys(("cumsum", "cumprod", "cummax", "cummin"), (0, True)),
    **dict.fromkeys(("softmax", "log_softmax"), (0,)),
    **dict.fromkeys(("zeros_like", "ones_like"), ("i32",)),
    **dict.fromkeys(("tril", "triu"), (1,)),
    "broadcast_to": ([2, 4, 3],),
    "expand_dims": ([0, 2],),
    "flip": (0,),
    "full_like": (7, "f32"),
    "gelu": (),
    "logsumexp": (0, True),
    "moveaxis": (0, 1),
    "norm": (2, 0, True),
    "relu": (),
    "repeat": (2, 0),
    "roll": (1, 0),
    "size": (0,),
    "split": (2, 0),
    "tile": ((2, 1),),
    "top_k": (2, 0),
}
_FROM_NOTHING: dict[str, tuple[Any, ...]] = {
    "arange": (0, 9, 2, "i32"),
    "eye": (3, 4, 1, "f32"),
    "full": ([2, 3], 1.5, "f32"),
    "linspace": (0, 1, 5, "f32"),
    "ones": ([2, 3], "f32"),
    "zeros": ("2x3xf32",),
}


def _functions() -> Iterator[Call]:
    x = ("4x3xf32",)
    for name, options in _FUNCTIONS_OF_ONE.items():
        yield Call(f"hl.{name}", lambda a, options=options: given(a, *options), x)
    for name, options in {**_OF_ONE, "flatten": ()}.items():
        yield Call(f"hl.Tensor.{name}", lambda a, options=options: given(a, *options), x)
    for name, options in _FROM_NOTHING.items():
        yield Call(f"hl.{name}", lambda options=options: given(*options), ())
    yield Call("hl.einsum", lambda a, b: given("ij,kj->ik", a, b), x * 2)
    yield Call("hl.matmul", given, ("4x3xf32", "3x4xf32"))
    yield Call("hl.one_hot", lambda a: given(a, 3, "f32", -1), ("4xi32",))
    yield Call("hl.searchsorted", lambda a, b: given(a, b, "right"), ("4xf32", "2xf32"))
    yield Call("hl.stack", lambda a, b: given([a, b], 1), x * 2)
    yield Call("hl.where", given, ("4x3xi1", *x, *x))
    yield Call("hl.fori", lambda a: given(0, 3, lambda i, c: c, a), x)
    yield Call("hl.while_loop", lambda a: given(lambda c: hl.constant(False), lambda c: c, a), x)
    yield Call("hl.scan", lambda a: given(lambda c, row: (c, row), 0.0, a, 4, True), x)
    yield Call("hl.cond", lambda p, a: given(p, lambda b: b, lambda b: b, a), ("i1", *x))
    yield Call("hl.switch", lambda i, a: given(i, [lambda b: b, lambda b: b], a), ("i32", *x))


def _indexing() -> Iterator[Call]:
    x, i, v = "4x3xf32", "2xi64", "2x3xf32"
    yield Call("hl.Tensor.reshape", lambda a: given(a, 3, 4), (x,))
    yield Call("hl.Tensor.reshape", lambda a: given(a, [3, 4]), (x,))
    yield Call("hl.Tensor.transpose", lambda a: given(a, 1, 0), (x,))
    yield Call("hl.Tensor.astype", lambda a: given(a, "i32"), (x,))
    yield Call("hl.Tensor.__getitem__", lambda a, b: given(a, (b, slice(0, 2), None)), (x, i))
    yield Call("hl.Tuple.__getitem__", lambda a: given(hl.tuple(a), 0), (x,))
    promises = {"indices_are_sorted": "auto", "unique_indices": "auto"}
    at_all = {**promises, "wrap_negative_indices": False}
    yield Call("at.get", lambda a, b: given(a.at[b], mode="fill", fill_value=0.0, **at_all), (x, i), _at("get"))
    for update in ("set", "add", "max"):
        yield Call(f"at.{update}", lambda a, b, c: given(a.at[b], c, mode="drop", **at_all), (x, i, v), _at(update))
    yield Call("at.apply", lambda a, b: given(a.at[b], hl.negate, None, mode="drop", **at_all), (x, i), _at("apply"))
    yield Call("at", lambda a, b: given(a, b), (x, i), lambda a, key: a.at[key].get())
    same = ("4x3xf32", "4x3xi64", "4x3xf32")
    options = {"mode": "clip", "indices_are_sorted": "auto", "base": 0, "wrap_negative_indices": True}
    yield Call("hl.take", lambda a, b: given(a, b, 0, fill_value=None, **options), (x, i))
    yield Call("hl.take_along_axis", lambda a, b: given(a, b, 0, fill_value=None, **options), same[:2])
    yield Call("hl.put_along_axis", lambda a, b, c: given(a, b, c, 0, unique_indices="auto", **options), same)
    yield Call("hl.dynamic_index_in_dim", lambda a, b: given(a, b, 0, True), (x, "i32"))
    yield Call("hl.dynamic_slice_in_dim", lambda a, b: given(a, b, 2, 0), (x, "i32"))
    yield Call("hl.dynamic_update_index_in_dim", lambda a, u, b: given(a, u, b, 0), (x, "3xf32", "i32"))
    yield Call("hl.dynamic_update_slice_in_dim", lambda a, u, b: given(a, u, b, 0), (x, "1x3xf32", "i32"))
    for kind in ("sum", "prod", "min", "max"):
        for place in ("hl", "hl.sparse"):
            yield Call(f"{place}.segment_{kind}", lambda a, b: given(a, b, 3, mode="drop", **promises), (x, "4xi32"))


def _at(name: str) -> Callable[..., Any]:
    method: Callable[..., Any] = getattr(Addressed, name)
    return method


def _of_types() -> Iterator[Call]:
    for verb in ("check", "infer"):
        yield Call(
            f"hl.{verb}_gather", lambda: given("4x3xf32", "2x1xi64", **NUMBERS, slice_sizes=[1, 3], **OF_TYPES), None
        )
        yield Call(
            f"hl.{verb}_dynamic_gather",
            lambda: given("4x3xf32", "2x1xi64", "2xi64", **NUMBERS, slice_sizes=[1, 3], **OF_TYPES),
            None,
        )
        yield Call(
            f"hl.{verb}_scatter",
            lambda: given(
                ["4x3xf32"],
                "2x1xi64",
                ["2x3xf32"],
                **SCATTERING,
                update_computation=None,
                result_types=None,
                location=None,
            ),
            None,
        )


def _programs() -> Iterator[Call]:
    for name in ("grad", "vjp", "jvp", "value_and_grad"):
        yield Call(f"hl.{name}", lambda: given(looked_up, 0, has_aux=False, name="derived", entry=None), None)
    for name in ("jacfwd", "jacrev", "hessian"):
        options = {"has_aux": False, "holomorphic": False, "name": "derived", "entry": None}
        yield Call(f"hl.{name}", lambda options=options: given(looked_up, 0, **options), None)
    yield Call("hl.linearize", lambda: given(looked_up, 0, has_aux=False, name="linear", entry=None), None)
    yield Call("hl.hvp", lambda: given(looked_up, 0, has_aux=False, name="derived", entry=None), None)
    yield Call(
        "hl.vmap", lambda: given(sums, (0, None), (0, 0), axis_size=3, axis_name="i", name="b", entry=None), None
    )
    for name in ("psum", "pmean", "pmax", "pmin"):
        yield Call(f"hl.{name}", lambda x, name=name: given(x, "i"), ("3xf32",))
    yield Call("hl.axis_index", lambda: given("i"), ())
    yield Call("hl.ppermute", lambda x: given(x, "i", [(0, 1), (1, 0)]), ("3xf32",))
    for name in ("custom_vjp", "custom_jvp", "custom_batch"):
        yield Call(f"hl.{name}", lambda name=name: given(_of_one, (), name=f"acme.{name}"), None)
    yield Call("hl.checkpoint", lambda: given(_of_one, policy="dots_saveable"), None)
    yield Call("hl.saved_residuals", lambda: given(looked_up, 0, entry=None), None)
    yield Call("hl.custom_rules", lambda: given("acme.called"), None)
    yield Call("hl.CustomRules.defvjp", lambda: given(RULES, _of_one, _of_one), None)
    yield Call("hl.CustomRules.defjvp", lambda: given(RULES, _of_one), None)
    for method in ("def_vmap", "def_range", "def_possible", "def_onnx"):
        yield Call(f"hl.CustomRules.{method}", lambda: given(RULES, _of_one), None)
    yield Call("hl.CustomRules.def_run", lambda: given(hl.custom_rules("@acme_called"), _of_one), None)
    yield Call("hl.CustomRules.def_transpose", lambda: given(RULES, _of_one, [0]), None)
    yield Call("hl.CustomFunction.defjvps", lambda: given(hl.custom_jvp(_of_one), _of_one), None)
    yield Call("hl.CustomFunction.__call__", lambda x: given(RULED, x), ("3xf32",))
    yield Call("hl.check", lambda: given(sums), None)
    parts = ["reduce", ["2x3xf32", "f32"], {"dimensions": [1]}, ["(tensor<f32>, tensor<f32>) -> tensor<f32>"]]
    yield Call("hl.check_operation", lambda: given(*parts, ["2xf32"], location=None), None)
    yield Call("hl.infer", lambda: given(*parts, ["2xf32"], location=None), None)
    yield Call("hl.analyze", lambda: given(looked_up), None)
    yield Call("hl.determinism", lambda: given(looked_up), None)
    drawn = {"op": "gather", "element": (0,), "entry": "main", "turn": 1}
    yield Call("hl.explain", lambda: given(looked_up, **drawn), None)
    yield Call("hl.parse", lambda: given(TEXT, name="m", verify=True, own_places=False), None)
    yield Call("hl.read_all", lambda: given(TEXT, name="m", verify=True, own_places=False), None)
    yield Call("hl.to_text", lambda: given(sums, verify=True, locations=False), None)
    yield Call("hl.to_bytecode", lambda: given(sums), None)
    yield Call("hl.to_portable", lambda: given(sums, "1.0.0"), None)
    yield Call("hl.from_jax", lambda: given(lambda x: x, ones), None)
    yield Call("hl.to_jax", lambda: given(sums, entry="sums"), None)
    yield Call("hl.to_onnx", lambda: given(sums, 21, entry="sums"), None)
    yield Call("hl.save", _written, None)
    ones = np.ones((2, 3), np.float32)
    yield Call("hl.run", lambda: given(sums, ones, ones, backend="interpreter", entry="main"), None)
    yield Call("hl.annotate", lambda: given(sums, {"x": 2}, [("x",), None], None, entry="main"), None)
    yield Call("hl.broadcasting", lambda: given(True), None)
    yield Call("hl.located", lambda: given("net.toy", 3, column=7), None)
    yield Call("hl.transform.decompose", lambda: given(sums, ["stablehlo.einsum"]), None)
    yield Call("hl.transform.refine", lambda: given(of_any_size, ["3xf32"], "of_any_size"), None)
    yield Call("hl.transform.deterministic", lambda: given(sums, by="rounds"), None)
    yield Call("hl.transform.pipeline", lambda: given(sums, ["cse", "dce"]), None)
    yield Call("hl.transform.changes", lambda: given(), None)
    alone = ("canonicalize", "cse", "dce", "inline", "portable", "simplify", "expand_batching_dims")
    for name in (*alone, "raise_batching_dims"):
        yield Call(f"hl.transform.{name}", lambda: given(sums), None)
    yield Call("hl.export.onnx.to_onnx", lambda: given(sums, 21, entry="sums"), None)
    yield Call("hl.export.onnx.save", _saved, None)
    yield Call("hl.Function.__call__", lambda x: given(helper, x), ("4xf32",))


def _written() -> tuple[list[Any], dict[str, Any]]:
    return given(sums, _folder() / "p.mlir", target=None, overwrite=True)


def _saved() -> tuple[list[Any], dict[str, Any]]:
    model = onnx.to_onnx(looked_up)
    return given(model, str(_folder() / "model.onnx"), external_data=True, overwrite=True)


def _sparse() -> Iterator[Call]:
    flags = {"shared1": False, "shared2": False, "out_accumulated": False, "n": 6, "lowering": "auto"}
    for name, rows in PRODUCTS.items():
        types = tuple(
            "x".join(filter(None, (*map(str, (6, size)), row, "f32"))) for size, row in zip((2, 3), rows, strict=True)
        )
        yield Call(f"hl.sparse.{name}", lambda x, y, s: given(PRODUCT, x, y, scale=s, **flags), (*types, "3xf32"))
    yield Call("hl.sparse.spmv", lambda x, v: given(MATRIX, x, values=v, lowering="auto"), ("3xf32", "2xf32"))
    yield Call("hl.sparse.spmm", lambda x, v: given(MATRIX, x, values=v, lowering="auto"), ("3x5xf32", "2xf32"))
    yield Call(
        "hl.sparse.sddmm",
        lambda a, b, v: given(MATRIX, a, b, values=v, scaled=True, lowering="auto"),
        ("2x5xf32", "3x5xf32", "2xf32"),
    )
    yield Call(
        "hl.sparse.scale",
        lambda x, v: given(MATRIX, x, values=v, shared=False, out_accumulated=False, n=6, lowering="auto"),
        ("6x3xf32", "2xf32"),
    )
    for name in ("segment_mean", "segment_softmax"):
        yield Call(
            f"hl.sparse.{name}",
            lambda x, i: given(x, i, 3, indices_are_sorted="auto", unique_indices="auto", mode="drop"),
            ("4x2xf32", "4xi32"),
        )
    yield Call("hl.sparse.segment_csr", lambda x: given(x, [0, 2, 4], "sum"), ("4x2xf32",))
    yield Call("hl.sparse.so3.clebsch_gordan", lambda: given(1, 1, 2), None)
    yield Call("hl.sparse.so3.rotation", lambda: given(2, np.eye(3)), None)
    yield Call("hl.sparse.so3.tensor_product", lambda: given(1, 1, 2), None)
    product, matrix = "hl.sparse.SparseProduct", "hl.sparse.SparseMatrix"
    yield Call(
        f"{product}.from_entries",
        lambda: given([0, 1], [0, 1], [1, 0], [1.0, 2.0], sizes=(2, 2, 2), duplicates="merge"),
        None,
    )
    yield Call(
        f"{product}.from_info",
        lambda: given(
            None,
            scale=[1.0, 2.0],
            index1=[0, 1],
            index2=[1, 0],
            seg_out=[0, 1, 2],
            gather_index=[0, 1],
            index_out=[0, 1],
            out_size=2,
            sizes=(2, 2, 2),
            duplicates="keep",
        ),
        None,
    )
    yield Call(f"{product}.from_sparse", lambda: given(_bcoo((2, 2, 2)), duplicates="keep"), None)
    yield Call(f"{product}.from_dense", lambda: given(np.ones((2, 2, 2))), None)
    yield Call(
        f"{matrix}.from_entries", lambda: given([0, 1], [1, 0], [1.0, 2.0], shape=(2, 2), duplicates="merge"), None
    )
    yield Call(
        f"{matrix}.from_info",
        lambda: given(
            None, scale=[1.0, 2.0], index=[0, 1], seg_out=[0, 1, 2], out_size=2, shape=(2, 2), duplicates="keep"
        ),
        None,
    )
    yield Call(
        f"{matrix}.from_csr", lambda: given([0, 1, 2], [1, 0], [1.0, 2.0], shape=(2, 2), duplicates="keep"), None
    )
    yield Call(f"{matrix}.from_sparse", lambda: given(_bcoo((2, 2)), duplicates="keep"), None)
    yield Call(f"{matrix}.from_dense", lambda: given(np.ones((2, 2))), None)
    yield Call(f"{matrix}.to_dense", lambda: given(MATRIX), None)


class _Entries:
    """As JAX's BCOO, without JAX."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.shape, self.n_batch, self.n_dense = shape, 0, 0
        self.indices, self.data = np.zeros((1, len(shape)), int), np.ones(1)


def _bcoo(shape: tuple[int, ...]) -> Any:
    return _Entries(shape)


def _running() -> Iterator[Call]:
    loaded = interpreter.load(sums)
    yield Call("interpreter.run", lambda: given(sums, *XS, entry="main", listeners=[], **ASKED), None)
    yield Call("interpreter.run", lambda: given(TEXT, [1.0, 2.0], sanitize=True), None)
    yield Call("interpreter.load", lambda: given(sums, "main"), None)
    yield Call("interpreter.Executable.__call__", lambda: given(loaded, *XS, listeners=[], **ASKED), None)
    yield Call("interpreter.Executable.run", lambda: given(loaded, *XS, **ASKED), None)
    yield Call(
        "interpreter.run_parallel",
        lambda: given(sums, [XS, XS], 2, 1, entry="main", infeed=None, outfeed=None, listeners=[], **ASKED),
        None,
    )
    yield Call(
        "interpreter.admissible",
        lambda: given(
            sums,
            *XS,
            entry="main",
            reassociate=False,
            limit=5,
            samples=2,
            seed=0,
            ulps=0,
            max_steps=100,
            max_memory=1 << 30,
        ),
        None,
    )
    allowed = interpreter.admissible(sums, *XS)
    yield Call("interpreter.Admissible.contains", lambda: given(allowed, loaded(*XS)), None)
    yield Call(
        "hl.testing.assert_admissible",
        lambda: given(sums, [*XS], list(loaded(*XS)), ulps=0, reassociate=False, entry="main"),
        None,
        answer=AssertionError,
    )
    yield Call("hl.testing.assert_valid", lambda: given(sums), None, answer=AssertionError)
    yield Call(
        "hl.testing.assert_equivalent",
        lambda: given(sums, sums, [*XS], seed=0, backend="interpreter", entry="main"),
        None,
        answer=AssertionError,
    )
    yield Call("hl.check_grads", lambda: given(hl.function("2xf32")(hl.sine), order=1, seed=0, entry="main"), None)
    yield Call(
        "hl.testing.assert_gradients",
        lambda: given(sums, [*XS], seed=0, entry="main"),
        None,
        answer=AssertionError,
    )
    yield Call("interpreter.register_custom_call", lambda: given("tests.twice", lambda op, x: x + x), None)


def _looking() -> Iterator[Call]:
    def run(**options: Any) -> object:
        return interpreter.run(sums, *XS, **options)

    def looking_on(listener: Any) -> object:
        return run(listeners=[listener])

    quiet: Any = lambda line: None  # noqa: E731 - a value
    yield Call("interpreter.Trace", lambda: given(quiet, first=4), None, then=looking_on)
    yield Call("interpreter.Watch", lambda: given("add", write=quiet, first=4), None, then=looking_on)
    yield Call("interpreter.Trap", lambda: given("nan", "overflow", first=4), None, then=looking_on)
    yield Call("interpreter.Step", lambda: given(["step", "print %0", "continue"], quiet), None, then=_stepped)
    yield Call(
        "interpreter.SaveValues",
        lambda: given(str(_folder() / "values"), only=["add"], most=2, overwrite=True),
        None,
        then=looking_on,
    )
    yield Call(
        "interpreter.Sanitizer",
        lambda: given(["bounds"], ["promise"], ["number.overflow"], 3),
        None,
        then=lambda sanitizer: run(sanitize=sanitizer),
    )


def _stepped(step: Any) -> object:
    return interpreter.run(sums, *XS, listeners=[step])


def _entered(context: Any) -> None:
    with context:
        pass


_folders: list[Path] = []


def _folder() -> Path:
    """A new folder, in place of the one before."""
    while _folders:
        shutil.rmtree(_folders.pop(), ignore_errors=True)
    _folders.append(Path(tempfile.mkdtemp(prefix="hlogen-wrong-calls-")))
    return _folders[-1]


def with_arguments(call: Call, do: Callable[[list[Any], dict[str, Any]], None]) -> None:
    """Has `do` look at the arguments of a call, where they can be used."""
    if call.types is None:
        do(*call.make())
        return

    def build(*tensors: Any) -> Sequence[Any]:
        do(*call.make(*tensors))
        return []

    hl.function(*call.types, name="main")(build)
