from __future__ import annotations

import platform

import numpy as np

from hlogen.backends import describe_backends
from hlogen.mlir import provider


def test_what_is_found(invoke):
    result = invoke("doctor")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Python {platform.python_version()} ")
    assert f"  numpy      {np.__version__}\n" in result.stdout
    assert "yes jaxlib " in result.stdout
    works = {line.split()[1] for line in result.stdout.splitlines() if "yes " in line}
    assert works >= {"interpreter", "jax", "onnxruntime", "upstream", "xla"}
    assert result.stdout.endswith("hlogen is ready to use.\n")


def test_without_bindings(monkeypatch, invoke):
    missing = {"package": "jaxlib.mlir", "status": "jaxlib.mlir is not installed"}
    monkeypatch.setattr(provider, "describe", lambda: {"jaxlib": missing})
    result = invoke("doctor")
    assert result.exit_code == 2
    assert "no  jaxlib       jaxlib.mlir is not installed" in result.stdout
    assert 'pip install "jaxlib>=0.10"' in result.stdout


def test_an_interpreter_that_does_not_work(monkeypatch, invoke):
    broken = {"what": "the interpreter", "works": False, "version": {}, "reason": "a tiny gather gave [0]"}
    monkeypatch.setattr("hlogen.backends.describe_backends", lambda: {"interpreter": broken})
    result = invoke("doctor")
    assert (result.exit_code, "no  interpreter  a tiny gather gave [0]" in result.stdout) == (2, True)
    assert result.stdout.splitlines()[-1] == (
        "hlogen's own interpreter doesn't work here; please report this with the output above."
    )


def test_a_backend_that_does_not_work(monkeypatch, invoke):
    broken = {"what": "XLA CPU", "works": False, "version": {}, "reason": "no xla_client"}
    monkeypatch.setattr("hlogen.backends.describe_backends", lambda: {**describe_backends(), "xla": broken})
    result = invoke("doctor")
    assert result.exit_code == 0
    assert "no  xla          no xla_client" in result.stdout
