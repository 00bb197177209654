"""LAPACK's routines as JAX calls them: what it writes for jax.numpy.linalg runs, and is what defines each result."""

import sys

import numpy as np
import pytest

import interpreter

jax = pytest.importorskip("jax")
jnp, linalg = jax.numpy, jax.lax.linalg

DTYPES = [np.float32, np.float64, np.complex64, np.complex128]
N = 5


def run(function, *args, platform="cpu"):
    """The results of what JAX exports for `function` on a platform, run by the interpreter."""
    with jax.enable_x64(True):
        exported = jax.export.export(jax.jit(function), platforms=[platform])(*args)
    return interpreter.run(exported.mlir_module(), *args)


def matrices(dtype, *shape, seed=0):
    rng = np.random.default_rng(seed)
    x = rng.standard_normal(shape)
    if np.dtype(dtype).kind == "c":
        x = x + 1j * rng.standard_normal(shape)
    return x.astype(dtype)


def hermitian(dtype):
    x = matrices(dtype, 2, N, N)
    return x + x.conj().swapaxes(1, 2)


def near(x, y):
    dtype = np.result_type(x, y)
    np.testing.assert_allclose(x, y, rtol=0, atol=500 * np.finfo(dtype).eps * max(1, np.abs(y).max()))


def transposed(x):
    return x.conj().swapaxes(-1, -2)


@pytest.mark.parametrize("dtype", DTYPES)
class TestFactorizations:
    def test_cholesky(self, dtype):
        x = matrices(dtype, 2, N, N)
        a = x @ transposed(x) + np.eye(N, dtype=dtype)
        (lower,) = run(jnp.linalg.cholesky, a)
        near(lower @ transposed(lower), a)
        assert (np.triu(lower, 1) == 0).all()
        a[1] = -a[1]
        (lower,) = run(jnp.linalg.cholesky, a)
        assert np.isfinite(lower[0]).all()
        assert np.isnan(lower[1]).any()

    @pytest.mark.parametrize("shape", [(2, N, 3), (3, N)])
    def test_lu(self, dtype, shape):
        a = matrices(dtype, *shape)
        lu, pivots, permutation = run(lambda x: tuple(linalg.lu(x)), a)
        k = min(shape[-2:])
        lower = np.tril(lu[..., :, :k], -1) + np.eye(shape[-2], k, dtype=dtype)
        upper = np.triu(lu[..., :k, :])
        near(lower @ upper, np.take_along_axis(a, permutation[..., None], -2))
        assert pivots.dtype == np.int32
        assert (pivots >= np.arange(k)).all()

    @pytest.mark.parametrize("mode", ["reduced", "complete"])
    def test_qr(self, dtype, mode):
        a = matrices(dtype, 2, N, 3)
        q, r = run(lambda x: tuple(jnp.linalg.qr(x, mode)), a)
        near(q @ r, a)
        near(transposed(q) @ q, np.broadcast_to(np.eye(q.shape[-1], dtype=dtype), (2, q.shape[-1], q.shape[-1])))

    @pytest.mark.parametrize("lower", [True, False])
    def test_eigh(self, dtype, lower):
        a = hermitian(dtype)
        seen = np.tril(a) if lower else np.triu(a)  # the other triangle isn't looked at
        v, w = run(lambda x: tuple(linalg.eigh(x, lower=lower, symmetrize_input=False)), seen)
        near(a @ v, v * w[:, None, :])
        near(transposed(v) @ v, np.broadcast_to(np.eye(N, dtype=dtype), (2, N, N)))
        assert (np.diff(w) >= 0).all()
        near(w, np.linalg.eigvalsh(a))

    def test_eig(self, dtype):
        a = matrices(dtype, 2, N, N)
        w, left, right = run(
            lambda x: tuple(linalg.eig(x, compute_left_eigenvectors=True, compute_right_eigenvectors=True)), a
        )
        near(a @ right, right * w[:, None, :])
        near(transposed(left) @ a, w[:, :, None] * transposed(left))
        for vectors in (left, right):
            near(np.linalg.norm(vectors, axis=1), np.ones((2, N), np.real(a).dtype))
        near(np.sort_complex(run(jnp.linalg.eigvals, a)[0]), np.sort_complex(w))
        some = run(lambda x: tuple(linalg.eig(x, compute_left_eigenvectors=False)), a)
        near(a @ some[1], some[1] * some[0][:, None, :])
        near(np.linalg.norm(some[1], axis=1), np.ones((2, N), np.real(a).dtype))

    @pytest.mark.share(2)
    @pytest.mark.parametrize("shape", [(2, N, 3), (3, N)])
    @pytest.mark.parametrize("full_matrices", [True, False])
    def test_svd(self, dtype, shape, full_matrices):
        a = matrices(dtype, *shape)
        u, s, vt = run(lambda x: tuple(jnp.linalg.svd(x, full_matrices=full_matrices)), a)
        near((u[..., :, :3] * s[..., None, :]) @ vt[..., :3, :], a)
        near(s, np.linalg.svd(a, compute_uv=False))
        assert u.shape[-1] == (shape[-2] if full_matrices else 3)
        near(run(lambda x: jnp.linalg.svd(x, compute_uv=False), a)[0], s)

    def test_schur(self, dtype):
        a = matrices(dtype, N, N)
        t, z = run(lambda x: tuple(linalg.schur(x)), a)
        near(z @ t @ transposed(z), a)
        near(transposed(z) @ z, np.eye(N, dtype=dtype))
        below = np.tril(t, -1 if np.dtype(dtype).kind == "c" else -2)
        assert (below == 0).all()

    def test_hessenberg(self, dtype):
        a = matrices(dtype, N, N)
        packed, taus = run(lambda x: tuple(linalg.hessenberg(x)), a)
        (q,) = run(linalg.householder_product, packed[1:, :-1], taus)
        whole = np.eye(N, dtype=dtype)
        whole[1:, 1:] = q
        near(whole @ np.triu(packed, -1) @ transposed(whole), a)

    @pytest.mark.parametrize("lower", [True, False])
    def test_tridiagonal(self, dtype, lower):
        a = hermitian(dtype)
        _, d, e, _ = run(lambda x: tuple(linalg.tridiagonal(x, lower=lower)), a)
        t = np.zeros((2, N, N), d.dtype)
        i = np.arange(N)
        t[:, i, i], t[:, i[1:], i[:-1]], t[:, i[:-1], i[1:]] = d, e, e
        near(np.linalg.eigvalsh(t), np.linalg.eigvalsh(a))


@pytest.mark.parametrize("dtype", DTYPES)
class TestSolvers:
    @pytest.mark.parametrize("left_side", [True, False])
    @pytest.mark.parametrize("transpose_a", [True, False])
    @pytest.mark.parametrize("unit_diagonal", [True, False])
    def test_triangular_solve(self, dtype, left_side, transpose_a, unit_diagonal):
        a = matrices(dtype, 2, N, N) + 3 * np.eye(N, dtype=dtype)
        b = matrices(dtype, 2, N, 3) if left_side else matrices(dtype, 2, 3, N)
        options = {"left_side": left_side, "lower": True, "unit_diagonal": unit_diagonal, "transpose_a": transpose_a}
        (x,) = run(lambda a, b: linalg.triangular_solve(a, b, conjugate_a=transpose_a, **options), a, b)
        lower = np.tril(a, -1) + np.eye(N, dtype=dtype) if unit_diagonal else np.tril(a)
        matrix = transposed(lower) if transpose_a else lower
        near(matrix @ x if left_side else x @ matrix, b)

    def test_solve_and_what_is_made_of_it(self, dtype):
        a, b = matrices(dtype, N, N) + 3 * np.eye(N, dtype=dtype), matrices(dtype, N, 2)
        solved, inverse, determinant, pseudo = run(
            lambda a, b: (jnp.linalg.solve(a, b), jnp.linalg.inv(a), jnp.linalg.det(a), jnp.linalg.pinv(b)), a, b
        )
        near(a @ solved, b)
        near(a @ inverse, np.eye(N, dtype=dtype))
        near(determinant, np.linalg.det(a))
        near(pseudo, np.linalg.pinv(b))

    def test_tridiagonal_solve(self, dtype):
        dl, d, du = (matrices(dtype, 2, N, seed=seed) for seed in range(3))
        b = matrices(dtype, 2, N, 3, seed=4)
        (x,) = run(linalg.tridiagonal_solve, dl, d, du, b)
        a = np.zeros((2, N, N), dtype)
        i = np.arange(N)
        a[:, i, i], a[:, i[1:], i[:-1]], a[:, i[:-1], i[1:]] = d, dl[:, 1:], du[:, :-1]
        near(a @ x, b)


@pytest.mark.parametrize("dtype", [np.complex128])
@pytest.mark.parametrize("platform", ["cuda", "rocm"])
class TestOnGPUs:
    """What is called there has results of its own: factors that are transposed, or not, and flags for letters."""

    @pytest.mark.share(2)
    @pytest.mark.parametrize("shape", [(2, N, 3), (3, N)])
    @pytest.mark.parametrize("algorithm", [linalg.SvdAlgorithm.QR, linalg.SvdAlgorithm.JACOBI])
    def test_svd(self, dtype, platform, shape, algorithm):
        def factors(x, full):
            return linalg.svd(x, full_matrices=full, algorithm=algorithm)

        a = matrices(dtype, *shape)
        results = run(lambda x: (*factors(x, True), *factors(x, False)), a, platform=platform)
        for u, s, vt in (results[:3], results[3:]):
            near((u[..., :, :3] * s[..., None, :]) @ vt[..., :3, :], a)
            near(s, np.linalg.svd(a, compute_uv=False))

    @pytest.mark.parametrize("lower", [True, False])
    def test_of_hermitian_matrices(self, dtype, platform, lower):
        def factors(x):
            tridiagonal = linalg.tridiagonal(x, lower=lower)[1:3]
            eigen = linalg.eigh(x, lower=lower, symmetrize_input=False)
            return *tridiagonal, *eigen, linalg.cholesky(x @ transposed(x), symmetrize_input=False)

        a = hermitian(dtype)
        d, e, v, w, factor = run(factors, a, platform=platform)
        near(a @ v, v * w[:, None, :])
        near(factor @ transposed(factor), a @ transposed(a))
        i = np.arange(N)
        t = np.zeros((2, N, N), d.dtype)
        t[:, i, i], t[:, i[1:], i[:-1]], t[:, i[:-1], i[1:]] = d, e, e
        near(np.linalg.eigvalsh(t), w)

    def test_products(self, dtype, platform):
        a = matrices(dtype, 2, N, 3)
        q, r, lu, _, permutation = run(lambda x: (*jnp.linalg.qr(x), *linalg.lu(x)), a, platform=platform)
        near(q @ r, a)
        lower = np.tril(lu, -1) + np.eye(N, 3, dtype=dtype)
        near(lower @ np.triu(lu[..., :3, :]), np.take_along_axis(a, permutation[..., None], -2))


def test_no_matrix_at_all():
    (q, r) = run(lambda x: tuple(jnp.linalg.qr(x)), np.zeros((0, 4, 3), np.float32))
    assert q.shape == (0, 4, 3)
    assert r.shape == (0, 3, 3)


def test_a_call_that_is_not_as_jax_writes_it():
    text = """func.func @main(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>) {
      %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
      return %0#0, %0#1 : tensor<2x2xf32>, tensor<i32>
    }"""
    with pytest.raises(interpreter.ExecutionError, match="it needs uplo, a number"):
        interpreter.load(text)
    with pytest.raises(interpreter.ExecutionError, match="@lapack_dpotrf_ffi doesn't take tensor<2x2xf32>"):
        interpreter.load(text.replace("spotrf", "dpotrf"))
    one = text.replace("spotrf_ffi", "sgetrf_ffi").replace("%0:2 =", "%0:2 =")
    with pytest.raises(interpreter.ExecutionError, match="the call has 2 results, and the routine gives 3"):
        interpreter.run(one, np.eye(2, dtype=np.float32))


class TestSymbolicSizes:
    """Exports with symbolic sizes give the shapes of the results as operands behind the matrices."""

    def export(self, function, shape):
        symbolic = jax.ShapeDtypeStruct(jax.export.symbolic_shape(shape), np.float32)
        return jax.export.export(jax.jit(function), platforms=["cpu"])(symbolic).mlir_module()

    @pytest.mark.parametrize("size", [1, N])
    def test_factors_of_any_size(self, size):
        x = matrices(np.float32, size, size)
        a = x @ x.T + np.eye(size, dtype=np.float32)
        (lower,) = interpreter.run(self.export(jnp.linalg.cholesky, "n, n"), a)
        near(lower @ lower.T, a)

    def test_a_batch_of_any_size(self):
        a = matrices(np.float32, 3, 4, N)
        program = self.export(lambda x: jnp.linalg.svd(x, full_matrices=False), "b, 4, 5")
        u, s, vt = interpreter.run(program, a)
        near(u * s[:, None, :] @ vt, a)

    def test_what_the_routine_leaves_out_has_its_size(self):
        a = matrices(np.float32, 4, 4)
        (s,) = interpreter.run(self.export(lambda x: jnp.linalg.svd(x, compute_uv=False), "n, n"), a)
        near(s, np.linalg.svd(a, compute_uv=False))

    def test_shapes_that_stand_elsewhere_are_refused(self):
        program = """func.func @main(%a: tensor<2x2xf32>, %s: tensor<2xi32>) -> tensor<2x2xf32> {
          %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%s, %a) {api_version = 4 : i32,
            indices_of_shape_operands = dense<[0]> : tensor<1xi64>, mhlo.backend_config = {uplo = 76 : ui8}}
            : (tensor<2xi32>, tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
          return %0#0 : tensor<2x2xf32>
        }"""
        with pytest.raises(interpreter.ExecutionError, match=r"indices_of_shape_operands = \[0\]; the last operands"):
            interpreter.load(program)


EMPTY = {
    "getrf": ("0x3", "", "tensor<0x3xf32>, tensor<0xi32>, tensor<i32>"),
    "geqrf": ("0x3", "", "tensor<0x3xf32>, tensor<0xf32>"),
    "gesdd": ("3x0", "mode = 65 : ui8", "{a}, tensor<0xf32>, tensor<3x3xf32>, tensor<0x0xf32>, tensor<i32>"),
    "syevd": ("0x0", "mode = 86 : ui8, uplo = 76 : ui8", "{a}, tensor<0xf32>, tensor<i32>"),
    "gees": ("0x0", "mode = 86 : ui8, sort = 78 : ui8", "{a}, {a}, tensor<0xf32>, tensor<0xf32>, {i}, {i}"),
    "gehrd": ("0x0", "low = 1 : i64, high = 0 : i64", "{a}, tensor<0xf32>, tensor<i32>"),
    "sytrd": ("2x0x0", "uplo = 76 : ui8", "{a}, tensor<2x0xf32>, tensor<2x0xf32>, tensor<2x0xf32>, tensor<2xi32>"),
    "geev": (
        "0x0",
        "compute_left = 86 : ui8, compute_right = 86 : ui8",
        "tensor<0xf32>, tensor<0xf32>, tensor<0x0xcomplex<f32>>, tensor<0x0xcomplex<f32>>, tensor<i32>",
    ),
}


@pytest.mark.parametrize("name", EMPTY)
def test_matrices_without_elements_are_no_complaint(name, capfd):
    """LAPACK says that it went well and leaves all as it is: SciPy would ask it with a wrong leading dimension."""
    dims, config, results = EMPTY[name]
    a = f"tensor<{dims}xf32>"
    types = results.format(a=a, i="tensor<i32>")
    names = ", ".join(f"%0#{n}" for n in range(types.count("tensor")))
    program = f"""func.func @main(%a: {a}) -> ({types}) {{
      %0:{types.count("tensor")} = stablehlo.custom_call @lapack_s{name}_ffi(%a) {{mhlo.backend_config = {{{config}}}}}
        : ({a}) -> ({types})
      return {names} : {types}
    }}"""
    given = np.zeros([int(size) for size in dims.split("x")], np.float32)
    found = interpreter.run(program, given)
    if found[-1].dtype == np.int32:
        assert not found[-1].any()
    assert capfd.readouterr() == ("", "")


def test_eigenvalues_of_a_schur_form_are_real_parts_then_imaginary_ones():
    """A pair of conjugates has the positive one first: 1 + 2i, 1 - 2i; and 3."""
    a, vector, info = "tensor<3x3xf64>", "tensor<3xf64>", "tensor<i32>"
    program = f"""func.func @main(%a: {a}) -> ({a}, {a}, {vector}, {vector}) {{
      %0:6 = stablehlo.custom_call @lapack_dgees_ffi(%a) {{
        mhlo.backend_config = {{mode = 86 : ui8, sort = 78 : ui8}}
      }} : ({a}) -> ({a}, {a}, {vector}, {vector}, {info}, {info})
      return %0#0, %0#1, %0#2, %0#3 : {a}, {a}, {vector}, {vector}
    }}"""
    given = np.array([[1.0, 2, 0], [-2, 1, 0], [0, 0, 3]])
    t, vectors, real, imaginary = interpreter.run(program, given)
    near(vectors @ t @ vectors.T, given)
    near(real, np.array([1.0, 1, 3]))
    near(imaginary, np.array([2.0, -2, 0]))


def test_no_reflections_leave_a_matrix_as_it_is():
    program = """func.func @main(%a: tensor<3x0xf32>, %t: tensor<0xf32>, %c: tensor<3x2xf32>) -> tensor<3x2xf32> {
      %0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %t, %c)
        {mhlo.backend_config = {left = true, transpose = false}}
        : (tensor<3x0xf32>, tensor<0xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
      return %0 : tensor<3x2xf32>
    }"""
    c = np.arange(6, dtype=np.float32).reshape(3, 2)
    assert interpreter.run(program, np.zeros((3, 0), np.float32), np.zeros(0, np.float32), c)[0].tolist() == c.tolist()


def test_factors_that_nobody_asks_a_gpu_for() -> None:
    program = """func.func @main(%a: tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x3xf32>, tensor<2x2xf32>) {
      %0:5 = stablehlo.custom_call @cusolver_gesvd_ffi(%a)
        {mhlo.backend_config = {compute_uv = false, full_matrices = true, transposed = false}}
        : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<3x3xf32>, tensor<2x2xf32>, tensor<i32>)
      return %0#1, %0#2, %0#3 : tensor<2xf32>, tensor<3x3xf32>, tensor<2x2xf32>
    }"""
    a = matrices(np.float32, 3, 2)
    values, u, vt = interpreter.run(program, a)
    near(values, np.linalg.svd(a, compute_uv=False))
    assert not u.any()
    assert not vt.any()


def test_scipy_is_asked_for_where_it_is_needed(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.linalg", None)
    program = """func.func @main(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}}
        : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
      return %0#0 : tensor<2x2xf32>
    }"""
    with pytest.raises(interpreter.ExecutionError, match=r"^LAPACK routines need SciPy: pip install scipy\n"):
        interpreter.load(program)


ELEMENTS = {np.float32: ("s", "f32"), np.float64: ("d", "f64"), np.complex64: ("c", "complex<f32>")}
ELEMENTS[np.complex128] = ("z", "complex<f64>")


def tensor_of(x):
    element = {"int32": "i32", **{np.dtype(dtype).name: name for dtype, (_, name) in ELEMENTS.items()}}[x.dtype.name]
    return f"tensor<{'x'.join([*map(str, x.shape), element])}>"


def called(routine, config, *args, results):
    """What a call as JAX writes it gives; `results` are arrays of the results' types."""
    types = ", ".join(map(tensor_of, results))
    given = ", ".join(map(tensor_of, args))
    names = ", ".join(f"%a{n}" for n in range(len(args)))
    arguments = ", ".join(f"%a{n}: {tensor_of(x)}" for n, x in enumerate(args))
    returned = ", ".join(f"%0#{n}" for n in range(len(results)))
    letter = ELEMENTS[np.result_type(*args).type][0]
    return interpreter.run(
        f"""func.func @main({arguments}) -> ({types}) {{
          %0:{len(results)} = stablehlo.custom_call @lapack_{letter}{routine}_ffi({names})
            {{mhlo.backend_config = {{{config}}}}} : ({given}) -> ({types})
          return {returned} : {types}
        }}""",
        *args,
    )


def letter(name, value):
    return f"{name} = {ord(value)} : ui8"


@pytest.mark.parametrize("dtype", [np.float32, np.complex128])
class TestWhatACallSays:
    """Every letter and flag of it, by what defines the result, for batches of two dimensions."""

    @pytest.mark.parametrize("uplo", "LU")
    @pytest.mark.parametrize("trans", "NTC")
    def test_triangular_systems(self, dtype, uplo, trans):
        a = matrices(dtype, 2, 1, N, N) + 3 * np.eye(N, dtype=dtype)
        for side, diag in (("L", "N"), ("L", "U"), ("R", "N"), ("R", "U")):
            b = matrices(dtype, 2, 1, *((N, 3) if side == "L" else (3, N)), seed=1)
            config = ", ".join(
                [letter("side", side), letter("uplo", uplo), letter("trans_x", trans), letter("diag", diag)]
            )
            (x,) = called("trsm", config, a, b, results=[b])
            triangle = np.tril(a, -1) if uplo == "L" else np.triu(a, 1)
            diagonal = np.eye(N, dtype=dtype) if diag == "U" else a * np.eye(N, dtype=dtype)
            matrix = triangle + diagonal
            matrix = {"N": matrix, "T": matrix.swapaxes(-1, -2), "C": transposed(matrix)}[trans]
            near(matrix @ x if side == "L" else x @ matrix, b)

    def test_products_with_reflections(self, dtype):
        a = matrices(dtype, 2, 1, N, 3)
        packed, tau = called("geqrf", "", a, results=[a, a[..., 0, :]])
        name = "un" if np.dtype(dtype).kind == "c" else "or"
        q = np.zeros((2, 1, N, N), dtype)
        square = np.concatenate([packed, np.zeros((2, 1, N, N - 3), dtype)], -1)
        for at in range(2):  # the product of the reflections 1 - tau v v^H, by their definition
            q[at, 0] = np.eye(N)
            for k in range(3):
                v = np.concatenate([np.zeros(k), [1], square[at, 0, k + 1 :, k]]).astype(dtype)
                q[at, 0] = q[at, 0] @ (np.eye(N) - tau[at, 0, k] * np.outer(v, v.conj()))
        near(q @ np.concatenate([np.triu(packed[..., :3, :]), np.zeros((2, 1, N - 3, 3), dtype)], -2), a)
        for left in (True, False):
            c = matrices(dtype, 2, 1, *((N, 4) if left else (4, N)), seed=2)
            for transpose in (True, False):
                config = f"left = {str(left).lower()}, transpose = {str(transpose).lower()}"
                (found,) = called(f"{name}mqr", config, packed, tau, c, results=[c])
                factor = transposed(q) if transpose else q
                near(found, factor @ c if left else c @ factor)

    @pytest.mark.parametrize("mode", "ASN")
    @pytest.mark.parametrize("routine", ["gesdd", "gesvd"])
    def test_singular_values(self, dtype, mode, routine):
        a = matrices(dtype, 2, 1, N, 3)
        s = np.real(a[..., 0, :])
        u = np.zeros((2, 1, N, N if mode == "A" else 3), dtype)
        vt = np.zeros((2, 1, 3, 3), dtype)
        info = np.zeros((2, 1), np.int32)
        _, values, left, right, went = called(routine, letter("mode", mode), a, results=[a, s, u, vt, info])
        near(values, np.linalg.svd(a, compute_uv=False))
        assert not went.any()
        if mode == "N":
            assert not left.any()
            assert not right.any()
        else:
            near((left[..., :3] * values[..., None, :]) @ right, a)
            near(transposed(left) @ left, np.broadcast_to(np.eye(u.shape[-1], dtype=dtype), (2, 1, *[u.shape[-1]] * 2)))

    @pytest.mark.parametrize("uplo", "LU")
    def test_what_looks_at_one_triangle(self, dtype, uplo):
        a = hermitian(dtype)[:, None]
        other = matrices(dtype, 2, 1, N, N, seed=9)
        seen = np.tril(a) + np.triu(other, 1) if uplo == "L" else np.triu(a) + np.tril(other, -1)
        w, info = np.real(a[..., 0]), np.zeros((2, 1), np.int32)
        name = "heevd" if np.dtype(dtype).kind == "c" else "syevd"
        for mode in "VN":
            config = f"{letter('mode', mode)}, {letter('uplo', uplo)}"
            vectors, values, _ = called(name, config, seen, results=[a, w, info])
            near(values, np.linalg.eigvalsh(a))
            near(a @ vectors, vectors * values[..., None, :])  # nobody asks for them: 0
            assert vectors.any() == (mode == "V")
        positive = a @ a
        seen = np.tril(positive) + np.triu(other, 1) if uplo == "L" else np.triu(positive) + np.tril(other, -1)
        factor, went = called("potrf", letter("uplo", uplo), seen, results=[a, info])
        lower = np.tril(factor) if uplo == "L" else transposed(np.triu(factor))
        near(lower @ transposed(lower), positive)
        assert not went.any()

    def test_vectors_on_the_side_that_is_asked_for(self, dtype):
        a = matrices(dtype, 2, 1, N, N)
        is_complex = np.dtype(dtype).kind == "c"
        wide = np.result_type(dtype, np.complex64)
        w, v, info = a[..., 0], a.astype(wide), np.zeros((2, 1), np.int32)
        for sides in ("VV", "VN", "NV", "NN"):
            config = f"{letter('compute_left', sides[0])}, {letter('compute_right', sides[1])}"
            results = [w, v, v, info] if is_complex else [w, w, v, v, info]
            *values, left, right, _ = called("geev", config, a, results=results)
            w_all = values[0] if is_complex else values[0] + 1j * values[1]
            near(a @ right, right * w_all[..., None, :])
            near(transposed(left) @ a, w_all[..., None] * transposed(left))
            assert (left.any(), right.any()) == (sides[0] == "V", sides[1] == "V")


@pytest.mark.parametrize("name", ["eigh", "eig", "svd", "schur"])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_nan_is_a_nan_of_its_own_matrix_and_nothing_is_printed(name, value, capfd):
    """LAPACK would complain, where other results of a program go."""
    function = {"eigh": jnp.linalg.eigh, "eig": jnp.linalg.eig, "svd": jnp.linalg.svd, "schur": linalg.schur}[name]
    a = matrices(np.float64, 2, 3, 3)
    a[1, 2, 1] = value
    for result, alone in zip(run(function, a), run(function, a[:1]), strict=True):
        near(result[:1], alone)
        assert np.isnan(result[1]).all()
    assert capfd.readouterr() == ("", "")


def test_eigh_of_one_triangle_looks_at_no_nan_in_the_other():
    a = hermitian(np.float64)
    seen = np.where(np.tri(N, dtype=bool), a, np.nan)
    near(run(lambda x: linalg.eigh(x, symmetrize_input=False)[1], seen)[0], np.linalg.eigvalsh(a))
