"""Sphinx's settings."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

import oddboard  # noqa: E402

project = "Oddboard"
release = version = oddboard.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "tools.site.searching"]
root_doc = "index"
exclude_patterns = [".doctrees"]

html_theme = "oddboard"
html_theme_path = [str(HERE)]
html_title = "Oddboard"
html_use_index = html_domain_indices = False
html_copy_source = html_show_sourcelink = False
html_permalinks_icon = "#"
smartquotes = False
highlight_language = "text"  # of blocks that name none: commands, folders, what is printed

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_inline"]
default_role = "code"  # docstrings write `code` as Markdown does
add_module_names = False
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
toc_object_entries = False
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
suppress_warnings = ["myst.header"]
