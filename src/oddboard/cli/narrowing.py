"""Choosing a decision by narrowing: field by field, from those that are legal.

A decision is a JSON object, so a person names the value of one field after the other; a field in which all that are
left agree is passed over. Nothing here knows a game.
"""

import itertools
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from oddboard.core.errors import BadRequest
from oddboard.core.game import Decision, Game, Refusal
from oddboard.core.judge import judged
from oddboard.core.scene import written

ABSENT = "no"  # how a field is written that some of the decisions do not have
UNSORTED = 8  # so many values stay in the order of the decisions, which is the game's; more are sorted
MOST_TRIED = 200  # completions of half a decision that are asked about


class NotOffered(Exception):
    """A word that is none of a field's values, or the beginning of several."""

    def __init__(self, name: str, word: str, meant: Sequence[str] = ()) -> None:
        super().__init__(word)
        self.name = name  # of the field; empty if nothing was left to choose
        self.word = word
        self.meant = meant  # the values that it could be the beginning of
        self.following: list[str] = []  # the words after it
        self.chosen: list[tuple[str, str]] | None = None  # what was chosen before it


class Narrowing:
    """The legal decisions, and the values chosen so far."""

    def __init__(self, decisions: list[Decision]) -> None:
        self.decisions = decisions
        self.chosen: list[tuple[str, str]] = []  # fields and their values, as written

    @property
    def left(self) -> list[Decision]:
        """The decisions that agree with what was chosen."""
        return [each for each in self.decisions if all(_has(each, name, value) for name, value in self.chosen)]

    @property
    def field(self) -> str | None:
        """The field to choose next; None once a single decision is left."""
        left = self.left
        return next((name for name in self._open(left) if len(values_of(left, name)) > 1), None)

    @property
    def values(self) -> list[str]:
        """What the next field can be."""
        values = values_of(self.left, self.field) if self.field else []
        return sorted(values, key=_in_order) if len(values) > UNSORTED else values

    def _open(self, left: list[Decision]) -> list[str]:
        """The fields that were not chosen yet, in the order in which the decisions have them."""
        names = dict.fromkeys(name for each in left for name in each)
        return sorted(
            (name for name in names if name not in dict(self.chosen)), key=lambda name: name != "do"
        )  # sorting keeps the order of the others

    def take(self, words: Sequence[str]) -> None:
        """Choose by words: each a value, the beginning of just one, or its number in the list (`#3`).

        A word names the field that is asked for, or one that is settled, whichever lets the words after it fit.
        If they do not fit, those before the wrong one count, and NotOffered tells of that.
        """
        if not words:
            return
        before = list(self.chosen)
        wrong: NotOffered | None = None
        for choose in (self._choose, self._confirm):
            self.chosen = list(before)
            try:
                choose(words[0])
                self.take(words[1:])
                return
            except NotOffered as error:
                if error.chosen is None:  # of this word, not of a later one
                    error.chosen, error.following = before, list(words[1:])
                if wrong is None or len(error.following) < len(wrong.following) or not wrong.name:
                    wrong = error
        assert wrong
        assert wrong.chosen is not None
        self.chosen = list(wrong.chosen)
        raise wrong

    def _choose(self, word: str) -> None:
        """Give the field that is asked for its value."""
        name = self.field
        if name is None:
            raise NotOffered("", word)
        self.chosen.append((name, meant(name, word, self.values)))

    def _confirm(self, word: str) -> None:
        """Name the value of a field that is settled."""
        left = self.left
        settled = [name for name in self._open(left) if len(values_of(left, name)) == 1]
        for name in settled:
            if values_of(left, name) == [word]:
                self.chosen.append((name, word))
                return
        raise NotOffered(settled[0] if settled else "", word)

    def back(self) -> bool:
        """Take back the last choice; whether there was one."""
        before = len(self.left)
        while self.chosen:
            self.chosen.pop()
            if len(self.left) > before:
                return True
        return False


def values_of(decisions: list[Decision], name: str) -> list[str]:
    """The different values of a field, as written, in the order of the decisions."""
    return list(dict.fromkeys(written(each[name]) if name in each else ABSENT for each in decisions))


def _in_order(value: str) -> list[tuple[bool, int, str]]:
    """Sorts `a2` before `a10`, and numbers by size."""
    return [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", value)]


def _has(decision: Decision, name: str, value: str) -> bool:
    return (written(decision[name]) if name in decision else ABSENT) == value


def meant(name: str, word: str, values: list[str]) -> str:
    """The value of a field that a word names: itself, the beginning of just one, or its number (`#3`)."""
    if word.startswith("#") and word[1:].isdecimal() and 1 <= int(word[1:]) <= len(values):
        return values[int(word[1:]) - 1]
    if word in values:
        return word
    plain = word.replace("[", "").replace("]", "").replace('"', "").casefold()
    for alike in (
        [value for value in values if value.casefold() == plain],
        [value for value in values if plain and value.casefold().startswith(plain)],
    ):
        if len(alike) == 1:
            return alike[0]
        if alike:
            raise NotOffered(name, word, alike)
    raise NotOffered(name, word)


# Why something was refused


def why_not(game: Game, view: Any, codes: Collection[int], narrowing: Narrowing, wrong: NotOffered) -> Refusal | None:
    """Why a value cannot be chosen: the rule that forbids the decisions that it would lead to, if it leads to any."""
    found: list[Refusal] = []
    for decision in itertools.islice(_completed(narrowing, wrong), MOST_TRIED):
        try:
            refusal = judged(game, view, codes, decision)
        except BadRequest:
            continue
        if isinstance(refusal, Refusal):
            found.append(refusal)
    if not found:
        return None
    rule = Counter(refusal.rule for refusal in found).most_common(1)[0][0]
    return next(refusal for refusal in found if refusal.rule == rule)


def _completed(narrowing: Narrowing, wrong: NotOffered) -> Iterable[Decision]:
    """The decisions that somebody may have had in mind who gave a wrong value, with the words that followed it."""
    chosen = dict(narrowing.chosen)
    if wrong.name == "do":
        yield {"do": wrong.word}
    like = [each for each in narrowing.decisions if "do" not in chosen or _has(each, "do", chosen["do"])]
    kinds = {each.get("do"): list(each) for each in like if wrong.name in each}
    for kind, names in kinds.items():
        alike = [each for each in like if each.get("do") == kind]
        words = iter(wrong.following)
        choices: list[list[Any]] = []
        for name in names:
            known = {written(each[name]): each[name] for each in alike if name in each}
            if name == wrong.name:
                choices.append([_as_value(wrong.word, known.values())])
            elif name in chosen and chosen[name] in known:
                choices.append([known[chosen[name]]])
            elif names.index(name) > names.index(wrong.name) and (word := next(words, None)) is not None:
                choices.append([_as_value(word, known.values())])
            else:
                choices.append(list(known.values()))
        for values in itertools.product(*choices):
            yield dict(zip(names, values, strict=True))


def _as_value(word: str, alike: Iterable[Any]) -> Any:
    """A word as a value of the type that the field's values have."""
    kinds = {type(value) for value in alike}
    if kinds <= {str}:
        return word
    if list in kinds:
        word = f"[{word.strip('[]')}]"
    try:
        return json.loads(word)
    except (ValueError, RecursionError):
        return word
