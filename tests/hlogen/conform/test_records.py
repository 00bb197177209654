"""Files of records: cut or damaged anywhere they are read as far as they are whole, or refused; never a traceback."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from hlogen.conform.records import Header, Records, read_records
from hlogen.conform.verdicts import Outcome, Verdict
from hlogen.errors import UsageError

HEADER = Header("mine", "mine.py:Mine", {"mine": "1"}, "0", {})
OUTCOMES = [
    Outcome("add/floats@constants", Verdict.PASS),
    Outcome("add/floats@arguments", Verdict.WRONG_VALUE, "elements differ \udc80 \x1b[31m</script>\n\"'", 0.5),
    Outcome("add/sums@constants", Verdict.TIME_OUT, "no result"),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl"
    records = Records(path, HEADER)
    for outcome in OUTCOMES:
        records.add(outcome)
    records.close()
    return path


def test_a_file_that_is_cut_anywhere_goes_on_behind_its_last_whole_line(file: Path) -> None:
    content = file.read_bytes()
    for length in range(len(content.partition(b"\n")[0]) + 1, len(content)):
        file.write_bytes(content[:length])
        records = Records(file, HEADER, resume=True)
        assert len(records.done) == content[:length].count(b"\n") - 1
        for outcome in OUTCOMES[len(records.done) :]:
            records.add(outcome)
        records.close()
        assert file.read_bytes() == content
    file.write_bytes(content[:20])
    with pytest.raises(UsageError, match="its first line doesn't say so"):
        Records(file, HEADER, resume=True)


def test_a_file_with_a_bit_flipped_is_read_or_refused(file: Path) -> None:
    content = file.read_bytes()
    refused = 0
    for place in range(0, len(content), 3):
        file.write_bytes(content[:place] + bytes([content[place] ^ 1 << 3 * place % 8]) + content[place + 1 :])
        try:
            read_records(file)
        except UsageError:
            refused += 1
    assert refused > len(content) / 12


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"id": 3, "verdict": "pass"}', "id is 3"),
        ('{"id": "a", "verdict": "fine"}', "'fine' is not a valid Verdict"),
        ('{"id": "a", "verdict": "pass", "results": 3}', "results is 3"),
        ('{"id": "a", "verdict": "pass", "run_seconds": "1"}', "run_seconds is '1'"),
        ('{"id": "a", "verdict": "pass", "more": 1}', "more"),
        ("[" * 100_000, "this line is damaged"),
        ("[]", "this line is damaged"),
    ],
)
def test_a_line_that_is_no_record_is_told_with_its_number(line: str, complaint: str, file: Path) -> None:
    with file.open("a") as more:
        more.write(line + "\n")
    with pytest.raises(UsageError) as error:
        read_records(file)
    assert f"{file}:5: " in str(error.value)
    assert complaint in str(error.value)


def test_one_run_at_a_time_writes_a_file_where_it_can(file: Path, tmp_path: Path) -> None:
    records = Records(file, HEADER, resume=True)
    with pytest.raises(UsageError, match="is being written by another run"):
        Records(file, HEADER, overwrite=True)
    assert len(records.done) == 3
    records.close()
    with pytest.raises(UsageError, match="--resume goes on with it"):
        Records(file, HEADER)
    with pytest.raises(UsageError, match=r"can't write .*gone.*No such file"):
        Records(tmp_path / "gone" / "mine.jsonl", HEADER)
    if Path("/dev/full").exists():
        with pytest.raises(UsageError, match="can't write /dev/full"):
            Records(Path("/dev/full"), HEADER)
    assert json.loads(file.read_bytes().splitlines()[2])["message"] == OUTCOMES[1].message


def test_a_run_that_goes_on_is_of_the_same_backend_and_asks_again_what_was_not_judged(file: Path) -> None:
    for header, said in (
        (replace(HEADER, backend="other"), "is about backend mine, not other"),
        (replace(HEADER, address="mine.py:Other"), "is about address mine.py:Mine, not mine.py:Other"),
        (replace(HEADER, versions={"mine": "2"}), "is about versions {'mine': '1'}, not {'mine': '2'}"),
    ):
        with pytest.raises(UsageError) as raised:
            Records(file, header, resume=True)
        assert str(raised.value) == f"{file} {said}\n  fix: write another file, or --force starts this one anew"
    records = Records(file, replace(HEADER, hlogen="9"), resume=True)
    records.add(Outcome("add/more@constants", Verdict.HARNESS, "it can't be read"))
    records.close()
    records = Records(file, HEADER, resume=True)
    assert [*records.done] == [outcome.id for outcome in OUTCOMES]
    records._file.close()
    records._file = Path("/dev/full").open("wb", buffering=0)  # noqa: SIM115 - closed with the records
    with pytest.raises(UsageError) as raised:
        records.add(OUTCOMES[0])
    assert str(raised.value) == f"can't write {file}: No space left on device\n  fix: make room; --resume goes on"
    records.close()
