"""What `hlogen doctor` says about backends."""

import numpy as np
import pytest

import hlogen.backends.describe as describe
from hlogen.backends import BACKENDS, describe_backends
from hlogen.backends.errors import OracleError


def test_every_backend_works_here() -> None:
    report = describe_backends()
    assert list(report) == list(BACKENDS)
    without = report.pop("iree")
    assert without["works"] or 'pip install "hlogen[iree]"' in without["reason"]
    for entry in report.values():
        assert entry["works"], entry
        assert entry["version"]
        assert entry["reason"] == ""


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
