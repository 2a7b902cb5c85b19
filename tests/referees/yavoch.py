"""A plain referee for Yavoch, Captain Decker's game and the Full Yavoch: who decides, and what it does."""

from __future__ import annotations

from collections import Counter
from copy import copy as shallow_copy
from dataclasses import dataclass, replace
from typing import Any

from tests.referees.yavoch_cards import (
    DEFLECTOR,
    OFFENSIVE,
    SELF_DESTRUCT,
    can_pay,
    chosen_recipes,
    full_deck,
    kind_of_card,
    payments,
)
from tests.referees.yavoch_field import neighbours, steps
from tests.referees.yavoch_fleets import SHIP_KINDS, Fleets, Ship
from tests.referees.yavoch_setting import FORMATIONS, checked_options, formation_pieces, next_places

Decision = dict[str, Any]

QUIET_TURNS = 60  # YAV-40
COMMAND_DEFENCE = 7  # YAV-25
MOST_CARDS = 5  # YAV-41
AIMED = ("tractor_beam", "antimatter_torpedo", "evolution", "remote_energy_absorber", "revenant_device")


@dataclass
class Attack:
    """An announced attack, or any other use of a weapon, not yet carried out.

    sort is "battle", "gate" (a move onto an enemy ship on its gate), "shot", "blast" or the weapon's name.
    """

    sort: str
    by: str  # position of the attacker, the Command ship, the Trych or the weapon's user
    at: str = ""  # position of what is attacked
    mine: bool = False
    last_ring: bool = False  # the shot took the Command ship's last ring
    to: str = ""  # where a tractor beam shifts, or a double lands
    become: str = ""
    saved: str | None = None  # position of the ship that a Deflector saves from a blast


@dataclass
class Spending:
    """Cards to be spent for the rest of a recipe."""

    seat: int
    ship_kind: str
    weapon: str
    parts: list[str]


class Referee:
    """The state of a game, in plain attributes.

    phase names the kind of decision that is due: first, levels, setting, turn, spend, target, shift, become,
    clone, share, jump, deflect, self_destruct, die, draw, top, discard, impact, steal or over.
    """

    def __init__(self, players: int, options: dict[str, object] | None = None) -> None:
        if players != 2:
            raise ValueError("Yavoch is for two players")
        self.options = checked_options(options)
        self.phase = "first" if self.options["first"] == "random" else "levels"
        self.fleets = Fleets(offset=str(self.options["offset"]))
        # Setting up
        self.first = 0  # the seat of the first player (YAV-20)
        self.setting_seat = 0
        self.levels: list[str] = ["", ""]  # "low" or "high" for each seat
        self.placed: list[tuple[str, str]] = []  # kind and position, of the seat that is placing
        # The turn
        self.seat = 0  # whose turn it is, or between the turns whose turn just ended
        self.fired = False
        self.moved = False  # the move or the weapon instead of it is done (or given up, YAV-23)
        self.weapon_used = False
        self.chain: list[int] = []  # before the move: numbers of the ships that a passed ring has been on (YAV-16)
        self.given: set[int] = set()  # numbers of the ships that have passed on a ring in this turn
        self.got: set[int] = set()
        self.fused: int | None = None  # number of the Trych that moved and may still detonate (YAV-30)
        self.attack: Attack | None = None
        self.spending: Spending | None = None
        # The die
        self.die_for = ""  # "battle", "engineering_failure" or "unexpected_asteroid_impact"
        self.die_seat = 0
        # Cards
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.deck: Counter[str] = full_deck(self.options["deck"]) if self.options["game"] == "full" else Counter()
        self.recipes = chosen_recipes(self.options["recipes"])
        self.discards: Counter[str] = Counter()
        self.top = "component"  # YAV-43
        self.impact = ""  # the impact being carried out
        self.thieves: list[int] = []  # seats that still gain a card by the Enemy Defector
        self.robbed: list[Counter[str]] = [Counter(), Counter()]  # the hands as they were (YAV-59)
        # The end
        self.turns = 0  # complete turns
        self.quiet_turns = 0  # the last of them with nothing destroyed
        self.winner: int | None = None  # None in a draw

    # The interface

    def to_move(self) -> int | str | None:
        """Whose decision it is."""
        if self.phase == "over":
            return None
        if self.phase in ("first", "die", "draw", "top", "impact", "steal"):
            return "chance"
        if self.phase in ("levels", "setting"):
            return self.setting_seat
        if self.phase in ("deflect", "self_destruct"):
            return 1 - self.seat
        if self.spending is not None:
            return self.spending.seat
        return self.seat

    def legal(self) -> list[Decision]:
        """All legal decisions; for chance with their weights."""
        if self.phase == "over":
            return []
        found: list[Decision] = getattr(self, f"_legal_{self.phase}")()
        return found

    def play(self, decision: Decision) -> None:
        """Carries out a legal decision."""
        getattr(self, f"_play_{decision['do']}")(decision)

    def ranks(self) -> list[int]:
        """1 is best; both 1 in a draw."""
        if self.phase != "over":
            raise ValueError("the game is not over")
        return [1 if self.winner in (None, seat) else 2 for seat in (0, 1)]

    def copy(self) -> Referee:
        """An independent copy."""
        twin = shallow_copy(self)
        twin.fleets = self.fleets.copy()
        twin.levels = list(self.levels)
        twin.placed = list(self.placed)
        twin.given = set(self.given)
        twin.chain = list(self.chain)
        twin.got = set(self.got)
        twin.attack = None if self.attack is None else replace(self.attack)
        twin.spending = None if self.spending is None else replace(self.spending, parts=list(self.spending.parts))
        twin.hands = [hand.copy() for hand in self.hands]
        twin.deck = self.deck.copy()
        twin.discards = self.discards.copy()
        twin.thieves = list(self.thieves)
        twin.robbed = [hand.copy() for hand in self.robbed]
        return twin

    # Setting up

    def _trychs(self) -> int:
        trychs = self.options["trychs"]
        assert isinstance(trychs, int)
        return trychs

    def _legal_first(self) -> list[Decision]:
        return [{"do": "first", "seat": seat, "weight": 1} for seat in (0, 1)]

    def _play_first(self, decision: Decision) -> None:
        self.first = self.setting_seat = decision["seat"]
        self.phase = "levels"

    def _legal_levels(self) -> list[Decision]:
        return [{"do": "levels", "at": "low"}, {"do": "levels", "at": "high"}]

    def _play_levels(self, decision: Decision) -> None:
        other = {"low": "high", "high": "low"}
        self.levels[self.first] = decision["at"]
        self.levels[1 - self.first] = other[decision["at"]]
        self.phase = "setting"

    def _legal_setting(self) -> list[Decision]:
        found: list[Decision] = []
        if not self.placed:
            found += [{"do": "formation", "name": name} for name in FORMATIONS]
        kind, places = next_places(self.levels[self.setting_seat], self.placed, self._trychs())
        return found + [{"do": "place", "ship": kind, "at": at} for at in places]

    def _play_formation(self, decision: Decision) -> None:
        pieces = formation_pieces(decision["name"], self.levels[self.setting_seat], self._trychs())
        for kind, at in pieces:
            self._put(kind, at)
        self._placing_done()

    def _play_place(self, decision: Decision) -> None:
        self._put(decision["ship"], decision["at"])
        kind, _ = next_places(self.levels[self.setting_seat], self.placed, self._trychs())
        if not kind:
            self._placing_done()

    def _put(self, kind: str, at: str) -> None:
        self.placed.append((kind, at))
        if kind == "gate":
            self.fleets.gates[at] = self.setting_seat
        else:
            self.fleets.add_ship(at, self.setting_seat, kind, 0 if kind == "trych" else 1)  # YAV-20

    def _placing_done(self) -> None:
        self.placed = []
        if self.setting_seat == self.first:
            self.setting_seat = 1 - self.first
        else:
            self._begin_turn(self.first)

    # The turn

    def _begin_turn(self, seat: int) -> None:
        self.seat = seat
        self.fired = self.moved = self.weapon_used = False
        self.chain = []
        self.given = set()
        self.got = set()
        self.fused = None
        self.attack = None
        self.spending = None
        self.fleets.something_destroyed = False
        self.phase = "turn"
        if not self._ship_moves() and not self._detonations() and not self._weapons():
            self._finish(1 - seat)  # YAV-39: no valid move with any ship

    def _ship_moves(self) -> list[Decision]:
        found: list[Decision] = []
        for at in self.fleets.of(self.seat):
            for to in self.fleets.moves(at):
                found.append({"do": "move", "from": at, "to": to})
                if self.fleets.can_lay_mine(at):
                    found.append({"do": "move", "from": at, "to": to, "mine": True})
        return found

    def _gate_moves(self) -> list[Decision]:
        own = sorted(at for at, owner in self.fleets.gates.items() if owner == self.seat)
        return [{"do": "move", "from": at, "to": to} for at in own for to in self.fleets.gate_moves(at)]

    def _detonations(self) -> list[Decision]:
        """Detonations as the move, or after it the one that the fuse allows (YAV-30)."""
        own = [at for at in self.fleets.of(self.seat) if self.fleets.ships[at].kind == "trych"]
        if self.moved:
            own = [at for at in own if self.fleets.ships[at].number == self.fused]
        return [{"do": "detonate", "at": at} for at in own]

    def _shots(self) -> list[Decision]:
        return [] if self.fired else [{"do": "fire", "at": at} for at in self.fleets.shots(self.seat)]

    def _weapons(self) -> list[Decision]:
        """YAV-46, YAV-47: the offensive weapons that can be paid for and carried out."""
        found: list[Decision] = []
        if self.moved or not self.hands[self.seat].total():
            return found
        for at in self.fleets.of(self.seat):
            found += self._weapons_of(at)
        return found

    def _weapons_of(self, at: str) -> list[Decision]:
        """The offensive weapons of one ship."""
        found: list[Decision] = []
        ship = self.fleets.ships[at]
        if ship.kind == "command" or ship.rings == 0:
            return found
        for weapon in OFFENSIVE:
            payable = can_pay(self.hands[self.seat], ship.kind, self.recipes[weapon])
            if payable and self._can_carry_out(weapon, at):
                found.append({"do": "weapon", "weapon": weapon, "ship": at})
        return found

    def _uses(self, at: str) -> list[Decision]:
        """YAV-16: what a ship may use a ring for that was passed to it before the move."""
        if self.fleets.ships[at].kind != "command":
            return self._weapons_of(at)
        enemy = 1 - self.seat
        targets = {*self.fleets.of(enemy), *(there for there, owner in self.fleets.mines.items() if owner == enemy)}
        return [shot for shot in self._shots() if shot["at"] in targets]

    def _transfers(self) -> list[Decision]:
        """YAV-15; before the move only along a chain to a ship that can use the ring at once (YAV-16)."""
        found: list[Decision] = []
        for giver, taker in self.fleets.transfers(self.seat, self.given, self.got):
            number = self.fleets.ships[giver].number
            chain = self.chain or [number]
            if self.moved or (chain[-1] == number and self._leads_somewhere(chain, taker)):
                found.append({"do": "shuffle", "from": giver, "to": taker})
        return found

    def _leads_somewhere(self, chain: list[int], taker: str) -> bool:
        """YAV-16: whether a ring that is passed to a ship can be used there, or by one that it is passed on to."""
        seen = set(chain)
        ways = [taker]
        while ways:
            at = ways.pop()
            ship = self.fleets.ships[at]
            if ship.number in seen:
                continue
            seen.add(ship.number)
            ship.rings += 1
            used = bool(self._uses(at))
            ship.rings -= 1
            if used:
                return True
            if ship.number not in self.given:
                for there in neighbours(at):
                    other = self.fleets.ships.get(there)
                    if other is not None and other.owner == self.seat and other.room and other.number not in self.got:
                        ways.append(there)
        return False

    def _legal_turn(self) -> list[Decision]:
        if self.chain:
            at = self.fleets.find(self.chain[-1])
            assert at is not None
            return self._uses(at) + self._transfers()
        found = self._shots() + self._transfers()
        if self.moved:
            return found + self._detonations() + [{"do": "end"}]
        return found + self._weapons() + self._ship_moves() + self._gate_moves() + self._detonations()

    def _play_shuffle(self, decision: Decision) -> None:
        giver = self.fleets.ships[decision["from"]]
        taker = self.fleets.ships[decision["to"]]
        giver.rings -= 1
        taker.rings += 1
        self.given.add(giver.number)
        self.got.add(taker.number)
        if self.moved:
            self.fused = None  # YAV-30
        else:
            self.chain = [*(self.chain or [giver.number]), taker.number]

    def _play_end(self, decision: Decision) -> None:
        self._end_turn()

    def _end_turn(self) -> None:
        """The turn is over, but for the card (YAV-17, YAV-41)."""
        self.attack = None
        self.spending = None
        command = self.fleets.command(self.seat)
        assert command is not None
        if self.fleets.ships[command].rings == 0:
            self._finish(1 - self.seat)
        elif self.options["game"] == "full" and not self.weapon_used:
            self.phase = "draw"
        else:
            self._close_turn()

    def _close_turn(self) -> None:
        """After card and impacts: the draws of YAV-40, then the other player's turn."""
        self.turns += 1
        self.quiet_turns = 0 if self.fleets.something_destroyed else self.quiet_turns + 1
        limit = self.options["turn_limit"]
        assert isinstance(limit, int)
        if self.quiet_turns >= QUIET_TURNS or self.turns >= limit:
            self._finish(None)
        else:
            self._begin_turn(1 - self.seat)

    def _finish(self, winner: int | None) -> None:
        self.phase = "over"
        self.winner = winner

    def _look_for_end(self) -> bool:
        """YAV-39: destruction, then lack of ships; whether the game has ended."""
        alive = [self.fleets.command(seat) is not None for seat in (0, 1)]
        if alive == [True, True]:
            alive = [len(self.fleets.of(seat)) > 1 for seat in (0, 1)]
        if alive == [True, True]:
            return False
        self._finish(None if alive == [False, False] else alive.index(True))
        return True

    def _go_on(self) -> None:
        """After something complete in a turn: the end of the game, or the turn goes on."""
        self.attack = None
        self.spending = None
        if not self._look_for_end():
            self.phase = "turn"

    # Moves and battles

    def _play_move(self, decision: Decision) -> None:
        origin, to, mine = decision["from"], decision["to"], decision.get("mine", False)
        ship = self.fleets.ships.get(origin)
        if ship is None:
            self.fleets.gates[to] = self.fleets.gates.pop(origin)
            self.moved = True
            self._go_on()
            return
        other = self.fleets.ships.get(to)
        if other is None:
            self.moved = True
            if ship.kind == "trych" and self.options["fuse"] == "same_turn":
                self.fused = ship.number
            self.fleets.land(self.fleets.leave(origin, mine), to)
            self._go_on()
            return
        on_its_gate = other.owner != ship.owner and self.fleets.gates.get(to) == other.owner
        if on_its_gate and ship.kind != "command" and other.kind != "command":
            self._announce(Attack("gate", origin, to, mine))  # YAV-36
        else:
            self._announce(Attack("battle", origin, to, mine))

    def _resolve_gate(self, attack: Attack) -> None:
        """YAV-36: both ships are destroyed, the mine is laid."""
        self.fleets.destroy_ship(attack.at)
        self.fleets.land(self.fleets.leave(attack.by, attack.mine), attack.at)
        self.moved = True
        self._go_on()

    def _resolve_battle(self, attack: Attack) -> None:
        attacker, defender = self.fleets.ships[attack.by], self.fleets.ships[attack.at]
        if attacker.kind == "command" or defender.kind == "trych":
            self._battle_won(attack)  # YAV-25, YAV-26
        elif defender.kind != "command" and defender.rings == 0:
            self._battle_won(attack)  # YAV-24
        else:
            self._ask_die("battle", self.seat)

    def _battle_die(self, face: int) -> None:
        attack = self.attack
        assert attack is not None
        defender = self.fleets.ships[attack.at]
        if face >= (COMMAND_DEFENCE if defender.kind == "command" else defender.rings):
            self._battle_won(attack)
            return
        self.fleets.destroy_ship(attack.by)  # YAV-28
        if not self._look_for_end():
            self._end_turn()

    def _battle_won(self, attack: Attack) -> None:
        """The defender has lost; he may still answer with Self Destruct (YAV-56)."""
        defender = self.fleets.ships[attack.at]
        if self._can_defend(defender, SELF_DESTRUCT):
            self.phase = "self_destruct"
        else:
            self._take_position(attack)

    def _take_position(self, attack: Attack) -> None:
        loser = self.fleets.ships[attack.at]
        self.fleets.destroy_ship(attack.at)
        winner = self.fleets.leave(attack.by, attack.mine)
        if loser.rings > 0 and attack.at not in self.fleets.gates:
            winner.gain(1)  # YAV-27
        self.fleets.land(winner, attack.at)
        self.moved = True
        self._go_on()

    # The cannon and detonations

    def _play_fire(self, decision: Decision) -> None:
        command = self.fleets.command(self.seat)
        assert command is not None
        self.fleets.ships[command].rings -= 1
        self.fired = True
        self.chain = []
        self._announce(Attack("shot", command, decision["at"], last_ring=self.fleets.ships[command].rings == 0))

    def _resolve_shot(self, attack: Attack) -> None:
        if attack.at in self.fleets.ships:
            self.fleets.destroy_ship(attack.at)
        else:
            self.fleets.destroy_mine(attack.at)
        if attack.last_ring and self.fleets.command(1 - self.seat) is None:
            self._finish(None)  # YAV-33
            return
        self._go_on()
        if self.phase == "turn" and not self.moved:
            choices = (self._ship_moves, self._gate_moves, self._detonations, self._weapons)
            self.moved = not any(choice() for choice in choices)  # YAV-23

    def _play_detonate(self, decision: Decision) -> None:
        self._announce(Attack("blast", decision["at"], decision["at"]))

    def _resolve_blast(self, attack: Attack) -> None:
        self.fleets.blast(attack.by, self.seat, attack.saved)
        self.moved = True
        self.fused = None
        self._go_on()

    # Offensive weapons

    def _can_carry_out(self, weapon: str, at: str) -> bool:
        if weapon in AIMED:
            return bool(self._targets(weapon, at))
        if weapon == "cloning":
            return self.fleets.ships[at].rings >= 2 and bool(self._doubles(at))
        return bool(self.fleets.free_positions())  # hyperdrive

    def _targets(self, weapon: str, user: str) -> list[str]:
        """YAV-48 to YAV-53: the positions of the ships at which a weapon can be aimed."""
        seen = self.fleets.in_sight(user)
        ships = self.fleets.ships
        enemies = [at for at in seen if ships[at].owner != self.seat]
        if weapon == "tractor_beam":
            return [at for at in seen if self._shifts(at)]
        if weapon == "antimatter_torpedo":
            return enemies
        if weapon == "evolution":
            return [user] + [at for at in seen if ships[at].kind != "command"]
        if weapon == "remote_energy_absorber":
            return [at for at in enemies if ships[at].rings > 0]
        return [at for at in enemies if ships[at].kind != "command"]  # revenant device

    def _shifts(self, at: str) -> list[str]:
        return [there for there in steps(at, self.fleets.offset) if not self.fleets.occupied(there)]

    def _doubles(self, at: str) -> list[str]:
        return [to for to in self.fleets.moves(at) if to not in self.fleets.ships]

    def _play_weapon(self, decision: Decision) -> None:
        weapon, user = decision["weapon"], decision["ship"]
        self.chain = []
        self.moved = True
        self.weapon_used = True
        self.attack = Attack(weapon, user)
        self.spending = Spending(self.seat, self.fleets.ships[user].kind, weapon, list(self.recipes[weapon]))
        self.phase = "spend"

    def _legal_spend(self) -> list[Decision]:
        spending = self.spending
        assert spending is not None
        cards = payments(self.hands[spending.seat], spending.ship_kind, spending.parts)
        return [{"do": "spend", "card": card} for card in cards]

    def _play_spend(self, decision: Decision) -> None:
        spending, attack = self.spending, self.attack
        assert spending is not None
        assert attack is not None
        self._discard(spending.seat, decision["card"])
        spending.parts.pop(0)
        if spending.parts:
            return
        self.spending = None
        if spending.weapon == DEFLECTOR:
            self._deflected(attack)
        elif spending.weapon == SELF_DESTRUCT:
            self.fleets.destroy_ship(attack.at)
            self.fleets.destroy_ship(attack.by)
            self.moved = True
            self._go_on()
        elif attack.sort in AIMED:
            self.phase = "target"
        else:
            self.phase = "clone" if attack.sort == "cloning" else "jump"

    def _weapon_attack(self) -> Attack:
        assert self.attack is not None
        return self.attack

    def _legal_target(self) -> list[Decision]:
        attack = self._weapon_attack()
        return [{"do": "target", "at": at} for at in self._targets(attack.sort, attack.by)]

    def _play_target(self, decision: Decision) -> None:
        attack = self._weapon_attack()
        attack.at = decision["at"]
        if attack.sort == "tractor_beam":
            self.phase = "shift"
        elif attack.sort == "evolution":
            self.phase = "become"
        else:
            self._announce(attack)

    def _legal_shift(self) -> list[Decision]:
        return [{"do": "shift", "to": to} for to in self._shifts(self._weapon_attack().at)]

    def _play_shift(self, decision: Decision) -> None:
        attack = self._weapon_attack()
        attack.to = decision["to"]
        self._announce(attack)

    def _legal_become(self) -> list[Decision]:
        now = self.fleets.ships[self._weapon_attack().at].kind
        return [{"do": "become", "ship": kind} for kind in SHIP_KINDS if kind != now]

    def _play_become(self, decision: Decision) -> None:
        attack = self._weapon_attack()
        attack.become = decision["ship"]
        self._announce(attack)

    def _resolve_tractor_beam(self, attack: Attack) -> None:
        self.fleets.arrive(self.fleets.leave(attack.at, mine=False), attack.to)
        self._go_on()

    def _resolve_antimatter_torpedo(self, attack: Attack) -> None:
        self.fleets.destroy_ship(attack.at)
        self._go_on()

    def _resolve_evolution(self, attack: Attack) -> None:
        ship = self.fleets.ships[attack.at]
        ship.kind = attack.become
        ship.rings = min(ship.rings, ship.most_rings)
        self._go_on()

    def _resolve_remote_energy_absorber(self, attack: Attack) -> None:
        target = self.fleets.ships[attack.at]
        self.fleets.ships[attack.by].gain(target.rings)
        target.rings = 0
        self._go_on()

    def _resolve_revenant_device(self, attack: Attack) -> None:
        self.fleets.ships[attack.at].owner = self.seat
        self._go_on()

    def _legal_clone(self) -> list[Decision]:
        return [{"do": "clone", "to": to} for to in self._doubles(self._weapon_attack().by)]

    def _play_clone(self, decision: Decision) -> None:
        self._weapon_attack().to = decision["to"]
        self.phase = "share"

    def _legal_share(self) -> list[Decision]:
        left = self.fleets.ships[self._weapon_attack().by].rings - 1  # one is the price (YAV-51)
        return [{"do": "share", "rings": rings} for rings in range(1, left + 1)]

    def _play_share(self, decision: Decision) -> None:
        attack = self._weapon_attack()
        original = self.fleets.ships[attack.by]
        double = self.fleets.new_ship(self.seat, original.kind, decision["rings"])
        original.rings -= 1 + decision["rings"]
        self.fleets.land(double, attack.to)
        self._go_on()

    def _legal_jump(self) -> list[Decision]:
        return [{"do": "jump", "to": to} for to in self.fleets.free_positions()]

    def _play_jump(self, decision: Decision) -> None:
        self.fleets.arrive(self.fleets.leave(self._weapon_attack().by, mine=False), decision["to"])
        self._go_on()

    # Defence

    def _can_defend(self, ship: Ship, weapon: str) -> bool:
        """YAV-29, YAV-46, YAV-55: whether the owner of an attacked ship can answer with it."""
        if ship.owner == self.seat or ship.kind == "command" or ship.rings == 0:
            return False
        return can_pay(self.hands[ship.owner], ship.kind, self.recipes[weapon])

    def _deflecting(self, attack: Attack) -> list[str]:
        """The positions of the ships that can answer an attack with a Deflector."""
        if attack.sort == "blast":
            attacked = self.fleets.blast_victims(attack.by, self.seat)
        else:
            attacked = [attack.at] if attack.at in self.fleets.ships else []
        return [at for at in attacked if self._can_defend(self.fleets.ships[at], DEFLECTOR)]

    def _announce(self, attack: Attack) -> None:
        """All choices of an attack are made; a Deflector may answer it before anything happens (YAV-55)."""
        self.attack = attack
        if self._deflecting(attack):
            self.phase = "deflect"
        else:
            self._resolve(attack)

    def _resolve(self, attack: Attack) -> None:
        getattr(self, f"_resolve_{attack.sort}")(attack)

    def _legal_deflect(self) -> list[Decision]:
        attack = self.attack
        assert attack is not None
        found: list[Decision] = [{"do": "defend", "with": "none"}]
        if attack.sort == "blast":
            return found + [{"do": "defend", "with": DEFLECTOR, "ship": at} for at in self._deflecting(attack)]
        return [*found, {"do": "defend", "with": DEFLECTOR}]

    def _legal_self_destruct(self) -> list[Decision]:
        return [{"do": "defend", "with": "none"}, {"do": "defend", "with": SELF_DESTRUCT}]

    def _play_defend(self, decision: Decision) -> None:
        attack = self.attack
        assert attack is not None
        answer = decision["with"]
        if answer == "none":
            if self.phase == "deflect":
                self._resolve(attack)
            else:
                self._take_position(attack)
            return
        if attack.sort == "blast":
            attack.saved = decision["ship"]
        kind = self.fleets.ships[attack.saved or attack.at].kind
        self.spending = Spending(1 - self.seat, kind, answer, list(self.recipes[answer]))
        self.phase = "spend"

    def _deflected(self, attack: Attack) -> None:
        """A tie ends the attacker's turn; against a blast it only saves one ship."""
        if attack.sort == "blast":
            self._resolve(attack)
        else:
            self._end_turn()

    # The die

    def _ask_die(self, purpose: str, seat: int) -> None:
        self.die_for = purpose
        self.die_seat = seat
        self.phase = "die"

    def _legal_die(self) -> list[Decision]:
        return [{"do": "die", "face": face, "seat": self.die_seat, "weight": 1} for face in range(10)]

    def _play_die(self, decision: Decision) -> None:
        face = decision["face"]
        if self.die_for == "battle":
            self._battle_die(face)
        elif self.die_for == "unexpected_asteroid_impact":
            self.fleets.asteroid_impact(str(self.options["core"]), face)
            self._impact_done()
        else:  # engineering failure (YAV-58)
            if face % 2 == 1:
                self.discards += self.hands[self.die_seat]
                self.hands[self.die_seat] = Counter()
            if self.die_seat == 0:
                self._ask_die("engineering_failure", 1)
            else:
                self._impact_done()

    # Cards and impacts (YAV-41 to YAV-44)

    def _discard(self, seat: int, card: str) -> None:
        self.hands[seat] -= Counter([card])
        self.discards[card] += 1

    def _renew_if_empty(self) -> None:
        if not self.deck.total():
            self.deck = self.discards
            self.discards = Counter()

    def _on_offer(self, cards: Counter[str], kind: str, base: Decision) -> list[Decision]:
        """A chance decision for each card of a kind, weighted by its number."""
        return [
            {**base, "card": card, "weight": number}
            for card, number in sorted(cards.items())
            if number and kind_of_card(card) == kind
        ]

    def _legal_draw(self) -> list[Decision]:
        return self._on_offer(self.deck, "component", {"do": "draw"})

    def _play_draw(self, decision: Decision) -> None:
        self.deck -= Counter([decision["card"]])
        self.hands[self.seat][decision["card"]] += 1
        self._renew_if_empty()
        self.phase = "top"

    def _legal_top(self) -> list[Decision]:
        found: list[Decision] = []
        for kind in ("component", "impact"):
            weight = sum(number for card, number in self.deck.items() if kind_of_card(card) == kind)
            if weight:
                found.append({"do": "top", "kind": kind, "weight": weight})
        return found

    def _play_top(self, decision: Decision) -> None:
        self.top = decision["kind"]
        if self.hands[self.seat].total() > MOST_CARDS:
            self.phase = "discard"
        else:
            self._look_at_top()

    def _legal_discard(self) -> list[Decision]:
        return [{"do": "discard", "card": card} for card, number in sorted(self.hands[self.seat].items()) if number]

    def _play_discard(self, decision: Decision) -> None:
        self._discard(self.seat, decision["card"])
        self._look_at_top()

    def _look_at_top(self) -> None:
        if self.top == "impact":
            self.phase = "impact"
        else:
            self._close_turn()

    def _legal_impact(self) -> list[Decision]:
        return self._on_offer(self.deck, "impact", {"do": "impact"})

    def _play_impact(self, decision: Decision) -> None:
        self.impact = decision["card"]
        self.deck -= Counter([self.impact])
        core_option = str(self.options["core"])
        if self.impact == "engineering_failure":
            self._ask_die("engineering_failure", 0)
        elif self.impact == "unexpected_asteroid_impact":
            self._ask_die("unexpected_asteroid_impact", self.seat)
        elif self.impact == "enemy_defector":
            self.robbed = [hand.copy() for hand in self.hands]
            self.thieves = [seat for seat in (0, 1) if self.robbed[1 - seat].total()]
            self._next_thief()
        else:
            if self.impact == "core_anomaly":
                self.fleets.core_anomaly(core_option)
            elif self.impact == "core_dump":
                self.fleets.core_dump(core_option)
            else:
                self.fleets.asteroid_swarm()
            self._impact_done()

    def _next_thief(self) -> None:
        if self.thieves:
            self.phase = "steal"
        else:
            self._impact_done()

    def _legal_steal(self) -> list[Decision]:
        thief = self.thieves[0]
        return self._on_offer(self.robbed[1 - thief], "component", {"do": "steal", "seat": thief})

    def _play_steal(self, decision: Decision) -> None:
        thief = self.thieves.pop(0)
        self.hands[1 - thief] -= Counter([decision["card"]])
        self.hands[thief][decision["card"]] += 1
        self._next_thief()

    def _impact_done(self) -> None:
        if self._look_for_end():
            return
        self.discards[self.impact] += 1
        self.impact = ""
        self._renew_if_empty()
        self.phase = "top"
