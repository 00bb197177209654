"""Rows of sparse products: every one of them, with all flags, entries and scales."""

from helpers.derivatives import Row
from helpers.sparse_cases import drawn
from helpers.sparse_model import ROWS as NAMES

import hlogen as hl

LOWERINGS = ("auto", "scatter", "blocked", "unrolled", "dense", "segment")


def product(rng, element_type):
    is_complex = element_type.startswith("complex")
    one = drawn(rng, str(rng.choice(list(NAMES))), lowering=str(rng.choice(LOWERINGS)), is_complex=is_complex)
    return one.function(), one.inputs


def squared(rng, element_type):
    """Both operands the same, and the scale computed of them."""
    count, rows = int(rng.integers(1, 6)), int(rng.integers(1, 4))
    indices = rng.integers(0, rows, size=(3, count))
    entries = hl.sparse.SparseProduct.from_entries(*indices, sizes=(rows, rows, rows))

    @hl.function(f"{rows}x{count}x{element_type}", name="main")
    def main(x):
        scale = hl.sine(hl.reduce(x, 0.0, [0], "add"))
        return hl.sparse.inner(entries, x, x, scale=scale, shared1=True, shared2=True, n=3)

    return main, [rng.normal(size=(rows, count))]


ROWS = [
    Row("hlogen.sparse_product", product, ("f64", "complex<f64>"), samples=5),
    Row("hlogen.sparse_product", squared),
]
