"""Index maps against the interpreter's kernels, on all goldens, and against the slow models, on random operations."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.cases import expected
from helpers.hypothesis_draw import cases
from helpers.pictures import GOLDEN, golden_pictures
from hypothesis import given, settings
from model.gather import ModelError
from model.scatter import landing_of

import interpreter
from hlogen.explaining.alone import run_alone
from hlogen.explaining.history import history
from hlogen.explaining.maps import MAPS
from hlogen.explaining.met import pictured
from hlogen.explaining.of_operation import needs_processes
from hlogen.ir import DenseArray, IntegerType, QuantizedType, TensorType
from hlogen.spec.optable import OPS

MOVING = [
    "broadcast_in_dim",
    "concatenate",
    "dynamic_broadcast_in_dim",
    "dynamic_gather",
    "dynamic_pad",
    "dynamic_reshape",
    "dynamic_slice",
    "dynamic_update_slice",
    "gather",
    "pad",
    "reshape",
    "reverse",
    "slice",
    "sort",
    "transpose",
]
PRODUCTS = ("convolution", "dot_general", "dynamic_conv")
MOST = 3000  # elements


def goldens(op):
    for file in sorted((GOLDEN / op).glob("*.mlir")):
        for picture in golden_pictures(f"{op}/{file.stem}"):
            if picture.panels[picture.map.of].type.size <= MOST:
                yield file.stem, picture


def value(picture, panel, index):
    return picture.panels[panel].values[tuple(index)]


@pytest.mark.parametrize("op", MOVING)
def test_an_element_is_the_one_that_it_reads(op):
    for name, picture in goldens(op):
        result = picture.panels[picture.map.of].values
        read = np.empty_like(result)
        for index in np.ndindex(*result.shape):
            ((panel, source),) = picture.way(index)[1]
            read[index] = value(picture, panel, source)
        assert read.tobytes() == result.tobytes(), name


@pytest.mark.parametrize("op", ["iota", "dynamic_iota"])
def test_a_count_is_the_only_step(op):
    for name, picture in goldens(op):
        panel = picture.panels[picture.map.of]
        if isinstance(panel.type.element_type, QuantizedType):
            continue
        for index in np.ndindex(*panel.shape):
            (step,), touched = picture.way(index)
            assert touched == []
            assert np.asarray(step.value).astype(panel.values.dtype) == panel.values[index], name


@pytest.mark.parametrize("op", ["reduce", "reduce_window"])
def test_an_element_is_folded_from_what_it_reads(op):
    for name, picture in goldens(op):
        results, starts = each(picture, "results"), each(picture, "init_values")
        for index in list(np.ndindex(*results[0].shape))[:40]:
            first, *reads = picture.way(index)[1]
            assert first == ("init_values", [])
            columns = [
                np.array([each(picture, panel)[number].values[tuple(at)] for panel, at in reads], one.values.dtype)
                for number, one in enumerate(each(picture, "inputs"))
            ]
            folded = run_alone(
                "stablehlo.reduce",
                [*columns, *(one.values for one in starts)],
                [
                    *(TensorType((len(reads),), one.type.element_type) for one in each(picture, "inputs")),
                    *(one.type for one in starts),
                ],
                [TensorType((), one.type.element_type) for one in results],
                {"dimensions": DenseArray(IntegerType(64), (0,))},
                picture.operation.regions,
            )
            for got, panel in zip(folded, results, strict=True):
                assert close(got[()], panel.values[index]), (name, index)


def each(picture, name):
    return [picture.panels[name], *picture.panels[name].alike]


def close(a, b):
    a, b = (np.asarray(x).astype(complex if np.iscomplexobj(x) else float) for x in (a, b))
    return np.allclose(a, b, rtol=1e-2, equal_nan=True)


@pytest.mark.parametrize("op", PRODUCTS)
def test_an_element_is_the_sum_of_the_products(op):
    for name, picture in goldens(op):
        types = [panel.type.element_type for panel in picture.panels.values()]
        if any(isinstance(type, QuantizedType) for type in types):
            continue
        result = picture.panels["result"]
        for index in list(np.ndindex(*result.shape))[:40]:
            reads = picture.way(index)[1]
            factors = [[exact(value(picture, *read)) for read in reads[n::2]] for n in (0, 1)]
            assert {panel for panel, _ in reads[::2]} <= {"lhs"}
            assert {panel for panel, _ in reads[1::2]} <= {"rhs"}
            total = sum(a * b for a, b in zip(*factors, strict=True))
            if isinstance(types[-1], IntegerType):
                width = 1 if types[-1].is_boolean else types[-1].width
                assert (total - exact(result.values[index])) % 2**width == 0 or types[-1].is_boolean, (name, index)
            else:
                with np.errstate(all="ignore"):
                    assert close(total, result.values[index]) or name == "infinities_and_nan", (name, index)


def exact(x):
    return int(x) if np.asarray(x).dtype.kind in "iub" or "int" in np.asarray(x).dtype.name else complex(x)


@pytest.mark.parametrize("op", ["scatter", "select_and_scatter"])
def test_updates_land_where_the_interpreter_folds_them(op):
    """A history ends with the interpreter's result; what no update lands on is as it was."""
    for name, picture in goldens(op):
        fold = picture.fold
        for number, panel in enumerate(each(picture, fold.into)):
            start = each(picture, fold.start)[number]
            for index in list(np.ndindex(*panel.shape))[:24]:
                changes = history(picture, index)
                now = changes[-1].values[number] if changes else start.values[index if start.shape else ()]
                was = panel.values[index]
                assert np.asarray(now).astype(was.dtype).tobytes() == was.tobytes(), (name, index)


def test_an_update_lands_as_in_the_slow_model():
    numbers = ["update_window_dims", "inserted_window_dims", "input_batching_dims", "scatter_indices_batching_dims"]
    numbers += ["scatter_dims_to_operand_dims", "index_vector_dim"]
    for name, picture in goldens("scatter"):
        shape = picture.panels["inputs"].shape
        for index in np.ndindex(*picture.panels["updates"].shape):
            landing = landing_of(
                index,
                picture.panels["scatter_indices"].values,
                len(shape),
                **{name: picture.given[name] for name in numbers},
            )
            there = [("results", [*landing.result_index])] if landing.is_in_bounds(shape) else []
            assert picture.way(index)[1] == there, name


def met(case):
    """The picture of a generated case."""
    module = case.module
    op = next(op for op in module.walk() if op.name == f"stablehlo.{case.op}")
    return pictured(op, module, lambda listeners: interpreter.run(module, *case.args, listeners=listeners), 1, ())


@settings(max_examples=60, deadline=None)
@given(cases(("gather", "dynamic_gather")))
def test_random_gathers_read_what_the_slow_model_reads(case):
    try:
        (wanted,) = expected(case)
    except ModelError:  # it reads out of bounds
        return
    picture = met(case)
    for index in list(np.ndindex(*wanted.shape))[:200]:
        ((panel, source),) = picture.way(index)[1]
        assert value(picture, panel, source).tobytes() == wanted[index].tobytes()


@settings(max_examples=60, deadline=None)
@given(cases(("scatter",)))
def test_random_scatters_give_what_the_slow_model_gives(case):
    try:
        wanted = expected(case)
    except ModelError:
        return
    picture = met(case)
    for index in list(np.ndindex(*wanted[0].shape))[:20]:
        changes = history(picture, index)
        if len(changes) == 64:  # the first ones of very many
            continue
        for number, result in enumerate(wanted):
            now = changes[-1].values[number] if changes else each(picture, "inputs")[number].values[index]
            assert np.asarray(now).astype(result.dtype).tobytes() == result[index].tobytes()


def test_each_golden_of_an_elementwise_operation_reads_its_own_index():
    for op in ("add", "select", "clamp", "is_finite", "compare", "map", "convert"):
        for _, picture in goldens(op):
            of = picture.panels[picture.map.of]
            for index in list(np.ndindex(*of.shape))[:10]:
                for panel, at in picture.way(index)[1]:
                    assert tuple(at) in (index, ()), op
                    assert len(at) == len(picture.panels[panel].shape)


def test_every_operation_has_a_map_or_a_reason():
    assert sorted(set(OPS) - set(MAPS.rows()) - set(MAPS.reasons())) == []


@pytest.mark.parametrize(
    "op", sorted(name.removeprefix("stablehlo.") for name in MAPS.rows() if name.startswith("stablehlo."))
)
def test_each_dimension_has_a_role(op):
    if needs_processes(f"stablehlo.{op}") or op == "real" or not (GOLDEN / op).is_dir():  # golden/real is from JAX
        return
    file = min((GOLDEN / op).glob("*.mlir"))
    for panel in golden_pictures(f"{op}/{file.stem}")[0].panels.values():
        assert len(panel.roles) == len(panel.shape)
