"""The goldens of the ops that exchange values between processes, run by upstream's `interpreter.run_parallel`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from model import bodies, collectives

from hlogen.ir import QuantizedType, TensorType
from tools.golden_cases.case import AnyOpCase, Region, Text, for_model, program
from tools.golden_cases.reductions import ADD, binary
from tools.golden_cases.render import attribute
from tools.golden_cases.tensors import Tensor, iota, values

CROSS_REPLICA = "cross_replica(replica_groups) if channel_id <= 0"
CROSS_PARTITION = "cross_partition(replica_groups) if channel_id > 0"
CROSS_BOTH = "cross_replica_and_partition(replica_groups) if channel_id > 0 and use_global_device_ids = false"
FLATTENED = "flattened_ids(replica_groups) if channel_id > 0 and use_global_device_ids = true"
MAXIMUM = binary("maximum", "i32", bodies.maximum)
FIRST = Region("%lhs: tensor<i32>, %rhs: tensor<i32>", "stablehlo.return %lhs : tensor<i32>", lambda lhs, rhs: lhs)


def grid(
    op: str,
    name: str,
    title: str,
    says: str,
    operands: Sequence[Sequence[Sequence[Tensor]]],
    *,
    file: str | None = None,
    unasked: Mapping[str, str] | None = None,
    **attributes: Any,
) -> AnyOpCase:
    """One op in every process: `operands[replica_id][partition_id]` are its operands there."""
    processes = {(r, p): tensors for r, row in enumerate(operands) for p, tensors in enumerate(row)}
    like = [tensor.type for tensor in operands[0][0]]
    if isinstance(quantized := like[0].element_type, QuantizedType) and op in (
        "collective_broadcast",
        "collective_permute",
    ):
        (zero,) = quantized.zero_points
        stored = {"zero": zero}
    else:
        stored = {}
    known = stored | {name: for_model(value) for name, value in attributes.items()}
    found = getattr(collectives, op)({id: [t.array for t in tensors] for id, tensors in processes.items()}, **known)
    results = {
        f"result_{r}_{p}{f'_{i}' if len(found[r, p]) > 1 else ''}": _typed(array, like[i])
        for r, p in processes
        for i, array in enumerate(found[r, p])
    }
    first = processes[0, 0]
    inner = ", ".join(f"%operand{i}" for i in range(len(first)))
    types, result_types = _types(first), _types([_typed(*pair) for pair in zip(found[0, 0], like, strict=False)])
    count = len(found[0, 0])
    signature = f"({types}) -> {result_types if count == 1 else f'({result_types})'}"
    parameters = ", ".join(f"%operand{i}: {tensor.type}" for i, tensor in enumerate(first))
    body = f"""
func.func private @{op}({parameters}) -> ({result_types}) {{
  {_call(op, inner, count, attributes)} : {signature}
  return {", ".join(f"%result#{i}" for i in range(count)) if count > 1 else "%result"} : {result_types}
}}"""
    rows = ", ".join(f"[{', '.join(f'@{op}' for _ in row)}]" for row in operands)
    arguments = {
        f"operand_{r}_{p}{f'_{i}' if len(tensors) > 1 else ''}": tensor
        for (r, p), tensors in processes.items()
        for i, tensor in enumerate(tensors)
    }
    text = (
        f'{_names(results)} = "interpreter.run_parallel"({_names(arguments)}) {{\n'
        f"  programs = [{rows}]\n}} : ({_types(list(arguments.values()))}) -> ({_types(list(results.values()))})"
    )
    if unasked is None:
        unasked = NO_OP if op == "collective_reduce" else PAIR_ONLY if len(processes) > 2 else NO_GRID
    differs = {"upstream": "upstream.quantized-operations"} if stored or "quant" in types else {}
    return program(
        op, name, title, text, results, says=says, after=body, file=file, differs=differs, unasked=unasked, **arguments
    )


# Why oracles aren't asked. In the bindings, upstream's processes wait for each other in vain where a group isn't all.
NO_GRID = {"xla": "it doesn't know interpreter.run_parallel"}
PAIR_ONLY = NO_GRID | {"upstream": "more processes than the machine has cores may wait for each other for ever"}
NO_OP = NO_GRID | {"upstream": "the bindings don't know this op yet, or not in this form"}


def _typed(array: np.ndarray[Any, Any], like: TensorType) -> Tensor:
    return Tensor(TensorType(array.shape, like.element_type), array)


def _names(values: Iterable[str]) -> str:
    return ", ".join(f"%{name}" for name in values)


def _types(tensors: Sequence[Tensor]) -> str:
    return ", ".join(str(tensor.type) for tensor in tensors)


def _call(op: str, operands: str, results: int, attributes: dict[str, Any]) -> str:
    """The op in its function, without its signature."""
    written = []
    region = next((value for value in attributes.values() if isinstance(value, Region)), None)
    for name, value in attributes.items():
        if name == "channel_id":
            written.append(f"channel_handle = #stablehlo.channel_handle<handle = {value}, type = 1>")
        elif name == "use_global_device_ids":
            written += [name] * value
        elif not isinstance(value, Region):
            written.append(f"{name} = {attribute(name, value)}")
    call = f'%result{f":{results}" if results > 1 else ""} = "stablehlo.{op}"({operands}) '
    if region is not None:
        lines = "\n      ".join(region.text.splitlines())
        call += f"({{\n    ^bb0({region.arguments}):\n      {lines}\n  }}) "
    return call + "{\n    " + ",\n    ".join(written) + "\n  }"


def _grid(replicas: int, partitions: int, shape: str = "2x2xi32") -> list[list[list[Tensor]]]:
    """Operands that tell who has them: 10s by replica, 100s by partition."""
    return [[[iota(shape, 10 * r + 100 * p)] for p in range(partitions)] for r in range(replicas)]


def collective() -> Iterator[AnyOpCase]:
    two, four, square = _grid(2, 1), _grid(4, 1), _grid(2, 2)
    gathered = "results...@process = concatenate(operands...@process, all_gather_dim)"
    yield grid(
        "all_gather",
        "dimension_0",
        "along the first dimension",
        gathered,
        two,
        all_gather_dim=0,
        replica_groups=[[0, 1]],
    )
    yield grid(
        "all_gather",
        "dimension_1",
        "along the last dimension",
        gathered,
        two,
        all_gather_dim=1,
        replica_groups=[[0, 1]],
    )
    yield grid(
        "all_gather",
        "groups",
        "in the order of each group",
        gathered,
        four,
        all_gather_dim=0,
        replica_groups=[[1, 0], [2, 3]],
    )
    pairs = [[[*a, *b] for a, b in zip(x, y, strict=True)] for x, y in zip(two, _grid(2, 1, "1x3xf32"), strict=True)]
    yield grid(
        "all_gather",
        "two_operands",
        "each operand on its own",
        gathered,
        pairs,
        all_gather_dim=0,
        replica_groups=[[0, 1]],
    )
    reduced = "results...@process[result_index] = exec(schedule): computation of the group's operands"
    yield grid("all_reduce", "sum", "the sum of a group", reduced, two, replica_groups=[[0, 1]], computation=ADD)
    yield grid(
        "all_reduce", "maximum", "any computation", reduced, four, replica_groups=[[0, 3], [2, 1]], computation=MAXIMUM
    )
    yield grid(
        "all_reduce",
        "three_processes",
        "an odd number of processes",
        reduced,
        _grid(3, 1),
        replica_groups=[[2, 0, 1]],
        computation=ADD,
    )
    yield grid(
        "all_reduce",
        "in_order_of_the_group",
        "a computation that isn't commutative: the first of the group comes first",
        "schedule: a binary tree whose in-order traversal is operands...@process_group",
        four,
        replica_groups=[[3, 0, 2, 1]],
        computation=FIRST,
    )
    scattered = "result@receiver = parts@sender[receiver_index]"
    yield grid(
        "reduce_scatter",
        "dimension_0",
        "the sum's rows are dealt out",
        scattered,
        two,
        scatter_dimension=0,
        replica_groups=[[0, 1]],
        computation=ADD,
    )
    yield grid(
        "reduce_scatter",
        "dimension_1",
        "the sum's columns are dealt out",
        scattered,
        four,
        scatter_dimension=1,
        replica_groups=[[1, 0], [2, 3]],
        computation=ADD,
    )
    strategies: tuple[tuple[Any, ...], ...] = (
        ("cross_replica", CROSS_REPLICA, [[0, 1]], {}),
        ("cross_replica_and_partition", CROSS_BOTH, [[0], [1]], {"channel_id": 1}),
        ("flattened_ids", FLATTENED, [[0, 3], [2, 1]], {"channel_id": 1, "use_global_device_ids": True}),
    )
    for name, says, groups, more in strategies:
        title = "groups of a grid of 2 replicas and 2 partitions"
        yield grid("all_gather", name, title, says, square, all_gather_dim=0, replica_groups=groups, **more)
        yield grid("all_reduce", name, title, says, square, replica_groups=groups, **more, computation=ADD)
        yield grid(
            "reduce_scatter",
            name,
            title,
            says,
            square,
            scatter_dimension=0,
            replica_groups=groups,
            **more,
            computation=ADD,
        )
    yield grid(
        "all_gather",
        "order_of_replicas_and_partitions",
        "in a group, all replicas of a partition come before the next partition",
        CROSS_BOTH,
        square,
        all_gather_dim=0,
        replica_groups=[[1, 0]],
        channel_id=1,
    )
    # A mesh of 2 x 2 devices, "x" the major axis; the groups along an axis, and what they are as a table.
    axes = '<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 2>]>'
    for axis, rows in (("x", [[0, 2], [1, 3]]), ("y", [[0, 1], [2, 3]])):
        yield grid(
            "all_gather",
            f"mesh_axis_{axis}",
            f"the groups along the axis {axis} of a mesh",
            "replica_group_mesh_axes: groups of the devices that differ along these axes alone",
            square,
            all_gather_dim=0,
            replica_groups=Text(
                f"#stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh{axes}, "
                f'axes = [#stablehlo.axis_ref<name = "{axis}">]>',
                rows,
            ),
            channel_id=1,
            use_global_device_ids=True,
            unasked=NO_OP,
        )
    wide = _grid(2, 1, "2x4xi32")
    exchanged = "scattered_parts...@receiver = [split_parts...@sender[receiver_index] for sender in process_group]"
    yield grid(
        "all_to_all",
        "transposed",
        "split and concatenated along different dimensions",
        exchanged,
        wide,
        split_dimension=1,
        concat_dimension=0,
        split_count=2,
        replica_groups=[[0, 1]],
    )
    yield grid(
        "all_to_all",
        "groups",
        "two groups, each in its order",
        exchanged,
        _grid(4, 1, "2x4xi32"),
        split_dimension=1,
        concat_dimension=0,
        split_count=2,
        replica_groups=[[3, 0], [1, 2]],
    )
    yield grid(
        "all_to_all",
        "same_dimension",
        "split and concatenated along one dimension",
        exchanged,
        wide,
        split_dimension=0,
        concat_dimension=0,
        split_count=2,
        replica_groups=[[1, 0]],
    )
    zeros = "zeros on every process that is in no group"
    yield grid(
        "collective_broadcast",
        "from_the_first",
        "the first of a group is the source",
        "the source is process_groups[i, 0]",
        four,
        replica_groups=[[2, 1]],
    )
    yield grid(
        "collective_broadcast",
        "groups",
        "two sources",
        "the source is process_groups[i, 0]",
        four,
        replica_groups=[[2, 1], [3, 0]],
    )
    rooted = [[[iota("2xi32", 10 * r), iota("3xi8", r), values("2xi32", [1, 0])]] for r in range(2)]
    yield grid(
        "collective_broadcast",
        "dynamic_root",
        "the last operand says who is the source",
        "If has_dynamic_root = true: the source is process_groups[i, operands[N][j]].",
        rooted,
        unasked=NO_OP,
        has_dynamic_root=True,
        replica_groups=[[0, 1]],
    )
    shifted = _grid(2, 1, "2x!quant.uniform<i8:f32, 0.5:-10>")
    yield grid(
        "collective_broadcast",
        "quantized",
        "who is in no group gets 0, which is stored as the zero point",
        "broadcast_in_dim(constant(is_quantized(result) ? quantize(0, element_type(result)) : 0)) otherwise",
        shifted,
        replica_groups=[[1]],
    )
    yield grid(
        "collective_permute",
        "quantized",
        "who gets nothing gets 0, which is stored as the zero point",
        "broadcast_in_dim(constant(is_quantized(result) ? quantize(0, element_type(result)) : 0)) otherwise",
        shifted,
        source_target_pairs=[[0, 1]],
    )
    yield grid(
        "all_gather",
        "quantized",
        "what is stored",
        "operands: variadic number of tensors or per-tensor quantized tensors",
        shifted,
        all_gather_dim=0,
        replica_groups=[[0, 1]],
    )
    both = [[[iota("2xi32", 10 * r), iota("2x2xi32", 100 * r)]] for r in range(2)]
    yield grid(
        "all_reduce",
        "two_operands",
        "each operand on its own",
        "results...@process[result_index] = exec(schedule): computation of the group's operands",
        both,
        replica_groups=[[0, 1]],
        computation=ADD,
    )
    yield grid(
        "all_to_all",
        "two_operands",
        "each operand on its own",
        "scattered_parts...@receiver = [split_parts...@sender[receiver_index] for sender in process_group]",
        both,
        split_dimension=0,
        concat_dimension=0,
        split_count=2,
        replica_groups=[[0, 1]],
    )
    yield grid(
        "collective_permute",
        "ring",
        "everyone to the next",
        "operand@process_groups[i, 0], if process_groups[i, 1] = process",
        four,
        source_target_pairs=[[0, 1], [1, 2], [2, 3], [3, 0]],
    )
    yield grid("collective_permute", "no_source", zeros, "zeros otherwise", four, source_target_pairs=[[0, 1], [3, 3]])
    yield grid(
        "all_to_all",
        "three_dimensions",
        "split along the first, concatenated along the last",
        exchanged,
        _grid(2, 1, "2x3x2xi32"),
        split_dimension=0,
        concat_dimension=2,
        split_count=2,
        replica_groups=[[0, 1]],
    )
    yield grid(
        "collective_broadcast",
        "two_operands",
        "each operand on its own",
        "the source is process_groups[i, 0]",
        both,
        unasked=NO_OP,
        replica_groups=[[1, 0]],
    )
    yield grid(
        "collective_reduce",
        "two_operands",
        "each operand on its own, zeros on who is in no group",
        "results are saved only on the source process",
        [[[iota("2xi32", 10 * r), iota("2x2xi32", 100 * r)]] for r in range(4)],
        replica_groups=[[3, 1, 0]],
        computation=ADD,
    )
    yield grid(
        "collective_reduce",
        "on_the_first",
        "the sum is on the first of a group",
        "results are saved only on the source process",
        four,
        replica_groups=[[2, 1], [0, 3]],
        computation=ADD,
    )
    for op, attributes in {
        "all_to_all": {"split_dimension": 0, "concat_dimension": 1, "split_count": 2, "replica_groups": [[0, 1]]},
        "collective_broadcast": {"replica_groups": [[1, 0]]},
        "collective_permute": {"source_target_pairs": [[0, 1]]},
        "collective_reduce": {"replica_groups": [[1, 0]], "computation": ADD},
    }.items():
        for name, says, more in (
            ("cross_replica", CROSS_REPLICA, {}),
            ("cross_partition", CROSS_PARTITION, {"channel_id": 1}),
        ):
            says = says.replace("replica_groups", "source_target_pairs") if op == "collective_permute" else says
            yield grid(op, name, "groups of a grid of 2 replicas and 2 partitions", says, square, **attributes, **more)


def processes() -> Iterator[AnyOpCase]:
    for op, programs in (("replica_id", "[[@id, @id], [@id, @id]]"), ("partition_id", "[[@id, @id], [@id, @id]]")):
        expected = {
            f"result_{r}_{p}": values("ui32", r if op == "replica_id" else p) for r in range(2) for p in range(2)
        }
        text = f"""
            {", ".join("%" + name for name in expected)} = "interpreter.run_parallel"() {{
              programs = {programs}
            }} : () -> ({", ".join("tensor<ui32>" for _ in expected)})
            """
        after = f"""
            func.func private @id() -> tensor<ui32> {{
              %result = stablehlo.{op} : tensor<ui32>
              return %result : tensor<ui32>
            }}
            """
        yield program(
            op,
            "grid",
            "in a grid of 2 replicas and 2 partitions",
            text,
            expected,
            says=f"Produces {op} of the current process.",
            after=after,
            unasked=NO_GRID,
        )
        alone = f"%result = stablehlo.{op} : tensor<ui32>"
        yield program(
            op,
            "alone",
            "a process alone is (0, 0)",
            alone,
            {"result": values("ui32", 0)},
            says=f"Produces {op} of the current process.",
            differs={"upstream": "upstream.process-ids"},
        )


def channels() -> Iterator[AnyOpCase]:
    x = iota("2x2xi32")
    pair = (
        "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,\n                "
        "is_host_transfer = false,\n                source_target_pairs = dense<[[0, 1]]> : "
        "tensor<1x2xi64>"
    )
    text = """
        %token = stablehlo.after_all : !stablehlo.token
        %sent, %result, %received = "interpreter.run_parallel"(%x, %token, %token) {
          programs = [[@send, @recv]]
        } : (tensor<2x2xi32>, !stablehlo.token, !stablehlo.token)
            -> (!stablehlo.token, tensor<2x2xi32>, !stablehlo.token)
        """
    after = f"""
            func.func private @send(%x: tensor<2x2xi32>, %token: !stablehlo.token) -> !stablehlo.token {{
              %sent = "stablehlo.send"(%x, %token) {{
                {pair}
              }} : (tensor<2x2xi32>, !stablehlo.token) -> !stablehlo.token
              return %sent : !stablehlo.token
            }}
            func.func private @recv(%token: !stablehlo.token) -> (tensor<2x2xi32>, !stablehlo.token) {{
              %received, %done = "stablehlo.recv"(%token) {{
                {pair}
              }} : (!stablehlo.token) -> (tensor<2x2xi32>, !stablehlo.token)
              return %received, %done : tensor<2x2xi32>, !stablehlo.token
            }}
            """
    for op, says in (
        ("send", "Sends inputs to a channel channel_id."),
        ("recv", "Receives data from a channel with channel_id."),
    ):
        yield program(
            op,
            "between_partitions",
            "what partition 0 sends, partition 1 receives",
            text,
            {"result": x},
            says=says,
            after=after,
            unasked=NO_GRID,
            x=x,
        )
    both_ways = pair.replace("dense<[[0, 1]]> : tensor<1x2xi64>", "dense<[[1, 0], [0, 1]]> : tensor<2x2xi64>")
    exchange = f"""
        func.func private @exchange(%x: tensor<2x2xi32>, %token: !stablehlo.token)
            -> (tensor<2x2xi32>, !stablehlo.token) {{
          %sent = "stablehlo.send"(%x, %token) {{
            {both_ways}
          }} : (tensor<2x2xi32>, !stablehlo.token) -> !stablehlo.token
          %received, %done = "stablehlo.recv"(%sent) {{
            {both_ways}
          }} : (!stablehlo.token) -> (tensor<2x2xi32>, !stablehlo.token)
          return %received, %done : tensor<2x2xi32>, !stablehlo.token
        }}
        """
    for op, says in (
        ("send", "Sends inputs to a channel channel_id."),
        ("recv", "Receives data from a channel with channel_id."),
    ):
        yield program(
            op,
            "both_ways",
            "two pairs of one channel: each gets what the other sent",
            """
            %token = stablehlo.after_all : !stablehlo.token
            %from_1, %done_0, %from_0, %done_1 = "interpreter.run_parallel"(%x, %token, %y, %token) {
              programs = [[@exchange, @exchange]]
            } : (tensor<2x2xi32>, !stablehlo.token, tensor<2x2xi32>, !stablehlo.token)
                -> (tensor<2x2xi32>, !stablehlo.token, tensor<2x2xi32>, !stablehlo.token)
            """,
            {"from_1": iota("2x2xi32", 10), "from_0": x},
            says=says,
            after=exchange,
            unasked=NO_OP,
            x=x,
            y=iota("2x2xi32", 10),
        )
    text = """
        %token = stablehlo.after_all : !stablehlo.token
        %first, %second, %done = "interpreter.run_parallel"(%token) {
          infeed = [@queue0, @queue1], programs = [[@infeed]]
        } : (!stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, !stablehlo.token)
        """
    after = """
        func.func private @infeed(%token: !stablehlo.token) -> (tensor<2xi32>, tensor<2xi32>, !stablehlo.token) {
          %first:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
          %second:2 = "stablehlo.infeed"(%first#1) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
          return %first#0, %second#0, %second#1 : tensor<2xi32>, tensor<2xi32>, !stablehlo.token
        }
        func.func private @queue0() -> tensor<2xi32> {
          %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
          return %0 : tensor<2xi32>
        }
        func.func private @queue1() -> tensor<2xi32> {
          %0 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
          return %0 : tensor<2xi32>
        }
        """
    yield program(
        "infeed",
        "in_order",
        "one after the other, in the order of tokens",
        text,
        {"first": iota("2xi32"), "second": iota("2xi32", 3)},
        says="Reads data from the infeed and produces results.",
        after=after,
        unasked=NO_GRID,
    )
    text = """
        %token = stablehlo.after_all : !stablehlo.token
        %result, %done = "interpreter.run_parallel"(%x, %token) {
          programs = [[@outfeed]]
        } : (tensor<2x2xi32>, !stablehlo.token) -> (tensor<2x2xi32>, !stablehlo.token)
        """
    after = """
        func.func private @outfeed(%x: tensor<2x2xi32>, %token: !stablehlo.token)
            -> (tensor<2x2xi32>, !stablehlo.token) {
          %done = "stablehlo.outfeed"(%x, %token) : (tensor<2x2xi32>, !stablehlo.token) -> !stablehlo.token
          return %x, %done : tensor<2x2xi32>, !stablehlo.token
        }
        """
    yield program(
        "outfeed",
        "runs",
        "what is written stays as it is, and a token comes back",
        text,
        {"result": x},
        says="Writes inputs to the outfeed and produces a result token.",
        after=after,
        unasked=NO_GRID,
        x=x,
    )


def asynchronous() -> Iterator[AnyOpCase]:
    text = """
        %result = "interpreter.run_parallel"(%x) {
          programs = [[@main_of_process]]
        } : (tensor<2xi32>) -> tensor<2xi32>
        """
    after = """
        func.func private @main_of_process(%x: tensor<2xi32>) -> tensor<2xi32> {
          %future = "stablehlo.async_start"(%x) ({
          ^bb0(%operand: tensor<2xi32>):
            %0 = "stablehlo.all_gather"(%operand) {
              all_gather_dim = 0 : i64,
              replica_groups = dense<[[0]]> : tensor<1x1xi64>
            } : (tensor<2xi32>) -> tensor<2xi32>
            stablehlo.return %0 : tensor<2xi32>
          }) : (tensor<2xi32>) -> !stablehlo.future<tensor<2xi32>>
          %result = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>
          return %result : tensor<2xi32>
        }
        """
    for op, says in (
        ("async_start", "Performs a computation asynchronously."),
        ("async_done", "Waits for an asynchronous operation to complete and returns its value."),
    ):
        yield program(
            op,
            "all_gather",
            "what is started is done when it is waited for",
            text,
            {"result": iota("2xi32")},
            says=says,
            after=after,
            x=iota("2xi32"),
            differs={"upstream": "upstream.missing-operations"},
            unasked=NO_GRID,
        )


CASES: Sequence[AnyOpCase] = [*collective(), *processes(), *channels(), *asynchronous()]
