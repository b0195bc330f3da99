"""``python -m benchmarks [TOPIC...]``: print the figures of all topics, or of those named."""

import dataclasses
import importlib
import json
import pkgutil
import sys

import benchmarks

PREFIX = "bench_"


def topics() -> list[str]:
    """Return the topics there are figures for, in alphabetical order."""
    names = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX))


def main(wanted: list[str]) -> None:
    """Print one JSON object a line."""
    if unknown := set(wanted) - set(topics()):
        sys.exit(f"No figures for {', '.join(sorted(unknown))}; there are: {', '.join(topics())}")
    for topic in wanted or topics():
        module = importlib.import_module(f"benchmarks.{PREFIX}{topic}")
        for figure in module.figures():
            print(json.dumps(dataclasses.asdict(figure)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
