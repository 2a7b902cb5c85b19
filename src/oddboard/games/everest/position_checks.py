"""Everest: whether a position can be; what could not go on by the rules is refused."""

from oddboard.core.errors import BadPosition
from oddboard.core.records import new
from oddboard.games.everest.codes import SNOWBALLS, coin_of, is_roar, is_snowball, items_of
from oddboard.games.everest.rules.board import alone_on_peak, hurts, place
from oddboard.games.everest.rules.conflicts import in_conflict
from oddboard.games.everest.rules.mountain import NOWHERE, TOWARDS
from oddboard.games.everest.rules.plans import plan_size
from oddboard.games.everest.rules.turn import at_stake
from oddboard.games.everest.state import (
    ALL_COINS,
    CHECKING,
    CONTEST,
    ENDED,
    FLEEING,
    HIDDEN,
    HOMES,
    IN_BEATS,
    NO_COIN,
    NO_RUN,
    NOBODY,
    NOT_ROLLED,
    OFF,
    ORDERING,
    PLANNING,
    RESTING,
    ROLLING,
    SEATS,
    SETTING_ASIDE,
    TABLE,
    State,
    Work,
    members,
)

# No beat brings more hurts, on any mountain: four falls of one's own, four in each push by another, two for each
# snowball, and the same falls again in the runs of two groups of roars. A byte of the board holds those of a round.
MOST_HURTS = 60


def _want(true: object, field: str, message: str, rule: str | None = None) -> None:
    if not true:
        raise BadPosition(f"position.{field}: {message}" + (f" ({rule})" if rule else ""), rule)


def check(s: State, fresh: State) -> None:
    """Refuse a position that play cannot have led to, where that would matter to what follows."""
    _check_places(s, fresh)
    _check_time(s)
    for seat in range(s.seats):
        _check_plan(s, seat)
    _check_agenda(s)
    _check_contest(s)
    _check_roars(s)
    _check_rest(s)


def _check_places(s: State, fresh: State) -> None:
    everyone = range(s.seats)
    homes = [int(home) for home in s.home[: s.seats] if home != NOBODY]
    _want(len(set(homes)) == len(homes), "yeti", "two have the same home base", "EVE-4")
    if not s.homes_chosen:
        _want(list(s.home) == list(fresh.home), "yeti", "these homes are not the ones that are dealt", "EVE-4")
    taken = int(s.turn) if s.phase == HOMES else int(s.seats)
    _want(
        [seat for seat in everyone if s.home[seat] != NOBODY] == list(range(taken)),
        "yeti",
        "homes are taken by seats, before the first round",
        "EVE-4",
    )
    places = [place(s.board, seat) for seat in everyone if place(s.board, seat) != OFF]
    _want(len(set(places)) == len(places), "yeti", "two stand on one square", "EVE-16")
    if s.phase in (PLANNING, RESTING, SETTING_ASIDE):
        _want(len(places) == s.seats, "yeti", "between rounds nobody is off the board", "EVE-31")
    if s.phase == HOMES:
        for seat in everyone:
            waiting = OFF if s.home[seat] == NOBODY else s.home[seat]
            _want(place(s.board, seat) == waiting, f"yeti[{seat}].at", "it begins on its home base", "EVE-4")
    if s.phase in (HOMES, PLANNING):
        _want(not any(hurts(s.board, seat) for seat in everyone), "yeti", "nobody is hurt before the first beat")
    if s.phase in IN_BEATS:
        most = MOST_HURTS * (int(s.beat) + 1)
        _want(all(hurts(s.board, seat) <= most for seat in everyone), "yeti", f"no more than {most} hurts by now")


def _check_time(s: State) -> None:
    _want(s.phase not in ROLLING or s.turn == 0, "turn", "it is 0 while dice are rolled")
    if s.phase == HOMES:
        _want(s.homes_chosen and s.rounds == 0, "phase", "homes are chosen before round 1, with that option", "EVE-4")
        _want(s.alone == NOBODY, "alone_at_start", "the round has not begun")
        _want(all(s.coins[seat] == ALL_COINS for seat in range(s.seats)), "yeti", "all begin with six coins", "EVE-3")
    else:
        _want(s.rounds > 0, "round", "rounds are counted from 1")
    if s.phase == PLANNING:
        alone = alone_on_peak(s)
        _want(s.alone == alone, "alone_at_start", "it does not agree with where the yeti are", "EVE-28")
    if s.phase in (RESTING, SETTING_ASIDE):
        _want(s.rounds < s.round_limit, "phase", "after the last round nothing is chosen", "EVE-33")
    if s.phase == ENDED:
        won = s.alone != NOBODY and alone_on_peak(s) == s.alone
        _want(s.winner == (s.alone if won else NOBODY), "winner", "it is the one alone on the peak all round", "EVE-28")
        _want(won or s.rounds == s.round_limit, "phase", "nobody has won, and rounds are left", "EVE-33")
        _want(s.turn == 0, "turn", "it is 0 when the game is over")
    else:
        _want(s.winner == NOBODY, "winner", "the game is not over")


def _check_plan(s: State, seat: int) -> None:
    field = f"yeti[{seat}].plan"
    laid = [int(coin) for coin in s.plan[seat] if coin != NO_COIN]
    known = [coin_of(coin) for coin in laid if coin != HIDDEN]
    _want(len(set(known)) == len(known), field, "a coin is laid once", "EVE-6")
    _want(len(known) in (0, len(laid)), field, "either all or none of it is hidden", "EVE-8")
    _want(s.phase == PLANNING or len(known) == len(laid), field, "it has been shown", "EVE-8")
    if s.phase == HOMES:
        _want(not laid, field, "the first round has not begun")
    if s.phase == PLANNING or s.phase in IN_BEATS:
        _want(all(s.coins[seat] >> coin & 1 for coin in known), field, "a coin in it is set aside", "EVE-29")
        full = plan_size(s, seat)
        if s.phase == PLANNING and seat == s.turn:
            _want(len(laid) < full, field, "it is complete, and another is to decide", "EVE-7")
        else:
            wanted = 0 if s.phase == PLANNING and seat > s.turn else full
            _want(len(laid) == wanted, field, f"{wanted} coins are laid in it by now", "EVE-7")


def _check_agenda(s: State) -> None:
    items = items_of(int(s.agenda))
    _want(not items or s.phase in IN_BEATS, "agenda", "there is one in the middle of a beat only")
    _want(not items or s.phase not in (CONTEST, ORDERING) or s.about_runs, "agenda", "the order is yet to be chosen")
    for item in items:
        throwers = [seat for seat in range(s.seats) if is_snowball(max(0, int(s.plan[seat, s.beat])))]
        if item == SNOWBALLS:
            _want(throwers, "agenda", "nobody throws a snowball in this beat", "EVE-11")
        else:
            acts = s.plan[item, s.beat] != NO_COIN and item not in throwers
            _want(acts, "agenda", f"seat {item} has no move and no roar in this beat", "EVE-11")


def _check_contest(s: State) -> None:
    if s.phase not in (CONTEST, ORDERING):
        _want(not s.about_runs and not any(d != NOT_ROLLED for d in s.dice), "contest", "there is none in this phase")
        return
    _want(in_conflict(s, s.board, at_stake(s), new(Work)), "contest", "these actions are not in conflict", "EVE-10")
    waiting = members(s.to_roll)
    rolled = [seat for seat in range(SEATS) if s.dice[seat] != NOT_ROLLED]
    _want(len(waiting) + len(rolled) >= 2, "contest", "at least two roll", "EVE-11")
    if s.phase == CONTEST:
        _want(waiting, "contest.to_roll", "nobody is left to roll", "EVE-11")
        _want(rolled + waiting == sorted(rolled + waiting), "contest.to_roll", "dice are rolled by seats", "EVE-11")
        _want(not set(rolled) & set(waiting), "contest.to_roll", "a die is rolled once", "EVE-11")
        return
    highest = max(s.dice)
    _want(not waiting, "contest.to_roll", "all have rolled", "EVE-11")
    _want(
        [seat for seat in rolled if s.dice[seat] == highest] == [s.turn],
        "turn",
        "the order is chosen by the only one that rolled highest",
        "EVE-11",
    )


def _check_roars(s: State) -> None:
    everyone = range(s.seats)
    roaring = s.phase in (CHECKING, TABLE, FLEEING)
    runners = [seat for seat in everyone if s.run[seat] != NO_RUN]
    _want(roaring or s.about_runs or not runners, "runs", "nobody runs in this phase", "EVE-27")
    for seat in runners:
        _want(place(s.board, seat) != OFF, f"runs[{seat}]", "it is off the board", "EVE-27")
    if not roaring:
        return
    _want(s.roarers, "roars.roarers", "nobody roars", "EVE-23")
    for roarer in members(s.roarers):
        coin = int(s.plan[roarer, s.beat])
        roars = coin != NO_COIN and is_roar(coin) and place(s.board, roarer) != OFF
        _want(roars, "roars.roarers", f"seat {roarer} does not roar in this beat", "EVE-23")
        _want(roarer not in items_of(int(s.agenda)), "agenda", f"seat {roarer} roars already")
    for seat in everyone:
        _check_one_of_the_struck(s, seat)
    _want(bool(s.checks) == (s.phase == CHECKING), "roars.checks", "there are some in the phase check, and only then")
    if s.phase != CHECKING:
        _want(bool(s.to_roll) == (s.phase == TABLE), "roars.struck_by", "somebody is to roll in the phase table only")
    if s.phase != TABLE:
        _want(not s.answers.any(), "roars.answers", "they are there while a wave rolls on the table only", "EVE-25")
    if s.phase == FLEEING:
        choosers = [seat for seat in everyone if s.flees_from[seat]]
        _want(choosers and choosers[0] == s.turn, "turn", "the first that has to choose from whom it runs is", "EVE-26")


def _check_one_of_the_struck(s: State, seat: int) -> None:
    rolled, runs = int(s.rolled) >> seat & 1, s.run[seat] != NO_RUN
    struck, answers, flees_from = int(s.struck_by[seat]), int(s.answers[seat]), int(s.flees_from[seat])
    checks = sum(1 << roarer for roarer in range(SEATS) if int(s.checks) >> (roarer * SEATS + seat) & 1)
    for roarer in members(struck | answers | flees_from | checks):
        near = TOWARDS[place(s.board, roarer), place(s.board, seat)] != NOWHERE
        _want(near, "roars", f"seats {roarer} and {seat} are not on neighbouring squares", "EVE-23")
    _want(rolled or not (runs or answers), "roars.rolled", f"seat {seat} has not rolled", "EVE-24")
    _want(not (rolled and checks), "roars.checks", f"seat {seat} has rolled, and does not check", "EVE-25")
    again = int(s.roarers) >> seat & 1
    _want(not (rolled and struck) or again, "roars.struck_by", f"seat {seat} has rolled already", "EVE-25")
    _want(not runs or not (struck or answers), "runs", f"seat {seat} runs, and is neither struck nor roars", "EVE-25")
    _want(not (struck and answers), "roars.answers", f"seat {seat} is still to roll", "EVE-24")
    choosing = len(members(flees_from))
    _want(choosing == 0 or (choosing > 1 and runs), "roars.flees_from", "two or more, of one that runs", "EVE-26")


def _check_rest(s: State) -> None:
    resting = s.phase in (RESTING, SETTING_ASIDE)
    _want(resting or not s.left, "left", "it is for the end of the round", "EVE-32")
    _want((s.owed > 0) == (s.phase == SETTING_ASIDE), "owed", "coins are owed in the phase set_aside only", "EVE-29")
    gone = int(s.left) >> int(s.turn) & 1
    if s.phase == RESTING:
        _want(not gone, "turn", "a yeti that left the board cannot heal", "EVE-31")
    if s.phase == SETTING_ASIDE:
        coins = len(members(s.coins[s.turn]))
        _want(s.owed <= hurts(s.board, int(s.turn)), "owed", "no more than it was hurt", "EVE-29")
        _want(s.owed <= coins - (0 if gone else 1), "owed", "it would lose its last coin, and must heal", "EVE-30")
