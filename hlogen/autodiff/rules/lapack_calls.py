"""What a call of LAPACK's says, and the same call with something else said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hlogen.autodiff.site import Site
from hlogen.builder.emit import emit
from hlogen.builder.tensor import Tensor
from hlogen.ir import Attribute, IntegerAttr, IntegerType, Type


def letter(site: Site, name: str, choices: str) -> str:
    """What the call says by one of LAPACK's letters."""
    value = _config(site).get(name)
    letters = {ord(letter): letter for letter in choices}
    if not isinstance(value, IntegerAttr) or value.value not in letters:
        known = " or ".join(f"{number} ({letter})" for number, letter in letters.items())
        raise site.error(f"needs {name} in its backend_config, {known}, to say what it computes")
    return letters[value.value]


def flag(site: Site, name: str) -> bool:
    """What the call says by true or false, or by 1 or 0."""
    value = _config(site).get(name)
    if isinstance(value, IntegerAttr) and value.value in (0, 1):
        value = bool(value.value)
    if not isinstance(value, bool):
        raise site.error(f"needs {name} in its backend_config, true or false, to say what it computes")
    return value


def called_with(site: Site, result_types: Sequence[Type] | None = None, **letters: str) -> tuple[Tensor, ...]:
    """The results of the same call on the same operands, some letters replaced."""
    said = {name: IntegerAttr(ord(letter), IntegerType(8, "unsigned")) for name, letter in letters.items()}
    kept = {name: value for name, value in site.attributes.items() if name != "sdy.sharding_rule"}  # names the shapes
    config: Attribute = {**_config(site), **said}
    return emit(
        site.name, site.operands, {**kept, _config_name(site): config}, result_types=result_types or site.result_types
    )


def getrf_attributes(site: Site, prefix: str) -> dict[str, Attribute]:
    """What a call of getrf says for matrices that lie in memory as those of `site`, a call of geev."""
    kept = {
        name: site.attributes[name] for name in ("api_version", "mhlo.frontend_attributes") if name in site.attributes
    }
    given, made = (site.attributes.get(name) for name in ("operand_layouts", "result_layouts"))
    if isinstance(given, tuple) and isinstance(made, tuple):
        kept |= {"operand_layouts": given, "result_layouts": (given[0], made[0], made[-1])}
    return {**kept, "call_target_name": f"lapack_{prefix}getrf_ffi", _config_name(site): {}}


def _config(site: Site) -> Mapping[str, Attribute]:
    value = site.attributes.get(_config_name(site))
    return value if isinstance(value, Mapping) else {}


def _config_name(site: Site) -> str:
    return "mhlo.backend_config" if "mhlo.backend_config" in site.attributes else "backend_config"
