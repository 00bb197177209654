"""How each operation is drawn: a row of `rows/` takes operands and attributes from a `Site` and emits the operation.

    @row("stablehlo.transpose")
    def transpose(site: Site) -> None:
        operand = site.tensor()
        permutation = site.shuffled(range(rank_of(operand)))
        site.emit("stablehlo.transpose", [operand], permutation=integers(permutation))

A new operation is one such row. Everything that it draws is valid by construction.
"""

from hlogen.fuzz.grammar.registry import GRAMMAR, row, without

__all__ = ["GRAMMAR", "row", "without"]
