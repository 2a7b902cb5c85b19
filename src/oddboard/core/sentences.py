"""Words as people put them together."""

from collections.abc import Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a person lists them: `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def together(parts: Sequence[str]) -> str:
    """What is told of one thing, as one sentence goes through it: `pushes Cobalt's small Martian 1, and gets away`.

    A part may itself list things, or end in a clause; then the comma tells where the next begins.
    """
    if len(parts) == 2 and not any(sign in parts[0] for sign in (", ", " and ", " or ", " instead of ")):
        return " and ".join(parts)
    return ", and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def in_words(count: int) -> str:
    """A number in words, up to ten."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted(count: int, one: str, many: str = "") -> str:
    """So many things: `two rings`, `a ring`."""
    if count == 1:
        return f"{'an' if one[0] in 'AEIOaeio' else 'a'} {one}"
    return f"{in_words(count)} {many or one + 's'}"
