"""`python -m tests.bench [--quick] [PART …]`: measure, and write one JSON and one table."""

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.parts import PARTS
from tests.bench.report import table
from tests.bench.scale import FULL, QUICK, Scale


async def run(scale: Scale, names: list[str], folder: Path) -> dict[str, Any]:
    """The results of these parts, measured one after the other, with what machine it was."""
    results: dict[str, Any] = {
        "python": platform.python_version(),
        "system": platform.platform(),
        "processors": os.cpu_count(),
        "began": time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime()),
        "parts": {},
    }
    for name in names:
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        rows = await PARTS[name].measure(scale, folder)
        results["parts"][name] = {"title": PARTS[name].TITLE, "rows": rows}
    return results


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--quick", action="store_true", help="a short form, for trying")
    parser.add_argument("--out", type=Path, default=Path(), help="where to write the results")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    scale = QUICK if options.quick else FULL
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        results = asyncio.run(run(scale, options.parts or list(PARTS), Path(folder)))
    text = table(results)
    (options.out / "bench-results.json").write_text(json.dumps(results, indent=2) + "\n")
    (options.out / "bench-results.txt").write_text(text)
    print(text, end="")


if __name__ == "__main__":
    main()
