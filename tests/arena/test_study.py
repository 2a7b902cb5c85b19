"""Studies: figures with intervals, the same report from the same seed, and verdicts on what is claimed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from oddboard.arena import plots, report
from oddboard.arena.crew import Processes
from oddboard.arena.figures import Figure, explained, mean_figure, share_figure
from oddboard.arena.study import Player, Study, _differences, _judged, _luck, _needed, _setting, _stronger, study
from oddboard.arena.trials import Facts, Trial, played
from oddboard.bots import LEVELS
from oddboard.core import registry
from oddboard.core.claims import Arm, Claim
from oddboard.core.errors import BadOptions


def test_a_mean_lies_in_its_interval_and_more_games_make_it_narrower() -> None:
    few, many = mean_figure([0.0, 1.0] * 10, 1), mean_figure([0.0, 1.0] * 1000, 1)
    assert few.low < 0.5 < few.high
    assert many.high - many.low < (few.high - few.low) / 5


def test_a_clean_sheet_is_not_certain() -> None:
    figure = share_figure([1.0] * 20, 1)
    assert figure.value == figure.high == 1.0
    assert 0.8 < figure.low < 0.9


def test_a_narrow_interval_is_written_with_more_digits() -> None:
    assert Figure(0.53, 0.47, 0.59).text() == "0.53 (0.47 to 0.59)"
    assert Figure(0.0, 0.0, 0.0033).text() == "0.000 (0.000 to 0.003)"
    assert Figure(10.0, 10.0, 10.0).text(0) == "10 (10 to 10)"


def test_variance_between_groups() -> None:
    assert explained([[1, 1, 1], [0, 0, 0], [1, 1, 1], [0, 0, 0]]) == 1.0
    assert explained([[1, 0], [0, 1], [1, 0], [0, 1]]) == 0.0


def test_the_strength_for_60_percent_lies_between_the_rungs() -> None:
    def rungs(*values: float) -> list[tuple[int, float]]:
        return [(2 ** (1 + i), value) for i, value in enumerate(values)]

    assert _needed(rungs(0.6, 0.9)) == pytest.approx(2)
    assert 2 < (_needed(rungs(0.55, 0.65)) or 0) < 4
    assert _needed(rungs(0.5, 0.55)) is None


def test_the_strength_is_said_with_its_interval() -> None:
    assert report._needed(1.5, 1.1, None) == "about **1.5 times** the thinking (1.1 to more than 16)"
    assert report._needed(None, 3.0, None) == "**more than 16 times** the thinking (3.0 to more than 16)"
    assert report._needed(None, None, None) == "**more than 16 times** the thinking"


def claim(measure: str) -> Claim:
    return Claim("a", "It is so.", "By playing.", measure, (), minutes=60)  # type: ignore[arg-type]


def test_verdicts() -> None:
    better, even, worse = Figure(0.7, 0.6, 0.8), Figure(0.5, 0.4, 0.6), Figure(0.3, 0.2, 0.4)
    arm = Arm("arm", 2, favoured=True)
    other = Arm("other", 2)
    assert _judged(claim("habit"), [(arm, better)]).startswith("Supported")
    assert _judged(claim("habit"), [(arm, worse)]).startswith("Contradicted")
    assert _judged(claim("habit"), [(arm, even)]).startswith("Undecided")
    assert _judged(claim("first seat"), [(arm, even)]).startswith("Not contradicted")
    assert "second seat" in _judged(claim("first seat"), [(arm, worse)])
    assert _judged(claim("lead changes"), [(arm, better), (other, worse)]).startswith("Supported")
    opening = _judged(claim("opening"), [(arm, better), (other, worse), (Arm("third", 2), even)])
    assert opening == "*Arm* did best, but could not be told apart from the next. Worse: other."
    assert _judged(claim("opening"), [(arm, better), (other, worse)]) == "Best is *arm*, clearly. Worse: other."
    assert _judged(claim("turns"), [(arm, Figure(120, 110, 130))]) == "60 minutes allow 30 s a turn (arm)."


def test_a_bot_with_a_clock_cannot_be_repeated() -> None:
    with pytest.raises(BadOptions, match="thinks by the clock"):
        Player(registry.game("everest"), "search:0.1s", 4, 1, Processes(1))


@pytest.mark.parametrize("key", registry.keys())
def test_every_claim_can_be_played(key: str) -> None:
    """Its options are the game's, and its habits choose from what is legal."""
    game = registry.game(key)
    for each in game.claims:
        for arm in each.arms:
            options = game.check_options(arm.players, dict(arm.options))
            for option in game.options:
                if option.name in ("turn_limit", "round_limit"):
                    options[option.name] = 3
            trial = Trial(key, arm.players, options, ("random",) * arm.players, 1, 2, each.key, arm.name, 1)
            facts = played(trial)
            assert facts == played(trial)
            assert facts.turns > 0


def test_too_few_games_say_nothing_of_luck() -> None:
    assert report._explained(Figure(1.0, 0.0, 1.0)).endswith("**more than these few games can tell**")
    assert report._explained(Figure(0.08, 0.02, 0.13)) == "**0.08 (0.02 to 0.13)**"


def test_a_page_says_how_strong_its_bots_are() -> None:
    """In the words of the levels that people choose, where one thinks as much."""
    strong = registry.game("everest").thoughts(2, {}).split()[list(LEVELS).index("strong")]
    assert "(at 2 seats the level *strong*)" in report._how(Study("everest", strong, 3, 1))
    assert "level" not in report._how(Study("everest", "search:7", 3, 1))


class Short:
    """Plays games of two rounds, whatever is asked for."""

    def done(self, task: Any, jobs: Any) -> Any:
        for number, job in enumerate(jobs):
            yield number, task(replace(job, options=job.options | {"round_limit": 2}))


def test_the_same_seed_gives_the_same_report_byte_by_byte(tmp_path: Path) -> None:
    game = registry.game("everest")
    for name in ("once", "again"):
        report.write(study(game, "random", 3, 7, Short()), tmp_path / name)
    files = sorted(path.name for path in (tmp_path / "once").iterdir())
    plots = ["first-coin", "length", "options", "seats"]
    assert files == [*(f"everest-{name}.svg" for name in plots), "everest.json", "everest.md"]
    for name in files:
        assert (tmp_path / "once" / name).read_bytes() == (tmp_path / "again" / name).read_bytes(), name
    ElementTree.parse(tmp_path / "once" / "everest-length.svg")
    found = json.loads((tmp_path / "once" / "everest.json").read_text())
    assert [setting["players"] for setting in found["by_players"]] == [2, 3, 4]
    text = (tmp_path / "once" / "everest.md").read_text()
    assert "homes chosen" in text
    assert all(f"(everest-{name}.svg)" in text for name in plots)
    assert "| 4 players |" in text


def test_what_the_dice_explain_is_never_certain() -> None:
    """Not if all games end alike, nor if no two do."""
    alike = [facts([1.0, 0.0])] * 24
    for games in (alike, [facts([float(number % 2), float(1 - number % 2)]) for number in range(24)]):
        figure = _luck(games, 1)
        assert figure.low <= figure.value <= figure.high
        assert figure.high - figure.low > 0.05


def test_what_was_never_seen_may_still_happen() -> None:
    """No draw, no change of the lead, a kind of decision that nobody made: the intervals of these have a width, too."""
    games = [replace(facts([1.0, 0.0]), lead_changes=0, kinds=[{"move": 50}, {"move": 49, "end": 1}])] * 24
    setting = _setting("2 players", 2, {}, games, 1)
    assert (setting.draws.value, setting.draws.low) == (0.0, 0.0)
    assert 0.1 < setting.draws.high < 0.2
    assert 0.01 < setting.lead_changes.high < 5  # none in 96 turns
    never = next(one for one in _differences(games, 1) if one.kind == "end")
    assert never.strong.value == never.strong.low == 0
    assert 0.1 < never.strong.high < 0.5  # none in 1,200 choices
    assert "| 0.00 (0.00 to 0.14) |" in report._lengths([setting])


def facts(scores: list[float]) -> Facts:
    trial = Trial("everest", 2, {}, ("random", "random"), 1, 2)
    return Facts(trial, scores, decisions=10, choices=5, width=2.0, turns=4, lead_changes=1)


def test_seeds_of_a_kind_do_not_depend_on_other_kinds() -> None:
    game = registry.game("everest")
    one, other = (Player(game, "search:4", 3, 1, Processes(1)) for _ in range(2))
    other.replicas()
    other.ladder(2)
    assert one.trials("2 players", 2, {}) == other.trials("2 players", 2, {})
    assert one.trials("2 players", 2, {}) != one.trials("2 players", 2, {})


def test_a_strong_bot_is_known_by_its_seat_in_every_round() -> None:
    """With an odd number of games in a round the seats of two rounds do not go on from one another."""
    player = Player(registry.game("everest"), "search:4", 3, 1, Processes(1))
    trials = [*player.ladder(2), *player.ladder(2)]
    assert all(trial.bots[trial.habitual] == "search:8" for trial in trials)
    games = [
        Facts(trial, [float(seat == trial.habitual) for seat in range(2)], 10, 5, 2.0, 4, 1,
              [{"move": 3, "end": 1} if seat == trial.habitual else {"move": 1, "end": 3} for seat in range(2)])
        for trial in trials
    ]  # fmt: skip
    assert _stronger(games, 1).value == 1.0
    move = next(one for one in _differences(games, 1) if one.kind == "move")
    assert (move.strong.value, move.weak.value) == (75.0, 25.0)


def test_an_opening_leaves_all_else_to_the_bot() -> None:
    """Whose choice the habit allows decides as without it."""
    game = registry.game("everest")
    options = game.check_options(2, {"round_limit": 1})
    bots = ("search:4", "search:4")
    free = played(Trial("everest", 2, options, bots, 5, 6))
    begun = [played(Trial("everest", 2, options, bots, 5, 6, "first coin", arm.name)) for arm in game.claims[0].arms]
    assert free.scores in [one.scores for one in begun]
    assert sum(sum(counts.values()) for counts in free.kinds) == free.choices


def test_plots_are_for_light_and_dark_and_narrow() -> None:
    figure = Figure(0.5, 0.4, 0.6)
    drawn = [
        plots.dots("Which <one>?", "result", [plots.Dot("a & b", figure, 0, 0.5), plots.Dot("c", figure, 7)], 0.5),
        plots.hills("How long?", "decisions", [("2 players", [10, 20, 30]), ("3 players", [40])]),
        plots.climb("How strong?", "result", [(2, figure), (16, Figure(0.9, 0.8, 0.95))], 0.6),
        plots.pairs("Who?", "in a hundred", [("move", Figure(70, 60, 80), Figure(1, 0, 2))], ("strong", "weak")),
    ]
    for text in drawn:
        root = ElementTree.fromstring(text)
        assert float(root.attrib["width"]) <= 480
        assert "prefers-color-scheme:dark" in text
        for mark in root.iter():
            for name in ("x", "x1", "x2", "cx"):
                assert 0 <= float(mark.attrib.get(name, 0)) <= float(root.attrib["width"])


def texts(drawn: str) -> dict[str, float]:
    """What is written in a plot, and how far down."""
    found = {}
    for one in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text"):
        found[str(one.text)] = float(one.attrib["y"])
    return found


def test_names_on_two_lines_keep_apart_and_groups_more_so() -> None:
    figure = Figure(0.5, 0.4, 0.6)
    names = ["every boat as soon as it may sail out", "a boat only if no other one can move"]
    wrapped = texts(plots.dots("Which?", "result", [plots.Dot(name, figure) for name in names]))
    lines = sorted(wrapped[plots._halved(name)[part]] for name in names for part in range(2))
    assert lines[2] - lines[1] > 1.5 * (lines[1] - lines[0])
    rows = [plots.Dot("a", figure), plots.Dot("b", figure), plots.Dot("c", figure, apart=True)]
    plain = texts(plots.dots("Which?", "result", rows))
    assert plain["c"] - plain["b"] == pytest.approx(plain["b"] - plain["a"] + plots.APART)


def test_a_scale_of_results_goes_as_far_down_as_the_intervals() -> None:
    rungs = [(2, Figure(0.46, 0.21, 0.71)), (16, Figure(0.67, 0.39, 0.92))]
    shown = texts(plots.climb("How much?", "result", rungs, 0.6))
    assert {"30%", "40%", "50%", "100%"} <= shown.keys()
    assert "20%" not in shown


def test_round_numbers_on_a_scale() -> None:
    assert plots.Scale(0.28, 0.52, 0, 100).marks() == pytest.approx([0.3, 0.35, 0.4, 0.45, 0.5])
    assert plots.Scale(0.1, 99, 0, 100, logarithmic=True).marks() == pytest.approx([0.1, 0.5, 2, 10, 50])


class Coins:
    """A crew that plays nothing: results are by turns one seat's and the other's."""

    def __init__(self) -> None:
        self.played = 0

    def done(self, task: Any, jobs: Any) -> Any:
        for number, job in enumerate(jobs):
            self.played += 1
            scores = [0.0] * job.players
            scores[self.played % job.players] = 1.0
            yield number, Facts(job, scores, decisions=10, choices=5, width=2.0, turns=4, lead_changes=1)


def test_games_are_added_until_results_are_as_precise_as_wanted() -> None:
    game = registry.game("everest")
    rough, fine, short = Coins(), Coins(), Coins()
    study(game, "random", 20, 1, rough)
    found = study(game, "random", 20, 1, fine, precision=0.06)
    assert all(figure.half <= 0.06 for one in found.by_players for figure in one.seats)
    assert found.luck is not None
    assert found.luck.half <= 0.1
    assert 250 < len(found.by_players[0].lengths) < 400  # 1.96² × ½ × ½ ÷ 0.06² = 267
    assert rough.played < fine.played
    limited = study(game, "random", 20, 1, short, precision=0.06, most=60)
    assert max(len(one.lengths) for one in limited.by_players) == 60
    assert "certain to ± 0.06" in report.markdown(found)
