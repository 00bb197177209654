"""Rows of cholesky, triangular_solve and fft, and how they batch."""

import numpy as np
from helpers.derivatives import Row, in_turn, normal

import hlogen as hl

BOTH = ("f64", "complex<f64>")


def cholesky(rng, element_type):
    """Of x + x^H + 8, which is positive definite; the other triangle of the result is left open, so it is cut off."""
    lower, shape = in_turn(rng, [True, False]), in_turn(rng, [(2, 3, 3), (3, 3)], 2)
    mask = np.tril(np.ones(shape)) if lower else np.triu(np.ones(shape))
    text = "x".join(map(str, shape))

    @hl.function(f"{text}x{element_type}", name="main")
    def function(x):
        turned = hl.transpose(x, permutation=[*range(len(shape) - 2), len(shape) - 1, len(shape) - 2])
        if "complex" in element_type:
            turned = hl.complex(hl.real(turned), -hl.imag(turned))
        return hl.cholesky(x + turned + np.broadcast_to(8 * np.eye(3), shape), lower=lower) * mask

    return function, [normal(rng, shape, element_type)]


def triangular_solve(rng, element_type):
    left, lower, unit = (in_turn(rng, [True, False], every) for every in (1, 2, 4))
    transpose = in_turn(rng, ("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))
    batch = (2,) if rng.integers(2) else ()
    b_shape = (*batch, 3, 2) if left else (*batch, 2, 3)
    a_type, b_type = ("x".join(map(str, shape)) + f"x{element_type}" for shape in ((*batch, 3, 3), b_shape))

    @hl.function(a_type, b_type, name="main")
    def function(a, b):
        return hl.triangular_solve(a, b, left_side=left, lower=lower, unit_diagonal=unit, transpose_a=transpose)

    a = normal(rng, (*batch, 3, 3), element_type) + 4 * np.eye(3)
    return function, [a, normal(rng, b_shape, element_type)]


def fft(*kinds):
    def sampler(rng, element_type):
        kind = in_turn(rng, kinds)
        count = int(rng.integers(1, 4))
        shape = [int(size) for size in rng.integers(1, 6, size=3)]
        length = shape[-count:]
        given = [*shape[:-1], shape[-1] // 2 + 1] if kind == "IRFFT" else shape

        @hl.function("x".join(map(str, given)) + f"x{element_type}", name="main")
        def function(x):
            result = hl.fft(x, kind, length)
            return result * result

        return function, [normal(rng, given, element_type)]

    return sampler


ROWS = [
    Row("stablehlo.cholesky", cholesky, BOTH, samples=6),
    Row("stablehlo.triangular_solve", triangular_solve, BOTH, samples=10),
    Row("stablehlo.fft", fft("FFT", "IFFT", "IRFFT"), ("complex<f64>",), samples=5),
    Row("stablehlo.fft", fft("RFFT"), ("f64",), samples=4),
]
