"""The exported corpus: what its schema says, the same in both forms, and read by Perl, which shares no code with it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hlogen.conform.corpus import corpus
from hlogen.conform.vectors import SCHEMA, element_files, export
from hlogen.errors import UsageError

OPS = ("reverse", "concatenate", "scatter")
READER = Path(__file__).with_name("read_vectors.pl")
_TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "null": type(None)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three ops of many element types, with conditions and tolerances of all kinds, in both forms."""
    folder = tmp_path_factory.mktemp("vectors")
    every = corpus()
    cases = [case for case in every if case.op in OPS][::7]
    cases += [case for case in every if case.id in ("exponential/far_from_one", "uniform_quantize/per_tensor")]
    for form in ("bin", "npy"):
        export(cases, folder / form, arrays=form)
    return folder


def manifest(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "manifest.json").read_text())


def test_the_manifest_is_what_the_schema_says(folder):
    schema = json.loads(SCHEMA.read_text())
    said = manifest(folder / "bin")
    assert list(wrong(said, schema, schema)) == []
    assert json.loads((folder / "bin" / "manifest.schema.json").read_text()) == schema
    said["cases"][0]["checks"][0] = {"result": 0, "how": {"kind": "never"}}
    assert len(list(wrong(said, schema, schema))) >= 2


TWO = """func.func @main() {
  %x = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  %1 = stablehlo.negate %0 : tensor<2xi32>
  %2 = stablehlo.negate %1 : tensor<2xi32>
  %3 = stablehlo.convert %x : (tensor<2xi32>) -> tensor<2xf32>
  check.expect_eq %2, %0 : tensor<2xi32>
  check.expect_eq_const %3, dense<[1.0, 2.0]> : tensor<2xf32>
  return
}"""


def test_results_that_are_held_against_each_other(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "two.mlir").write_text(TWO)
    cases = corpus([tmp_path / "mine"])
    export(cases, tmp_path / "out")
    for case in manifest(tmp_path / "out")["cases"]:
        other, one = case["checks"]
        assert (one["expected"]["element_type"], "other_result" in one) == ("f32", False)
        assert ("expected" in other, {other["result"], other["other_result"]}) == (False, {0, 1})
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"can't write to .*inside: Not a directory"):
        export(cases, tmp_path / "file" / "inside")


def test_both_forms_hold_the_same(folder):
    compared = 0
    for plain, numpy in zip(manifest(folder / "bin")["cases"], manifest(folder / "npy")["cases"], strict=True):
        for name, other in zip(element_files(plain), element_files(numpy), strict=True):
            array = np.load(folder / "npy" / other)
            assert array.dtype.byteorder in "<=|"
            assert array.tobytes() == (folder / "bin" / name).read_bytes()
            compared += 1
    assert compared > 40


@pytest.mark.skipif(shutil.which("perl") is None, reason="there is no Perl here")
def test_another_language_reads_them(folder):
    done = subprocess.run(["perl", READER, folder / "bin"], capture_output=True, text=True, check=False)
    arrays = sum(len([*element_files(case)]) for case in manifest(folder / "bin")["cases"])
    assert (done.returncode, done.stdout.partition(",")[0]) == (0, f"{arrays} arrays"), done.stderr
    assert int(done.stdout.split()[2]) > 0


def wrong(value: Any, schema: dict[str, Any], root: dict[str, Any], place: str = "") -> list[str]:
    """What a value breaks of a schema: as much of JSON Schema as ours makes use of; another keyword is an error."""
    found: list[str] = []
    for keyword, asked in schema.items():
        if keyword in ("$schema", "$defs", "title", "description", "commands"):
            continue
        if keyword == "$ref":
            found += wrong(value, root["$defs"][asked.rpartition("/")[2]], root, place)
        elif keyword == "allOf":
            found += [each for part in asked for each in wrong(value, part, root, place)]
        elif keyword == "oneOf":
            found += [place] * (sum(not wrong(value, part, root, place) for part in asked) != 1)
        elif keyword == "properties":
            inner = [(value[key], part, f"{place}.{key}") for key, part in asked.items() if key in value]
            found += [each for of, part, where in inner for each in wrong(of, part, root, where)]
        elif keyword == "items":
            found += [each for n, of in enumerate(value) for each in wrong(of, asked, root, f"{place}[{n}]")]
        elif keyword == "type":
            kinds = asked if isinstance(asked, list) else [asked]
            found += [place] * (not any(isinstance(value, _TYPES[kind]) for kind in kinds))
        else:
            found += [place] * (not _HOLDS[keyword](value, asked))
    return found


_HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "required": lambda value, names: set(names) <= value.keys(),
    "const": lambda value, only: value == only,
    "enum": lambda value, choices: value in choices,
}
