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


def typed(element_type, *shape):
    return "x".join([*map(str, shape), element_type])


def real_type(element_type):
    return element_type.removeprefix("complex<").removesuffix(">")


def adjoint(x):
    order = [*range(x.rank - 2), x.rank - 1, x.rank - 2]
    return hl.transpose(hl.complex(hl.real(x), -hl.imag(x)) if "complex" in str(x.type) else x, permutation=order)


def weights(count, element_type):
    """Columns told apart."""
    return np.arange(1, count + 1).astype(normal(np.random.default_rng(0), (), element_type).dtype)


def syevd(prefix):
    """Eigenvectors are those of their projections: where they are complex, any phase is theirs."""

    def sampler(rng, element_type):
        letters = {"uplo": in_turn(rng, "UL"), "mode": in_turn(rng, "VN", 2)}
        batch = in_turn(rng, [(), (2,)])
        shape = (*batch, 3, 3)
        name = ("he" if "complex" in element_type else "sy") + "evd"

        @hl.function(typed(element_type, *shape), name="main")
        def function(x):
            types = typed(element_type, *shape), typed(real_type(element_type), *batch, 3), typed("i32", *batch)
            v, w, _ = called(f"lapack_{prefix}{name}_ffi", x, result_types=types, **letters)
            return (w, (v * weights(3, element_type)) @ adjoint(v)) if letters["mode"] == "V" else w

        x = normal(rng, shape, element_type)
        return function, [x + 3 * np.diag([-1, 0, 1]).astype(x.dtype)]

    return sampler


def gesdd(prefix, name):
    """Vectors of a pair, whose phases cancel; those beyond the singular values as the space that they span."""

    def sampler(rng, element_type):
        mode, batch = in_turn(rng, "SAN"), in_turn(rng, [(), (2,)])
        rows, columns = in_turn(rng, [(4, 2), (2, 3), (2, 2)], 2)
        count = min(rows, columns)
        left, right = (count, count) if mode == "S" else (rows, columns)

        @hl.function(typed(element_type, *batch, rows, columns), name="main")
        def function(x):
            types = (
                x.type,
                typed(real_type(element_type), *batch, count),
                typed(element_type, *batch, rows, left),
                typed(element_type, *batch, right, columns),
                typed("i32", *batch),
            )
            _, s, u, vh, _ = called(f"lapack_{prefix}{name}_ffi", x, result_types=types, mode=mode)
            if mode == "N":
                return s
            pairs = (u[..., :count] * weights(count, element_type)) @ vh[..., :count, :]
            return s, pairs, u[..., count:] @ adjoint(u[..., count:]), adjoint(vh[..., count:, :]) @ vh[..., count:, :]

        x = normal(rng, (*batch, rows, columns), element_type)
        return function, [(x * 0.25 + np.eye(rows, columns) * np.arange(2, columns + 2)).astype(x.dtype)]

    return sampler


def geev(prefix):
    def sampler(rng, element_type):
        sides = in_turn(rng, ["VV", "NN", "VN"])
        wide = element_type if "complex" in element_type else f"complex<{element_type}>"
        letters = {"compute_left": sides[0], "compute_right": sides[1]}

        @hl.function(typed(element_type, 3, 3), name="main")
        def function(x):
            values = [typed(element_type, 3)] * (1 if "complex" in element_type else 2)
            types = [*values, *[typed(wide, 3, 3)] * 2, "i32"]
            *w, left, right, _ = called(f"lapack_{prefix}geev_ffi", x, result_types=types, **letters)
            return (*w, *([left] if sides[0] == "V" else []), *([right] if sides[1] == "V" else []))

        x = normal(rng, (3, 3), element_type)
        turned = np.array([[0, 2, 0], [-1, 0, 0], [0, 0, 3]])  # a pair of conjugates, and one that is real
        if "complex" in element_type:  # full, since LAPACK finds the values of what is nearly diagonal in any order
            turned = np.array([[0, 2, 1j], [-1, 1j, 1], [1, 1, 3]])
        return function, [(x * 0.25 + turned * (8 if "32" in element_type else 1)).astype(x.dtype)]

    return sampler


def geqrf(prefix, name="geqrf"):
    """Of a square matrix of real numbers, the last reflector is 1."""

    def sampler(rng, element_type):
        batch = in_turn(rng, [(), (2,)])
        rows, columns = in_turn(rng, [(4, 2), (3, 3), (2, 3)])
        count = min(rows, columns)

        @hl.function(typed(element_type, *batch, rows, columns), name="main")
        def function(x):
            more = [typed("i32", *batch, columns)] if name == "geqp3" else []
            given = [hl.constant(np.zeros((*batch, columns), np.int32))] if name == "geqp3" else []
            types = [x.type, *more, typed(element_type, *batch, count)]
            packed, *_, taus = called(f"lapack_{prefix}{name}_ffi", x, *given, result_types=types)
            return packed, taus

        x = normal(rng, (*batch, rows, columns), element_type)
        return function, [(x + 3 * np.eye(rows, columns) * np.arange(columns, 0, -1)).astype(x.dtype)]

    return sampler


def orgqr(prefix):
    def sampler(rng, element_type):
        batch = in_turn(rng, [(), (2,)])
        columns, count = in_turn(rng, [(2, 2), (4, 2), (3, 1)])
        name = ("un" if "complex" in element_type else "or") + "gqr"

        @hl.function(typed(element_type, *batch, 4, columns), typed(element_type, *batch, count), name="main")
        def function(packed, taus):
            return called(f"lapack_{prefix}{name}_ffi", packed, taus, result_types=[packed.type])[0]

        shapes = (*batch, 4, columns), (*batch, count)
        return function, [normal(rng, shape, element_type) for shape in shapes]

    return sampler


def ormqr(prefix):
    def sampler(rng, element_type):
        left, transpose = in_turn(rng, [True, False]), in_turn(rng, [True, False], 2)
        name = ("un" if "complex" in element_type else "or") + "mqr"
        shape = (4, 3) if left else (3, 4)

        @hl.function(typed(element_type, 4, 2), typed(element_type, 2), typed(element_type, *shape), name="main")
        def function(packed, taus, c):
            config = {"left": left, "transpose": transpose}
            return hl.operation(
                "stablehlo.custom_call",
                [packed, taus, c],
                result_types=[c.type],
                attributes={"call_target_name": f"lapack_{prefix}{name}_ffi", "mhlo.backend_config": config},
            )[0]

        return function, [normal(rng, shape, element_type) for shape in ((4, 2), (2,), shape)]

    return sampler


def gtsv(prefix):
    def sampler(rng, element_type):
        batch = in_turn(rng, [(), (2,)])
        vector, matrix = typed(element_type, *batch, 3), typed(element_type, *batch, 3, 2)

        @hl.function(vector, vector, vector, matrix, name="main")
        def function(dl, d, du, b):
            types = [vector] * 3 + [matrix, typed("i32", *batch)]
            return called(f"lapack_{prefix}gtsv_ffi", dl, d + 4, du, b, result_types=types)[3]

        return function, [normal(rng, (*batch, 3, *more), element_type) for more in ((), (), (), (2,))]

    return sampler


def row(prefix, name, sampler, samples):
    type = TYPES[prefix]
    return Row(
        f"@lapack_{prefix}{name}_ffi",
        sampler,
        (type,),
        samples=samples if "64" in type else 1,
        order=2 if "64" in type else 1,
        tolerance=1e-6 if "64" in type else 1e-2,
    )


def kind(prefix, real, complex):
    """The routine's name for the type."""
    return real if prefix in "sd" else complex


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
] + [
    row(prefix, name, sampler, samples)
    for prefix in TYPES
    for name, sampler, samples in (
        (kind(prefix, "syevd", "heevd"), syevd(prefix), 4),
        ("gesdd", gesdd(prefix, "gesdd"), 6),
        ("gesvd", gesdd(prefix, "gesvd"), 1),
        ("geev", geev(prefix), 3),
        ("geqrf", geqrf(prefix), 3),
        ("geqp3", geqrf(prefix, "geqp3"), 3),
        (kind(prefix, "orgqr", "ungqr"), orgqr(prefix), 3),
        (kind(prefix, "ormqr", "unmqr"), ormqr(prefix), 4),
        ("gtsv", gtsv(prefix), 2),
    )
]
