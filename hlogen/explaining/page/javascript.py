"""Formulas in JavaScript: the same function, with the same steps, so that a page computes what hlogen computes.

Each kind of Python's syntax has a method; what formulas call is in `helpers.js`. All integers are BigInts, so values of
any index type are exact. Beside the value of a step goes a wording of it, with this element's numbers in place:
``clamp(0, 9, 5 - 1)``.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Sequence

from hlogen.explaining.formula import FUNCTIONS, Formula

PYTHONS = {"len", "range", "min", "max", "sum", "enumerate", "abs", "all", "any", "sorted", "reversed"}
"""What `helpers.js` has beside `FUNCTIONS` and a strict `zip`, by the name that it has in Python."""


def javascript(formula: Formula) -> str:
    """A formula as the text of a JavaScript function of a step's recorder, an index, and an object of what is given.

    ``step(name, value, wording, parts)`` is called for each assignment; `wording` is a function, `parts` are the names
    of the indices that the value is the sum of. The function gives what the formula gives: arrays of a panel's name and
    an index. ValueError names what formulas can't say.
    """
    return _Translation(formula).function()


class _Translation:
    def __init__(self, formula: Formula) -> None:
        self.formula = formula
        self.words = _Words(self)
        self.numbers = _Words(self, nested=True)

    def function(self) -> str:
        tree = self.formula.tree
        index, *given = [argument.arg for argument in tree.args.args]
        steps = sorted({_target(node) for node in ast.walk(tree) if isinstance(node, ast.Assign)})
        body = "\n".join(self.statements(tree.body, "  "))
        declared = f"  let {', '.join(map(_name, steps))};\n" if steps else ""
        names = ", ".join(f"{name}: {_name(name)}" if _name(name) != name else name for name in given)
        return f"(step, {_name(index)}, {{{names}}}) => {{\n{declared}{body}\n}}"

    def statements(self, body: Sequence[ast.stmt], indent: str) -> list[str]:
        return [indent + line for statement in body for line in self.statement(statement)]

    def statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Assign(targets=[ast.Name(name)]):
                words = f"() => {self.words(node.value)}"
                return [f'{_name(name)} = step("{name}", {self.value(node.value)}, {words}, {_parts(node.value)});']
            case ast.Return(value) if value is not None:
                return [f"return {self.value(value)};"]
            case ast.If():
                lines = [f"if ({self.truth(node.test)}) {{", *self.statements(node.body, "  ")]
                if node.orelse:
                    lines += ["} else {", *self.statements(node.orelse, "  ")]
                return [*lines, "}"]
            case ast.Expr(ast.Constant(str())):  # a docstring
                return []
        raise self.unknown(node)

    def value(self, node: ast.expr) -> str:
        """An expression that has the same value."""
        match node:
            case ast.Constant(bool(value)):
                return str(value).lower()
            case ast.Constant(int(value)):
                return f"{value}n"
            case ast.Constant(str(value)):
                return _string(value)
            case ast.Name(name):
                return _name(name)
            case ast.List(elts) | ast.Tuple(elts):
                return f"[{', '.join(map(self.value, elts))}]"
            case ast.Starred(value):
                return f"...{self.value(value)}"
            case ast.JoinedStr(values):
                return "`" + "".join(map(self.part, values)) + "`"
            case ast.UnaryOp(ast.Not(), operand):
                return f"!{self.truth(operand)}"
            case ast.UnaryOp(ast.USub(), operand):
                return f"(-{self.value(operand)})"
            case ast.BinOp(left, operator, right) if type(operator) in _ARITHMETIC:
                return f"{_ARITHMETIC[type(operator)]}({self.value(left)}, {self.value(right)})"
            case ast.BoolOp(ast.And(), values):
                return f"({' && '.join(map(self.truth, values))})"
            case ast.BoolOp(ast.Or(), values):
                return f"({' || '.join(map(self.truth, values))})"
            case ast.Compare(left, operators, right):
                pairs = zip(operators, [left, *right[:-1]], right, strict=True)
                return f"({' && '.join(self.comparison(*each) for each in pairs)})"
            case ast.IfExp(test, body, orelse):
                return f"({self.truth(test)} ? {self.value(body)} : {self.value(orelse)})"
            case ast.Subscript(value, ast.Slice(lower, upper, step)):
                bounds = [self.value(bound) if bound else "null" for bound in (lower, upper, step)]
                return f"$slice({self.value(value)}, {', '.join(bounds)})"
            case ast.Subscript(value, index):
                return f"$at({self.value(value)}, {self.value(index)})"
            case ast.Call(ast.Name(name), args, []) if self.is_called(name):
                return f"{name}({', '.join(map(self.value, args))})"
            case ast.Call(ast.Name("zip"), args, [ast.keyword("strict", ast.Constant(True))]):
                return f"zip({', '.join(map(self.value, args))})"
            case ast.Call(ast.Attribute(values, "index"), [value], []):
                return f"$index({self.value(values)}, {self.value(value)})"
            case ast.ListComp(element, generators) | ast.GeneratorExp(element, generators):
                return self.each(element, generators, self.value)
        raise self.unknown(node)

    def each(self, element: ast.expr, generators: list[ast.comprehension], leaf: Callable[[ast.expr], str]) -> str:
        """The elements of a comprehension, each as `leaf` writes it."""
        (first, *rest) = generators
        name = self.target(first.target)
        found = self.value(first.iter)
        for test in first.ifs:
            found += f".filter(({name}) => {self.truth(test)})"
        if rest:
            return f"{found}.flatMap(({name}) => {self.each(element, rest, leaf)})"
        return f"{found}.map(({name}) => {leaf(element)})"

    def target(self, node: ast.expr) -> str:
        match node:
            case ast.Name(name):
                return _name(name)
            case ast.Tuple(elts):
                return f"[{', '.join(map(self.target, elts))}]"
        raise self.unknown(node)

    def truth(self, node: ast.expr) -> str:
        """An expression that is true where Python takes the value of `node` for true."""
        if isinstance(node, (ast.Compare, ast.BoolOp)) or isinstance(getattr(node, "op", None), ast.Not):
            return self.value(node)
        return f"$truth({self.value(node)})"

    def comparison(self, operator: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
        a, b = self.value(left), self.value(right)
        match operator:
            case ast.Eq() | ast.Is():
                return f"$equal({a}, {b})"
            case ast.NotEq() | ast.IsNot():
                return f"!$equal({a}, {b})"
            case ast.In():
                return f"$contains({b}, {a})"
            case ast.NotIn():
                return f"!$contains({b}, {a})"
        return f"({a} {_SIGNS[type(operator)]} {b})"

    def part(self, node: ast.expr) -> str:
        """A piece of a formatted string."""
        match node:
            case ast.Constant(str(value)):
                return _raw(value)
            case ast.FormattedValue(value, -1, None):
                return f"${{{self.value(value)}}}"
        raise self.unknown(node)

    def is_called(self, name: str) -> bool:
        known = FUNCTIONS.get(name) or (getattr(builtins, name) if name in PYTHONS else None)
        return known is not None and self.formula.function.__globals__.get(name, known) is known

    def unknown(self, node: ast.AST) -> ValueError:
        function = self.formula.function
        line = function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        what = ast.unparse(node) if isinstance(node, (ast.expr, ast.stmt)) else type(node).__name__
        return ValueError(
            f"{inspect.getfile(function)}:{line}: a page can't compute `{what}`, which no formula may say"
        )


class _Words:
    """Wordings: for a step the expression with its names, or, where it is an argument of another, its number."""

    def __init__(self, translation: _Translation, nested: bool = False) -> None:
        self.translation = translation
        self.nested = nested

    def __call__(self, node: ast.expr) -> str:
        """JavaScript for the words of a step's value; an array of such for the elements of a comprehension."""
        match node:
            case ast.ListComp(element, generators):
                return self.translation.each(element, generators, lambda each: f"`{self.text(each)}`")
        return f"`{self.text(node)}`"

    def text(self, node: ast.expr, binds: int = 0) -> str:
        """What stands in a template; in parentheses if it binds less than what is around it."""
        value, numbers = self.translation.value, self.translation.numbers
        match node:
            case ast.Constant(int(number)):
                return str(number)
            case ast.Call(ast.Name("element"), [ast.Name(tensor), index]) if not self.nested:
                return f"{tensor}${{$show({value(index)})}}"
            case ast.Subscript(ast.Name(name), index) if not self.nested and not isinstance(index, ast.Slice):
                return f"{name}[${{$show({value(index)})}}]"
            case ast.Call(ast.Name("added"), args):
                return " + ".join(numbers.text(each, 2) for each in args)
            case ast.Call(ast.Name(name), args) if name not in ("element", "shape", "len") and not self.nested:
                return f"{name}({', '.join(numbers.text(each) for each in args)})"
            case ast.BinOp(left, operator, right):
                strength = 1 if isinstance(operator, (ast.Add, ast.Sub)) else 2
                words = f"{numbers.text(left, strength)} {_WRITTEN[type(operator)]} {numbers.text(right, strength + 1)}"
                return f"({words})" if strength < binds else words
            case ast.List(elts) | ast.Tuple(elts) if not any(isinstance(each, ast.Starred) for each in elts):
                return f"[{', '.join(numbers.text(each) for each in elts)}]"
            case ast.ListComp(element, generators):
                parts = self.translation.each(element, generators, lambda each: f"`{numbers.text(each)}`")
                return f"[${{{parts}.join(', ')}}]"
            case ast.IfExp(test, body, orelse):
                return f"${{{self.translation.truth(test)} ? `{self.text(body)}` : `{self.text(orelse)}`}}"
        return f"${{$show({value(node)})}}"


_ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "$plus",
    ast.Sub: "$minus",
    ast.Mult: "$times",
    ast.FloorDiv: "$quotient",
    ast.Mod: "$remainder",
}
_WRITTEN: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
}
_SIGNS: dict[type[ast.cmpop], str] = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}

# What JavaScript keeps for itself of what Python's names may be.
_RESERVED = {
    *("arguments", "await", "case", "catch", "const", "debugger", "default", "delete", "do", "enum", "eval", "export"),
    *("extends", "function", "implements", "instanceof", "interface", "let", "new", "null", "package", "private"),
    *(
        "protected",
        "public",
        "static",
        "step",
        "super",
        "switch",
        "this",
        "throw",
        "typeof",
        "undefined",
        "var",
        "void",
    ),
}


def _target(node: ast.Assign) -> str:
    (target,) = node.targets
    assert isinstance(target, ast.Name), "a step has one name"
    return target.id


def _parts(node: ast.expr) -> str:
    """The names of the indices that an index is the sum of, as an array of JavaScript's."""
    match node:
        case ast.Call(ast.Name("added"), args) if all(isinstance(each, ast.Name) for each in args):
            return f"[{', '.join(_string(ast.unparse(each)) for each in args)}]"
    return "[]"


def _name(name: str) -> str:
    """A name of Python's as one of JavaScript's."""
    return f"{name}$" if name in _RESERVED else name


def _raw(text: str) -> str:
    return text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")


def _string(text: str) -> str:
    return f"`{_raw(text)}`"
