"""Programs that run again: whatever they ran on before, and whoever has what they gave, they give the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers import campaign
from helpers.flowing import FLOWS
from helpers.handing_programs import handing_program
from helpers.integer_programs import arguments_of, integer_program
from helpers.mixed_programs import mixed_program
from helpers.open_programs import OpenProgram
from helpers.reruns import require_same_bits, with_constants_given
from helpers.stored import real_inputs

import interpreter
from hlogen.conform.forms import as_constants
from hlogen.conform.generate import OPS, SeededDraw, draw_case
from hlogen.errors import UsageError
from hlogen.lint.split import numbered_parts
from hlogen.mlir.reader import read
from interpreter.execution import optimize

GOLDEN = Path(__file__).parents[2] / "golden"
FOLDERS = sorted(path for path in GOLDEN.iterdir() if path.is_dir() and path.name not in ("invalid", "real"))


@pytest.fixture(autouse=True)
def memory_is_used_again_of_the_smallest(monkeypatch):
    """Programs of tests are small: what is done for large arrays alone has to be right of any."""
    monkeypatch.setattr(optimize, "_LARGE", 1)


@campaign.every(4)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_goldens(folder, every):
    """As they stand, what depends on constants is computed once; with their constants as arguments, nothing is."""
    parts = [part for path in sorted(folder.glob("*.mlir")) for _, part in numbered_parts(path.read_bytes())]
    for part in parts[::every]:
        module = read(part)
        require_same_bits(module)
        try:
            module, values = with_constants_given(as_constants(module, "main").module)
        except UsageError:  # its checks stand in a region
            continue
        require_same_bits(module, values)


@pytest.mark.parametrize("path", sorted((GOLDEN / "real").glob("*.mlir")), ids=lambda path: path.stem)
def test_programs_from_jax(path):
    require_same_bits(read(path), real_inputs(path))


@pytest.mark.parametrize("start", campaign.first(2, range(0, 100, 20)))
def test_static_and_dynamic_types_mixed(start):
    for seed in range(start, start + 20):
        program, arguments = mixed_program(seed)
        require_same_bits(program, arguments)


@campaign.every(3)
def test_gathers_and_scatters(every):
    for seed in range(0, 60, every):
        case = draw_case(SeededDraw(seed), OPS)
        require_same_bits(case.module, case.args)


@campaign.every(3)
def test_programs_of_integers(every):
    for seed in range(0, 30, every):
        module = integer_program(seed)
        require_same_bits(module, arguments_of(module, np.random.default_rng(seed)))


@campaign.every(2)
def test_operations_on_what_scatters_give(every):
    for seed in range(0, 30, every):
        program = OpenProgram(seed)
        require_same_bits(program.module, program.args, schedule=seed)


@pytest.mark.parametrize("flow", FLOWS, ids=lambda flow: flow.__name__)
def test_what_flows_through_regions(flow):
    for seed in range(3):
        require_same_bits(*flow(np.random.default_rng(seed)))


@pytest.mark.parametrize("start", campaign.first(2, range(0, 100, 20)))
def test_values_that_are_handed_on(start):
    for seed in range(start, start + 20):
        require_same_bits(*handing_program(seed))


def test_two_static_operands_of_which_one_is_spread():
    """A broadcast isn't left out where the operation that takes it has shapes to check."""
    program = """func.func @main(%a: tensor<4x1xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.add %0, %y : (tensor<4x4xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}"""
    require_same_bits(program, [np.ones((4, 1), np.float32), np.ones((4, 4), np.float32)])
    executable = interpreter.load(program)
    for _ in range(3):
        with pytest.raises(interpreter.ExecutionError, match=r"should be the same, but they are \[4, 4\] and \[4, 1\]"):
            executable(np.ones((4, 1), np.float32), np.ones((4, 1), np.float32))


def test_a_quantized_constant_stays_what_it_is():
    require_same_bits("""func.func @main() -> tensor<3x!quant.uniform<i8:f32, 2.0:1>> {
  %0 = stablehlo.constant() {value = dense<[1, 2, 3]> : tensor<3xi8>} : () -> tensor<3x!quant.uniform<i8:f32, 2.0:1>>
  return %0 : tensor<3x!quant.uniform<i8:f32, 2.0:1>>
}""")
