"""Programs that must give what another one gives: the same program written otherwise, batched, printed and read.

A relation needs no reference: where a program and its other form disagree on one backend, one of them is wrong. On the
interpreter that is a test of what makes the other form: our transforms, vmap, printer and reader.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

import numpy as np

import hlogen as hl
import interpreter
from hlogen.conform.forms import Check, Form
from hlogen.errors import HlogenError, UsageError
from hlogen.fuzz.duality import dual
from hlogen.fuzz.elements import Array
from hlogen.fuzz.halves import Halved, Permuted
from hlogen.ir import (
    Block,
    DenseElements,
    FunctionType,
    HasModule,
    Module,
    Operation,
    QuantizedType,
    Region,
    TensorType,
    Type,
)
from hlogen.program.copy import Copier
from hlogen.spec.result_types import infer
from interpreter.kernels.check import Comparison

_BATCH = 2


@dataclass(frozen=True)
class Related(Form):
    """The other form of a program: its results are judged as those of `original`, one such after the other."""

    original: Form = field(kw_only=True)
    is_batch: bool = field(kw_only=True, default=False)

    def expected(self) -> tuple[Array, ...]:
        results = self.original.expected()
        return tuple(np.stack([each] * _BATCH) for each in results) if self.is_batch else results

    def parts(self, results: Sequence[Array]) -> Iterator[tuple[Form, Sequence[Array]]]:
        if not self.is_batch:
            yield self.original, results
            return
        for number in range(_BATCH):
            yield self.original, [each[number] for each in results]


_LARGEST = 2.0**48  # of sums that are exact


class Sums(Related):
    """A form that gives two numbers that have to be the same, and how large their parts are."""

    def expected(self) -> tuple[Array, ...]:
        results: tuple[Array, ...] = interpreter.run(self.module, *self.arguments, entry=self.entry)
        return results

    def parts(self, results: Sequence[Array]) -> Iterator[tuple[Form, Sequence[Array]]]:
        is_exact = results[2] < _LARGEST
        agree = Comparison("the sums", lambda one, other: (one == other) | ~is_exact, {"kind": "equal"})
        yield Form(self.id, self.module, self.entry, self.arguments, (Check(agree, 0, 1),), is_defined=True), results


# The other form, or None where there is none. What it raises of hlogen's errors says that, too.
Relation: TypeAlias = Callable[[Form], Related | None]


def _by(transform: Callable[[Module], HasModule]) -> Relation:
    def related(form: Form) -> Related | None:
        module = transform(form.module)
        whole = module if isinstance(module, Module) else module.module
        if str(whole) == str(form.module):
            return None
        return Related(form.id, whole, form.entry, form.arguments, (), original=form)

    return related


# Their definitions, which batches are made by, too, are the same but for rounding.
_ROUNDED = {
    *("stablehlo.batch_norm_grad", "stablehlo.batch_norm_inference", "stablehlo.batch_norm_training"),
    *("stablehlo.cholesky", "stablehlo.fft", "stablehlo.triangular_solve"),
}


def _is_rounded(form: Form) -> bool:
    return not _ROUNDED.isdisjoint(operation.name for operation in form.module.walk())


def _decomposed(form: Form) -> Related | None:
    if _is_rounded(form):
        return None
    return _by(hl.transform.decompose)(form)


def _read(form: Form) -> Related:
    return Related(form.id, hl.parse(str(form.module)), form.entry, form.arguments, (), original=form)


def _as_constants(form: Form) -> Related | None:
    """The arguments as constants of the program, which compilers fold."""
    body = form.module.function(form.entry).body
    if not form.arguments:
        return None
    block, copier = Block(), Copier()
    for argument, array in zip(body.arguments, form.arguments, strict=True):
        assert isinstance(argument.type, TensorType)
        value = DenseElements(argument.type, array)
        block.operations.append(Operation("stablehlo.constant", (), [argument.type], {"value": value}))
        copier.stands([argument], block.operations[-1].results)
    for operation in body.operations:
        copier.operation(operation, block.operations)
    type = FunctionType((), tuple(value.type for value in body.operations[-1].operands))
    main = Operation("func.func", (), (), {"sym_name": form.entry, "function_type": type}, [Region([block])])
    return Related(form.id, Module([main, *_others(form)]), form.entry, (), (), original=form)


def _copied(copier: type[Copier]) -> Relation:
    """By a copier that writes some operations otherwise."""
    return _by(lambda module: Module([copier().again(operation) for operation in module.operations]))


class _Dynamic(Copier):
    """Copies operations for operands of unknown sizes; results have the types that follow, or else stay as they are."""

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        new = self.again(operation)
        if not any(region.blocks[0].arguments == () or operation.name == "stablehlo.while" for region in new.regions):
            with contextlib.suppress(HlogenError):
                types = infer(new.name, [value.type for value in new.operands], new.attributes, new.regions)
                for value, type in zip(new.results, types, strict=True):
                    value.type = type
        copies.append(new)


def _dynamic(form: Form, *, bounded: bool) -> Related | None:
    """The sizes of arguments aren't known before the run, or only their bounds."""
    function = form.module.function(form.entry)
    types = [_forgotten(value.type, bounded) for value in function.body.arguments]
    if types == [value.type for value in function.body.arguments]:
        return None
    block = Block(types)
    copier = _Dynamic(dict(zip(function.body.arguments, block.arguments, strict=True)))
    copier.fill(function.body, block.operations)
    results = tuple(value.type for value in block.operations[-1].operands)
    attributes = {**function.operation.attributes, "function_type": FunctionType(tuple(types), results)}
    main = Operation("func.func", (), (), attributes, [Region([block])])
    module = Module([main, *_others(form)])
    return Related(form.id, module, form.entry, form.arguments, (), original=form)


def _forgotten(type: Type, bounded: bool) -> Type:
    if not isinstance(type, TensorType) or not type.rank:
        return type
    if isinstance(type.element_type, QuantizedType) and type.element_type.is_per_axis:
        return type
    return TensorType((None,) * type.rank, type.element_type, type.shape if bounded else None)


def _others(form: Form) -> list[Operation]:
    """The functions beside the entry."""
    return [function.operation for name, function in form.module.functions.items() if name != form.entry]


def _vmap(form: Form) -> Related | None:
    """A batch of the same arguments: each of its results is the program's."""
    if not form.arguments or _is_rounded(form):
        return None
    batched = hl.vmap(form.module, axis_size=_BATCH)
    arguments = tuple(np.stack([each] * _BATCH) for each in form.arguments)
    return Related(form.id, batched.module, batched.name, arguments, (), original=form, is_batch=True)


def _dual(form: Form) -> Related | None:
    found = dual(form)
    return None if found is None else Sums(form.id, *found, (), original=form)


RELATIONS: dict[str, Relation] = {
    "portable": _by(hl.transform.portable),
    "expand_batching_dims": _by(hl.transform.expand_batching_dims),
    "raise_batching_dims": _by(hl.transform.raise_batching_dims),
    "simplify": _by(hl.transform.simplify),
    "inline": _by(hl.transform.inline),
    "canonicalize": _by(hl.transform.canonicalize),
    "cse": _by(hl.transform.cse),
    "dce": _by(hl.transform.dce),
    "decompose": _decomposed,
    "print and parse": _read,
    "constants": _as_constants,
    "vmap": _vmap,
    "split batches": _copied(Halved),
    "permuted updates": _copied(Permuted),
    "jvp and vjp": _dual,
    "unknown sizes": partial(_dynamic, bounded=False),
    "bounded sizes": partial(_dynamic, bounded=True),
}


class RelationFailed(HlogenError):
    """What makes the other form of a program fails, and no error of hlogen's says why: a defect of it."""


def related(form: Form, name: str) -> Form:
    """The form of the relation `name`; the form itself where there is no other, or no name.

    Raises RelationFailed where making it fails.
    """
    if not name:
        return form
    try:
        return RELATIONS[name](form) or form
    except HlogenError:  # there is none, and it says why
        return form
    except Exception as error:
        raise RelationFailed(f"{name}: {type(error).__name__}: {error}") from error


def chosen(names: Sequence[str]) -> tuple[str, ...]:
    """The relations of these names; all where one of them is "all". UsageError for one that there isn't."""
    if "all" in names:
        return tuple(RELATIONS)
    for name in names:
        if name not in RELATIONS:
            raise UsageError(f"there is no relation {name}; there are {', '.join(RELATIONS)}, and all")
    return tuple(dict.fromkeys(names))
