"""What a rule is given: one operation where it is rewritten, the parts of its operands, and ways to write others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from hlogen.builder.emit import emit
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope
from hlogen.errors import UsageError
from hlogen.export.onnx.plain.types import is_complex, parts_of
from hlogen.ir import Attribute, Block, Function, Operation, Region, Type, Value

# A region's parts in another order: each argument, and the number of its part.
Order = Callable[[Sequence[Value]], Sequence[tuple[Value, int]]]


class Rewriter(Protocol):
    """What rewrites a program: `hlogen.export.onnx.plain.rewrite`. `parts` stand for values of the old one."""

    parts: dict[Value, tuple[Value, ...]]

    def region(self, region: Region, around: Scope, what: str, ordered: Order | None) -> Region: ...
    def written_out(
        self, block: Block, operands: Sequence[Value], returned: Sequence[Value], scope: Scope
    ) -> Sequence[Tensor]: ...


class PartsContext:
    """One operation where it is rewritten: its parts, and ways to write others."""

    def __init__(self, op: Operation, rewriter: Rewriter, scope: Scope) -> None:
        self.op = op
        self._rewriter = rewriter
        self._scope = scope

    def parts(self, operand: int) -> tuple[Tensor, ...]:
        """The parts of an operand, by its number."""
        return tuple(Tensor(value, self._scope) for value in self._rewriter.parts[self.op.operands[operand]])

    @property
    def all_parts(self) -> list[Tensor]:
        """The parts of all operands."""
        return [part for number in range(len(self.op.operands)) for part in self.parts(number)]

    @property
    def result_types(self) -> list[Type]:
        """The types of the parts of all results."""
        return [part for result in self.op.results for part in parts_of(result.type)]

    def regions(self) -> list[Region]:
        """The operation's regions with parts for arguments and results."""
        return [self.region(region) for region in self.op.regions]

    def region(self, region: Region, ordered: Order | None = None) -> Region:
        """A region with parts for arguments, in their order or as `ordered` says: each argument and its part."""
        return self._rewriter.region(region, self._scope, self.op.name, ordered)

    def again(
        self,
        operands: Sequence[Tensor] | None = None,
        result_types: Sequence[Type] | None = None,
        regions: Sequence[Region] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
    ) -> tuple[Tensor, ...]:
        """Writes the operation itself, on all parts and for the parts of all results where nothing else is said."""
        return emit(
            self.op.name,
            self.all_parts if operands is None else operands,
            {**self.op.attributes, **(attributes or {})},
            self.regions() if regions is None else regions,
            self.result_types if result_types is None else result_types,
        )

    def for_each(self, regions: Sequence[Region] = ()) -> tuple[Tensor, ...]:
        """Writes it for the real and for the imaginary parts, whatever else it takes as it is, with `regions`."""
        made = []
        for k in (0, 1):
            operands = [
                self.parts(number)[k if is_complex(operand.type) else 0]
                for number, operand in enumerate(self.op.operands)
            ]
            made.append(self.again(operands, [parts_of(result.type)[0] for result in self.op.results], regions))
        return tuple(part for pair in zip(*made, strict=True) for part in pair)

    def written_out(self, function: Function) -> Sequence[Tensor]:
        """Writes what a function does with the operands."""
        body = function.body
        returned = body.operations.pop().operands
        return self._rewriter.written_out(body, self.op.operands, returned, self._scope)

    def error(self, message: str) -> UsageError:
        return UsageError(message)
