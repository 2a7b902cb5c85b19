"""`python -m oddboard` is the command `oddboard`."""

from oddboard.cli import main

if __name__ == "__main__":
    main()
