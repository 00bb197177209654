"""Pictures of the operations that goldens are about, with the values that these met."""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path

import hlogen as hl
import interpreter
from hlogen.explaining.met import pictured
from hlogen.explaining.picture import Picture

GOLDEN = Path(__file__).parents[2] / "golden"


def golden_picture(name: str) -> Picture:
    """The picture of the operation that a golden, ``gather/example``, is about."""
    return golden_pictures(name)[0]


@cache
def golden_pictures(name: str, schedule="lexicographic") -> list[Picture]:
    """The same for each program of a golden, where scatters have folded in the order of `schedule`."""
    return [_picture(module, f"stablehlo.{name.partition('/')[0]}", schedule) for module in _programs(name)]


def picture_in(program: str, op: str) -> Picture:
    """The picture of the first operation `op` of the function @main() that has these lines."""
    return _picture(hl.parse(f"func.func @main() {{\n{program}\nreturn\n}}"), f"stablehlo.{op}", "lexicographic")


@cache
def _programs(name: str) -> list[hl.Module]:
    return hl.read_all(str(GOLDEN / f"{name}.mlir"))


def _picture(module, name: str, schedule) -> Picture:
    """The first operation of a name, as it runs in this order; the run ends there."""
    op = next(op for op in module.walk() if op.name == name)
    return pictured(op, module, partial(interpreter.run, module, schedule=schedule), 1, ())
