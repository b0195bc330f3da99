"""Map line numbers of the file to rows, and back.

The numbers are kept in temporary files, eight bytes each, so that memory does not grow with a
league.
"""

import mmap
import tempfile
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from typing import Any, Final

from django.db.models import QuerySet

_TOGETHER: Final = 8192
"""Numbers written to a file at a time."""


class NumberFile:
    """Whole numbers in an unnamed temporary file.

    They are read through `mmap`, so that the operating system can evict unused pages.
    """

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (it is closed with this object)
        self._new = array("q")
        self._length = 0
        self._seen = memoryview(bytearray()).cast("q")
        self.extend(numbers)

    def __len__(self) -> int:
        return self._length + len(self._new)

    def append(self, number: int) -> None:
        self._new.append(number)
        if len(self._new) == _TOGETHER:
            self._write()

    def extend(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.append(number)

    def sort(self) -> None:
        import numpy as np  # few processes write a league's file

        np.frombuffer(self.view(), dtype=np.int64).sort()

    def view(self) -> "memoryview[int]":
        """Return all numbers, for access by index. Numbers added later need a new view."""
        if self._new:
            self._write()
        if len(self._seen) < self._length:
            self._file.flush()
            self._seen = memoryview(mmap.mmap(self._file.fileno(), 0)).cast("q")
        return self._seen

    def _write(self) -> None:
        self._new.tofile(self._file)
        self._length += len(self._new)
        self._new = array("q")


def keys_of(rows: "QuerySet[Any]") -> NumberFile:
    """Return the keys of rows, in their order."""
    keys = NumberFile(rows.order_by().values_list("pk", flat=True).iterator(2000))
    keys.sort()
    return keys


class Lines:
    """The keys of one kind of row, in the order of its lines."""

    def __init__(self, keys: NumberFile | None = None, *, in_order: bool = True) -> None:
        self._keys = NumberFile() if keys is None else keys
        self._in_order = in_order
        self._by_key = {} if in_order else {key: line for line, key in enumerate(self.keys, 1)}

    @property
    def keys(self) -> "memoryview[int]":
        return self._keys.view()

    def append(self, keys: Iterable[int]) -> None:
        """Add the keys of the next lines."""
        self._keys.extend(keys)

    def line(self, key: int) -> int:
        if not self._in_order:
            return self._by_key[key]
        keys = self.keys
        at = bisect_left(keys, key)
        if at == len(keys) or keys[at] != key:
            raise KeyError(key)
        return at + 1

    def key(self, line: int) -> int:
        """Return the key of the row at a line. Raise KeyError if there is no such line."""
        keys = self.keys
        if not 1 <= line <= len(keys):
            raise KeyError(line)
        return keys[line - 1]


class Numbering:
    """The lines of every kind of record, by the record's name."""

    def __init__(self) -> None:
        self.of: dict[str, Lines] = {}

    def line(self, record: str, key: int) -> int:
        return self.of[record].line(key)

    def line_or_none(self, record: str, key: int | None) -> int | None:
        """Return the line of a row; None if the row or its kind is not in the file."""
        try:
            return None if key is None else self.line(record, key)
        except KeyError:
            return None

    def key(self, record: str, line: int) -> int:
        return self.of[record].key(line)
