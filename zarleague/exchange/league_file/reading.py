"""Read a league's file line by line, holding no more than one line in memory.

Untrusted input is limited before it is parsed: the number and names of the members, their
uncompressed size, the length of a line.
"""

import json
import math
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import IO, Any, Final, NoReturn

from zarleague.exchange.damage import DAMAGED, BadFile
from zarleague.exchange.league_file.checks import CHECKS
from zarleague.exchange.league_file.columns import is_integer
from zarleague.exchange.league_file.records import LEAGUE, RECORDS
from zarleague.exchange.league_file.writing import FORMAT, MANIFEST, VERSION
from zarleague.storage.sql import HIGHEST_ID

MAX_LINE: Final = 16 << 20
"""Bytes of one line; the longest is a report's PDF."""
MAX_UNPACKED: Final = 4 << 30
"""Bytes of all members together."""
MAX_RECORDS: Final = 5_000_000
"""Records of one kind."""
MAX_MANIFEST: Final = 64 << 10

MAX_DEPTH: Final = 40
"""Lists and objects within each other; a report's figures have eight."""

_LONG_INTEGER = re.compile(rb"[0-9]{18}")
_ADDRESS = re.compile(r"(?=.{1,50}\Z)[a-z0-9]+(?:-[a-z0-9]+)*")
_NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


class BadLine(BadFile):
    """Raised for one line that cannot be parsed; the whole file is rejected."""

    def __init__(self, record: str, line: int, problem: str) -> None:
        super().__init__(f"{record}.jsonl, line {line}: {problem}")
        self.record, self.line, self.problem = record, line, problem


class LeagueFile:
    """A league's file, open for reading. Its members may be read several times."""

    def __init__(self, file: IO[bytes]) -> None:
        """Open a file. Raise BadFile if it is not a league's file that this version can read."""
        try:
            self._archive = zipfile.ZipFile(file)
            self._check_members()
            manifest = json.loads(self._archive.read(MANIFEST))
        except BadFile:
            raise
        except DAMAGED as error:
            raise BadFile("This is not a league's file.") from error
        self.counts = _counts(manifest)
        self.address = _address(manifest)

    def _check_members(self) -> None:
        infos = self._archive.infolist()
        known = {f"{record.name}.jsonl" for record in RECORDS}
        known |= {f"{name}.jsonl" for name in CHECKS} | {MANIFEST}
        names = [info.filename for info in infos]
        if len(set(names)) != len(names) or not set(names) <= known or MANIFEST not in names:
            raise BadFile("This is not a league's file.")
        if any(info.flag_bits & 1 for info in infos):
            raise BadFile("The file is locked with a password.")
        if sum(info.file_size for info in infos) > MAX_UNPACKED:
            raise BadFile("The file unpacks to more than 4 GB.")
        if self._archive.getinfo(MANIFEST).file_size > MAX_MANIFEST:
            raise BadFile("This is not a league's file.")

    def holds(self, record: str) -> bool:
        """Return whether the file has a member for a kind of record."""
        return record in self.counts

    def lines(self, record: str) -> Iterator[tuple[int, Any]]:
        """Yield the number, from 1, and the value of each line. Raise BadFile."""
        if not self.holds(record):
            return
        number = 0
        try:
            with self._archive.open(f"{record}.jsonl") as member:
                while raw := member.readline(MAX_LINE):
                    number += 1
                    if number > self.counts[record]:
                        raise BadLine(record, number, "The manifest names fewer records.")
                    yield number, _value(record, number, raw)
        except BadFile:
            raise
        except DAMAGED as error:
            raise BadFile(f"{record}.jsonl is damaged: {error}") from error
        if number < self.counts[record]:
            raise BadFile(
                f"{record}.jsonl has {number} records, and the manifest names "
                f"{self.counts[record]}."
            )

    @property
    def total(self) -> int:
        """Return the number of records of all kinds."""
        return sum(self.counts.values())


def _counts(manifest: Any) -> dict[str, int]:
    """Return the number of records by kind, from the manifest. Raise BadFile."""
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise BadFile("This is not a league's file.")
    version = manifest.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise BadFile("This file was made by a newer version of zarleague. Update this site first.")
    counts = manifest.get("records")
    if not isinstance(counts, dict) or not all(
        is_integer(count) and 0 <= count <= MAX_RECORDS for count in counts.values()
    ):
        raise BadFile("The manifest does not say how many records there are.")
    if counts.get(LEAGUE.name) != 1:
        raise BadFile("A file holds one league.")
    return dict(counts)


def _address(manifest: Mapping[str, Any]) -> str:
    """Return the last part of the league's address on the site it comes from, "" if there is none
    or it could be none here."""
    address = manifest.get("address")
    return address if isinstance(address, str) and _ADDRESS.fullmatch(address) else ""


def _value(record: str, number: int, raw: bytes) -> Any:
    if len(raw) >= MAX_LINE:
        raise BadLine(record, number, "The line is too long.")
    if _NUL.search(raw):
        raise BadLine(record, number, "A text holds the character U+0000.")
    try:
        text = raw.decode()
        whole_number = _integer if _LONG_INTEGER.search(raw) else None
        value = json.loads(text, parse_constant=_refuse, parse_float=_float, parse_int=whole_number)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate
    except (ValueError, RecursionError) as error:
        raise BadLine(record, number, f"This is no JSON: {error}") from error
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and _depth(value) > MAX_DEPTH:
        raise BadLine(record, number, "Its lists and objects are nested too deep.")
    return value


def _depth(value: Any) -> int:
    """Return how many lists and objects are within each other."""
    level, depth = [value], 0
    while level := [one for one in level if isinstance(one, list | dict)]:
        depth += 1
        level = [
            inner for one in level for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        _refuse(text[:40])
    return number


def _integer(text: str) -> int:
    number = int(text)
    if abs(number) > HIGHEST_ID:
        _refuse(f"{text[:40]}…")
    return number


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of a league")
