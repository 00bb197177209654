"""Batches of convolutions and windows, and of their gradients: hl.vmap against one run after another."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from helpers import campaign

import hlogen as hl
import interpreter


def samplers():
    found = []
    for name in ("convolution", "windows"):
        path = Path(__file__).parent / "rows" / f"{name}.py"
        spec = importlib.util.spec_from_file_location(f"batched_{name}", path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for number, row in enumerate(module.ROWS):
            found.append(pytest.param(row.sampler, id=f"{row.op}-{number}"))
    return found


def hold(sampler, seed, derivative=None, size=None, is_batched=None):
    """Holds a function, or its gradient, on a batch of some of its inputs, drawn if not said, along any dimensions."""
    rng = np.random.default_rng(seed)
    function, inputs = sampler(rng, "f64")
    if derivative is not None:
        results = interpreter.run(function, *inputs)
        function = derivative(function)
        inputs = [*inputs, *(rng.normal(size=result.shape).astype(result.dtype) for result in results)]
        inputs = inputs[: len(function.type.inputs)]
    size = int(rng.integers(1, 4)) if size is None else size
    if is_batched is None:
        is_batched = rng.integers(0, 2, len(inputs)).astype(bool)
        is_batched[rng.choice([at for at, x in enumerate(inputs) if x.dtype.kind == "f"])] = True
    axes = [int(rng.integers(-x.ndim - 1, x.ndim + 1)) if b else None for x, b in zip(inputs, is_batched, strict=True)]
    batch = []
    for x, axis in zip(inputs, axes, strict=True):
        is_number = x.dtype.kind == "f"  # the padding of dynamic_conv is right as it is, alone
        examples = [rng.permutation(x.reshape(-1)).reshape(x.shape) if is_number else x for _ in range(size + 1)]
        batch.append(x if axis is None else np.stack(examples, axis).take(range(size), axis))
    batched = hl.vmap(function, in_axes=axes, axis_size=size)
    str(batched)  # verified by upstream
    results = interpreter.run(batched, *batch)
    for at in range(size):
        example = [x if axis is None else x.take(at, axis) for x, axis in zip(batch, axes, strict=True)]
        for result, expected in zip(results, interpreter.run(function, *example), strict=True):
            np.testing.assert_allclose(
                result[at], expected, rtol=1e-6 if result.dtype == np.float32 else 1e-10, atol=1e-12
            )
    for result, type in zip(results, function.type.results, strict=True):
        assert result.shape == (size, *type.shape)


@pytest.mark.parametrize("sampler", samplers())
def test_a_batch_is_one_run_after_another(sampler):
    for seed in range(4):
        hold(sampler, seed)


@pytest.mark.parametrize("is_batched", [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize("sampler", [one for one in samplers() if one.id.startswith("stablehlo.convolution-")][:3])
def test_groups_stay_groups_whatever_is_batched(sampler, is_batched):
    for seed in range(2):
        hold(sampler, seed, size=3, is_batched=is_batched)


@pytest.mark.parametrize("sampler", samplers())
def test_a_batch_of_gradients_is_one_after_another(sampler):
    hold(sampler, 7, hl.vjp)


@pytest.mark.parametrize("sampler", samplers())
def test_an_empty_batch(sampler):
    hold(sampler, 3, size=0)


@pytest.mark.campaign
@pytest.mark.parametrize("sampler", samplers())
def test_many_batches(sampler):
    for seed in campaign.seeds(100, 160):
        hold(sampler, seed, None if seed % 2 else hl.vjp)


def test_both_operands_of_a_batch_make_groups():
    numbers = {
        "input_batch_dimension": 0,
        "input_feature_dimension": 1,
        "input_spatial_dimensions": [2],
        "kernel_input_feature_dimension": 1,
        "kernel_output_feature_dimension": 0,
        "kernel_spatial_dimensions": [2],
    }

    @hl.function("2x3x9xf32", "4x3x2xf32")
    def convolved(x, y):
        return hl.convolution(x, y, **numbers)

    for axes, groups in (((0, 0), 5), ((0, None), 1), ((None, 0), 1)):
        batched = hl.vmap(convolved, in_axes=axes, axis_size=5)
        (operation,) = [op for op in batched.operation.walk() if op.name == "stablehlo.convolution"]
        assert int(operation.attributes["feature_group_count"]) == groups
