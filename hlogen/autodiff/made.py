"""Functions made from functions: made once, and named after what they were made from."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from weakref import WeakKeyDictionary

from hlogen.autodiff.ties import current_ties
from hlogen.builder import trees
from hlogen.builder.function import Function
from hlogen.builder.trees import Structure
from hlogen.custom import changes
from hlogen.ir import Block, HasModule, Module
from hlogen.ir import Function as View

_made: WeakKeyDictionary[Module, dict[Hashable, Function]] = WeakKeyDictionary()


def made_once(module: Module, key: tuple[Hashable, ...], make: Callable[[], Function]) -> Function:
    """What `make` makes from a function of `module`, or what it made before for the same `key`.

    A program that asks twice for the derivative of one function so has one function, and not two of one name.
    """
    known = _made.setdefault(module, {})
    whole_key = (*key, current_ties(), changes())
    if whole_key not in known:
        made = make()
        del made.__wrapped__  # it holds the module, which is to be let go when nobody else has it
        known[whole_key] = made
    return known[whole_key]


def argument_names(block: Block) -> list[str]:
    """What the arguments of a function are called in functions that are made from it: each otherwise."""
    return trees.distinct([argument.name or f"arg{number}" for number, argument in enumerate(block.arguments)])


def structures_of(function: HasModule, view: View) -> tuple[Structure, Structure]:
    """The trees that the function takes and returns: flat ones where it isn't what ``@hl.function`` made."""
    if isinstance(function, Function) and view.name == function.name:
        return function.inputs, function.output
    count = len(view.type.results)
    return trees.leaves(len(view.type.inputs)), trees.LEAF if count == 1 else trees.leaves(count)


def name_of(*parts: str | int) -> str:
    """``loss_grad_table``: the parts in a name, without what isn't for names."""
    return "_".join(re.sub(r"[^\w.$-]+", "_", str(part)) for part in parts)
