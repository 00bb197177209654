"""Rules of collectives and of what leaves the process.

How many processes there are is known to a run alone. That as many ids are named is what the program says itself.
"""

from typing import Any

from hlogen.ir.types import IntegerType
from hlogen.spec.formula.functions import Truth3, as_dim, function, listed
from hlogen.spec.rules.rule import rules

_ANY = "tensor or per-tensor quantized tensor"
_MANY = "variadic number of tensors or per-tensor quantized tensors"
_GROUPS = "2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes"
_NUMBER = "constant of type si64"
_FLAG = "constant of type i1"
_PAIRS = "2-dimensional tensor constant of type si64"
_COMPUTATION = """(tensor<E>, tensor<E>) -> (tensor<E>) where is_promotable(element_type(operand), E)"""
_GRID = "num_replicas if cross_replica or cross_replica_and_partition is used, num_processes if flattened_ids is used"
_STARTABLE = (
    *("all_reduce", "all_gather", "all_to_all", "collective_permute", "reduce_scatter", "collective_broadcast"),
    *("slice", "dynamic_slice", "dynamic_update_slice"),
)
_UNASKED = """the bindings don't know this operation yet, so that upstream's verifier isn't asked (seen with
           StableHLO 1.17.0)"""
_UNASKED_OF_ROOTS = """the bindings don't know roots yet, so that upstream's verifier isn't asked (seen with
           StableHLO 1.17.0)"""


@function("flattened")
def flattened(groups: Any) -> tuple[int, ...]:
    """The ids of a table of groups, whatever they are."""
    return tuple(id for row in listed(groups) for id in listed(row))


@function("first_repeated")
def first_repeated(values: Any) -> Any:
    """The first entry that was there before."""
    return next(value for at, value in enumerate(listed(values)) if value in values[:at])


@function("first_beyond")
def first_beyond(values: Any, count: Any = None) -> Any:
    """The first entry that is negative, or not below the count."""
    return next(value for value in listed(values) if value < 0 or (count is not None and value >= count))


@function("is_multiple")
def is_multiple(size: Any, of: Any) -> Truth3:
    """Whether a size is another times a whole number above 0."""
    whole, part = as_dim(size).size, as_dim(of).size
    if whole is None or part is None:
        return None
    return whole == part == 0 or (part > 0 and whole >= part and whole % part == 0)


@function("startable")
def startable() -> tuple[str, ...]:
    """What async_start can start: collectives and slices."""
    return _STARTABLE


@function("root_type")
def root_type() -> IntegerType:
    """``i32``, what roots of collectives are."""
    return IntegerType(32)


def _unique(label: str, *notes: str) -> str:
    """That no id is there twice."""
    return f"""
    {label} ids = ids_of(replica_groups): is_unique(ids)
       spec is_unique(replica_groups)
       says replica_groups has id {{first_repeated(ids)}} more than once
       fix name each id once in replica_groups
       breaks dense<[[0, 1]]> => dense<[[0, 0]]>
       {" ".join(notes)}
    """


def _within(size: str, range: str, of: str) -> str:
    """That there are ids, and that they are as many as are named; ids are what `of` takes for them."""
    return f"""
    {size} 0 < size(ids_of(replica_groups))
       spec size(replica_groups) is {_GRID}
       says replica_groups has no ids
       fix write the ids that work together as replica_groups, such as [[0, 1]]
       lax use_global_device_ids = false
       breaks dense<[[0, 1]]> : tensor<1x2xi64> => dense<> : tensor<0x2xi64>
    {range} ids = {of}(replica_groups): 0 <= ids < size(ids)
       spec 0 <= replica_groups < size(replica_groups)
       says replica_groups names {{size(ids)}} ids, but {{first_beyond(ids, size(ids))}} is none of 0 to
           {{size(ids) - 1}}
       fix name each of the ids 0 to {{size(ids) - 1}} in replica_groups
       breaks dense<[[0, 1]]> => dense<[[0, 2]]>
    """


_TAKEN = "breaks channel_handle = #stablehlo.channel_handle<handle = 1, type = 0> => channel_handle = 1 : i64"
_WRITE_CHANNEL = "fix write channel_handle = #stablehlo.channel_handle<handle = 1, type = 0> or likewise"
_CHANNEL = f"""channel_id: {_NUMBER}
       says channel_handle has no id: it is {{channel_id}}
       {_WRITE_CHANNEL}
       {_TAKEN}"""
_GLOBAL = f"""use_global_device_ids: {_FLAG}
       breaks use_global_device_ids => use_global_device_ids = 1 : i64"""
_UNSAID = {"use_global_device_ids": "false"}
_CHANNEL_OF_GLOBAL = """if use_global_device_ids = true then channel_id > 0
       fix write a channel_handle with a handle of at least 1, or leave out use_global_device_ids
       breaks handle = 1 => handle = 0"""
_RETURN = '"stablehlo.return"(%0) : (tensor<f32>) -> ()'
_COMPUTED = f"""computation: function
       fix end computation in stablehlo.return
       breaks {_RETURN} =>"""
_TWICE = f"""breaks {_RETURN} => "stablehlo.return"(%0, %0) : (tensor<f32>, tensor<f32>) -> ()"""
_GROUPS_OF = f"""replica_groups: {_GROUPS}
       breaks dense<[[0, 1]]> : tensor<1x2xi64> => dense<[0, 1]> : tensor<2xi64>"""

rules("all_gather", f"""
    I1 operands: {_MANY}
       breaks (tensor<2x3xf32>) => (!stablehlo.token)
    I2 all_gather_dim: {_NUMBER}
       breaks all_gather_dim = 1 : i64 => all_gather_dim = 1.0 : f32
    I3 {_GROUPS_OF}
    I4 {_CHANNEL}
    I5 {_GLOBAL}
    O1 results: {_MANY}
       breaks -> tensor<2x6xf32> => -> !stablehlo.token
    C1 0 <= all_gather_dim < rank(operands...)
       breaks all_gather_dim = 1 => all_gather_dim = 2
    {_unique("C2")}
    {_within("C3", "C4", "flattened")}
    C5 {_CHANNEL_OF_GLOBAL}
       upstream the verifier refuses negative ids only (seen with StableHLO 1.17.0)
    C6 size(results) = size(operands)
       and (all i in range(size(operands)): element_type(results[i]) = element_type(operands[i])
         and shape(results[i]) = multiplied(shape(operands[i]), all_gather_dim, process_group_size)
         and is_multiple(dim(results[i], all_gather_dim), dim(operands[i], all_gather_dim) * replica_group_size))
       needs C1
       spec type(results...) = type(operands...) except: dim(results..., all_gather_dim) =
           dim(operands..., all_gather_dim) * dim(process_groups, 1)
       says results[{{i}}] is {{results[i]}}, but {{replica_group_size}} ids of a group gather {{operands[i]}} along
           dimension {{all_gather_dim}}
       fix declare results[{{i}}] as operands[{{i}}], but as many times as long along dimension {{all_gather_dim}} as a
           group has processes
       upstream of the gathered dimension, the verifier only asks that its size is a multiple of that of operands (seen
           with StableHLO 1.17.0)
       breaks -> tensor<2x6xf32> => -> tensor<2x9xf32>
""", valid="""
    %results = "stablehlo.all_gather"(%operand) <{
      all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
    }> : (tensor<2x3xf32>) -> tensor<2x6xf32>
""", defaults=_UNSAID)  # fmt: skip

rules("all_reduce", f"""
    I1 operands: {_MANY}
       breaks : (tensor<4xf32>, => : (!stablehlo.token,
    I2 {_GROUPS_OF}
    I3 {_CHANNEL}
    I4 {_GLOBAL}
    I5 {_COMPUTED}
    O1 results: {_MANY}
       breaks -> (tensor<4xf32>, => -> (!stablehlo.token,
    {_unique("C1")}
    {_within("C2", "C3", "ids_of")}
    C4 {_CHANNEL_OF_GLOBAL}
    C5 all operand in operands: folds(computation, [operand])
       spec computation has type {_COMPUTATION}
       lax all operand in operands: upstream_folds(computation, [operand])
       {_TWICE}
    C6 size(results) = size(operands) and shape(results...) = shape(operands...)
       lax not (all operand in operands: is_static(operand)) or not (all result in results: is_static(result))
       spec shape(results...) = shape(operands...)
       breaks -> (tensor<4xf32>, => -> (tensor<5xf32>,
    C7 element_type(results...) = element_type(output_types(computation)[0])
       needs C5
       spec element_type(results...) = E
       breaks -> (tensor<4xf32>, => -> (tensor<4xf64>,
""", valid="""
    %results:2 = "stablehlo.all_reduce"(%operand0, %operand1) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %0 = stablehlo.add %a, %b : tensor<f32>
      "stablehlo.return"(%0) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>, tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>)
""", defaults=_UNSAID)  # fmt: skip

rules("reduce_scatter", f"""
    I1 operand: {_ANY}
       breaks (tensor<4x8xf32>) => (!stablehlo.token)
    I2 scatter_dimension: {_NUMBER}
       breaks scatter_dimension = 1 : i64 => scatter_dimension = 1.0 : f32
    I3 {_GROUPS_OF}
    I4 {_CHANNEL}
    I5 {_GLOBAL}
    I6 {_COMPUTED}
    O1 result: {_ANY}
       breaks -> tensor<4x4xf32> => -> !stablehlo.token
    C1 dim(operand, scatter_dimension) % process_group_size = 0
       needs C2, C5
       spec dim(operand, scatter_dimension) % dim(process_groups, 1) = 0
       says operand has size {{dim(operand, scatter_dimension)}} along dimension {{scatter_dimension}}, which
           {{process_group_size}} processes can't share
       fix pass an operand whose size along dimension {{scatter_dimension}} is a multiple of {{process_group_size}}
       lax is_multiple(dim(operand, scatter_dimension), dim(result, scatter_dimension))
       breaks (tensor<4x8xf32>) => (tensor<4x9xf32>)
    C2 0 <= scatter_dimension < rank(operand)
       breaks scatter_dimension = 1 => scatter_dimension = 2
    {_unique("C3")}
    {_within("C4", "C5", "flattened")}
    C6 {_CHANNEL_OF_GLOBAL}
    C7 folds(computation, [operand])
       spec computation has type {_COMPUTATION}
       lax upstream_folds(computation, [operand])
       {_TWICE}
    C8 shape(result) = divided(shape(operand), scatter_dimension, process_group_size)
       needs C1, C2
       spec shape(result) = shape(operand) except: dim(result, scatter_dimension) =
           dim(operand, scatter_dimension) / dim(process_groups, 1)
       says result has shape {{shape(result)}}, but {{process_group_size}} processes share {{shape(operand)}} along
           dimension {{scatter_dimension}}
       fix declare the result with the shape of operand, but {{dim(operand, scatter_dimension) / process_group_size}}
           along dimension {{scatter_dimension}}
       lax not is_static(operand) or is_multiple(dim(operand, scatter_dimension), dim(result, scatter_dimension))
       breaks -> tensor<4x4xf32> => -> tensor<4x5xf32>
    C9 element_type(result) = element_type(output_types(computation)[0])
       needs C7
       spec element_type(result) = E
       breaks -> tensor<4x4xf32> => -> tensor<4x4xf64>
""", valid="""
    %result = "stablehlo.reduce_scatter"(%operand) <{
      scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %0 = stablehlo.add %a, %b : tensor<f32>
      "stablehlo.return"(%0) : (tensor<f32>) -> ()
    }) : (tensor<4x8xf32>) -> tensor<4x4xf32>
""", defaults=_UNSAID)  # fmt: skip

_SHARED = "exchanged(shape(operands...), split_dimension, concat_dimension, split_count)"

rules("all_to_all", f"""
    I1 operands: {_MANY}
       breaks (tensor<4x8xf32>) => (!stablehlo.token)
    I2 split_dimension: {_NUMBER}
       breaks split_dimension = 1 : i64 => split_dimension = 1.0 : f32
    I3 concat_dimension: {_NUMBER}
       breaks concat_dimension = 0 : i64 => concat_dimension = 0.0 : f32
    I4 split_count: {_NUMBER}
       breaks split_count = 2 : i64 => split_count = 2.0 : f32
    I5 {_GROUPS_OF}
    I6 {_CHANNEL}
    O1 results: {_MANY}
       breaks -> tensor<8x4xf32> => -> !stablehlo.token
    C1 0 <= split_dimension < rank(operands...)
       breaks split_dimension = 1 => split_dimension = 2
    C2 all operand in operands: dim(operand, split_dimension) % split_count = 0
       needs C1, C4
       spec dim(operands..., split_dimension) % split_count = 0
       says an operand, {{operand}}, has size {{dim(operand, split_dimension)}} along dimension {{split_dimension}},
           which can't be split in {{split_count}}
       fix write a split_count that divides {{dim(operand, split_dimension)}}
       breaks (tensor<4x8xf32>) => (tensor<4x9xf32>)
    C3 0 <= concat_dimension < rank(operands...)
       breaks concat_dimension = 0 => concat_dimension = 2
    C4 0 < split_count
       breaks split_count = 2 => split_count = 0
    {_unique("C5")}
    {_within("C6", "C7", "flattened")}
    C8 replica_group_size = split_count
       needs C4, C6, C7
       spec dim(replica_groups, 1) = split_count
       says each group of replica_groups has {{replica_group_size}} ids, but split_count = {{split_count}}
       fix write groups of {{split_count}} ids
       breaks dense<[[0, 1]]> : tensor<1x2xi64> => dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>
    C9 size(results) = size(operands) and element_type(results...) = element_type(operands...)
       and shape(results...) = {_SHARED}
       needs C1, C2, C3, C4
       spec type(results...) = type(operands...) except, if split_dimension != concat_dimension:
           dim(results..., split_dimension) = dim(operands..., split_dimension) / split_count and
           dim(results..., concat_dimension) = dim(operands..., concat_dimension) * split_count
       breaks -> tensor<8x4xf32> => -> tensor<8x5xf32>
""", valid="""
    %results = "stablehlo.all_to_all"(%operand) <{
      split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    }> : (tensor<4x8xf32>) -> tensor<8x4xf32>
""")  # fmt: skip

_AT_LEAST_0 = """ids = flattened(replica_groups): 0 <= ids
       spec 0 <= replica_groups < N where N is num_replicas if cross_replica is used, num_partitions if
           cross_partition is used
       says replica_groups has id {first_beyond(ids)}
       fix write ids of at least 0
       breaks dense<[[0, 1]]> => dense<[[0, -2]]>"""
_MANY_OPERANDS = """lax 1 < size(operands) or has_dynamic_root = true => the bindings don't know more than one operand
           and roots yet, so that upstream's verifier isn't asked (seen with StableHLO 1.17.0)"""
_ROOTED = "(%operand) => (%operand, %root) ;; type = 0> => type = 0>, has_dynamic_root ="

rules("collective_broadcast", f"""
    I1 operands: {_MANY}
       breaks (tensor<2x3xf32>) => (!stablehlo.token)
       {_MANY_OPERANDS}
    I2 {_GROUPS_OF}
       {_MANY_OPERANDS}
    I3 {_CHANNEL}
       {_MANY_OPERANDS}
    I4 has_dynamic_root: {_FLAG}
       upstream {_UNASKED_OF_ROOTS}
       breaks {_ROOTED} 1 : i64 ;; (tensor<2x3xf32>) => (tensor<2x3xf32>, tensor<1xi32>)
    O1 results: {_MANY}
       breaks -> tensor<2x3xf32> => -> !stablehlo.token
       {_MANY_OPERANDS}
    {_unique("C1", _MANY_OPERANDS)}
    C2 {_AT_LEAST_0}
       {_MANY_OPERANDS}
    C3 if has_dynamic_root = false then 0 < size(operands) and type(results...) = type(operands...)
       needs C5
       spec If has_dynamic_root = false: size(operands) >= 1 and type(results[j]) = type(operands[j]) for all j in
           [0, size(operands))
       breaks -> tensor<2x3xf32> => -> tensor<2x4xf32>
       {_MANY_OPERANDS}
    C4 if has_dynamic_root = true then 1 < size(operands) and type(results) = type(operands[:-1])
       and shape(operands[-1]) = [size(operands) - 1] and element_type(operands[-1]) = root_type()
       needs C5
       spec If has_dynamic_root = true: size(operands) >= 2, type(operands[size(operands)-1]) =
           tensor<[size(operands)-1]xi32> and type(results[j]) = type(operands[j]) for all j in [0, size(operands)-1)
       says operands has the types {{type(operands)}} and results {{type(results)}}, expected results like operands but
           for the last, a tensor<{{size(operands) - 1}}xi32> of roots
       fix pass at least one tensor and then the roots, a tensor<{{max(size(operands) - 1, 1)}}xi32>, and declare
           results like the others
       upstream {_UNASKED_OF_ROOTS}
       breaks {_ROOTED} true ;; (tensor<2x3xf32>) => (tensor<2x3xf32>, tensor<2xi32>)
    C5 size(results) = max(size(operands) - (has_dynamic_root ? 1 : 0), 0)
       fix declare a result for each operand but the roots
       spec size(results) = size(operands) - (has_dynamic_root ? 1 : 0)
       breaks %results = => %results:2 = ;; -> tensor<2x3xf32> => -> (tensor<2x3xf32>, tensor<2x3xf32>)
       {_MANY_OPERANDS}
""", defaults={"has_dynamic_root": "false"}, valid="""
    %results = "stablehlo.collective_broadcast"(%operand) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
""")  # fmt: skip

_ASKED = f"upstream {_UNASKED}"

rules("collective_reduce", f"""
    I1 operands: {_MANY}
       {_ASKED}
       breaks (tensor<2x3xf32>, tensor<1xi32>) => (!stablehlo.token, tensor<1xi32>)
    I2 {_GROUPS_OF}
       {_ASKED}
    I3 {_CHANNEL}
       {_ASKED}
    I4 has_dynamic_root: {_FLAG}
       {_ASKED}
       breaks has_dynamic_root = true => has_dynamic_root = 1 : i64
    I5 {_COMPUTED}
       {_ASKED}
    O1 results: {_MANY}
       {_ASKED}
       breaks -> tensor<2x3xf32> => -> !stablehlo.token
    {_unique("C1", _ASKED)}
    C2 {_AT_LEAST_0}
       {_ASKED}
    C3 data = has_dynamic_root ? operands[:-1] : operands:
       size(results) = size(data) and (all i in range(size(data)): shape(results[i]) = shape(data[i]))
       and (if has_dynamic_root = true then 0 < size(operands) and shape(operands[-1]) = [size(data)]
         and element_type(operands[-1]) = root_type())
       spec if has_dynamic_root == false, shape(results) = shape(operands); else, shape(results) =
           shape(operands[0, size(operands)-2]), dim(operands[size(operands)-1]) == 1 with
           num_elements(operands[size(operands)-1]) == size(operands)-1
       says operands has the types {{type(operands)}}, where has_dynamic_root = {{has_dynamic_root}}, and results
           {{type(results)}}
       fix declare results with the shapes of operands; with has_dynamic_root = true the last operand is no data, but
           the roots, a tensor<{{size(data)}}xi32>
       {_ASKED}
       breaks -> tensor<2x3xf32> => -> tensor<2x4xf32>
    C4 data = has_dynamic_root ? operands[:-1] : operands: (all operand in data: folds(computation, [operand]))
       spec computation has type {_COMPUTATION}
       {_ASKED}
       {_TWICE}
""", defaults={"has_dynamic_root": "false"}, usual="""
    element_type(results...) = element_type(output_types(computation)[0])
""", valid="""
    %results = "stablehlo.collective_reduce"(%operand, %root) <{
      replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, has_dynamic_root = true
    }> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %0 = stablehlo.add %a, %b : tensor<f32>
      "stablehlo.return"(%0) : (tensor<f32>) -> ()
    }) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x3xf32>
""")  # fmt: skip


def _pairs(note: str = "") -> str:
    """That source_target_pairs are pairs, in which no id sends twice or receives twice; a note for each rule."""
    return f"""
    C1 dim(source_target_pairs, 1) = 2
       says source_target_pairs has rows of {{dim(source_target_pairs, 1)}} ids, which are no pairs
       fix write a source and a target in each row of source_target_pairs
       {note}
       breaks dense<[[0, 1], [1, 0]]> : tensor<2x2xi64> => dense<[[0, 1, 2]]> : tensor<1x3xi64>
    C2 sources = source_target_pairs[:, 0]: is_unique(sources)
       needs C1
       spec is_unique(source_target_pairs[:, 0])
       says source_target_pairs has the source {{first_repeated(sources)}} more than once
       fix let each process send once
       {note}
       breaks [[0, 1], [1, 0]] => [[0, 1], [0, 2]]
    C3 targets = source_target_pairs[:, 1]: is_unique(targets)
       needs C1
       spec is_unique(source_target_pairs[:, 1])
       says source_target_pairs has the target {{first_repeated(targets)}} more than once
       fix let each process receive once
       {note}
       breaks [[0, 1], [1, 0]] => [[0, 1], [2, 1]]
    C4 ids = flattened(source_target_pairs): 0 <= ids
       needs C1
       spec 0 <= source_target_pairs < N, where N is num_replicas if cross_replica is used, num_partitions if
           cross_partition is used
       says source_target_pairs has id {{first_beyond(ids)}}
       fix write ids of at least 0
       {note}
       breaks [[0, 1], [1, 0]] => [[0, 1], [1, -2]]
    """


rules("collective_permute", f"""
    I1 operand: {_ANY}
       breaks (tensor<2x3xf32>) => (!stablehlo.token)
    I2 source_target_pairs: {_PAIRS}
       breaks dense<[[0, 1], [1, 0]]> : tensor<2x2xi64> => dense<[0, 1]> : tensor<2xi64>
    I3 {_CHANNEL}
    O1 result: {_ANY}
       breaks -> tensor<2x3xf32> => -> !stablehlo.token
    {_pairs()}
    C5 type(result) = type(operand)
       breaks -> tensor<2x3xf32> => -> tensor<2x4xf32>
""", valid="""
    %result = "stablehlo.collective_permute"(%operand) <{
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>
    }> : (tensor<2x3xf32>) -> tensor<2x3xf32>
""")  # fmt: skip

_HANDLE = f"""channel_id: {_NUMBER}
       says channel_handle is missing
       {_WRITE_CHANNEL}
       breaks channel_handle = => channel ="""
_CHANNEL_TYPE = """needs {}
       says the channel has no type: it is {{channel_type}}
       fix write type = 1 in channel_handle from device to device, 2 from device to host, 3 from host to device
       breaks type = 1> => type = 0>"""

rules("send", f"""
    I1 inputs: variadic number of tensors or quantized tensors
       breaks (tensor<2x3xf32>, => (tuple<tensor<f32>>,
    I2 token: token
       breaks !stablehlo.token) => tensor<f32>)
    I3 {_HANDLE}
    I4 channel_type: enum of DEVICE_TO_DEVICE, DEVICE_TO_HOST, and HOST_TO_DEVICE
       {_CHANNEL_TYPE.format("I3")}
    I5 is_host_transfer: {_FLAG}
       breaks is_host_transfer = false => is_host_transfer = 0 : i64
    I6 source_target_pairs: {_PAIRS}
       upstream accepts
       breaks dense<[[0, 1], [1, 0]]> : tensor<2x2xi64> => dense<[0, 1]> : tensor<2xi64>
    O1 result: token
       breaks -> !stablehlo.token => -> tensor<f32>
    {_pairs("upstream accepts")}
    C5 channel_type = is_host_transfer ? DEVICE_TO_HOST : DEVICE_TO_DEVICE
       spec channel_type is DEVICE_TO_HOST if is_host_transfer = true, DEVICE_TO_DEVICE otherwise
       says the channel is {{channel_type}}, but is_host_transfer = {{is_host_transfer}}
       fix write type = 1, from device to device, in channel_handle where is_host_transfer = false, and type = 2, from
           device to host, otherwise
       breaks type = 1> => type = 2>
""", valid="""
    %result = "stablehlo.send"(%input, %token) <{
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
    }> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
""")  # fmt: skip

_PAYLOAD = "0 < size(results) and (all one in results[:-1]: is_tensor(one)) and is_token(results[-1])"

rules("recv", f"""
    I1 token: token
       breaks (!stablehlo.token) => (tensor<f32>)
    I2 {_HANDLE}
    I3 channel_type: enum of DEVICE_TO_DEVICE, DEVICE_TO_HOST, and HOST_TO_DEVICE
       {_CHANNEL_TYPE.format("I2")}
    I4 is_host_transfer: {_FLAG}
       breaks is_host_transfer = false => is_host_transfer = 0 : i64
    I5 source_target_pairs: {_PAIRS}
       upstream accepts
       breaks dense<[[0, 1], [1, 0]]> : tensor<2x2xi64> => dense<[0, 1]> : tensor<2xi64>
    O1 results: variadic number of values
       where {_PAYLOAD}
       spec results consist of payload values which come first and a token which comes last
       says the results are of types {{type(results)}}, expected tensors and a token at the end
       fix declare what is received and then a token as results
       breaks -> (tensor<2x3xf32>, !stablehlo.token) => -> (!stablehlo.token, tensor<2x3xf32>)
    {_pairs("upstream accepts")}
    C5 channel_type in (is_host_transfer ? [HOST_TO_DEVICE, DEVICE_TO_HOST] : [DEVICE_TO_DEVICE])
       spec channel_type is DEVICE_TO_HOST if is_host_transfer = true, DEVICE_TO_DEVICE otherwise
       says the channel is {{channel_type}}, but is_host_transfer = {{is_host_transfer}}
       fix write type = 1, from device to device, in channel_handle where is_host_transfer = false, and type = 3, from
           host to device, otherwise
       breaks type = 1> => type = 3>
""", valid="""
    %results:2 = "stablehlo.recv"(%token) <{
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, is_host_transfer = false,
      source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>
    }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
""")  # fmt: skip

rules("infeed", """
    I1 token: token
       breaks (!stablehlo.token) => (tensor<f32>)
    I2 infeed_config: constant of type string
       breaks infeed_config = "" => infeed_config = 1 : i64
    O1 results: variadic number of values
       where all one in results: is_tensor(one) or is_token(one)
       spec results is a variadic number of tensors, quantized tensors or tokens
       says the results are of types {type(results)}, which aren't all tensors or tokens
       fix declare what is received and then a token as results
       breaks -> (tensor<2x3xf32>, => -> (tuple<tensor<2x3xf32>>,
    C1 0 < size(results)
       says the operation has no results
       fix declare what is received and then a token as results
       breaks %results:2 = => ;; -> (tensor<2x3xf32>, !stablehlo.token) => -> ()
    C2 all result in results[:-1]: is_tensor(result)
       spec is_empty(result[:-1]) or is_tensor(type(results[:-1]))
       says the results are of types {type(results)}, of which all but the last should be tensors
       fix declare what is received and then a token as results
       breaks -> (tensor<2x3xf32>, => -> (!stablehlo.token,
    C3 is_token(results[-1])
       spec is_token(type(results[-1]))
       says the results are of types {type(results)}, of which the last should be a token
       fix declare what is received and then a token as results
       breaks -> (tensor<2x3xf32>, !stablehlo.token) => -> (tensor<2x3xf32>, tensor<f32>)
""", valid="""
    %results:2 = "stablehlo.infeed"(%token) <{infeed_config = ""}>
      : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
""")  # fmt: skip

rules("outfeed", """
    I1 inputs: variadic number of tensors or quantized tensors
       breaks (tensor<2x3xf32>, => (tuple<tensor<f32>>,
    I2 token: token
       breaks !stablehlo.token) => tensor<f32>)
    I3 outfeed_config: constant of type string
       breaks outfeed_config = "" => outfeed_config = 1 : i64
    O1 result: token
       breaks -> !stablehlo.token => -> tensor<f32>
""", valid="""
    %result = "stablehlo.outfeed"(%input, %token) <{outfeed_config = ""}>
      : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
""")  # fmt: skip

rules("partition_id replica_id", """
    O1 result: 0-dimensional tensor of type ui32
       breaks tensor<ui32> => tensor<i32>
""", valid='%result = "OP"() : () -> tensor<ui32>')  # fmt: skip

rules("async_start", """
    I1 operands: variadic number of tensors or per-tensor quantized tensors
       breaks }) : (tensor<4xf32>) => }) : (!stablehlo.token)
    I2 body: function
       spec body: a region with a single operation
       fix write body as one region of one block, an operation and stablehlo.return
       breaks "stablehlo.return"(%part) : (tensor<2xf32>) -> () =>
    O1 result: tensor future
       spec result: a tensor future
       breaks -> !stablehlo.future<tensor<2xf32>> => -> tensor<2xf32>
    C1 size(operations) = 1
       needs I2
       spec body must contain a single operation and a return
       says body has the operations {operations} and a return, expected one operation
       fix start one operation, and each other one on its own
       breaks %part = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32> => ;;
           "stablehlo.return"(%part) : (tensor<2xf32>) => "stablehlo.return"(%x) : (tensor<4xf32>)
    C2 all operation in operations: operation in startable()
       needs C1
       spec The operation in body can only be a collective (all_reduce, all_gather, all_to_all, collective_permute,
           reduce_scatter, collective_broadcast) or a slice (slice, dynamic_slice, dynamic_update_slice)
       says the operation in body is {operation}
       fix start one of {startable()}, or let the operation run at once
       breaks stablehlo.slice %x [0:2] => stablehlo.custom_call @part(%x)
    C3 (input_types(body) = type(operands) or input_types(body) = []) and passed = all_passed
       needs C1, C2
       spec The arguments to async_start must match the ones passed to the operation in body
       says operands are of types {type(operands)}, but body takes {input_types(body)} and passes {passed} to
           {operations[0]}
       fix let body take {type(operands)} and pass all of it to its operation, in its order
       lax input_types(body) = type(operands) and (all one in passed: one in all_passed)
       breaks (%operand) => (%operand, %other) ;; }) : (tensor<4xf32>) => }) : (tensor<4xf32>, tensor<4xf32>)
    C4 size(operation_results) = 1 and output_types(body) = operation_results
       and future_types(result) = operation_results
       spec If the op in body returns type T, then async_start returns future<T>
       says result is {result}, but the operation in body gives {operation_results}, and body returns
           {output_types(body)}
       fix let body return the one value that its operation gives, and declare the result as a future of its type
       lax size(output_types(body)) = 1 and future_types(result) = output_types(body)
       breaks future<tensor<2xf32>> => future<tensor<3xf32>>
""", valid="""
    %result = "stablehlo.async_start"(%operand) ({
    ^bb0(%x: tensor<4xf32>):
      %part = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>
      "stablehlo.return"(%part) : (tensor<2xf32>) -> ()
    }) : (tensor<4xf32>) -> !stablehlo.future<tensor<2xf32>>
""")  # fmt: skip

# The text's result is "of floating-point or complex type or per-tensor quantized", as atan2's is, whose examples it
# also has: C1 gives what was started back, of whatever type.
rules("async_done", """
    I1 operand: tensor future
       spec operand: a tensor future
       breaks (!stablehlo.future<tensor<2xi32>>) => (!stablehlo.token)
    O1 result: tensor or per-tensor quantized tensor
       breaks -> tensor<2xi32> => -> !stablehlo.token
    C1 size(future_types(operand)) = 1 and type(result) = future_types(operand)[0]
       spec If async_done receives a future<T>, then async_done returns T
       says result is {result}, but operand is a future of {future_types(operand)}
       fix declare the result as the one type in operand's future
       lax size(future_types(operand)) = 1 and baseline_type(result) = baseline_type(future_types(operand)[0])
       breaks -> tensor<2xi32> => -> tensor<3xi32>
""", valid='%result = "OP"(%operand) : (!stablehlo.future<tensor<2xi32>>) -> tensor<2xi32>')  # fmt: skip
