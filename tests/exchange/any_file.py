"""Files as nobody should write them: leagues, spreadsheets and backups with something changed.

A number of changes are made in a good file, each drawn from a seed: values of JSON, lines, members
of the zip, references, bytes. `tests/exchange/test_any_file.py` imports what comes out.
"""

import copy
import io
import json
import re
import zipfile
from collections.abc import Callable
from random import Random
from typing import Any, Final
from xml.sax.saxutils import escape

Parts = dict[str, bytes]
"""The members of a zip by name."""

VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 3, 7, 60, 61, 32_767, 32_768, 2**31 - 1, 2**31, 2**53, 2**63),
    *(10**30, 0.5, 1e308, "", " ", "0", "Ann", "ann ", "A\u200fnn", "\u202eevil", "a\tb", "x" * 61),
    *("x" * 250_000, "é", "e\u0301", "ﬁ" * 50, "\ud800", "\0", "1900-01-01", "9000-12-31"),
    *("0001-01-01", "2026-02-30", "2026-03-06T20:00:00+00:00", "1900-01-01T00:00:00-14:00"),
    *("open", "closed", "void", "entry", "zar", "uno", [], {}, [[]], [1], [[1, 1]], [None] * 100),
    *({"points": 5}, {"preset": "zar-holland"}, {"1": 1}),
)
"""Values that are put in the place of others."""
WORDS: Final = (
    b"1e400",
    b"NaN",
    b"-Infinity",
    b"[" * 5000,
    b'"\\ud800"',
    b"\xff",
    b"9" * 5000,
    b"-0",
)
"""Bytes that are put in the place of a number or a text."""
LENGTHS: Final = (1, 1, 1, 1, 2, 3, 5)
"""The numbers of changes in one file."""


def any_league_file(good: bytes, random: Random) -> bytes:
    """Return a league's file with some changes."""
    parts = before = unpacked(good)
    while parts == before:
        parts = {**before}
        for _ in range(random.choice(LENGTHS)):
            random.choice(_OF_LEAGUES)(parts, random)
    content = packed(parts)
    if random.random() < 0.05:
        content = any_bytes(content, random)
    return content


def any_archive(good: bytes, random: Random) -> bytes:
    """Return a zip with other bytes in it or around it, such as a workbook or a backup."""
    parts = unpacked(good)
    if random.random() < 0.3:
        return any_bytes(good, random)
    for _ in range(random.choice(LENGTHS)):
        name = random.choice([*parts])
        if random.random() < 0.1 and len(parts) > 1:
            del parts[name]
        elif name.endswith(".xml") and random.random() < 0.7:
            parts[name] = _other_text(parts[name], random)
        else:
            parts[name] = any_bytes(parts[name], random)
    return packed(parts)


def _other_text(xml: bytes, random: Random) -> bytes:
    """Put another text in the place of one between two tags, or of an attribute."""
    places = [*re.finditer(rb">([^<]*)<|=[\"']([^\"']*)[\"']", xml)]
    if not places:
        return any_bytes(xml, random)
    place = random.choice(places)
    start, end = place.span(place.lastindex or 0)
    text = escape(str(random.choice(VALUES))).encode(errors="replace")
    return xml[:start] + text + xml[end:]


def any_sheet(good: bytes, random: Random) -> bytes:
    """Return a CSV file with other cells, lines or bytes."""
    lines = good.splitlines(keepends=True)
    for _ in range(random.choice(LENGTHS)):
        at = random.randrange(len(lines))
        match random.randrange(6):
            case 0:
                lines.insert(at, lines[at])
            case 1 if len(lines) > 1:
                del lines[at]
            case 2:
                lines[at] = any_bytes(lines[at], random)
            case 3:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                mark = max(b",;\t", key=lines[at].count).to_bytes()
                cells = lines[at].split(mark)
                word = random.choice((*WORDS, *(str(value) for value in VALUES)))
                text = word if isinstance(word, bytes) else word.encode(errors="replace")
                cells[random.randrange(len(cells))] = text
                lines[at] = mark.join(cells)
    return b"".join(lines)


def any_json(good: bytes, random: Random) -> bytes:
    """Return a JSON document with other values."""
    data = json.loads(good)
    for _ in range(random.choice(LENGTHS)):
        data = _changed(data, random)
    return json.dumps(data).encode()


def any_bytes(good: bytes, random: Random) -> bytes:
    """Return bytes with some changed, cut or repeated."""
    content = bytearray(good or b"x")
    for _ in range(random.choice(LENGTHS)):
        at = random.randrange(len(content))
        match random.randrange(4):
            case 0:
                content[at] = random.randrange(256)
            case 1:
                del content[at : at + random.choice((1, 4, 100))]
            case 2:
                content[at:at] = random.choice(WORDS)
            case 3:
                content[at:at] = content[at : at + 50]
        content = content or bytearray(b"x")
    return bytes(content)


def unpacked(content: bytes) -> Parts:
    """Return the members of a zip."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: Parts) -> bytes:
    """Return a zip of these members."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def _other_value(parts: Parts, random: Random) -> None:
    """Put another value in the place of one, anywhere within a line."""
    _in_a_line(parts, random, lambda line: _changed(line, random))


def _other_reference(parts: Parts, random: Random) -> None:
    """Let a number of a line be another small one: most of them are references."""

    def put(line: Any) -> Any:
        numbers = [name for name, value in line.items() if type(value) is int]
        if numbers:
            line[random.choice(numbers)] = random.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 99))
        return line

    _in_a_line(parts, random, put)


def _value_of_another_line(parts: Parts, random: Random) -> None:
    """Copy a value from another line of the same member."""
    name = _member(parts, random)
    lines = parts[name].splitlines()
    if not lines:
        return
    try:
        source, target = (json.loads(random.choice(lines)) for _ in range(2))
        field = random.choice([*source])
        target[field] = source[field]
    except (ValueError, TypeError, IndexError):
        return
    lines[random.randrange(len(lines))] = json.dumps(target).encode()
    parts[name] = b"".join(line + b"\n" for line in lines)


def _other_lines(parts: Parts, random: Random) -> None:
    """Leave out, repeat or exchange lines; most often the manifest says so."""
    name = _member(parts, random)
    lines = parts[name].splitlines(keepends=True)
    if not lines:
        return
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case 3:
            lines += [lines[at]] * 200
    parts[name] = b"".join(lines)
    if random.random() < 0.9:
        manifest = _manifest(parts)
        if isinstance(manifest.get("records"), dict):
            manifest["records"][name.removesuffix(".jsonl")] = len(lines)
            parts["manifest.json"] = json.dumps(manifest).encode()


def _other_words(parts: Parts, random: Random) -> None:
    """Put bytes in the place of a value, which no JSON writer would."""
    name = _member(parts, random)
    content = parts[name]
    at = content.find(b":", random.randrange(len(content) + 1))
    end = min(
        (end for end in (content.find(b",", at), content.find(b"}", at)) if end > 0), default=0
    )
    if 0 < at < end:
        parts[name] = content[: at + 1] + random.choice(WORDS) + content[end:]


def _other_bytes(parts: Parts, random: Random) -> None:
    name = random.choice([*parts])
    parts[name] = any_bytes(parts[name], random)


def _other_members(parts: Parts, random: Random) -> None:
    """Leave out a member, exchange two, or add one."""
    one, other = random.choice([*parts]), random.choice([*parts])
    match random.randrange(3):
        case 0 if len(parts) > 1:
            del parts[one]
        case 1:
            parts[one], parts[other] = parts[other], parts[one]
        case 2:
            parts[random.choice(("../evil.jsonl", "x.jsonl", "league.jsonl/"))] = parts[one]


def _other_manifest(parts: Parts, random: Random) -> None:
    if "manifest.json" in parts:
        parts["manifest.json"] = json.dumps(_changed(_manifest(parts), random)).encode()


_OF_LEAGUES: Final[tuple[Callable[[Parts, Random], None], ...]] = (
    *[_other_value] * 6,
    *[_other_reference] * 6,
    *[_value_of_another_line] * 4,
    *[_other_lines] * 3,
    _other_words,
    _other_bytes,
    _other_members,
    _other_manifest,
)  # fmt: skip


def _member(parts: Parts, random: Random) -> str:
    return random.choice([*parts])


def _manifest(parts: Parts) -> dict[str, Any]:
    try:
        found = json.loads(parts["manifest.json"])
    except (KeyError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _in_a_line(parts: Parts, random: Random, change: Callable[[Any], Any]) -> None:
    """Change the value of one line of one member."""
    name = _member(parts, random)
    lines = parts[name].splitlines()
    if not lines:
        return
    at = random.randrange(len(lines))
    try:
        value = json.loads(lines[at])
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict):
        lines[at] = json.dumps(change(value)).encode()
        parts[name] = b"".join(line + b"\n" for line in lines)


def _changed(value: Any, random: Random) -> Any:
    """Return a JSON value with one value in it replaced, left out or added, at any depth."""
    if isinstance(value, dict | list) and value and random.random() < 0.85:
        at = random.choice([*value] if isinstance(value, dict) else range(len(value)))
        match random.randrange(20):
            case 0:
                del value[at]
            case 1 if isinstance(value, dict):
                value[random.choice(("x", "id", "1", str(at) + " "))] = value[at]
            case 2 if isinstance(value, list):
                value.append(value[at])
            case _:
                value[at] = _changed(value[at], random)
        return value
    if type(value) is int and random.random() < 0.4:
        return value + random.choice((-1, 1, 2))
    return copy.deepcopy(random.choice(VALUES))
