"""Windows and macOS lack some of what Linux has: without it, people and bots play as well."""

import os
import time
from pathlib import Path

import pytest

from oddboard.core.compiling import INTERPRETED
from tests.server.launching import Running
from tests.server.running import SMALL, Guest, sqlite

# Read by every Python that is started with the folder on its path: the server, and the processes it starts.
WITHOUT = """
import os, sys

class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name in {"fcntl", "grp", "pwd", "readline", "resource", "termios", "uvloop"}:
            raise ImportError(f"this system has no {name}")

sys.meta_path.insert(0, Lacking())
for name in ("nice", "getuid", "geteuid", "sched_getaffinity"):
    delattr(os, name)

def sysconf(name, known={"SC_IOV_MAX": 1024}):  # which asyncio asks for where it believes to be on Linux
    if name not in known:
        raise AttributeError("this system has no sysconf")
    return known[name]

os.sysconf = sysconf
os.process_cpu_count = os.cpu_count  # as Python has it where there is no affinity to ask for
"""
PATIENCE = 60.0  # seconds for the first board


@pytest.mark.skipif(INTERPRETED, reason="the same with compiled rules")
def test_bots_answer_on_a_system_that_lacks_what_linux_has(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WITHOUT)
    paths = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    with Running(sqlite(tmp_path), SMALL, PYTHONPATH=paths) as server:
        ann = Guest(server, "Ann")
        table = ann.table("everest", ["me", {"bot": "novice"}], start=True)
        path = f"/api/tables/{table}"
        late = time.monotonic() + PATIENCE
        while not (choices := ann.get(f"{path}/situation", seat=0).get("choices")):
            assert time.monotonic() < late, "the rules are not there"
            time.sleep(0.1)
        decisions = [choice["decision"] for choice in choices]
        assert ann.post(f"{path}/hint", {"seat": 0})["decision"] in decisions, "found by a process that thinks"
