from __future__ import annotations

import io
import re
import struct
import tracemalloc
import zipfile

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
from hlogen.cli.arrays import read_arguments, write_results
from hlogen.errors import UsageError
from hlogen.ir import Block, Function, FunctionType, Operation, Region, TokenType, tensor


def function(*types, names=None):
    inputs = tuple(TokenType() if text == "token" else tensor(text) for text in types)
    block = Block(inputs, names)
    attributes = {"sym_name": "main", "function_type": FunctionType(inputs, ())}
    return Function(Operation("func.func", attributes=attributes, regions=[Region([block])]))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_npy_files_in_order():
    np.save("a.npy", np.arange(3, dtype=np.int32))
    np.save("b.npy", np.float32(1.5))
    a, b = read_arguments(["a.npy", "b.npy"], function("3xi32", "f32"))
    assert a.tolist() == [0, 1, 2]
    assert (b.shape, b.item()) == ((), 1.5)


def test_the_arrays_of_an_npz_in_order():
    np.savez("z.npz", table=np.zeros((2, 3)), rows=np.array([1]))
    table, rows = read_arguments(["z.npz"], function("2x3xf64", "1xi64"))
    assert (table.shape, rows.tolist()) == ((2, 3), [1])


@pytest.mark.parametrize(("first", "second"), [("b", "a"), ("arg1", "arg0")])
def test_the_arrays_of_an_npz_by_name(first, second):
    np.savez("z.npz", **{first: np.array([2]), second: np.array([1])})
    a, b = read_arguments(["z.npz"], function("1xi64", "1xi64", names=["a", "b"]))
    assert (a.tolist(), b.tolist()) == ([1], [2])


def test_names_that_are_no_arguments_leave_the_order():
    np.savez("z.npz", arg7=np.array([1]), c=np.array([2]))
    a, b = read_arguments(["z.npz"], function("1xi64", "1xi64", names=["a", "b"]))
    assert (a.tolist(), b.tolist()) == ([1], [2])


@pytest.mark.parametrize(
    ("arrays", "warns"),
    [
        ({"b": np.ones(2), "a": np.zeros(2)}, True),
        ({"b": np.ones(2), "a": np.zeros(2, np.int32)}, False),  # no other order would fit
        ({"arr_0": np.ones(2), "arr_1": np.zeros(2)}, False),  # as np.savez numbers arrays without names
        ({"arg1": np.ones(2), "arg0": np.zeros(2)}, False),
    ],
)
def test_names_that_say_nothing_where_types_dont_either(arrays, warns, capsys):
    np.savez("z.npz", **arrays)
    types = [f"2x{'i32' if array.dtype == np.int32 else 'f64'}" for array in arrays.values()]
    read_arguments(["z.npz"], function(*types))
    told = capsys.readouterr().err
    expected = "warning: z.npz:b, z.npz:a aren't named after the arguments of @main (arg0, arg1); "
    assert told == (expected + "they are taken in this order\n" if warns else "")


def test_a_literal_beside_names_that_agree_with_the_order():
    np.savez("z.npz", arg0=np.array([1]))
    a, b = read_arguments(["z.npz", "[2]"], function("1xi64", "1xi64"))
    assert (a.tolist(), b.tolist()) == ([1], [2])


@pytest.mark.parametrize(
    ("arrays", "more", "message"),
    [
        (["b", "c"], [], r"named after arguments of @main \(z.npz:b\) and some aren't \(z.npz:c\)"),
        (["a", "c"], [], r"name all of them after the arguments \(a, b\), or none"),
        (["a", "b", "c"], [], r"some aren't \(z.npz:c\)"),
        (["b"], ["[2]"], r"some aren't \(\[2\]\)"),
        (["arg1", "arg2"], [], r"\(z.npz:arg1\) and some aren't \(z.npz:arg2\)"),  # counted from 1
        (["arg2", "arg0"], [], r"\(z.npz:arg0\) and some aren't \(z.npz:arg2\)"),
        (["a", "arg0"], [], r"z.npz:a and z.npz:arg0 are both named after argument 0 of @main"),
        (["b"], [], "takes 2 arguments"),
    ],
)
def test_only_some_arrays_are_named_after_arguments(arrays, more, message):
    np.savez("z.npz", **{name: np.array([1]) for name in arrays})
    with pytest.raises(UsageError, match=message):
        read_arguments(["z.npz", *more], function("1xi64", "1xi64", names=["a", "b"]))


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "int4", "uint2", "float4_e2m1fn"])
def test_types_that_npy_files_do_not_know(name):
    element_type = {
        "bfloat16": "bf16",
        "float8_e4m3fn": "f8E4M3FN",
        "int4": "i4",
        "uint2": "ui2",
        "float4_e2m1fn": "f4E2M1FN",
    }[name]
    values = np.array([0, 1, 2], getattr(ml_dtypes, name))
    np.save("a.npy", values)
    np.savez("z.npz", values)
    for source in ("a.npy", "z.npz"):
        (read,) = read_arguments([source], function(f"3x{element_type}"))
        assert read.dtype == values.dtype
        assert read.tobytes() == values.tobytes()


def test_raw_bytes_of_another_width_are_refused():
    np.save("a.npy", np.array([1], ml_dtypes.bfloat16))
    with pytest.raises(UsageError, match=r"argument 0 \(a\.npy\).*expects tensor<1xf8E5M2>"):
        read_arguments(["a.npy"], function("1xf8E5M2"))


@pytest.mark.parametrize(
    ("text", "type", "expected"),
    [
        ("[[1, 2], [3, 4]]", "2x2xi32", np.array([[1, 2], [3, 4]], np.int32)),
        ("3", "i64", np.array(3)),
        ("-1.5", "f32", np.array(-1.5, np.float32)),
        ("[1, NaN, -Infinity]", "3xf64", np.array([1, np.nan, -np.inf])),
        ("[true, false]", "2xi1", np.array([True, False])),
        ("[18446744073709551615]", "1xui64", np.array([2**64 - 1], np.uint64)),
        ("[1, 2.5]", "2xbf16", np.array([1, 2.5], ml_dtypes.bfloat16)),
        ("[-8, 7]", "2xi4", np.array([-8, 7], ml_dtypes.int4)),
        ("[1, 2]", "2xcomplex<f32>", np.array([1, 2], np.complex64)),
        ("1e300", "f32", np.array(np.inf, np.float32)),
        ("[7]", "1x!quant.uniform<u8:f32, 0.5:3>", np.array([7], np.uint8)),
        ("[[], []]", "2x0xi8", np.zeros((2, 0), np.int8)),
        ("[1, 2]", "?xi32", np.array([1, 2], np.int32)),
    ],
)
def test_literals(text, type, expected):
    (value,) = read_arguments([text], function(type))
    assert value.dtype == expected.dtype
    assert value.shape == expected.shape
    assert value.tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    ("text", "type", "message"),
    [
        ("[300]", "1xi8", "holds 300, but i8 goes from -128 to 127"),
        ("[-1]", "1xui8", "holds -1, but ui8 goes from 0 to 255"),
        ("[1.5]", "1xi32", "holds fractions, but the program expects tensor<1xi32>"),
        ("[1]", "1xi1", "holds integers, but the program expects tensor<1xi1>"),
        ("[[1], [1, 2]]", "2x2xi32", "is no array"),
        ("[1, 2", "2xi32", "is no array"),
        (
            "[36893488147419103232]",
            "1xui64",
            "holds 36893488147419103232, but ui64 goes from 0 to 18446744073709551615",
        ),
        ("[0, null]", "2xi32", "holds no numbers"),
        ("[36893488147419103232]", "1xi1", "holds no numbers"),
        ('["a"]', "1xf32", "holds no numbers"),
        ("[200]", "1x!quant.uniform<i8:f32, 0.5>", "holds 200, but i8 goes from -128 to 127"),
        ("[1, 2]", "3xi32", "has shape 2, but the program expects tensor<3xi32>"),
    ],
)
def test_literals_that_do_not_fit(text, type, message):
    with pytest.raises(UsageError, match="argument 0") as error:
        read_arguments([text], function(type))
    assert message in str(error.value)


@pytest.mark.parametrize(
    "name", [f"{sign}{width}" for sign in ("i", "ui") for width in (2, 4, 8, 16, 32, 64)] + ["index"]
)
def test_integers_of_a_literal_at_the_limits_of_their_type(name):
    """Beside each other, as no type of NumPy has both."""
    width = 64 if name == "index" else int(name.lstrip("ui"))
    low, high = (0, (1 << width) - 1) if name.startswith("u") else (-(1 << width - 1), (1 << width - 1) - 1)
    type = f"2x{name}"
    (value,) = read_arguments([f"[{low}, {high}]"], function(type))
    assert [int(x) for x in value] == [low, high]
    for wrong, others in ((low - 1, (low, high)), (high + 1, (low, high))):
        for other in others:
            with pytest.raises(UsageError, match=f"holds {wrong}, but {name} goes from {low} to {high}"):
                read_arguments([f"[{other}, {wrong}]"], function(type))


@pytest.mark.parametrize("type", ["2xf64", "2xf32", "2xcomplex<f64>"])
def test_floats_of_a_literal_may_be_written_as_integers_of_any_length(type):
    (value,) = read_arguments([f"[{1 << 100}, -3]"], function(type))
    assert value.tolist() == [2.0**100, -3.0]


def test_long_literals():
    (value,) = read_arguments([str(list(range(10_000)))], function("10000xi32"))
    assert value.tolist() == list(range(10_000))
    with pytest.raises(UsageError) as error:
        read_arguments([str(list(range(10_000)))], function("2xi32"))
    assert len(str(error.value)) < 200
    with pytest.raises(UsageError, match="is no array"):
        read_arguments(["[" * 100_000], function("2xi32"))


def test_wrong_counts_name_what_is_expected_and_given():
    np.save("a.npy", np.arange(3, dtype=np.int32))
    with pytest.raises(
        UsageError, match=r"2 arguments \(tensor<3xi32>, tensor<f32>\), but 1 was given \(a\.npy 3 int32\)"
    ):
        read_arguments(["a.npy"], function("3xi32", "f32"))
    with pytest.raises(UsageError, match=r"none was given; give one --input for each"):
        read_arguments([], function("3xi32"))
    with pytest.raises(UsageError, match=r"takes 0 arguments \(none\), but 1 was given .* leave out"):
        read_arguments(["a.npy"], function())


def test_tokens_are_not_given():
    np.savez("z.npz", b=np.array([2]), a=np.array([1]))
    given = function("token", "1xi64", "token", "1xi64", names=["t", "a", "u", "b"])
    assert read_arguments(["z.npz"], given) == [None, np.array([1]), None, np.array([2])]
    assert read_arguments(["[1]", "[2]"], given) == [None, np.array([1]), None, np.array([2])]
    assert read_arguments([], function("token")) == [None]
    with pytest.raises(
        UsageError, match=r"takes 2 arguments beside its tokens \(tensor<1xi64>, tensor<1xi64>\), but 1 was"
    ):
        read_arguments(["[1]"], given)


def test_a_wrong_dtype_says_how_to_convert():
    np.save("a.npy", np.arange(3))
    with pytest.raises(UsageError, match=r"holds int64 elements, but .*tensor<3xi32>; .*array\.astype\(np\.int32\)"):
        read_arguments(["a.npy"], function("3xi32"))
    with pytest.raises(UsageError, match=r"array\.astype\(ml_dtypes\.bfloat16\)"):
        read_arguments(["a.npy"], function("3xbf16"))


@pytest.mark.parametrize("content", [b"", b"noise", b"PK\x03\x04 not a zip", b"\x93NUMPY\x01\x00"])
@pytest.mark.parametrize("name", ["a.npy", "a.npz"])
def test_unreadable_files(folder, name, content):
    (folder / name).write_bytes(content)
    with pytest.raises(UsageError, match=f"--input {name} can't be read as a NumPy file: .*np.savez"):
        read_arguments([name], function("3xi32"))


def test_a_damaged_npz(folder):
    np.savez("z.npz", a=np.arange(1000))
    content = bytearray((folder / "z.npz").read_bytes())
    content[200:400] = bytes(200)
    (folder / "z.npz").write_bytes(content)
    with pytest.raises(UsageError, match="can't be read"):
        read_arguments(["z.npz"], function("1000xi64"))


def header(text):
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


def one_array():
    file = io.BytesIO()
    np.save(file, np.arange(300, dtype=np.int32))
    return file.getvalue()


STRANGE = {  # what a member is called, and holds
    "text": ("readme.txt", b"hello", "it isn't an array file"),
    "text called an array": ("a.npy", b"hello", "it isn't an array file"),
    "a folder": ("folder/", b"", "it isn't an array file"),
    "a header that goes on": ("a.npy", header(b"(" * 4000), "(EOF in multi-line statement|too many nested p)"),
    "no dtype": ("a.npy", header(b"{'descr': 'zz', 'fortran_order': False, 'shape': ()}\n"), "not a valid dtype"),
}


@pytest.mark.parametrize("strange", STRANGE)
def test_a_strange_member_of_an_npz_is_named(strange):
    name, content, reason = STRANGE[strange]
    with zipfile.ZipFile("z.npz", "w") as file:
        file.writestr("arg0.npy", one_array())
        file.writestr(name, content)
    called = re.escape(name.removesuffix(".npy"))
    with pytest.raises(UsageError, match=f"--input z.npz:{called} can't be read as a NumPy file: .*{reason}.*; write"):
        read_arguments(["z.npz"], function("300xi32"))


@pytest.mark.parametrize(
    ("flags", "method", "reason"),
    [
        (0, 97, "compression method is not supported"),
        (1, 0, "is encrypted"),
        (65, 0, "strong encryption"),
        (32, 0, "compressed patched data"),
    ],
)
def test_a_member_that_zipfile_does_not_read(folder, flags, method, reason):
    with zipfile.ZipFile("z.npz", "w") as file:
        file.writestr("a.npy", one_array())
    content = bytearray((folder / "z.npz").read_bytes())
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        struct.pack_into("<HH", content, content.index(signature) + place, flags, method)
    (folder / "z.npz").write_bytes(content)
    with pytest.raises(UsageError, match=f"--input z.npz:a can't be read as a NumPy file: .*{reason}"):
        read_arguments(["z.npz"], function("300xi32"))


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_a_member_whose_compression_is_damaged(folder, method):
    with zipfile.ZipFile("z.npz", "w", method) as file:
        file.writestr("a.npy", one_array())
    content = bytearray((folder / "z.npz").read_bytes())
    start = content.index(b"a.npy") + len("a.npy") + 9  # behind LZMA's own header
    content[start : start + 30] = bytes(byte ^ 0x5A for byte in content[start : start + 30])
    (folder / "z.npz").write_bytes(content)
    with pytest.raises(UsageError, match=r"--input z\.npz:a can't be read as a NumPy file"):
        read_arguments(["z.npz"], function("300xi32"))


def test_an_array_that_memory_has_no_room_for():
    with zipfile.ZipFile("z.npz", "w") as file:
        shape = b"{'descr': '<i4', 'fortran_order': False, 'shape': (99999999999999,)}\n"
        file.writestr("a.npy", header(shape))
    with pytest.raises(UsageError, match=r"--input z\.npz:a has no room in memory: .*TiB"):
        read_arguments(["z.npz"], function("?xi32"))


def test_python_objects_are_not_loaded():
    np.save("a.npy", np.array([{}]), allow_pickle=True)
    with pytest.raises(UsageError, match="holds Python objects"):
        read_arguments(["a.npy"], function("1xi64"))


def test_missing_files_and_folders(folder):
    with pytest.raises(UsageError, match="there is no file"):
        read_arguments(["x" * 5000 + ".npy"], function("3xi64"))
    np.save("indices.npy", np.arange(3))
    with pytest.raises(UsageError, match=r"no file or folder indeces\.npy; did you mean indices\.npy\?"):
        read_arguments(["indeces.npy"], function("3xi64"))
    (folder / "sub").mkdir()
    with pytest.raises(UsageError, match="is a folder"):
        read_arguments(["sub"], function("3xi64"))
    with pytest.raises(UsageError, match="/dev/null is a device or a pipe; name an"):
        read_arguments(["/dev/null"], function("3xi64"))
    with pytest.raises(UsageError, match=r"argument 0 is of type tuple<tensor<f32>>; the command line can only give"):
        read_arguments(["1"], hl.function("tuple<tensor<f32>>")(lambda pair: pair).module.function("main"))


@pytest.mark.parametrize("name", ["1.npy", "3d.npz", "true.npy", "-1.npy"])
def test_a_missing_file_that_looks_like_a_number(name):
    with pytest.raises(UsageError, match="no file or folder"):
        read_arguments([name], function("i64"))


def test_results_are_written_and_read_back():
    results = (np.arange(3), np.array([1.5], ml_dtypes.bfloat16))
    write_results("out.npz", results, force=False)
    a, b = read_arguments(["out.npz"], function("3xi64", "1xbf16"))
    assert a.tolist() == [0, 1, 2]
    assert b.tolist() == [1.5]
    write_results("one.npy", results[:1], force=False)
    assert np.load("one.npy").tolist() == [0, 1, 2]


def test_nothing_is_overwritten(folder):
    np.save("out.npy", np.arange(3))
    with pytest.raises(UsageError, match=r"out\.npy exists already and is left as it is; .*--force"):
        write_results("out.npy", [np.zeros(1)], force=False)
    assert np.load("out.npy").tolist() == [0, 1, 2]
    write_results("out.npy", [np.zeros(1)], force=True)
    assert np.load("out.npy").tolist() == [0]
    assert [path.name for path in folder.iterdir()] == ["out.npy"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("out.txt", "written as .npz, or as .npy"),
        ("out.npy", "an .npy file holds one array, the program has 2 results"),
        ("nowhere/out.npz", "the folder nowhere doesn't exist"),
    ],
)
def test_outputs_that_cannot_be(folder, path, message):
    with pytest.raises(UsageError) as error:
        write_results(path, [np.zeros(1), np.zeros(1)], force=False)
    assert message in str(error.value)
    assert list(folder.iterdir()) == []


def test_only_tensors_are_written(folder):
    with pytest.raises(UsageError, match="result 1 is no tensor"):
        write_results("out.npz", [np.zeros(1), (np.zeros(1),)], force=False)
    assert list(folder.iterdir()) == []


def test_tokens_are_not_written(folder):
    write_results("out.npz", [None, np.ones(1)], force=False)
    with np.load("out.npz") as written:
        assert written.files == ["result_1"]
    with pytest.raises(UsageError, match="the results are tokens"):
        write_results("token.npy", [None], force=False)


def test_no_results_need_no_output(folder):
    with pytest.raises(UsageError, match="no results to write"):
        write_results("out.npz", [], force=False)


@pytest.mark.parametrize("dtype", [np.float32, ml_dtypes.bfloat16])
@pytest.mark.parametrize("kind", ["npy", "npz", "second of an npz"])
def test_an_array_that_fits_nowhere_is_refused_before_it_is_read(kind, dtype):
    """A file of a few kilobytes may hold gigabytes of zeros: its header is enough."""
    size = 1 << 21
    wrong, right = np.broadcast_to(np.zeros((), dtype), (size,)), np.zeros(2, dtype)
    if kind == "npy":
        np.save("x.npy", wrong)
        given = ["x.npy", "x.npy"]
    else:
        np.savez_compressed("x.npz", *((wrong, right) if kind == "npz" else (right, wrong)))
        given = ["x.npz"]
    element = "bf16" if dtype == ml_dtypes.bfloat16 else "f32"
    tracemalloc.start()
    with pytest.raises(UsageError, match=rf"has shape {size}, but the program expects tensor<2x{element}>"):
        read_arguments(given, function(f"2x{element}", f"2x{element}"))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < size
    taken = read_arguments(given, function(f"?x{element}", f"?x{element}"))  # where any size fits, it is read
    assert size in [len(array) for array in taken]


@pytest.mark.parametrize(("count", "rest"), [(1, ""), (8, ""), (9, " and 1 more"), (11, " and 3 more")])
def test_of_many_drawn_arguments_the_first_eight_are_named(count, rest, capsys):
    read_arguments([], function(*["1xi64"] * count), random=5)
    named = ", ".join(f"arg{at} (tensor<1xi64>)" for at in range(min(count, 8)))
    assert capsys.readouterr().err == f"note: --random --seed 5 draws {named}{rest}\n"
