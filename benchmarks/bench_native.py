"""The figures of the games, and of hands played, once more with the native build."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks import Figure

BUILD = Path(__file__).parent.parent / "build" / "native"


def figures() -> Iterator[Figure]:
    """Yield what the topics of the games and hands yield, measured beside the same peers in a
    process that takes engine and bots from the native build; nothing without a build."""
    if not (BUILD / ".compiled").exists():
        return
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "games", "hands"],
        env=os.environ | {"NATIVE_ENGINE": str(BUILD)},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    for line in done.stdout.splitlines():
        figure = Figure(**json.loads(line))
        if figure.vs or "laboratory" in figure.name:
            yield replace(figure, name=f"{figure.name}, native engine")
