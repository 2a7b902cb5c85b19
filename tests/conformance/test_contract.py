"""Every registered game keeps what every game must keep: see `oddboard.conformance`."""

import pytest

from oddboard.conformance import CHECKS
from oddboard.core import registry


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("key", registry.keys())
def test_contract(key: str, check: str) -> None:
    CHECKS[check](key)
