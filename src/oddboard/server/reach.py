"""From where a server can be reached: this machine only, the same network, or wherever its host has put it."""

import socket
from ipaddress import ip_address

ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 (the addresses that `oddboard serve --lan` listens on)
OUTSIDE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # in documentation only: nobody is there


def is_own(host: str) -> bool:
    """Whether a name or address means the machine that uses it."""
    if host.lower().rstrip(".") == "localhost" or host.lower().endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def network_address() -> str | None:
    """The address of this machine in its network; None if it is in none.

    Asks the system which of its addresses it would use to reach somewhere outside; nothing is sent.
    """
    for family, outside in OUTSIDE.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((outside, 9))
                found = str(asking.getsockname()[0])
        except OSError:
            continue
        if not is_own(found) and found not in ANYWHERE:
            return f"[{found}]" if family == socket.AF_INET6 else found
    return None


def reached_at(host: str, port: int) -> str | None:
    """The address for others in the network, of a server that listens on a host; None if they cannot reach it."""
    if host in ANYWHERE:
        found = network_address()
        return f"http://{found}:{port}" if found else None
    return None if is_own(host) else f"http://{host}:{port}"
