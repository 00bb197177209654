"""That the goldens of an op would notice if its formula were read wrongly.

Each mutant is a slow model with one formula changed. At least one golden of the op must then expect something else.
"""

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from helpers.misread import differing, misread, model_of, outcomes

from tools import golden
from tools.golden_cases import case as golden_case
from tools.golden_cases import distribution
from tools.golden_cases.case import OpCase

# the model's file, the op, its formula, what a wrong reading makes of it
MUTANTS = [
    ("elementwise", "divide", "abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)", "a // b"),
    ("elementwise", "divide", "abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)", "a // b + ((a < 0) != (b < 0))"),
    ("elementwise", "remainder", "return found if a > 0 else -found", "return found"),
    ("elementwise", "atan2", "return math.nan", "return math.pi"),
    ("elementwise", "power", "math.copysign(math.inf, base)", "math.inf"),
    ("elementwise", "convert", "rounded(float(value) if value == 0", "rounded(0.0 if value == 0"),
    ("elementwise", "remainder", "return math.copysign(0.0, a)", "return 0.0"),
    ("elementwise", "maximum", "a if math.copysign(1, a) * sign > 0 else b", "a"),
    ("elementwise", "minimum", "if a != a or b != b:", "if False:"),
    ("elementwise", "maximum", "(sign * value[0], sign * value[1])", "sign * value[0]"),
    (
        "elementwise",
        "clamp",
        "minimum(maximum(operand, shaped[0]), shaped[1])",
        "maximum(minimum(operand, shaped[1]), shaped[0])",
    ),
    ("elementwise", "round_nearest_even", "_rounding(round)", "_rounding(lambda x: math.floor(x + Fraction(1, 2)))"),
    ("elementwise", "round_nearest_afz", "math.floor(abs(x) + Fraction(1, 2)) * (1 if x > 0 else -1)", "round(x)"),
    ("elementwise", "ceil", "math.copysign(0.0, x)", "0.0"),
    ("elementwise", "shift_left", "bits << by if by < width else 0", "bits << by % width"),
    ("elementwise", "shift_right_arithmetic", "(bits - 2**width if bits >= 2 ** (width - 1) else bits)", "bits"),
    ("elementwise", "popcnt", "bits.bit_count()", "bits.bit_length()"),
    ("elementwise", "convert", "math.trunc(value)", "math.floor(value)"),
    ("elementwise", "reduce_precision", "round(value / place)", "math.trunc(value / place)"),
    ("elementwise", "reduce_precision", "abs(found) < Fraction(2) ** (1 - bias)", "False"),
    ("elementwise", "compare", '"TOTALORDER"', '"NONE"'),
    ("elementwise", "select", "on_true if", "on_false if"),
    ("elementwise", "power", "base**exponent if exponent >= 0", "base*exponent if exponent >= 0"),
    ("shape", "broadcast_in_dim", "result_index[to]", "result_index[d]"),
    ("shape", "concatenate", "(*result_index[:dimension], at,", "(*result_index[:dimension], 0,"),
    ("shape", "dynamic_slice", "min(max(0, start), dim - size)", "min(max(0, start), dim - 1)"),
    ("shape", "dynamic_slice", "min(max(0, start), dim - size)", "min(start, dim - size)"),
    ("shape", "dynamic_update_slice", "min(max(0, start), dim - size)", "start"),
    ("shape", "pad", "divmod(r - low, interior + 1)", "divmod(r - low, 1)"),
    ("shape", "pad", "max(dim - 1, 0) * interior", "dim * interior"),
    ("shape", "pad", "r - low", "r - max(0, low)"),
    ("shape", "reverse", "if d in dimensions", "if d not in dimensions"),
    ("shape", "slice", "start + r * stride", "start + r"),
    ("shape", "slice", "-(-(limit - start) // stride)", "(limit - start) // stride"),
    (
        "shape",
        "transpose",
        "operand.shape[d] for d in permutation",
        "operand.shape[permutation.index(d)] for d in permutation",
    ),
    ("shape", "bitcast_convert", ">> (k * new)", ">> ((old // new - 1 - k) * new)"),
    ("shape", "bitcast_convert", "<< (k * old)", "<< ((len(parts) - 1 - k) * old)"),
    ("shape", "iota", "result_index[iota_dimension]", "result_index[-1]"),
    ("reductions", "reduce", "body(*totals[at], *new_values)", "body(*new_values, *totals[at])"),
    ("reductions", "reduce", "np.asarray(value).astype(dtype)[()]", "value"),
    ("reductions", "reduce_window", "r * stride for r", "r for r"),
    ("reductions", "reduce_window", "(size - 1) * dilation + 1", "size"),
    ("reductions", "reduce_window", "dilation - 1 for dilation", "0 for dilation"),
    ("reductions", "sort", "inputs[0].ndim + dimension", "0"),
    ("reductions", "sort", "sorted(inputs_together,", "sorted(inputs_together[::-1],"),
    ("reductions", "sort", "-1 if comparator(*args)", "1 if comparator(*args)"),
    (
        "reductions",
        "select_and_scatter",
        "not select(operand[selected], operand[at])",
        "select(operand[selected], operand[at])",
    ),
    ("reductions", "select_and_scatter", "init_value[()], operand.dtype", "0, operand.dtype"),
    ("reductions", "select_and_scatter", "+ w - low", "+ w"),
    (
        "linear_algebra",
        "dot_general",
        "zip(rhs_contracting, contracting_index",
        "zip(sorted(rhs_contracting), contracting_index",
    ),
    (
        "linear_algebra",
        "dot_general",
        "[*rhs_batching, *rhs_result_dimensions], rhs_at",
        "[*sorted(rhs_batching), *rhs_result_dimensions], rhs_at",
    ),
    ("linear_algebra", "dot_general", '"bf16": 8', '"bf16": 9'),
    ("linear_algebra", "convolution", "reverse(lhs_window, dimensions=reversed_dims)", "lhs_window"),
    ("linear_algebra", "convolution", "i * stride for i", "i for i"),
    ("linear_algebra", "convolution", "dilation - 1 for dilation", "0 for dilation"),
    (
        "linear_algebra",
        "convolution",
        '(feature_group_count, of_lhs.index("f"))',
        '(feature_group_count, of_lhs.index("b"))',
    ),
    ("linear_algebra", "fft", "turns if is_inverse else -turns", "turns"),
    ("linear_algebra", "fft", "total /= int(np.prod(fft_length))", "pass"),
    ("linear_algebra", "fft", "mpmath.conj(_number", "(_number"),
    ("linear_algebra", "triangular_solve", "i >= j if lower else i <= j", "True"),
    ("linear_algebra", "triangular_solve", 'mpmath.conj(value) if transpose_a == "ADJOINT" else value', "value"),
    ("linear_algebra", "triangular_solve", "matrix = matrix.T", "pass"),
    ("normalization", "batch_norm_inference", "mpmath.sqrt(v + _constant(epsilon, operand.dtype))", "mpmath.sqrt(v)"),
    ("normalization", "batch_norm_grad", "s / stddev / n * i6", "s / stddev * i6"),
    (
        "normalization",
        "batch_norm_training",
        "(x - mean) ** 2 for x in elements) / len(elements)",
        "(x - mean) ** 2 for x in elements) / (len(elements) - 1)",
    ),
    ("chlo", "chlo.top_k", ", i))", ", -i))"),
    ("chlo", "chlo.ragged_dot", "rhs[group, k, n]", "rhs[0, k, n]"),
]


@pytest.mark.parametrize(
    ("file", "op", "formula", "reading"), MUTANTS, ids=[f"{m[1]}-{i}" for i, m in enumerate(MUTANTS)]
)
def test_a_misread_formula_is_noticed(file, op, formula, reading, monkeypatch):
    cases = [case for cases in golden.TABLES.values() for case in cases if isinstance(case, OpCase) and case.op == op]
    before = outcomes(cases)
    model = model_of(op, misread([file], formula, reading))
    monkeypatch.setattr(golden_case, "_model", lambda op: model)
    assert differing(before, outcomes(cases))


@pytest.mark.parametrize(
    ("formula", "reading"),
    [
        ("round(x_clamped)", "int(x_clamped)"),
        ("(int(x[index]) - zero_point) * scale", "int(x[index]) * scale"),
        ("max(Fraction(result_type.storage_min), x_scaled_add_zp)", "x_scaled_add_zp"),
        ("0 if self.dimension is None else index[self.dimension]", "0"),
    ],
)
def test_a_misread_quantization_is_noticed(formula, reading, monkeypatch):
    cases = [case for op in ("uniform_quantize", "uniform_dequantize") for case in golden.TABLES[op]]
    before = outcomes(cases)
    names = misread(["quantization"], formula, reading)
    monkeypatch.setattr(golden_case, "Quantization", names["Quantization"])
    monkeypatch.setattr(golden_case, "dequantize_op_quantize", names["dequantize_op_quantize"])
    assert differing(before, outcomes(cases))


@pytest.mark.parametrize(
    ("formula", "reading"),
    [
        ("(replica_id, p) for replica_id in group", "(p, replica_id) for replica_id in group"),
        ("for p in partition_ids for replica_id in group", "for replica_id in group for p in partition_ids"),
        ("divmod(flattened_id, num_partitions)", "divmod(flattened_id, num_partitions)[::-1]"),
        ("_joined(operands, all_gather_dim)", "_joined(operands, 0)"),
        ("for operand in operands[1:]", "for operand in operands[1:2]"),
        (
            "computation(result[result_index], operand[result_index])",
            "computation(operand[result_index], result[result_index])",
        ),
        ("[receiver_index] for value", "[0] for value"),
        ("split_dimension)[receiver_index]", "split_dimension)[0]"),
        ("grid[process_group[root]][j]", "grid[process_group[0]][j]"),
        ("np.full_like(operand, zero)", "operand"),
        ("np.full_like(operand, zero)", "np.zeros_like(operand)"),
        ("for source, target in _of_some", "for target, source in _of_some"),
        ("results[process_group[0]]", "results[process_group[-1]]"),
    ],
)
def test_a_misread_collective_is_noticed(formula, reading, monkeypatch):
    collective: Callable[[], Iterable[Any]] = distribution.collective
    before = {case.name: case for case in collective()}
    names = misread(["collectives"], formula, reading)
    monkeypatch.setattr(distribution, "collectives", SimpleNamespace(**names))
    kept = distribution.grid
    monkeypatch.setattr(distribution, "grid", lambda *row, **more: unless_it_fails(kept, row, more))
    assert any(
        new.results[name].array.tobytes() != tensor.array.tobytes()
        for new in filter(None, collective())
        for name, tensor in before[new.name].results.items()
    )


def unless_it_fails(make, row, more):
    try:
        return make(*row, **more)
    except Exception:  # noqa: BLE001 - a misread formula may fail in any way; an error is no value
        return None
