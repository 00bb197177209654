"""Parts of arrays by HLO's shardings, against the tiles that XLA itself reads from them."""

from __future__ import annotations

import numpy as np
import pytest

from hlogen.errors import ExecutionError
from interpreter.grid.mesh import read_mesh
from interpreter.grid.tiling import of_hlo, over_mesh

SHARDINGS = [
    ("{replicated}", 2, 4),
    ("{devices=[2,2]<=[4]}", 2, 4),
    ("{devices=[4,1]<=[4]}", 2, 4),
    ("{devices=[2,2]<=[2,2]T(1,0)}", 2, 4),
    ("{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dim_replicate}", 2, 4),
    ("{devices=[2,1,2]<=[4] last_tile_dim_replicate}", 2, 4),
    ("{devices=[2,2]3,1,0,2}", 2, 4),
    ("{devices=[2,2,2]<=[2,2,2]T(2,0,1) last_tile_dims={replicated}}", 2, 8),
]


@pytest.mark.parametrize(("text", "rank", "devices"), SHARDINGS)
def test_as_xla_places_them(text: str, rank: int, devices: int) -> None:
    xla_client = pytest.importorskip("jaxlib.xla_client")
    sharding = xla_client.HloSharding.from_string(text)
    tiling = of_hlo(text, rank, devices)
    if sharding.is_replicated():
        assert tiling.counts == (1, 1)
        return
    tiles = sharding.tile_assignment_dimensions()
    assert tiling.counts == tuple(tiles[:rank])
    for index, device in zip(np.ndindex(*tiles), sharding.tile_assignment_devices(), strict=True):
        assert tiling.indices[device] == index[:rank]


def test_parts_make_the_whole() -> None:
    whole = np.arange(32).reshape(4, 8)
    for text, rank, devices in SHARDINGS:
        tiling = of_hlo(text, rank, devices)
        np.testing.assert_array_equal(
            tiling.whole({device: tiling.part(whole, device) for device in range(devices)}), whole
        )


def test_devices_of_a_mesh_in_another_order() -> None:
    """The device at coordinates (x, y) is ids[x, y]: it has the part that stands there."""
    ids = np.array([[5, 0], [3, 6], [1, 7], [2, 4]])
    mesh = read_mesh(f'#sdy.mesh<["x"=4, "y"=2], device_ids={ids.reshape(-1).tolist()}>')
    tiling = over_mesh(mesh, [mesh.used('"y"'), mesh.used('"x":(2)2'), mesh.used('"y", "x"')])
    assert tiling.counts == (2, 2, 8)
    assert tiling.devices == ids.size
    for x, y in np.ndindex(ids.shape):
        assert tiling.indices[ids[x, y]] == (y, x % 2, 4 * y + x)


def test_of_devices_with_the_same_part_the_first_one_s_is_taken() -> None:
    """Whichever order they come in; nobody can write to the whole, which several processes hold."""
    tiling = of_hlo("{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}", 2, 4)
    parts = {device: np.full((1, 3), device) for device in (3, 1, 2, 0)}
    assert [tiling.indices[device] for device in range(4)] == [(0, 0), (1, 0), (0, 0), (1, 0)]
    whole = tiling.whole(parts)
    assert whole.tolist() == [[0] * 3, [1] * 3]
    assert not whole.flags.writeable
    del parts[0]
    assert tiling.whole(parts).tolist() == [[2] * 3, [1] * 3]


def test_parts_that_no_device_has() -> None:
    """Split over one axis twice, or with a device missing: nothing says what would stand there."""
    mesh = read_mesh('#sdy.mesh<["x"=2]>')
    twice = over_mesh(mesh, [mesh.used('"x"'), mesh.used('"x"')])
    with pytest.raises(ExecutionError, match=r"in 2 x 2 parts can.t .* from 2 of them: no device has part \[0, 1\]"):
        twice.whole({0: np.zeros((1, 1)), 1: np.ones((1, 1))})
    with pytest.raises(ExecutionError, match=r"in 2 parts can.t .* from 1 of them: no device has part \[0\]"):
        over_mesh(mesh, [mesh.used('"x"')]).whole({1: np.ones(1)})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{manual}", "the sharding {manual} isn't one of tiles"),
        ("{devices=[2,2]<=[4]}", "is for 4 devices and 2 dimensions, but the grid has 8 processes"),
        ("{devices=[2,2,2]<=[8]}", "is for 8 devices and 3 dimensions, but the grid has 8 processes and the value 2"),
        ("{devices=[2,2]<=[999999999,999999999]}", "is for 999999998000000001 devices and 2 dimensions"),
        ("{devices=[4,2]<=[2,4]T(1,1)}", "has 2 axes in the order [1, 1]"),
        ("{devices=[4,2]0,1,2,3,4,5,6,6}", "names [0, 1, 2, 3, 4, 5, 6, 6], expected each device from 0 to 7 once"),
        ("{devices=[4,,2]<=[8]}", "isn't one of tiles"),
    ],
)
def test_what_does_not_fit(text: str, message: str) -> None:
    with pytest.raises(ExecutionError, match=message.replace("{", r"\{").replace("[", r"\[")):
        of_hlo(text, 2, 8)
    with pytest.raises(ExecutionError, match="size 3 is split into 8 parts"):
        of_hlo("{devices=[8,1]<=[8]}", 2, 8).part(np.zeros((3, 3)), 0)
