"""Looking at MLIR text without parsing it, and edits that keep places."""

import pytest
from helpers.layouts import unhurried
from hypothesis import given
from hypothesis import strategies as st

from hlogen.mlir.edits import Edits
from hlogen.mlir.tokens import (
    attribute_entries,
    brackets,
    closing,
    comments_and_strings,
    dictionary_entries,
    function_around,
    functions,
    has_string_that_is_no_text,
    is_in_comment,
    is_in_comment_or_string,
    is_nested_deeper_than,
    looks_like_mlir,
    name_that_is_no_text,
    number_longer_than,
    open_brackets,
    resource_blobs,
    skip_blanks,
    tokens,
    type_end,
    with_line_ends,
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


words = st.lists(st.sampled_from("ab é"), max_size=4).map("".join)
lines = st.lists(st.tuples(words, words, words), max_size=5)


@unhurried
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


TWO = """\
// func.func @no(%x: i1) {
func.func private @f(%x: i1 {a.b = "}"}) -> (i2 {c}) attributes {d = {}} {
  "a.b"() ({ // }
  }) : () -> ()
}
module @m {
  func @"g h"() {
    %0 = "func.func @no() {"() : () -> i1
  }
  func.func nested @bodiless(%a: i1) -> i2
  func.func @open() { "a.b"() ({
  }
}
"""


def test_functions_and_their_bodies():
    found = [
        (name, TWO[start:].partition("(")[0], body and TWO[body - 1 :][:2]) for start, name, body in functions(TWO)
    ]
    assert found == [
        ("f", "func.func private @f", "{\n"),
        ("g h", 'func @"g h"', "{\n"),
        ("bodiless", "func.func nested @bodiless", None),
        ("open", "func.func @open", "{ "),
    ]


@pytest.mark.parametrize(
    ("words", "name", "end"),
    [
        ("%x: i1 {", "f", "\nmodule"),
        ('"a.b"', "f", "\nmodule"),
        ("}) : ()", "f", "\nmodule"),
        ("%0 =", "g h", "\n  func.func nested"),
        ("%a: i1", "bodiless", "\n  func.func @open"),
        ("({\n  }\n}", "open", None),  # its brackets don't pair up: it ends with a bracket below its first character
    ],
)
def test_the_function_around(words, name, end):
    around = function_around(TWO, TWO.index(words))
    assert around is not None
    assert around[2] == name
    assert TWO[around[0] :].startswith("func")
    assert TWO[: around[1]] == (TWO[: TWO.index(end)] if end is not None else TWO[: TWO.rindex("  }") + 3])


def test_what_is_in_no_function():
    assert function_around(TWO, 3) is None
    assert function_around("module {}", 3) is None
    assert functions("x.func @f() {} @func.func @g") == []


@pytest.mark.parametrize(
    ("text", "strictly", "loosely"),
    [
        ("({[", [0, 1, 2], [0, 1, 2]),
        ("(){}[]", [], []),
        ("({)", None, [0]),
        (")", None, None),
        ("(\")\" // )\n{", [0, 10], [0, 10]),
        ("[()", [0], [0]),
    ],
)  # fmt: skip
def test_brackets_that_are_open(text, strictly, loosely):
    assert open_brackets(text, 0, len(text)) == strictly
    assert open_brackets(text, 0, len(text), strict=False) == loosely
    assert open_brackets(f"){text})", 1, 1 + len(text)) == (strictly and [at + 1 for at in strictly])


def test_what_is_part_of_a_comment_or_a_string():
    text = 'a "b // c" d // e "f\n"g" h'
    inside = "".join("x" if is_in_comment_or_string(text, at) else "." for at in range(len(text)))
    assert inside == "..xxxxxxxx...xxxxxxx.xxx.."
    assert [text[start:end] for start, end in comments_and_strings(text)] == ['"b // c"', '// e "f', '"g"']
    assert [token for _, token in tokens(f"({text})[{{")] == ["(", '"b // c"', '"g"', ")", "[", "{"]
    assert [at for at, _ in tokens("(()", 1, 2)] == [1]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("a\rb\r\nc\r", "a\nb\r\nc\n"),
        ('"a\rb"\r', '"a\rb"\n'),
        ("// a\rb", "// a\nb"),
        ("a\nb", "a\nb"),
        ('"\\"\r"\r', '"\\"\r"\n'),
    ],
)
def test_line_ends(text, read):
    assert with_line_ends(text) == read


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        *((text, True) for text in (
            "%0 = a.b", "  %0:2, %1 = x", "module {", "module @m attributes {}", "tensor<2xf32>", "stablehlo.add",
            "func.func", "func private @f", '"a.b"(', "chlo.x", "mhlo.x", "x = sdy.mesh", "return func.return",
            "func @f",
        )),
        *((text, False) for text in (
            "", "hello", "%0", "module db", 'module "db" {', "x.stablehlo", "function f()", "a == %0 = 1",
            "tensor <2>", "def func(x): pass",
        )),
    ],
)  # fmt: skip
def test_what_looks_like_mlir(text, is_one):
    assert looks_like_mlir(text) == is_one


def test_types_with_arrows_comments_and_strings_in_them():
    for type in ("!a.b<(i1) -> i2, c>", '!a.b<">", d>', "tuple<i1, // >\n i2>", "#x.y<a = <b>, c>", "dense<[1]>"):
        assert type_end(f"{type}> rest", 0) == len(type)
        assert type_end(f"xx{type}", 2) == 2 + len(type)
    assert type_end("tensor<2x", 0) == len("tensor")  # which never ends
    assert type_end("(i1) -> i2", 0) == 0


def test_strings_that_are_no_text():
    assert not has_string_that_is_no_text('"\\E2\\9C\\93" "\\41"')
    assert has_string_that_is_no_text('"\\E2\\9C"')
    assert not has_string_that_is_no_text('// "\\FF"\n"a"')
    assert name_that_is_no_text('"a"() "b\\FF"  () "c\\FF"()') == 6
    assert name_that_is_no_text('@"b\\FF"()') is None
    assert name_that_is_no_text('"b"() {a = "\\FF"}') is None
    assert dictionary_entries('{a = [1, 2], "b c" = {d = 1}, e}') == {"a": "[1, 2]", "b c": "{d = 1}", "e": "unit"}
