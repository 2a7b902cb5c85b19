"""Writes docs/observations.md: what each number of every game's observation means, from the games themselves.

python docs/observations.py
"""

from pathlib import Path

from oddboard.core import registry
from oddboard.core.observation import layout_of

PAGE = Path(__file__).with_suffix(".md")

ABOUT = """# Observations

What a seat may know of a game, as a row of whole numbers from -128 to 127 (`int8`), in spans one after another. They
are that small because what many games at once cost is mostly the memory that they write, and nothing on a board needs
more; a number that could grow larger, such as the turns until a limit, is 127 from there on. An observation holds
what the seat may know and nothing else: it is the same for every state that the seat cannot tell apart.

Where something is listed by seat, the observing seat comes first and the others follow as the order of play goes.
Decisions, however, name seats by number; `seat` says which number is one's own.

`layout.split(observation)` gives the spans by name and in their shapes, without a copy, of one observation or of a
batch, of NumPy, PyTorch or JAX; `layout` is `Vector(…).layout`, `aec(…).layout` or
`oddboard.core.observation.layout_of(game)`. A game that says nothing about its observation shows the bytes of its
record, with what the seat must not know erased.

This page is written by `python docs/observations.py`.
"""


def page() -> str:
    """The page."""
    parts = [ABOUT]
    for key in registry.keys():  # noqa: SIM118 (a function of ours)
        game = registry.game(key)
        layout = layout_of(game)
        parts.append(f"\n## {game.title}\n\n`{key}`: {layout.size} numbers; decisions are 0 to {game.codes - 1}.\n")
        parts.append("\n| from | span | shape | what it means |\n|---:|---|---|---|\n")
        for first, span in layout.starts():
            shape = " × ".join(map(str, span.shape))
            parts.append(f"| {first} | `{span.name}` | {shape} | {span.meaning} |\n")
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
