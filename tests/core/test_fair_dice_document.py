"""A verifier written from docs/fair-dice.md alone: it uses nothing of ours."""

import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[2] / "docs" / "fair-dice.md"


def vectors() -> dict[str, Any]:
    found = re.search(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    content: dict[str, Any] = json.loads(found[1])
    return content


def escaped(text: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}
    out = ""
    for character in text:
        if character in short:
            out += short[character]
        elif 0x20 <= ord(character) < 0x7F:
            out += character
        else:
            units = character.encode("utf-16-be")
            out += "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
    return f'"{out}"'


def outcome(secret: str, game: str, words: list[str], number: int, weights: list[int]) -> int:
    total, attempt = sum(weights), 0
    while True:
        listed = ",".join(escaped(word) for word in words)
        message = f'["oddboard",{escaped(game)},{number},{attempt},[{listed}]]'
        digest = hmac.new(bytes.fromhex(secret), message.encode(), hashlib.sha256).digest()
        value = int.from_bytes(digest[:8], "big")
        if value < 2**64 - 2**64 % total:
            break
        attempt += 1
    value %= total
    reached = 0
    for index, weight in enumerate(weights):
        reached += weight
        if reached > value:
            return index
    raise AssertionError


def test_the_document_is_enough_to_check_the_rolls() -> None:
    given = vectors()
    assert hashlib.sha256(bytes.fromhex(given["secret"])).hexdigest() == given["commitment"]
    for word, seal in zip(given["words"], given["seals"], strict=True):
        assert seal == (hashlib.sha256(word.encode()).hexdigest() if word else None)
    for roll in given["rolls"]:
        found = outcome(given["secret"], given["game"], given["words"], roll["number"], roll["weights"])
        assert found == roll["outcome"]


def test_the_dice_are_as_the_document_says() -> None:
    from oddboard.core.dice import drawn

    secret = hashlib.sha256(b"another").hexdigest()
    words = ['a "quoted" \\ word', "\x01\n\x7f", "\N{EAGLE} wings"]
    for number in range(200):
        weights = [1 + number % 7, 2, 3, (1 << 62) + number]
        assert drawn(secret, "yaz", words, number, weights) == outcome(secret, "yaz", words, number, weights)
