"""The command `oddboard` as a page: each subcommand with its arguments and examples, from its own help."""

import re
from typing import Any

from oddboard.cli.app import command

BEGINS = """# The command `oddboard`

What each subcommand does, as its `--help` says it. Whatever is wrong is answered in one sentence on standard
error, with status 2. `oddboard --install-completion` lets your shell complete commands, games and opponents
with the Tab key. `NO_COLOR=1` leaves out colours.
"""


def page() -> str:
    """The page about all subcommands."""
    return "\n".join([BEGINS, *(_section(name, each) for name, each in _leaves("", command()))])


def _leaves(path: str, command: Any) -> list[tuple[str, Any]]:
    """The subcommands that can be run, by their whole name."""
    if not hasattr(command, "commands"):
        return [(path, command)]
    return [leaf for name, each in command.commands.items() for leaf in _leaves(f"{path} {name}".strip(), each)]


def _section(name: str, command: Any) -> str:
    parts = [f"## oddboard {name}\n", _plain(command.help or "") + "\n"]
    rows = [_row(each) for each in command.params if each.name != "help"]
    if rows:
        parts.append("\n".join(["| | |", "|---|---|", *rows]) + "\n")
    if command.epilog:
        parts.append("```\n" + "\n".join(examples_of(command)) + "\n```\n")
    return "\n".join(parts)


def examples_of(command: Any) -> list[str]:
    """The command lines that the help of a command ends with."""
    return re.findall(r"^- `(.*)`$", command.epilog or "", re.MULTILINE)


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        names = f"`{parameter.metavar or parameter.name.upper()}`"
    else:
        named = " ".join(filter(None, [", ".join(parameter.opts), parameter.metavar]))
        names = f"`{named}`"
    default = parameter.show_default if isinstance(parameter.show_default, str) else None
    told = _plain(parameter.help or "").replace("|", "\\|")
    return f"| {names} | {told}{f' Default: {default}.' if default else ''} |"


def _plain(text: str) -> str:
    return text.replace("\b", "").strip()
