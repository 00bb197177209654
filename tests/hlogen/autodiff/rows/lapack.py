"""Rows of the routines of LAPACK that JAX calls on CPUs."""

import numpy as np
from helpers.derivatives import Row, in_turn, normal

import hlogen as hl
from hlogen.ir import IntegerAttr, IntegerType

TYPES = {"s": "f32", "d": "f64", "c": "complex<f32>", "z": "complex<f64>"}


def called(target, *operands, result_types, **letters):
    """The call as JAX writes it."""
    config = {name: IntegerAttr(ord(letter), IntegerType(8, "unsigned")) for name, letter in letters.items()}
    return hl.operation(
        "stablehlo.custom_call",
        operands,
        result_types=result_types,
        attributes={"call_target_name": target, "mhlo.backend_config": config},
    )


def potrf(prefix):
    def sampler(rng, element_type):
        """Of x + x^H + 8; LAPACK leaves the other triangle as it is, and JAX cuts it off."""
        uplo, batch = in_turn(rng, "UL"), in_turn(rng, [(), (2,)], 2)
        shape = (*batch, 3, 3)
        mask = (np.tril if uplo == "L" else np.triu)(np.ones(shape))
        type = "x".join(map(str, shape)) + f"x{element_type}"
        info = "x".join([*map(str, batch), "i32"])

        @hl.function(type, name="main")
        def function(x):
            turned = hl.transpose(x, permutation=[*range(len(batch)), len(batch) + 1, len(batch)])
            if "complex" in element_type:
                turned = hl.complex(hl.real(turned), -hl.imag(turned))
            whole = x + turned + np.broadcast_to(8 * np.eye(3), shape)
            return called(f"lapack_{prefix}potrf_ffi", whole, result_types=[type, info], uplo=uplo)[0] * mask

        return function, [normal(rng, shape, element_type)]

    return sampler


def getrf(prefix):
    def sampler(rng, element_type):
        batch = in_turn(rng, [(2,), ()], 4)
        shape = (*batch, *in_turn(rng, [(3, 3), (4, 2), (2, 4), (1, 1)]))
        type = "x".join(map(str, shape)) + f"x{element_type}"
        pivots = "x".join([*map(str, batch), str(min(shape[-2:])), "i32"])
        info = "x".join([*map(str, batch), "i32"])

        @hl.function(type, name="main")
        def function(x):
            return called(f"lapack_{prefix}getrf_ffi", x, result_types=[type, pivots, info])[0]

        x = normal(rng, shape, element_type)
        return function, [(x * 0.25 + 4 * np.eye(*shape[-2:])[::-1]).astype(x.dtype)]  # rows change places

    return sampler


def trsm(prefix):
    def sampler(rng, element_type):
        letters = {"side": ("LR", 1), "uplo": ("UL", 2), "diag": ("NU", 4), "trans_x": ("NTC", 1)}
        said = {name: in_turn(rng, *choices) for name, choices in letters.items()}
        b_shape = (3, 2) if said["side"] == "L" else (2, 3)
        a_type, b_type = ("x".join(map(str, shape)) + f"x{element_type}" for shape in ((3, 3), b_shape))

        @hl.function(a_type, b_type, name="main")
        def function(a, b):
            return called(f"lapack_{prefix}trsm_ffi", a, b, result_types=[b_type], **said)[0]

        a = (normal(rng, (3, 3), element_type) + 4 * np.eye(3)).astype(normal(rng, (), element_type).dtype)
        return function, [a, normal(rng, b_shape, element_type)]

    return sampler


ROWS = [
    Row(
        f"@lapack_{prefix}{name}_ffi",
        sampler(prefix),
        (type,),
        samples=8 if "64" in type else 2,
        tolerance=1e-6 if "64" in type else 1e-2,
    )
    for prefix, type in TYPES.items()
    for name, sampler in (("potrf", potrf), ("getrf", getrf), ("trsm", trsm))
]
