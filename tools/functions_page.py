"""The page of the functions that have NumPy's names: what each does, and what an example of it becomes."""

from __future__ import annotations

import inspect
from importlib import import_module

import hlogen as hl

_FOLDER = "hlogen.builder.functions."

# One call of each; x is 4x3xf32, m is 3x3xf32, i is 4xi32, p is i1.
EXAMPLES = """
arange(5) eye(3) full((2, 3), 1.5) full_like(x, 2) linspace(0, 1, 5) one_hot(i, 3) ones((2, 3)) ones_like(x) size(x, 0)
tril(m) triu(m) zeros("2x3xbf16") zeros_like(x)
broadcast_to(m, (2, 3, 3)) expand_dims(x, 0) flip(x, 0) moveaxis(x, 0, -1) ravel(x) repeat(x, 2, axis=0)
roll(x, 1, axis=0) split(x, 2)[0] squeeze(x[:, :1], 1) stack([x, x]) swapaxes(x, 0, 1) tile(x, (2, 1))
all(x) any(x) argmax(x, axis=1) argmin(x, axis=1)
cummax(x, axis=0) cummin(x, axis=0) cumprod(x, axis=0) cumsum(x, axis=0)
logsumexp(x, axis=1) max(x, axis=1) mean(x, axis=0) min(x, axis=1) norm(x, axis=1) prod(x, axis=0) std(x, axis=0)
sum(x, axis=0) var(x, axis=0)
argsort(x) clip(x, 0, 1) round(x) searchsorted(x[:, 0], 0.5) top_k(x, 2)[0] where(x > 0, x, 0)
einsum("ij,kj->ik", x, x) matmul(x, m)
gelu(x) log_softmax(x) relu(x) softmax(x)
cond(p, hl.sine, hl.cosine, x) fori(0, 3, lambda i, c: c * 2, x) scan(lambda c, row: (c + row, c), m[0], x)[1]
switch(i[0], [hl.sine, hl.cosine], x) while_loop(lambda c: hl.sum(c) < 9, lambda c: c + 1, x)
axis_index("i") pmax(x, "i") pmean(x, "i") pmin(x, "i") ppermute(x, "i", [(0, 1), (1, 0)]) psum(x, "i")
"""

_HEAD = """\
# Functions of NumPy's names

The functions of `hl` that have NumPy's or JAX's names, with an example of each.

Beside [the operations of the specification](ops.md), which keep its names, `hl` has the functions that models use,
under the names that NumPy and JAX gave them. Each is a few lines on the operations: derivatives, batches and exports
come from those, and so do rules and messages. Many are methods of tensors, too: `x.sum(axis=0)`, `x.argmax()`,
`x.reshape(-1)`, `x @ y`.

- **Shapes** may have sizes that only the running program knows: `hl.size(x, 0)` is an int where the size is known,
  else an i32 scalar, and both go into `hl.zeros`, `hl.reshape`, `hl.broadcast_to`, `hl.arange`.
- **Broadcasting** is NumPy's, for operators and elementwise operations; `with hl.broadcasting(False):` turns it off.
- **Element types** stay what they are: a sum of i32 is i32. Floats narrower than f32 are summed in f32 and rounded
  once. What is made from nothing is f32, integers i64, unless `dtype` says otherwise.
- **`axis`** is a dimension or several, all where it isn't given; `keepdims=True` keeps them with size 1.
- **NaN** comes last where elements are ordered, and is what `max`, `min`, `argmax` and `argmin` find first, as in
  NumPy.

The last column has the operations of the example, without constants; `x` is `4x3xf32`, `m` is `3x3xf32`, `i` is
`4xi32`, `p` is `i1`.
"""

_TITLES = {
    "creation": "From nothing but a shape",
    "arrangement": "In another shape or order",
    "reductions": "Along axes",
    "selection": "Chosen, bounded, ordered",
    "products": "Products",
    "activations": "Between layers",
    "loops": "Loops and choices on trees",
    "axes": "Among the examples of a batch",
}


def functions_page() -> str:
    """docs/functions.md."""
    examples = {call.partition("(")[0]: call for call in _calls()}
    homes: dict[str, list[str]] = {}
    for name, (module, _) in vars(hl)["_HOME_OF"].items():
        if module.startswith(_FOLDER):
            homes.setdefault(module.removeprefix(_FOLDER), []).append(name)
    parts = [_HEAD]
    for room, title in _TITLES.items():
        lines = [
            f"## {title}",
            "",
            "| function | what it gives | for example | operations |",
            "| --- | --- | --- | --- |",
        ]
        for name in sorted(homes.pop(room)):
            function = getattr(import_module(_FOLDER + room), name)
            call = examples.pop(name)
            told = inspect.getdoc(function) or ""
            first = " ".join(told.partition("\n\n")[0].split())
            lines.append(f"| `{name}` | {_cell(first)} | `hl.{_cell(call)}` | {_emitted(call)} |")
        parts.append("\n".join(lines) + "\n")
    if homes or examples:
        raise ValueError(f"without a title or an example: {sorted(homes)}, {sorted(examples)}")
    return "\n".join(parts)


def _calls() -> list[str]:
    """The examples one by one: a call ends where its brackets are closed."""
    calls, depth, start = [], 0, 0
    for at, letter in enumerate(EXAMPLES):
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter.isspace() and not depth:
            calls.append(EXAMPLES[start:at].strip())
            start = at
    return [" ".join(call.split()) for call in calls if call]


def _emitted(call: str) -> str:
    """What the example builds, each operation once, in order."""

    def body(x: hl.Tensor, m: hl.Tensor, i: hl.Tensor, p: hl.Tensor) -> hl.Tensor:
        names = {name: getattr(hl, name) for name in dir(hl)}
        found = eval(call, {**names, "hl": hl}, {"x": x, "m": m, "i": i, "p": p})
        return found if isinstance(found, hl.Tensor) else hl.constant(found)

    function = hl.function("4x3xf32", "3x3xf32", "4xi32", "i1", name="f")(body)
    names = dict.fromkeys(operation.name for operation in function.operation.regions[0].block.operations)
    shown = [name.removeprefix("stablehlo.") for name in names if name not in ("func.return", "stablehlo.constant")]
    return ", ".join(f"`{name}`" for name in shown) or "`constant`"


def _cell(text: str) -> str:
    return text.replace("``", "`").replace("|", "\\|")
