"""The page of what is said of wrong calls: each is made, and what it raises stands below it."""

from __future__ import annotations

import math

import numpy as np

import hlogen as hl

# What calls are about, and calls of the tensors in _TYPES.
CALLS: dict[str, list[str]] = {
    "Shapes and element types": [
        "x + v", "x / x.sum(1)", "x @ x", "x + n", "x / 2 + n / 2", "hl.concatenate([x, m], 0)",
        "hl.concatenate([x, m], dimension=5)", "x.reshape(5, -1)",
        "hl.broadcast_to(x, (3, 5))", "hl.transpose(x, [0, 0])", "hl.stack([x, m])",
        "hl.squeeze(x, 0)", "x.sum(axis=2)", "hl.einsum('ij,jk->ik', x, x)", "hl.einsum('ij->ijj', x)",
        "hl.split(x, 5)", "x.astype('f33')", "hl.constant(300, 'i8')", "hl.constant(1.5, 'i32')", "x.at[0].set(v)",
        "hl.dot_general(x, m, lhs_contracting_dimensions=[0], rhs_contracting_dimensions=[0])",
        "hl.pad(x, 0.0, [1], [1])", "n.mean()", "hl.softmax(n)", "hl.split(d, 0)",
    ],
    "Indices": [
        "x[5]", "x[0, 0, 0]", "x[1.5]", "x[x > 0]", "hl.take(x, [7], axis=0)", "x[s]",
        "hl.gather(x, n, offset_dims=[1], slice_sizes=[1, 4], start_index_map=[0], index_vector_dim=1)",
        "x.at[0]", "x.at(0)", "x.at.set(0)", "x[0].set(1)",
    ],
    "Arguments": [
        "hl.iota('4xf32', dimension=0)", "hl.reduce(x, 0.0, dims=[0], body='add')", "hl.transpose()",
        "hl.exponential(x, x)", "hl.reduce(x, 0.0, [0], 'plus')", "hl.sort(x, 'ascending')", "hl.zeros((2, -1))",
        "hl.arange(0, 5, 0)", "hl.convert(x)", "hl.compare(x, x, '<')", "hl.clamp(0, 1, 2)", "hl.sumexp(x)",
        "hl.convolution2d(x)", "x.nbytes", "hl.one_hot(s, 3)", "hl.top_k(x, 9)", "hl.norm(x, ord='fro')",
        "hl.concatenate([x, x], axis=0)", "x.sum(dim=0)", "hl.transpose(x, axes=[1, 0])", "hl.zeros(d.shape)",
        "d.reshape(d.shape[0], 2, 2)",
    ],
    "Python and NumPy": [
        "x if s > 0 else -x", "s > 0 and s < 1", "range(i)", "math.exp(s)", "format(s, '.3f')", "int(i)", "np.exp(x)",
        "np.linalg.inv(x)", "np.asarray(x)", "[1, 2][i]", "hl.abs([x, x])", "x.__setitem__(0, 1)", "len(d)", "list(s)",
    ],
    "Loops and choices": [
        "hl.fori(0, 3, lambda c: c, x)", "hl.fori(0, 3, lambda i, c: c[:1], x)", "hl.fori(0, s, lambda i, c: c, x)",
        "hl.scan(lambda c, row: c, s, x)", "hl.scan(lambda c, row: (c, row), s)",
        "hl.cond(s > 0, lambda: x, lambda: (x, x))", "hl.cond(x, lambda: x, lambda: x)",
        "hl.if_(p, lambda: x, lambda: x)", "hl.while_(s, lambda a: a, lambda a: a)",
        "hl.while_loop(lambda c: c, lambda c: c, x)",
    ],
    "Functions and programs": [
        "hl.function('2xf32')(lambda a, b: a)", "hl.function('2xq32')(lambda a: a)",
        "hl.function('f32')(lambda a: None)",
        "hl.function('f32')(lambda a: (a, 'b'))", "hl.grad(hl.function('4xf32', name='f')(lambda a: a))",
        "hl.grad(hl.function('4xi32', name='f')(lambda a: a.sum()))",
        "hl.grad(hl.function({'w': '4xf32'}, name='f')(lambda q: q['w'].sum()), 'v')",
        "hl.vmap(hl.function('4xf32', name='f')(lambda a: a), in_axes=3, axis_size=2)",
        "hl.vmap(hl.function('4xf32', name='f')(lambda a: a), in_axes=(0, 0), axis_size=2)",
        "hl.function({'w': '4xf32'}, name='f')(lambda q: q['w'])({'v': x[0]})",
        "hl.grad(hl.function({'w': '4xf32'}, 'f32', name='f')(lambda q, a: a), 2)",
        "hl.grad(hl.function('f32', name='f')(lambda a: a), argnums=0)",
        "hl.function('4xf32', name='f')(lambda a: a)(v)", "hl.parse('func.func @main() { return 1 }')",
    ],
}  # fmt: skip

_TYPES = {
    "x": "3x4xf32",
    "m": "4x2xf32",
    "v": "5xf32",
    "n": "3x4xi32",
    "i": "i32",
    "s": "f32",
    "p": "3x4xi1",
    "d": "?x4xf32",
}

_HEAD = f"""\
# What is said of wrong calls

What an error of hlogen says, with an example of each kind.

A call that can't be meant raises an error of hlogen's own, at the user's line, with the values that are there and what
to write instead: `hl.UsageError`, or `hl.ConstraintError` where it breaks the specification, with all that it breaks.
They are `hl.HlogenError`s. A name that isn't there is an `AttributeError`, as Python has it; no call ends in any
other error of Python's own.

Here are {sum(map(len, CALLS.values()))} of them. Each stands on the third line of a file `model.py`, in a function that
is being built. There, {", ".join(f"`{name}` is `{type}`" for name, type in _TYPES.items())}.
[The rules](rules/README.md) have what is said of programs that are checked.
"""


def errors_page() -> str:
    """docs/errors.md."""
    parts = [_HEAD]
    for about, calls in CALLS.items():
        parts.append(f"## {about}\n")
        parts += [f"`{call}`\n\n```text\n{_said(call)}\n```\n" for call in calls]
    return "\n".join(parts)


def _said(call: str) -> str:
    """What the call raises, on the third line of a file in which it is all that a function does."""
    source = (
        f"@hl.function({', '.join(map(repr, _TYPES.values()))})\ndef model({', '.join(_TYPES)}):\n    return {call}\n"
    )
    try:
        exec(compile(source, "model.py", "exec"), {"hl": hl, "np": np, "math": math})
    except (hl.HlogenError, AttributeError) as error:
        return "\n".join(line.rstrip() for line in str(error).splitlines())
    raise ValueError(f"{call} raises nothing")
