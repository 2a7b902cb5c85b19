"""A plain referee in the position of a state, and crowded positions to compare them in."""

import random
from typing import Any

from oddboard.core.records import new
from oddboard.games.yaz import maps
from oddboard.games.yaz.names import hex_name, piece_name
from oddboard.games.yaz.rules.turn import setup
from oddboard.games.yaz.state import (
    ALLOWANCE,
    BULGES_DECIDE,
    BY_LOT,
    FIRST_SEAT,
    LUGGANTS,
    NOBODY,
    NOBODY_WINS,
    NOWHERE,
    PIECES,
    RACING,
    RUNNERS,
    WIDTH,
    State,
    is_open,
)
from tests.referees.yaz import Referee
from tests.referees.yaz_field import Field
from tests.referees.yaz_race import Race, RaceOptions, Yazzite


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
    referee.in_hand = [dict.fromkeys("SFTL", 0) for _ in range(2)]
    referee.first_baton = 0
    referee.batons = {seat: at(s.start[seat]) for seat in range(2)}
    options = RaceOptions(
        bool(s.announce),
        int(s.turn_limit),
        bool(s.lugging),
        bool(s.dropping),
        bool(s.first_and_last),
        s.limit == BULGES_DECIDE,
    )
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
        for number in range(LUGGANTS):
            luggant = Yazzite(seat, piece_name(RUNNERS + number))
            victim, passenger = piece(1 - seat, s.holds[seat, number]), piece(seat, s.cargo[seat, number])
            if victim:
                race.throttler[victim] = luggant
            if passenger:
                race.luggant_of[passenger] = luggant
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
    referee.race = race
    referee.at = dict(race.at)
    return referee


def crowded(rng: random.Random, **options: Any) -> State:
    """A race in a small pocket of land full of Yazzites, some throttled, carried or with a stolen baton."""
    while True:
        s = new(State)
        rows, columns = rng.randint(3, 6), rng.randint(3, 7)
        signs = rng.choice(["...o#", "..oo##", ".....o", "....####"])
        maps.lay_out(s, "\n".join("".join(rng.choice(signs) for _ in range(columns)) for _ in range(rows)))
        s.bulges = s.laid = 3
        s.bulge_gap = 2
        s.set_by = rng.choice([BY_LOT, FIRST_SEAT])
        s.turn_limit = 60
        s.announce = rng.random() < 0.7
        s.lugging = rng.random() < 0.5
        s.dropping = rng.random() < 0.5
        s.first_and_last = rng.random() < 0.3
        s.limit = rng.choice([BULGES_DECIDE, NOBODY_WINS])
        for name, value in options.items():
            setattr(s, name, value)
        s.counts[:] = [rng.randint(0, 2), rng.randint(0, 2), rng.randint(0, 2), rng.randint(1, 4)]
        setup(s)
        s.setter = 0 if s.set_by == FIRST_SEAT else rng.randint(0, 1)
        s.turn = rng.randint(0, 1)
        s.turn_number = rng.choice([1, 2, 2, 2, 60])
        s.phase = RACING
        s.fresh = 1
        places = [row * WIDTH + column for row in range(rows) for column in range(columns)]
        s.bulge[:3] = rng.sample(places, 3)
        if all(_put_somewhere(s, rng, seat, piece, places) for piece in reversed(range(PIECES)) for seat in range(2)):
            break
    s.placed[:] = s.counts
    for seat in range(2):
        _hand_out(s, rng, seat, places)
    return s


def _put_somewhere(s: State, rng: random.Random, seat: int, piece: int, places: list[int]) -> bool:
    """Put a piece in a hex: free, or a Luggant on an enemy, or a passenger on a Luggant."""
    if not int(s.team) >> piece & 1:
        return True
    mine, theirs = s.at[seat], s.at[1 - seat]
    free = [place for place in places if place not in mine and place not in theirs and is_open(s, piece, place)]
    if piece >= RUNNERS and s.turn_number > 1 and rng.random() < 0.4:
        victims = [
            other
            for other in range(PIECES)
            if theirs[other] != NOWHERE and theirs[other] not in mine and list(theirs).count(theirs[other]) == 1
        ]
        if victims:
            victim = rng.choice(victims)
            mine[piece] = theirs[victim]
            s.holds[seat, piece - RUNNERS] = victim
            s.throttled[1 - seat] |= 1 << victim
            return True
    if piece < RUNNERS and s.lugging and rng.random() < 0.3:
        luggants = [
            other
            for other in range(RUNNERS, PIECES)
            if mine[other] != NOWHERE and mine[other] not in theirs and list(mine).count(mine[other]) == 1
        ]
        if luggants:
            luggant = rng.choice(luggants)
            mine[piece] = mine[luggant]
            s.cargo[seat, luggant - RUNNERS] = piece
            return True
    if free:
        mine[piece] = rng.choice(free)
    return bool(free)


def _hand_out(s: State, rng: random.Random, seat: int, places: list[int]) -> None:
    """Give a side bulges to break and a baton: carried, stolen, lying about, or where it was placed."""
    s.standing[seat] = rng.choice([7, 7, 3, 5, 6, 1, 2, 4])
    s.start[seat] = s.bulge[seat]
    runners = [piece for piece in range(RUNNERS) if s.at[seat, piece] != NOWHERE]
    thieves = [
        piece
        for piece in range(RUNNERS, PIECES)
        if s.at[1 - seat, piece] != NOWHERE
        and s.cargo[1 - seat, piece - RUNNERS] == NOBODY
        and not s.throttled[1 - seat] >> piece & 1
    ]
    chance = 1.0 if s.turn_number == 1 else rng.random()
    s.taken[seat] = 1
    if chance < 0.5 and runners:
        s.carrier[seat] = rng.choice(runners)
    elif chance < 0.8 and thieves and s.dropping:
        s.thief[seat] = rng.choice(thieves)
    elif chance < 0.9 and s.dropping:
        s.baton_at[seat] = rng.choice(places)
    else:
        s.baton_at[seat] = s.start[seat]
        s.taken[seat] = 0
        s.standing[seat] = 7
