"""`oddboard check`: everything that a game must keep, tried on one."""

import time

from rich.text import Text

from oddboard import conformance
from oddboard.cli import compilation
from oddboard.cli.output import console, errors
from oddboard.core import registry


def check(key: str) -> bool:
    """Run all checks on a game, tell what each of them found, and whether all is well."""
    game = registry.game(key)
    compilation.prepare(key)
    errors.print(f"Checking {game.title}; this takes a minute or more.", style="dim")
    findings, began = 0, time.perf_counter()
    for name, finding in conformance.run(key):
        seconds = time.perf_counter() - began
        mark = ("wrong", "bold red") if finding else ("right", "green")
        console.print(Text.assemble(mark, f"  {name} ", (f"{seconds:.1f} s", "dim")), soft_wrap=True)
        if finding:
            console.print(Text(f"       {finding}"), soft_wrap=True)
            findings += 1
        began = time.perf_counter()
    total = len(conformance.ALL_CHECKS)
    console.print(f"{total - findings} of {total} checks found nothing wrong with {game.title}.")
    return findings == 0
