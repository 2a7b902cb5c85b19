"""Makes the page's two font files: the axes and letters that it shows, of the fonts in node_modules.

    pip install fonttools brotli && python web/tools/fonts.py

Letters beyond these come from the whole fonts, when a name needs them (src/fonts.css).
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

WEB = Path(__file__).resolve().parents[1]
FONTS = WEB / "node_modules" / "@fontsource-variable"
SIGNS = [0xA0, 0xB7, 0xD7, *range(0x2010, 0x2015), *range(0x2018, 0x201F), 0x2022, 0x2026, *range(0x2190, 0x2194), 0x2212]
LETTERS = [*range(0x20, 0x7F), *SIGNS]
NOT_IN_TITLES = [0x24, 0x3C, 0x3E, 0x40, *range(0x5B, 0x61), *range(0x7B, 0x7F)]  # signs such as $, @ and {
FEATURES = ["kern", "liga", "calt", "ccmp", "tnum", "cv05", "ss03"]


def make(name: str, file: str, axes: dict[str, tuple[float, float]], letters: list[int]) -> None:
    """Write one font file."""
    font = TTFont(FONTS / name / "files" / f"{file}.woff2")
    options = subset.Options()
    options.layout_features, options.hinting = FEATURES, False
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    font = instancer.instantiateVariableFont(font, axes)
    font.flavor = "woff2"
    path = WEB / "src" / "fonts" / f"{name}-latin.woff2"
    font.save(path)
    print(path.name, path.stat().st_size, "bytes")


make(
    "bricolage-grotesque",
    "bricolage-grotesque-latin-standard-normal",
    {"wght": (600, 800), "wdth": (87, 100), "opsz": (14, 60)},
    [letter for letter in LETTERS if letter not in NOT_IN_TITLES],
)
make("inter", "inter-latin-wght-normal", {"wght": (400, 750)}, LETTERS)
