"""rng_bit_generator: the algorithms' published answers, the specification's example, and XLA bit by bit."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.one_op import array, run_op, word

from hlogen.backends import backend
from hlogen.errors import ExecutionError

ALL = 2**64 - 1
PI = (0x85A308D3_243F6A88, 0x03707344_13198A2E, 0x299F31D0_A4093822)  # digits of pi, as the published answers take them


def generate(algorithm: str, state: Any, result: str) -> Any:
    given = np.array(state, np.uint64)
    return run_op(
        "stablehlo.rng_bit_generator",
        [("ui64", given)],
        [f"{len(given)}xui64", result],
        {"rng_algorithm": word("rng_algorithm", algorithm)},
    )


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ((0, 0), (0x6B200159, 0x99BA4EFE)),
        ((ALL, ALL), (0x1CB996FC, 0xBB002BE7)),
        ((PI[1], PI[0]), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_threefry_has_its_published_answers(state, words) -> None:
    output_state, output = generate("THREE_FRY", state, "2xui32")
    assert output.tolist() == list(words)
    assert output_state.tolist() == [state[0], (state[1] + 1) % 2**64]


@pytest.mark.parametrize("algorithm", ["PHILOX", "DEFAULT"])
@pytest.mark.parametrize(
    ("state", "words"),
    [
        ((0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((ALL, ALL, ALL), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        ((PI[2], PI[0], PI[1]), (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
    ],
)
def test_philox_has_its_published_answers(state, words, algorithm) -> None:
    output_state, output = generate(algorithm, state, "4xui32")
    assert output.tolist() == list(words)
    counter = (state[1] + (state[2] << 64) + 1) % 2**128
    assert output_state.tolist() == [state[0], counter % 2**64, counter >> 64]


def test_the_specifications_example() -> None:
    output_state, output = generate("THREE_FRY", [1, 2], "2x2xui64")
    assert output_state.tolist() == [1, 6]
    assert output.tolist() == [
        [9236835810183407956, 16087790271692313299],
        [18212823393184779219, 2658481902456610144],
    ]


STATES: dict[str, list[tuple[int, ...]]] = {
    "THREE_FRY": [(7, 9), (ALL - 2, ALL - 1)],
    "PHILOX": [(7, 9), (7, ALL - 1, 3), (1, ALL, ALL)],
}
TYPES = ["f64", "ui64", "f32", "i32", "bf16", "i16", "ui8", "f8E4M3FN", "ui4"]
SHAPES = {"ui64": [(), (5,), (3, 4), (0, 3)], "i32": [(), (1,), (5,), (8,), (3, 5), (7, 5, 3), (3, 4, 5), (2, 0, 3)]}


@pytest.mark.parametrize("algorithm", STATES)
def test_xla_gives_the_same_bits(algorithm) -> None:
    """All types and shapes in one program, each drawing from a state of its own."""
    for state in STATES[algorithm]:
        lines, names, types = [], [], []
        outputs = [(type, shape) for type in TYPES for shape in SHAPES.get(type, [(5,)])]
        for number, (type, shape) in enumerate(outputs):
            result = "".join(f"{size}x" for size in shape) + type
            lines.append(
                f"%s{number}, %b{number} = stablehlo.rng_bit_generator %s, algorithm = {algorithm} : "
                f"(tensor<{len(state)}xui64>) -> (tensor<{len(state)}xui64>, tensor<{result}>)"
            )
            names += [f"%s{number}", f"%b{number}"]
            types += [f"tensor<{len(state)}xui64>", f"tensor<{result}>"]
        program = (
            f"func.func @main(%s: tensor<{len(state)}xui64>) -> ({', '.join(types)}) {{\n"
            + "\n".join(lines)
            + f"\nreturn {', '.join(names)} : {', '.join(types)}\n}}"
        )
        argument = np.array(state, np.uint64)
        ours, theirs = (backend(name).run(program, argument) for name in ("interpreter", "xla"))
        for name, type, a, b in zip(names, types, ours, theirs, strict=True):
            assert a.shape == b.shape
            assert a.tobytes() == b.tobytes(), (name, type)


@pytest.mark.parametrize(
    ("algorithm", "state", "result", "said"),
    [
        ("THREE_FRY", (1, 2, 3), "2xui32", r"initial_state has shape \[3\]; THREE_FRY needs \[2\]"),
        ("PHILOX", (1, 2, 3, 4), "2xui32", r"PHILOX needs \[2\] or \[3\]"),
        ("XORSHIFT", (1, 2), "2xui32", "expected one of DEFAULT, PHILOX, THREE_FRY"),
        ("PHILOX", (1, 2), "2xi1", "isn't defined on elements of type i1"),
        ("PHILOX", (1, 2), "2xcomplex<f32>", "isn't defined on elements of type complex<f32>"),
    ],
)
def test_refused(algorithm, state, result, said) -> None:
    with pytest.raises(ExecutionError, match=said):
        generate(algorithm, state, result)


@pytest.mark.parametrize("type", ["i64", "ui32", "f64", "f4E2M1FN"])
def test_the_state_is_of_ui64(type) -> None:
    given = array(type, [1, 0])
    attributes = {"rng_algorithm": word("rng_algorithm", "THREE_FRY")}
    with pytest.raises(ExecutionError, match=f"initial_state has elements of {type}, expected ui64"):
        run_op("stablehlo.rng_bit_generator", [(type, given)], [f"2x{type}", "3xui32"], attributes)
