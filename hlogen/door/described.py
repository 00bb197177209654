"""A wrong argument in a message, whatever it is."""

from __future__ import annotations

_MOST = 60


def described(value: object) -> str:
    """The type of an argument and a short form of it, without which a message does where that can't be had."""
    if value is None:
        return "None"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    name = type(value).__name__
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - the value is somebody's own, and whatever it raises there is not what is wrong
        return f"a {name}"
    return f"{name} {text if len(text) <= _MOST else text[: _MOST - 3] + '...'}"
