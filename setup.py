"""What pyproject.toml cannot say.

Distributions have the page in them; compiled rules are for one platform; README stands alone on an index.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "oddboard"
PAGE = PACKAGE / "server" / "web" / "index.html"
COMPILED = PACKAGE / "compiled"


def check_page() -> None:
    """Refuse to make a distribution that serves nothing."""
    if not PAGE.exists():
        raise SystemExit("The page is not built, so this would serve nothing: `make release` builds it first.")


class Build(build_py):
    """Copies the package; an editable installation serves the page of the checkout, built or not."""

    def run(self) -> None:
        if not self.editable_mode:
            check_page()
        super().run()


class Source(sdist):
    """The sources, with the built page."""

    def run(self) -> None:
        check_page()
        super().run()


def repository() -> str | None:
    """The public address of the sources: `Repository` under [project.urls], once they have one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    address: str | None = project.get("urls", {}).get("Repository")
    return address


def description(readme: str, home: str | None) -> str:
    """README where nothing lies beside it: links lead to the sources; where these are not public, there are none."""
    if home is None:
        without_pictures = re.sub(r"(?m)^(\| \| \|\n\|---\|---\|\n)?(\|.*!\[.*\|\n)+\n?", "", readme)
        return re.sub(r"(?<!!)\[([^\]\n]+)\]\((?!https?:)[^)\n]+\)", r"\1", without_pictures)
    with_pictures = re.sub(r"(!\[[^\]\n]*\]\()(?!https?:)", rf"\1{home}/raw/HEAD/", readme)
    return re.sub(r"(?<!!)(\[[^\]\n]+\]\()(?!https?:)", rf"\1{home}/blob/HEAD/", with_pictures)


class Whole(Distribution):
    """A distribution with compiled rules is for this platform and this Python, as one with C extensions is.

    README is shown where nothing lies beside it.
    """

    def has_ext_modules(self) -> bool:
        return COMPILED.is_dir()

    def parse_config_files(self, *arguments: Any, **named: Any) -> None:
        super().parse_config_files(*arguments, **named)
        self.metadata.long_description = description((ROOT / "README.md").read_text(encoding="utf-8"), repository())


if __name__ == "__main__":
    setup(cmdclass={"build_py": Build, "sdist": Source}, distclass=Whole)
