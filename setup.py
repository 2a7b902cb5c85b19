"""What pyproject.toml cannot say: distributions have the page in them, and compiled rules are for one platform."""

from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

PACKAGE = Path(__file__).parent / "src" / "oddboard"
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


class Whole(Distribution):
    """A distribution with compiled rules is for this platform and this Python, as one with C extensions is."""

    def has_ext_modules(self) -> bool:
        return COMPILED.is_dir()


setup(cmdclass={"build_py": Build, "sdist": Source}, distclass=Whole)
