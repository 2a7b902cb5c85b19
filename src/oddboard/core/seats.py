"""The seats at a table: a name, a colour and a shape for each, so that colour is never the only sign."""

_COLOURS = (
    ("Rust", "#EE5F36"),
    ("Cobalt", "#4C74FB"),
    ("Marigold", "#F3E445"),
    ("Jade", "#29E0A5"),
    ("Lilac", "#FB9CEA"),
)
_SHAPES = (
    ("circle", "●"),
    ("square", "■"),
    ("triangle", "▲"),
    ("diamond", "◆"),
    ("cross", "✚"),
    ("ring", "○"),
    ("star", "★"),
    ("hexagon", "⬢"),
    ("crescent", "☾"),
    ("chevron", "»"),
    ("bar", "▬"),
    ("drop", "◖"),
    ("hourglass", "⧗"),
    ("bow", "⋈"),
)
MOST = len(_SHAPES)


def name(seat: int) -> str:
    """What a seat is called: its colour, from the sixth seat on with its shape."""
    colour = _COLOURS[seat % len(_COLOURS)][0]
    return colour if seat < len(_COLOURS) else f"{colour} {_SHAPES[seat][0]}"


def colour(seat: int) -> str:
    """The colour of a seat, for a dark ground, as Rich and CSS write it."""
    return _COLOURS[seat % len(_COLOURS)][1]


def sign(seat: int) -> str:
    """The shape of a seat as one character."""
    return _SHAPES[seat][1]


def ordinal(rank: int) -> str:
    """A rank as people say it: 1st, 2nd, 3rd."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th") if rank not in (11, 12, 13) else "th"
    return f"{rank}{ending}"
