"""Operations of several processes (spec: collective ops).

The tensors of all processes are one panel, with one more dimension in front: the process, by its number in the grid,
``replica_id * num_partitions + partition_id``. `process_groups` are these numbers, as the operation's strategy makes
them of its groups.
"""

from __future__ import annotations

from hlogen.explaining.formula import Index, Tensor, Touched, group_of, place_in, replaced, shape
from hlogen.explaining.maps import index_map
from hlogen.explaining.roles import Role, RolesOf, dims, leading

_EACH = leading(Role.PROCESS, dims())


def _along(**named: Role) -> RolesOf:
    return leading(Role.PROCESS, dims(**named))


@index_map(
    "stablehlo.all_gather",
    of="results",
    roles={
        "operands": _along(all_gather_dim=Role.CONCATENATED),
        "results": _along(all_gather_dim=Role.CONCATENATED),
    },
)
def all_gather(result_index: Index, operands: Tensor, process_groups: list[Index], all_gather_dim: int) -> Touched:
    process_group = group_of(process_groups, result_index[0])
    size = shape(operands)[all_gather_dim + 1]
    sender = process_group[result_index[all_gather_dim + 1] // size]
    sent_index = replaced(result_index, all_gather_dim + 1, result_index[all_gather_dim + 1] % size)
    return [("operands", replaced(sent_index, 0, sender))]


@index_map("stablehlo.all_reduce", of="results", roles={"operands": _EACH, "results": _EACH}, what="is folded from")
def all_reduce(result_index: Index, process_groups: list[Index]) -> Touched:
    process_group = group_of(process_groups, result_index[0])
    return [("operands", replaced(result_index, 0, sender)) for sender in process_group]


@index_map(
    "stablehlo.reduce_scatter",
    of="result",
    roles={"operand": _along(scatter_dimension=Role.SPLIT), "result": _along(scatter_dimension=Role.SPLIT)},
    what="is folded from",
)
def reduce_scatter(
    result_index: Index, operand: Tensor, process_groups: list[Index], scatter_dimension: int
) -> Touched:
    process_group = group_of(process_groups, result_index[0])
    part_size = shape(operand)[scatter_dimension + 1] // len(process_group)
    part_start = place_in(process_group, result_index[0]) * part_size
    sent_index = replaced(result_index, scatter_dimension + 1, part_start + result_index[scatter_dimension + 1])
    return [("operand", replaced(sent_index, 0, sender)) for sender in process_group]


@index_map(
    "stablehlo.all_to_all",
    of="results",
    roles={
        "operands": _along(concat_dimension=Role.CONCATENATED, split_dimension=Role.SPLIT),
        "results": _along(split_dimension=Role.SPLIT, concat_dimension=Role.CONCATENATED),
    },
)
def all_to_all(
    result_index: Index,
    operands: Tensor,
    process_groups: list[Index],
    split_dimension: int,
    concat_dimension: int,
    split_count: int,
) -> Touched:
    process_group = group_of(process_groups, result_index[0])
    split_size = shape(operands)[split_dimension + 1] // split_count
    part_sizes = replaced(shape(operands), split_dimension + 1, split_size)
    concat_size = part_sizes[concat_dimension + 1]
    sender = process_group[result_index[concat_dimension + 1] // concat_size]
    part_index = replaced(result_index, concat_dimension + 1, result_index[concat_dimension + 1] % concat_size)
    part_start = place_in(process_group, result_index[0]) * split_size
    sent_index = replaced(part_index, split_dimension + 1, part_start + part_index[split_dimension + 1])
    return [("operands", replaced(sent_index, 0, sender))]


@index_map("stablehlo.collective_broadcast", of="results", roles={"operands": _EACH, "results": _EACH})
def collective_broadcast(result_index: Index, process_groups: list[Index], roots: Index) -> Touched:
    process_group = group_of(process_groups, result_index[0])
    if len(process_group) == 0:
        return []
    root = process_group[roots[result_index[0]]]
    return [("operands", replaced(result_index, 0, root))]


@index_map("stablehlo.collective_permute", of="result", roles={"operand": _EACH, "result": _EACH})
def collective_permute(result_index: Index, process_groups: list[Index]) -> Touched:
    sources = [process_group[0] for process_group in process_groups if process_group[1] == result_index[0]]
    return [("operand", replaced(result_index, 0, source)) for source in sources]


@index_map(
    "stablehlo.collective_reduce",
    of="results",
    roles={"operands": _EACH, "results": _EACH},
    what="is folded from",
)
def collective_reduce(result_index: Index, process_groups: list[Index], roots: Index) -> Touched:
    process_group = group_of(process_groups, result_index[0])
    if len(process_group) == 0:
        return []
    root = process_group[roots[result_index[0]]]
    senders = process_group if root == result_index[0] else []
    return [("operands", replaced(result_index, 0, sender)) for sender in senders]
