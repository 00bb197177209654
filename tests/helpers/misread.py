"""The slow models with one formula read wrongly, and whether goldens would notice: by a value, not by an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tools.golden_cases.case import OpCase
from tools.golden_cases.tensors import Tensor

MODEL = Path(__file__).resolve().parents[1] / "model"


# The model's own guard, which would make an error of what other implementations read beyond their operand.
GUARD = "if not all(0 <= i < dim for i, dim in zip(operand_index, operand.shape, strict=True)):"


class Wrapping(np.ndarray[Any, Any]):
    """An array that has some element for every index: where a misreading leaves the bounds, it has a value still."""

    def __getitem__(self, index: Any) -> Any:
        return self.dtype.type(0) if self.size == 0 else super().__getitem__(self._within(index))

    def __setitem__(self, index: Any, value: Any) -> None:
        super().__setitem__(self._within(index), value)

    def _within(self, index: Any) -> Any:
        if isinstance(index, tuple) and index and all(isinstance(i, int | np.integer) for i in index):
            return tuple(int(i) % dim for i, dim in zip(index, self.shape, strict=False))
        return index


def misread(files: Sequence[str], formula: str, reading: str) -> dict[str, Any]:
    """The names of these files of the model, in one namespace, with a formula replaced wherever it stands."""
    sources = {name: (MODEL / f"{name}.py").read_text().replace(GUARD, "if False:") for name in files}
    assert any(formula in source for source in sources.values()), f"{files} have no formula {formula!r}"
    names: dict[str, Any] = {"__name__": f"model.{files[-1]}"}
    for name, source in sources.items():
        # What one of them imports from another is the misread one's.
        kept = [line for line in source.splitlines() if not any(line.startswith(f"from model.{f} ") for f in files)]
        exec(compile("\n".join(kept).replace(formula, reading), f"misread_{name}", "exec"), names)
    return names


def outcomes(cases: Sequence[OpCase]) -> list[Any]:
    """What each case expects, as something to compare; None where its model fails."""
    return [_outcome(case) for case in cases]


def differing(before: Sequence[Any], after: Sequence[Any]) -> int:
    """How many cases expect another value. One whose model fails expects none: an error isn't a value."""
    return sum(new is not None and new != old for old, new in zip(before, after, strict=True))


def _outcome(case: OpCase) -> Any:
    wrapping = replace(case, operands=[Tensor(x.type, x.array.view(Wrapping)) for x in case.operands])
    try:
        arrays = [tensor.array for tensor in wrapping.expected()]
    except Exception:  # noqa: BLE001 - a misread formula may fail in any way
        return None
    return [(array.dtype, array.shape, array.tobytes()) for array in arrays]


def model_of(op: str, names: dict[str, Any]) -> Callable[..., Any]:
    op = op.removeprefix("chlo.")
    found: Callable[..., Any] = names.get(f"{op}_") or names[op]
    return found
