"""The command `oddboard`. What a subcommand needs is imported when it runs, so that help and completion are quick."""

import io
import sys


def main() -> None:
    """Run the command line; whatever is wrong becomes one line on standard error and status 2."""
    from oddboard.cli.app import app
    from oddboard.cli.output import complain
    from oddboard.core.errors import OddboardError

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a character shows another
    try:
        app()
    except OddboardError as error:
        complain(error.message, error.rule)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        complain(f"{where}{error.strerror or error}")
    sys.exit(2)
