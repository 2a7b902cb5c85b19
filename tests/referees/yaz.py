"""A plain referee for the Baton Races of Yaz: options, the setting, and the decisions as JSON objects."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from tests.referees.yaz_field import FEN, MUCK, MUD, TERRAINS, Field, bulge_room, checked_field
from tests.referees.yaz_race import FLIBDILL, KINDS, SKADINGLE, Act, Race, RaceOptions, Yazzite

Decision = dict[str, Any]

DEFAULTS: dict[str, object] = {
    "scenario": "small",
    "counts": None,
    "map": "fen",
    "map_seed": 0,
    "setter": "random",
    "bulge_gap": 4,
    "announce": True,
    "turn_limit": 60,
    "limit": "bulges",
    "lugging": False,
    "dropping": False,
    "first_and_last": False,
}
SCENARIOS = {
    "small": {"S": 2, "F": 2, "T": 2, "L": 4, "bulges": 6},
    "large": {"S": 3, "F": 3, "T": 3, "L": 6, "bulges": 9},
}
BOX = {"S": 5, "F": 5, "T": 5, "L": 8}
BULGE_COUNTS = (3, 6, 9)
SETTERS: dict[str, int | None] = {"random": None, "first": 0, "second": 1}
GAPS = (2, 3, 4, 5)
LIMITS = ("bulges", "draw")


def whole(value: object, called: str, least: int) -> int:
    """The value if it is a whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{called} must be a whole number of at least {least}")
    return value


def yes_or_no(value: object, called: str) -> bool:
    """The value if it is a boolean."""
    if value is True or value is False:
        return bool(value)
    raise ValueError(f"{called} must be true or false")


def counts_of(scenario: object, counts: object) -> dict[str, int]:
    """How many of each kind and how many bulges a side has (YAZ-1)."""
    if isinstance(scenario, str) and scenario in SCENARIOS:
        return dict(SCENARIOS[scenario])
    if scenario != "custom":
        raise ValueError("scenario must be small, large or custom")
    if not isinstance(counts, Mapping) or set(counts) != {*BOX, "bulges"}:
        raise ValueError("a custom scenario takes counts = {S, F, T, L, bulges}")
    chosen = {str(kind): whole(count, f"counts.{kind}", 0) for kind, count in counts.items()}
    if any(chosen[kind] > most for kind, most in BOX.items()):
        raise ValueError("YAZ-1: the box holds 5 S, 5 F, 5 T and 8 L for each side")
    if chosen["bulges"] not in BULGE_COUNTS:
        raise ValueError("YAZ-1: a side has 3, 6 or 9 bulges")
    return chosen


def field_of(chosen: object) -> Field:
    """The field of the map option (YAZ-3): a stock map, or a map as text."""
    if chosen == "fen":
        return checked_field(FEN)
    if chosen in ("islands", "dykes", "mere"):
        return checked_field((files("oddboard.games.yaz") / f"{chosen}.txt").read_text(encoding="utf-8"))
    if not isinstance(chosen, str) or not chosen.strip("\n"):
        raise ValueError("map must be fen or a map as text")
    return checked_field(chosen)


class Referee:
    """One race, from the choice of the setting player to the ranks."""

    def __init__(self, players: int, options: dict[str, object] | None = None) -> None:
        if players != 2:
            raise ValueError("two players race")
        unknown = set(options or {}) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown options: {sorted(unknown)}")
        chosen = {**DEFAULTS, **(options or {})}
        self.counts = counts_of(chosen["scenario"], chosen["counts"])
        self.ground = field_of(chosen["map"])
        whole(chosen["map_seed"], "map_seed", 0)
        setter = chosen["setter"]
        if not isinstance(setter, str) or setter not in SETTERS:
            raise ValueError("setter must be random, first or second")
        self.setter = SETTERS[setter]  # the setting player, None until chance has named him
        self.gap = whole(chosen["bulge_gap"], "bulge_gap", 0)
        if self.gap not in GAPS:
            raise ValueError("bulge_gap must be 2, 3, 4 or 5")
        if not bulge_room(self.ground.text, self.gap).has_room([], self.counts["bulges"] // len(TERRAINS)):
            raise ValueError("YAZ-6: the bulges cannot all be placed on this map")
        if chosen["limit"] not in LIMITS:
            raise ValueError("limit must be bulges or draw")
        self.race_options = RaceOptions(
            announce=yes_or_no(chosen["announce"], "announce"),
            turn_limit=whole(chosen["turn_limit"], "turn_limit", 1),
            lugging=yes_or_no(chosen["lugging"], "lugging"),
            dropping=yes_or_no(chosen["dropping"], "dropping"),
            first_and_last=yes_or_no(chosen["first_and_last"], "first_and_last"),
            bulges_decide=chosen["limit"] == "bulges",
        )
        self.bulges: list[int] = []  # the bulge hexes in the order they were placed
        self.at: dict[Yazzite, int] = {}  # the Yazzites placed
        self.in_hand = [{kind: self.counts[kind] for kind in KINDS} for _ in range(2)]
        self.placer = 0 if self.setter is None else self.setter  # who places the next Yazzite
        self.first_baton: int | None = None  # the side whose baton is placed first
        self.batons: dict[int, int] = {}  # where each side's baton was placed
        self.race: Race | None = None  # once the setting is over
        if not self._yazzites_fit(self._free_after_bulges()):
            raise ValueError("YAZ-7: the Yazzites of both sides do not fit on this map")

    def copy(self) -> Referee:
        """An independent referee of the same game."""
        other = copy.copy(self)
        other.bulges = list(self.bulges)
        other.at = dict(self.at)
        other.in_hand = [dict(hand) for hand in self.in_hand]
        other.batons = dict(self.batons)
        other.race = None if self.race is None else self.race.copy()
        return other

    # The interface

    def to_move(self) -> int | str | None:
        """A seat, "chance", or None when over."""
        phase = self.phase()
        if phase == "race":
            assert self.race is not None
            return self.race.to_move()
        if phase in ("setter", "coin"):
            return "chance"
        if phase == "bulges":
            return self.setter
        if phase == "yazzites":
            return self.placer
        assert self.first_baton is not None
        return 1 - self.first_baton if not self.batons else self.first_baton

    def legal(self) -> list[Decision]:
        """The decisions open to whoever is to move."""
        phase = self.phase()
        if phase in ("setter", "coin"):
            return [{"do": phase, "seat": seat, "weight": 1} for seat in range(2)]
        if phase == "bulges":
            return [{"do": "bulge", "hex": self.ground.names[hex_]} for hex_ in self._bulge_hexes()]
        if phase == "yazzites":
            return [
                {"do": "place", "kind": kind, "hex": self.ground.names[hex_]} for kind, hex_ in self._yazzite_places()
            ]
        if phase == "batons":
            free = [hex_ for hex_ in sorted(self.bulges) if hex_ not in self.batons.values()]
            return [{"do": "baton", "hex": self.ground.names[hex_]} for hex_ in free]
        assert self.race is not None
        return [self._written(act) for act in self.race.legal()]

    def play(self, decision: Decision) -> None:
        """Carries out a legal decision."""
        do = decision["do"]
        if do == "setter":
            self.setter = self.placer = int(decision["seat"])
        elif do == "bulge":
            self.bulges.append(self.ground.named[decision["hex"]])
        elif do == "place":
            self._place(decision["kind"], self.ground.named[decision["hex"]])
        elif do == "coin":
            self.first_baton = int(decision["seat"])
        elif do == "baton":
            self._place_baton(self.ground.named[decision["hex"]])
        else:
            assert self.race is not None
            self.race.play(self._read(decision))

    def ranks(self) -> list[int]:
        """Once over: 1 is best, ties share."""
        if self.race is None or self.race.ranks is None:
            raise ValueError("the race is not over")
        return list(self.race.ranks)

    # The setting

    def phase(self) -> str:
        """`setter`, `bulges`, `yazzites`, `coin`, `batons` or `race`."""
        if self.setter is None:
            return "setter"
        if len(self.bulges) < self.counts["bulges"]:
            return "bulges"
        if any(any(hand.values()) for hand in self.in_hand):
            return "yazzites"
        if self.first_baton is None:
            return "coin"
        return "batons" if self.race is None else "race"

    def _bulge_hexes(self) -> list[int]:
        """YAZ-6."""
        room = bulge_room(self.ground.text, self.gap)
        each = self.counts["bulges"] // len(TERRAINS)
        return [
            hex_
            for hex_ in self.ground.hexes
            if all(self.ground.distance(hex_, other) >= self.gap for other in self.bulges)
            and room.has_room([*self.bulges, hex_], each)
        ]

    def _free_after_bulges(self) -> dict[str, int]:
        """How many hexes of each terrain the bulges leave: a third of them stands in each."""
        each = self.counts["bulges"] // len(TERRAINS)
        return {terrain: self.ground.terrain.count(terrain) - each for terrain in TERRAINS}

    def _yazzites_fit(self, free: dict[str, int]) -> bool:
        """Whether all Yazzites in hand fit in the free hexes (YAZ-7). Open terrains are nested by kind."""
        held = {kind: sum(hand[kind] for hand in self.in_hand) for kind in KINDS}
        mud, mud_and_muck = free[MUD], free[MUD] + free[MUCK]
        return (
            held[SKADINGLE] <= mud
            and held[SKADINGLE] + held[FLIBDILL] <= mud_and_muck
            and sum(held.values()) <= sum(free.values())
        )

    def _yazzite_places(self) -> list[tuple[str, int]]:
        """YAZ-7."""
        blocked = {*self.bulges, *self.at.values()}
        free_hexes = [hex_ for hex_ in self.ground.hexes if hex_ not in blocked]
        free = {terrain: sum(self.ground.terrain[hex_] == terrain for hex_ in free_hexes) for terrain in TERRAINS}
        hand = self.in_hand[self.placer]
        places = []
        for kind in (kind for kind in KINDS if hand[kind]):
            hand[kind] -= 1
            fits = {terrain: self._yazzites_fit({**free, terrain: free[terrain] - 1}) for terrain in TERRAINS}
            hand[kind] += 1
            for hex_ in free_hexes:
                terrain = self.ground.terrain[hex_]
                if Yazzite(self.placer, kind).may_enter(terrain) and fits[terrain]:
                    places.append((kind, hex_))
        return places

    def _place(self, kind: str, hex_: int) -> None:
        hand = self.in_hand[self.placer]
        number = self.counts[kind] - hand[kind] + 1
        self.at[Yazzite(self.placer, f"{kind}{number}")] = hex_
        hand[kind] -= 1
        self.placer = 1 - self.placer

    def _place_baton(self, hex_: int) -> None:
        assert self.first_baton is not None
        assert self.setter is not None
        self.batons[1 - self.first_baton if self.batons else self.first_baton] = hex_
        if len(self.batons) == 2:
            self.race = Race.begin(
                self.ground,
                self.race_options,
                self.setter,
                dict(self.at),
                set(self.bulges),
                [self.batons[0], self.batons[1]],
            )

    # Decisions of the race as JSON objects

    def _written(self, act: Act) -> Decision:
        decision: Decision = {"do": act.do}
        if act.piece is not None:
            key = {"pass": "to", "board": "luggant"}.get(act.do, "piece")
            decision[key] = act.piece.name
        if act.hex is not None:
            decision["hex"] = self.ground.names[act.hex]
        return decision

    def _read(self, decision: Decision) -> Act:
        seat = self.to_move()
        assert isinstance(seat, int)
        name = decision.get("piece") or decision.get("to") or decision.get("luggant")
        hex_ = decision.get("hex")
        return Act(
            decision["do"],
            None if name is None else Yazzite(seat, name),
            None if hex_ is None else self.ground.named[hex_],
        )
