"""A real server process for tests: started, killed, started again on the same database and port."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

import httpx

from tests.server.postgres import free_port

PR_SET_PDEATHSIG = 1
STARTING = 90.0  # seconds; a busy machine is slow
STOPPING = 15.0
# Tests ask for more than people do, and answer sooner.
FREELY = ("--generosity", "0", "--answer-seconds", "1")


def _die_with_parent() -> None:
    """A test run that is ended from outside leaves no servers behind (where the system can see to that)."""
    with contextlib.suppress(AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class Running:
    """A server process. Its log must hold no traceback when it is let go."""

    def __init__(
        self, database: str, options: Sequence[str] = FREELY, port: int | None = None, **variables: str
    ) -> None:
        self.database = database
        self.variables = variables  # of its environment
        self.port = port or free_port()
        self.options = list(options)
        self.log = Path(tempfile.mkstemp(prefix="oddboard-server-", suffix=".log")[1])
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Running":
        """Start it, and wait until it answers."""
        arguments = ["serve", "--port", str(self.port), "--database", self.database, *self.options]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "oddboard", *arguments],
                stdout=log,
                stderr=log,
                env=os.environ | self.variables,
                start_new_session=True,
                preexec_fn=_die_with_parent,
            )
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended at once:\n{self.told()}")
            try:
                if httpx.get(f"{self.url}/api/health", timeout=5).status_code == 200:
                    return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.told()}")

    def told(self) -> str:
        """What it wrote to its log."""
        return self.log.read_text(errors="replace")

    def kill(self) -> None:
        """End it as a power cut would."""
        assert self.process
        self.process.kill()
        self.process.wait()

    def stop(self) -> str:
        """Ask it to end; it must do so in time. What it wrote to its log."""
        assert self.process
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(STOPPING)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
                raise AssertionError(f"the server did not stop:\n{self.told()}") from None
        told = self.told()
        assert self.process.returncode in (0, -signal.SIGTERM, -signal.SIGKILL), told
        return told

    def __enter__(self) -> "Running":
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        told = self.stop()
        self.log.unlink()
        if kind is None:
            assert "Traceback" not in told, told
