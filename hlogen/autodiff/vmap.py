"""vmap: a function of one example made one of a batch of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, overload

from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.registry import repeated
from hlogen.autodiff.flatten import flattened, no_program, tensor_types
from hlogen.autodiff.made import argument_names, made_once, name_of, structures_of
from hlogen.autodiff.site import tensor_type, whole_number
from hlogen.autodiff.tidy import tidy
from hlogen.builder.arrays import as_array
from hlogen.builder.emit import as_tensor, described
from hlogen.builder.function import Function, built
from hlogen.builder.shape import transpose
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import current_scope, usage_error
from hlogen.builder.trees import Structure, Tree
from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.ir import ElementType, HasModule, TensorType
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
    name: str | None = None,
    entry: str | None = None,
) -> Function | Batched:
    """`function` on a batch: its arguments have one more dimension, of the batch's size, and so have its results.

    `in_axes` says where the batch dimension of each argument is, None for an argument that is the same for the whole
    batch; `out_axes` where the results get it, None for a result that doesn't depend on the batch. One entry stands for
    all. `axis_size` is the size of the batch. Without it the result isn't a program yet, but can be called inside of a
    function being built, where the tensors say the size.

    A gather or scatter of a batch of operands by a batch of indices gets them as `operand_batching_dims` and
    `input_batching_dims`; where only one side is batched, it stays one with larger slices or with more indices.

    `function`, `name` and `entry` as for `jvp`; the name says ``_vmap``, the axes and the size. Raises UsageError where
    the axes don't fit and, naming the operation and its place, where an operation can't be batched.
    """
    if isinstance(function, Batched):
        if axis_size is not None:
            raise needs_size(function)
        return Batched(function, in_axes, out_axes, name or f"{function.name}_vmap", entry)
    if not isinstance(function, HasModule):
        raise no_program(function, "vmap")
    view = entry_of(function, entry)
    source = view.body
    types = tensor_types(source.arguments, "argument", view.name, "vmap")
    result_types = tensor_types(returned(source), "result", view.name, "vmap")
    inputs, output = structures_of(function, view)
    ins = _axes(in_axes, types, inputs.parts, "in_axes", f"arguments of {view.name}")
    outs = _axes(out_axes, result_types, output.entries, "out_axes", f"results of {view.name}")
    if not ins:
        raise usage_error(f"{view.name} takes no arguments, so there is no batch")
    if all(axis is None for axis in ins):
        raise usage_error("in_axes says None for every argument, so there is no batch\n  fix: name the batched ones")
    if axis_size is None:
        return Batched(function, in_axes, out_axes, name or _default_name(view.name, ins, outs), entry)
    size = _size(axis_size)
    batch_types = [type if axis is None else type.batched(size, axis) for type, axis in zip(types, ins, strict=True)]

    def python_function(*values: Tensor) -> Any:
        block = flattened(function.module, view)
        environment = {
            argument: value if axis is None else moved(value, axis, 0)
            for argument, value, axis in zip(block.arguments, values, ins, strict=True)
        }
        batched = [argument for argument, axis in zip(block.arguments, ins, strict=True) if axis is not None]
        results = []
        for number, ((value, is_batched), axis) in enumerate(
            zip(batch_block(block, environment, batched, size), outs, strict=True)
        ):
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

    return made_once(function.module, ("vmap", view.name, whole_name, tuple(ins), tuple(outs), size), make)


class Batched:
    """What `vmap` makes without `axis_size`: called with tensors or arrays, it is the function for the size of their
    batch."""

    def __init__(
        self, function: HasModule | Batched, in_axes: Axes, out_axes: Axes, name: str, entry: str | None
    ) -> None:
        self._function, self._in_axes, self._out_axes = function, in_axes, out_axes
        self._entry = entry
        self._made: dict[tuple[TensorType, ...], Function] = {}
        self.name = name

    def __call__(self, *operands: Tree) -> Any:
        """A call in the function being built, where numbers and arrays become constants of the arguments' element
        types; anywhere else the program runs on arrays.

        Raises UsageError where the operands don't agree on the batch's size.
        """
        elements, inputs = self._arguments()
        if len(operands) != len(inputs.parts):
            raise usage_error(f"{self.name} takes {len(inputs.parts)} arguments, not {len(operands)}")
        whats = [f"argument {number} of {self.name}" for number in range(len(operands))]
        trees_given = list(zip(whats, inputs.parts, operands, strict=True))
        flat = [leaf for what, part, operand in trees_given for leaf in part.leaves_of(operand, what)]
        paths = [path for what, part, _ in trees_given for path in part.paths(what)]
        if current_scope() is None:
            types = [TensorType(as_array(leaf).shape, element) for leaf, element in zip(flat, elements, strict=True)]
            return self._of(tuple(types))(*operands)
        tensors = [as_tensor(*given) for given in zip(flat, paths, elements, strict=True)]
        made = self._of(tuple(tensor.type for tensor in tensors))
        return made(*made.inputs.unflatten(tensors))

    def _arguments(self) -> tuple[list[ElementType], Structure]:
        """The element type of each flat argument, and the trees that they are in."""
        if isinstance(self._function, Batched):
            return self._function._arguments()
        view = entry_of(self._function, self._entry)
        inputs, _ = structures_of(self._function, view)
        return [tensor_type(argument).element_type for argument in view.body.arguments], inputs

    def _of(self, types: tuple[TensorType, ...]) -> Function:
        """The function for arguments of `types`."""
        if types not in self._made:
            _, inputs = self._arguments()
            entries = _entries(self._in_axes, inputs.parts, "in_axes", f"arguments given to {self.name}")
            sizes: dict[int, int | None] = {}
            examples = []
            for number, (type, axis) in enumerate(zip(types, entries, strict=True)):
                at = None if axis is None else _axis(axis, type.with_shape(type.shape[1:]), f"in_axes[{number}]")
                if at is not None and type.rank == 0:
                    raise usage_error(f"argument {number} of {self.name} is {type}, which has no batch dimension")
                sizes |= {} if at is None else {number: type.shape[at]}
                examples.append(type if at is None else type.with_shape(type.shape[:at] + type.shape[at + 1 :]))
            found = set(sizes.values())
            if len(found) != 1 or None in found:
                there = (
                    ", ".join(f"argument {number} has {size}" for number, size in sizes.items()) or "none is batched"
                )
                raise usage_error(f"the arguments of {self.name} don't agree on one size of the batch: {there}")
            function = self._function._of(tuple(examples)) if isinstance(self._function, Batched) else self._function
            size = found.pop()
            assert size is not None
            name = name_of(self.name, size)
            self._made[types] = vmap(
                function, self._in_axes, self._out_axes, axis_size=size, name=name, entry=self._entry
            )
        return self._made[types]

    def __repr__(self) -> str:
        return f"<hlogen function {self.name}, of whatever size the batch has that it is called with>"


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


def needs_size(function: Batched) -> UsageError:
    """The error where a batched function is needed as a program."""
    return usage_error(
        f"{function.name} has no size of the batch yet, so it is no program\n"
        "  fix: give it one: hl.vmap(..., axis_size=8)"
    )


def _axes(
    given: Axes, types: Sequence[TensorType], parts: Sequence[Structure], name: str, what: str
) -> list[int | None]:
    """For each of `types`, which are in the trees `parts`, where a batch dimension is put in, counted from 0."""
    entries = _entries(given, parts, name, what)
    return [
        None if axis is None else _axis(axis, type, f"{name}[{number}]")
        for number, (axis, type) in enumerate(zip(entries, types, strict=True))
    ]


def _entries(given: Axes, parts: Sequence[Structure], name: str, what: str) -> list[Any]:
    """An entry for each leaf of `parts`."""
    is_lone = given is None or not isinstance(given, (list, tuple))
    entries: Sequence[Any] = [given] * len(parts) if is_lone else given  # type: ignore[assignment]  # a list, if not lone
    if len(entries) != len(parts):
        raise usage_error(f"{name} has {len(entries)} entries for the {len(parts)} {what}")
    spread = (part.spread(entry, f"{name}[{at}]") for at, (entry, part) in enumerate(zip(entries, parts, strict=True)))
    return [axis for axes in spread for axis in axes]


def _axis(axis: Any, type: TensorType, what: str) -> int:
    """Where a tensor of `type` gets a batch dimension, counted from 0."""
    number = whole_number(axis)
    if number is None:
        raise usage_error(f"{what} is a dimension or None, not {described(axis)}")
    if not -(type.rank + 1) <= number <= type.rank:
        raise usage_error(f"{what} = {number}, but {type} with a batch dimension has the dimensions 0 to {type.rank}")
    return number % (type.rank + 1)


def _size(given: int) -> int:
    number = whole_number(given)
    if number is None or number < 0:
        raise usage_error(f"axis_size is the size of the batch, not {described(given)}")
    return number
