"""The two fleets of Yavoch on the field: how pieces move, see, land, carry energy and are destroyed."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.referees.yavoch_field import (
    LONG,
    PERPENDICULAR,
    POSITIONS,
    SHORT,
    SLANT,
    Direction,
    all_directions,
    core,
    hops,
    neighbours,
    ray,
    step,
    steps,
    struck,
)

SHIP_KINDS: list[str] = ["archid", "squam", "neornith", "trych"]  # the four that cards and evolution know


@dataclass
class Ship:
    """A ship; its number tells it from every other, wherever it goes and whatever it becomes."""

    owner: int
    kind: str
    rings: int
    number: int = -1

    @property
    def most_rings(self) -> int:
        return 1 if self.kind == "trych" else 5  # YAV-14

    @property
    def room(self) -> int:
        return self.most_rings - self.rings

    def gain(self, rings: int) -> None:
        """Takes what there is room for."""
        self.rings += min(rings, self.room)

    @property
    def powered(self) -> bool:
        """YAV-14, YAV-17: only a Trych moves without a ring."""
        return self.kind == "trych" or self.rings > 0


@dataclass
class Fleets:
    """All that is on the field. Gates and mines map a position to their owner, loose rings to a number."""

    ships: dict[str, Ship] = field(default_factory=dict)
    gates: dict[str, int] = field(default_factory=dict)
    mines: dict[str, int] = field(default_factory=dict)
    loose: dict[str, int] = field(default_factory=dict)
    ships_made: int = 0
    something_destroyed: bool = False  # since the last turn began, for YAV-40
    offset: str = "side"  # YAV-4

    def copy(self) -> Fleets:
        ships = {at: Ship(ship.owner, ship.kind, ship.rings, ship.number) for at, ship in self.ships.items()}
        return Fleets(
            ships,
            dict(self.gates),
            dict(self.mines),
            dict(self.loose),
            self.ships_made,
            self.something_destroyed,
            self.offset,
        )

    # Looking

    def occupied(self, at: str) -> bool:
        """YAV-13: whether there is a ship, gate or mine of either side."""
        return at in self.ships or at in self.gates or at in self.mines

    def of(self, owner: int) -> list[str]:
        """The positions of a player's ships."""
        return sorted(at for at, ship in self.ships.items() if ship.owner == owner)

    def command(self, owner: int) -> str | None:
        """The position of a player's Command ship."""
        for at, ship in self.ships.items():
            if ship.owner == owner and ship.kind == "command":
                return at
        return None

    def find(self, number: int) -> str | None:
        """The position of the ship of that number, if it still exists."""
        for at, ship in self.ships.items():
            if ship.number == number:
                return at
        return None

    def first_in_line(self, at: str, direction: Direction) -> str | None:
        """The nearest position with a ship, gate or mine in a direction."""
        return next((there for there in ray(at, direction) if self.occupied(there)), None)

    def in_sight(self, at: str) -> list[str]:
        """YAV-47: the positions of the ships in unblocked line of sight; a ship on a gate is seen."""
        firsts = [self.first_in_line(at, direction) for direction in all_directions(self.offset)]
        return sorted(there for there in firsts if there is not None and there in self.ships)

    def shots(self, owner: int) -> list[str]:
        """YAV-32: what the cannon can destroy: the first thing in a line unless that is an empty gate."""
        command = self.command(owner)
        if command is None or self.ships[command].rings == 0:
            return []
        firsts = [self.first_in_line(command, direction) for direction in all_directions(self.offset)]
        return sorted(there for there in firsts if there is not None and (there in self.ships or there in self.mines))

    # Moving

    def _slides(self, at: str, directions: list[Direction]) -> list[str]:
        found: list[str] = []
        for direction in directions:
            for there in ray(at, direction):
                found.append(there)
                if self.occupied(there):
                    break
        return found

    def reach(self, at: str, kind: str) -> list[str]:
        """YAV-7 to YAV-11: where a kind of ship could go from here, whatever is there."""
        if kind == "trych":
            return [there for way in SHORT + LONG + PERPENDICULAR[self.offset] if (there := step(at, way)) is not None]
        if kind == "squam":
            return self._slides(at, LONG + PERPENDICULAR[self.offset])
        if kind == "archid":
            return self._slides(at, SHORT + SLANT)
        if kind == "neornith":
            return list(hops(at, self.offset))
        return list(steps(at, self.offset))

    def moves(self, at: str) -> list[str]:
        """Where the ship at a position may move, attacks included."""
        ship = self.ships[at]
        if not ship.powered:
            return []
        found: list[str] = []
        for there in self.reach(at, ship.kind):
            other = self.ships.get(there)
            if other is not None and other.owner == ship.owner and other.kind == "command":
                continue  # YAV-29
            if ship.kind == "trych" and (other is not None or there in self.mines):
                continue  # YAV-7
            found.append(there)
        return found

    def gate_moves(self, at: str) -> list[str]:
        """YAV-12: where the gate at a position may move."""
        if at in self.ships:
            return []
        return [there for there in steps(at, self.offset) if not self.occupied(there)]

    def can_lay_mine(self, at: str) -> bool:
        """YAV-18: whether the ship at a position may leave a mine there when it moves."""
        ship = self.ships[at]
        return at not in self.gates and ship.rings >= (1 if ship.kind == "trych" else 2)

    def free_positions(self) -> list[str]:
        return [at for at in POSITIONS if not self.occupied(at)]

    def transfers(self, owner: int, given: set[int], got: set[int]) -> list[tuple[str, str]]:
        """YAV-15: the transfers of one ring, for ships that have not yet given or got one in this turn."""
        found: list[tuple[str, str]] = []
        for at in self.of(owner):
            giver = self.ships[at]
            if giver.rings == 0 or giver.number in given:
                continue
            for there in neighbours(at):
                taker = self.ships.get(there)
                if taker is not None and taker.owner == owner and taker.room > 0 and taker.number not in got:
                    found.append((at, there))
        return found

    # Changing

    def add_ship(self, at: str, owner: int, kind: str, rings: int) -> Ship:
        """Puts a new ship on the field, without the effects of landing."""
        ship = self.new_ship(owner, kind, rings)
        self.ships[at] = ship
        return ship

    def new_ship(self, owner: int, kind: str, rings: int) -> Ship:
        self.ships_made += 1
        return Ship(owner, kind, rings, self.ships_made)

    def destroy_ship(self, at: str) -> None:
        del self.ships[at]
        self.something_destroyed = True

    def destroy_gate(self, at: str) -> None:
        del self.gates[at]
        self.something_destroyed = True

    def destroy_mine(self, at: str) -> None:
        del self.mines[at]
        self.something_destroyed = True

    def leave(self, at: str, mine: bool) -> Ship:
        """A ship lifts off, perhaps leaving a mine (YAV-18)."""
        ship = self.ships.pop(at)
        if mine:
            ship.rings -= 1
            self.mines[at] = ship.owner
        return ship

    def arrive(self, ship: Ship, at: str) -> None:
        """Puts a ship where nothing harms or teleports it; it takes loose rings (YAV-48, YAV-61)."""
        ship.gain(self.loose.pop(at, 0))
        self.ships[at] = ship

    def land(self, ship: Ship, at: str) -> None:
        """A ship in flight lands where no ship is: gates and mines have their effects (YAV-19, YAV-35)."""
        gate_owner = self.gates.get(at)
        mine_owner = self.mines.get(at)
        if gate_owner is not None and gate_owner != ship.owner and ship.kind != "command":
            self.something_destroyed = True  # YAV-36
            return
        if mine_owner is not None and mine_owner != ship.owner:
            self.destroy_mine(at)  # and the ship with it
            return
        if mine_owner is not None:
            del self.mines[at]  # absorbed, which is no destruction (YAV-40)
            ship.gain(1)
        self.arrive(ship, at)
        if gate_owner == ship.owner and ship.kind != "command":
            for other, owner in self.gates.items():
                if owner == ship.owner and other != at and other not in self.ships:
                    del self.ships[at]
                    self.arrive(ship, other)
                    break

    def blast_victims(self, at: str, owner: int) -> list[str]:
        """YAV-30: the positions of the enemy ships that a detonation strikes."""
        return sorted(there for there in neighbours(at) if there in self.ships and self.ships[there].owner != owner)

    def blast(self, at: str, owner: int, saved: str | None) -> None:
        """YAV-30, YAV-31, YAV-38: the Trych goes, and the enemies around it but for one saved ship."""
        for there in self.blast_victims(at, owner):
            if there != saved:
                self.destroy_ship(there)
        for there in neighbours(at):
            if self.gates.get(there, owner) != owner:
                self.destroy_gate(there)
            if self.mines.get(there, owner) != owner:
                self.destroy_mine(there)
        self.destroy_ship(at)

    # Impacts

    def core_anomaly(self, option: str) -> None:
        """YAV-60."""
        for at in core(option, self.offset):
            if at in self.ships:
                self.ships[at].rings = 0

    def core_dump(self, option: str) -> None:
        """YAV-61."""
        for at in core(option, self.offset):
            if at in self.ships:
                self.destroy_ship(at)
                self.loose[at] = self.loose.get(at, 0) + 1
            if at in self.gates:
                self.destroy_gate(at)
                self.loose[at] = self.loose.get(at, 0) + 1

    def asteroid_swarm(self) -> None:
        """YAV-62, YAV-64."""
        for at in [position for position in POSITIONS if position[0] == "3"]:
            ship = self.ships.get(at)
            if ship is not None and (ship.kind == "command" or ship.rings == 0):
                self.destroy_ship(at)
            elif ship is not None:
                ship.rings -= 1
            if at in self.gates:
                self.destroy_gate(at)
            if at in self.mines:
                self.destroy_mine(at)

    def asteroid_impact(self, option: str, face: int) -> None:
        """YAV-63, YAV-64."""
        for at in struck(option, face):
            if at in self.ships:
                self.destroy_ship(at)
            if at in self.gates:
                self.destroy_gate(at)
            if at in self.mines:
                self.destroy_mine(at)
        for owner in (0, 1):
            command = self.command(owner)
            if command is not None and command[0] == "3":
                self.destroy_ship(command)
