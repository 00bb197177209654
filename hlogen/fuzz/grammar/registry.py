"""The table of the rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from hlogen.fuzz.site import Site
from hlogen.registry import Registry

Row: TypeAlias = Callable[[Site], None]

GRAMMAR: Registry[Row] = Registry("hlogen.fuzz.grammar.rows", "a row of the grammar")

row = GRAMMAR.register
without = GRAMMAR.without
