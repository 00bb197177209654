"""How products of matrices are added up: what kernels and machine code have to agree on."""

from __future__ import annotations

_FEW, _SMALL = 4, 4096


def adds_in_order(inner: int, count: int) -> bool:
    """Whether a product whose `count` elements are sums of `inner` products rounds each of these and adds it to those
    before, by itself; else it is NumPy's product of matrices."""
    return 0 < inner <= _FEW and count <= _SMALL
