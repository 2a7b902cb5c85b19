"""A study as a page: Markdown with plots, byte by byte the same for the same study."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from oddboard.arena.figures import Figure
from oddboard.arena.study import AIM, REPLICAS, RUNGS, Setting, Study
from oddboard.core import registry, seats

QUIET, ACCENT = "#8A8377", "#0E5E80"


def write(study: Study, folder: Path) -> Path:
    """Write the report, its plots and its figures as JSON into a folder; the page."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{study.game}.md"
    for name, draw in plots(study).items():
        _drawn(folder / f"{study.game}-{name}.svg", draw)
    (folder / f"{study.game}.json").write_text(json.dumps(figures(study), indent=1) + "\n", encoding="utf-8")
    page.write_text(markdown(study), encoding="utf-8")
    return page


def figures(study: Study) -> dict[str, Any]:
    """Everything measured, as JSON."""
    found = asdict(study)
    for verdict, one in zip(found["verdicts"], study.verdicts, strict=True):
        verdict["claim"] = {"key": one.claim.key, "says": one.claim.says, "tells": one.claim.tells}
    return found


def markdown(study: Study) -> str:
    """The page."""
    game = registry.game(study.game)
    command = f"oddboard study {study.game} --bot {study.bot} --games {study.games} --seed {study.seed}"
    precisely = study.precision is not None
    command += f" --precision {study.precision}" if precisely else ""
    wanted = f", and more until a result is certain to ± {study.precision}," if precisely else ""
    parts = [
        f"# {game.title}, studied",
        f"{study.games} games of each kind{wanted} between bots `{study.bot}`, by `{command}`. Figures in brackets are "
        "95 % intervals: Wilson's or wider for results, from resampled games for the rest. These bots are sensible but "
        "not strong; a figure says how the game goes between players like them.",
        "## Length and choice",
        _lengths(study.by_players),
        f"![Decisions in a game]({study.game}-length.svg)",
        "*Choices* are the decisions of a seat that had more than one; *width* is how many it had on average; a *turn* "
        "is a spell of one seat's decisions.",
        "## The first seat",
        _seats(study.by_players),
        f"![Result by seat]({study.game}-seats.svg)",
        *_luck(study),
        *_options(study),
        *_claims(study),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def _lengths(settings: Sequence[Setting]) -> str:
    heads = ("", "games", "decisions", "choices", "width", "turns", "lead changes in 100 turns", "drawn")
    return _table(
        heads,
        [
            (
                one.name,
                str(len(one.lengths)),
                one.decisions.text(0),
                one.choices.text(0),
                one.width.text(1),
                one.turns.text(0),
                one.lead_changes.text(1),
                f"{one.draws:.0%}",
            )
            for one in settings
        ],
    )


def _seats(settings: Sequence[Setting]) -> str:
    most = max(one.players for one in settings)
    heads = ("", "even", *(f"{seats.sign(seat)} seat {seat}" for seat in range(most)))
    rows = [
        (one.name, f"{one.even:.2f}", *(figure.text() for figure in one.seats), *[""] * (most - one.players))
        for one in settings
    ]
    return _table(heads, rows)


def _luck(study: Study) -> list[str]:
    assert study.luck is not None
    least = registry.game(study.game).players[0]
    parts = [
        "## Luck and strength",
        f"Of the variance of a seat's result the dice (and cards) explain **{study.luck.text()}**: so alike are the "
        f"results of {REPLICAS} games with the same rolls, numbered in order, between {least} players of the same "
        "strength. Once such games part ways the same roll means something else, so this is the least that it can be.",
    ]
    if study.rungs:
        rows = [(f"{times} times", figure.text()) for times, figure in study.rungs]
        needed = (
            f"about **{study.strength:.1f} times** the thinking"
            if study.strength is not None
            else f"**more than {RUNGS[-1]} times** the thinking"
        )
        parts += [
            f"To win {AIM:.0%} against a bot `{study.bot}` takes {needed}:",
            _table(("iterations", "result"), rows),
            f"![Result by strength]({study.game}-strength.svg)",
        ]
    return parts


def _options(study: Study) -> list[str]:
    if not study.by_option:
        return []
    usual = {one.players: one for one in study.by_players}
    rows = []
    for one in study.by_option:
        before = usual[one.players]
        change = one.decisions.value / before.decisions.value - 1
        apart = one.decisions.low > before.decisions.high or one.decisions.high < before.decisions.low
        length = f"{change:+.0%}" + ("" if apart else " (not told apart)")
        rows.append((one.name, str(one.players), length, one.width.text(1), one.seats[0].text(), f"{one.draws:.0%}"))
    heads = ("option", "players", "length", "width", "result of seat 0", "drawn")
    return ["## What the options change", _table(heads, rows)]


def _claims(study: Study) -> list[str]:
    if not study.verdicts:
        return []
    parts = ["## What is said of it"]
    for verdict in study.verdicts:
        digits = 0 if verdict.claim.measure == "turns" else 1 if verdict.claim.measure == "lead changes" else 2
        rows = [(name, figure.text(digits)) for name, figure in verdict.arms]
        heads = (
            "",
            {"first seat": "first seat's result", "habit": "result with it"}.get(
                verdict.claim.measure, verdict.claim.measure
            ),
        )
        parts += [f"**“{verdict.claim.says}”** {verdict.claim.tells}", _table(heads, rows), verdict.words]
    return parts


def plots(study: Study) -> dict[str, Callable[[Any], None]]:
    """What to draw, by name."""
    drawn: dict[str, Callable[[Any], None]] = {
        "length": lambda axes: _draw_lengths(axes, study.by_players),
        "seats": lambda axes: _draw_seats(axes, study.by_players),
    }
    if study.rungs:
        drawn["strength"] = lambda axes: _draw_rungs(axes, study.rungs)
    return drawn


def _draw_lengths(axes: Any, settings: Sequence[Setting]) -> None:
    axes.boxplot(
        [one.lengths for one in settings],
        orientation="horizontal",
        tick_labels=[one.name for one in settings],
        medianprops={"color": ACCENT, "linewidth": 2},
        flierprops={"markersize": 3, "markeredgecolor": QUIET},
    )
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("decisions in a game")


def _draw_seats(axes: Any, settings: Sequence[Setting]) -> None:
    row = 0
    ticks, names = [], []
    for one in settings:
        axes.plot([one.even, one.even], [row - 0.4, row + one.players - 0.6], color=QUIET, linestyle=":")
        for seat, figure in enumerate(one.seats):
            _bar(axes, row, figure)
            ticks.append(row)
            names.append(f"{one.name}, seat {seat}")
            row += 1
        row += 0.5  # type: ignore[assignment]
    axes.set_yticks(ticks, names, fontsize=max(5, 9 - len(ticks) // 20))
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel("mean result; dotted: even")


def _bar(axes: Any, row: float, figure: Figure) -> None:
    axes.plot([figure.low, figure.high], [row, row], color=ACCENT, linewidth=2)
    axes.plot([figure.value], [row], "o", color=ACCENT, markersize=5)


def _draw_rungs(axes: Any, rungs: Sequence[tuple[int, Figure]]) -> None:
    axes.errorbar(
        [times for times, _ in rungs],
        [figure.value for _, figure in rungs],
        [
            [figure.value - figure.low for _, figure in rungs],
            [figure.high - figure.value for _, figure in rungs],
        ],
        fmt="o-",
        color=ACCENT,
        capsize=3,
    )
    axes.axhline(AIM, color=QUIET, linestyle=":")
    axes.set_xscale("log", base=2)
    axes.set_xticks([times for times, _ in rungs], [f"{times}×" for times, _ in rungs])
    axes.set_ylim(0, 1)
    axes.set_xlabel("iterations")
    axes.set_ylabel("result")


def _drawn(path: Path, draw: Callable[[Any], None]) -> None:
    """Draw one plot to a file. Salt and date are fixed, so that the same plot has the same bytes."""
    import matplotlib as mpl
    from matplotlib.figure import Figure as Canvas

    with mpl.rc_context({"svg.hashsalt": "oddboard", "svg.fonttype": "none", "axes.edgecolor": QUIET}):
        canvas = Canvas(figsize=(7, 3.6), layout="constrained")
        axes = canvas.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        canvas.savefig(path, metadata={"Date": None})
