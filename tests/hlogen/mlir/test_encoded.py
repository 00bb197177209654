"""What upstream says of an operation in bytecode; numbers are held against those that it prints."""

import numpy as np
import pytest

from hlogen.mlir import provider
from hlogen.mlir.convert import Converter
from hlogen.mlir.encoded import _LARGE, _MOST_ENTRIES, Encoded, _Sections, number, numbers_in, signed
from hlogen.mlir.reader import read

# Values that are used before they come: from the same region, from one around it, and an argument of a later block.
_EARLY = """
"test.graph"() ({
  %0 = "test.uses"(%3) ({
    "test.inside"(%3, %1) : (i64, i32) -> ()
    %1 = "test.makes"() : () -> i32
  }, {
    %2 = "test.makes"() : () -> i8
    "test.inside"(%2, %3) : (i8, i64) -> ()
  }) : (i64) -> i16
  %3 = "test.makes"(%0) : (i16) -> i64
}) : () -> ()
"test.blocks"() ({
  "test.to"()[^bb2] : () -> ()
^bb1(%4: i4, %5: i5):
  "test.inside"(%4, %7) : (i4, i7) -> ()
  "test.to"()[^bb1, ^bb2] : () -> ()
^bb2(%6: i6, %7: i7):
  "test.to"()[^bb1] : () -> ()
}) : () -> ()
"""


def test_values_may_be_used_before_they_come() -> None:
    graph, blocks = read(_EARLY).operations
    uses, makes = graph.regions[0].block.operations
    first, second = (region.block.operations for region in uses.regions)
    assert uses.operands == makes.results
    assert makes.operands == uses.results
    assert first[0].operands == (makes.result, first[1].result)
    assert second[1].operands == (second[0].result, makes.result)
    for operation in graph.walk():
        for index, value in enumerate(operation.results):
            assert (value.owner, value.index) == (operation, index)
    assert [str(value.type) for value in (makes.result, first[1].result, second[0].result)] == ["i64", "i32", "i8"]
    _, one, two = blocks.regions[0].blocks
    assert one.operations[0].operands == (one.arguments[0], two.arguments[1])
    assert [str(value.type) for value in two.arguments] == ["i6", "i7"]
    assert two.arguments[1].owner is two
    assert two.arguments[1].index == 1
    assert [operation.successors for operation in blocks.walk() if operation.successors] == [(two,), (one, two), (one,)]


@pytest.mark.parametrize("value", [0, 1, 127, 128, 16_383, 16_384, 2**21, 2**28, 2**56 - 1, 2**56, 2**64 - 1])
def test_numbers_have_as_many_bytes_as_they_need(value: int) -> None:
    size = max(1, -(-value.bit_length() // 7))
    code = ((value << 1 | 1) << size - 1).to_bytes(size, "little") if size < 9 else b"\0" + value.to_bytes(8, "little")
    assert number(b"?" + code + b"?", 1) == (value, 1 + len(code))


def test_many_values_and_large_constants() -> None:
    lines = ["  %0 = stablehlo.constant dense<1> : tensor<2xi32>"]
    lines += [f"  %{at} = stablehlo.add %{at - 1}, %{at // 2} : tensor<2xi32>" for at in range(1, 20_000)]
    array = np.arange(2 * _LARGE, dtype=np.uint8)
    lines.append(f'  %20000 = stablehlo.constant dense<"0x{array.tobytes().hex()}"> : tensor<{array.size}xui8>')
    lines.append("  return %19999 : tensor<2xi32>")
    module = read("func.func @main() -> tensor<2xi32> {\n" + "\n".join(lines) + "\n}")
    operations = module.function("main").body.operations
    for at in range(1, 20_000):
        assert operations[at].operands == (operations[at - 1].result, operations[at // 2].result)
    np.testing.assert_array_equal(operations[20_000].attributes["value"].array, array)


def test_numbers_one_behind_the_other() -> None:
    values = [0, 5, 128, 16_384, 2**21, 1, 2**56, 2**64 - 1, 7]
    code = b""
    for value in values:
        size = max(1, -(-value.bit_length() // 7))
        code += (
            ((value << 1 | 1) << size - 1).to_bytes(size, "little") if size < 9 else b"\0" + value.to_bytes(8, "little")
        )
    assert numbers_in(code) == values
    assert numbers_in(code, 3) == values[:3]
    assert [*map(signed, range(5))] == [0, -1, 1, -2, 2]


@pytest.mark.parametrize("size", [2 * _LARGE, _MOST_ENTRIES + 1])
def test_a_file_keeps_no_more_than_is_needed(size: int) -> None:
    array = np.arange(size, dtype=np.uint8).tobytes()
    bindings = provider.find()
    module = bindings.ir.Module.parse(
        f'"test.op"() {{a = dense<"0x{array.hex()}"> : tensor<{len(array)}xui8>}} : () -> ()', bindings.context()
    )
    encoded = Encoded(module.operation)
    assert len(encoded.operations) < 100
    assert encoded.names == ["builtin.module", "test.op"]
    assert len(encoded.entries) == 0 if size > _MOST_ENTRIES else size <= len(encoded.entries) < size + 100
    read = Converter(bindings, module).module().operations[0]
    assert read.name == "test.op"
    assert read.attributes["a"].array.tobytes() == array
    whole: list[bytes] = []
    module.operation.write_bytecode(_Pieces(whole), 1)
    content = b"".join(whole)
    for step in (1 if size == 2 * _LARGE else 4099, 7, len(array)):  # in whatever pieces it comes
        file = _Sections()
        for at in range(0, len(content), step):
            file.write(content[at : at + step])
        assert file.sections()[4] == encoded.operations


class _Pieces:
    def __init__(self, pieces: list[bytes]) -> None:
        self.write = pieces.append
