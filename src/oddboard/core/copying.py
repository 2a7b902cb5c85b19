"""Copying one record over another inside compiled code, word by word.

Assigning a record to an element of an array does the same, but a compiler for graphics cards makes that a loop over
single bytes.
"""

from typing import Any

from oddboard.core.compiling import instruction


@instruction
def copy_record(target: Any, source: Any) -> None:
    """Make a record equal to another of its type."""
    to, origin = (object.__getattribute__(each, "_record") for each in (target, source))
    for name in origin.dtype.names:
        to[name] = origin[name]
