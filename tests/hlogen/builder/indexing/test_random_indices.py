"""x[...] and x.at[...] equal NumPy on thousands of random index expressions, many in one program."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers import campaign
from helpers.index_expressions import counted_from_one, made_dynamic, random_array, random_index, random_values

import hlogen as hl
from hlogen.backends import backend
from hlogen.builder.indexing import pointers
from hlogen.ir import TensorType, element_type_of
from hlogen.mlir.writer import verify

IN_ONE_PROGRAM = 40
SEEDS = [
    *range(12),
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(12, 60)),
    *(pytest.param(seed, marks=pytest.mark.campaign) for seed in campaign.seeds(60, 125)),
]
UPDATES = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "and_": np.bitwise_and,
    "or_": np.bitwise_or,
    "xor": np.bitwise_xor,
    "apply": None,
    "set": None,
}


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_reading_equals_numpy(seed: int) -> None:
    run_samples([reading(np.random.default_rng([seed, number, 1])) for number in range(IN_ONE_PROGRAM)])


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", SEEDS)
def test_updating_equals_numpy(seed: int) -> None:
    run_samples([updating(np.random.default_rng([seed, number, 2])) for number in range(IN_ONE_PROGRAM)])


@pytest.mark.parametrize("seed", range(125, 135))
def test_indices_that_the_program_counts(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for tensors so large that no index vectors are written out."""
    monkeypatch.setattr(pointers, "MOST_WRITTEN_OUT", 0)
    rngs = [np.random.default_rng([seed, number, 7]) for number in range(IN_ONE_PROGRAM)]
    run_samples([(updating if number % 4 else reading)(rng) for number, rng in enumerate(rngs)])


@pytest.mark.campaign
@pytest.mark.parametrize("name", ["xla", "upstream"])
@pytest.mark.parametrize("seed", campaign.seeds(0, 4))
def test_other_backends_agree(seed: int, name: str) -> None:
    rngs = [np.random.default_rng([seed, number, 3]) for number in range(IN_ONE_PROGRAM)]
    run_samples([(reading if number % 2 else updating)(rng) for number, rng in enumerate(rngs)], name)


@pytest.mark.parametrize("seed", range(6))
def test_counting_from_one(seed: int) -> None:
    samples = [reading(np.random.default_rng([seed, number, 4])) for number in range(IN_ONE_PROGRAM)]
    for sample in samples:
        sample.count_from_one()
    with hl.index_base(1):
        run_samples(samples)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.campaign) for seed in campaign.seeds(1, 40))]
)
def test_sizes_that_only_the_running_program_knows(seed: int) -> None:
    rngs = [np.random.default_rng([seed, number, 5]) for number in range(IN_ONE_PROGRAM)]
    samples = [(updating if number % 3 else reading)(rng) for number, rng in enumerate(rngs)]
    for sample, rng in zip(samples, rngs, strict=True):
        sample.forget_sizes(rng)
    run_samples(samples)


SLICES = [slice(None), slice(1, None), slice(None, None, -1), slice(None, None, 2)]
MODES: list[dict[str, Any]] = [{}, {"mode": "clip"}, {"mode": "fill", "wrap_negative_indices": False}]


@pytest.mark.parametrize("seed", range(2))
def test_out_of_bounds_beside_what_is_inside(seed: int) -> None:
    """Tensors point anywhere, beside constants, slices and other tensors; of a vector one element may be outside."""
    rng = np.random.default_rng([seed, 8])
    samples = [pointing_anywhere(rng) for _ in range(8)]
    arrays = [array for x, _, dynamic in samples for array in (x, *dynamic.values())]

    def main(*arguments: hl.Tensor) -> list[hl.Tensor]:
        results, given = [], iter(arguments)
        for _, key, dynamic in samples:
            x, places = next(given), {place: next(given) for place in dynamic}
            at = x.at[tuple(places.get(place, entry) for place, entry in enumerate(key))]
            results += [one for mode in MODES for one in (at.get(**mode), at.add(1, **mode), at.set(-7, **mode))]
        return results

    program = hl.function(*(TensorType(array.shape, element_type_of(array.dtype)) for array in arrays))(main)
    assert not verify(program)
    found = iter(backend("interpreter").run(program, *arrays))
    for x, key, _ in samples:
        for mode in MODES:
            # One more place along each dimension, for all that is outside.
            padded = np.pad(x, [(0, 1)] * x.ndim, constant_values=np.nan)
            places = tuple(held(entry, size, mode) for entry, size in zip(key, x.shape, strict=True))
            added, replaced = padded.copy(), padded.copy()
            np.add.at(added, places, 1)
            replaced[places] = -7
            whole = tuple(map(slice, x.shape))
            for expected in (padded[places], added[whole], replaced[whole]):
                np.testing.assert_array_equal(next(found), expected, err_msg=f"{x.shape} {key} {mode}")


def pointing_anywhere(rng: np.random.Generator) -> tuple[np.ndarray, tuple[Any, ...], dict[int, np.ndarray]]:
    """A tensor, an entry for each of its dimensions, and those of the entries that the program gets as arguments."""
    x = rng.integers(0, 100, rng.integers(1, 5, rng.integers(1, 4))).astype(np.float32)
    key: list[Any] = []
    for size in x.shape:
        shape = [(), (3,), (2, 1), (2, 3), (1,)][rng.integers(5)]
        constant = rng.integers(-size, size, shape)
        key.append([constant, int(rng.integers(-size, size)), SLICES[rng.integers(len(SLICES))]][rng.integers(3)])
    dynamic: dict[int, np.ndarray] = {}
    for place in {int(place) for place in rng.integers(0, x.ndim, 2)}:
        dtype = rng.choice(["i1", "u1", "i4", "i8"])
        shape = [(), (3,), (2, 1), (2, 3), (1,)][rng.integers(5)]
        low = 0 if dtype[0] == "u" else -2 * x.shape[place]
        dynamic[place] = key[place] = rng.integers(low, 2 * x.shape[place], shape).astype(dtype)
    return x, tuple(key), dynamic


def held(entry: Any, size: int, mode: dict[str, Any]) -> Any:
    """The places that an entry means along a dimension of one more than `size`, where all that is outside goes."""
    if isinstance(entry, slice):
        start, stop, step = entry.indices(size)
        return slice(start, None if stop < 0 else stop, step)
    values = np.asarray(entry, np.int64)
    if mode.get("wrap_negative_indices", True):
        values = np.where((values < 0) & (values >= -size), values + size, values)
    if mode.get("mode") == "clip":
        return np.clip(values, 0, size - 1)
    return np.where((values >= 0) & (values < size), values, size)


class Sample:
    """An array with an index, of which some entries are only known when the program runs; what is done with them."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.x = random_array(rng)
        self.key = random_index(rng, self.x)
        self.dynamic = made_dynamic(rng, self.key) if rng.random() < 0.4 else {}
        self.method = "get"
        self.values: np.ndarray | None = None
        self.arguments = [self.x, *self.dynamic.values()]
        self.expected = self.x[self.key]
        self.shapes: list[tuple[int | None, ...]] = [array.shape for array in self.arguments]

    def forget_sizes(self, rng: np.random.Generator) -> None:
        """Some sizes become ``?``, but not of a tensor that a mask covers, nor where an index is in no dimension."""
        if any(np.asarray(entry).dtype == np.bool_ for entry in self.key if not isinstance(entry, slice)):
            return
        for number, array in enumerate(self.arguments):
            self.shapes[number] = tuple(
                None if rng.random() < 0.5 and (size > 1 or not number) else size for size in array.shape
            )

    def count_from_one(self) -> None:
        self.key = counted_from_one(self.key, self.x)
        self.dynamic = {place: self.key[place].astype(values.dtype) for place, values in self.dynamic.items()}
        self.arguments = [self.x, *self.dynamic.values()]

    def built(self, x: hl.Tensor, *dynamic: hl.Tensor) -> hl.Tensor:
        places = dict(zip(self.dynamic, dynamic, strict=True))
        key = tuple(places.get(place, entry) for place, entry in enumerate(self.key))
        if self.method == "get":
            return x[key]
        if self.method == "apply":
            return x.at[key].apply(lambda value: value + value)
        return getattr(x.at[key], self.method)(self.values)

    def __str__(self) -> str:
        return f"{self.x.dtype}{list(self.x.shape)} {self.method} {self.key} dynamic {self.dynamic} {self.values}"


def reading(rng: np.random.Generator) -> Sample:
    return Sample(rng)


def updating(rng: np.random.Generator) -> Sample:
    sample = Sample(rng)
    methods = [name for name in UPDATES if sample.x.dtype.kind in "iu" or name not in ("and_", "or_", "xor")]
    sample.method = str(rng.choice(methods))
    addressed, expected = sample.expected, sample.x.copy()
    if sample.method == "apply":
        # Once per time that an element is addressed.
        times = np.zeros(sample.x.shape, np.int64)
        np.add.at(times, sample.key, 1)
        sample.expected = (sample.x * 2**times).astype(sample.x.dtype)
        return sample
    sample.values = random_values(rng, addressed.shape, sample.x.dtype)
    if sample.method == "set":
        times = np.zeros(sample.x.shape, np.int64)
        np.add.at(times, sample.key, 1)
        if times.size and times.max() > 1:  # which of several stays is up to whoever runs it
            sample.values = np.asarray(7, sample.x.dtype)
        expected[sample.key] = sample.values
    else:
        # NumPy reads past values that are to be broadcast along flat index arrays, so they are made whole first.
        whole = np.broadcast_to(sample.values, addressed.shape).copy()
        UPDATES[sample.method].at(expected, sample.key, whole)
    sample.expected = expected
    return sample


def run_samples(samples: list[Sample], name: str = "interpreter") -> None:
    arrays = [array for sample in samples for array in sample.arguments]
    shapes = [shape for sample in samples for shape in sample.shapes]
    types = [TensorType(shape, element_type_of(array.dtype)) for shape, array in zip(shapes, arrays, strict=True)]

    def main(*arguments: hl.Tensor) -> list[hl.Tensor]:
        results, given = [], iter(arguments)
        for sample in samples:
            mine = [next(given) for _ in sample.arguments]
            try:
                results.append(sample.built(*mine))
            except hl.HlogenError as error:
                raise AssertionError(str(sample)) from error
        return results

    program = hl.function(*types)(main)
    assert not verify(program)
    for sample, result in zip(samples, backend(name).run(program, *arrays), strict=True):
        check(sample, result)


def check(sample: Sample, result: Any) -> None:
    assert result.shape == sample.expected.shape, sample
    np.testing.assert_array_equal(result, sample.expected, err_msg=str(sample))
    assert result.dtype == sample.x.dtype
