"""Meshes: devices in a grid of named axes, as Shardy and `replica_group_mesh_axes` write them.

A device's id is the flattened id of its process. An axis may be used whole or in part: the sub-axis ``(pre_size)size``
is the digit of that size behind digits of the size `pre_size`, the first digit outermost.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hlogen.errors import ExecutionError
from hlogen.forking import cached_property

_AXIS = re.compile(r'<?name = "([^"]*)", size = (\d+)|"([^"]*)"=(\d+)')
_DEVICE_IDS = re.compile(r"\bdevice_ids\s*=\s*(?:dense<)?\[([^\]]*)\]")
_USED = re.compile(r'(?:name = )?"([^"]*)"(?:(?:,\s*sub_axis_info = |:)\((\d+)\)(\d+))?')


_MOST_DEVICES = 1 << 20  # far above what runs in one process


@dataclass(frozen=True)
class Axis:
    """An axis of a mesh, or the part of it with the digit `size` behind `pre_size`."""

    name: str
    pre_size: int
    size: int


@dataclass(frozen=True)
class Mesh:
    """Sizes of the axes by name, in order, and the devices in the lexicographic order of their coordinates."""

    axes: dict[str, int]
    devices: tuple[int, ...]

    def used(self, text: str) -> list[Axis]:
        """The axes that a text names: ``"x"``, ``"x":(1)2``, ``#stablehlo.axis_ref<name = "x">``."""
        found = []
        for name, pre_size, size in _USED.findall(text):
            if name not in self.axes:
                raise ExecutionError(f"axis {name!r} isn't in the mesh of {', '.join(map(repr, self.axes))}")
            axis = Axis(name, int(pre_size or 1), int(size or self.axes[name]))
            if not axis.pre_size * axis.size or self.axes[name] % (axis.pre_size * axis.size):
                raise ExecutionError(
                    f"({axis.pre_size}){axis.size} is no part of axis {name!r}, whose size is {self.axes[name]}"
                )
            found.append(axis)
        return found

    def groups(self, axes: Sequence[Axis]) -> tuple[tuple[int, ...], ...]:
        """The devices that differ along `axes` alone, each group in their order, the first axis outermost."""
        places = [self.place(device, axes) for device in self.devices]
        groups: dict[tuple[int, ...], dict[int, int]] = {}
        for position, (device, place) in enumerate(zip(self.devices, places, strict=True)):
            coordinates = self._coordinates[:, position].copy()
            for axis in axes:
                weight = self.axes[axis.name] // (axis.pre_size * axis.size)
                at = list(self.axes).index(axis.name)
                coordinates[at] -= coordinates[at] // weight % axis.size * weight
            groups.setdefault(tuple(coordinates.tolist()), {})[place] = device
        return tuple(tuple(group[place] for place in sorted(group)) for group in groups.values())

    def place(self, device: int, axes: Sequence[Axis]) -> int:
        """Where a device stands along several axes, the first one outermost."""
        coordinates = self._coordinates[:, self._positions[device]]
        place = 0
        for axis in axes:
            coordinate = int(coordinates[list(self.axes).index(axis.name)])
            weight = self.axes[axis.name] // (axis.pre_size * axis.size)
            place = place * axis.size + coordinate // weight % axis.size
        return place

    @cached_property
    def _positions(self) -> dict[int, int]:
        return {device: position for position, device in enumerate(self.devices)}

    @cached_property
    def _coordinates(self) -> npt.NDArray[np.int64]:
        sizes = tuple(self.axes.values())
        return np.indices(sizes).reshape(len(sizes), -1)


def read_mesh(text: str) -> Mesh:
    """From ``#sdy.mesh<["x"=2, "y"=2], device_ids=[..]>`` or ``#stablehlo.mesh<axes = [<name = "x", size = 2>]>``."""
    axes = {name or quoted: int(size or given) for name, size, quoted, given in _AXIS.findall(text)}
    count = math.prod(axes.values())
    if count > _MOST_DEVICES:
        raise ExecutionError(f"the mesh {text} has more than {_MOST_DEVICES} devices")
    given = _DEVICE_IDS.search(text)
    devices = tuple(int(id) for id in given[1].split(",")) if given else tuple(range(count))
    if not axes or sorted(devices) != list(range(count)):
        raise ExecutionError(f"the mesh {text} has {count} devices, but their ids are {list(devices)}")
    return Mesh(axes, devices)
