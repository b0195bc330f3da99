"""What a word at the caret of a log could become."""

import pytest

from .conftest import Run

WORDS = {
    "seats": [
        {"name": "Ann", "quoted": "Ann"},
        {"name": "Bob", "quoted": "Bob"},
        {"name": "Dee Marlowe", "quoted": '"Dee Marlowe"'},
    ],
    "subjects": {"deal": "of", "up": "table", "draw": "seat", "says": "seat"},
    "names": ["green", "blue"],
    "codes": ["b1", "b2", "W1"],
}


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("A", ["Ann"]),
        ("de", ['"Dee Marlowe"', "deal"]),  # a seat or a word of the table begins a line
        ('Ann b1\n"Dee M', ['"Dee Marlowe"']),
        ("deal B", ["Bob"]),
        ("deal Bob b", ["b1", "b2", "blue"]),
        ("Ann d", ["draw"]),
        ("Ann! b", ["b1", "b2", "blue"]),
        ("Ann W1 g", ["green"]),
        ("Ann w", ["W1"]),
        ("Ann b1", []),  # it is complete
        ("Ann ", []),  # nothing is begun
        ("Ann b1 ; b", []),  # a comment
    ],
)
def test_completions(run: Run, before: str, expected: list[str]) -> None:
    found = run(
        "table/typing.js",
        "({completions}, [before, words]) => completions(before, words)",
        [before, WORDS],
    )
    assert found == expected
