"""Small whole programs around one gather, dynamic_gather or scatter: what rule pages show and goldens are made of.

The defaults are the specification's own example of a batched gather and scatter; every keyword replaces one part.
"""

from __future__ import annotations

from hlogen.ir.type_parser import parse_type

GATHER_DIMS = {
    "offset_dims": "[3, 4]",
    "collapsed_slice_dims": "[1]",
    "operand_batching_dims": "[0]",
    "start_indices_batching_dims": "[1]",
    "start_index_map": "[2, 1]",
    "index_vector_dim": "3",
}
DYNAMIC_GATHER_DIMS = {
    "offset_dims": "[2, 3]",
    "collapsed_slice_dims": "[0]",
    "start_index_map": "[1, 0]",
    "index_vector_dim": "2",
}
SCATTER_DIMS = {
    "update_window_dims": "[3, 4]",
    "inserted_window_dims": "[1]",
    "input_batching_dims": "[0]",
    "scatter_indices_batching_dims": "[1]",
    "scatter_dims_to_operand_dims": "[2, 1]",
    "index_vector_dim": "3",
}


def gather(
    operand: str = "tensor<2x3x4x2xi32>",
    start_indices: str = "tensor<2x2x3x2xi64>",
    result: str = "tensor<2x2x3x2x2xi32>",
    *,
    slice_sizes: str | None = "array<i64: 1, 1, 2, 2>",
    indices_are_sorted: str = "false",
    dimension_numbers: bool = True,
    **dims: str,
) -> str:
    attributes = []
    if dimension_numbers:
        attributes.append(_numbers("dimension_numbers", "gather", GATHER_DIMS, dims))
    if slice_sizes is not None:
        attributes.append(f"slice_sizes = {slice_sizes}")
    attributes.append(f"indices_are_sorted = {indices_are_sorted}")
    return _module([operand, start_indices], ["%operand", "%start_indices"], "gather", attributes, [result])


def dynamic_gather(
    operand: str = "tensor<3x4x2xi64>",
    start_indices: str = "tensor<2x3x2xi64>",
    result: str = "tensor<2x3x2x2xi64>",
    *,
    slice_sizes: str = "dense<[1, 2, 2]> : tensor<3xi64>",
    slice_sizes_type: str | None = None,
    indices_are_sorted: str = "false",
    dimension_numbers: bool = True,
    **dims: str,
) -> str:
    """`slice_sizes` is a constant of the program; with `slice_sizes_type` it is an argument instead."""
    attributes = []
    if dimension_numbers:
        attributes.append(_numbers("dimension_numbers", "gather", DYNAMIC_GATHER_DIMS, dims))
    attributes.append(f"indices_are_sorted = {indices_are_sorted}")
    names = ["%operand", "%start_indices", "%slice_sizes"]
    if slice_sizes_type is not None:
        return _module([operand, start_indices, slice_sizes_type], names, "dynamic_gather", attributes, [result])
    constant = f"  %slice_sizes = stablehlo.constant {slice_sizes}\n"
    type = slice_sizes.rpartition(" : ")[2]
    return _module([operand, start_indices, type], names, "dynamic_gather", attributes, [result], before=constant)


def scatter(
    inputs: str | tuple[str, ...] = "tensor<2x3x4x2xi64>",
    scatter_indices: str = "tensor<2x2x3x2xi64>",
    updates: str | tuple[str, ...] = "tensor<2x2x3x2x2xi64>",
    results: str | tuple[str, ...] | None = None,
    *,
    region: str | None = None,
    indices_are_sorted: str = "false",
    unique_indices: str = "false",
    dimension_numbers: bool = True,
    **dims: str,
) -> str:
    """`results` are the inputs' types and `region` overwrites each element where they aren't given."""
    inputs, updates = _tuple(inputs), _tuple(updates)
    results = inputs if results is None else _tuple(results)
    attributes = []
    if dimension_numbers:
        attributes.append(_numbers("scatter_dimension_numbers", "scatter", SCATTER_DIMS, dims))
    attributes += [f"indices_are_sorted = {indices_are_sorted}", f"unique_indices = {unique_indices}"]
    names = [
        *(f"%input{at}" if len(inputs) > 1 else "%input" for at in range(len(inputs))),
        "%scatter_indices",
        *(f"%update{at}" if len(updates) > 1 else "%update" for at in range(len(updates))),
    ]
    if region is None:
        region = body(*(_scalar(type) for type in inputs))
    types = [*inputs, scatter_indices, *updates]
    return _module(types, names, "scatter", attributes, list(results), region=region)


def body(*element_types: str, arguments: tuple[str, ...] | None = None, returns: str | None = None) -> str:
    """A scatter's region that overwrites: it returns its last N arguments.

    `arguments` are the types of the block's arguments where they aren't the usual ones, `returns` is another last line.
    """
    count = len(element_types)
    types = arguments or tuple(f"tensor<{type}>" for type in (*element_types, *element_types))
    block = ", ".join(f"%{'old' if at < count else 'new'}{at % max(count, 1)}: {type}" for at, type in enumerate(types))
    if returns is None:
        values = ", ".join(f"%new{at}" for at in range(count))
        returns = f'"stablehlo.return"({values}) : ({", ".join(types[count : 2 * count])}) -> ()'
    return f"{{\n  ^bb0({block}):\n    {returns}\n  }}" if types else f"{{\n    {returns}\n  }}"


def _module(
    types: list[str],
    names: list[str],
    op: str,
    attributes: list[str],
    results: list[str],
    *,
    region: str = "",
    before: str = "",
) -> str:
    made = before.split()[:1]
    arguments = ", ".join(f"{name}: {type}" for name, type in zip(names, types, strict=True) if name not in made)
    listing = ",\n    ".join(attributes)
    regions = f" ({region})" if region else ""
    targets = {0: "", 1: "%result = "}.get(len(results), f"%result:{len(results)} = ")
    values = ", ".join(["%result"] if len(results) == 1 else [f"%result#{at}" for at in range(len(results))])
    outputs = results[0] if len(results) == 1 else f"({', '.join(results)})"
    returns = f"return {values} : {', '.join(results)}" if results else "return"
    return (
        f"func.func @main({arguments}) -> {outputs} {{\n{before}"
        f'  {targets}"stablehlo.{op}"({", ".join(names)}){regions} {{\n    {listing}\n  }}'
        f" : ({', '.join(types)}) -> {outputs}\n"
        f"  {returns}\n}}\n"
    )


def _numbers(attribute: str, mnemonic: str, defaults: dict[str, str], dims: dict[str, str]) -> str:
    names = SCATTER_DIMS if mnemonic == "scatter" else GATHER_DIMS
    if unknown := dims.keys() - names.keys():
        raise ValueError(f"{mnemonic} has no dimension numbers {sorted(unknown)}")
    given = defaults | dims
    entries = ",\n      ".join(f"{name} = {given[name]}" for name in names if given.get(name, "[]") != "[]")
    return f"{attribute} = #stablehlo.{mnemonic}<\n      {entries}>"


def _tuple(types: str | tuple[str, ...]) -> tuple[str, ...]:
    return (types,) if isinstance(types, str) else types


def _scalar(tensor: str) -> str:
    """The element type of a tensor type's text: "tensor<2x3xi64>" gives "i64"."""
    return str(getattr(parse_type(tensor), "element_type", "f32"))
