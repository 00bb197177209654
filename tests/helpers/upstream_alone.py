"""What upstream's verifier refuses and no rule of the specification does: of which operations, and why."""

import re

_VALUES = "what the constant in an operand says of a shape is for a run to find: the text has no constraint on it"
_HOW_MANY = "the text takes a list whose length only a run knows"
_STATIC = "the text has sizes that only a run knows, and doesn't say that these results have none"
_SAME = "sizes that only a run knows are equal to any for hlogen; upstream's verifier asks that they are written alike"
_WRITTEN = "the text has truth values, MLIR two ways to write them: true, and an attribute without a value"

# Names of operations, what the verifier says, and the reason why no rule says it.
_TABLE = (
    (
        r"add",
        r"requires the same shape|inferred type\(s\)",
        "of quantized tensors the text doesn't ask for all of that",
    ),
    (r"select", r"requires compatible types for non-predicate operands", "the text leaves out scales and zero points"),
    (r".*", r"failed to satisfy constraint: (?:unit|bool) attribute", _WRITTEN),
    (
        r"gather",
        r"attribute 'slice_sizes' failed to satisfy constraint: i64 dense array",
        "the text has a tensor constant, MLIR two ways to write it: array<i64: ...> and dense<...>",
    ),
    (r"all_gather", r"dimension size of operand at '\w+' cannot be zero", "the text has tensors without elements"),
    (r"reduce_scatter", r"dimension size at scatter_dimension cannot be zero", "the text has tensors without elements"),
    (r"broadcast_in_dim|reshape", r"result #0 must be statically shaped or single bounded dimension", _STATIC),
    (r"constant|iota|infeed|recv|rng_bit_generator", r"result #\d must be (?:variadic of )?statically shaped", _STATIC),
    (r"dot_general", r"dot algorithm not known to be supported on any hardware", "the text leaves that to backends"),
    (r"dynamic_\w+|rng", r"operand #\d must be statically shaped \d-dimensional (?:integer )?tensor", _HOW_MANY),
    (r"dynamic_(?:broadcast_in_dim|iota|reshape)", r"output shape \[.*\] is incompatible with return type", _VALUES),
    (r"dynamic_reshape", r"output_shape is incompatible with input type of operation", _VALUES),
    (r"dynamic_pad", r"expected output dimension at index \d+ to equal", _VALUES),
    (r"dynamic_pad", r"interior_padding must be non-negative", _VALUES),
    (r"dynamic_broadcast_in_dim", r"is not equal to 1 or value of shape at index", _VALUES),
    (r"rng", r"inferred type\(s\) .* are incompatible with return type", _VALUES),
    (r"dynamic_pad", r"all of \{edge_padding_low, .*\} have same type", "the text takes each as any integer type"),
    (r"dynamic_conv", r"operand #1 must be ranked tensor of", "the text lets rhs be quantized per axis, too"),
    (r"dynamic_conv", r"window to have positive value", "the text has no constraint on the sizes of the window"),
    (r"optimization_barrier", r"requires the same type for operand and result", _SAME),
    (
        r".*",
        r"inferred type\(s\) .*#stablehlo\.bounds<",
        "hlogen doesn't follow bounds through what is computed of sizes",
    ),
    (
        r"broadcast_in_dim",
        r"result dimension \d+ \(-9223372036854775808\)",
        "upstream takes a bounded size for a number",
    ),
    (
        r"async_start|composite|custom_call",
        r"must match region argument type|but decomposition has type|shapes mismatch in the output_operand_alias",
        _SAME,
    ),
    (
        r"async_start",
        r"using value defined outside the region",
        "the text's own example uses what is around it",
    ),
    (r"tuple|async_start", r"inferred type\(s\) .* are incompatible with return type", _SAME),
)

# What the parser refuses before there is an operation, and why.
_NO_PROGRAM = (
    (r"duplicate key '\w+' in dictionary attribute", "an attribute stands there twice"),
    (r"expected 'true' or 'false' values for i1 type", "a number stands in a list of truth values"),
    (r"upstream crashed on it", "upstream's verifier takes for a tensor what a function returns"),
)


def reason(op: str, said: str) -> str | None:
    """Why no rule says what upstream's verifier says of an operation; None where that isn't known."""
    name = op.removeprefix("stablehlo.")
    return next((why for names, words, why in _TABLE if re.fullmatch(names, name) and re.search(words, said)), None)


def no_program(said: str) -> str | None:
    """Why nobody can read it; None where that isn't known."""
    return next((why for words, why in _NO_PROGRAM if re.search(words, said)), None)
