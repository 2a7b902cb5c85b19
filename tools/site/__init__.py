"""The documentation site: gathered from where things are written down, and built by Sphinx in our own look."""
