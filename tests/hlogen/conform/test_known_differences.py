"""Every known difference still shows, exactly as the table says: a fix in a backend must be noticed."""

from itertools import pairwise

import numpy as np
import pytest
from helpers.cases import all_same

import interpreter
from hlogen.backends import backend
from hlogen.conform.known_differences import DIFFERENCES, KnownDifference
from hlogen.conform.versions import Versions
from hlogen.errors import OracleCrashed, OracleError


def test_ids_start_with_the_backend_and_rows_of_one_id_share_no_version() -> None:
    assert all(difference.id.startswith(f"{difference.backend}.") for difference in DIFFERENCES)
    by_id: dict[str, list[KnownDifference]] = {}
    for difference in DIFFERENCES:
        by_id.setdefault(difference.id, []).append(difference)
    for rows in by_id.values():
        for row, later in pairwise(rows):
            assert (row.backend, row.versioned_by, row.example) == (later.backend, later.versioned_by, later.example)
            assert not row.is_in({row.versioned_by: later.since}), row.id


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda difference: difference.id)
def test_the_interpreter_gives_what_the_specification_says(difference: KnownDifference) -> None:
    example = difference.example
    assert all_same(interpreter.run(example.program, *example.arguments()), example.results())


@pytest.mark.parametrize("id", dict.fromkeys(difference.id for difference in DIFFERENCES))
def test_the_difference_shows_in_the_versions_that_it_is_listed_for(id: str) -> None:
    rows = [difference for difference in DIFFERENCES if difference.id == id]
    judge, example = backend(rows[0].backend), rows[0].example
    now = [row for row in rows if row.is_in(judge.version())]
    if not now:
        assert all_same(judge.run(example.program, *example.arguments()), example.results())
    elif now[0].kind == "value":
        results = judge.run(example.program, *example.arguments())
        assert not all_same(results, example.results()), "the backend is right now: give the entry its `until`"
    else:
        with pytest.raises(OracleError) as caught:
            judge.run(example.program, *example.arguments())
        assert isinstance(caught.value, OracleCrashed) == (now[0].kind == "crash")


def test_versions() -> None:
    versions = Versions("StableHLO", since="1.17.0", until="1.20.1")
    shows = [
        number for number in ("1.16.9", "1.17.0", "1.20.0", "1.20.1", "2.0") if versions.include({"StableHLO": number})
    ]
    assert shows == ["1.17.0", "1.20.0"]
    assert Versions("jaxlib", since="0.12").include({"jaxlib": "0.12.0.1", "StableHLO": "1.22.0"})


def test_examples_carry_arrays_of_their_types() -> None:
    for difference in DIFFERENCES:
        assert all(isinstance(array, np.ndarray) for array in difference.example.arguments())
