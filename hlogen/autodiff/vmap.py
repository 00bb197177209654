"""vmap: a function of one example made one of a batch of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, overload

from hlogen.autodiff.axes import binding
from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batched import Arguments, Batched, needs_size
from hlogen.autodiff.batching.registry import repeated
from hlogen.autodiff.flatten import flattened, no_program, tensor_types
from hlogen.autodiff.made import argument_names, made_once, name_of, structures_of
from hlogen.autodiff.site import tensor_type, whole_number
from hlogen.autodiff.tidy import tidy
from hlogen.builder import trees
from hlogen.builder.emit import described
from hlogen.builder.function import Function, built
from hlogen.builder.shape import transpose
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import usage_error
from hlogen.builder.trees import Structure, Tree
from hlogen.door import strict
from hlogen.ir import HasModule, TensorType
from hlogen.program.calls import entry_of
from hlogen.program.structure import returned

# The batch dimension of each argument or result (negative: from the end), None for one that isn't batched; trees of
# them where arguments are trees, an entry standing for all that is below it.
Axes: TypeAlias = "int | Sequence[Tree] | Mapping[Any, Tree] | None"


@overload
def vmap(
    function: HasModule | Batched,
    in_axes: Axes = 0,
    out_axes: Axes = 0,
    *,
    axis_size: int,
    axis_name: str | None = None,
    name: str | None = None,
    entry: str | None = None,
) -> Function: ...
@overload
def vmap(
    function: HasModule | Batched,
    in_axes: Axes = 0,
    out_axes: Axes = 0,
    *,
    axis_size: None = None,
    axis_name: str | None = None,
    name: str | None = None,
    entry: str | None = None,
) -> Batched: ...
@strict
def vmap(
    function: HasModule | Batched,
    in_axes: Axes = 0,
    out_axes: Axes = 0,
    *,
    axis_size: int | None = None,
    axis_name: str | None = None,
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """`function` on a batch: its arguments have one more dimension, of the batch's size, and so have its results.

    `in_axes` says where the batch dimension of each argument is, None for an argument that is the same for the whole
    batch; `out_axes` where the results get it, None for a result that doesn't depend on the batch. One entry stands for
    all. `in_axes` may be a dict by names of arguments or of leaves in them (``{"x": 0, "params.w": 1}``): what it
    doesn't name is the same for the whole batch.

    `axis_size` is the size of the batch. Without it the result isn't a program yet: it gets its size when it is called,
    from the tensors or arrays that it is given. `hlogen.grad` and its kin take it as it is, and what they make gets its
    size likewise.

    `axis_name` is a name for the batch's axis: what `hlogen.psum` and its kin in the function say to work along it, as
    in ``hl.psum(x, "i")``. A vmap inside of this one that has the same name takes it for its own axis.

    A gather or scatter of a batch of operands by a batch of indices gets them as `operand_batching_dims` and
    `input_batching_dims`; where only one side is batched, it stays one with larger slices or with more indices.

    `function`, `name` and `entry` as for `jvp`; the name says ``_vmap``, the axes and the size. Raises UsageError where
    the axes don't fit and, naming the operation and its place, where an operation can't be batched.
    """
    _require_name(axis_name)
    if isinstance(function, Batched):
        if axis_size is not None:
            raise needs_size(function)
        return _without_size(function, in_axes, out_axes, axis_name, name or f"{function.name}_vmap", entry)
    if not isinstance(function, HasModule):
        raise no_program(function, "vmap")
    view = entry_of(function, entry)
    source = view.body
    types = tensor_types(source.arguments, "argument", view.name, "vmap")
    result_types = tensor_types(returned(source), "result", view.name, "vmap")
    inputs, output = structures_of(function, view)
    names = trees.parameters(inputs, argument_names(source))
    ins = _axes(in_axes, types, inputs.parts, names, "in_axes", f"arguments of {view.name}")
    outs = _axes(out_axes, result_types, output.entries, [], "out_axes", f"results of {view.name}")
    if not ins:
        raise usage_error(f"{view.name} takes no arguments, so there is no batch")
    if all(axis is None for axis in ins):
        raise usage_error("in_axes says None for every argument, so there is no batch\n  fix: name the batched ones")
    if axis_size is None:
        return _without_size(function, in_axes, out_axes, axis_name, name or _default_name(view.name, ins, outs), entry)
    size = _size(axis_size)
    batch_types = [type if axis is None else type.batched(size, axis) for type, axis in zip(types, ins, strict=True)]

    def python_function(*values: Tensor) -> Any:
        block = flattened(function.module, view)
        environment = {
            argument: value if axis is None else moved(value, axis, 0)
            for argument, value, axis in zip(block.arguments, values, ins, strict=True)
        }
        batched = [argument for argument, axis in zip(block.arguments, ins, strict=True) if axis is not None]
        with binding(axis_name):
            found = batch_block(block, environment, batched, size)
        results = []
        for number, ((value, is_batched), axis) in enumerate(zip(found, outs, strict=True)):
            if axis is None and is_batched:
                raise usage_error(
                    f"out_axes says None for result {number} of {view.name}, which differs along the batch\n"
                    "  fix: say where its batch dimension goes, for example 0"
                )
            if axis is None:
                results.append(value)
            else:
                results.append(moved(value if is_batched else repeated(value, size), 0, axis))
        return output.unflatten(results)

    whole_name = name or _default_name(view.name, ins, outs, size)

    def make() -> Function:
        result = built(python_function, batch_types, whole_name, names=argument_names(source))
        result.inputs = inputs
        tidy(result)
        return result

    return made_once(function.module, ("vmap", view.name, whole_name, tuple(ins), tuple(outs), size, axis_name), make)


def _without_size(
    function: HasModule | Batched,
    in_axes: Axes,
    out_axes: Axes,
    axis_name: str | None,
    name: str,
    entry: str | None,
) -> Batched:
    """`function` on a batch of the size that its arguments will have."""

    def of_size(inner: HasModule | Batched, size: int) -> Function:
        called = name_of(name, size)
        return vmap(inner, in_axes, out_axes, axis_size=size, axis_name=axis_name, name=called, entry=entry)

    def sized(size: int) -> Function:
        return of_size(function.example if isinstance(function, Batched) else function, size)

    def arguments() -> Arguments:
        if isinstance(function, Batched):
            return function.arguments
        view = entry_of(function, entry)
        elements = [tensor_type(argument).element_type for argument in view.body.arguments]
        inputs, _ = structures_of(function, view)
        return Arguments(elements, inputs, trees.parameters(inputs, argument_names(view.body)))

    def of_types(types: tuple[TensorType, ...]) -> Function:
        known = arguments()
        entries = _entries(in_axes, known.inputs.parts, known.names, "in_axes", f"arguments given to {name}")
        paths = [path for part, name in zip(known.inputs.parts, known.names, strict=True) for path in part.called(name)]
        sizes: dict[str, int | None] = {}
        examples = []
        for number, (type, axis) in enumerate(zip(types, entries, strict=True)):
            at = None if axis is None else _axis(axis, type.with_shape(type.shape[1:]), f"in_axes[{number}]")
            if at is not None and type.rank == 0:
                raise usage_error(f"argument {number} of {name} is {type}, which has no batch dimension")
            sizes |= {} if at is None else {f"argument {number} ({paths[number]})": type.shape[at]}
            examples.append(type if at is None else type.with_shape(type.shape[:at] + type.shape[at + 1 :]))
        found = set(sizes.values())
        if len(found) != 1 or None in found:
            there = ", ".join(f"{argument} has {size}" for argument, size in sizes.items()) or "none is batched"
            raise usage_error(
                f"the arguments of {name} don't agree on one size of the batch: {there}\n"
                "  fix: give them one size, or say in in_axes which have no batch dimension (None)"
            )
        inner = function.of(tuple(examples)) if isinstance(function, Batched) else function
        size = found.pop()
        assert size is not None
        return of_size(inner, size)

    return Batched(name, arguments, sized, of_types)


def _default_name(name: str, ins: Sequence[int | None], outs: Sequence[int | None], *size: int) -> str:
    """``f_vmap_8``, and the axes where they aren't all 0."""
    axes: list[str | int] = []
    for word, entries in (("in", ins), ("out", outs)):
        if any(axis != 0 for axis in entries):
            axes += [word, *("none" if axis is None else axis for axis in entries)]
    return name_of(name, "vmap", *axes, *size)


def moved(value: Tensor, source: int, destination: int) -> Tensor:
    """`value` with the dimension `source` moved to `destination`."""
    order = [axis for axis in range(value.rank) if axis != source]
    order.insert(destination, source)
    return value if order == list(range(value.rank)) else transpose(value, permutation=order)


def _axes(
    given: Axes, types: Sequence[TensorType], parts: Sequence[Structure], names: Sequence[str], name: str, what: str
) -> list[int | None]:
    """For each of `types`, which are in the trees `parts`, where a batch dimension is put in, counted from 0."""
    entries = _entries(given, parts, names, name, what)
    return [
        None if axis is None else _axis(axis, type, f"{name}[{number}]")
        for number, (axis, type) in enumerate(zip(entries, types, strict=True))
    ]


def _entries(given: Axes, parts: Sequence[Structure], names: Sequence[str], name: str, what: str) -> list[Any]:
    """An entry for each leaf of `parts`, which are called `names`."""
    if isinstance(given, Mapping) and names:
        by_name = _by_name(given, parts, names, name, what)
        if by_name is not None:
            return by_name
    is_lone = given is None or not isinstance(given, (list, tuple))
    entries: Sequence[Any] = [given] * len(parts) if is_lone else given  # type: ignore[assignment]  # a list, if not lone
    if len(entries) != len(parts):
        raise usage_error(f"{name} has {len(entries)} entries for the {len(parts)} {what}")
    spread = (part.spread(entry, f"{name}[{at}]") for at, (entry, part) in enumerate(zip(entries, parts, strict=True)))
    return [axis for axes in spread for axis in axes]


def _by_name(
    given: Mapping[Any, Tree], parts: Sequence[Structure], names: Sequence[str], name: str, what: str
) -> list[Any] | None:
    """The entries that a dict by names of arguments, or of leaves in them, says; None for what it doesn't name. None
    where it is a tree of axes, for arguments that are dicts with its keys."""
    found: list[Any] = [None] * sum(part.leaf_count for part in parts)
    said: set[int] = set()
    for key, entry in given.items():
        place = _place(str(key), parts, names)
        if place is None:
            if all(part.container is dict and set(given) == set(part.names) for part in parts):
                return None
            raise usage_error(f"{name} names {key!r}, but the {what} are {', '.join(names)}")
        start, part = place
        places = range(start, start + part.leaf_count)
        if said & set(places):
            raise usage_error(f"{name} names {key!r} twice: by itself, and in what it belongs to")
        said |= set(places)
        found[start : start + part.leaf_count] = part.spread(entry, f"{name}[{key!r}]")
    return found


def _place(key: str, parts: Sequence[Structure], names: Sequence[str]) -> tuple[int, Structure] | None:
    """Where the leaves of what is called `key` begin, and the tree that they are in."""
    start = 0
    for name, part in zip(names, parts, strict=True):
        inside = part.part_called(key, name)
        if inside is not None:
            return start + inside[0], inside[1]
        start += part.leaf_count
    return None


def _axis(axis: Any, type: TensorType, what: str) -> int:
    """Where a tensor of `type` gets a batch dimension, counted from 0."""
    number = whole_number(axis)
    if number is None:
        raise usage_error(f"{what} is a dimension or None, not {described(axis)}")
    if not -(type.rank + 1) <= number <= type.rank:
        raise usage_error(f"{what} = {number}, but {type} with a batch dimension has the dimensions 0 to {type.rank}")
    return number % (type.rank + 1)


def _require_name(given: object) -> None:
    if given is not None and (not isinstance(given, str) or not given):
        raise usage_error(f'axis_name is a name for the batch\'s axis, such as "i", not {described(given)}')


def _size(given: int) -> int:
    number = whole_number(given)
    if number is None or number < 0:
        raise usage_error(f"axis_size is the size of the batch, not {described(given)}")
    return number
