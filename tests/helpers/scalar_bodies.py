"""Random computations on scalars, with branches, loops, calls and tables, as the text of programs."""

from __future__ import annotations

import numpy as np

# The elements of the table that bodies look into.
TABLE = 5

_OF_I32 = ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum", "and", "or", "xor", "shift_left")
_OF_F32 = ("add", "subtract", "multiply", "divide", "maximum", "minimum")

Names = dict[str, list[str]]  # the values at hand, by element type


def program(rng: np.random.Generator, shape: tuple[int, ...], steps: int, type: str) -> str:
    """A program that maps a body over an i32 and an f32 tensor to one of `type`; it has a table and a scalar, too."""
    drawn = _Drawn(rng)
    names = {"i32": ["%x", "%s"], "f32": ["%y"], "i1": []}
    body = drawn.lines(names, steps, depth=2)
    dims = "".join(f"{size}x" for size in shape)
    axes = ", ".join(map(str, range(len(shape))))
    dimensions = f"dimensions = array<i64: {axes}>" if shape else "dimensions = array<i64>"
    return "\n".join(
        [
            f"func.func @main(%a: tensor<{dims}i32>, %b: tensor<{dims}f32>, %s: tensor<i32>, %t: tensor<{TABLE}xi32>)"
            f" -> tensor<{dims}{type}> {{",
            '  %m = "stablehlo.map"(%a, %b) ({',
            "  ^bb0(%x: tensor<i32>, %y: tensor<f32>):",
            *body,
            f"    stablehlo.return {names[type][-1]} : tensor<{type}>",
            f"  }}) {{{dimensions}}} : (tensor<{dims}i32>, tensor<{dims}f32>) -> tensor<{dims}{type}>",
            f"  return %m : tensor<{dims}{type}>",
            "}",
            *drawn.functions,
        ]
    )


class _Drawn:
    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.count = 0
        self.functions: list[str] = []

    def lines(self, names: Names, steps: int, depth: int) -> list[str]:
        """Some operations on `names`, to which the results go; at least one of each type."""
        found: list[str] = []
        for type in ("i32", "f32", "i1"):
            found += self._simple(names, type)
        for _ in range(steps):
            kinds = ["simple", "simple", "simple", "constant", "table", "single"]
            kinds += ["if", "case", "while", "call"] if depth else []
            kind = str(self.rng.choice(kinds))
            type = str(self.rng.choice(["i32", "f32", "i1"]))
            match kind:
                case "simple":
                    found += self._simple(names, type)
                case "constant":
                    found += self._constant(names)
                case "table":
                    found += self._table(names)
                case "single":
                    found += self._single(names)
                case "if" | "case":
                    found += self._branches(names, kind, type, depth)
                case "while":
                    found += self._while(names, depth)
                case _:
                    found += self._call(names, type, depth)
        return found

    def _new(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def _any(self, names: Names, type: str) -> str:
        return str(self.rng.choice(names[type][-6:]))

    def _simple(self, names: Names, type: str) -> list[str]:
        made, a, b = self._new(), *(self._any(names, type if type != "i1" else "i32") for _ in range(2))
        if type == "i1":
            direction = self.rng.choice(["LT", "GE", "EQ", "NE"])
            line = f"{made} = stablehlo.compare {direction}, {a}, {b} : (tensor<i32>, tensor<i32>) -> tensor<i1>"
        elif names["i1"] and self.rng.random() < 0.2:
            line = f"{made} = stablehlo.select {self._any(names, 'i1')}, {a}, {b} : tensor<i1>, tensor<{type}>"
        elif type == "f32" and self.rng.random() < 0.2:
            line = f"{made} = stablehlo.convert {self._any(names, 'i32')} : (tensor<i32>) -> tensor<f32>"
        else:
            name = self.rng.choice(_OF_I32 if type == "i32" else _OF_F32)
            line = f"{made} = stablehlo.{name} {a}, {b} : tensor<{type}>"
        names[type].append(made)
        return [line]

    def _constant(self, names: Names) -> list[str]:
        made = self._new()
        names["i32"].append(made)
        return [f"{made} = stablehlo.constant dense<{self.rng.integers(-3, 8)}> : tensor<i32>"]

    def _table(self, names: Names) -> list[str]:
        part, made, at = self._new(), self._new(), self._any(names, "i32")
        names["i32"].append(made)
        sliced = f'"stablehlo.dynamic_slice"(%t, {at}) {{slice_sizes = array<i64: 1>}}'
        return [
            f"{part} = {sliced} : (tensor<{TABLE}xi32>, tensor<i32>) -> tensor<1xi32>",
            f"{made} = stablehlo.reshape {part} : (tensor<1xi32>) -> tensor<i32>",
        ]

    def _single(self, names: Names) -> list[str]:
        """By way of a tensor of one element, with one that is the same everywhere beside it."""
        wide, other, total, made, given = (*(self._new() for _ in range(4)), self._any(names, "i32"))
        names["i32"].append(made)
        return [
            f"{wide} = stablehlo.broadcast_in_dim {given}, dims = [] : (tensor<i32>) -> tensor<1x1xi32>",
            f"{other} = stablehlo.constant dense<3> : tensor<1x1xi32>",
            f"{total} = stablehlo.add {wide}, {other} : tensor<1x1xi32>",
            f"{made} = stablehlo.reshape {total} : (tensor<1x1xi32>) -> tensor<i32>",
        ]

    def _branch(self, names: Names, type: str, depth: int) -> list[str]:
        inside = {key: list(values) for key, values in names.items()}
        lines = self.lines(inside, int(self.rng.integers(1, 4)), depth - 1)
        return [*lines, f"stablehlo.return {inside[type][-1]} : tensor<{type}>"]

    def _branches(self, names: Names, kind: str, type: str, depth: int) -> list[str]:
        count = 2 if kind == "if" else int(self.rng.integers(1, 4))
        branches = [self._branch(names, type, depth) for _ in range(count)]
        index_type = "i1" if kind == "if" else "i32"
        made, index = self._new(), self._any(names, index_type)
        names[type].append(made)
        lines = [f'{made} = "stablehlo.{kind}"({index}) ({{']
        for number, branch in enumerate(branches):
            lines += (["}, {"] if number else []) + branch
        return [*lines, f"}}) : (tensor<{index_type}>) -> tensor<{type}>"]

    def _while(self, names: Names, depth: int) -> list[str]:
        """Runs up to seven times, as often as an i32 says by its last bits."""
        seven, limit, zero, one = (self._new() for _ in range(4))
        start, asked = self._any(names, "f32"), self._any(names, "i32")
        lines = [
            f"{seven} = stablehlo.constant dense<7> : tensor<i32>",
            f"{zero} = stablehlo.constant dense<0> : tensor<i32>",
            f"{one} = stablehlo.constant dense<1> : tensor<i32>",
            f"{limit} = stablehlo.and {asked}, {seven} : tensor<i32>",
        ]
        made, goes_on, following = self._new(), self._new(), self._new()
        n, y = f"%n{self.count}", f"%y{self.count}"
        inside = {key: list(values) for key, values in names.items()}
        inside["i32"].append(n)
        inside["f32"].append(y)
        body = self.lines(inside, int(self.rng.integers(1, 3)), depth - 1)
        lines += [
            f'{made}:2 = "stablehlo.while"({zero}, {start}) ({{',
            f"^bb0({n}: tensor<i32>, {y}: tensor<f32>):",
            f"{goes_on} = stablehlo.compare LT, {n}, {limit} : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            f"stablehlo.return {goes_on} : tensor<i1>",
            "}, {",
            f"^bb0({n}: tensor<i32>, {y}: tensor<f32>):",
            *body,
            f"{following} = stablehlo.add {n}, {one} : tensor<i32>",
            f"stablehlo.return {following}, {inside['f32'][-1]} : tensor<i32>, tensor<f32>",
            "}) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>)",
        ]
        names["i32"].append(f"{made}#0")
        names["f32"].append(f"{made}#1")
        return lines

    def _call(self, names: Names, type: str, depth: int) -> list[str]:
        inside: Names = {"i32": ["%p"], "f32": ["%q"], "i1": []}
        body = [*self.lines(inside, 2, depth - 1), f"return {inside[type][-1]} : tensor<{type}>"]
        name, table = f"@f{len(self.functions)}", f"tensor<{TABLE}xi32>"
        head = f"func.func private {name}(%p: tensor<i32>, %q: tensor<f32>, %t: {table}) -> tensor<{type}> {{"
        self.functions.append("\n".join([head, *body, "}"]))
        made, p, q = self._new(), self._any(names, "i32"), self._any(names, "f32")
        names[type].append(made)
        return [f"{made} = func.call {name}({p}, {q}, %t) : (tensor<i32>, tensor<f32>, {table}) -> tensor<{type}>"]
