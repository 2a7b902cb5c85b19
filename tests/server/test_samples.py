"""Pictures of the home page before the rules are compiled."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from oddboard.core import registry
from oddboard.core.compiling import INTERPRETED
from oddboard.server import samples
from oddboard.server.streams import packed
from tests.server.launching import Running
from tests.server.running import SMALL, Guest, sqlite

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled in the interpreted mode")


def test_interpreted_rules_make_the_same_pictures() -> None:
    keys = registry.keys()
    program = [sys.executable, "-m", samples.__name__, *keys]
    environment = os.environ | {"ODDBOARD_INTERPRETED": "1"}
    printed = subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout
    found = {key: json.loads(content) for key, content in (line.split(" ", 1) for line in printed.splitlines())}
    for key in keys:
        assert found[key] == json.loads(packed(samples.sample_of(registry.game(key))))


def test_a_picture_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    with Running(sqlite(tmp_path), SMALL, ODDBOARD_CACHE=str(tmp_path / "empty")) as server:
        ann = Guest(server)
        assert ann.get("/api/games/yaz/sample")["scene"]["pieces"]
        assert "yaz" in ann.get("/api/health")["preparing"], "its rules are being compiled meanwhile"
