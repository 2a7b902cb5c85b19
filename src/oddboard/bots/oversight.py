"""Overlooking, as people do: some of what could be done is not seen, and the same things again whenever one looks.

What a bot overlooks depends on the position, the decision and the bot, and on nothing else: it is not drawn anew each
time it is asked, and another game, with another stream, goes otherwise.
"""

import hashlib
from typing import Any

FEW = 2  # decisions of which nobody overlooks one: whether to stay or to go home, to defend or not
_WHOLE = 1 << 64
_STEP = 0x9E3779B97F4A7C15


def _mixed(word: int) -> int:
    """A number in which every bit depends on all bits of another (splitmix64)."""
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 % _WHOLE
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB % _WHOLE
    return word ^ (word >> 31)


def noticed(view: Any, codes: list[int], stream: int, overlooks: float) -> list[int]:
    """The decisions of a position that a bot sees which overlooks such a share of them; both where there are two."""
    if overlooks <= 0 or len(codes) <= FEW:
        return codes
    here = hashlib.blake2b(view.tobytes() + stream.to_bytes(8, "little"), digest_size=8).digest()
    start = int.from_bytes(here, "little")
    clear = {code: _mixed((start + (code + 1) * _STEP) % _WHOLE) for code in codes}
    seen = [code for code in codes if clear[code] >= overlooks * _WHOLE]
    return seen or [max(codes, key=clear.__getitem__)]
