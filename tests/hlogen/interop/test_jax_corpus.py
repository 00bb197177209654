"""Small programs as people write them in JAX go to hlogen and back: what JAX makes of them stays the same."""

import numpy as np
import pytest

import hlogen as hl

jax = pytest.importorskip("jax")

from helpers.jax_corpus import calculating, control, indexing, libraries, models, scattering, windows  # noqa: E402, F401
from helpers.jax_corpus.program import PROGRAMS  # noqa: E402
from helpers.jax_programs import wide_numbers  # noqa: E402

pytestmark = pytest.mark.campaign


REVERSIBLE = [program for program in PROGRAMS if not program.no_reverse]


@pytest.mark.parametrize("program", REVERSIBLE, ids=lambda program: program.name)
def test_values_derivatives_and_batches_are_the_same(program):
    with wide_numbers(jax):
        args = [jax.numpy.asarray(x) for x in program.arguments()]
        floats = [number for number, x in enumerate(args) if x.dtype.kind in "fc"]
        back = hl.to_jax(hl.from_jax(program.function, *args))
        function = program.reference or program.function

        def everything(function):
            def of_floats(*given):
                merged = list(args)
                for number, value in zip(floats, given, strict=True):
                    merged[number] = value
                leaves = jax.tree.leaves(function(*merged))
                return [x for x in leaves if x.dtype.kind in "fc"], leaves

            def all_of_it(*given):
                results, pull, leaves = jax.vjp(of_floats, *given, has_aux=True)
                ones = [x * 0 + 0.5 for x in results]
                return leaves, pull(ones), jax.jvp(of_floats, given, tuple(x * 0 + 0.5 for x in given), has_aux=True)[1]

            def of_two(*given):
                return jax.vmap(all_of_it)(*(jax.numpy.stack([x, x * 0.75]) for x in given))

            given = [args[number] for number in floats]
            return jax.jit(all_of_it)(*given), jax.jit(of_two)(*given) if floats else None

        got, want = jax.tree.leaves(everything(back)), jax.tree.leaves(everything(function))
        assert len(got) == len(want) > 0
        for one, other in zip(got, want, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-7)
