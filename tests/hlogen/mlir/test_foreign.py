"""Programs that other libraries hold in memory."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl

jax = pytest.importorskip("jax")


def lowered():
    return jax.jit(lambda x: jax.numpy.sin(x) + 1).lower(jax.numpy.ones(3))


def exported():
    from jax import export

    return export.export(jax.jit(lambda x: jax.numpy.sin(x) + 1))(jax.numpy.ones(3))


@pytest.mark.parametrize(
    "make", [lowered, exported, lambda: lowered().compiler_ir("stablehlo")], ids=["lowered", "exported", "module"]
)
def test_what_jax_holds_is_read(make) -> None:
    module = hl.parse(make())
    for _ in range(2):
        np.testing.assert_array_equal(hl.run(module, np.zeros(3, np.float32)), np.ones(3, np.float32))
    (sine,) = (op for op in module.walk() if op.name == "stablehlo.sine")
    assert sine.location is not None
    assert sine.location.file == __file__


def test_a_jitted_function_has_to_be_lowered() -> None:
    with pytest.raises(hl.UsageError, match=r"once it is lowered for arguments\n  fix: give hl.parse what f\.lower"):
        hl.parse(jax.jit(jax.numpy.sin))


@pytest.mark.parametrize("source", [3, None, [], object(), np.ones(2)])
def test_what_holds_no_program_is_refused(source: object) -> None:
    with pytest.raises(hl.UsageError, match="a program is read from"):
        hl.parse(source)
