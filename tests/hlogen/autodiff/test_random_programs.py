"""Random programs of smooth operations and operations that move elements: derivatives, batches, backends."""

import numpy as np
import pytest
from helpers import campaign
from helpers.backends import run_on
from helpers.batches import check_batches
from helpers.derivatives import check

import hlogen as hl
import interpreter

SMOOTH = (hl.sine, hl.cosine, hl.tanh, hl.logistic, hl.negate, lambda x: hl.exponential(x * 0.3), lambda x: x * x + 0.5)
PAIRED = (hl.add, hl.subtract, hl.multiply, lambda x, y: x / (y * y + 1.0), lambda x, y: hl.atan2(x, y * y + 0.5))


class Drawn:
    """A function of tensors of shapes drawn with it, the same however often it is called."""

    def __init__(self, seed, steps=8):
        self.seed, self.steps = seed, steps
        rng = np.random.default_rng(seed)
        self.shapes = [tuple(int(size) for size in rng.integers(1, 4, rng.integers(0, 4))) for _ in range(3)]
        types = ["x".join([*map(str, shape), "f64"]) for shape in self.shapes]
        self.function = hl.function(*types, "i32", name="main")(self)
        self.inputs = [np.asarray(rng.uniform(-1, 1, shape)) for shape in self.shapes]
        self.inputs.append(np.int32(rng.integers(-1, 4)))

    def __call__(self, x, y, z, start):
        rng = np.random.default_rng(self.seed + 1)
        pool = [x, y, z]
        for _ in range(self.steps):
            value = pool[-1] if rng.random() < 0.6 else pool[rng.integers(len(pool))]
            step = STEPS[rng.integers(len(STEPS))]
            pool.append(step(rng, value, pool, start))
        return pool[-1], pool[int(rng.integers(len(pool)))]


def smooth(rng, value, pool, start):
    return SMOOTH[rng.integers(len(SMOOTH))](value)


def paired(rng, value, pool, start):
    """With another of the pool, broadcast or summed to its shape."""
    other = pool[rng.integers(len(pool))]
    if other.shape != value.shape:
        other = hl.reduce(other, 0.0, range(other.rank), "add")
    return PAIRED[rng.integers(len(PAIRED))](value, other)


def chosen(rng, value, pool, start):
    if rng.random() < 0.5:
        return hl.select(start < 1, value, hl.sine(value))
    return hl.select(hl.constant(rng.random(value.shape) < 0.5), value, value * 2.0)


def reshaped(rng, value, pool, start):
    return hl.reshape(value, [value.type.size]) if rng.random() < 0.5 else hl.reshape(value, [1, *value.shape])


def permuted(rng, value, pool, start):
    order = [int(axis) for axis in rng.permutation(value.rank)]
    return hl.reverse(hl.transpose(value, permutation=order), dimensions=order[:1])


def broadcast(rng, value, pool, start):
    if value.rank > 3:
        return hl.reduce(value, 0.0, [0, 1], "add")
    shape = [int(rng.integers(1, 4)), *(int(rng.integers(2, 4)) if size == 1 else size for size in value.shape)]
    order = [int(axis) for axis in rng.permutation(len(shape))]
    dimensions = [order.index(axis + 1) for axis in range(value.rank)]
    return hl.broadcast_in_dim(value, [shape[axis] for axis in order], broadcast_dimensions=dimensions)


def padded(rng, value, pool, start):
    low = [int(rng.integers(0 if size == 1 else -1, 2)) for size in value.shape]
    edges = {"edge_padding_low": low, "edge_padding_high": rng.integers(0, 2, value.rank)}
    fill = hl.reduce(pool[0], 0.0, range(pool[0].rank), "add")
    return hl.pad(value, fill, **edges, interior_padding=rng.integers(0, 2, value.rank))


def sliced(rng, value, pool, start):
    starts = [int(rng.integers(0, size)) for size in value.shape]
    strides = rng.integers(1, 3, value.rank)
    return hl.slice(value, start_indices=starts, limit_indices=value.shape, strides=strides)


def joined(rng, value, pool, start):
    if not value.rank:
        return value
    return hl.concatenate([value, hl.sine(value), value], dimension=int(rng.integers(value.rank)))


def dynamic(rng, value, pool, start):
    sizes = [int(rng.integers(1, size + 1)) for size in value.shape]
    part = hl.dynamic_slice(value, [start] * value.rank, slice_sizes=sizes)
    if rng.random() < 0.5:
        return part
    return hl.dynamic_update_slice(hl.cosine(value), part * 2.0, [hl.constant(0, "i32")] * value.rank)


STEPS = (smooth, smooth, paired, paired, chosen, reshaped, permuted, broadcast, padded, sliced, joined, dynamic)


def hold(seed):
    drawn = Drawn(seed)
    numbers = [0, 1, 2]
    check(drawn.function, drawn.inputs, wrt=numbers, order=2)
    rng = np.random.default_rng(seed)
    gradient = hl.vjp(drawn.function, wrt=numbers)
    results = interpreter.run(drawn.function, *drawn.inputs)
    inputs = [*drawn.inputs, *(np.asarray(rng.normal(size=result.shape)) for result in results)]
    which = [bool(flag) for flag in rng.random(len(inputs)) < 0.7]
    which[int(rng.integers(len(which)))] = True
    check_batches(drawn.function, drawn.inputs, [*which[:3], False] if any(which[:3]) else [True] * 4, rng)
    check_batches(gradient, inputs, which, rng, tolerance=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_derivatives_and_batches(seed):
    hold(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("start", campaign.seeds(1000, 2000, 50))
def test_derivatives_and_batches_often(start):
    for seed in range(start, start + 50):
        hold(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["upstream", "xla"])
def test_backends_agree(name):
    """On the gradient's own gradient, of a batch."""
    for seed in campaign.seeds(0, 40):
        drawn = Drawn(seed)
        derived = hl.vmap(hl.vjp(hl.vjp(drawn.function)), axis_size=2)
        rng = np.random.default_rng(seed)
        inputs = [
            np.asarray(rng.integers(-1, 4, 2), np.int32) if number == 3 else rng.uniform(-1, 1, type.static_shape)
            for number, type in enumerate(derived.type.inputs)
        ]
        expected = interpreter.run(derived, *inputs)
        for got, want in zip(run_on(name, derived, *inputs), expected, strict=True):
            np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-9 * max(1, np.abs(want).max(initial=0)))
