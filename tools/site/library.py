"""The reference of the library: which modules are for others to use, each described by its own docstrings."""

MODULES: dict[str, tuple[str, list[str]]] = {
    "matches": ("Matches and saved games", ["oddboard.core.match", "oddboard.core.saves", "oddboard.core.dice"]),
    "bots": (
        "Opponents and contests",
        [
            "oddboard.bots",
            "oddboard.arena.tournament",
            "oddboard.arena.ratings",
            "oddboard.arena.analysis",
            "oddboard.arena.study",
        ],
    ),
    "environments": ("Environments", ["oddboard.envs", "oddboard.envs.vector", "oddboard.envs.zoo"]),
    "games": (
        "What a game is",
        [
            "oddboard.core.game",
            "oddboard.core.face",
            "oddboard.core.ruleset",
            "oddboard.core.decisions",
            "oddboard.core.options",
            "oddboard.core.records",
            "oddboard.core.rules",
        ],
    ),
    "scenes": ("What is seen", ["oddboard.core.scene", "oddboard.core.views"]),
    "errors": ("Refusals and errors", ["oddboard.core.errors", "oddboard.core.judge"]),
}
"""Pages with their titles and modules."""

INDEX = """# The library

What a program imports, from the docstrings of the sources. `oddboard.new` gives a
[match](matches.md), which is all that most programs need.

{links}

```{{toctree}}
:hidden:

{names}
```
"""
FIRST = """```{eval-rst}
.. autofunction:: oddboard.new
.. autofunction:: oddboard.load
.. autofunction:: oddboard.all_games
```

"""
MODULE = """## `{name}`

```{{eval-rst}}
.. automodule:: {name}
   :members:
   :member-order: bysource
```
"""


def pages() -> dict[str, str]:
    """The pages of the reference, by their place."""
    made = {
        "reference/python/index.md": INDEX.format(
            links="\n".join(f"- [{title}]({name}.md)" for name, (title, _) in MODULES.items()),
            names="\n".join(MODULES),
        )
    }
    for name, (title, modules) in MODULES.items():
        told = "\n".join(MODULE.format(name=module) for module in modules)
        first = FIRST if "oddboard.core.match" in modules else ""
        made[f"reference/python/{name}.md"] = f"# {title}\n\n{first}{told}"
    return made
