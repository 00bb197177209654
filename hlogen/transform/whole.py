"""What passes over whole programs share: they change a copy, function by function."""

from __future__ import annotations

from hlogen.ir import Function, HasModule, Module
from hlogen.program.copy import Copier


def copy_of(program: HasModule) -> Module:
    """A copy of a program, to be changed. Raises ConstraintError where it was read although it isn't valid."""
    module = program.module
    module.require_valid()
    copier = Copier()
    operations = [copier.again(operation) for operation in module.operations]
    return Module(operations, module.attributes, module.name, module.location, module.source)


def plain_functions(module: Module) -> list[Function]:
    """The functions whose bodies, and all regions inside of them, are single blocks; of others nothing is changed."""
    return [function for function in module.functions.values() if is_plain(function)]


def is_plain(function: Function) -> bool:
    return bool(function.operation.regions) and all(
        len(region.blocks) == 1 for operation in function.operation.walk() for region in operation.regions
    )
