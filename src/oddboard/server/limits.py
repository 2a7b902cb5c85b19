"""Limits: how much each guest and each address may ask for, and from where."""

import re
import socket
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from oddboard.server.errors import TooMany

LARGEST_BODY = 64 << 10  # bytes of a request
LARGEST_RECORD = 4 << 20  # bytes of a saved game to be looked at
REMEMBERED = 20_000  # guests and addresses whose buckets are kept


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many a second in the long run; for a guest, and for an address with all its guests."""

    burst: float
    per_second: float
    shared: float = 5.0  # times as much for an address: a family, or a class


@cache
def _own_names() -> frozenset[str]:
    """What this machine is called in its own network."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"})


NETWORKS = {4: 24, 6: 64}  # by version of an address: how many of its bits one household or one provider has


def network_of(address: str | None) -> str:
    """The network that an address belongs to; an address that is none stands for itself."""
    try:
        parsed = ip_address(address or "")
    except ValueError:
        return address or ""
    return str(ip_network(f"{parsed}/{NETWORKS[parsed.version]}", strict=False))


@dataclass(frozen=True)
class Asker:
    """Who has something thought about: a guest, and the network he comes from."""

    guest: str
    network: str

    @classmethod
    def of(cls, guest: Any, address: str | None) -> "Asker":
        """Who asks; somebody without a cookie stands for all such in his network."""
        network = network_of(address)
        return cls(guest.id if guest else network, network)


RATES = {
    "request": Rate(120, 40),
    "message": Rate(120, 60),
    "guest": Rate(30, 0.5),  # new ones
    "table": Rate(20, 1),
    "thinking": Rate(15, 1),  # hints, bots' moves in studies
    "reason": Rate(30, 2),  # what single decisions were good for
    "analysis": Rate(5, 0.1),
    "upload": Rate(10, 0.2),
    "talk": Rate(10, 1),
    "undo": Rate(20, 0.5),
}


@dataclass
class Limits:
    """Token buckets: each request takes one, and they fill up again with time."""

    scale: float = 1.0  # how generous; 0 switches limits off
    origins: frozenset[str] = frozenset()  # other pages that may use this server
    behind_proxy: bool = False
    host_network: str | None = None  # from which figures may be asked for, besides this machine
    names: frozenset[str] = frozenset()  # that the server is called by, besides its addresses
    refused: int = 0
    _buckets: OrderedDict[tuple[str, str], tuple[float, float]] = field(default_factory=OrderedDict)

    def spend(self, guest: str | None, address: str | None, what: str) -> None:
        """Take a token; TooMany says when there will be one again."""
        if not self.scale:
            return
        rate = RATES[what]
        wait = 0.0
        if guest is not None:
            wait = self._take((f"guest {guest}", what), rate.burst, rate.per_second)
        if address is not None and not wait:
            wait = self._take((f"address {address}", what), rate.burst * rate.shared, rate.per_second * rate.shared)
        if wait:
            self.refused += 1
            raise TooMany(f"that was too much in too short a time: try again in {max(1, round(wait))} s", wait)

    def _take(self, key: tuple[str, str], burst: float, per_second: float) -> float:
        """Take a token from a bucket; otherwise the seconds until there is one."""
        burst, per_second = burst * self.scale, per_second * self.scale
        at = monotonic()
        tokens, since = self._buckets.pop(key, (burst, at))
        tokens = min(burst, tokens + (at - since) * per_second)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / per_second
        self._buckets[key] = (tokens - 1 if not wait else tokens, at)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return wait

    def address_of(self, connection: Any) -> str | None:
        """Where a request comes from; behind a proxy of ours, what the proxy says."""
        if self.behind_proxy and (forwarded := connection.headers.get("x-forwarded-for")):
            return str(forwarded.rpartition(",")[2].strip())
        return connection.client.host if connection.client else None

    def is_local(self, connection: Any) -> bool:
        """Whether a request comes from a program on this machine, and not from a guest through a proxy."""
        address = self._direct_address(connection)
        return address is not None and address.is_loopback

    def is_host(self, connection: Any) -> bool:
        """Whether a request comes from this machine or from the host's network, and not from a guest."""
        address = self._direct_address(connection)
        if address is None:
            return False
        return address.is_loopback or (self.host_network is not None and address in ip_network(self.host_network))

    def _direct_address(self, connection: Any) -> IPv4Address | IPv6Address | None:
        """Where a request comes from that no proxy has passed on."""
        if any(name in connection.headers for name in ("x-forwarded-for", "forwarded", "via")):
            return None
        try:
            return ip_address(connection.client.host if connection.client else "")
        except ValueError:
            return None

    def allowed_host(self, headers: Any) -> bool:
        """Whether a request names this server, and not a name that somebody lets point to it (DNS rebinding).

        Addresses are always right. Behind a proxy it is the proxy that knows the names, unless they are given.
        """
        host = headers.get("host", "")
        name = host.rpartition(":")[0] if re.search(r":\d{1,5}$", host) else host
        name = name.strip("[]").rstrip(".").lower()
        if not name or name in ("localhost", *self.names) or (self.behind_proxy and not self.names):
            return True
        if name in _own_names():
            return True
        try:
            ip_address(name)
        except ValueError:
            return False
        return True

    def allowed_origin(self, headers: Any) -> bool:
        """Whether a request comes from a page of this server, or not from a page at all."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site") in (None, "same-origin", "none")
        try:
            host = urlsplit(origin).netloc
        except ValueError:
            return False  # no address at all, such as http://[
        return host == headers.get("host") or origin in self.origins
