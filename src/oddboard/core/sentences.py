"""Words as people put them together."""

from collections.abc import Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a person lists them: `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def counted(number: int, one: str, many: str = "") -> str:
    """So many things: `two rings`, `a ring`."""
    if number == 1:
        return f"{'an' if one[0] in 'AEIOaeio' else 'a'} {one}"
    return f"{_NUMBERS[number] if number < len(_NUMBERS) else number} {many or one + 's'}"
