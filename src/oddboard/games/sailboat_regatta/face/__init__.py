"""Sailboat Regatta as people see it. Nothing here knows a rule: it asks `rules`."""
