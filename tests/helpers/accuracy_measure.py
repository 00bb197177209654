"""How far results are from the exact values, in units in the last place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import mpmath
import numpy as np
from helpers.accuracy_points import complex_points, every, points
from helpers.accuracy_reference import PRECISION, REFERENCES
from helpers.exact import FORMATS, Format
from helpers.one_op import dtype, elementwise
from mpmath import mp

# Of f64, these are measured in units of results of at least 1: near their roots, digits of theirs cancel.
NEAR_ROOTS = {"chlo.digamma", "chlo.lgamma", "chlo.polygamma"}

Array = np.ndarray[Any, Any]

SMALL = [name for name in FORMATS if name not in ("f64", "f32", "tf32")]


@dataclass
class Measured:
    """The largest error found, in units in the last place, and where; `parts`: of a complex number's worse part."""

    ulps: float = 0.0
    where: tuple[Any, ...] = ()
    result: Any = None
    exact: Any = None
    points: int = 0
    parts: float = 0.0
    where_parts: tuple[Any, ...] = ()


def types_of(name: str) -> list[str]:
    """The element types that an operation is measured on."""
    reference = REFERENCES[name]
    complex_types = ["complex<f64>", "complex<f32>"] if reference.of_complex is not None else []
    return ["f64", "f32", *SMALL, *complex_types]


def measure(name: str, element_type: str, count: int, seed: int = 0, *, exhaustive: bool = False) -> Measured:
    """Runs the operation on points for it (all, of one operand of few bits) and compares with exact values."""
    operands = REFERENCES[name].count
    if element_type.startswith("complex"):
        given = complex_points(name, element_type, count, operands, seed)
    elif operands == 1 and element_type in SMALL and (exhaustive or dtype(element_type).itemsize == 1):
        given = [every(element_type)]
    else:
        given = points(name, element_type, count, operands, seed)
    return measured(name, element_type, given, results_of(name, element_type, given))


def results_of(name: str, element_type: str, operands: Sequence[Array]) -> Array:
    is_size = element_type.startswith("complex") and name.endswith(".abs")
    return elementwise(name, element_type, *operands, result=element_type[8:-1] if is_size else None)


def measured(name: str, element_type: str, operands: Sequence[Array], results: Array) -> Measured:
    reference = REFERENCES[name]
    is_complex = element_type.startswith("complex")
    function = reference.of_complex if is_complex else reference.of_reals
    assert function is not None, f"{name} isn't defined on {element_type}"
    format = FORMATS[element_type[8:-1] if is_complex else element_type]
    found = Measured()
    with mp.workprec(PRECISION):
        for *point, result in zip(*operands, results, strict=True):
            numbers = [number(x) for x in point]
            if is_complex:  # parts of very different sizes meet in sums
                span = max(abs(mp.mag(part)) for z in numbers for part in (z.real, z.imag))
                with mp.workprec(PRECISION + 2 * span):
                    exact = function(*numbers)
            else:
                exact = function(*numbers)
            if exact is None:
                continue
            if is_complex:
                if name == "stablehlo.multiply" and max(abs(exact.real), abs(exact.imag)) >= _beyond(format):
                    continue  # products of parts may be infinite, and their sum NaN
                apart, parts = _complex_distance(complex(result), exact, format)
                if parts > found.parts:
                    found.parts, found.where_parts = parts, (*point, result, exact)
            else:
                has_roots = name == "chlo.polygamma" and point[-1] < 0  # at halves, that small types have
                least = int(name in NEAR_ROOTS and (element_type == "f64" or has_roots))
                off = _distance(float(result), exact, format, least)
                if off is None:
                    continue
                apart = off
            found.points += 1
            if apart > found.ulps:
                found.ulps, found.where, found.result, found.exact = apart, tuple(point), result, exact
    return found


def number(x: Any) -> Any:
    """A float or complex number exactly, as mpmath has it."""
    value = x.item() if x.dtype.kind == "c" else float(x)
    return mpmath.mpc(value.real, value.imag) if isinstance(value, complex) else mpmath.mpf(value)


def _unit(exact: Any, format: Format) -> Any:
    """The unit in the last place of floats of the exact value's size."""
    exponent = max(mp.mag(exact) - 1, format.lowest) if exact else format.lowest
    return mpmath.mpf(2) ** (min(exponent, format.highest) - format.precision + 1)


def _beyond(format: Format) -> Any:
    """What stands for infinity: the value after the largest float."""
    return mpmath.mpf(2) ** (format.highest + 1)


def _distance(result: float, exact: Any, format: Format, least: int = 0) -> float | None:
    """In units of the exact value's last place, or of `least`'s if that is more.

    None where the exact value is beyond the largest of a small type, of which convert decides what it becomes.
    """
    if result != result:
        return None if _overflows(exact, format) else float("inf")
    beyond = _beyond(format)
    if _overflows(exact, format) and format.precision < 8:
        return None
    given = mpmath.mpf(result) if abs(result) != float("inf") else mp.sign(result) * beyond
    clipped = mp.sign(exact) * beyond if abs(exact) > beyond else exact
    return float(abs(given - clipped) / _unit(max(abs(clipped), least), format))


def _overflows(exact: Any, format: Format) -> bool:
    largest = mpmath.mpf(format.maximum.numerator) / format.maximum.denominator
    return bool(abs(exact) > largest)


def _complex_distance(result: complex, exact: Any, format: Format) -> tuple[float, float]:
    """In units of the whole number's magnitude, and the worse part's in its own units."""
    beyond = _beyond(format)
    parts, distances = [], []
    for given, wanted in ((result.real, exact.real), (result.imag, exact.imag)):
        if given != given:
            return float("inf"), float("inf")
        clipped = mp.sign(wanted) * beyond if abs(wanted) > beyond else wanted
        value = mpmath.mpf(given) if abs(given) != float("inf") else mp.sign(given) * beyond
        distances.append(abs(value - clipped))
        parts.append(abs(value - clipped) / _unit(clipped, format))
    size = max(min(abs(exact.real), beyond), min(abs(exact.imag), beyond))
    return float(max(distances) / _unit(size, format)), float(max(parts))
