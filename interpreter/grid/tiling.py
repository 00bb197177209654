"""Arrays in parts: which part of a whole array each device has, as shardings of Shardy and of HLO say it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from hlogen.errors import ExecutionError
from interpreter.grid.mesh import Axis, Mesh
from interpreter.values.array import Array

_LIST = r"\d{1,9}(?:,\d{1,9})*"
_TILES = re.compile(
    rf"\{{devices=\[(?P<tiles>{_LIST})\]"
    rf"(?:<=\[(?P<shape>{_LIST})\](?:T\((?P<permutation>{_LIST})\))?|(?P<devices>{_LIST}))"
    r"(?P<rest> last_tile_dim_replicate| last_tile_dims=\{replicated\})?\}"
)


@dataclass(frozen=True)
class Tiling:
    """Into how many parts each dimension is split, and for each device the index of its part."""

    counts: tuple[int, ...]
    indices: tuple[tuple[int, ...], ...]

    @property
    def devices(self) -> int:
        return len(self.indices)

    def part(self, whole: Array, device: int) -> Array:
        """A view of what a device has."""
        found: Array = whole[self._place(whole.shape, device)]
        return found

    def whole(self, parts: Mapping[int, Array]) -> Array:
        """The array whose parts these devices have; where several have the same part, the first one's is taken.

        Raises ExecutionError where no device has some part.
        """
        there, count = {self.indices[device] for device in parts}, math.prod(self.counts)
        if len(there) < count:
            missing = next(index for index in product(*map(range, self.counts)) if index not in there)
            raise ExecutionError(
                f"an array in {' x '.join(map(str, self.counts))} parts can't be put together from {len(parts)} of "
                f"them: no device has part {list(missing)}; split each dimension over axes of its own"
            )
        first = next(iter(parts.values()))
        shape = tuple(size * count for size, count in zip(first.shape, self.counts, strict=True))
        result: Array = np.empty(shape, first.dtype)
        for device in sorted(parts, reverse=True):
            result[self._place(shape, device)] = parts[device]
        result.flags.writeable = False  # several processes hold it
        return result

    def _place(self, shape: Sequence[int], device: int) -> tuple[slice, ...]:
        slices = []
        for size, count, at in zip(shape, self.counts, self.indices[device], strict=True):
            if size % count:
                raise ExecutionError(
                    f"a dimension of size {size} is split into {count} parts in the shape {list(shape)}"
                )
            slices.append(slice(at * (size // count), (at + 1) * (size // count)))
        return tuple(slices)


def over_mesh(mesh: Mesh, split: Sequence[Sequence[Axis]]) -> Tiling:
    """Dimension d is split over the axes `split[d]`, the first one outermost."""
    counts = tuple(math.prod(axis.size for axis in axes) for axes in split)
    places = [tuple(mesh.place(device, axes) for axes in split) for device in sorted(mesh.devices)]
    return Tiling(counts, tuple(places))


@lru_cache(maxsize=256)
def of_hlo(text: str, rank: int, devices: int) -> Tiling:
    """From HLO's ``{devices=[2,1,4]<=[8] last_tile_dim_replicate}``, ``{devices=[2,2]0,1,2,3}`` or ``{replicated}``.

    Tiles are given to devices in the lexicographic order of their index, the last one counting copies.
    """
    if text == "{replicated}":
        return Tiling((1,) * rank, ((0,) * rank,) * devices)
    match = _TILES.fullmatch(text)
    if match is None:
        way_out = (
            "; it leaves axes to the partitioner, which is only run as Shardy writes it (jax_use_shardy_partitioner)"
            if "manual" in text
            else ""
        )
        raise ExecutionError(f"the sharding {text} isn't one of tiles, from which parts could be read{way_out}")
    tiles = _numbers(match["tiles"])
    shape = _numbers(match["shape"] or "")
    permutation = _numbers(match["permutation"] or "") or list(range(len(shape)))
    named = _numbers(match["devices"] or "")
    count = len(named) if named else math.prod(shape)
    copies = 1 if match["rest"] else 0
    if math.prod(tiles) != count or count != devices or len(tiles) != rank + copies:
        raise ExecutionError(
            f"the sharding {text} is for {count} devices and {len(tiles) - copies} dimensions, "
            f"but the grid has {devices} process{'' if devices == 1 else 'es'} and the value {rank} dimensions; use "
            f"interpreter.run_parallel with one process for each device (hlogen parallel --partitions {count})"
        )
    if sorted(permutation) != list(range(len(shape))):
        raise ExecutionError(f"the sharding {text} has {len(shape)} axes in the order {permutation}")
    order = named or np.arange(count).reshape(shape).transpose(permutation).reshape(-1).tolist()
    if sorted(order) != list(range(count)):
        raise ExecutionError(f"the sharding {text} names {order}, expected each device from 0 to {count - 1} once")
    indices = dict(zip(order, np.ndindex(*tiles), strict=True))
    return Tiling(tuple(tiles[:rank]), tuple(indices[device][:rank] for device in range(devices)))


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")] if text else []
