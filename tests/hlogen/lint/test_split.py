from __future__ import annotations

from hlogen.lint.split import numbered_parts


def parts(content):
    return [part for _, part in numbered_parts(content)]


def first_lines(content):
    return [line for line, _ in numbered_parts(content)]


def test_parts_keep_their_lines():
    content = b"// head\na\n// -----\n\n  b\nb\n// ----- not a marker\n// -----  \n// only a comment\n\n// -----\nc"
    assert first_lines(content) == [2, 5, 12]
    split = parts(content)
    assert [part.splitlines()[line - 1].strip() for part, line in zip(split, [2, 5, 12], strict=True)] == [
        b"a",
        b"b",
        b"c",
    ]
    assert b"c" not in split[1]


def test_bytecode_is_one_part():
    content = b"ML\xefR\n// -----\nx"
    assert parts(content) == [content]


def test_nothing():
    assert parts(b"\n// nothing\n") == []


def test_many_blank_lines_take_no_time():
    assert len(parts(b"\n" * 100_000 + b"a")) == 1
