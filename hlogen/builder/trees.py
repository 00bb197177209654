"""Trees: values inside tuples, lists, dicts and dataclasses, as parameters of a model are kept, and back.

A program's arguments and results are a flat list. `flatten` takes a tree apart into its leaves and its `Structure`;
``structure.unflatten(leaves)`` puts such a tree together again. What isn't a container is a leaf, whatever it is.
The order is the one that JAX has: dicts by their sorted keys, dataclasses and named tuples by their fields. None holds
nothing.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias, TypeVar

from hlogen.builder.emit import described
from hlogen.builder.trace import usage_error

_DEEPEST = 100

# Values and containers of them; what a leaf is depends on where the tree is given.
Tree: TypeAlias = Any

_T = TypeVar("_T")


class Structure(NamedTuple):
    """The shape of a tree: what container it is, what its parts are called there, and the parts' own structures.

    `container` is tuple, list, dict, the class of a named tuple or dataclass, None for None, and LEAF for a leaf.
    `names` are the dict's keys and the fields' names. Structures are equal where trees are alike.
    """

    container: Any
    names: tuple[Any, ...] = ()
    parts: tuple[Any, ...] = ()  # structures

    @property
    def is_leaf(self) -> bool:
        return self.container is _Leaf

    @property
    def is_flat(self) -> bool:
        """True of a leaf, and of a tuple of leaves."""
        return all(entry.is_leaf for entry in self.entries)

    @property
    def entries(self) -> tuple[Structure, ...]:
        """Of what a function returns, the results that it is said to have: a tuple's parts, or the one tree."""
        return self.parts if self.container is tuple else (self,)

    @property
    def leaf_count(self) -> int:
        """How many leaves there are."""
        return 1 if self.is_leaf else sum(part.leaf_count for part in self.parts)

    def unflatten(self, leaves: Sequence[Any]) -> Tree:
        """The tree with these leaves, of which there are `leaf_count`."""
        return self._built(iter(leaves))

    def _built(self, leaves: Iterator[Any]) -> Tree:
        if self.is_leaf:
            return next(leaves)
        return _container(self, [part._built(leaves) for part in self.parts])

    def paths(self, at: str = "") -> list[str]:
        """How Python says each leaf, where the tree is called `at`: ``params.w``, ``params['w'][0]``."""
        if self.is_leaf:
            return [at]
        return [path for name, part in zip(self._steps(), self.parts, strict=True) for path in part.paths(at + name)]

    def called(self, at: str) -> list[str]:
        """What each leaf is called in a program, where the tree is called `at`: ``params.w``, ``params.layers.0.w``."""
        if self.is_leaf:
            return [at]
        steps = [str(name) for name in self.names] or [str(number) for number in range(len(self.parts))]
        return [name for step, part in zip(steps, self.parts, strict=True) for name in part.called(f"{at}.{step}")]

    def part_called(self, name: str, at: str) -> tuple[int, Structure] | None:
        """The part that is called `name`, where the tree is called `at`, and the number of leaves before it."""
        if name == at:
            return 0, self
        before = 0
        for number, part in enumerate(self.parts):
            step = self.names[number] if self.names else number
            found = part.part_called(name, f"{at}.{step}")
            if found is not None:
                return before + found[0], found[1]
            before += part.leaf_count
        return None

    def _steps(self) -> list[str]:
        if self.container is dict:
            return [f"[{key!r}]" for key in self.names]
        if self.names:
            return [f".{name}" for name in self.names]
        return [f"[{number}]" for number in range(len(self.parts))]

    def leaves_of(self, tree: Tree, what: str) -> list[Any]:
        """The leaves of a tree of this structure, where anything may stand for a leaf; UsageError where it differs."""
        leaves: list[Any] = []
        self._gather(tree, what, leaves.append)
        return leaves

    def _gather(self, tree: Tree, what: str, take: Callable[[Any], None]) -> None:
        if self.is_leaf:
            take(tree)
            return
        found = _opened(tree)
        if found is not None and found.container is dict is self.container and found.names != self.names:
            lacks = [repr(name) for name in self.names if name not in found.names]
            has = [repr(name) for name in found.names if name not in self.names]
            said = [f"lacks {', '.join(lacks)}"] * bool(lacks) + [f"has {', '.join(has)}, too"] * bool(has)
            raise usage_error(f"{what} {' and '.join(said)}; expected {self}")
        if found is None or found.container is not self.container or found.names != self.names:
            raise usage_error(f"{what} is {_told(tree)}, expected {self}")
        if len(found.parts) != len(self.parts):
            raise usage_error(f"{what} has {_entries(len(found.parts))}, expected {len(self.parts)}: {self}")
        for step, part, entry in zip(self._steps(), self.parts, found.parts, strict=True):
            part._gather(entry, what + step, take)

    def spread(self, prefix: Tree, what: str) -> list[Any]:
        """One entry per leaf, from a tree that may end earlier: an entry or None there stands for all below it."""
        found = _opened(prefix)
        if found is None or found.container is None:
            return [prefix] * self.leaf_count
        if self.is_leaf:
            raise usage_error(f"{what} is {_told(prefix)}, which doesn't fit where one value is expected")
        if found.container is not self.container or found.names != self.names:
            raise usage_error(f"{what} is {_told(prefix)}, which doesn't fit {self}")
        if len(found.parts) != len(self.parts):
            raise usage_error(f"{what} has {_entries(len(found.parts))}, expected {len(self.parts)}: {self}")
        steps = zip(self._steps(), self.parts, found.parts, strict=True)
        return [entry for step, part, inner in steps for entry in part.spread(inner, what + step)]

    def kept(self, is_kept: Sequence[bool]) -> Structure:
        """The structure in which None stands for the leaves that aren't kept."""
        flags = iter(is_kept)
        return self._kept(flags)

    def _kept(self, flags: Iterator[bool]) -> Structure:
        if self.is_leaf:
            return self if next(flags) else NOTHING
        return self._replace(parts=tuple(part._kept(flags) for part in self.parts))

    def __str__(self) -> str:
        """As Python would write it, ``*`` for a leaf: ``{'w': *, 'b': (*, *)}``."""
        parts = [str(part) for part in self.parts]
        if self.is_leaf:
            return "*"
        if self.container is None:
            return "None"
        if self.container is dict:
            return "{" + ", ".join(f"{key!r}: {part}" for key, part in zip(self.names, parts, strict=True)) + "}"
        if self.names:
            fields = ", ".join(f"{name}={part}" for name, part in zip(self.names, parts, strict=True))
            return f"{self.container.__name__}({fields})"
        if self.container is list:
            return f"[{', '.join(parts)}]"
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


class _Leaf:
    """What stands for the container of a leaf."""


LEAF = Structure(_Leaf)
NOTHING = Structure(None)


def tuple_of(parts: Sequence[Structure]) -> Structure:
    return Structure(tuple, (), tuple(parts))


def leaves(count: int) -> Structure:
    """A tuple of `count` leaves."""
    return tuple_of([LEAF] * count)


def parameters(inputs: Structure, names: Sequence[str | None]) -> list[str]:
    """What the parts of `inputs` are called, whose leaves are called `names`: ``arg0`` where these say nothing."""
    waiting = iter(names)
    found = []
    for number, part in enumerate(inputs.parts):
        leaves = [*islice(waiting, part.leaf_count)]
        first = leaves[0] if leaves else None
        found.append(first.removesuffix(part.called("")[0]) if first else f"arg{number}")
    return found


def distinct(names: Sequence[str]) -> list[str]:
    """The names, numbered from 2 on where one is there already (the tangent of a tangent)."""
    chosen: dict[str, None] = {}
    for name in names:
        number = 1
        candidate = name
        while candidate in chosen:
            number += 1
            candidate = f"{name}_{number}"
        chosen[candidate] = None
    return list(chosen)


def flatten(tree: Tree, what: str) -> tuple[list[Any], Structure]:
    """The leaves of a tree in order, and its structure; `what` names it in messages.

    Raises UsageError where it is nested very deep, or in itself, or a dict has keys that can't be sorted.
    """
    found: list[Any] = []
    return found, _flattened(tree, what, found.append, 0)


def _flattened(tree: Tree, what: str, take: Callable[[Any], None], depth: int) -> Structure:
    opened = _opened(tree, what)
    if opened is None:
        take(tree)
        return LEAF
    if depth > _DEEPEST:
        raise usage_error(f"{what.partition('[')[0]} is nested more than {_DEEPEST} deep, or holds itself")
    named = zip(opened._steps(), opened.parts, strict=True)
    parts = tuple(_flattened(entry, what + step, take, depth + 1) for step, entry in named)
    return opened._replace(parts=parts)


def unflattened(structures: Sequence[Structure], leaves: Sequence[Any]) -> list[Tree]:
    """A tree of each structure, with the leaves of all of them one after the other."""
    waiting = iter(leaves)
    return [structure._built(waiting) for structure in structures]


def mapped(function: Callable[[Any], _T], tree: Tree, what: str) -> Tree:
    """The tree with ``function(leaf)`` for each leaf."""
    found, structure = flatten(tree, what)
    return structure.unflatten([function(leaf) for leaf in found])


def _opened(tree: Tree, what: str = "a dict") -> Structure | None:
    """A container with the entries themselves for parts; None where it is a leaf."""
    if tree is None:
        return NOTHING
    kind = type(tree)
    if kind in (tuple, list):
        return Structure(kind, (), tuple(tree))
    if isinstance(tree, dict):
        try:
            keys = sorted(tree)
        except TypeError:
            raise usage_error(f"{what} is a dict whose keys can't be sorted: {_told(tree)}") from None
        return Structure(dict, tuple(keys), tuple(tree[key] for key in keys))
    if isinstance(tree, tuple) and hasattr(kind, "_fields"):
        return Structure(kind, tuple(kind._fields), tuple(tree))
    if dataclasses.is_dataclass(kind) and not _is_own(kind):
        names = tuple(field.name for field in dataclasses.fields(kind))
        return Structure(kind, names, tuple(getattr(tree, name) for name in names))
    return None


def _container(structure: Structure, parts: list[Any]) -> Tree:
    kind = structure.container
    if kind is None:
        return None
    if kind in (tuple, list):
        return kind(parts)
    if kind is dict:
        return dict(zip(structure.names, parts, strict=True))
    if issubclass(kind, tuple):
        return kind(*parts)
    # Without __init__, which may compute what isn't a number yet, or take other arguments.
    made = object.__new__(kind)
    for name, part in zip(structure.names, parts, strict=True):
        object.__setattr__(made, name, part)
    return made


def _is_own(kind: type) -> bool:
    """True of types of tensors, attributes and their like, which are leaves."""
    return kind.__module__.partition(".")[0] in ("hlogen", "interpreter")


def _told(tree: Tree) -> str:
    return "None" if tree is None else described(tree)


def _entries(count: int) -> str:
    return f"{count} {'entry' if count == 1 else 'entries'}"
