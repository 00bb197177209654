"""The sparse products: mul, outer, inner, vecmat, vecsca, scavec, mat_t_vec.

Each is ``z[n, io[t]] += scale[t] * x[n, i1[t]] o y[n, i2[t]]`` over all entries t, and differs in what ``o`` is of two
rows. Rows are vectors (C), matrices (Ci, Co) or scalars (); operands are N x M x row, M x row where they are shared by
all of N.
"""

from __future__ import annotations

from hlogen.builder.emit import boolean, described
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.sparse.checks import agreed_batch, as_operands, as_size, check_coefficients, check_range
from hlogen.sparse.composite import emit_product
from hlogen.sparse.entries import SparseProduct
from hlogen.sparse.form import Factor, Form
from hlogen.sparse.lowerings import LoweringName, checked, checked_name

# What each is of two rows, as Einstein's summation: the letters of x, y and z.
DENSE = {
    "mul": ("c", "c", "c"),
    "outer": ("a", "b", "ab"),
    "inner": ("c", "c", ""),
    "vecmat": ("a", "ab", "b"),
    "vecsca": ("c", "", "c"),
    "scavec": ("", "c", "c"),
    "mat_t_vec": ("ab", "a", "b"),
}


@public
def mul(
    product: SparseProduct,
    x: TensorLike,
    y: TensorLike,
    *,
    scale: TensorLike | None = None,
    shared1: bool = False,
    shared2: bool = False,
    out_accumulated: bool = False,
    n: int | None = None,
    lowering: LoweringName = "auto",
) -> Tensor:
    """Rows multiplied element by element: x[.., c] * y[.., c] to z[.., c].

    `x` is N x M1 x C, M1 x C where it is `shared1`; `y` is N x M2 x C, M2 x C where it is `shared2`; the result is
    N x Mo x C, Mo x C where it is `out_accumulated`: summed over N. Where no operand has it, `n` says N. All have one
    element type. Rows without entries are 0.

    `scale` takes the place of the product's: one number per entry, in the order that the entries were given in; it
    has a derivative. `lowering` is how it is computed ("auto": what is expected to be fastest), and how its
    derivatives are; results are the same to rounding.

    Raises UsageError where shapes don't fit the product.
    """
    return _emitted("mul", product, x, y, scale, (shared1, shared2, out_accumulated), n, lowering)


@public
def outer(
    product: SparseProduct,
    x: TensorLike,
    y: TensorLike,
    *,
    scale: TensorLike | None = None,
    shared1: bool = False,
    shared2: bool = False,
    out_accumulated: bool = False,
    n: int | None = None,
    lowering: LoweringName = "auto",
) -> Tensor:
    """Outer products of rows: x[.., a] * y[.., b] to z[.., a, b].

    `x` is N x M1 x A, `y` is N x M2 x B, the result is N x Mo x A x B; the rest as in `mul`.
    """
    return _emitted("outer", product, x, y, scale, (shared1, shared2, out_accumulated), n, lowering)


@public
def inner(
    product: SparseProduct,
    x: TensorLike,
    y: TensorLike,
    *,
    scale: TensorLike | None = None,
    shared1: bool = False,
    shared2: bool = False,
    out_accumulated: bool = False,
    n: int | None = None,
    lowering: LoweringName = "auto",
) -> Tensor:
    """Inner products of rows: the sum over c of x[.., c] * y[.., c] to z[..].

    `x` is N x M1 x C, `y` is N x M2 x C, the result is N x Mo; the rest as in `mul`.
    """
    return _emitted("inner", product, x, y, scale, (shared1, shared2, out_accumulated), n, lowering)


@public
def vecmat(
    product: SparseProduct,
    x: TensorLike,
    y: TensorLike,
    *,
    scale: TensorLike | None = None,
    shared1: bool = False,
    shared2: bool = False,
    out_accumulated: bool = False,
    n: int | None = None,
    lowering: LoweringName = "auto",
) -> Tensor:
    """Vectors times matrices: the sum over a of x[.., a] * y[.., a, b] to z[.., b].

    `x` is N x M1 x A, `y` is N x M2 x A x B, the result is N x Mo x B; the rest as in `mul`.
    """
    return _emitted("vecmat", product, x, y, scale, (shared1, shared2, out_accumulated), n, lowering)


@public
def vecsca(
    product: SparseProduct,
    x: TensorLike,
    y: TensorLike,
    *,
    scale: TensorLike | None = None,
    shared1: bool = False,
    shared2: bool = False,
    out_accumulated: bool = False,
    n: int | None = None,
    lowering: LoweringName = "auto",
) -> Tensor:
    """Vectors times scalars: x[.., c] * y[..] to z[.., c].

    `x` is N x M1 x C, `y` is N x M2, the result is N x Mo x C; the rest as in `mul`.
    """
    return _emitted("vecsca", product, x, y, scale, (shared1, shared2, out_accumulated), n, lowering)


@public
def scavec(
    product: SparseProduct,
    x: TensorLike,
    y: TensorLike,
    *,
    scale: TensorLike | None = None,
    shared1: bool = False,
    shared2: bool = False,
    out_accumulated: bool = False,
    n: int | None = None,
    lowering: LoweringName = "auto",
) -> Tensor:
    """Scalars times vectors: x[..] * y[.., c] to z[.., c].

    `x` is N x M1, `y` is N x M2 x C, the result is N x Mo x C; the rest as in `mul`.
    """
    return _emitted("scavec", product, x, y, scale, (shared1, shared2, out_accumulated), n, lowering)


@public
def mat_t_vec(
    product: SparseProduct,
    x: TensorLike,
    y: TensorLike,
    *,
    scale: TensorLike | None = None,
    shared1: bool = False,
    shared2: bool = False,
    out_accumulated: bool = False,
    n: int | None = None,
    lowering: LoweringName = "auto",
) -> Tensor:
    """Transposed matrices times vectors: the sum over a of x[.., a, b] * y[.., a] to z[.., b].

    `x` is N x M1 x A x B, `y` is N x M2 x A, the result is N x Mo x B; the rest as in `mul`.
    """
    return _emitted("mat_t_vec", product, x, y, scale, (shared1, shared2, out_accumulated), n, lowering)


def _emitted(
    name: str,
    product: SparseProduct,
    x: TensorLike,
    y: TensorLike,
    scale: TensorLike | None,
    flags: tuple[bool, bool, bool],
    n: int | None,
    lowering: LoweringName,
) -> Tensor:
    require_scope(f"hl.sparse.{name}")
    if not isinstance(product, SparseProduct):
        raise usage_error(
            f"hl.sparse.{name} takes a product first, not {described(product)}\n"
            "  fix: make one: hl.sparse.SparseProduct.from_entries(i1, i2, io, scale, sizes=(M1, M2, Mo))"
        )
    checked_name(lowering)
    words = ("shared1", "shared2", "out_accumulated")
    batched = [not boolean(flag, word) for flag, word in zip(flags, words, strict=True)]
    tensors = as_operands(x=x, y=y) if scale is None else as_operands(x=x, y=y, scale=scale)
    left, right, *scales = tensors
    letters = DENSE[name]
    rows = [
        _rows(name, ("x", left, "shared1"), letters[0], batched[0], product.sizes[0]),
        _rows(name, ("y", right, "shared2"), letters[1], batched[1], product.sizes[1]),
    ]
    _check_channels(name, left, right, letters)
    indices = (product.i1, product.i2, product.io)
    for index, size, word, known in zip(indices, rows, ("i1", "i2"), product.sizes, strict=False):
        if known is None:
            check_range(index, size, word, order=product.order)
    sizes = (*rows, product.sizes[2])
    factors = [Factor(*given) for given in zip(indices, sizes, letters, batched, strict=True)]
    coefficients = product.scale
    for numbers in scales:
        if numbers.shape != (product.given,):
            raise usage_error(f"scale has one number for each of {product.given} entries, but {numbers.type} is given")
        factors.insert(2, Factor(product.order, product.given, "", False))
        coefficients = None
    check_coefficients(coefficients, left.element_type, "the product's scale", product.order)
    given = {
        word: tensor.type.static_shape[0]
        for word, tensor, is_batched in zip("xy", tensors, batched, strict=False)
        if is_batched
    }
    form = Form(name, tuple(factors), agreed_batch(given, n, name), coefficients, lowering)
    return emit_product(checked(form), tensors)


def _rows(name: str, given: tuple[str, Tensor, str], letters: str, is_batched: bool, size: int | None) -> int:
    """The number of rows of an operand, whose shape is checked."""
    word, tensor, flag = given
    shape = " x ".join([*(["N"] if is_batched else []), f"M{'1' if word == 'x' else '2'}", *letters.upper()])
    expected = is_batched + 1 + len(letters)
    if tensor.rank != expected:
        fix = ""
        if tensor.rank == expected - 1 and is_batched:
            fix = f"\n  fix: if all of N share it, say {flag}=True"
        elif tensor.rank == expected + 1 and not is_batched:
            fix = f"\n  fix: if it has N, leave out {flag}=True"
        raise usage_error(f"{word} of hl.sparse.{name} is {shape}, of rank {expected}, but {tensor.type} is given{fix}")
    rows = tensor.type.static_shape[is_batched]
    as_size(rows, f"the number of rows of {word}")
    if size is not None and rows != size:
        raise usage_error(f"{word} has {rows} rows ({tensor.type}), but the product is made for {size}")
    return rows


def _check_channels(name: str, x: Tensor, y: Tensor, letters: tuple[str, str, str]) -> None:
    sizes: dict[str, int] = {}
    for tensor, own in ((x, letters[0]), (y, letters[1])):
        for letter, size in zip(own, tensor.type.static_shape[tensor.rank - len(own) :], strict=True):
            if sizes.setdefault(letter, size) != size:
                raise usage_error(
                    f"hl.sparse.{name} is {letters[0]},{letters[1]}->{letters[2]} of rows, but {letter} is "
                    f"{sizes[letter]} in x ({x.type}) and {size} in y ({y.type})"
                )
