"""The colours of MLIR's text, for Pygments, which has none of its own."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


class MlirLexer(RegexLexer):  # type: ignore[misc]  # Pygments has no types
    """Comments, values, symbols, types, operations, attributes, numbers."""

    name = "MLIR"
    aliases: ClassVar = ["mlir"]
    filenames: ClassVar = ["*.mlir"]
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"\s+", Text),
            (r"//.*", Comment.Single),
            (r'"[\w.]+"(?=\()', Name.Function),
            (r'"(\\.|[^"\\])*"', String),
            (r"%[\w$.#:-]+", Name.Variable),
            (r"@[\w$.-]+", Name.Label),
            (r"\^\w+", Name.Label),
            (r"[#!][\w.$]+", Name.Attribute),
            (r"(?:tensor|tuple|complex|array|dense)(?=<)", Keyword.Type),
            (r"(?:[?\d]+x)+(?=[a-z?!])", Number.Integer),
            (r"(?:[su]?i\d+|bf16|tf32|f\d+\w*|index|none)\b", Keyword.Type),
            (r"-?(?:0x[0-9A-Fa-f]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)", Number),
            (r"(?:true|false|unit)\b", Keyword.Constant),
            (r"(?:module|func|private|public|return|attributes|loc|cond|do|across|applies|dims|dim)\b(?!\.)", Keyword),
            (r"[a-zA-Z_]\w*(?:\.\w+)+", Name.Function),
            (r"[a-zA-Z_]\w*", Name),
            (r"->|[=*+/|-]", Operator),
            (r"[()\[\]{}<>,:?]", Punctuation),
            (r".", Text),
        ]
    }
