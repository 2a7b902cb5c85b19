"""What setup.py makes of README for an index."""

import importlib.util
import re
from types import ModuleType

import pytest

from tools.provide import ROOT

LINK = re.compile(r"\]\((?!https?:)[^)]*\)")


@pytest.fixture(scope="module")
def setup() -> ModuleType:
    spec = importlib.util.spec_from_file_location("oddboard_setup", ROOT / "setup.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def readme() -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert LINK.search(text)
    assert "![" in text
    return text


def test_without_an_address_nothing_leads_nowhere(setup: ModuleType, readme: str) -> None:
    told = setup.description(readme, None)
    assert not LINK.search(told)
    assert "![" not in told
    assert "| | |" not in told, "no table is left empty"
    assert "| extra | for | costs |" in told
    assert "docs/server.md tells" in told


def test_with_one_everything_leads_to_it(setup: ModuleType, readme: str) -> None:
    told = setup.description(readme, "https://example.org/oddboard")
    assert not LINK.search(told)
    assert "![Yavoch](https://example.org/oddboard/raw/HEAD/docs/pictures/yavoch-dark.png)" in told
    assert "[docs/server.md](https://example.org/oddboard/blob/HEAD/docs/server.md)" in told
