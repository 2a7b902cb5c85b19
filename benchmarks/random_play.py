"""Random play of every game next to OpenSpiel's backgammon, as `oddboard bench` measures it, with compile times.

python -m benchmarks.random_play [GAME...] [SECONDS] [--keep]

compares with the last results in `benchmarks/results`; `--keep` adds these under today's date.
"""

import json
import sys

from benchmarks import kept
from oddboard import bench
from oddboard.core import registry

KIND = "random-play"


def main() -> None:
    """Measure the games named, or all, and print one JSON object."""
    words = [word for word in sys.argv[1:] if word != "--keep"]
    known = registry.keys()
    keys = [word for word in words if word in known] or known
    seconds = next((float(word) for word in words if word not in keys), 2.0)
    found = bench.measure(keys, seconds, compiling=True, report=lambda doing: print(doing, file=sys.stderr))
    print(json.dumps(found, indent=2))
    print("\n".join(kept.compared(found, KIND)), file=sys.stderr)
    if "--keep" in sys.argv:
        print(f"kept as {kept.keep(KIND, found)}", file=sys.stderr)


if __name__ == "__main__":
    main()
