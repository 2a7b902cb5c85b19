"""The Baton Races of Yaz: why a placement in the setting is not legal."""

from oddboard.core.game import Refusal
from oddboard.games.yaz.maps import TERRAIN_NAMES
from oddboard.games.yaz.names import KIND_NAMES, LETTERS, hex_name
from oddboard.games.yaz.setting import open_ground
from oddboard.games.yaz.state import FIRST_OF, NO_LAND, State, Work, distance, is_free, is_open


def why_not_bulge(s: State, w: Work, place: int) -> Refusal:
    """A bulge in a hex (YAZ-6)."""
    name, ground = hex_name(place), int(s.terrain[place])
    if ground == NO_LAND:
        return Refusal("YAZ-3", f"There is no hex {name} on this map.")
    for number in range(s.laid):
        other = int(s.bulge[number])
        far = distance(place, other)
        if far == 0:
            return Refusal("YAZ-6", f"A bulge stands in {name} already.")
        if far < s.bulge_gap:
            return Refusal(
                "YAZ-6", f"{name} is {far} from the bulge in {hex_name(other)}; at least {s.bulge_gap} is wanted."
            )
    open_ground(s, w, int(s.bulge_gap))
    if w.need[0, ground] == 0:
        return Refusal("YAZ-6", f"A third of the bulges stands in {TERRAIN_NAMES[ground]} already.")
    return Refusal("YAZ-6", f"With a bulge in {name} there would be no room for the rest any more.")


def why_not_place(s: State, kind: int, place: int) -> Refusal:
    """A Yazzite in a hex (YAZ-7)."""
    name, ground = hex_name(place), int(s.terrain[place])
    if ground == NO_LAND:
        return Refusal("YAZ-3", f"There is no hex {name} on this map.")
    if s.placed[s.turn, kind] >= s.counts[kind]:
        return Refusal("YAZ-7", f"All {s.counts[kind]} of {LETTERS[kind]} have been placed.")
    if not is_open(s, int(FIRST_OF[kind]), place):
        return Refusal("YAZ-7", f"{name} is {TERRAIN_NAMES[ground]}, where no {KIND_NAMES[kind]} may go.")
    if place in s.bulge[: s.laid]:
        return Refusal("YAZ-7", f"{name} is a bulge hex.")
    if not is_free(s, place):
        return Refusal("YAZ-7", f"{name} holds a Yazzite already.")
    return Refusal("YAZ-7", f"With a {KIND_NAMES[kind]} in {name} the Yazzites still to be placed would not all fit.")


def why_not_baton(s: State, place: int) -> Refusal:
    """A baton in a hex (YAZ-8)."""
    if place not in s.bulge[: s.laid]:
        return Refusal("YAZ-8", f"{hex_name(place)} is no bulge hex; a baton is placed in one.")
    return Refusal("YAZ-8", f"The other baton is in {hex_name(place)} already.")
