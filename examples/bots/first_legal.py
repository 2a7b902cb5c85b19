"""A bot of one's own as a program: it decides for what is listed first.

    oddboard serve --bot "python first_legal.py"

Each line of standard input is a question, and each line of standard output a reply with the same `id`.
"""

import json
import sys

for line in sys.stdin:
    asked = json.loads(line)
    if asked["cmd"] == "hello":
        reply = {"games": None}  # all of them; or a list of keys
    else:  # decide: game, players, options, seat, position as that seat may know it, and what is legal
        reply = {"decision": asked["legal"][0]}
    print(json.dumps({"id": asked["id"]} | reply), flush=True)
