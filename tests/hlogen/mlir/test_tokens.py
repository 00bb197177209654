"""Looking at MLIR text without parsing it, and edits that keep places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hlogen.mlir.edits import Edits
from hlogen.mlir.tokens import (
    attribute_entries,
    brackets,
    closing,
    is_in_comment,
    is_nested_deeper_than,
    number_longer_than,
    resource_blobs,
    skip_blanks,
    type_end,
)


@pytest.mark.parametrize(
    ("text", "end"),
    [("()", 1), ("({[]})x", 5), ('(")")', 4), ("( // )\n)", 7), ("(", None), ("(()", None), ("x", None), ("", None)],
)
def test_where_a_bracket_closes(text, end):
    assert closing(text, 0) == end


def test_brackets_that_do_not_pair_up_are_left_out():
    assert brackets("(a [b] {c)") == {3: 5}
    assert brackets('("}" // {\n)') == {0: 10}


def test_blanks_and_comments_are_skipped():
    assert skip_blanks("  // x\n  // y\n z", 0) == 15
    assert skip_blanks("z", 0) == 0
    assert skip_blanks("  ", 0) == 2


def test_comments():
    assert is_in_comment("a // b c", 6)
    assert not is_in_comment('"//" c', 5)
    assert not is_in_comment("// a\nb", 5)


@pytest.mark.parametrize(
    "text",
    ["f32", "tensor<2x3xf32>", "tensor<?xf32, #stablehlo.bounds<3>>", 'dense<"0xAB">', "!quant.uniform<i8:f32, 0.5>"],
)
def test_where_a_type_ends(text):
    assert type_end(f"{text}, more<>", 0) == len(text)


def test_entries_of_a_printed_operation():
    text = (
        '%0 = "a.b"(%1, %2) <{p = dense<(1.0,2.0)> : tensor<complex<f32>>}> ({...}) '
        '{"q r\\22" = [1, {x = ">"}], u, "✓\\E2\\9C\\93\\n" = 1} : (i32) -> i32'
    )
    assert attribute_entries(text) == {
        "p": "dense<(1.0,2.0)> : tensor<complex<f32>>",
        'q r"': '[1, {x = ">"}]',
        "u": "unit",
        "✓✓\n": "1",
    }


def test_a_name_with_brackets_is_no_bracket():
    text = '%0 = "odd((([{"(%arg0) {a = dense<(1.0,2.0)> : tensor<2xcomplex<f32>>} : (tensor<2xf32>) -> ()'
    assert attribute_entries(text) == {"a": "dense<(1.0,2.0)> : tensor<2xcomplex<f32>>"}


def test_resources():
    text = 'module {}\n{-#\n  dialect_resources: { builtin: { a: "0x04000000FF",\n "b c": "0x08000000" } }\n#-}'
    assert resource_blobs(text) == {"a": b"\xff", "b c": b""}
    assert resource_blobs("module {}") == {}


@pytest.mark.parametrize(
    ("text", "deep"),
    [
        ("(" * 11, True),
        ("(" * 10, False),
        ("({[<" * 3, True),
        ("()" * 100, False),
        ("(->" * 11, True),
        ('"' + "(" * 11 + '"', False),
        ("// " + "(" * 11, False),
        (")" * 5 + "(" * 11, True),
        ("(" * 6 + " " * (1 << 20) + "(" * 5, True),
    ],
)
def test_nesting(text, deep):
    assert is_nested_deeper_than(10, text) == deep


words = st.text("ab é", max_size=4)
lines = st.lists(st.tuples(words, words, words), max_size=5)


@given(st.lists(lines, max_size=4))
def test_what_edits_leave_leads_back_to_where_it_was(text):
    old = "\n".join("".join(kept + removed for kept, removed, _ in line) for line in text)
    edits = Edits(old)
    at = 0
    for line in text:
        for kept, removed, new in line:
            at += len(kept)
            edits.replace(at, at + len(removed), new)
            at += len(removed)
        at += 1
    edited = edits.apply()
    assert edited.text == "\n".join("".join(kept + new for kept, _, new in line) for line in text)
    for number, line in enumerate(text, 1):
        before, after = 1, 1  # columns, in bytes
        for kept, removed, new in line:
            if kept:
                assert edited.original_column(number, after) == before
            before += len((kept + removed).encode())
            after += len((kept + new).encode())


def test_blanking_keeps_lines_and_columns():
    edits = Edits("aé\nbc d")
    edits.blank(0, 5)
    edited = edits.apply()
    assert edited.text == "   \n   d"
    assert edited.original_column(2, 4) == 4


def test_an_edit_may_not_add_a_line():
    with pytest.raises(AssertionError):
        Edits("ab").replace(0, 1, "\n")


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (11, f"array<i64: {'1' * 1001}>"),
        (7, f"tensor<{'1' * 1001}xi32>"),
        (2, f"0.{'1' * 1001}"),
        (0, "0" * 5000),
        (None, "0" * 1000),
        (None, "12 " * 2000),
        (None, f"0x{'0' * 5000}"),
        (None, f'dense<"0x{"0" * 5000}">'),
        (None, f"// {'0' * 5000}\n1"),
        (None, f"%{'0' * 5000} @f{'0' * 5000} ^bb{'0' * 5000}"),
    ],
)
def test_long_numbers(at: int | None, text: str) -> None:
    assert number_longer_than(1000, text) == at


@pytest.mark.parametrize("limit", range(1, 10))
def test_long_numbers_wherever_they_stand(limit: int) -> None:
    for before in range(3 * limit):
        for count in range(1, 3 * limit):
            text = f"{' ' * before}{'7' * count} a"
            assert number_longer_than(limit, text) == (before if count > limit else None)
