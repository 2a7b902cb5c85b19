"""Plots of a study as SVG of our own: narrow enough for a phone, light or dark as the reader's screen is.

Each is a framed card with its question, what was found, and its scale. The same figures give the same bytes.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from oddboard.arena.figures import Figure

WIDTH = 440
MARGIN = 20
TOP = 64  # below the question and what it is measured in
ROW = 26
TALL = 36  # a row whose name takes two lines
APART = 12  # room before rows of another kind
FOOT = 44  # for the scale
NAMES = 128  # the least room for the rows' names
LETTER = 7.2  # width of one, about
LONG_ASK = 42  # letters of a question that fit a line
COLOURS = (  # of seats, for a light and for a dark ground
    ("#bf3706", "#ee5f36"),
    ("#123f9e", "#7d9bff"),
    ("#b87a00", "#f3e445"),
    ("#0a8a6c", "#29e0a5"),
    ("#8a5ab8", "#fb9cea"),
)
STYLE = """
text{font:13px Inter,"Helvetica Neue",Arial,sans-serif;fill:#201d19}
.ask{font-size:17px;font-weight:650}.note{font-size:12px;fill:#5b554b}.mark{font-size:12px;fill:#5b554b}
.card{fill:#fdfbf6;stroke:#ddd6c7}.grid{stroke:#e4ddcf}.even{stroke:#8a8377;stroke-dasharray:3 4}
@media (prefers-color-scheme:dark){text{fill:#f4f1ea}.note,.mark{fill:#b3aea3}
.card{fill:#17191c;stroke:#33363a}.grid{stroke:#2a2d31}.even{stroke:#8f8a80}}
"""
TICKS = 5
RIDGE = 46  # how high the hill of a row is
BINS = 72
GAUSS = 0.5
LEAST = 0.1  # that a logarithmic scale of shares in a hundred shows


@dataclass(frozen=True)
class Dot:
    """A row: a figure with its interval, and which colour it has."""

    name: str
    figure: Figure
    colour: int = 0
    even: float | None = None  # where it would be if nothing made a difference
    apart: bool = False  # something else begins with it


def _styled() -> str:
    light = "".join(f".c{i}{{stroke:{one};fill:{one}}}" for i, (one, _) in enumerate(COLOURS))
    dark = "".join(f".c{i}{{stroke:{one};fill:{one}}}" for i, (_, one) in enumerate(COLOURS))
    return f"<style>{STYLE}{light}@media (prefers-color-scheme:dark){{{dark}}}</style>"


def _card(ask: str, note: str, height: float, parts: Sequence[str]) -> str:
    """A framed plot with its question and a note below."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:g}" '
            f'viewBox="0 0 {WIDTH} {height:g}" role="img" '
            f'aria-label="{escape(ask, {chr(34): "&quot;"})}">',
            _styled(),
            f'<rect class="card" x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1:g}" rx="14"/>',
            *_question(ask),
            f'<text class="note" x="{MARGIN}" y="50">{escape(note)}</text>',
            *parts,
            "</svg>\n",
        ]
    )


def _question(ask: str) -> list[str]:
    """The question, on two lines if it is long."""
    if len(ask) <= LONG_ASK:
        return [_text(MARGIN, 32, ask, "ask")]
    one, other = _halved(ask)
    return [_text(MARGIN, 21, one, "ask"), _text(MARGIN, 38, other, "ask")]


def _halved(words: str) -> tuple[str, str]:
    """A text in two lines of about the same length."""
    places = [place for place, letter in enumerate(words) if letter == " "]
    place = min(places, key=lambda one: abs(one - len(words) / 2), default=len(words))
    return words[:place], words[place + 1 :]


def _fits(right: float, name: str) -> bool:
    return LETTER * len(name) <= right - MARGIN


def _label(right: float, y: float, name: str) -> list[str]:
    """The name of a row, left of where the plot begins; on two lines if there is no room for it."""
    if _fits(right, name):
        return [_text(right, y + 4.5, name, anchor="end")]
    one, other = _halved(name)
    return [_text(right, y - 2, one, "mark", "end"), _text(right, y + 11, other, "mark", "end")]


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str, width: float = 1) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke-width="{width:g}"/>'


class Scale:
    """Where a number lies between the left and the right end of a plot."""

    def __init__(self, low: float, high: float, left: float, right: float, logarithmic: bool = False) -> None:
        self.logarithmic = logarithmic
        self.low, self.high = self._of(low), self._of(max(high, low * 1.01 if logarithmic else low + 1e-9))
        self.left, self.right = left, right

    def _of(self, value: float) -> float:
        return math.log(max(value, 1e-9)) if self.logarithmic else value

    def __call__(self, value: float) -> float:
        share = (self._of(value) - self.low) / (self.high - self.low)
        return self.left + min(1.0, max(0.0, share)) * (self.right - self.left)

    def marks(self) -> list[float]:
        """Round numbers from one end to the other."""
        if self.logarithmic:
            powers = [part * 10.0**power for power in range(-1, 7) for part in (1, 2, 3, 5, 7)]
            powers = [
                one for one in powers if self.high - self.low < math.log(10) or f"{one:g}".strip("0.")[0] in "125"
            ]
            found = [one for one in powers if self.low - 1e-9 <= math.log(one) <= self.high + 1e-9]
            return found[:: max(1, math.ceil(len(found) / TICKS))]
        step = 10 ** math.floor(math.log10((self.high - self.low) / TICKS))
        step = next(step * part for part in (1, 2, 5, 10) if (self.high - self.low) / (step * part) <= TICKS)
        first = math.ceil(self.low / step - 1e-9)
        return [number * step for number in range(first, math.floor(self.high / step + 1e-9) + 1)]


def _ground(scale: Scale, bottom: float, words: str = "{:g}") -> list[str]:
    """Thin lines at round numbers, and the numbers."""
    parts = []
    for mark in scale.marks():
        parts.append(_line(scale(mark), TOP, scale(mark), bottom, "grid"))
        parts.append(_text(scale(mark), bottom + 18, words.format(round(mark, 6)), "mark", "middle"))
    return parts


def _names(rows: Sequence[str]) -> float:
    """The room that the rows' names need."""
    return min(WIDTH * 0.48, max(NAMES, MARGIN + LETTER * max(map(len, rows)) + 14))


def dots(ask: str, note: str, rows: Sequence[Dot], around: float | None = None) -> str:
    """Figures with their intervals, one below the other; `around` is the line that they are compared with."""
    left = _names([one.name for one in rows])
    row = ROW if all(_fits(left - 12, one.name) for one in rows) else TALL
    bottom = TOP + row * len(rows) + APART * sum(one.apart for one in rows)
    ends = [end for one in rows for end in (one.figure.low, one.figure.high)] + [one.even for one in rows if one.even]
    ends += [] if around is None else [around]
    low, high = min(ends), max(ends)
    wide = max(high - low, 0.1) * 0.08
    scale = Scale(low - wide, high + wide, left, WIDTH - MARGIN - 8)
    parts = _ground(scale, bottom)
    if around is not None:
        parts.append(_line(scale(around), TOP, scale(around), bottom, "even", 1.5))
    y = TOP - row / 2
    for one in rows:
        y += row + APART * one.apart
        parts += _label(left - 12, y, one.name)
        if one.even is not None:
            parts.append(_line(scale(one.even), y - 9, scale(one.even), y + 9, "even", 1.5))
        kind = f"c{one.colour % len(COLOURS)}"
        parts.append(
            f'<line class="{kind}" x1="{scale(one.figure.low):.1f}" x2="{scale(one.figure.high):.1f}" y1="{y:.1f}" '
            f'y2="{y:.1f}" stroke-width="7" stroke-linecap="round" opacity=".32"/>'
        )
        parts.append(f'<circle class="{kind}" cx="{scale(one.figure.value):.1f}" cy="{y:.1f}" r="5.5"/>')
    return _card(ask, note, bottom + FOOT, parts)


def hills(ask: str, note: str, rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """How something is spread, a hill for each row, over a logarithmic scale; the upright line is the median."""
    left = _names([name for name, _ in rows])
    everything = [value for _, values in rows for value in values]
    step = RIDGE * 0.8 if len(rows) < 8 else RIDGE * 0.55
    bottom = TOP + RIDGE * 0.5 + step * len(rows)
    scale = Scale(min(everything) * 0.8, max(everything) * 1.2, left, WIDTH - MARGIN - 8, logarithmic=True)
    parts = _ground(scale, bottom)
    for number, (name, values) in enumerate(rows):
        floor = TOP + RIDGE * 0.5 + step * (number + 1) - 4
        kind = f"c{number % len(COLOURS)}"
        heights = _heights([math.log(max(one, 1e-9)) for one in values], scale.low, scale.high)
        highest = max(heights) or 1.0
        points = [
            f"{scale.left + (scale.right - scale.left) * i / (BINS - 1):.1f},{floor - RIDGE * height / highest:.1f}"
            for i, height in enumerate(heights)
        ]
        path = f"M{scale.left:.1f},{floor:.1f} L" + " L".join(points) + f" L{scale.right:.1f},{floor:.1f} Z"
        parts.append(f'<path class="{kind}" d="{path}" fill-opacity=".3" stroke-width="1.5"/>')
        middle = sorted(values)[len(values) // 2]
        parts.append(_line(scale(middle), floor - 16, scale(middle), floor, kind, 2.5))
        parts.append(_text(left - 12, floor - 3, name, anchor="end"))
    return _card(ask, note, bottom + FOOT, parts)


def _heights(values: Sequence[float], low: float, high: float) -> list[float]:
    """A smooth outline of some values from one end to the other."""
    wide = max((high - low) / 60, _spread(values) * len(values) ** -0.2)
    places = [low + (high - low) * i / (BINS - 1) for i in range(BINS)]
    return [math.fsum(math.exp(-GAUSS * ((place - one) / wide) ** 2) for one in values) for place in places]


def _spread(values: Sequence[float]) -> float:
    centre = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((one - centre) ** 2 for one in values) / len(values))


def climb(ask: str, note: str, rungs: Sequence[tuple[int, Figure]], aim: float) -> str:
    """Results by strength, each with its interval; the dashed line is the aim."""
    left, right, bottom = MARGIN + 40, WIDTH - MARGIN - 16, TOP + 170
    low = min(0.45, *(figure.low for _, figure in rungs))

    def y(value: float) -> float:
        return bottom - (value - low) / (1 - low) * (bottom - TOP - 8)

    scale = Scale(rungs[0][0], rungs[-1][0], left + 24, right - 12, logarithmic=True)
    parts = []
    for tenths in range(math.ceil(10 * low - 1e-9), 11):
        share = tenths / 10
        parts.append(_line(left, y(share), right, y(share), "even" if share == aim else "grid"))
        parts.append(_text(left - 8, y(share) + 4, f"{share:.0%}", "mark", "end"))
    path = " ".join(f"{scale(times):.1f},{y(figure.value):.1f}" for times, figure in rungs)
    parts.append(f'<polyline class="c1" points="{path}" stroke-width="2.5" style="fill:none"/>')
    for times, figure in rungs:
        x = scale(times)
        parts.append(
            f'<line class="c1" x1="{x:.1f}" x2="{x:.1f}" y1="{y(figure.low):.1f}" y2="{y(figure.high):.1f}" '
            'stroke-width="7" stroke-linecap="round" opacity=".32"/>'
        )
        parts.append(f'<circle class="c1" cx="{x:.1f}" cy="{y(figure.value):.1f}" r="5.5"/>')
        parts.append(_text(x, bottom + 20, f"{times} ×", "mark", "middle"))
    return _card(ask, note, bottom + FOOT, parts)


def pairs(ask: str, note: str, rows: Sequence[tuple[str, Figure, Figure]], names: tuple[str, str]) -> str:
    """Two figures a row, joined, over a logarithmic scale: how many times as often one is as the other."""
    left = _names([name for name, _, _ in rows])
    first = TOP + 22
    bottom = first + ROW * len(rows)
    ends = [end for _, *both in rows for figure in both for end in (figure.low, figure.high)]
    scale = Scale(max(LEAST, min(ends)) * 0.8, max(ends) * 1.2, left, WIDTH - MARGIN - 8, logarithmic=True)
    parts = _ground(scale, bottom)
    x: float = left
    for colour, name in enumerate(names):
        parts.append(f'<circle class="c{colour}" cx="{x + 6:.1f}" cy="{TOP + 6}" r="5.5"/>')
        parts.append(_text(x + 17, TOP + 10.5, name))
        x += 34 + LETTER * len(name)
    for number, (name, *both) in enumerate(rows):
        y = first + ROW * (number + 0.5)
        parts += _label(left - 12, y, name)
        parts.append(_line(scale(both[0].value), y, scale(both[1].value), y, "even", 2))
        for colour, figure in enumerate(both):
            parts.append(
                f'<line class="c{colour}" x1="{scale(figure.low):.1f}" x2="{scale(figure.high):.1f}" y1="{y:.1f}" '
                f'y2="{y:.1f}" stroke-width="7" stroke-linecap="round" opacity=".28"/>'
            )
        parts += [
            f'<circle class="c{i}" cx="{scale(one.value):.1f}" cy="{y:.1f}" r="5.5"/>' for i, one in enumerate(both)
        ]
    return _card(ask, note, bottom + FOOT, parts)
