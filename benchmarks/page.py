"""The page docs/performance.md: the figures of each topic as a table."""

import inspect
import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from benchmarks import Figure

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"

INTRODUCTION = """\
# Performance

Written by `make bench ARGS="--page"`, which measures every topic, or the topics named after it, and
replaces their tables here. *Times* says how many times better we are than what the figure is
compared with; both are measured in the same run.
"""

HEADING = re.compile(r"^(?=## )", re.MULTILINE)


def write(topic: str, module: ModuleType, figures: Sequence[Figure]) -> None:
    """Replace the section of a topic, which lists *figures*; keep the others, sorted by topic."""
    sections = {}
    if PAGE.exists():
        for section in HEADING.split(PAGE.read_text())[1:]:
            sections[section.splitlines()[0].removeprefix("## ")] = section.rstrip() + "\n"
    sections[topic] = _section(topic, module, figures)
    PAGE.write_text("\n".join([INTRODUCTION, *(sections[name] for name in sorted(sections))]))


def _section(topic: str, module: ModuleType, figures: Sequence[Figure]) -> str:
    """Return the section: heading, description, machine and table."""
    measured = inspect.getdoc(module) or ""
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores, {_load()}"
    rows = [_row(figure) for figure in figures]
    head = ["| figure | value | unit | compared with | times |", "|---|---:|---|---|---:|"]
    return "\n".join([f"## {topic}", "", measured, "", machine, "", *head, *rows, ""])


def _row(figure: Figure) -> str:
    times = "" if figure.ratio is None else _short(figure.ratio)
    cells = (figure.name, _short(figure.value), figure.unit, figure.vs or "", times)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _short(value: float) -> str:
    """Format a number with three significant digits and separators of thousands."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _load() -> str:
    """Return the load average of the last minute, which includes the benchmark."""
    return f"load {os.getloadavg()[0]:.1f} at the end."
