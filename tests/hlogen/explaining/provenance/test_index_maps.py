"""What an operation depends on, held against its index map: both are written from the specification, each by itself."""

import numpy as np
import pytest

from hlogen.conform.corpus import GOLDEN, corpus
from hlogen.explaining.maps import MAPS
from hlogen.explaining.of_operation import picture_of
from hlogen.explaining.provenance import trace
from hlogen.spec.optable import OPS

OF_PROCESSES = (
    "stablehlo.collective_permute",
    "stablehlo.reduce_scatter",
    "stablehlo.all_to_all",
    "stablehlo.all_gather",
)
OPERATIONS = sorted(
    name
    for name, row in MAPS.rows().items()
    if row.of == "result"
    and name in OPS
    and name not in OF_PROCESSES
    and name != "stablehlo.select"  # whose map names both branches
    and (GOLDEN / name.partition(".")[2]).is_dir()
)


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_an_index_map_reads_is_what_a_result_depends_on(name):
    for case in corpus([GOLDEN / name.partition(".")[2]])[::4]:
        for form in case.forms(["arguments"]):
            traced = trace(form.module, *form.arguments, entry=form.entry)
            for row in traced.tape.rows:
                if row.op.name == name:
                    require_read(row)


def require_read(row):
    arrays = [node.array for node in row.sources]
    results = [node.array for node in row.results]
    picture = picture_of(row.op, arrays[: len(row.op.operands)], results)
    edges = row.edges()
    shape = results[0].shape
    rng = np.random.default_rng(0)
    for position in rng.permutation(int(np.prod(shape)))[:5]:
        index = np.unravel_index(position, shape)
        asked = np.zeros(shape, bool)
        asked[index] = True
        found = {
            number: np.any(
                [edge.relation.back(asked) for edge in edges if edge.operand == number and not edge.result], 0
            )
            for number in {edge.operand for edge in edges}
        }
        for panel, at in picture.way([int(i) for i in index])[1]:
            if panel in OPS[row.op.name].operands:
                assert found[OPS[row.op.name].operands.index(panel)][tuple(at)], (row.op.name, index, panel, at)
