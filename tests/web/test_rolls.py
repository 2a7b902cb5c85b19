"""The rolls that the page's own check of the dice is tested with are the ones of `core.dice`."""

import json
from pathlib import Path
from typing import Any

from oddboard.core.dice import commitment_of, drawn

ROLLS = Path(__file__).resolve().parents[2] / "web" / "tests" / "rolls.json"
SECRETS = ("00" * 32, "5ec2e7" * 10 + "abcd")
CASES: tuple[tuple[str, list[str]], ...] = (("yaz", ["hello", 'Jürgen "☃" 🎲\n']), ("martian-race", []))
WEIGHTS = ([1] * 6, [1, 2, 3, 4], [1, 999_999_937], [7])


def rolls() -> dict[str, Any]:
    """What the page should find."""
    draws = [
        {
            "secret": secret,
            "game": game,
            "contributions": said,
            "number": number,
            "weights": weights,
            "outcome": drawn(secret, game, said, number, weights),
        }
        for secret in SECRETS
        for game, said in CASES
        for number, weights in enumerate(WEIGHTS)
    ]
    return {"promises": [{"secret": each, "commitment": commitment_of(each)} for each in SECRETS], "draws": draws}


def test_rolls_of_the_page() -> None:
    assert json.loads(ROLLS.read_text(encoding="utf-8")) == rolls()
