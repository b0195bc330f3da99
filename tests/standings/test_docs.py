"""The examples in the documentation print what they say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "standings.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_there_are_examples():
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_prints_the_comments_at_its_end(example):
    expected = [line[2:] for line in example.splitlines() if line.startswith("# ")]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(example, str(PAGE), "exec"), {})  # noqa: S102
    assert printed.getvalue().splitlines() == expected
