"""What is said of a function beside what it computes: its visibility, and attributes of it, its arguments and results.

They mean something to whoever runs the program (``tf.aliasing_output``, ``mhlo.sharding``), and are kept as they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hlogen.builder.attributes import attributes_of
from hlogen.builder.emit import described, text
from hlogen.builder.trace import usage_error
from hlogen.ir import Attribute

Visibility: TypeAlias = Literal["public", "private", "nested"]

# Attributes of arguments or results: a dict or None for each of them in turn, or dicts by number (of arguments, by
# name as well).
Marks: TypeAlias = "Sequence[Mapping[str, Any] | None] | Mapping[int | str, Mapping[str, Any] | None]"

_OWN = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")  # which func.func has itself


@dataclass(frozen=True)
class FunctionAttributes:
    """As given to `hlogen.function`; what fits depends on the function, and is checked when it is there."""

    visibility: Visibility | None = None
    attributes: Mapping[str, Any] | None = None
    argument_attributes: Marks | None = None
    result_attributes: Marks | None = None

    def of_function(self, name: str, arguments: Sequence[str | None], result_count: int) -> dict[str, Attribute]:
        """Attributes of ``func.func`` for a function `name` with arguments of these names; UsageError where the two
        don't fit."""
        found: dict[str, Attribute] = {}
        if self.visibility is not None:
            found["sym_visibility"] = self.visibility
        numbers = {argument: number for number, argument in enumerate(arguments) if argument is not None}
        for key, what, marks, count, names in (
            ("arg_attrs", "argument", self.argument_attributes, len(arguments), numbers),
            ("res_attrs", "result", self.result_attributes, result_count, {}),
        ):
            entries = _entries(marks, f"{what}_attributes", f"{what}s of {name}", count, names)
            if any(entries):
                found[key] = tuple(entries)
        own = attributes_of({} if self.attributes is None else self.attributes, "attributes")
        for given in own:
            if given in _OWN:
                raise usage_error(
                    f"attributes has {given!r}, which the function has by itself\n"
                    "  fix: use name, visibility, argument_attributes or result_attributes"
                )
        return found | own


def named(names: object, count: int) -> list[str]:
    """The names of a function's arguments; UsageError where they aren't a name for each, and each another one."""
    if not isinstance(names, (list, tuple)):
        raise usage_error(f"argument_names is a list of names, not {described(names)}")
    if len(names) != count:
        raise usage_error(f"argument_names has {len(names)} names for {count} argument{'' if count == 1 else 's'}")
    for number, name in enumerate(names):
        if not text(name, f"argument_names[{number}]"):
            raise usage_error(f"argument_names[{number}] is empty\n  fix: give each argument a name")
        if name in names[:number]:
            raise usage_error(f"argument_names has {name!r} twice\n  fix: give each argument a name of its own")
    return list(names)


def in_dialects(attributes: Mapping[str, Attribute], what: str) -> dict[str, Attribute]:
    """`attributes`, if each is of a dialect, as MLIR asks of what stands at arguments, results and modules."""
    for name in attributes:
        dialect, point, rest = name.partition(".")
        if not (dialect and point and rest):
            raise usage_error(
                f"{what} has the attribute {name!r}, which says no dialect\n  fix: use a name such as 'mhlo.sharding'"
            )
    return dict(attributes)


def _entries(
    marks: Marks | None, what: str, whose: str, count: int, numbers: Mapping[str, int]
) -> list[dict[str, Attribute]]:
    """A dict for each of `count` arguments or results; `numbers` are those that have names."""
    entries: list[dict[str, Attribute]] = [{} for _ in range(count)]
    if marks is None:
        return entries
    if not isinstance(marks, (Mapping, list, tuple)):
        raise usage_error(f"{what} is a list of dicts, or a dict of them, not {described(marks)}")
    if not isinstance(marks, Mapping) and len(marks) != count:
        raise usage_error(
            f"{what} has {len(marks)} {'entry' if len(marks) == 1 else 'entries'} for the {count} {whose}\n"
            "  fix: say None for one that has no attributes"
        )
    given = marks if isinstance(marks, Mapping) else dict(enumerate(marks))
    for key, attributes in given.items():
        at = numbers.get(key) if isinstance(key, str) else key
        if at is None or not 0 <= at < count:
            there = [*map(repr, numbers), *([f"0 to {count - 1}"] if count else [])]
            raise usage_error(f"{what} has {key!r}, and the {whose} are {', '.join(there) or 'none'}")
        place = f"{what}[{key!r}]"
        if attributes is not None:
            entries[at] |= in_dialects(attributes_of(attributes, place), place)
    return entries
