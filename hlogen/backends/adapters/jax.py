"""Runs programs on jax's default device: a GPU or TPU where jax has one."""

from __future__ import annotations

from typing import Any

from hlogen.backends.adapters.xla import Xla
from hlogen.backends.registry import adapter
from hlogen.errors import MissingPackageError


@adapter("jax", what="jax's default device")
class Jax(Xla):
    """XLA on whatever jax chooses, or is told to by JAX_PLATFORMS."""

    def client(self, xla_client: Any) -> Any:
        del xla_client
        try:
            import jax
        except ModuleNotFoundError as error:
            raise MissingPackageError(f'the package {error.name} is missing: pip install "hlogen[jax]"') from None
        return jax.devices()[0].client

    def version(self) -> dict[str, str]:
        import jax

        return {"jax": jax.__version__, self._device.platform: self._device.device_kind, **super().version()}
