"""That the goldens of a clause would notice if the clause were read wrongly.

Each mutant is the slow model with one formula changed. At least one golden that claims the clause must then expect
something else; a clause whose goldens all stay the same is covered in name only.
"""

import pytest
from helpers.misread import differing, misread, model_of, outcomes

from tools import golden
from tools.golden_cases import case as golden_case
from tools.golden_cases.case import OpCase

HIGH = "max(0, min(start_index[d_start], limit))"
BATCHING = "batch_index[d_start - (0 if d_start < index_vector_dim else 1)]"
SCALAR_VECTOR = "return [int(indices[tuple(batch_index)])]"
SIGN_EXTENDED = """index = int(indices[tuple(batch_index)])
    bits = 8 * indices.dtype.itemsize
    return [index - 2**bits if index >= 2 ** (bits - 1) else index]"""
SCATTER_BATCHING = "update_scatter_index[d_start - (0 if d_start < index_vector_dim else 1)]"
IN_BOUNDS = "all(0 <= i < dim for i, dim in zip(result_index, input_shape, strict=True))"

# clause, the formula in the model, what a wrong reading makes of it
MUTANTS = [
    ("gather.S1", "if d not in offset_dims]", "if d < len(shape) - len(offset_dims)]"),
    ("gather.S2", "[result_index[d] for d in batch_dims]", "[result_index[d] for d in batch_dims[::-1]]"),
    (
        "gather.S3",
        "[*batch_index[:index_vector_dim], k, *batch_index[index_vector_dim:]]",
        "[*batch_index, k]",
    ),
    ("gather.S4", "return [int(indices[tuple(batch_index)])]", "return [int(indices.reshape(-1)[0])]"),
    ("gather.S5", HIGH, "0"),
    ("gather.S5-low", HIGH, "min(start_index[d_start] % operand.shape[d_operand], limit)"),
    ("gather.S5-high", HIGH, "max(0, start_index[d_start] % operand.shape[d_operand])"),
    ("gather.S5-high", "- slice_sizes[d_operand]", "- 1"),
    ("gather.S5", "enumerate(start_index_map)", "enumerate(sorted(start_index_map))"),
    (
        "gather.S6",
        "full_start_index = [0] * operand.ndim",
        "full_start_index = [max(0, start_index[0])] * operand.ndim",
    ),
    ("gather.S7", BATCHING, "0"),
    (
        "gather.S7",
        "zip(operand_batching_dims, start_indices_batching_dims, strict=True)",
        "zip(operand_batching_dims, sorted(start_indices_batching_dims), strict=True)",
    ),
    ("gather.S8", BATCHING, "batch_index[min(d_start, len(batch_index) - 1)]"),
    (
        "gather.S9",
        "full_batching_index = [0] * operand.ndim",
        "full_batching_index = [*batch_index, *[0] * operand.ndim][: operand.ndim]",
    ),
    ("gather.S10", "[result_index[d] for d in offset_dims]", "[result_index[d] for d in range(len(offset_dims))]"),
    ("gather.S11", "[*collapsed_slice_dims, *operand_batching_dims]", "range(len(offset_index), operand.ndim)"),
    ("gather.S12", "[*collapsed_slice_dims, *operand_batching_dims]", "range(len(offset_index), operand.ndim)"),
    ("gather.S13", "full_start_index[d] + full_batching_index[d] + full_offset_index[d]", "full_start_index[d]"),
    (
        "gather.C3-empty",
        "full_start_index = [0] * operand.ndim",
        "full_start_index = [0 if start_index else sum(batch_index)] * operand.ndim",
    ),
    ("gather.I2-unsigned", SCALAR_VECTOR, SIGN_EXTENDED),
    ("gather.C21-zero", "result = np.empty(shape, operand.dtype)", "result = operand[:1]"),
    ("gather.C21-whole", HIGH, "max(0, min(start_index[d_start], limit + 1))"),
    ("gather.C22-empty", "[dim for d, dim in enumerate(start", "[dim or 1 for d, dim in enumerate(start"),
    ("scatter.S1", "if d not in update_window_dims]", "if d < len(update_index) - len(update_window_dims)]"),
    (
        "scatter.S2",
        "[i for d, i in enumerate(update_index) if d not in update_window_dims]",
        "[i for d, i in enumerate(update_index) if d not in update_window_dims][::-1]",
    ),
    (
        "scatter.S3",
        "[*batch_index[:index_vector_dim], k, *batch_index[index_vector_dim:]]",
        "[*batch_index, k]",
    ),
    ("scatter.S4", SCALAR_VECTOR, "return [int(indices.reshape(-1)[0])]"),
    ("scatter.I2-unsigned", SCALAR_VECTOR, SIGN_EXTENDED),
    (
        "scatter.C19-empty",
        "full_start_index = [0] * rank",
        "full_start_index = [0 if start_index else sum(update_scatter_index)] * rank",
    ),
    ("scatter.S5", "enumerate(scatter_dims_to_operand_dims)", "enumerate(sorted(scatter_dims_to_operand_dims))"),
    ("scatter.S6", "full_start_index = [0] * rank", "full_start_index = [start_index[0]] * rank"),
    ("scatter.S7", SCATTER_BATCHING, "0"),
    (
        "scatter.S7",
        "zip(input_batching_dims, scatter_indices_batching_dims, strict=True)",
        "zip(input_batching_dims, sorted(scatter_indices_batching_dims), strict=True)",
    ),
    ("scatter.S8", SCATTER_BATCHING, "update_scatter_index[min(d_start, len(update_scatter_index) - 1)]"),
    (
        "scatter.S9",
        "full_batching_index = [0] * rank",
        "full_batching_index = [*update_scatter_index, *[0] * rank][:rank]",
    ),
    (
        "scatter.S10",
        "[update_index[d] for d in update_window_dims]",
        "[update_index[d] for d in range(len(update_window_dims))]",
    ),
    ("scatter.S11", "[*inserted_window_dims, *input_batching_dims]", "range(len(update_window_index), rank)"),
    ("scatter.S12", "[*inserted_window_dims, *input_batching_dims]", "range(len(update_window_index), rank)"),
    (
        "scatter.S13",
        "(self.full_start_index, self.full_batching_index, self.full_window_index)",
        "(self.full_start_index,)",
    ),
    ("scatter.S14", "[result[result_index] for result in results]", "[a[result_index] for a in inputs]"),
    # Gather's habits: a window pulled back inside, a negative index from the end, all of a window or nothing.
    (
        "scatter.S15",
        "full_start_index[d_input] = start_index[d_start]",
        "full_start_index[d_input] = max(0, start_index[d_start])",
    ),
    ("scatter.S19-high", "i < dim for i", "True for i"),
    ("scatter.S19-negative", "0 <= i < dim for i", "i < dim for i"),
    (
        "scatter.S16",
        "update[update_index].astype(dtype)",
        'update.view(f"u{update.itemsize}")[update_index].astype(dtype)',
    ),
    ("scatter.S17", "(*old_values, *updates_converted)", "(*updates_converted, *old_values)"),
    ("scatter.S17-variadic", "(*old_values, *updates_converted)", "(*old_values[::-1], *updates_converted[::-1])"),
    ("scatter.C25", "results = [array.astype(dtype, copy=True)", "results = [array.copy()"),
]


@pytest.mark.parametrize(("clause", "formula", "reading"), MUTANTS, ids=[f"{m[0]}-{i}" for i, m in enumerate(MUTANTS)])
def test_a_misread_clause_is_noticed(clause, formula, reading, monkeypatch):
    op = clause.partition(".")[0]
    cases = [case for case in golden.TABLES[op] if clause in case.clause_ids and isinstance(case, OpCase)]
    before = outcomes(cases)
    model = model_of(op, misread(("gather", "scatter"), formula, reading))
    monkeypatch.setattr(golden_case, "_model", lambda op: model)
    assert differing(before, outcomes(cases)), [case.name for case in cases]
