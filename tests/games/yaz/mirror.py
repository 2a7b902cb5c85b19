"""A plain referee in the position of a state, and crowded positions to compare them in."""

import random
from typing import Any

from oddboard.core.records import new
from oddboard.games.yaz import maps, rules
from oddboard.games.yaz.names import hex_name, piece_name
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BY_LOT,
    ENDED,
    FIRST_OF,
    FIRST_SEAT,
    KIND,
    NOBODY,
    NOWHERE,
    PIECES,
    RACING,
    ROUGHEST,
    RUNNERS,
    WIDTH,
    State,
)
from tests.referees.yaz import Referee
from tests.referees.yaz_field import Field
from tests.referees.yaz_race import BatonPop, PiecePop, Race, RaceOptions, Yazzite


def referee_of(s: State) -> Referee:
    """A plain referee in the position of a race."""
    ground = Field(maps.text_of(s))
    turn = int(s.turn)

    def at(place: int) -> int:
        return ground.named[hex_name(int(place))]

    def piece(seat: int, number: int) -> Yazzite | None:
        return None if number == NOBODY else Yazzite(seat, piece_name(int(number)))

    def pieces(mask: int) -> set[Yazzite]:
        return {Yazzite(turn, piece_name(number)) for number in range(PIECES) if int(mask) >> number & 1}

    referee = Referee.__new__(Referee)
    referee.ground = ground
    referee.setter = int(s.setter)
    referee.bulges = [at(place) for place in s.bulge[: s.bulges]]
    referee.counts = {**dict(zip("SFTL", map(int, s.counts), strict=True)), "bulges": int(s.bulges)}
    referee.in_hand = [{kind: 0 for kind in "SFTL"} for _ in range(2)]
    referee.first_baton = 0
    referee.batons = {seat: at(s.start[seat]) for seat in range(2)}
    options = RaceOptions(bool(s.announce), int(s.turn_limit), bool(s.lugging), bool(s.dropping), bool(s.first_and_last))
    race = Race(
        ground,
        options,
        int(s.setter),
        {
            Yazzite(seat, piece_name(number)): at(s.at[seat, number])
            for seat in range(2)
            for number in range(PIECES)
            if s.at[seat, number] != NOWHERE
        },
        [
            {at(s.bulge[number]) for number in range(s.bulges) if int(s.standing[seat]) >> number & 1}
            for seat in range(2)
        ],
        [at(place) for place in s.start],
        [None if place == NOWHERE else at(place) for place in s.baton_at],
    )
    race.carrier = [piece(seat, s.carrier[seat]) or piece(1 - seat, s.thief[seat]) for seat in range(2)]
    race.taken = [bool(taken) for taken in s.taken]
    for seat in range(2):
        for number in range(PIECES):
            holder = piece(1 - seat, s.held_by[seat, number])
            if holder:
                race.throttler[Yazzite(seat, piece_name(number))] = holder
        for number in range(RUNNERS):
            luggant = piece(seat, s.rides[seat, number])
            if luggant:
                race.luggant_of[Yazzite(seat, piece_name(number))] = luggant
    race.turn = turn
    second = int(s.turn != s.setter)
    race.turns_begun = [int(s.turn_number), int(s.turn_number)]
    race.turns_begun[1 - int(s.setter)] -= 1 - second
    race.is_opening = bool(s.fresh)
    race.announced = bool(s.announced)
    race.is_last_turn = bool(s.last_turn)
    race.setter_stepped = int(s.goal)
    race.moved = pieces(s.moved)
    race.stepped = pieces(s.stepped)
    race.given = pieces(s.given)
    race.moving = piece(turn, s.mover)
    if s.mover != NOBODY:
        race.steps = int(ALLOWANCE[s.mover]) - int(s.left)
    race.has_landed = bool(s.popped)
    race.has_grabbed = s.popped == 2
    race.must_step = bool(s.must_step)
    race.must_move = piece(turn, s.next)
    assert s.pop_baton == NOBODY
    assert s.pop_piece == NOBODY
    assert BatonPop
    assert PiecePop
    referee.race = race
    referee.at = dict(race.at)
    return referee


def crowded(rng: random.Random, **options: Any) -> State:
    """A race in a small pocket of land full of Yazzites, some throttled, carried or with a stolen baton."""
    s = new(State)
    rows, columns = rng.randint(3, 6), rng.randint(3, 6)
    signs = rng.choice(["...o#", "..oo##", ".....o", "....####"])
    maps.lay_out(s, "\n".join("".join(rng.choice(signs) for _ in range(columns)) for _ in range(rows)))
    places = [row * WIDTH + column for row in range(rows) for column in range(columns)]
    s.bulges = 3
    s.bulge_gap = 2
    s.set_by = rng.choice([BY_LOT, FIRST_SEAT])
    s.turn_limit = 60
    s.announce = rng.random() < 0.7
    s.lugging = rng.random() < 0.5
    s.dropping = rng.random() < 0.5
    s.first_and_last = rng.random() < 0.3
    for name, value in options.items():
        setattr(s, name, value)
    rules.setup(s)
    s.laid = 3
    bulges = [place for place in places]
    rng.shuffle(bulges)
    s.bulge[:3] = bulges[:3]
    s.setter = 0 if s.set_by == FIRST_SEAT else rng.randint(0, 1)
    s.turn = rng.randint(0, 1)
    s.turn_number = rng.choice([1, 2, 2, 2, 60])
    s.phase = RACING
    s.fresh = 1
    crowd = rng.randint(4, max(4, len(places) * 2 // 3))
    rng.shuffle(places)
    for place in places[:crowd]:
        seat, kind = rng.randint(0, 1), rng.choice([0, 1, 2, 3, 3])
        number = int(FIRST_OF[kind]) + int(s.placed[seat, kind])
        if number >= PIECES or KIND[number] != kind or s.terrain[place] > ROUGHEST[number]:
            continue
        s.at[seat, number] = place
        s.placed[seat, kind] += 1
        if rng.random() < 0.35 and s.turn_number > 1:  # somebody else in the same hex
            _stack(s, rng, seat, number, place)
    s.counts[:] = s.placed.max(axis=0)
    for seat in range(2):
        s.standing[seat] = rng.choice([7, 7, 3, 5, 6, 1, 2, 4])
        s.start[seat] = s.bulge[seat]
        runners = [number for number in range(RUNNERS) if s.at[seat, number] != NOWHERE]
        thieves = [
            number for number in range(RUNNERS, PIECES)
            if s.at[1 - seat, number] != NOWHERE
            and s.cargo[1 - seat, number - RUNNERS] == NOBODY
            and s.held_by[1 - seat, number] == NOBODY
        ]
        chance = rng.random()
        if s.turn_number == 1 and seat == s.turn:
            chance = 1.0
        if chance < 0.6 and runners:
            s.carrier[seat] = rng.choice(runners)
            s.taken[seat] = 1
        elif chance < 0.8 and thieves and s.dropping:
            s.thief[seat] = rng.choice(thieves)
            s.taken[seat] = 1
        else:
            s.baton_at[seat] = s.start[seat]
            if s.dropping and rng.random() < 0.6:
                s.baton_at[seat] = rng.choice(places)
                s.taken[seat] = 1
            if not s.taken[seat]:
                s.standing[seat] = 7
    return s


def _stack(s: State, rng: random.Random, seat: int, number: int, place: int) -> None:
    """A Luggant on an enemy, or a passenger on a Luggant."""
    if rng.random() < 0.3 and s.lugging and number >= RUNNERS:
        kind = rng.choice([0, 1, 2])
        rider = int(FIRST_OF[kind]) + int(s.placed[seat, kind])
        if KIND[rider] == kind:
            s.at[seat, rider] = place
            s.placed[seat, kind] += 1
            s.rides[seat, rider] = number
            s.cargo[seat, number - RUNNERS] = rider
        return
    luggant = RUNNERS + int(s.placed[1 - seat, 3])
    if luggant < PIECES:
        s.at[1 - seat, luggant] = place
        s.placed[1 - seat, 3] += 1
        s.holds[1 - seat, luggant - RUNNERS] = number
        s.held_by[seat, number] = luggant


assert ENDED
