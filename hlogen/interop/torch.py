"""PyTorch's modules as programs: the adapter behind `hl.from_torch`. PyTorch exports them, torch-mlir lowers them."""

from __future__ import annotations

import contextlib
import inspect
import io
import logging
import re
import traceback
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import torch
from torch.export.graph_signature import OutputKind, TensorArgument
from torch.utils import _pytree as pytree  # PyTorch's pytrees have no public module yet
from torch_mlir import fx
from torch_mlir.dialects import torch as torch_dialect
from torch_mlir.extras.fx_decomp_util import get_decomposition_table
from torch_mlir.extras.fx_importer import FxImporter
from torch_mlir.ir import Context

from hlogen.builder import trees
from hlogen.builder.emit import described
from hlogen.builder.trace import pass_over, usage_error
from hlogen.builder.traced import Traced
from hlogen.builder.trees import Structure
from hlogen.door.frames import is_users, is_users_file
from hlogen.interop.adopted import Adopted, adopted, structure_of
from hlogen.ir import Location, Operation, dtype_of
from hlogen.mlir import provider
from hlogen.mlir.convert import Converter, dotted
from hlogen.mlir.diagnostics import collect_messages
from hlogen.mlir.reader import held

pass_over(str(Path(torch.__file__).parent), contextlib.__file__)

# What torch-mlir leaves in other dialects, and the same in StableHLO.
_SAME = {"arith.constant": "stablehlo.constant"}
_CONVERSION = "failed to legalize operation "
_OF_ANOTHER = "'torch.constant."  # an argument, which says nothing of the operation that it is for
_SHOWN = 12  # operations in a message
_OPERATION = re.compile(r'"torch\.operator".*?name = "(torch\.[\w.]+)"')


def from_torch(module: Any, args: Sequence[Any], weights: str) -> Adopted:
    """See `hlogen.interop.from_torch`."""
    if not isinstance(module, torch.nn.Module):
        raise usage_error(f"module is a torch.nn.Module, not {described(module)}")
    if weights not in ("constants", "arguments"):
        raise usage_error(f"weights is 'constants' or 'arguments', not {weights!r}")
    name = type(module).__name__
    given = {key: value.detach() for key, value in module.named_parameters()} if weights == "arguments" else {}
    _require_tensors(name, args)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PyTorch, about itself
        exported = _exported(name, module, given, args)
        lowered = _lowered(name, exported)
    program = held(lowered, name=name, is_preferred=is_users_file)
    entry = program.function("main").operation
    _in_stablehlo(program.operations, name)
    form = TorchForm(
        exported.call_spec.in_spec,
        exported.call_spec.out_spec,
        {key: _as_numpy(value) for key, value in given.items()},
    )
    names = [*given, *_names(module, args)]
    code = getattr(type(module).forward, "__code__", None)
    location = Location(code.co_filename, code.co_firstlineno) if code is not None else Location("<python>")
    return adopted(program.operations, entry, name, names, module, location, form, (tuple(args), {}))


@dataclass(frozen=True)
class TorchForm:
    """Pytrees, as PyTorch has them; the program takes the module's `weights` first, where they are arguments.

    They needn't be given: then they are what they were.
    """

    in_spec: Any
    out_spec: Any
    weights: dict[str, Any]

    @property
    def inputs(self) -> Structure:
        args, _ = pytree.tree_unflatten(range(self.in_spec.num_leaves), self.in_spec)
        own = args[1:] if self.weights else args
        return trees.tuple_of([*[trees.LEAF] * len(self.weights), *(self._structure(tree) for tree in own)])

    @property
    def output(self) -> Structure:
        return self._structure(pytree.tree_unflatten(range(self.out_spec.num_leaves), self.out_spec))

    @staticmethod
    def _structure(tree: Any) -> Structure:
        return structure_of(tree, len(pytree.tree_leaves(tree)))

    def operands(self, args: Sequence[Any], kwargs: Mapping[str, Any], function: Adopted) -> Sequence[Any]:
        if kwargs:
            raise usage_error(f"{function.name} takes its arguments in order, not by name: {', '.join(kwargs)}")
        has_weights = len(args) == len(self.inputs.parts)
        return args if has_weights else (*self.weights.values(), *args)

    def leaves(self, operands: Sequence[Any], function: Adopted) -> list[Any]:
        whole = self.operands(operands, {}, function)
        count = len(self.weights)
        given = (dict(zip(self.weights, whole, strict=False)), *whole[count:]) if self.weights else tuple(whole)
        leaves, spec = pytree.tree_flatten((given, {}))
        if spec != self.in_spec:
            taken, found = len(function.type.inputs) - count, len(leaves) - count
            how = f"{found}" if found != taken else "as many in other containers"
            raise usage_error(
                f"{function.name} takes {taken} tensor{'' if taken == 1 else 's'}, not {how}\n"
                "  fix: give it arguments as those that it was made with, in the same order"
            )
        names = [value.name for value in function.operation.regions[0].block.arguments]
        what = [f"argument {name} of {function.name}" for name in names]
        return [_value(*given) for given in zip(leaves, function.type.inputs, what, strict=True)]

    def unflatten(self, results: Sequence[Any]) -> Any:
        return pytree.tree_unflatten(list(results), self.out_spec)


class _WithWeights(torch.nn.Module):  # type: ignore[misc]  # nothing is known of PyTorch's classes
    """A module that takes its weights in front of its arguments. It isn't a part of this one, which has no weights."""

    def __init__(self, module: torch.nn.Module) -> None:
        super().__init__()
        self._held = [module]

    def forward(self, weights: dict[str, Any], *args: Any) -> Any:
        return torch.func.functional_call(self._held[0], weights, args)


def _require_tensors(name: str, args: Sequence[Any]) -> None:
    for path, leaf in pytree.tree_flatten_with_path(tuple(args))[0]:
        if not isinstance(leaf, torch.Tensor):
            raise usage_error(
                f"example argument args{pytree.keystr(path)} of {name} is {described(leaf)}\n"
                "  fix: give a tensor: torch.tensor(...)"
            )


def _exported(name: str, module: Any, weights: Mapping[str, Any], args: Sequence[Any]) -> Any:
    """What PyTorch exports, decomposed into operations that torch-mlir knows."""
    given: tuple[Any, ...] = (dict(weights), *args) if weights else tuple(args)
    try:
        with _quietly():
            exported = torch.export.export(_WithWeights(module) if weights else module, given, strict=False)
            exported = exported.run_decompositions(get_decomposition_table())
    except Exception as error:
        frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__) if is_users(frame)]
        place = Location(frames[-1][0].f_code.co_filename, frames[-1][1]) if frames else None
        said = str(error).strip().partition("\n")[0]
        raise usage_error(f"{name} can't be exported by PyTorch: {said}", place) from error
    outputs = exported.graph_signature.output_specs
    if any(output.kind != OutputKind.USER_OUTPUT for output in outputs):
        changed = ", ".join(str(one.target) for one in outputs if one.target)
        raise usage_error(
            f"{name} changes its buffers ({changed}), and a program changes nothing\n"
            "  fix: export it as it is used after training: module.eval()"
        )
    for number, output in enumerate(outputs):
        if not isinstance(output.arg, TensorArgument):
            value = getattr(output.arg, "value", output.arg)
            raise usage_error(
                f"{name} returns {value!r} as result {number}, and a program returns tensors\n"
                "  fix: return tensors alone"
            )
    return exported


def _lowered(name: str, exported: Any) -> Any:
    """The module of torch-mlir's bindings in StableHLO."""
    context = Context()
    torch_dialect.register_dialect(context)
    importer = FxImporter(context=context)
    bindings = provider.holding(importer.module)
    location_of = Converter(bindings, importer.module, is_preferred=is_users_file).location if bindings else _nowhere
    with collect_messages(context, location_of) as heard, _quietly():
        try:
            return fx.export_and_import(
                exported, output_type="stablehlo", fx_importer=importer, decomposition_table={}, func_name="main"
            )
        except Exception as error:
            place, said = next(iter(heard), (None, str(error).strip().partition("\n")[0]))
            said = _short(said) + (_operations_at(exported, place) if _OF_ANOTHER in said else "")
            raise usage_error(f"{name} can't be lowered to StableHLO by torch-mlir: {said}", place) from error


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Without what PyTorch and torch-mlir print and log of what fails: the error says it."""
    before = logging.root.manager.disable
    logging.disable(logging.WARNING)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        logging.disable(before)


def _nowhere(location: Any) -> None:
    return None


def _operations_at(exported: Any, place: Location | None) -> str:
    """The operations of PyTorch at a place, or all of them, one of which needs what can't be lowered."""
    line = "" if place is None else f'File "{place.file}", line {place.line},'
    nodes = (node for node in exported.graph.nodes if node.op == "call_function")
    there = (str(node.target) for node in nodes if line in (node.meta.get("stack_trace") or ""))
    found = list(dict.fromkeys(name for name in there if not name.startswith("<")))  # functions of Python are none
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return f", of one of {', '.join(found[:_SHOWN])}{more}" if found else ""


def _short(said: str) -> str:
    """A message without the program that it quotes."""
    if _CONVERSION in said:
        operation = _OPERATION.search(said)
        return _CONVERSION + (
            operation[1] if operation is not None else said.partition(_CONVERSION)[2].partition(":")[0]
        )
    return said.partition("\n")[0]


def _in_stablehlo(functions: Sequence[Operation], name: str) -> None:
    """Writes what is left in other dialects in StableHLO; UsageError where that can't be."""
    for function in functions:
        for operation in function.walk():
            operation.name = _SAME.get(operation.name, operation.name)
            if operation.name.partition(".")[0] not in ("stablehlo", "chlo", "func"):
                raise usage_error(
                    f"{name} can't be lowered to StableHLO by torch-mlir: {operation.name} is left, of another dialect",
                    operation.location,
                )


def _names(module: Any, args: Sequence[Any]) -> list[str]:
    """What the arguments' tensors are called: as the parameters of forward, ``batch.mask`` where one is a tree."""
    given = inspect.signature(module.forward).bind(*args).arguments
    return [
        dotted(f"{parameter}{pytree.keystr(path)}")
        for parameter, value in given.items()
        for path, _ in pytree.tree_flatten_with_path(value)[0]
    ]


def _value(leaf: Any, type: Any, what: str) -> Any:
    """What is given for an argument as the program takes it: an array of its type, or a value of a program."""
    if isinstance(leaf, Traced):
        return leaf
    wanted = dtype_of(type.element_type)
    array = np.asarray(leaf, wanted) if isinstance(leaf, (bool, int, float, complex)) else _as_numpy(leaf)
    if array.dtype != wanted or array.shape != type.shape:
        shape = "x".join(map(str, array.shape)) or "()"
        raise usage_error(f"{what} is {type}, but a tensor of {shape} {array.dtype} is given")
    return array


def _as_numpy(leaf: Any) -> np.ndarray[Any, Any]:
    if isinstance(leaf, torch.Tensor):
        held = leaf.detach().cpu()
        if held.dtype == torch.bfloat16:
            array: np.ndarray[Any, Any] = held.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
            return array
        return np.asarray(held.numpy())
    return np.asarray(leaf)
