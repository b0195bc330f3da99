"""The page of figures that the benchmarks write."""

from pathlib import Path

import pytest

import benchmarks
from benchmarks import Figure, page


def test_a_topic_measured_again_replaces_its_own_table_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "PAGE", tmp_path / "performance.md")
    page.write("tables", benchmarks, [Figure("a table", 12.345, "ms", "plain SQL", 0.5)])
    page.write("logs", benchmarks, [Figure("a log | its replay", 1_234_567, "events/s")])
    page.write("tables", benchmarks, [Figure("a table", 0.00123, "s")])

    written = page.PAGE.read_text()
    assert [line for line in written.splitlines() if line.startswith("## ")] == [
        "## logs",
        "## tables",
    ]
    assert "| a log \\| its replay | 1,234,567 | events/s |  |  |" in written
    assert "| a table | 0.00123 | s |  |  |" in written
    assert "plain SQL" not in written
