"""Magpies: what people see of it."""
