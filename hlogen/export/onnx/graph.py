"""The ONNX graph that is being written: its nodes, constants and subgraphs, and the tensors between them.

Every tensor is an Edge with a shape and a NumPy dtype, so a lowering knows what it has at hand, and a
constant's elements with it; of a size that only the run knows, what it is the size of (`hlogen.export.onnx.sizes`).
`hlogen.export.onnx.ops` has ONNX's operators as functions of edges.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import blake2b
from itertools import groupby
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper, numpy_helper

from hlogen.errors import UsageError
from hlogen.export.onnx.sizes import Dim, Symbol, all_known, is_dim, is_known, size_of

Array: TypeAlias = npt.NDArray[Any]
DType: TypeAlias = "np.dtype[Any]"

# The domain of the functions that a model has of its own.
FUNCTIONS = "hlogen"

# How deep graphs can be inside of each other: a message nests up to 100 others, three of them for each graph.
_DEEPEST = 31


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """A tensor of the graph. `constant` has its elements where they are known: an initializer, or made of some.

    `repeated` is what an Expand has repeated to make it. `sizes` are the elements of integers that are sizes, of rank
    0 or 1, where these are known as such.
    """

    name: str
    dtype: DType
    shape: tuple[int, ...]
    constant: Array | None = None
    repeated: Edge | None = None
    sizes: tuple[int, ...] | None = None

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return prod(self.shape)

    @property
    def elements(self) -> tuple[int, ...] | None:
        """Of integers of rank 0 or 1, where they are known as numbers or sizes."""
        return self.sizes if self.constant is None else tuple(map(int, self.constant.reshape(-1)))

    @property
    def as_sizes(self) -> tuple[int, ...]:
        """The elements of integers of rank 1 that are sizes."""
        if self.elements is not None:
            return self.elements
        places = range(self.shape[0])
        return tuple(size_of(Symbol(f"{self.name}_{at}", self.name, at, is_size=False)) for at in places)

    @property
    def distinct(self) -> Array | None:
        """`constant` with size 1 along the dimensions that only repeat it: as much of it as there is in memory."""
        if self.constant is None:
            return None
        return self.constant[tuple(slice(None) if stride else slice(0, 1) for stride in self.constant.strides)]

    def __repr__(self) -> str:
        return f"<{self.name}: {self.dtype}{list(self.shape)}>"


class Graph:
    """A graph, or one inside a node of another (the body of a Loop, a branch of an If), which sees the outer's edges.

    Constants are kept by the outermost graph, and so is what is known of all edges.
    """

    def __init__(self, opset: int, parent: Graph | None = None) -> None:
        self.opset = opset
        self.parent = parent
        self.nodes: list[onnx.NodeProto] = []
        self.inputs: list[Edge] = []
        self.root: Graph = self if parent is None else parent.root
        self.depth: int = 0 if parent is None else parent.depth + 1
        self._computed: dict[object, Edge] = {}  # what `vector` and `number` have made
        if parent is None:
            self.initializers: dict[str, Array] = {}
            self.edges: dict[str, Edge] = {}  # of the graphs inside too, by name
            self._names: dict[str, int] = {}
            self._named: dict[str, int] = {}  # the sizes of the model's inputs that have names
            self._known: dict[object, Edge] = {}
            self._hint, self._doc = "", ""

    def name(self, hint: str) -> str:
        """A name that nothing else in the model has: `hint`, with a number behind it where that is taken."""
        hint = word(hint)
        names = self.root._names
        while True:
            count = names.get(hint, 0)
            names[hint] = count + 1
            if not count:
                return hint
            candidate = f"{hint}_{count}"
            if candidate not in names:
                names[candidate] = 1
                return candidate

    @contextmanager
    def at(self, hint: str, doc: str) -> Iterator[None]:
        """Nodes made inside the `with` are named after `hint` and have `doc`, a place in the source, as doc string."""
        root = self.root
        before = root._hint, root._doc
        root._hint, root._doc = hint, as_utf8(doc)
        try:
            yield
        finally:
            root._hint, root._doc = before

    def argument(self, dtype: DType, shape: Sequence[int | str | None], hint: str) -> Edge:
        """One more input of this graph; None is a size that nobody else has, a text one that all of that name have."""
        edge = self._edge(self.name(hint), dtype, shape)
        self.inputs.append(edge)
        return edge

    def constant(self, value: npt.ArrayLike, dtype: npt.DTypeLike | None = None, hint: str = "constant") -> Edge:
        """An initializer; equal ones are one."""
        array = np.ascontiguousarray(value, dtype).reshape(np.shape(value))  # ascontiguousarray makes rank 0 rank 1
        key = array.dtype, array.shape, blake2b(array.reshape(-1).view(np.uint8).data).digest()
        root = self.root
        known = root._known.get(key)
        if known is None:
            name = root.name(hint)
            root.initializers[name] = array
            known = root._known[key] = root._edge(name, array.dtype, array.shape, array)
        return known

    def vector(self, sizes: Sequence[int], dtype: npt.DTypeLike = np.int64) -> Edge:
        """Sizes as a tensor of rank 1; the run computes those that aren't known."""
        dtype = np.dtype(dtype)
        if all_known(sizes):
            return self.constant(np.array(sizes, dtype))
        if dtype != np.int64:
            made = self._once(
                (tuple(sizes), dtype),
                lambda: self.node("Cast", [self.vector(sizes)], dtype, [len(sizes)], to=onnx_type(dtype)),
            )
        else:
            parts = [
                [self._size(size) for size in group] if not known else [self.constant(np.array(list(group), np.int64))]
                for known, group in groupby(sizes, is_known)
            ]
            made = self._joined([part for group in parts for part in group], tuple(sizes))
        return replace(made, sizes=tuple(sizes))

    def number(self, size: int, dtype: npt.DTypeLike = np.int64) -> Edge:
        """A size as a tensor of rank 0."""
        if is_known(size):
            return self.constant(np.array(size, dtype))
        inputs = [self.vector([size], dtype), self.constant(np.zeros(0, np.int64))]
        made = self._once((size, np.dtype(dtype)), lambda: self.node("Reshape", inputs, dtype, (), allowzero=1))
        return replace(made, sizes=(size,))

    def _size(self, size: int) -> Edge:
        """A size that isn't known, as int64 of shape [1]."""
        assert is_dim(size)
        return self._once(size, lambda: self._sum_of(size))

    def _sum_of(self, size: Dim) -> Edge:
        total: Edge | None = None
        for factors, count in size.terms.items():
            term: Edge | None = None if count != 1 or not factors else self._symbol(factors[0])
            if term is None:
                term, rest = self.constant(np.array([count], np.int64)), factors
            else:
                rest = factors[1:]
            for symbol in rest:
                term = self.node("Mul", [term, self._symbol(symbol)], np.int64, (1,))
            total = term if total is None else self.node("Add", [total, term], np.int64, (1,))
        assert total is not None
        return total

    def _symbol(self, symbol: Symbol) -> Edge:
        return self._once(symbol, lambda: self._looked_up(symbol))

    def _looked_up(self, symbol: Symbol) -> Edge:
        edge, at = self.root.edges[symbol.edge], symbol.at
        if symbol.is_size:
            return self.node("Shape", [edge], np.int64, (1,), start=at, end=at + 1)
        places = [self.constant(np.array([place], np.int64)) for place in (at, at + 1)]
        edge = self.node("Slice", [edge, *places], edge.dtype, (1,))
        return (
            edge
            if edge.dtype == np.int64
            else self.node("Cast", [edge], np.int64, (1,), to=onnx_type(np.dtype(np.int64)))
        )

    def _joined(self, parts: Sequence[Edge], sizes: tuple[int, ...]) -> Edge:
        if len(parts) == 1:
            return parts[0]
        return self._once(
            (sizes, np.dtype(np.int64)), lambda: self.node("Concat", parts, np.int64, [len(sizes)], axis=0)
        )

    def _once(self, key: object, make: Callable[[], Edge]) -> Edge:
        """What this graph or one around it has made, or makes now."""
        graph: Graph | None = self
        while graph is not None:
            if key in graph._computed:
                return graph._computed[key]
            graph = graph.parent
        made = self._computed[key] = make()
        return made

    def node(
        self,
        op_type: str,
        inputs: Sequence[Edge | None],
        dtype: npt.DTypeLike,
        shape: Sequence[int | None],
        **attributes: Any,
    ) -> Edge:
        """One more node with one output. None is an optional input that is left out, or a size that nobody else has."""
        (output,) = self.nodes_outputs(op_type, inputs, [(np.dtype(dtype), tuple(shape))], **attributes)
        return output

    def nodes_outputs(
        self,
        op_type: str,
        inputs: Sequence[Edge | None],
        outputs: Sequence[tuple[DType, Sequence[int | None]]],
        **attributes: Any,
    ) -> list[Edge]:
        """One more node with as many outputs as `outputs` has dtypes and shapes."""
        root = self.root
        made = [self._edge(self.name(root._hint or op_type.lower()), dtype, shape) for dtype, shape in outputs]
        node = helper.make_node(
            op_type,
            ["" if edge is None else edge.name for edge in inputs],
            [edge.name for edge in made],
            name=root.name(f"{root._hint}_{op_type}" if root._hint else op_type),
            doc_string=root._doc or None,
            **attributes,
        )
        self.nodes.append(node)
        return made

    def inner(self) -> Graph:
        """A graph for the inside of a node. UsageError where no model can have one so deep inside."""
        if self.depth == _DEEPEST:
            raise UsageError(f"it is one too many: a model can have {_DEEPEST} loops and branches inside of each other")
        return Graph(self.opset, self)

    def proto(self, outputs: Sequence[Edge], name: str = "body", names: Sequence[str] | None = None) -> onnx.GraphProto:
        """This graph with `outputs`; `names` are what the outputs are called. Nodes that nobody uses are left out."""
        final = self._outputs(outputs, names)
        return helper.make_graph(
            _live(self.nodes, [edge.name for edge in final]),
            self.name(name),
            [_described(edge) for edge in self.inputs],
            [_described(edge) for edge in final],
        )

    def function(self, outputs: Sequence[Edge], name: str) -> onnx.FunctionProto:
        """This outermost graph as a function of the model's own. Its constants are nodes inside."""
        final = self._outputs(outputs)
        nodes = _live(self.nodes, [edge.name for edge in final])
        constants = [
            helper.make_node("Constant", [], [tensor.name], name=self.name("Constant"), value=tensor)
            for tensor in self.tensors(nodes)
        ]
        imports = [helper.make_opsetid("", self.opset), helper.make_opsetid(FUNCTIONS, 1)]
        inputs, results = [edge.name for edge in self.inputs], [edge.name for edge in final]
        return helper.make_function(FUNCTIONS, name, inputs, results, [*constants, *nodes], imports)

    def tensors(self, nodes: Iterable[onnx.NodeProto]) -> list[onnx.TensorProto]:
        """The constants that `nodes` use."""
        used = set(used_names(nodes))
        return [numpy_helper.from_array(array, name) for name, array in self.initializers.items() if name in used]

    def _outputs(self, outputs: Sequence[Edge], names: Sequence[str] | None = None) -> list[Edge]:
        """The edges that are `outputs`, each of a node of this graph's own, none twice, and called `names`."""
        wanted: Sequence[str | None] = names or [None] * len(outputs)
        own = {name for node in self.nodes for name in node.output}
        final: list[Edge] = []
        renamed: dict[str, str] = {}
        for edge, called in zip(outputs, wanted, strict=True):
            if edge.name in own:
                own.discard(edge.name)
                if called is not None:
                    renamed[edge.name] = called
                    edge = self._edge(called, edge.dtype, edge.shape)
            else:
                copy = self._edge(called or self.name(edge.name), edge.dtype, edge.shape)
                self.nodes.append(helper.make_node("Identity", [edge.name], [copy.name], name=self.name("Identity")))
                edge = copy
            final.append(edge)
        if renamed:
            _rename(self.nodes, renamed)
        return final

    def _edge(self, name: str, dtype: DType, shape: Sequence[int | str | None], constant: Array | None = None) -> Edge:
        sizes: list[int] = []
        for d, size in enumerate(shape):
            if isinstance(size, str):
                size = self.root._named.setdefault(size, size_of(Symbol(size, name, d)))
            elif size is None:
                size = size_of(Symbol(f"{name}_dim{d}", name, d))
            sizes.append(int(size) if is_known(size) else size)
        edge = Edge(name, np.dtype(dtype), tuple(sizes), constant)
        self.root.edges[name] = edge
        return edge


@lru_cache(1 << 12)
def as_utf8(text: str) -> str:
    """The text as ONNX can hold it: bytes in it that are no UTF-8 are spelled out."""
    return text.encode(errors="backslashreplace").decode()


def word(hint: str) -> str:
    """The text as one word, which a name in a model is."""
    return re.sub(r"\W+", "_", hint).strip("_") or "value"


@cache
def onnx_type(dtype: DType) -> int:
    """ONNX's number of an element type; ValueError where it has none."""
    return int(helper.np_dtype_to_tensor_dtype(np.dtype(dtype)))


def used_names(nodes: Iterable[onnx.NodeProto]) -> Iterator[str]:
    """What nodes use, inside of them too."""
    for node in nodes:
        yield from node.input
        for graph in inner_graphs(node):
            yield from used_names(graph.node)
            yield from (output.name for output in graph.output)


def _described(edge: Edge) -> onnx.ValueInfoProto:
    shape = [size if is_known(size) else str(size) for size in edge.shape]
    return helper.make_tensor_value_info(edge.name, onnx_type(edge.dtype), shape)


def _live(nodes: Sequence[onnx.NodeProto], outputs: Iterable[str]) -> list[onnx.NodeProto]:
    """Those of `nodes` that the outputs come from, in their order."""
    needed = set(outputs)
    live = []
    for node in reversed(nodes):
        if not needed.isdisjoint(node.output):
            live.append(node)
            needed.update(used_names([node]))
    return live[::-1]


def _rename(nodes: Iterable[onnx.NodeProto], names: Mapping[str, str]) -> None:
    for node in nodes:
        for places in (node.input, node.output):
            for at, name in enumerate(places):
                if name in names:
                    places[at] = names[name]
        for graph in inner_graphs(node):
            _rename(graph.node, names)


def inner_graphs(node: onnx.NodeProto) -> list[onnx.GraphProto]:
    """The branches of an If, the body of a Loop."""
    return [attribute.g for attribute in node.attribute if attribute.HasField("g")]
