"""Running the command `oddboard` as a user would: another process, its input and output through pipes."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any
from unittest.mock import patch

from oddboard.cli import main
from oddboard.core import compiling

COMMAND = [sys.executable, "-m", "oddboard"]


def environment(**more: str) -> dict[str, str]:
    """A plain terminal of 80 columns."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLORTERM")}
    return kept | {"TERM": "dumb", "COLUMNS": "80", "PYTHONUTF8": "1"} | more


def run(*arguments: Any, typed: str | bytes = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Run a subcommand with what is typed into it, to its end."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        env=environment(**more),
        timeout=120,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def inside(*arguments: Any, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """The same in this process, which is quicker; `main` is all that differs."""
    printed, complaints = io.StringIO(), io.StringIO()
    status: Any = 0
    with (
        patch.object(sys, "argv", ["oddboard", *map(str, arguments)]),
        patch.object(sys, "stdin", io.StringIO(typed)),
        patch.object(compiling, "interpret_first"),  # it would hold for the tests that come after
        redirect_stdout(printed),
        redirect_stderr(complaints),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code
    return subprocess.CompletedProcess(arguments, status or 0, printed.getvalue(), complaints.getvalue())


def start(*arguments: Any, **more: Any) -> "subprocess.Popen[bytes]":
    """Start a subcommand, and leave it running."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        **more,
    )
