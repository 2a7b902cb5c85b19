"""The page about observations is what the games say now."""

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_is_up_to_date() -> None:
    script = runpy.run_path(str(DOCS / "observations.py"))
    assert script["PAGE"].read_text(encoding="utf-8") == script["page"](), "run python docs/observations.py"
