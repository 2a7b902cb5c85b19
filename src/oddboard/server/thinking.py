"""The program of a process in which bots think: a `thinker` that interprets rules until they are compiled.

So the simplest bots answer at once on a new machine, and a process that has nothing to think about yet has not loaded
the compiler.
"""

from oddboard.core import compiling


def main() -> None:
    """Answer until the server is gone. Arguments: megabytes of memory, niceness."""
    compiling.interpret_first()  # before anything that has rules is imported
    from oddboard.server import thinker

    thinker.main()


if __name__ == "__main__":
    main()
