"""`oddboard bench`: the measurements as a table, or as one JSON object."""

import json
from typing import Any

from rich import box
from rich.table import Table
from rich.text import Text

from oddboard import bench as benchmark
from oddboard.cli import compilation
from oddboard.cli.output import console, errors
from oddboard.core import registry


def bench(keys: list[str], as_json: bool, seconds: float, compiling: bool) -> None:
    """Measure, and show what was measured."""
    keys = [registry.game(key).key for key in dict.fromkeys(keys or (game.key for game in registry.sound()))]
    for key in keys:
        compilation.prepare(key)
    with errors.status("measuring") as status:
        found = benchmark.measure(keys, seconds, compiling, lambda doing: status.update(f"measuring: {doing}"))
    if as_json:
        print(json.dumps(found, indent=2))
    else:
        _show(found)


def _show(found: dict[str, Any]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title="random play, per second", title_justify="left")
    table.add_column("game", no_wrap=True)
    for heading in ("decisions", "games", "× OpenSpiel", f"decisions, {found['cores']} cores", "start, s"):
        table.add_column(heading, justify="right")
    for one in found["games"]:
        ratio = one["ratio_to_openspiel"]
        table.add_row(
            Text(one["game"], style="bold cyan"),
            f"{one['decisions_per_second']:,}",
            f"{one['games_per_second']:,.0f}",
            "–" if ratio is None else f"{ratio:.1f}",
            f"{one['all_cores_decisions_per_second']:,}",
            f"{one['warm_start_seconds']:.2f}",
        )
    console.print(table)
    if found["openspiel"]:
        theirs = found["openspiel"]["decisions_per_second"]
        console.print(f"OpenSpiel's backgammon, driven from Python: {theirs:,} decisions a second on one core.")
    else:
        console.print(Text(found["note"]), soft_wrap=True)
    if found["compile_seconds"] is not None:
        console.print(f"Compiling everything anew took {found['compile_seconds']} s.")
