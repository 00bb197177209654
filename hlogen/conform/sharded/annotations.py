"""Shardy's annotations on a program: written by `annotate`, read back and checked before XLA sees them.

XLA doesn't refuse a dim that an axis doesn't divide, it splits it by fewer devices or not at all. So that what is
measured is what was asked for, such a dim is an error here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from hlogen.door import public
from hlogen.errors import UsageError
from hlogen.ir import Attribute, Function, HasModule, Module, OpaqueAttr, Operation, TensorType, Type
from hlogen.ir.printer import attribute_text, string_text
from interpreter.plan.program import entry_function

# What splits each dim of a tensor: an axis of the mesh, several (the first one splits first), or None. Dims that are
# left out at the end aren't split. None instead of a sequence: no annotation, XLA decides.
Split: TypeAlias = "Sequence[str | Sequence[str] | None] | None"

_MESH_NAME = "mesh"
_SHARDING = "sdy.sharding"
_MESH = re.compile(r"\bmesh<\[([^\]]*)\]")
_MESH_AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"=(\d+)')
_DIM = re.compile(r"\{([^{}]*)\}")
_AXIS = re.compile(r'"((?:[^"\\]|\\.)*)"(?::\(\d+\)(\d+))?')


@public
def annotate(
    program: HasModule,
    mesh: Mapping[str, int],
    arguments: Sequence[Split] | None,
    results: Sequence[Split] | None = None,
    *,
    entry: str = "main",
) -> Module:
    """A copy of `program` whose entry says how its arguments and results are split over the axes of `mesh`.

    ``annotate(f, {"x": 8}, [("x",), (None, "x"), ()])`` splits dim 0 of the first argument and dim 1 of the second by
    8, and keeps the third one whole on every device. An argument or result that says None, and all of them where
    `arguments` or `results` is None, are split as XLA finds from the others. Nothing that the program computes changes.

    Raises UsageError where the program has a mesh already, and where a split doesn't fit the mesh or the type.
    """
    module = program.module
    module.require_valid()
    if any(operation.name == "sdy.mesh" for operation in module.operations):
        raise UsageError("the program has a mesh already; change its annotations in its text")
    _check_mesh(mesh)
    function = entry_function(module, entry)
    changed = dict(function.operation.attributes)
    for what, key, types, splits in (
        ("argument", "arg_attrs", function.type.inputs, arguments),
        ("result", "res_attrs", function.type.results, results),
    ):
        if splits is not None:
            entries = _entries(changed.get(key), types)
            described = _described(f"@{function.name}", what, types, splits, mesh, entries)
            if any(described):
                changed[key] = described
    sizes = ", ".join(f"{string_text(axis)}={size}" for axis, size in mesh.items())
    declared = Operation("sdy.mesh", attributes={"sym_name": _MESH_NAME, "mesh": OpaqueAttr(f"#sdy.mesh<[{sizes}]>")})
    old = function.operation
    new = Operation(old.name, (), (), changed, old.regions, old.location)
    operations = [new if operation is old else operation for operation in module.operations]
    return Module([declared, *operations], module.attributes, module.name, module.location, module.source)


def mesh_of(module: Module) -> dict[str, int]:
    """The axes of the program's mesh and their sizes. UsageError where there is none, or are several that differ."""
    found = [dict(_MESH_AXIS.findall(text)) for text in _MESH.findall(_sharding_texts(module))]
    meshes = [{axis: int(size) for axis, size in mesh.items()} for mesh in found if mesh]
    if not meshes:
        raise UsageError(
            "the program has no Shardy mesh; declare one and say which dims it splits, for example with "
            'hlogen.conform.sharded.annotate(program, {"x": 8}, [("x",)])'
        )
    if len({math.prod(mesh.values()) for mesh in meshes}) > 1:
        raise UsageError(f"the program has meshes of different sizes: {', '.join(map(mesh_text, meshes))}; use one")
    return meshes[0]


def mesh_text(mesh: Mapping[str, int]) -> str:
    """Such as ``mesh <"x"=2, "y"=4> of 8 devices``."""
    sizes = ", ".join(f"{string_text(axis)}={size}" for axis, size in mesh.items())
    return f"mesh <{sizes}> of {math.prod(mesh.values())} device{'' if math.prod(mesh.values()) == 1 else 's'}"


def check_annotations(module: Module, entry: str) -> Function:
    """The entry. UsageError where nothing is annotated, or an annotation doesn't divide a dim."""
    function = entry_function(module, entry)
    meshes = {
        str(operation.attributes["sym_name"]): dict(_MESH_AXIS.findall(attribute_text(operation.attributes["mesh"])))
        for operation in module.operations
        if operation.name == "sdy.mesh"
    }
    for what, key, types in (
        ("argument", "arg_attrs", function.type.inputs),
        ("result", "res_attrs", function.type.results),
    ):
        for number, (type, attributes) in enumerate(
            zip(types, _entries(function.operation.attributes.get(key), types), strict=True)
        ):
            sharding = attributes.get(_SHARDING)
            if sharding is not None and isinstance(type, TensorType):
                where = f"{what} {number} of @{function.name}"
                _check_sharding(where, type, attribute_text(sharding), meshes)
    if "sdy.sharding" not in _sharding_texts(module):
        raise UsageError(
            f"nothing in the program says how it is split over its {mesh_text(mesh_of(module))}; "
            f"give arguments of @{function.name} an sdy.sharding"
        )
    return function


def _sharding_texts(module: Module) -> str:
    """The text of everything that may be Shardy's; constants are left out."""
    texts = [
        f"{name} = {attribute_text(attribute)}"
        for operation in module.walk()
        for name, attribute in operation.attributes.items()
        if name in ("arg_attrs", "res_attrs") or isinstance(attribute, OpaqueAttr)
    ]
    return "\n".join(texts)


def _entries(attribute: Attribute | None, types: Sequence[Type]) -> list[dict[str, Attribute]]:
    """One mapping for each argument or result."""
    if attribute is None:
        return [{} for _ in types]
    return [dict(cast(Mapping[str, Attribute], entry)) for entry in cast(Sequence[Attribute], attribute)]


def _check_sharding(where: str, type: TensorType, text: str, meshes: Mapping[str, Mapping[str, str]]) -> None:
    inlined = _MESH.search(text)
    name = re.search(r"<@([\w$.-]+)", text)
    axes = dict(_MESH_AXIS.findall(inlined[1])) if inlined else meshes.get(name[1] if name else "", {})
    dims = _DIM.findall(re.split(r"\]\s*(?:,\s*(?:replicated|unreduced)|>\s*$)", text[text.index(", [") :])[0])
    for dim, (size, split) in enumerate(zip(type.shape, dims, strict=False)):
        parts = math.prod(int(part or axes.get(axis, "1")) for axis, part in _AXIS.findall(split))
        if size is not None and parts and size % parts:
            raise UsageError(
                f"{where} has type {type}, and {text} splits its dim {dim} into {parts} parts, which don't divide "
                f"{size}; pad the dim to a multiple of {parts}, or split another one"
            )


def _check_mesh(mesh: object) -> None:
    if not isinstance(mesh, Mapping):
        raise UsageError(f'the mesh is {mesh!r}; name its axes with their sizes, such as {{"x": 8}}')
    for axis, size in mesh.items():
        if not isinstance(axis, str):
            raise UsageError(f'an axis of the mesh is called {axis!r}; a name is a text, such as in {{"x": 8}}')
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise UsageError(f"axis {axis!r} of the mesh has size {size!r}; a size is an integer of at least 1")
    if not mesh:
        raise UsageError('the mesh has no axis; name some with their sizes, such as {"x": 8}')


def _described(
    function: str,
    what: str,
    types: Sequence[Type],
    splits: Sequence[Split],
    mesh: Mapping[str, int],
    entries: Sequence[Mapping[str, Attribute]],
) -> tuple[Attribute, ...]:
    """The attributes of all arguments or results, with their shardings."""
    if not isinstance(splits, Sequence) or isinstance(splits, str):
        raise UsageError(f'the {what}s are split by {splits!r}; give a list with one split for each, such as [("x",)]')
    if len(splits) != len(types):
        raise UsageError(
            f"{function} has {len(types)} {what}{'' if len(types) == 1 else 's'}, but {len(splits)} "
            f"{'is' if len(splits) == 1 else 'are'} said how to be split; say None for one that isn't"
        )
    described: list[Attribute] = []
    for number, (type, split, entry) in enumerate(zip(types, splits, entries, strict=True)):
        attributes = dict(entry)
        if split is not None:
            attributes[_SHARDING] = _sharding(f"{what} {number} of {function}", type, split, mesh)
        described.append(attributes)
    return tuple(described)


def _sharding(where: str, type: Type, split: Split, mesh: Mapping[str, int]) -> OpaqueAttr:
    if not isinstance(type, TensorType):
        raise UsageError(f"{where} has type {type}; only tensors can be split")
    if not isinstance(split, Sequence) or isinstance(split, str) or len(split) > type.rank:
        raise UsageError(f"{where} has type {type} of {type.rank} dims, which {split!r} doesn't fit; give a tuple")
    dims = [tuple(axes) if isinstance(axes, (tuple, list)) else () if axes is None else (axes,) for axes in split]
    dims += [()] * (type.rank - len(dims))
    used = [axis for axes in dims for axis in axes]
    for axis in used:
        if axis not in tuple(mesh):  # also what isn't hashable
            raise UsageError(f"{where} is split over axis {axis!r}; the mesh has {', '.join(map(repr, mesh))}")
        if used.count(axis) > 1:
            raise UsageError(f"{where} is split over axis {axis!r} twice; an axis splits one dim")
    for dim, (axes, size) in enumerate(zip(dims, type.shape, strict=True)):
        parts = math.prod(mesh[axis] for axis in axes)
        if size is not None and size % parts:
            raise UsageError(
                f"{where} has type {type}, and {', '.join(map(repr, axes))} splits its dim {dim} into {parts} parts, "
                f"which don't divide {size}; pad the dim to a multiple of {parts}, or split another one"
            )
    listed = ", ".join(f"{{{', '.join(map(string_text, axes))}}}" for axes in dims)
    return OpaqueAttr(f"#sdy.sharding<@{_MESH_NAME}, [{listed}]>")
