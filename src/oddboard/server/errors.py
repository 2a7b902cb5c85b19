"""What can be wrong with what a guest asks for, each with the status that HTTP has for it."""

from oddboard.core.errors import OddboardError

STATUS = {
    "bad_request": 400,
    "unknown_match": 404,
    "unknown_game": 404,
    "bad_options": 422,
    "bad_position": 422,
    "bad_record": 422,
    "illegal": 422,
    "over": 409,
}


class CannotServe(OddboardError):
    """The server cannot start; the message says what to do."""


class Refused(OddboardError):
    """A request that the server refuses."""

    status = 400


class NotFound(Refused):
    """There is no such table, story or link."""

    kind = "not_found"
    status = 404


class NotYours(Refused):
    """Somebody else's seat or table."""

    kind = "not_yours"
    status = 403


class NoGuest(NotYours):
    """A request without a guest's cookie."""

    status = 401


class NotYourTurn(Refused):
    """A decision of a seat that is not to decide."""

    kind = "not_your_turn"
    status = 409


class Stale(Refused):
    """A decision that answers a situation which is no more."""

    kind = "stale"
    status = 409


class Conflict(Refused):
    """Something that cannot be done as the table stands."""

    kind = "conflict"
    status = 409


class TooMany(Refused):
    """Too many requests in too short a time."""

    kind = "too_many"
    status = 429

    def __init__(self, message: str, wait: float = 1.0) -> None:
        super().__init__(message)
        self.wait = wait  # seconds until it is worth trying again


class Busy(TooMany):
    """Something that was not done in time, since others ask for much as well."""

    def __init__(self, message: str) -> None:
        super().__init__(message, 2.0)


class TooLarge(Refused):
    """A request that is too long."""

    kind = "too_large"
    status = 413


class NotReady(Refused):
    """Something that will work in a moment."""

    kind = "not_ready"
    status = 503


class NotSaved(Refused):
    """The database could not be written; nothing was changed."""

    kind = "not_saved"
    status = 503


def status_of(error: OddboardError) -> int:
    """The HTTP status of an error."""
    return error.status if isinstance(error, Refused) else STATUS.get(error.kind, 400)
