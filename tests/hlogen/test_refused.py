"""Programs that were read although upstream refuses them: they can be checked, printed and fixed, and nothing else.

Only where no operation breaks a constraint, upstream being stricter than the text, do they run.
"""

import inspect
import pickle
import random
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.conform.sharded import annotate
from hlogen.export.onnx import to_onnx
from hlogen.ir import Module
from hlogen.ir.printer import generic_text
from hlogen.lint.split import numbered_parts
from hlogen.mlir import reader
from hlogen.mlir.errors import ParseError
from hlogen.spec.constraint import ConstraintError

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "golden" / "invalid").glob("*.mlir"))
INVALID = [part for path in FILES for _, part in numbered_parts(path.read_bytes())]
OWN = [part for part in INVALID if re.search(rb"expected: \w*(?:gather|scatter)\.", part)]


def _entry(module):
    return next(iter(module.functions))


def _arguments(module):
    types = module.function(_entry(module)).type.inputs
    return [np.zeros([1 if dim is None else dim for dim in getattr(type, "shape", None) or ()]) for type in types]


# What takes a program and runs it or makes another one of it.
DOORS: dict[str, Callable[[Module], object]] = {
    "load": lambda module: interpreter.load(module, _entry(module)),
    "run": lambda module: interpreter.run(module, *_arguments(module), entry=_entry(module)),
    "run_parallel": lambda module: interpreter.run_parallel(module, [[_arguments(module)]], entry=_entry(module)),
    "admissible": lambda module: interpreter.admissible(module, *_arguments(module), entry=_entry(module)),
    "compare": lambda module: interpreter.compare(module, *_arguments(module), entry=_entry(module)),
    "jvp": lambda module: hl.jvp(module, entry=_entry(module)),
    "vjp": lambda module: hl.vjp(module, entry=_entry(module)),
    "grad": lambda module: hl.grad(module, entry=_entry(module)),
    "value_and_grad": lambda module: hl.value_and_grad(module, entry=_entry(module)),
    "vmap": lambda module: hl.vmap(module, axis_size=2, entry=_entry(module)),
    "annotate": lambda module: annotate(module, {"x": 2}, [("x",)], entry=_entry(module)),
    "to_onnx": lambda module: to_onnx(module, entry=_entry(module)),
    **{
        name: getattr(hl.transform, name)
        for name in (
            *("canonicalize", "cse", "dce", "decompose", "deterministic", "expand_batching_dims", "inline", "portable"),
            *("raise_batching_dims", "simplify"),
        )
    },
    "pipeline": lambda module: hl.transform.pipeline(module, "inline,cse"),
    "refine": lambda module: hl.transform.refine(module, [], entry=_entry(module)),
}


def _read(part):
    """The program, where upstream refuses it."""
    module = reader.read(part)
    return module if module.is_refused else None


def test_every_invalid_golden_that_upstream_refuses_is_read_as_refused():
    for part in {*OWN, *INVALID[::8]}:
        try:
            reader.read(part, verify=True)
        except ParseError:
            assert reader.read(part).is_refused, part
        else:
            assert not reader.read(part).is_refused, part


@pytest.mark.parametrize("door", DOORS)
def test_nothing_is_made_of_what_is_refused(door):
    for part in random.Random(door).sample(INVALID, 12):
        module = _read(part)
        if module is None:
            continue
        violations = hl.check(module)
        assert violations, part
        text = generic_text(module)
        for _ in range(2):
            with pytest.raises(ConstraintError) as error:
                DOORS[door](module)
            assert list(error.value.violations) == violations, part
        assert generic_text(module) == text
        assert generic_text(reader.read(text)).splitlines()[1:] == text.splitlines()[1:]


@pytest.mark.parametrize("door", sorted({*hl.transform.__all__} - {"Change", "changes"}))  # which tell what was done
def test_every_transform_is_a_door(door):
    assert door in DOORS
    assert inspect.isfunction(getattr(hl.transform, door))


def test_what_is_sent_elsewhere_stays_refused():
    module = next(module for module in map(_read, INVALID) if module is not None)
    with pytest.raises(ConstraintError):
        interpreter.load(pickle.loads(pickle.dumps(module)), _entry(module))


@pytest.mark.parametrize("name", ["unsigned-slice-sizes", "slice-sizes-of-unknown-shape", "tf32"])
def test_where_only_upstream_refuses_the_specification_decides(name):
    module = reader.read(ROOT / "golden" / "differences" / "verifier" / f"{name}.mlir")
    assert module.is_refused
    assert not hl.check(module)
    assert interpreter.load(module, _entry(module)).name == _entry(module)
    assert str(hl.transform.simplify(module))


def test_the_stricter_upstream_refuses_what_runs():
    module = reader.read(ROOT / "golden" / "differences" / "verifier" / "unsigned-slice-sizes.mlir")
    (result,) = interpreter.run(module, np.arange(300, dtype=np.int32), [50])
    assert result.tolist() == list(range(50, 250))
