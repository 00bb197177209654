"""Rules of collectives and of what leaves the process.

How many ids there are is known to a run alone: the rules that need it (all_gather C3, C4 ...) are the run's.
"""

from hlogen.spec.rules.rule import rules

_ANY = "tensor or per-tensor quantized tensor"
_MANY = "variadic number of tensors or per-tensor quantized tensors"
_GROUPS = "2-dimensional tensor constant of type si64 or ReplicaGroupMeshAxes"
_NUMBER = "constant of type si64"
_FLAG = "constant of type i1"
_PAIRS = "2-dimensional tensor constant of type si64"
_COMPUTATION = "(tensor<E>, tensor<E>) -> (tensor<E>) where is_promotable(element_type(operand), E)"

rules("all_gather", f"""
    I1 operands: {_MANY}
    I2 all_gather_dim: {_NUMBER}
    I3 replica_groups: {_GROUPS}
    I4 channel_id: {_NUMBER}
    I5 use_global_device_ids: {_FLAG}
    O1 results: {_MANY}
    C1 0 <= all_gather_dim < rank(operands...)
    C2 is_unique(ids_of(replica_groups))
       spec is_unique(replica_groups)
    C5 if use_global_device_ids = true then channel_id > 0
    C6 element_type(results...) = element_type(operands...)
       and shape(results...) = multiplied(shape(operands...), all_gather_dim, process_group_size)
       needs C1
       spec type(results...) = type(operands...) except dim(results..., all_gather_dim) = dim(operands..., all_gather_dim) * dim(process_groups, 1)
""")  # fmt: skip

rules("all_reduce", f"""
    I1 operands: {_MANY}
    I2 replica_groups: {_GROUPS}
    I3 channel_id: {_NUMBER}
    I4 use_global_device_ids: {_FLAG}
    I5 computation: function
    O1 results: {_MANY}
    C1 is_unique(ids_of(replica_groups))
       spec is_unique(replica_groups)
    C4 if use_global_device_ids = true then channel_id > 0
    C5 all operand in operands: folds(computation, [operand])
       spec computation has type {_COMPUTATION}
    C6 shape(results...) = shape(operands...)
    C7 element_type(results...) = element_type(output_types(computation)[0])
       needs C5
       spec element_type(results...) = E
""")  # fmt: skip

rules("reduce_scatter", f"""
    I1 operand: {_ANY}
    I2 scatter_dimension: {_NUMBER}
    I3 replica_groups: {_GROUPS}
    I4 channel_id: {_NUMBER}
    I5 use_global_device_ids: {_FLAG}
    I6 computation: function
    O1 result: {_ANY}
    C1 dim(operand, scatter_dimension) % process_group_size = 0
       needs C2
       spec dim(operand, scatter_dimension) % dim(process_groups, 1) = 0
    C2 0 <= scatter_dimension < rank(operand)
    C3 is_unique(ids_of(replica_groups))
       spec is_unique(replica_groups)
    C6 if use_global_device_ids = true then channel_id > 0
    C7 folds(computation, [operand])
       spec computation has type {_COMPUTATION}
    C8 multiplied(shape(result), scatter_dimension, process_group_size) = shape(operand)
       needs C1, C2
       spec shape(result) = shape(operand) except dim(result, scatter_dimension) = dim(operand, scatter_dimension) / dim(process_groups, 1)
    C9 element_type(result) = element_type(output_types(computation)[0])
       needs C7
       spec element_type(result) = E
""")  # fmt: skip

rules("all_to_all", f"""
    I1 operands: {_MANY}
    I2 split_dimension: {_NUMBER}
    I3 concat_dimension: {_NUMBER}
    I4 split_count: {_NUMBER}
    I5 replica_groups: {_GROUPS}
    I6 channel_id: {_NUMBER}
    O1 results: {_MANY}
    C1 0 <= split_dimension < rank(operands...)
    C2 dim(operands..., split_dimension) % split_count = 0
       needs C1, C4
    C3 0 <= concat_dimension < rank(operands...)
    C4 0 < split_count
    C5 is_unique(ids_of(replica_groups))
       spec is_unique(replica_groups)
    C8 process_group_size = split_count
       spec dim(replica_groups, 1) = split_count
    C9 element_type(results...) = element_type(operands...)
       and shape(results...) = exchanged(shape(operands...), split_dimension, concat_dimension, split_count)
       needs C1, C2, C3, C4
       spec type(results...) = type(operands...) except for the two dimensions, of which one is split and the other concatenated
""")  # fmt: skip

rules("collective_broadcast", f"""
    I1 operands: {_MANY}
    I2 replica_groups: {_GROUPS}
    I3 channel_id: {_NUMBER}
    I4 has_dynamic_root: {_FLAG}
    O1 results: {_MANY}
    C1 is_unique(ids_of(replica_groups))
       spec is_unique(replica_groups)
    C3 has_dynamic_root = true or (0 < size(operands) and type(results) = type(operands))
       spec If has_dynamic_root = false: size(operands) >= 1 and type(results[j]) = type(operands[j])
    C4 has_dynamic_root = false or (1 < size(operands) and type(results) = type(operands[:-1])
       and shape(operands[-1]) = [size(operands) - 1])
       spec If has_dynamic_root = true: size(operands) >= 2, the last operand is tensor<[size(operands)-1]xi32>, type(results[j]) = type(operands[j])
    C5 size(results) = size(operands) - (has_dynamic_root ? 1 : 0)
""", defaults={"has_dynamic_root": "false"})  # fmt: skip

rules("collective_reduce", f"""
    I1 operands: {_MANY}
    I2 replica_groups: {_GROUPS}
    I3 channel_id: {_NUMBER}
    I4 has_dynamic_root: {_FLAG}
    I5 computation: function
    O1 results: {_MANY}
    C1 is_unique(ids_of(replica_groups))
       spec is_unique(replica_groups)
    C3 operands = has_dynamic_root ? operands[:-1] : operands: shape(results...) = shape(operands...)
       spec shape(results) = shape(operands), without the last operand where has_dynamic_root
    C4 operands = has_dynamic_root ? operands[:-1] : operands: (all operand in operands: folds(computation, [operand]))
       spec computation has type {_COMPUTATION}
""", defaults={"has_dynamic_root": "false"})  # fmt: skip

rules("collective_permute", f"""
    I1 operand: {_ANY}
    I2 source_target_pairs: {_PAIRS}
    I3 channel_id: {_NUMBER}
    O1 result: {_ANY}
    C1 dim(source_target_pairs, 1) = 2
    C2 is_unique(source_target_pairs[:, 0])
    C3 is_unique(source_target_pairs[:, 1])
    C4 0 <= source_target_pairs[:, 0] and 0 <= source_target_pairs[:, 1]
       spec 0 <= source_target_pairs < N
    C5 type(result) = type(operand)
""")  # fmt: skip


rules("send", f"""
    I1 inputs: variadic number of tensors or quantized tensors
    I2 token: token
    I5 is_host_transfer: {_FLAG}
    I6 source_target_pairs: {_PAIRS}
    O1 result: token
    C1 dim(source_target_pairs, 1) = 2
    C2 is_unique(source_target_pairs[:, 0])
    C3 is_unique(source_target_pairs[:, 1])
""")  # fmt: skip

rules("recv", f"""
    I1 token: token
    I4 is_host_transfer: {_FLAG}
    I5 source_target_pairs: {_PAIRS}
    O1 results: variadic number of values
    C1 dim(source_target_pairs, 1) = 2
    C2 is_unique(source_target_pairs[:, 0])
    C3 is_unique(source_target_pairs[:, 1])
""")  # fmt: skip

rules("infeed", """
    I1 token: token
    O1 results: variadic number of values
    C1 0 < size(results)
    C2 all result in results[:-1]: is_tensor(result)
       spec is_empty(result[:-1]) or is_tensor(type(results[:-1]))
    C3 is_token(results[-1])
       spec is_token(type(results[-1]))
""")  # fmt: skip

rules("outfeed", """
    I1 inputs: variadic number of tensors or quantized tensors
    I2 token: token
    I3 outfeed_config: constant of type string
    O1 result: token
""")  # fmt: skip

rules("partition_id replica_id", """
    O1 result: 0-dimensional tensor of type ui32
""")  # fmt: skip
