"""Collectives in a program of one process: each group has that one in it. And what has no row."""

from __future__ import annotations

import numpy as np

from hlogen.fuzz.grammar.registry import row, without
from hlogen.fuzz.site import BOOLEANS, FLOATS, INTEGERS, NUMBERS, Site, number, type_of
from hlogen.ir import Attribute, DenseElements, TensorType
from hlogen.ir.types import I64

_ALONE = DenseElements(TensorType((1, 1), I64), np.zeros((1, 1), np.int64))


@row("stablehlo.partition_id", "stablehlo.replica_id")
def partition_id(site: Site) -> None:
    site.emit(site.op, [])


@row("stablehlo.all_gather")
def all_gather(site: Site) -> None:
    operand = site.tensor((*NUMBERS, *BOOLEANS), low=1, at_least=1)  # upstream's verifier refuses empty ones
    attributes: dict[str, Attribute] = {
        "all_gather_dim": number(site.integer(0, type_of(operand).rank - 1)), "replica_groups": _ALONE,
    }  # fmt: skip
    site.emit("stablehlo.all_gather", [operand], [type_of(operand)], **attributes)


@row("stablehlo.all_reduce")
def all_reduce(site: Site) -> None:
    operand = site.tensor((*INTEGERS, *FLOATS))
    body = site.body([type_of(operand).element_type])
    site.emit("stablehlo.all_reduce", [operand], [type_of(operand)], [body], replica_groups=_ALONE)


@row("stablehlo.reduce_scatter")
def reduce_scatter(site: Site) -> None:
    operand = site.tensor((*INTEGERS, *FLOATS), low=1, at_least=1)
    body = site.body([type_of(operand).element_type])
    attributes: dict[str, Attribute] = {
        "scatter_dimension": number(site.integer(0, type_of(operand).rank - 1)), "replica_groups": _ALONE,
    }  # fmt: skip
    site.emit("stablehlo.reduce_scatter", [operand], [type_of(operand)], [body], **attributes)


@row("stablehlo.all_to_all")
def all_to_all(site: Site) -> None:
    operand = site.tensor((*NUMBERS, *BOOLEANS), low=1)
    last = type_of(operand).rank - 1
    attributes: dict[str, Attribute] = {
        "split_dimension": number(site.integer(0, last)), "concat_dimension": number(site.integer(0, last)),
        "split_count": number(1), "replica_groups": _ALONE,
    }  # fmt: skip
    site.emit("stablehlo.all_to_all", [operand], [type_of(operand)], **attributes)


@row("stablehlo.collective_broadcast")
def collective_broadcast(site: Site) -> None:
    operand = site.tensor((*NUMBERS, *BOOLEANS))
    site.emit("stablehlo.collective_broadcast", [operand], replica_groups=_ALONE)


@row("stablehlo.collective_permute")
def collective_permute(site: Site) -> None:
    operand = site.tensor((*NUMBERS, *BOOLEANS))
    pairs = np.zeros((site.integer(0, 1), 2), np.int64)  # where nobody sends to a process, it has zeros
    attribute = DenseElements(TensorType(pairs.shape, I64), pairs)
    site.emit("stablehlo.collective_permute", [operand], source_target_pairs=attribute)


without(
    *("stablehlo.async_start", "stablehlo.async_done", "stablehlo.collective_reduce"),
    because="no backend that is known runs it",
)
without(
    *("stablehlo.after_all", "stablehlo.infeed", "stablehlo.outfeed", "stablehlo.send", "stablehlo.recv"),
    because="tokens and what comes from outside are no values that could be compared",
)
without("stablehlo.custom_call", because="what it does is up to its target")
without("stablehlo.rng", because="any values are right")
