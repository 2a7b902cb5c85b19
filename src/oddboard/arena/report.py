"""A study as a page: Markdown with plots, byte by byte the same for the same study."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from oddboard.arena import plots
from oddboard.arena.figures import Figure
from oddboard.arena.study import AIM, REPLICAS, RUNGS, Setting, Study, Verdict
from oddboard.bots import LEVELS, budget
from oddboard.core import registry, seats

FEW = 5  # players: in a plot, of more only the first and the last seat are shown
COMPARED = ("opening", "habit", "first seat")  # what is measured against an even result
UNKNOWN = 0.3  # half of an interval that leaves a question open
ROWS = 9  # kinds of decisions in a plot, at most
SHORT = 1  # in a hundred choices: kinds that neither makes as often are left to the table of figures


def write(study: Study, folder: Path) -> Path:
    """Write the report, its plots and its figures as JSON into a folder; the page."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{study.game}.md"
    for name, drawing in drawings(study).items():
        (folder / f"{study.game}-{name}.svg").write_text(drawing, encoding="utf-8")
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
    """The page: a question after the other, each with an answer in a sentence, a plot and the figures."""
    game = registry.game(study.game)
    parts = [
        f"# {game.title}, studied",
        _how(study),
        "## Does the first seat win?",
        _first_seat(study),
        _plot(study, "seats", "Result by seat"),
        _seats(study.by_players),
        "## How long is a game?",
        _how_long(study),
        _plot(study, "length", "Decisions in a game"),
        _lengths(study.by_players),
        "*Choices* are the decisions of a seat that had more than one; *width* is how many it had on average; a *turn* "
        "is a spell of one seat's decisions.",
        *_luck(study),
        *_openings(study),
        *_strong_and_weak(study),
        *_options(study),
        *_claims(study),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _how(study: Study) -> str:
    """Who played how often, by which command."""
    command = f"oddboard study {study.game} --bot {study.bot} --games {study.games} --seed {study.seed}"
    wanted = ""
    if study.precision is not None:
        command += f" --precision {study.precision}" + (f" --most {study.most}" if study.most else "")
        wanted = f", and more until a result is certain to ± {study.precision}"
        if study.beside != 1:
            command += f" --beside {study.beside:g}"
            wanted += f" (of stronger bots and other settings to ± {study.precision * study.beside:g})"
        wanted += f", or there are {study.most}," if study.most else ","
    return (
        f"{study.games} games of each kind{wanted} between bots `{study.bot}`{_level(study)}, by `{command}`. "
        "Figures in brackets are 95 % intervals: Wilson's or wider for shares, from resampled games for the rest. A "
        "figure says how the game goes between players like these bots; who searches more, or otherwise, may find "
        "something else."
    )


def _level(study: Study) -> str:
    """Which level of an opponent thinks as much, if one does."""
    game = registry.game(study.game)
    own = budget(study.bot, game)
    for name in LEVELS:
        if replace(budget(name, game), seconds=None) == own:
            return f" (at {game.players[0]} seats the level *{name}*)"
    return ""


def _plot(study: Study, name: str, says: str) -> str:
    return f"![{says}]({study.game}-{name}.svg)"


def _first_seat(study: Study) -> str:
    usual = study.by_players[0]
    first = usual.seats[0]
    if first.low > usual.even:
        return f"**Yes, between {usual.players}**: seat 0 gets {first.text()}, where {usual.even:.2f} would be even."
    if first.high < usual.even:
        return f"**No, between {usual.players} it loses**: seat 0 gets {first.text()}, where {usual.even:.2f} is even."
    return (
        f"**Not that one could tell**: between {usual.players}, seat 0 gets {first.text()}; {usual.even:.2f} is even."
    )


def _how_long(study: Study) -> str:
    usual, most = study.by_players[0], study.by_players[-1]
    said = f"**{usual.decisions.text(0)} decisions** in {usual.turns.text(0)} turns between {usual.players}"
    if most is usual:
        return said + "."
    return f"{said}; {most.decisions.text(0)} in {most.turns.text(0)} between {most.players}."


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
                one.draws.text(),
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
        "## How much is luck?",
        f"Of the variance of a seat's result the dice (and cards) explain {_explained(study.luck)}: so alike are the "
        f"results of {REPLICAS} games with the same rolls, numbered in order, between {least} players of the same "
        "strength. Once such games part ways the same roll means something else, so this is the least that it can be.",
    ]
    if study.rungs:
        rows = [(f"{times} times", figure.text()) for times, figure in study.rungs]
        parts += [
            f"To win {AIM:.0%} against a bot `{study.bot}` takes {_needed(*study.strength)}:",
            _table(("iterations", "result"), rows),
            _plot(study, "strength", "Result by strength"),
        ]
    return parts


def _needed(times: float | None, low: float | None, high: float | None) -> str:
    """How much more thinking it takes, and how sure that is."""

    def said(one: float | None) -> str:
        return f"more than {RUNGS[-1]}" if one is None else f"{one:.1f}"

    if low is None:
        return f"**more than {RUNGS[-1]} times** the thinking"
    return f"{'' if times is None else 'about '}**{said(times)} times** the thinking ({said(low)} to {said(high)})"


def _explained(luck: Figure) -> str:
    """The part of luck, or that the games were too few to tell."""
    if luck.half > UNKNOWN:
        return f"something from {luck.low:.2f} to {luck.high:.2f}, **more than these few games can tell**"
    return f"**{luck.text()}**"


def _openings(study: Study) -> list[str]:
    """Ways to begin, compared."""
    parts = []
    for verdict in study.verdicts:
        if verdict.claim.measure == "opening":
            parts += [
                f"## {verdict.claim.says}",
                f"{verdict.words} {verdict.claim.tells}",
                _plot(study, _named(verdict), verdict.claim.says),
                _table(("", "result with it"), [(name, figure.text()) for name, figure in verdict.arms]),
            ]
    return parts


def _named(verdict: Verdict) -> str:
    return verdict.claim.key.replace(" ", "-")


def _strong_and_weak(study: Study) -> list[str]:
    """Where a bot that thinks more decides otherwise."""
    if not study.differences:
        return []
    clear = [one for one in study.differences if one.strong.low > one.weak.high or one.strong.high < one.weak.low]
    if clear:
        told = ", ".join(
            f"*{one.kind}* {'more' if one.strong.value > one.weak.value else 'less'} often" for one in clear[:3]
        )
        answer = f"A bot with {RUNGS[-1]} times the thinking decides {told} than the one it plays against."
    else:
        answer = f"Not in what kind of things they do: with {RUNGS[-1]} times the thinking no kind could be told apart."
    rows = [(one.kind, one.strong.text(1), one.weak.text(1)) for one in study.differences]
    return [
        "## Where do strong players differ from weak ones?",
        answer,
        _plot(study, "kinds", "What strong and weak players decide"),
        _table(("in a hundred choices", f"{RUNGS[-1]} times the thinking", study.bot), rows),
    ]


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
        rows.append((one.name, str(one.players), length, one.width.text(1), one.seats[0].text(), one.draws.text()))
    heads = ("option", "players", "length", "width", "result of seat 0", "drawn")
    return [
        "## What do the options change?",
        _plot(study, "options", "First seat's result by option"),
        _table(heads, rows),
    ]


def _claims(study: Study) -> list[str]:
    said = [verdict for verdict in study.verdicts if verdict.claim.measure != "opening"]
    if not said:
        return []
    parts = ["## Is it true what is said of it?"]
    for verdict in said:
        digits = 0 if verdict.claim.measure == "turns" else 1 if verdict.claim.measure == "lead changes" else 2
        rows = [(name, figure.text(digits)) for name, figure in verdict.arms]
        heads = (
            "",
            {"first seat": "first seat's result", "habit": "result with it"}.get(
                verdict.claim.measure, verdict.claim.measure
            ),
        )
        shown = [_plot(study, _named(verdict), verdict.claim.says)] if verdict.claim.measure in COMPARED else []
        parts += [f"**“{verdict.claim.says}”** {verdict.claim.tells}", *shown, _table(heads, rows), verdict.words]
    return parts


def drawings(study: Study) -> dict[str, str]:
    """The plots as SVG, by name."""
    usual = study.by_players[0]
    seat_rows = [
        plots.Dot(
            f"{one.players}: {seats.sign(seat)} seat {seat}", figure, seat, one.even, not seat and one is not usual
        )
        for one in study.by_players
        for seat, figure in enumerate(one.seats)
        if one.players <= FEW or seat in (0, one.players - 1)
    ]
    drawn = {
        "seats": plots.dots("Does the first seat win?", "mean result by players and seat; dashed: even", seat_rows),
        "length": plots.hills(
            "How long is a game?", "decisions in a game", [(one.name, one.lengths) for one in study.by_players]
        ),
    }
    if study.rungs:
        note = f"result with so many times the thinking; dashed: {AIM:.0%}"
        drawn["strength"] = plots.climb("How much does thinking help?", note, study.rungs, AIM)
    if study.differences:
        often = [one for one in study.differences if max(one.strong.value, one.weak.value) >= SHORT][:ROWS]
        rows = [(one.kind.replace("_", " "), one.strong, one.weak) for one in often]
        names = (f"{RUNGS[-1]} × the thinking", study.bot)
        drawn["kinds"] = plots.pairs("Strong and weak players", "kinds of decisions in a hundred choices", rows, names)
    if study.by_option:
        shown = [plots.Dot("as usual", usual.seats[0], 1)]
        shown += [
            plots.Dot(one.name.replace("_", " "), one.seats[0], 0)
            for one in study.by_option
            if one.players == usual.players
        ]
        drawn["options"] = plots.dots("What do the options change?", "result of the first seat", shown, usual.even)
    for verdict in study.verdicts:
        if verdict.claim.measure in COMPARED:
            dots = [plots.Dot(name, figure, number) for number, (name, figure) in enumerate(verdict.arms)]
            ask = verdict.claim.says if verdict.claim.measure == "opening" else verdict.claim.key.capitalize()
            note = "first seat's result" if verdict.claim.measure == "first seat" else "result with it; dashed: even"
            drawn[_named(verdict)] = plots.dots(ask, note, dots, 0.5)
    return drawn
