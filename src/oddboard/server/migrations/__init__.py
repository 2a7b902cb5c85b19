"""The steps from each form of the database to the next, run at start by `migrating`."""
