"""Maps lines of the file to rows, and back.

Eight bytes for each row that others refer to, so that memory hardly grows with a league.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable


class Lines:
    """The keys of one kind of row, in the order of its lines."""

    def __init__(self, keys: Iterable[int] = (), *, in_order: bool = True) -> None:
        self.keys = array("q", keys)
        self._in_order = in_order
        self._by_key = {} if in_order else {key: line for line, key in enumerate(self.keys, 1)}

    def __len__(self) -> int:
        return len(self.keys)

    def append(self, keys: Iterable[int]) -> None:
        """Add the keys of the next lines."""
        self.keys.extend(keys)

    def line(self, key: int) -> int:
        """Return the line, from 1, of a row. Raise KeyError if it has none."""
        if not self._in_order:
            return self._by_key[key]
        at = bisect_left(self.keys, key)
        if at == len(self.keys) or self.keys[at] != key:
            raise KeyError(key)
        return at + 1

    def key(self, line: int) -> int:
        """Return the key of the row of a line. Raise KeyError if there is no such line."""
        if not 1 <= line <= len(self.keys):
            raise KeyError(line)
        return self.keys[line - 1]


class Numbering:
    """The lines of every kind of record, by the record's name."""

    def __init__(self) -> None:
        self.of: dict[str, Lines] = {}

    def line(self, record: str, key: int) -> int:
        """Return the line of a row."""
        return self.of[record].line(key)

    def line_or_none(self, record: str, key: int | None) -> int | None:
        """Return the line of a row; None if the row or its kind is not in the file."""
        try:
            return None if key is None else self.line(record, key)
        except KeyError:
            return None

    def key(self, record: str, line: int) -> int:
        """Return the key of the row of a line."""
        return self.of[record].key(line)
