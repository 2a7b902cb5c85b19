"""The Baton Races of Yaz: what can stand in the way of a decision. A rule that says no says which of these it is."""

(
    NOTHING,
    NOT_IN_THIS_RACE,  # the option is off
    MUST_STEP,  # whoever moves must step on first
    CLOSED_GROUND,
    LAST_BULGE,  # which would break without having been announced
    NOT_FREE,
    NOT_BESIDE,
    HAS_MOVED,
    NO_MOVEMENT,  # none is left
    # stopping
    LANDED_ON_FRIEND,  # by popping out
    FRIEND_HAS_MOVED,
    FIRST_TURNS,
    LOADED,
    FRIEND_THERE,
    FOE_THERE,
    NO_RESCUE,
    # the baton
    NO_RUNNER,
    NO_BATON,
    GIVER_HELD,
    TAKER_HELD,
    GIVEN_ALREADY,
    NOT_LYING,
    NEVER_TAKEN,
    # lugging
    HELD,
    NO_LUGGANT,
    CARRYING,
    THROTTLING,
    NO_STEP_YET,
    ELSEWHERE,
    NOT_ALONE,
    NO_PASSENGER,
    # popping out
    TOO_FAR,
    ROOM_BESIDE,  # so it does not pop out to two away
) = range(33)
