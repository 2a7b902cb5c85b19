"""Prints the server's OpenAPI description, from which the page's types are made: see `make types`."""

import json
import tempfile

from oddboard.server.app import Settings, build

with tempfile.TemporaryDirectory() as folder:
    print(json.dumps(build(Settings(database=f"sqlite:///{folder}/none.db")).openapi()))
