"""Rulebooks as pages: rules that can be linked to, whose word each of them is, and drawn boards."""

import html
import re
from collections.abc import Callable
from functools import partial

WHOSE = {"T": "the rulebook says so", "I": "follows from the rulebook", "R": "our ruling"}
BOARD = re.compile(r"^```board (\S+)(?: around [^\n]*)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PIECES = re.compile(r"^```pieces\n.*?^```\n", re.MULTILINE | re.DOTALL)  # in words as well; the page alone draws them
ITEM = re.compile(r"^([-*] )\*\*([A-Z]{3}-\d+[a-z]?)\*\*(?: \[([TIR](?:/[TIR])*)\])? ", re.MULTILINE)


def rulebook(text: str, key: str, prefix: str, drawn: Callable[[str], str]) -> str:
    """A rulebook's Markdown as the site shows it; `drawn` gives the picture of an example as HTML."""
    text = PIECES.sub("", text)
    boards = {name: caption.strip() for name, caption in BOARD.findall(text)}
    text = BOARD.sub(lambda block: f"\x01{block[1]}\x01", text)
    text = _linked(text, prefix)
    text = ITEM.sub(_rule, text)
    text = re.sub(r"(?<= )Our ruling: (.*)$", r'<span class="ruling">Our ruling: \1</span>', text, flags=re.MULTILINE)
    for name, caption in boards.items():
        text = text.replace(f"\x01{name}\x01", _figure(drawn(name), _linked(caption, prefix)))
    return f"---\nmood: {key}\n---\n{text}"


def decisions(text: str, key: str, prefix: str) -> str:
    """The page about a game's decisions and positions; its rules are links to the rulebook."""
    text = _linked(text, prefix, f"../../rulebooks/{key}.html")
    return f"---\nmood: {key}\n---\n{text}"


def _linked(text: str, prefix: str, page: str = "") -> str:
    """Rules that are named become links; where a rule stands, it is not one."""
    return re.sub(
        rf"^```.*?^```$|`[^`\n]*`|\*\*{prefix}-\d+[a-z]?\*\*|\b({prefix}-\d+[a-z]?)\b",
        partial(_link, page),
        text,
        flags=re.MULTILINE | re.DOTALL,
    )


def _link(page: str, found: re.Match[str]) -> str:
    return f'<a class="rule" href="{page}#{found[1]}">{found[1]}</a>' if found[1] else found[0]


def _rule(item: re.Match[str]) -> str:
    bullet, rule, marks = item.groups()
    number = f'<a class="rule-number" id="{rule}" href="#{rule}">{rule}</a>'
    whose = ""
    if marks:
        told = html.escape(", ".join(WHOSE[mark] for mark in marks.split("/")))
        whose = f' <span class="whose" title="{told}">{marks}</span>'
    return f"{bullet}{number}{whose} "


def _figure(picture: str, caption: str) -> str:
    return f'<figure class="board">\n{picture}\n<figcaption>\n\n{caption}\n\n</figcaption>\n</figure>\n'
