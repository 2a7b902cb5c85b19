"""Mutants: the games with one thing changed at a time, each of which must make a test of that game fail.

`python -m tests.mutants` (or `make mutants`) applies the mutations of `mutations.txt` one by one to a copy of the
sources and runs the tests of the game there, without the compiler, until one fails. What survives is a rule or picture
that no test looks at. With names of games it tries only theirs; `--check` only says whether every mutation still fits
its source.
"""
