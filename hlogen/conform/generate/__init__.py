"""Random gather, scatter and dynamic_gather programs over the whole space of dimension numbers, valid and invalid ones.

Every decision goes through a `Draw`, so that one generator serves a seed (`SeededDraw`) and a shrinking test library.
"""

from hlogen.conform.generate.bodies import Body, Expression
from hlogen.conform.generate.case import OPS, Case
from hlogen.conform.generate.draw import Draw, SeededDraw
from hlogen.conform.generate.invalid import InvalidCase, draw_invalid_case
from hlogen.conform.generate.valid import draw_case

__all__ = [
    "OPS",
    "Body",
    "Case",
    "Draw",
    "Expression",
    "InvalidCase",
    "SeededDraw",
    "draw_case",
    "draw_invalid_case",
]
