"""Names of rules that are compiled by now lead straight to the machine code.

A process that interprets first (`compiling.interpret_first`) calls each rule by way of something that asks which it is
to be. Pictures and words ask the rules hundreds of times for a decision, and that question costs as much as the answer.

Apart from `core.compiling`, because compiled code is kept by the sources it imports.
"""

import sys
from collections.abc import Collection
from typing import Any

from oddboard.core.compiling import Rule, _plain_names
from oddboard.core.ruleset import Rules


def bind(modules: Collection[str], rules: Rules) -> None:
    """Let names in modules, and a game's rules, stand for machine code where that is in use.

    What is being interpreted in another thread goes on with the names as they were.
    """
    for module in modules:
        if found := sys.modules.get(module):
            names = vars(found)
            _plain_names(names)
            _bind(names)
    _bind(vars(rules))


def _bind(names: dict[str, Any]) -> None:
    for name, value in list(names.items()):
        if isinstance(value, Rule) and not value.is_interpreted:
            names[name] = value.dispatcher
