"""``hlogen grad --check``: the derivatives of a program held against differences."""

from __future__ import annotations

from hlogen.cli.arrays import read_arguments
from hlogen.cli.loudness import tell
from hlogen.cli.source import found
from hlogen.testing.inputs import told
from hlogen.testing.orders import checked
from interpreter.executable import load


def check_gradients(source: str, inputs: tuple[str, ...], entry: str | None, order: int, seed: int) -> int:
    """Says what is found of each order; returns the exit code."""
    script = found(source)
    loaded = load(script.module, entry or "main")
    is_given = bool(inputs) or script.examples is not None
    if script.examples is not None and not inputs:
        given = list(script.examples())
    else:
        function = script.module.function(loaded.name)
        given = read_arguments(inputs, function, seed, is_told=False)
    arrays = loaded.values(given)
    is_open = False
    for step in checked(script.module, loaded.name, arrays, order, seed):
        verdict = step.verdict
        if verdict.wrong:
            tell(f"{step.what}: wrong")
        elif verdict.judged:
            tell(f"{step.what}: {verdict.judged} numbers are what differences show, forwards and backwards")
        else:
            tell(f"{step.what}: none could be judged")
        for line in [*verdict.wrong, *verdict.open]:
            print(line)
        is_open |= not verdict.judged
        if verdict.wrong:
            for line in told(loaded.argument_names, loaded.type.inputs, arrays, None if is_given else seed):
                print(line)
            return 1
        if verdict.open:
            tell("  there it has no derivative, and none is judged; give inputs beside it to judge more")
    return 2 if is_open else 0
