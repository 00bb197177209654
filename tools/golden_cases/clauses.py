"""The clauses of the specification that the goldens cover: an id, and the sentence it stands for.

S: a bullet (or one branch of a bullet) of the op's Semantics, in the order of the text. I, C: a row of the inputs'
table or a constraint that admits a value worth a program of its own, such as every element type or a slice size of 0.
"""

from __future__ import annotations

CLAUSES: dict[str, str] = {
    # gather
    "gather.S1": "batch_dims = [d for d in axes(result) and d not in offset_dims]",
    "gather.S2": "batch_index = result_index[batch_dims...]",
    "gather.S3": "start_index = start_indices[bi0, ..., :, ..., biN], : inserted at the index_vector_dim index, "
    "if index_vector_dim < rank(start_indices)",
    "gather.S4": "start_index = [start_indices[batch_index]] otherwise",
    "gather.S5": "full_start_index[d_operand] = clamp(start_index[d_start], 0, dim(operand, d_operand) - "
    "slice_sizes[d_operand]) if d_operand = start_index_map[d_start]: between the bounds, the start index itself",
    "gather.S5-low": "full_start_index[d_operand] = clamp(start_index[d_start], 0, ...): below 0, 0",
    "gather.S5-high": "full_start_index[d_operand] = clamp(start_index[d_start], ..., dim(operand, d_operand) - "
    "slice_sizes[d_operand]): above the upper bound, the upper bound",
    "gather.S6": "full_start_index[d_operand] = 0 otherwise",
    "gather.S7": "full_batching_index[d_operand] = batch_index[d_start] if d_operand = "
    "operand_batching_dims[i_batching] and d_start = start_indices_batching_dims[i_batching], where d_start < "
    "index_vector_dim",
    "gather.S8": "full_batching_index[d_operand] = batch_index[d_start - 1] if d_operand = "
    "operand_batching_dims[i_batching] and d_start = start_indices_batching_dims[i_batching], where d_start > "
    "index_vector_dim",
    "gather.S9": "full_batching_index[d_operand] = 0 otherwise",
    "gather.S10": "offset_index = result_index[offset_dims...]",
    "gather.S11": "full_offset_index = [oi0, ..., 0, ..., oiN], 0 inserted at indices from collapsed_slice_dims",
    "gather.S12": "full_offset_index = [oi0, ..., 0, ..., oiN], 0 inserted at indices from operand_batching_dims",
    "gather.S13": "operand_index = full_start_index + full_batching_index + full_offset_index",
    "gather.S14": "result[result_index] = operand[operand_index]: the element as it is, whatever its bits",
    "gather.S15": "indices_are_sorted = true: the implementation can assume that start_indices are sorted with respect "
    "to start_index_map",
    "gather.I1": "operand: tensor or per-tensor quantized tensor, of every element type",
    "gather.I1-quantized": "operand: per-tensor quantized tensor",
    "gather.I2": "start_indices: tensor of integer type, of every width, signed",
    "gather.I2-unsigned": "start_indices: tensor of integer type, unsigned: no value is negative",
    "gather.C3-empty": "size(start_index_map) = dim(start_indices, index_vector_dim) = 0: an empty index vector",
    "gather.C9-zero": "slice_sizes[collapsed_slice_dims...] <= 1: 0 is allowed where nothing is read",
    "gather.C21-zero": "0 <= slice_sizes: a slice size of 0",
    "gather.C21-whole": "slice_sizes <= shape(operand): a slice as large as the operand",
    "gather.C22-empty": "shape(result) = combine(batch_dim_sizes, offset_dim_sizes): with a batch dimension of size 0",
    "gather.dynamic": "StableHLO supports dynamically-shaped tensors: the shapes are those of the values at run time",
    "gather.C22-scalar": "shape(result) = combine(batch_dim_sizes, offset_dim_sizes): of rank 0",
    # dynamic_gather
    "dynamic_gather.S1": "functionally identical to gather",
    "dynamic_gather.S2": "slice_sizes specified dynamically as a value",
    "dynamic_gather.I3": "slice_sizes: 1-dimensional tensor of integer type, of every width",
    "dynamic_gather.I1-quantized": "operand: per-tensor quantized tensor",
    # scatter
    "scatter.S1": "update_scatter_dims = [d for d in axes(updates[0]) and d not in update_window_dims]",
    "scatter.S2": "update_scatter_index = update_index[update_scatter_dims...]",
    "scatter.S3": "start_index = scatter_indices[si0, ..., :, ..., siN], : inserted at the index_vector_dim index, if "
    "index_vector_dim < rank(scatter_indices)",
    "scatter.S4": "start_index = [scatter_indices[update_scatter_index]] otherwise",
    "scatter.S5": "full_start_index[d_input] = start_index[d_start] if d_input = scatter_dims_to_operand_dims[d_start]",
    "scatter.S6": "full_start_index[d_input] = 0 otherwise",
    "scatter.S7": "full_batching_index[d_input] = update_scatter_index[d_start] if d_input = "
    "input_batching_dims[i_batching] and d_start = scatter_indices_batching_dims[i_batching], where d_start < "
    "index_vector_dim",
    "scatter.S8": "full_batching_index[d_input] = update_scatter_index[d_start - 1] if d_input = "
    "input_batching_dims[i_batching] and d_start = scatter_indices_batching_dims[i_batching], where d_start > "
    "index_vector_dim",
    "scatter.S9": "full_batching_index[d_input] = 0 otherwise",
    "scatter.S10": "update_window_index = update_index[update_window_dims...]",
    "scatter.S11": "full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from inserted_window_dims",
    "scatter.S12": "full_window_index = [wi0, ..., 0, ..., wiN], 0 inserted at indices from input_batching_dims",
    "scatter.S13": "result_index = full_start_index + full_batching_index + full_window_index",
    "scatter.S14": "exec([update_index, ...], results) = exec([...], updated_results): later updates of one element "
    "see the earlier ones, in any schedule",
    "scatter.S14-schedule": "schedule is an implementation-defined permutation of index_space(updates[0]): of several "
    "updates of one element, any may be the last",
    "scatter.S15": "if result_index is in bounds for shape(results...): decided for every element on its own",
    "scatter.S16": "updates_converted = to_destination_type(updates...[update_index], ...): promotion to Ei",
    "scatter.S17": "updated_values = update_computation(results...[result_index], updates_converted): old values first",
    "scatter.S17-variadic": "updated_values = update_computation(results...[result_index], updates_converted): N old "
    "values, N updates, N results",
    "scatter.S17-region": "update_computation is any function: it may capture values, call functions and branch",
    "scatter.S17-rounding": "every application of update_computation gives a value of its own element type",
    "scatter.S18": "updated_results is a copy of results with results...[result_index] set to updated_values...",
    "scatter.S19-high": "otherwise updated_results = results: result_index at or above the size",
    "scatter.S19-negative": "otherwise updated_results = results: result_index below 0",
    "scatter.S20": "exec([], results) = results: no updates",
    "scatter.S21": "indices_are_sorted = true: the implementation can assume that scatter_indices are sorted with "
    "respect to scatter_dims_to_operand_dims",
    "scatter.S22": "unique_indices = true: the implementation can assume that all result_index indices being scattered "
    "to are unique",
    "scatter.I1": "inputs: tensors of every element type",
    "scatter.I1-quantized": "inputs: per-tensor quantized tensors",
    "scatter.I2": "scatter_indices: tensor of integer type, of every width, signed",
    "scatter.I2-unsigned": "scatter_indices: tensor of integer type, unsigned: no value is negative",
    "scatter.I12": "update_computation: each of the well-known bodies",
    "scatter.I12-floats": "update_computation: minimum, maximum and multiply, of zeros of both signs and NaN",
    "scatter.dynamic": "StableHLO supports dynamically-shaped tensors: the shapes are those of the values at run time",
    "scatter.C4-narrow": "update_window_dim_sizes <= shape(inputs[0]): a window smaller than the input",
    "scatter.C4-zero": "update_window_dim_sizes <= shape(inputs[0]): a window of size 0",
    "scatter.C19-empty": "size(scatter_dims_to_operand_dims) = dim(scatter_indices, index_vector_dim) = 0: an empty "
    "index vector",
    "scatter.C25": "element_type(results[i]) = Ei, which C23 lets be wider than that of inputs[i]",
}
