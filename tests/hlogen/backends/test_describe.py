"""What `hlogen doctor` says about backends."""

from dataclasses import replace

import numpy as np
import pytest

import hlogen.backends.describe as describe
from hlogen.backends import BACKENDS, describe_backends, pool
from hlogen.backends.address import Address
from hlogen.backends.errors import OracleError
from hlogen.backends.probe import Probe, probed


def test_every_backend_works_here() -> None:
    report = describe_backends()
    assert list(report) == list(BACKENDS)
    without = report.pop("iree")
    assert without["works"] or 'pip install "hlogen[iree]"' in without["reason"]
    for entry in report.values():
        assert entry["works"], entry
        assert entry["version"]
        assert entry["reason"] == ""


def test_backends_of_installed_packages_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them stands for one that comes along."""
    monkeypatch.setattr(describe, "installed_backends", lambda: {"mine": "mine:Mine", "xla": "mine:Xla"})
    monkeypatch.setattr(describe, "backend", lambda name: Broken(OracleError(name)))
    report = describe_backends()
    assert list(report) == ["mine", "xla", *(name for name in BACKENDS if name != "xla")]
    assert (report["mine"]["what"], report["xla"]["what"]) == ("mine:Mine, from an installed package", BACKENDS["xla"])


class Broken:
    def __init__(self, error: OracleError | None) -> None:
        self.error = error

    def run(self, *_: object) -> tuple[np.ndarray, ...]:
        if self.error:
            raise self.error
        return (np.zeros((2, 2), np.float32),)

    def version(self) -> dict[str, str]:
        return {"broken": "1"}


def test_a_backend_that_does_not_work_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(describe, "backend", lambda name: Broken(OracleError("xla: no")))
    assert describe_backends()["xla"] == {
        "what": BACKENDS["xla"],
        "works": False,
        "version": {},
        "reason": "xla: no",
    }


def test_a_backend_that_gives_a_wrong_result_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(describe, "backend", lambda name: Broken(None))
    entry = describe_backends()["xla"]
    assert not entry["works"]
    assert entry["reason"] == "a tiny gather gave [[0.0, 0.0], [0.0, 0.0]]"


class Adds:
    """Adds what it is given, after which it fails, or is of other elements."""

    def __init__(self, *said: object, version: object = None) -> None:
        self.said = list(said)
        self.numbers = version

    def version(self) -> object:
        if isinstance(self.numbers, Exception):
            raise self.numbers
        return {"adds": "1"}

    def run(self, program: str, *arguments: np.ndarray) -> tuple[np.ndarray, ...]:
        said = self.said.pop(0) if self.said else None
        if isinstance(said, Exception):
            raise said
        if isinstance(said, np.ndarray):
            return (said,)
        return (arguments[0][::-1] if "reverse" in program else arguments[0] + arguments[0],)

    def close(self) -> None: ...


ADDS = Probe("adds two tensors of f32 and leaves them as they are", True)
DYNAMIC = Probe("takes dynamic arguments in the shapes at hand", True)
STARTS = Probe("starts", True, "adds 1")


@pytest.mark.parametrize(
    ("tried", "said"),
    [
        (Adds(version=OracleError("no licence\nfix: buy one")), [Probe("starts", False, "no licence\nfix: buy one")]),
        (Adds(OracleError("no add\nat all")), [STARTS, replace(ADDS, works=False, said="no add")]),
        (Adds(np.float32([3, 4])), [STARTS, replace(ADDS, works=False, said="gave [3.0, 4.0] for [3.0, -4.0]")]),
        (Adds(None, OracleError("no ?")), [STARTS, ADDS, replace(DYNAMIC, works=False, said="no ?")]),
        (Adds(None, None, OracleError("no i1")), [STARTS, ADDS, DYNAMIC]),
    ],
)
def test_a_backend_is_tried(tried: Adds, said: list[Probe], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "adapted", lambda address: tried)
    told: list[Probe] = []
    found = list(probed(Address("", "mine", "mine", "Adds"), told.append))
    assert (found[: len(said)], told) == (said, found)
    if len(found) > len(said):
        has, *lacks = found[len(said) :]
        names = has.said.split(", ")
        assert (has.what, has.works, "f32" in names) == ("has the element types", True, True)
        first = "i1" if said == [STARTS, ADDS, DYNAMIC] else ""
        assert [(one.what, one.works, one.said) for one in lacks] == [("lacks the element types", False, first)] * bool(
            first
        )
        assert first not in names
