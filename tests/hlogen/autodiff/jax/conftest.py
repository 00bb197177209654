"""What JAX has compiled is let go after each file of tests: together it would take gigabytes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def _forget_compiled() -> Iterator[None]:
    yield
    jax = pytest.importorskip("jax")
    jax.clear_caches()
