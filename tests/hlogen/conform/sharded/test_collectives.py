"""Collectives read from HLO text, in every spelling of groups that XLA has."""

from __future__ import annotations

import pytest

from hlogen.backends.errors import OracleError
from hlogen.conform.sharded.collectives import Collective, collectives_in

GATHER = (
    "  %all-gather = s32[16,2]{1,0} all-gather(%x), channel_id=1, "
    "replica_groups=GROUPS, dimensions={0}, use_global_device_ids=true\n"
)


def one(line: str, devices: int = 8) -> Collective:
    (found,) = collectives_in(f"ENTRY %main {{\n{line}\n}}\n", devices)
    return found


@pytest.mark.parametrize(
    ("groups", "size"),
    [
        ("{}", 8),
        ("{{0,1,2,3,4,5,6,7}}", 8),
        ("{{0,2},{1,3},{4,6},{5,7}}", 2),
        ("[1,8]<=[8]", 8),
        ("[2,4]<=[2,4]T(1,0)", 4),
        ("mesh['axis_0'=2,'axis_1'=1,'axis_2'=4] {'axis_2'}", 4),
        ("mesh['axis_0'=2,'axis_1'=1,'axis_2'=4] {'axis_0','axis_2'}", 8),
        ("mesh['a'=1,'b'=4,'c'=2], device_ids=([2,4]T(1,0)) {'b'}", 4),
        ("mesh['a'=8] {'a':(2)4}", 4),
    ],
)
def test_groups(groups, size):
    found = one(GATHER.replace("GROUPS", groups))
    assert (found.kind, found.type, found.group) == ("all-gather", "s32[16,2]", size)
    # 16 * 2 elements of 4 bytes; a device has one part of them already, and there are 8 devices.
    assert found.bytes_moved == 8 * (128 - 128 // size)


@pytest.mark.parametrize(
    ("line", "type", "moved"),
    [
        # Of 4 devices in a ring, each sends 3 of 4 parts while they are added up, and 3 of 4 when they are handed on.
        ("%r = f32[8]{0} all-reduce(%x), replica_groups={{0,1,2,3}}, to_apply=%add", "f32[8]", 4 * 2 * 24),
        ("%r = f32[2]{0} reduce-scatter(%x), replica_groups={{0,1,2,3}}, to_apply=%add", "f32[2]", 4 * 24),
        ("%r = f32[8]{0} all-to-all(%x), replica_groups={{0,1,2,3}}, dimensions={0}", "f32[8]", 4 * 24),
        (
            "ROOT %r = (bf16[8]{0}, pred[4]{0}, /*index=2*/s4[8]{0}) all-to-all(%x, %y), replica_groups={{0,1,2,3}}",
            "bf16[8], pred[4], s4[8]",
            4 * (16 + 4 + 4) * 3 // 4,
        ),
        # One device keeps what it has.
        ("%r = f32[8]{0} collective-permute(%x), source_target_pairs={{0,1},{1,0},{2,2}}", "f32[8]", 64),
        # An asynchronous one also names what goes in.
        ("%r = (f32[2]{0}, f32[8]{0}) all-gather-start(%x), replica_groups={}", "f32[8]", 4 * 24),
        ("%r = c64[] all-reduce(%x), replica_groups={}, to_apply=%add", "c64[]", 4 * 12),
        ("%r = f8e4m3fn[8]{0} all-gather(%x), replica_groups={}", "f8e4m3fn[8]", 4 * 6),
    ],
)
def test_bytes(line, type, moved):
    found = one(line, 4)
    assert (found.type, found.bytes_moved) == (type, moved)


def test_what_is_none():
    hlo = """
  %all-gather.1 = f32[8]{0} fusion(%x), kind=kLoop, metadata={op_name="all-gather("}
  %done = f32[8]{0} all-gather-done(%start)
  // %x = f32[8]{0} all-gather(
"""
    assert collectives_in(hlo, 8) == ()


def test_a_new_spelling_is_an_error():
    with pytest.raises(OracleError, match="spells the groups of a collective in a new way: all-gather"):
        one(GATHER.replace("replica_groups=GROUPS", "groups=all"))
    with pytest.raises(OracleError, match="in a new way: collective-permute"):
        one("%r = f32[8]{0} collective-permute(%x), pairs=all")


def test_text():
    assert str(one(GATHER.replace("GROUPS", "{}"))) == "all-gather s32[16,2], groups of 8: 896 bytes"
