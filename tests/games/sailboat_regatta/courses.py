"""Courses to sail on in tests, and changes to them."""

import random

from oddboard.games.sailboat_regatta.rules.course import CLASSIC_TEXT, COMPACT_TEXT, read_rows

RING = """
; small, and crooked in the southwest
....4400
....4400
..112200
..112200

3333##33
3333##33
553311B0
55331100
..3300E3
..3300F3
"""

TRAP = """
....1144
....1144
..443333
..443333
2233##22
2233##22
004444B4
00444444
..4422E3
..4422F3
"""

BASES = (CLASSIC_TEXT, COMPACT_TEXT, RING, TRAP)


def changed(text: str, *changes: tuple[int, int, str]) -> str:
    """A course with other signs on some spaces (x, y)."""
    rows = [list(row) for row in read_rows(text)]
    for x, y, sign in changes:
        rows[y][x] = sign
    return "\n".join("".join(row) for row in rows)


def block(x: int, y: int, sign: str) -> list[tuple[int, int, str]]:
    """A change to all four spaces of a tile."""
    return [(x + i, y + j, sign) for j in (0, 1) for i in (0, 1)]


def mutated(text: str, rng: random.Random) -> str:
    """A course with a few tiles, buoys or letters changed; often no course any more."""
    rows = read_rows(text)
    for _ in range(rng.randint(1, 3)):
        x, y = rng.randrange(len(rows[0])), rng.randrange(len(rows))
        tile = [(x - x % 2 + i, y - y % 2 + j) for i in (0, 1) for j in (0, 1)]
        values = [rows[b][a] for a, b in tile if rows[b][a].isdigit()]
        kind = rng.random()
        if kind < 0.6:
            sign = rng.choice("012345012345.#")
            keep = "BFE" if sign.isdigit() else ""
            changes = [(a, b, sign) for a, b in tile if rows[b][a] not in keep]
        elif kind < 0.97 and values and rows[y][x] not in "FE":
            changes = [(x, y, values[0] if rows[y][x] == "B" else "B")]
        else:
            changes = [(x, y, rng.choice("012345#.BFE"))]
        rows = changed("\n".join(rows), *changes).split("\n")
    return "\n".join(rows)


def random_course(rng: random.Random) -> str:
    """A course of any size around an island, with some tiles missing; often none that can be sailed."""
    width, height = rng.choice([10, 14, 20, 26]), rng.choice([10, 14, 20, 26])
    tiles = [
        [rng.choice("012345") if rng.random() < 0.9 else rng.choice(".#") for _ in range(width // 2)]
        for _ in range(height // 2)
    ]
    west, north = rng.randrange(1, width // 2 - 2), rng.randrange(1, height // 2 - 2)
    for j in range(north, min(north + rng.randint(1, 3), height // 2 - 2)):
        for i in range(west, min(west + rng.randint(1, 3), width // 2 - 1)):
            tiles[j][i] = "#"
    rows = [[tiles[y // 2][x // 2] for x in range(width)] for y in range(height)]
    x = 2 * west + 1
    top = next((y for y in range(2 * north, height) if rows[y][x] != "#"), 0)
    rows[top][x], rows[height - 1][x], rows[height - 2][x] = "B", "F", "E"
    return "\n".join("".join(row) for row in rows)
