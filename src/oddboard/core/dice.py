"""Fair dice: rolls that nobody can steer, and that anybody can check afterwards.

At the start a secret is drawn and its hash, the *commitment*, is published. Then each seat may contribute a text of
its own, whose hash, the *seal*, it gives before anybody's text is said. Roll number k is drawn by HMAC-SHA256 with the
secret as key over the game, k and the contributions: who holds the secret could not foresee the contributions, and who
contributes does not know the secret. At the end the secret is shown, and every roll can be recomputed:
docs/fair-dice.md says how.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

SECRET_BYTES = 32
LONGEST_CONTRIBUTION = 200
_SPAN = 1 << 64  # a draw is a number below this


def commitment_of(secret: str) -> str:
    """The published hash of a secret, both as hexadecimal digits."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def seal_of(word: str) -> str:
    """The published hash of a seat's own word, before anybody's word is said."""
    return hashlib.sha256(word.encode()).hexdigest()


def drawn(secret: str, game: str, contributions: Sequence[str], number: int, weights: Sequence[int]) -> int:
    """Which of several weighted outcomes roll `number` is.

    A draw beyond the largest multiple of the sum of weights is thrown away and made anew, so that no outcome is
    favoured.
    """
    total = sum(weights)
    limit = _SPAN - _SPAN % total
    attempt = 0
    while True:
        message = json.dumps(["oddboard", game, number, attempt, list(contributions)], separators=(",", ":"))
        digest = hmac.new(bytes.fromhex(secret), message.encode(), hashlib.sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < limit:
            break
        attempt += 1
    value %= total
    for index, weight in enumerate(weights):
        value -= weight
        if value < 0:
            return index
    raise AssertionError("the weights add up to their sum")


@dataclass
class FairDice:
    """The dice of one match: a secret, the seats' contributions, and how many rolls were made."""

    game: str
    secret: str = field(default_factory=lambda: secrets.token_hex(SECRET_BYTES))
    contributions: list[str] = field(default_factory=list)
    rolled: int = 0  # never goes back, not even when a roll is undone

    @property
    def commitment(self) -> str:
        """What is published before the first roll."""
        return commitment_of(self.secret)

    def roll(self, weights: Sequence[int]) -> tuple[int, int]:
        """The next roll: the outcome's index, and the roll's number."""
        number = self.rolled
        outcome = drawn(self.secret, self.game, self.contributions, number, weights)
        self.rolled += 1
        return outcome, number
