"""Every known difference still shows, exactly as the table says: a fix in a backend must be noticed."""

import numpy as np
import pytest
from helpers.cases import all_same

import interpreter
from hlogen.conform.known_differences import DIFFERENCES, KnownDifference
from hlogen.conform.oracles import backend
from hlogen.errors import OracleCrashed, OracleError


def test_ids_are_unique_and_start_with_the_backend() -> None:
    ids = [difference.id for difference in DIFFERENCES]
    assert len(set(ids)) == len(ids)
    assert all(difference.id.startswith(f"{difference.backend}.") for difference in DIFFERENCES)


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference.id)
def test_the_interpreter_gives_what_the_specification_says(difference: KnownDifference) -> None:
    example = difference.example
    assert all_same(interpreter.run(example.program, *example.arguments()), example.results())


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference.id)
def test_the_difference_shows_in_the_versions_that_it_is_listed_for(difference: KnownDifference) -> None:
    judge = backend(difference.backend)
    example = difference.example
    if not difference.is_in(judge.version()):
        assert all_same(judge.run(example.program, *example.arguments()), example.results())
    elif difference.kind == "value":
        results = judge.run(example.program, *example.arguments())
        assert not all_same(results, example.results()), "the backend is right now: give the entry its `until`"
    else:
        with pytest.raises(OracleError) as caught:
            judge.run(example.program, *example.arguments())
        assert isinstance(caught.value, OracleCrashed) == (difference.kind == "crash")


def test_versions() -> None:
    difference = DIFFERENCES[0]
    fixed = KnownDifference(**{**vars(difference), "since": "1.17.0", "until": "1.20.1"})
    name = fixed.versioned_by
    shows = [version for version in ("1.16.9", "1.17.0", "1.20.0", "1.20.1", "2.0") if fixed.is_in({name: version})]
    assert shows == ["1.17.0", "1.20.0"]


def test_examples_carry_arrays_of_their_types() -> None:
    for difference in DIFFERENCES:
        assert all(isinstance(array, np.ndarray) for array in difference.example.arguments())
