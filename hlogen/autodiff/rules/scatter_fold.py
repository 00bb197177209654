"""scatter with any update computation: derivatives of the fold that it is, duplicates one after the other.

Forward, a scatter of pairs: values and tangents are updated together by the derivative of the update computation.
Backward, rounds: the lanes (scatter_lanes.py) are folded all rows at once, so that what runs one after the other is as
many rounds as there are updates of one element at most. The derivative of the update computation takes cotangents
through as many rounds again, from the last update of each row to its first. The results are those of the rounds, which
take the updates in lexicographic order.

The exporter to ONNX folds in rounds, too (hlogen.export.onnx.scatter_rounds), and shares no code with this. It needs
only what the last lane of each row leaves: a round there takes all lanes, in whole rows, and keeps nothing. Here each
lane's own old value is kept for the way back, and a round takes its lanes alone, chunk by chunk. Exported, these would
be sorts by comparators and loops over chunks, where ONNX has a TopK and one Loop over rounds.

In place of lanes that aren't in a round, or are dropped, the update computation gets ones: neither what it makes of
them nor its derivative there, which may be NaN, reaches anything. One that loops should end with ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.forward import jvp_block
from hlogen.autodiff.places import Places
from hlogen.autodiff.registry import Pullback, Tangent, Tangents
from hlogen.autodiff.rules.scatter_computation import UpdateComputation
from hlogen.autodiff.rules.scatter_lanes import Lanes, chosen
from hlogen.autodiff.rules.scatter_rounds import Chunk, Rounds
from hlogen.autodiff.rules.scatter_rows import Rows
from hlogen.autodiff.site import Site, by_value, converted, dense, is_differentiable, zeros
from hlogen.builder.elementwise import select
from hlogen.builder.emit import emit_constant
from hlogen.builder.inner import begun, finished
from hlogen.builder.reduction import reduce
from hlogen.builder.scatter import scatter
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import filling
from hlogen.ir import IntegerType, Operation, ScatterDimensionNumbers

PRED = IntegerType(1)


def fold_jvp(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    """The results and their tangents: one scatter that updates both.

    An update computation that captures values is folded in rounds, as not all backends let it capture them.
    """
    if any(not _is_constant(site.environment[value]) for value in site.captured):
        return _jvp_in_rounds(site, tangents)
    count = len(site.result_types)
    inputs, updates = promoted(site)
    paired = [number for number, type in enumerate(site.result_types) if is_differentiable(type)]
    input_tangents, update_tangents = (
        [
            converted(
                dense(tangents[group][number], site.input_types[group][number]),
                site.result_types[number].element_type,
            )
            for number in paired
        ]
        for group in (site.at.inputs, site.at.updates)
    )
    # Where the inputs have no tangents, an element has none until its first update, which flags say: not even one of
    # zero, as that becomes NaN where the update computation's derivative is infinite.
    starts_without = all(tangent is None for tangent in tangents[site.at.inputs])
    flags = [emit_constant(flag, PRED, value.type.static_shape) for flag, value in ((0, inputs[0]), (1, updates[0]))]
    old_flag, new_flag = ([flag] if starts_without else [] for flag in flags)
    half = count + len(paired)

    def both(*scalars: Tensor) -> tuple[Tensor, ...]:
        olds, news = scalars[: half + starts_without], scalars[half + starts_without :]
        primals, of_olds, of_news = (*olds[:count], *news[:count]), olds[count:half], news[count:half]
        results, tangents = _jvp_of_scalars(site, primals, paired, of_olds, of_news)
        if not starts_without:
            return (*results, *tangents)
        _, at_first = _jvp_of_scalars(site, primals, paired, [None] * len(paired), of_news)
        return (*results, *(select(olds[half], a, b) for a, b in zip(tangents, at_first, strict=True)), news[half])

    numbers = site.attributes["scatter_dimension_numbers"]
    assert isinstance(numbers, ScatterDimensionNumbers)
    results = scatter(
        [*inputs, *input_tangents, *old_flag],
        site.operands[site.at.scatter_indices],
        [*updates, *update_tangents, *new_flag],
        both,
        **vars(numbers),
        indices_are_sorted=site.attribute("indices_are_sorted", False),
        unique_indices=site.attribute("unique_indices", False),
    )
    outgoing: list[Tangent] = [None] * count
    for number, tangent in zip(paired, results[count:], strict=False):
        outgoing[number] = tangent
    return results[:count], outgoing


def _jvp_of_scalars(
    site: Site, primals: Sequence[Tensor], paired: Sequence[int], of_olds: Tangents, of_news: Tangents
) -> tuple[list[Tensor], list[Tensor]]:
    """What the update computation gives, and its tangents: all for the values `paired`."""
    block = site.operation.regions[0].block
    environment = {value: site.environment[value] for value in site.captured}
    environment.update(zip(block.arguments, primals, strict=True))
    count = len(primals) // 2
    numbers = [*paired, *(count + number for number in paired)]
    given = zip(numbers, (*of_olds, *of_news), strict=True)
    known = {block.arguments[number]: tangent for number, tangent in given if tangent is not None}
    results, outgoing = jvp_block(block, environment, known)
    return results, [dense(outgoing[number], results[number].type) for number in paired]


def fold_vjp(site: Site, active: Sequence[bool]) -> tuple[Sequence[Tensor], Pullback]:
    """The results, and the way back through the rounds that they were computed in."""
    count = len(site.result_types)
    rows = Rows(site)
    if rows.is_empty:
        return promoted(site)[0], lambda cotangents: [
            *(
                None if x is None else converted(x, type.element_type)
                for x, type in zip(cotangents, site.input_types[site.at.inputs], strict=True)
            ),
            *[None] * (len(active) - count),
        ]
    fold = _Fold(site, rows, active)
    lanes, computation, news = fold.lanes, fold.computation, fold.news
    olds = fold.olds()
    afters, way_back = computation.with_way_back(olds, news, fold.is_kept)

    def pull(cotangents: Tangents) -> Tangents:
        paired = [number for number, type in enumerate(site.result_types) if is_differentiable(type)]
        of_tables = [rows.table(dense(cotangents[number], site.result_types[number])) for number in paired]
        lasts = [rows.take(table, lanes.rows) for table in of_tables]

        def step(chunk: Chunk, *of_olds: Tensor) -> list[Tensor]:
            _, way_back = computation.with_way_back(
                [chunk.of(old) for old in olds], [chunk.of(new) for new in news], chunk.is_valid
            )
            of_afters: list[Tangent] = [None] * count
            for number, last, of_old in zip(paired, lasts, of_olds, strict=True):
                of_afters[number] = chosen(chunk.is_valid, chunk.before_last(last, of_old), 0)
            gradients = way_back(of_afters)
            types = [last.type.with_shape(chunk.is_valid.shape) for last in lasts]
            return [dense(gradients[number], type) for number, type in zip(paired, types, strict=True)]

        of_olds = [zeros(last.type) for last in lasts]
        if fold.rounds is not None:
            of_olds = list(fold.rounds.backward(step, of_olds))
        of_afters: list[Tangent] = [None] * count
        for number, last, of_old in zip(paired, lasts, of_olds, strict=True):
            of_afters[number] = lanes.kept(lanes.before_last(last, of_old), 0)
        gradients = way_back(of_afters)
        of_inputs: list[Tangent] = [None] * count
        for number, table, last in zip(paired, of_tables, lasts, strict=True):
            of_old = dense(gradients[number], last.type)
            value = rows.of_table(lanes.put_first(table, of_old))
            of_inputs[number] = converted(value, site.input_types[number].element_type)
        of_news = zip(gradients[count : 2 * count], site.input_types[site.at.updates], strict=True)
        of_updates = [
            None
            if of_new is None
            else converted(rows.of_flat(lanes.unordered(lanes.kept(of_new, 0))), type.element_type)
            for of_new, type in of_news
        ]
        of_lanes = by_value(computation.captured, gradients[2 * count :])
        of_captured = {value: reduce(lanes.kept(each, 0), 0, [0], "add") for value, each in of_lanes.items()}
        return [*of_inputs, None, *of_updates, *map(of_captured.get, site.captured)]

    return fold.written(afters), pull


class _Fold:
    """A scatter as rounds, up to the last one: `olds` are what each lane finds, for the update computation to take."""

    def __init__(self, site: Site, rows: Rows, active: Sequence[bool]) -> None:
        inputs, updates = promoted(site)
        self.lanes = Lanes(rows, Places.of_scatter(site).are_unique())
        self.rounds = None if self.lanes.are_distinct else Rounds(self.lanes)
        self.computation = UpdateComputation(site, active)
        self.is_kept = rows.spread(self.lanes.is_kept)
        self.tables = [rows.table(value) for value in inputs]
        self.firsts = [rows.take(table, self.lanes.rows) for table in self.tables]
        self.news = [self.lanes.ordered(rows.flat(value)) for value in updates]

    def olds(self) -> list[Tensor]:
        def step(chunk: Chunk, *afters: Tensor) -> list[Tensor]:
            pairs = zip(self.firsts, afters, strict=True)
            olds = [chunk.after_first(first, after) for first, after in pairs]
            return self.computation.applied(olds, [chunk.of(new) for new in self.news], chunk.is_valid)

        afters = self.firsts if self.rounds is None else self.rounds.forward(step, self.firsts)
        return [self.lanes.after_first(first, after) for first, after in zip(self.firsts, afters, strict=True)]

    def written(self, afters: Sequence[Tensor]) -> list[Tensor]:
        """The results of the scatter, where each lane makes `afters` of its olds."""
        pairs = zip(self.tables, afters, strict=True)
        return [self.lanes.layout.of_table(self.lanes.put_last(table, after)) for table, after in pairs]


def _jvp_in_rounds(site: Site, tangents: Tangents) -> tuple[Sequence[Tensor], Tangents]:
    """What the rounds compute, and its derivative."""
    inputs = {tensor.value: tensor for tensor in site.inputs if tensor is not None}
    scope, arguments = begun([tangent.type for tangent in tangents if tangent is not None], "a derivative")
    remaining = iter(arguments)
    inner = [x if tangent is None else next(remaining) for x, tangent in zip(site.inputs, tangents, strict=True)]
    with filling(scope):
        environment = {**site.environment, **by_value(site.captured, inner[site.at.captured])}
        inside = Site(site.operation, inner, environment)
        rows = Rows(inside)
        if rows.is_empty:
            results = promoted(inside)[0]
        else:
            fold = _Fold(inside, rows, [False] * len(inner))
            results = fold.written(fold.computation.applied(fold.olds(), fold.news, fold.is_kept))
    block = finished(scope, results).block
    own = [x for x, tangent in zip(site.inputs, tangents, strict=True) if x is not None and tangent is not None]
    inputs.update(zip(block.arguments, own, strict=True))
    known = zip(block.arguments, [tangent for tangent in tangents if tangent is not None], strict=True)
    return jvp_block(block, inputs, dict(known))


def _is_constant(value: Tensor) -> bool:
    owner = value.value.owner
    return isinstance(owner, Operation) and owner.name == "stablehlo.constant"


def promoted(site: Site) -> tuple[list[Tensor], list[Tensor]]:
    """The inputs and the updates in the types of the update computation."""
    inputs, updates = site.operands[site.at.inputs], site.operands[site.at.updates]
    return (
        [converted(value, type.element_type) for value, type in zip(inputs, site.result_types, strict=True)],
        [converted(value, type.element_type) for value, type in zip(updates, site.result_types, strict=True)],
    )
