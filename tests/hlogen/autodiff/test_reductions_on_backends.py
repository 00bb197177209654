"""Derivatives of reductions, products and sorts run on every backend and give the same."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from helpers import campaign
from helpers.on_backends import BACKENDS, hold_derivatives_on_backends, hold_gradient_on_backends

# What a backend doesn't run even before it is derived, by the sampler of a row.
REFUSED = {
    "wider": ("upstream", "xla"),  # bodies with wider types than the inputs: upstream's verifier alone accepts them
    "capturing": ("xla",),  # bodies that use values from outside
    "by_distance": ("xla",),
}


def samples():
    for name in ("reduction", "dot", "sorting"):
        path = Path(__file__).parent / "rows" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(f"rows_{name}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for number, row in enumerate(module.ROWS):
            for element_type in row.element_types:
                yield pytest.param(row, element_type, id=f"{name}{number}-{element_type}")


def hold(check, row, element_type, seed):
    function, inputs = row.sampler(np.random.default_rng(seed), element_type)
    refused = REFUSED.get(row.sampler.__name__, ())
    if "across dimensions = []" in str(function):
        refused = ("xla",)  # leaves the initial value out, as the specification allows
    backends = [name for name in BACKENDS if name not in refused]
    check(function, inputs, 1e-5 if row.tolerance > 1e-6 else 1e-9, backends)


@pytest.mark.share(2)
@pytest.mark.parametrize(("row", "element_type"), list(samples()))
def test_gradients_agree(row, element_type):
    hold(hold_gradient_on_backends, row, element_type, 0)


@pytest.mark.campaign
@pytest.mark.parametrize(("row", "element_type"), list(samples()))
def test_derivatives_agree(row, element_type):
    for seed in campaign.seeds(1, 6):
        hold(hold_derivatives_on_backends, row, element_type, seed)
