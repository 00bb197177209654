"""What each option and argument takes: its bounds, its default, and which commands have it.

On the command line a word means one thing. Where a row changes, users see it: in help, and in what is refused.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from hlogen.cli import main
from hlogen.lint import config

# Names, what is taken, "many" where it may be repeated, "= default", and behind the colon the commands.
TABLE = """
--accept flag: conform run
--add-ignores flag: check
--against text = interpreter: fuzz
--arrays bin|npy = bin: conform export
--as text|bytecode|portable: emit, transform, grad, jvp, vmap
--axis-name text: vmap
--backend text: judge
--backend text = interpreter: test, run
--backend text required: compare, conform init, fuzz
--baseline text: check
--by rounds|turns: transform
--canonicalize flag: transform
--check flag: grad
--clause text many: conform run, conform list, conform export
--clear-cache flag: check
--cse flag: transform
--custom-rules text many: analyze, export-onnx, grad, jvp, run, vmap
--dce flag: transform
--decompose flag: transform
--determinism flag: analyze
--deterministic flag: transform
--devices integer x>=1 = 8: shard
--diff flag: check
--dynamic-axis text many: export-onnx
--entry text: export-onnx, grad, jvp, vmap
--element text: explain
--entry text = main: run, parallel, debug, explain, compare, judge, shard
--error text many: check
--exclude text many: check
--exit-zero flag: check
--expand-batching-dims flag: transform
--expected text: conform run, conform report
--external-data --no-external-data flag = True: export-onnx
--feature text many: conform run, conform list, conform export
--fix flag: check
--force flag: emit, export-onnx, run, parallel, debug, explain, compare, shard, transform, grad, jvp, vmap, conform
    init, conform run, conform report, conform shrink, conform export
--form constants|arguments many: conform run, conform list, conform export
--format text many: check, test
--format text|json: run, parallel
--format text|json|html: explain
--format text|json = text: config, analyze, shard, conform list
--format text|markdown|json = text: rule
--from text: explain
--graph flag: explain
--html text: conform run, conform report
--ignore text many: check, run, parallel
--in-axes text = 0: vmap
--infeed text many: parallel, debug
--inline flag: transform
--invalid flag: fuzz
--isolated flag: check
--jobs -j integer x>=1: test
--jobs -j integer x>=1 = 1: conform run, fuzz
--junit text: conform run, conform report
--markdown text: conform run, conform report
--max-findings integer x>=0: check
--max-memory text: run, parallel, debug, explain, compare, judge, conform run
--max-steps integer x>=0: run, parallel, debug, explain, compare, judge
--maxfail integer x>=1: conform run
--memory flag: grad
--no-advice flag: check
--no-cache flag: check
--op text: explain
--op text many: conform run, conform list, conform export, fuzz
--opset text = 21: export-onnx
--order integer x>=1: grad
--out-axes text = 0: vmap
--output -o text: fuzz
--partitions integer: parallel, debug, explain
--pass text many: transform
--portable flag: transform
--programs integer x>=0: fuzz
--raise-batching-dims flag: transform
--random flag: run, parallel, debug, explain, compare, judge
--reassociate flag: judge
--refine text many: transform
--relation text many: fuzz
--replicas integer: parallel, debug, explain
--results text many: judge
--resume flag: conform run
--sanitize flag: run, parallel
--save-values text: debug
--schedule text: run, parallel, debug
--scheduler text: fuzz
--search text: rule
--seed integer x>=0: run, parallel, debug, explain, compare, judge, grad
--select text many: check, run, parallel
--simplify flag: transform
--size integer 1<=x<=200 many: fuzz
--size integer x>=0 required: vmap
--statistics flag: check, conform list
--stdin-filename text: check
--step flag: debug
--suite text many: conform run, conform list, conform report, conform shrink, conform export
--target text: emit, check, transform, grad, jvp, vmap
--time text: fuzz
--time-limit float x>0: check, run, parallel, debug, explain, compare, judge, conform run
--time-limit float x>0 = 20.0: fuzz
--time-limit float x>0 = 600.0: test
--text flag: docs
--to text: explain
--to-golden text: fuzz
--trace flag: debug
--trap nan|inf|overflow many: debug
--turn integer x>=1 = 1: explain
--type text many: conform run, conform list, conform export
--ulps integer x>=0: judge, conform run, conform shrink
--ulps integer x>=0 = 16: fuzz
--unsafe-fixes flag: check
--update-baseline flag: check
--watch flag: check
--watch text many: debug
--without text many: conform run, conform list, conform export
--wrt text: grad, jvp
-i --input text many: run, parallel, debug, explain, compare, judge, shard, grad
-j --jobs integer x>=1: check
-k --id text many: conform run, conform list, conform export
-o --output text: emit, run, parallel, explain, compare, shard, transform, grad, jvp, vmap, conform init, conform run,
    conform shrink
-o --output text required: export-onnx
-o --output-file text: check
-q --quiet flag: emit, export-onnx, check, rule, analyze, test, run, parallel, debug, explain, compare, judge, shard,
    transform, grad, jvp, vmap, conform init, conform run, conform list, conform report, conform diff, conform shrink,
    conform export, fuzz
-v --verbose flag: check, test, run, debug, judge, conform run, conform report, fuzz, transform
BACKEND text required: conform run, conform shrink
CASE text required: conform shrink
DIR text required: conform export
FILE.jsonl text required: conform report
NEW.jsonl text required: conform diff
OLD.jsonl text required: conform diff
SCRIPT.py[:NAME]|FILE|- text required: emit, export-onnx, run, parallel, debug, explain, compare, judge, shard,
    transform, grad, jvp, vmap
SCRIPT.py[:NAME]|PATH|-... text nargs -1 required: check, analyze, test
[COMMAND]... text nargs -1: help
[ID] text: rule
[PATH] text = .: config
[TOPIC] text: docs
{bash|zsh|fish} bash|zsh|fish required: completion
"""


def commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group, info_name=path)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{path}{name} ")
        else:
            yield path + name, command


def described(one: click.Parameter) -> str:
    is_flag = isinstance(one, click.Option) and one.is_flag
    names = one.make_metavar(click.Context(click.Command("it"))) if isinstance(one, click.Argument) else ""
    words = [names or " ".join((*one.opts, *one.secondary_opts))]
    match one.type:
        case _ if is_flag:
            words.append("flag")
        case click.Choice():
            words.append("|".join(one.type.choices))
        case click.IntRange() | click.FloatRange():
            words.append(f"{one.type.name.split()[0]} {one.type._describe_range()}")
        case _:
            words.append(one.type.name)
    words += [f"nargs {one.nargs}"] if one.nargs != 1 else []
    words += ["many"] if one.multiple else []
    words += ["required"] if one.required else []
    default = one.to_info_dict().get("default")
    words += [f"= {default}"] if default not in (None, False, (), []) else []
    return " ".join(words)


def test_options_take_what_the_table_says() -> None:
    found = defaultdict(list)
    for path, command in commands(main):
        for one in command.params:
            found[described(one)].append(path)
    rows = re.sub(r"\n {4}", " ", TABLE).strip().splitlines()
    known = {names: told.split(", ") for names, _, told in (row.rpartition(": ") for row in rows)}
    assert {names: sorted(told) for names, told in found.items()} == {
        names: sorted(told) for names, told in known.items()
    }


def test_every_command_knows_the_backends_of_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tools").mkdir()
    Path("tools/it.py").write_text("class Mine: ...")
    Path("hlogen.toml").write_text('backends = { ours = "tools/it.py:Mine" }')
    config.forget()
    found = {}
    for path, command in commands(main):
        names = [one.name for one in command.params]
        if "backend_name" in names:
            taken = [one.name for one in command.params if isinstance(one, click.Argument)]
            arguments = ["ours" if name == "backend_name" else "it" for name in taken]
            option = [] if "ours" in arguments else ["--backend", "ours"]
            above = click.Context(main, **main.context_settings)  # by which commands know -h
            found[path] = command.make_context(path, [*arguments, *option], above).params["backend_name"]
    config.forget()
    assert found.pop("conform init") == "ours"  # which writes the file of a new one
    assert set(found.values()) == {f"{tmp_path / 'tools' / 'it.py'}:Mine"}
    assert sorted(found) == [
        "compare", "conform run", "conform shrink", "fuzz", "judge", "run", "test"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "it.mlir", "--time-limit", "0"), "'--time-limit': 0.0 is not in the range x>0"),
        (("run", "it.mlir", "--max-steps", "-1"), "'--max-steps': -1 is not in the range x>=0"),
        (("test", "it.mlir", "-j", "0"), "-j': 0 is not in the range x>=1"),
        (("fuzz", "--backend", "interpreter", "--size", "201"), "'--size': 201 is not in the range 1<=x<=200"),
        (("vmap", "it.mlir"), "missing option '--size'"),
        (("emit", "it.mlir", "--as", "tex"), "'--as': 'tex' is not one of 'text', 'bytecode', 'portable'"),
    ],
)  # fmt: skip
def test_what_is_out_of_bounds_is_refused(invoke, arguments: tuple[str, ...], said: str) -> None:
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr
