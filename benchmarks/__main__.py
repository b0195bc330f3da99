"""``python -m benchmarks [--page] [TOPIC...]``: print the figures of all topics or of the given
ones. With ``--page`` write them to docs/performance.md, too.
"""

import argparse
import dataclasses
import importlib
import json
import pkgutil

import benchmarks
from benchmarks import page

PREFIX = "bench_"


def topics() -> list[str]:
    """Return all topics in alphabetical order."""
    names = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX))


def main() -> None:
    """Print each figure as a line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    parser.add_argument("topics", nargs="*", metavar="TOPIC", help=", ".join(topics()))
    parser.add_argument("--page", action="store_true", help="write docs/performance.md")
    arguments = parser.parse_args()
    if unknown := set(arguments.topics) - set(topics()):
        parser.error(f"no figures for {', '.join(sorted(unknown))}")
    for topic in arguments.topics or topics():
        module = importlib.import_module(f"benchmarks.{PREFIX}{topic}")
        figures = []
        for figure in module.figures():
            print(json.dumps(dataclasses.asdict(figure)), flush=True)
            figures.append(figure)
        if arguments.page:
            page.write(topic, module, figures)


if __name__ == "__main__":
    main()
