"""Runs programs on any PJRT plugin: a shared library that a vendor ships, which jaxlib's client loads."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from hlogen.backends.adapters.xla import Xla
from hlogen.backends.errors import CannotStartBackend
from hlogen.backends.registry import adapter

_PLATFORM = "hlogen_plugin"  # what this process calls the plugin; any name that isn't taken


@adapter(
    "pjrt",
    what="a PJRT plugin, through jaxlib",
    argument="the path of a plugin's shared library",
    example="/path/to/plugin.so",
    argument_is_path=True,
)
class Pjrt(Xla):
    """The first device of a plugin. `options` are those that it takes when a client is made."""

    def __init__(self, path: str, **options: Any) -> None:
        self._path = Path(path)
        self._options = options
        super().__init__()

    def client(self, xla_client: Any) -> Any:
        if not self._path.is_file():
            raise CannotStartBackend(f"there is no plugin {self._path}")
        try:
            library = ctypes.CDLL(str(self._path))
        except OSError as error:
            raise CannotStartBackend(f"{self._path} can't be loaded: {error}") from error
        if not hasattr(library, "GetPjrtApi"):
            raise CannotStartBackend(f"{self._path} is no PJRT plugin: it has no function GetPjrtApi")
        xla_client.load_pjrt_plugin_dynamically(_PLATFORM, str(self._path))
        if not xla_client.pjrt_plugin_initialized(_PLATFORM):
            xla_client.initialize_pjrt_plugin(_PLATFORM)
        return xla_client.make_c_api_client(_PLATFORM, self._options)

    def version(self) -> dict[str, str]:
        return {
            self._client.platform: " ".join(str(self._client.platform_version).split()),
            "plugin": self._path.name,
            **super().version(),
        }
