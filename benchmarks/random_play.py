"""Random play of every game next to OpenSpiel's backgammon, as `oddboard bench` measures it, with compile times.

python benchmarks/random_play.py [GAME...] [SECONDS]
"""

import json
import sys

from oddboard import bench
from oddboard.core import registry


def main() -> None:
    """Measure the games named, or all, and print one JSON object."""
    words = sys.argv[1:]
    known = registry.keys()
    keys = [word for word in words if word in known] or known
    seconds = next((float(word) for word in words if word not in keys), 2.0)
    found = bench.measure(keys, seconds, compiling=True, report=lambda doing: print(doing, file=sys.stderr))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
