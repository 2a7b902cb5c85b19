"""Martian Race as people see it; everything here asks the rules."""
