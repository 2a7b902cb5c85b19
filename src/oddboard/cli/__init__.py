"""The command `oddboard`. What a subcommand needs is imported when it runs, so that help and completion are quick."""

import io
import sys
from typing import Any


def main() -> None:
    """Run the command line; whatever is wrong becomes one line on standard error and status 2."""
    import typer

    from oddboard.cli.app import command
    from oddboard.cli.output import complain
    from oddboard.core.errors import OddboardError

    usage: Any = typer.BadParameter.__base__  # of all complaints about arguments, in Click or in Typer's copy of it
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a character shows another
    try:
        sys.exit(command()(prog_name="oddboard", standalone_mode=False))
    except OddboardError as error:
        complain(error.message, error.rule)
    except usage as error:
        if sentence := _about_usage(error):
            complain(sentence)
    except typer.Abort:
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        complain(f"{where}{error.strerror or error}")
    sys.exit(2)


def _about_usage(error: Any) -> str:
    """What is wrong with the arguments, in a line; nothing where the help was shown instead."""
    message = " ".join(error.format_message().split()).rstrip(".")
    command = error.ctx.command_path if error.ctx else "oddboard"
    return f"{message[0].lower()}{message[1:]}: see {command} --help" if message else ""
