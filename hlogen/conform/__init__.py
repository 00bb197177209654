"""Holds programs and backends against each other: oracles in workers, generated programs, known differences."""

from hlogen.conform.oracles import BACKENDS, Backend, backend
from hlogen.conform.oracles.describe import describe_backends

__all__ = ["BACKENDS", "Backend", "backend", "describe_backends"]
