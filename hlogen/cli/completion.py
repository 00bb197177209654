"""``hlogen completion SHELL``: the script that lets a shell complete ``hlogen``, by click's own."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from hlogen.cli.group import COMPLETES
from hlogen.cli.say import say

_SHELLS = ("bash", "zsh", "fish")
# Where click's scripts are wrong: fish loses what is behind a second comma, as of lists of rules; zsh, with the script
# in $fpath, completes nothing when it is asked for the second time.
_MENDED = {
    '(string split "," $completion)': '(string split --max 1 "," $completion)',
    "$zsh_eval_context[-1] == loadautofunc": "$zsh_eval_context[-1] == (loadautofunc|shfunc)",
}


@click.command("completion")
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script that lets a shell complete commands, options, files, rules and backends.

    \b
    bash, with bash-completion, for all shells to come:
      hlogen completion bash > ~/.local/share/bash-completion/completions/hlogen
    bash without it, in ~/.bashrc; zsh the same way, in ~/.zshrc behind compinit:
      eval "$(hlogen completion bash)"
    zsh, in a folder of $fpath, which is faster:
      hlogen completion zsh > "${fpath[1]}/_hlogen"
    fish:
      hlogen completion fish > ~/.config/fish/completions/hlogen.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    source = found(context.find_root().command, {}, "hlogen", COMPLETES).source()
    for clicks, ours in _MENDED.items():
        source = source.replace(clicks, ours)
    say(source)
