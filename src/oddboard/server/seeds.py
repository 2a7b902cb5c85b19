"""Seeds for whatever is drawn besides the dice. They come from a secret, so that nobody can foretell a bot."""

import hmac
import secrets

BYTES = 8  # of a seed
PROCESS_SECRET = secrets.token_hex(32)  # for what belongs to no table, such as a study


def seed_of(secret: str, purpose: str) -> int:
    """A number that only who knows the secret can tell; the same for the same purpose, also after a restart.

    The dice of a table use the same secret, but never for a text that begins like this.
    """
    text = f"seed of {purpose}"
    return int.from_bytes(hmac.digest(bytes.fromhex(secret), text.encode(), "sha256")[:BYTES], "big")
