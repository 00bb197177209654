"""Where the elementwise functions are measured: ranges of their own, and what is awkward for every function."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import ml_dtypes
import numpy as np
from helpers.exact import FORMATS
from helpers.one_op import dtype

Array = np.ndarray[Any, Any]
Range = tuple[float, float]

# Ranges of real arguments beside all magnitudes: (low, high) evenly, per operand.
RANGES: dict[str, Sequence[Sequence[Range]]] = {
    "stablehlo.atan2": [((-2, 2), (-2, 2)), ((-1e-3, 1e-3), (-2, 2)), ((-2, 2), (-1e-3, 1e-3))],
    "stablehlo.cosine": [((-10, 10),), ((-1000, 1000),), ((-1e22, 1e22),)],
    "stablehlo.exponential": [((-1, 1),), ((-80, 80),), ((-745, 710),), ((700, 709.78),), ((-745, -707),)],
    "stablehlo.exponential_minus_one": [((-1, 1),), ((-1e-5, 1e-5),), ((-40, 80),), ((-40, 709.78),)],
    "stablehlo.log": [((0, 3),), ((0.9, 1.1),), ((1 - 1e-8, 1 + 1e-8),)],
    "stablehlo.log_plus_one": [((-1, 2),), ((-1e-5, 1e-5),), ((-1, -0.99),)],
    "stablehlo.logistic": [((-6, 6),), ((-80, 40),), ((-745, 40),), ((-745, -700),)],
    "stablehlo.power": [
        ((0, 10), (-10, 10)), ((0.9, 1.1), (-7000, 7000)), ((0, 1e5), (-64, 64)), ((0, 2), (900, 1020)),
        ((1 - 1e-9, 1 + 1e-9), (-1e11, 1e11)), ((0, 1e300), (-1, 1)),
    ],
    "stablehlo.sine": [((-10, 10),), ((-1000, 1000),), ((-1e22, 1e22),), ((3.14159, 3.14160),)],
    "stablehlo.tan": [((-10, 10),), ((1.57079, 1.5708),), ((-1000, 1000),), ((-1e22, 1e22),)],
    "stablehlo.tanh": [((-3, 3),), ((-20, 20),)],
    "chlo.acos": [((-1, 1),), ((0.999, 1),), ((-1e-3, 1e-3),)],
    "chlo.acosh": [((1, 3),), ((1, 1.0001),)],
    "chlo.asin": [((-1, 1),), ((0.999, 1),)],
    "chlo.asinh": [((-3, 3),)],
    "chlo.atan": [((-3, 3),)],
    "chlo.atanh": [((-1, 1),), ((0.999, 1),), ((-1e-3, 1e-3),)],
    "chlo.bessel_i1e": [((-10, 10),), ((7, 35),), ((0, 700),)],
    "chlo.cosh": [((-3, 3),), ((-710.4, 710.4),)],
    "chlo.digamma": [((0, 4),), ((1.4, 1.52),), ((-10, 0),), ((0, 100),), ((-1000, -900),)],
    "chlo.erf": [((-3, 3),), ((-6, 6),), ((-1e-3, 1e-3),)],
    "chlo.erf_inv": [((-1, 1),), ((0.999, 1),), ((1 - 1e-13, 1),), ((-1e-3, 1e-3),)],
    "chlo.erfc": [((-3, 3),), ((0, 10),), ((0, 27.2),)],
    "chlo.lgamma": [((0, 4),), ((0.9, 1.1),), ((1.9, 2.1),), ((0, 300),), ((-10, 0),), ((-3, -2),), ((-200, -100),)],
    "chlo.sinh": [((-3, 3),), ((-710.4, 710.4),)],
    "chlo.tan": [((-10, 10),), ((1.57079, 1.5708),), ((-1e22, 1e22),)],
    "chlo.zeta": [((1, 10), (0, 10)), ((1, 1.01), (0, 3)), ((1, 60), (0, 100)), ((1, 300), (0, 3))],
}  # fmt: skip
ORDERS = range(12)  # of polygamma

# Arguments near which results of f64 are hard: multiples of pi / 2, roots, where series meet, the ends of ranges.
SPOTS = [
    0.0, 1.0, 0.5, 2.0, math.e, math.pi, math.pi / 2, 3 * math.pi / 2, 1e22,
    709.782712893384, -745.1332191019411, 710.4758600739439, 88.72283905206835, -103.97207708, 36.04365338911715,
    1.4616321449683622, -2.457024738220800, -2.7476826467274127, -0.5040830082644554, 8.0, 10.0, 30.0, 171.0,
    26.543258454, 5.921587195794507, 0.9999999999999999, 1 - 2.0**-24,
]  # fmt: skip


def every(element_type: str) -> Array:
    """All finite values of a type of at most 16 bits."""
    kind = dtype(element_type)
    bits = ml_dtypes.finfo(kind).bits
    values = np.arange(1 << bits, dtype=f"u{kind.itemsize}").view(kind)
    with np.errstate(invalid="ignore"):
        return values[np.isfinite(values.astype(np.float64))]


def points(name: str, element_type: str, count: int, operands: int, seed: int = 0) -> list[Array]:
    """About `count` points per range and kind, one array per operand."""
    draw = np.random.default_rng([seed, *name.encode()])
    kind, format = dtype(element_type), FORMATS[element_type]
    found: list[list[Array]] = [[] for _ in range(operands)]

    def add(columns: Sequence[Array]) -> None:
        for column, values in zip(found, columns, strict=True):
            column.append(values)

    for ranges in RANGES.get(name, [((-2, 2),) * operands]):
        add([draw.uniform(low, high, count) for low, high in ranges])
    logs = [draw.uniform(format.lowest - format.precision + 1, format.highest + 1, count) for _ in range(operands)]
    add([np.exp2(x) * draw.choice([-1.0, 1.0], count) for x in logs])
    if operands == 2:
        add([np.exp2(draw.uniform(-3, 3, count)) * draw.choice([-1.0, 1.0], count) for _ in range(2)])
    near = np.array([spot * sign for spot in SPOTS for sign in (1, -1)])
    with np.errstate(all="ignore"):
        spots = near.astype(kind).astype(np.float64)
        step = np.abs(spots) * 2.0 ** (1 - format.precision)
        spots = np.concatenate([spots, spots + step, spots - step])
    add([draw.permutation(spots) if operands == 2 else spots for _ in range(operands)])
    columns = [np.concatenate(column) for column in found]
    if name == "chlo.polygamma":
        columns[0] = draw.choice(np.array(ORDERS, np.float64), len(columns[0]))
        columns[1][:count] = draw.uniform(0, 20, count)
    with np.errstate(all="ignore"):
        typed = [column.astype(kind) for column in columns]
    finite = np.all([np.isfinite(x.astype(np.float64)) for x in typed], axis=0)
    return [x[finite] for x in typed]


def complex_points(name: str, element_type: str, count: int, operands: int, seed: int = 0) -> list[Array]:
    """Points of the plane, none with a part that is zero: on branch cuts, the zero's sign matters."""
    draw = np.random.default_rng([seed, 7, *name.encode()])
    part = {"complex<f32>": "f32", "complex<f64>": "f64"}[element_type]
    format, kind = FORMATS[part], dtype(part)
    sets: list[list[Array]] = []  # of arrays per part: operands * 2
    parts = 2 * operands
    sets.append([draw.uniform(-3, 3, count) for _ in range(parts)])
    sets.append([draw.uniform(-80, 80, count) for _ in range(parts)])
    far = 710.0 if part == "f64" else 89.0
    sets.append([draw.uniform(-far, far, count) if p % 2 == 0 else draw.uniform(-4, 4, count) for p in range(parts)])
    sets.append([draw.uniform(-4, 4, count) if p % 2 == 0 else draw.uniform(-far, far, count) for p in range(parts)])
    wide = [
        np.exp2(draw.uniform(format.lowest - format.precision + 1, format.highest + 1, count))
        * draw.choice([-1.0, 1.0], count)
        for _ in range(parts)
    ]
    sets.append(wide)
    small = [np.exp2(draw.uniform(-30, 3, count)) * draw.choice([-1.0, 1.0], count) for _ in range(parts)]
    sets.append(small)
    angle = draw.uniform(0, 2 * np.pi, (operands, count))  # near the unit circle
    size = 1 + np.exp2(draw.uniform(-30, -2, (operands, count))) * draw.choice([-1.0, 1.0], (operands, count))
    sets.append([x for a, r in zip(angle, size, strict=True) for x in (r * np.cos(a), r * np.sin(a))])
    centers = np.array([1.0, -1.0, 1j, -1j])  # near the branch points
    centered = []
    for _ in range(operands):
        off = np.exp2(draw.uniform(-40, 0, count)) * np.exp(1j * draw.uniform(0, 2 * np.pi, count))
        z = draw.choice(centers, count) + off
        centered += [z.real, z.imag]
    sets.append(centered)
    columns = []
    with np.errstate(all="ignore"):
        for o in range(operands):
            real, imag = (np.concatenate([s[2 * o + p] for s in sets]).astype(kind) for p in (0, 1))
            z = np.empty(len(real), dtype(element_type))
            z.real, z.imag = real, imag
            columns.append(z)
    good = np.all([np.isfinite(z) & (z.real != 0) & (z.imag != 0) for z in columns], axis=0)
    return [z[good] for z in columns]
