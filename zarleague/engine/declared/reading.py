"""Read definitions from plain data and from the text of a small file; `writing` makes both.

What a definition cannot be is refused with one sentence that says what to do; reading never runs
anything that stands in the data, and looks at no more than the stated limits.
"""

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from zarleague.engine.declared.bounds import hand_range, share_range
from zarleague.engine.declared.definition import (
    FACTORS,
    FIELDS,
    HAND_POINTS,
    HANDS,
    LABEL_LENGTH,
    LIMIT,
    NAME_LENGTH,
    NUMBER,
    PLAYERS,
    RULES,
    TABLE,
    TEXT_LENGTH,
    Asked,
    AskedNumber,
    Bid,
    BidMade,
    BidMissed,
    Closer,
    Definition,
    Formula,
    Out,
    Sweep,
    Ties,
    Times,
)
from zarleague.engine.declared.writing import FORMAT, MADE, MISSED, VERSION, to_text

MEMBERS: Final = 20
"""Members of one object of the data."""
LONGEST_TEXT: Final = 20_000
"""Characters of a definition as text."""
_UNITS: Final = (1, 2, 4, 10)
_NAME_MARKS: Final = " !'’&.,+-"
_BLANK: Final = "\u034f\u115f\u1160\u2028\u2029\u2800\u3164\uffa0"
"""Characters that show nothing, or break a line, and that Unicode counts among the others."""


class DefinitionError(ValueError):
    """What is wrong with a definition: an English template and what fills its placeholders."""

    def __init__(self, template: str, **values: int | str) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values


SENTENCES: Final = {
    "not-a-file": "This isn’t the file of a game.",
    "repeated": "The file gives “{word}” two values in one place. Remove one of them.",
    "missing": "“{word}” is missing in “{place}”.",
    "too-long": "This is too long: a game has at most {most} characters.",
    "newer": "This game was made by a newer version of the program.",
    "unknown": "There’s no “{word}” in “{place}”.",
    "elsewhere": "“{word}” doesn’t belong in “{place}” but in “{right}”.",
    "no-text": "“{word}” must be a text.",
    "key": "“key” must have 1 to 20 letters from a to z, digits and _, with a letter first.",
    "empty": "“{word}” must not be empty.",
    "long": "“{word}” is too long: at most {most} characters.",
    "marks": "“{word}” can’t have markup, line breaks or invisible characters.",
    "accents": "“{word}” has too many accents on one letter.",
    "name": "The name can have letters, digits, spaces and ! ' & . , + - only.",
    "number": "“{word}” must be a whole number from {least} to {most}.",
    "choice": "“{word}” must be one of: {choices}.",
    "list": "“{word}” must be a list in square brackets.",
    "many": "“{word}” has {count} entries; at most {most} are possible.",
    "pair": "“{word}” must be a list of two numbers, as in [0, 10].",
    "object": "“{word}” must be in braces: names with values.",
    "objects": "Each of “{word}” must be in braces: names with values.",
    "range": "“{word}”: the least must not be above the most.",
    "zero": "“{word}” must allow 0, which is what an empty box means.",
    "twice": "Two boxes have the name “{word}”.",
    "table": "The table of “{word}” needs one number of points for each from {least} to {most}.",
    "table-number": "The table of “{word}” can have whole numbers from {least} to {most} only.",
    "either": "“{word}” counts by “each” or by “table”. Leave one of the two.",
    "points-or-fields": "“points” is for games without boxes. Leave it out, or the boxes.",
    "sum": "“{word}” can’t add up to this: the players together have {least} to {most}.",
    "sum-of": "With {players} players, “{word}” can add up to {least} to {most} only. Change its "
    "sum, its limits or the number of players.",
    "no-field": "A rule names the box “{word}”, which doesn’t exist.",
    "other-kind": "“{word}” must be a box with a tick.",
    "negative": "“{word}” must start at 0 or more, since points are multiplied by it.",
    "no-fields": "Rules need boxes: add one first, or ask for points only.",
    "one-of-a-kind": "There can be one rule of this kind only.",
    "overflow": "One hand could give {points} points; at most {most} are possible. Make the "
    "worths or the limits smaller.",
    "all-equal": "Everyone would always have the same points, so nobody could win. Give "
    "something a worth.",
    "no-end": "The match would never end. Set a number of hands or points.",
    "limit": "Nobody could ever reach the limit of {limit}. Change the limit, or set a number of "
    "hands.",
    "limit-of": "With {players} players nobody could ever reach the limit of {limit}. Change the "
    "limit, or set a number of hands.",
    "nobody": "With {players} players everyone would always have the same points, so nobody could "
    "win. Change a worth, a sum or the number of players.",
    "one-box": "The bid and the tricks need a box each.",
    "sweep": "No player’s points can be exactly {takes}, so the rule for taking everything would "
    "never apply.",
    "always-nothing": "“{word}” could never be anything but 0. Raise its most or its sum, or "
    "remove it.",
    "nobody-out": "“{word}” is asked of who went out, too, but in this game nobody goes out.",
    "out-points": "Points for going out need boxes. Add one, or type all points yourselves.",
    "closer": "Nobody has points above 0 to multiply, so the rule for who ends the round would "
    "never apply.",
    "no-effect": "One of the rules changes nothing. Give it a worth, or remove it.",
    "first-hand": "Someone always reaches the limit of {limit} in the first hand, and the match "
    "would be over. Raise the limit, or set a number of hands.",
    "total-only": "With {players} players, the points of all add up to {least}, never to {total}.",
    "total-of": "With {players} players, the points of all add up to {least} to {most}, never to "
    "{total}.",
    "total-between": "With {players} players, the points of a hand never add up to exactly "
    "{total}. Change this sum, a worth or the number of players.",
    "total-unclear": "Whether the points of a hand can add up to {total} is too much to work out. "
    "Leave this sum out, or make the tables smaller and the rules fewer.",
    "total": "The points of all can’t add up to {total}: a player has {least} to {most}.",
}  # fmt: skip
"""What is refused, by a short key; each is translated at the edge."""


def read_text(text: str) -> Definition:
    """Return the definition in a file's text. Raise DefinitionError."""
    if len(text) > LONGEST_TEXT:
        raise definition_error("too-long", most=LONGEST_TEXT)
    try:
        data = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_each_once)
    except DefinitionError:
        raise
    except (ValueError, RecursionError):
        raise definition_error("not-a-file") from None
    return read_definition(data)


def _each_once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of a file, in which no name stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise definition_error("repeated", word=_shown(max(names, key=names.count)))
    return found


def reworded(text: str, change: Callable[[str], str]) -> str:
    """Return a definition's text after *change* of its sentences and labels, cut to their limits;
    all else stays, its name and what it counts. Raise DefinitionError for no definition."""
    before = read_text(text)
    fields: list[AskedNumber] = []
    for field in before.fields:
        label = wanted = change(field.label)[:LABEL_LENGTH].strip()
        taken = {_folded(one.label) for one in (*fields, *before.fields[len(fields) + 1 :])}
        number = 2
        while _folded(label) in taken:
            label = f"{wanted[: LABEL_LENGTH - 3]} {number}"
            number += 1
        fields.append(replace(field, label=label))
    about, source = (change(one)[:TEXT_LENGTH].strip() for one in (before.about, before.source))
    after = replace(before, fields=tuple(fields), about=about, source=source)
    return text if after == before else to_text(after)


def read_definition(data: Any) -> Definition:
    """Return the definition in plain data, checked. Raise DefinitionError."""
    row = _Row(data, "game")
    if row.take("format", FORMAT) != FORMAT:
        raise definition_error("not-a-file")
    version = row.take("version", VERSION)
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise definition_error("not-a-file")
    if version > VERSION:
        raise definition_error("newer")
    fields = _fields(row.list("fields", FIELDS))
    if fields and row.has("points"):
        raise definition_error("points-or-fields")
    by_key = {field.key: field for field in fields}
    definition = Definition(
        name=read_name(row.need("name")),
        players=row.range("players", *PLAYERS),
        low_wins=row.choice("wins", ("high", "low")) == "low",
        fields=fields,
        points=row.range("points", -NUMBER, NUMBER, usual=[0, 999]),
        formulas=_formulas(row.list("rules", RULES), by_key),
        out=_out(row.take("out", None)),
        total=_total(row.take("total", None)),
        hands=row.number("hands", 0, HANDS, usual=0),
        limit=row.number("limit", 0, LIMIT, usual=0),
        ties=Ties(row.choice("ties", tuple(Ties), usual=Ties.SHARED)),
        unit=_unit(row.take("unit", 1)),
        about=_text(row.take("about", ""), "about", TEXT_LENGTH, empty=True),
        source=_text(row.take("source", ""), "source", TEXT_LENGTH, empty=True),
    )
    row.done()
    _check(definition)
    return definition


_PLACES: Final[Mapping[str, Sequence[str]]] = {
    "game": ("name", "players", "wins", "fields", "points", "rules", "out", "total", "hands",
             "limit", "ties", "unit", "about", "source", "format", "version"),
    "fields": ("key", "label", "asked", "each", "least", "most", "table", "sum", "always"),
    "rules": ("kind", "bid", "tricks", "exact", "made", "missed", "nothing", "field", "factor",
              "takes", "sweeper", "others"),
    "made": ("fixed", "trick", "over"),
    "missed": ("off",),
    "out": ("bonus", "collects"),
}  # fmt: skip
"""Where each member of the data belongs; what stands in several places, in the first of them."""


_LISTS: Final = ("fields", "rules")


class _Row:
    """An object of the data, of which every member must be taken. *at* stands before the names of
    its members in what is refused: where it is in the data, until `call` gives it a name."""

    def __init__(self, data: Any, name: str, at: str = "") -> None:
        if not isinstance(data, Mapping) and name != "game":
            raise definition_error(
                "objects" if name in _LISTS else "object",
                word=name if name in _LISTS else at.rstrip("."),
            )
        if not isinstance(data, Mapping):
            raise definition_error("not-a-file")
        if len(data) > MEMBERS:
            raise definition_error("many", word=name, count=len(data), most=MEMBERS)
        self._name, self._at, self._left = name, at, dict(data)

    def call(self, label: str) -> None:
        self._at = f"{label}: "

    def word(self, key: str) -> str:
        """Return a member's name with its place, as in "fields.1.label" and "Hearts: most"."""
        return self._at + key

    @property
    def place(self) -> str:
        return self._at.rstrip(".: ") or self._name

    def has(self, key: str) -> bool:
        return key in self._left

    def take(self, key: str, usual: Any) -> Any:
        return self._left.pop(key, usual)

    def need(self, key: str, usual: Any = None) -> Any:
        """Return a member; without one what is usual, or an error if nothing is."""
        if usual is None and not self.has(key):
            raise definition_error("missing", word=key, place=self.place)
        return self.take(key, usual)

    def number(self, key: str, least: int, most: int, usual: int | None = None) -> int:
        return _number(self.need(key, usual), self.word(key), least, most)

    def range(
        self, key: str, least: int, most: int, usual: list[int] | None = None
    ) -> tuple[int, int]:
        return _range(self.need(key, usual), self.word(key), least, most)

    def list(self, key: str, most: int) -> Sequence[Any]:
        return _list(self.take(key, []), self.word(key), most)

    def choice(self, key: str, choices: Sequence[str], usual: str | None = None) -> str:
        value = self.need(key, usual)
        if not isinstance(value, str) or value not in choices:
            raise definition_error("choice", word=self.word(key), choices=", ".join(choices))
        return value

    def yes(self, key: str, *, usual: bool) -> bool:
        value = self.take(key, usual)
        if not isinstance(value, bool):
            raise definition_error("choice", word=self.word(key), choices="true, false")
        return value

    def done(self) -> None:
        for key in self._left:
            right = next((place for place, keys in _PLACES.items() if key in keys), "")
            if right:
                raise definition_error("elsewhere", word=_shown(key), place=self.place, right=right)
            raise definition_error("unknown", word=_shown(key), place=self.place)


def _fields(rows: Sequence[Any]) -> tuple[AskedNumber, ...]:
    fields = tuple(
        _field(_Row(row, "fields", f"fields.{index}."), index + 1) for index, row in enumerate(rows)
    )
    for texts in ([field.key for field in fields], [_folded(field.label) for field in fields]):
        for text in texts:
            if texts.count(text) > 1:
                raise definition_error("twice", word=text)
    return fields


def _folded(label: str) -> str:
    """Return what two labels share that differ in case, width or spacing alone."""
    return " ".join(unicodedata.normalize("NFKC", label).casefold().split())


def _field(row: _Row, number: int) -> AskedNumber:
    key = row.take("key", f"f{number}")
    if not (isinstance(key, str) and key.isascii() and key.isidentifier() and len(key) <= 20):
        raise definition_error("key")
    label = _text(row.need("label"), row.word("label"), LABEL_LENGTH)
    row.call(label)
    asked = Asked(row.choice("asked", tuple(Asked), usual=Asked.COUNT))
    if asked is Asked.TICK:
        least, most = row.number("least", 0, 0, usual=0), row.number("most", 1, 1, usual=1)
    else:
        least, most = (row.number("least", -NUMBER, NUMBER, usual=0),
                       row.number("most", -NUMBER, NUMBER))  # fmt: skip
    if least > most:
        raise definition_error("range", word=label)
    if not least <= 0 <= most:
        raise definition_error("zero", word=label)
    table = tuple(row.list("table", TABLE))
    if not all(_is_number(one, -NUMBER, NUMBER) for one in table):
        raise definition_error("table-number", word=label, least=-NUMBER, most=NUMBER)
    if table and len(table) != most - least + 1:
        raise definition_error("table", word=label, least=least, most=most)
    if table and row.has("each"):
        raise definition_error("either", word=label)
    total = row.take("sum", None)
    field = AskedNumber(
        key,
        label,
        asked,
        row.number("each", -NUMBER, NUMBER, usual=0 if table else 1),
        least,
        most,
        table,
        None if total is None else _range(total, row.word("sum"), -NUMBER * 12, NUMBER * 12),
        row.yes("always", usual=False),
    )
    row.done()
    return field


def _formulas(rows: Sequence[Any], fields: Mapping[str, AskedNumber]) -> tuple[Formula, ...]:
    if rows and not fields:
        raise definition_error("no-fields")
    formulas = tuple(
        _formula(_Row(row, "rules", f"rules.{index}."), fields) for index, row in enumerate(rows)
    )
    for kind in (Bid, Closer, Sweep):
        if sum(isinstance(formula, kind) for formula in formulas) > 1:
            raise definition_error("one-of-a-kind")
    return formulas


def _formula(row: _Row, fields: Mapping[str, AskedNumber]) -> Formula:
    kind = row.choice("kind", ("bid", "times", "closer", "sweep"))
    formula: Formula
    if kind == "bid":
        bid, tricks = _named(row, "bid", fields), _named(row, "tricks", fields)
        nothing = row.take("nothing", None)
        formula = Bid(
            bid.key,
            tricks.key,
            row.yes("exact", usual=True),
            BidMade(**_worths(row, "made", MADE)),
            BidMissed(**_worths(row, "missed", MISSED)),
            None if nothing is None else _pair(nothing, row.word("nothing"), -NUMBER, NUMBER),
        )
    elif kind == "times":
        field = _named(row, "field", fields)
        formula = Times(field.key, row.number("factor", *FACTORS, usual=0))
        if field.least < 0 or (formula.factor and field.most > 12):
            kind = "negative" if field.least < 0 else "number"
            raise definition_error(kind, word=field.label, least=0, most=12)
    elif kind == "closer":
        field = _named(row, "field", fields)
        if field.asked is not Asked.TICK:
            raise definition_error("other-kind", word=field.label)
        formula = Closer(field.key, row.number("factor", 2, FACTORS[1], usual=2))
    else:
        formula = Sweep(
            row.number("takes", -HAND_POINTS, HAND_POINTS),
            row.number("sweeper", -NUMBER, NUMBER),
            row.number("others", -NUMBER, NUMBER),
        )
    row.done()
    return formula


def _worths(rule: _Row, name: str, keys: Sequence[str]) -> dict[str, int]:
    row = _Row(rule.take(name, {}), name, f"{rule.word(name)}.")
    worths = {key: row.number(key, -NUMBER, NUMBER, usual=0) for key in keys}
    row.done()
    return worths


def _named(row: _Row, key: str, fields: Mapping[str, AskedNumber]) -> AskedNumber:
    named = row.need(key)
    if not isinstance(named, str) or named not in fields:
        raise definition_error("no-field", word=_shown(named))
    return fields[named]


def _out(data: Any) -> Out | None:
    if data is None:
        return None
    row = _Row(data, "out", "out.")
    out = Out(row.number("bonus", -NUMBER, NUMBER, usual=0), row.yes("collects", usual=False))
    row.done()
    return out


def _total(value: Any) -> int | None:
    return None if value is None else _number(value, "total", -HAND_POINTS, HAND_POINTS)


def _unit(value: Any) -> int:
    if isinstance(value, bool) or value not in _UNITS or not isinstance(value, int):
        raise definition_error("choice", word="unit", choices=", ".join(map(str, _UNITS)))
    return value


def read_name(value: Any) -> str:
    """Return the name of a game, checked. Raise DefinitionError."""
    name = _text(value, "name", NAME_LENGTH)
    if not all(char.isalnum() or char in _NAME_MARKS or unicodedata.category(char) in ("Mn", "Mc")
               for char in name) or not any(map(str.isalnum, name)):  # fmt: skip
        raise definition_error("name")
    return name


def _text(value: Any, name: str, longest: int, *, empty: bool = False) -> str:
    if not isinstance(value, str):
        raise definition_error("no-text", word=name)
    if len(value) > longest * 4:
        raise definition_error("long", word=name, most=longest)
    text = " ".join(filter(None, unicodedata.normalize("NFC", value).strip().split(" ")))
    if any(unicodedata.category(char)[0] == "C" or char in "<>" + _BLANK for char in text):
        raise definition_error("marks", word=name)
    if unicodedata.category(text[:1] or " ")[0] == "M":
        raise definition_error("marks", word=name)
    if len(text) > longest:
        raise definition_error("long", word=name, most=longest)
    if not empty and not text:
        raise definition_error("empty", word=name)
    return text


def _list(value: Any, name: str, most: int) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise definition_error("list", word=name)
    if len(value) > most:
        raise definition_error("many", word=name, count=len(value), most=most)
    return value


def _is_number(value: Any, least: int, most: int) -> bool:
    return not isinstance(value, bool) and isinstance(value, int) and least <= value <= most


def _number(value: Any, name: str, least: int, most: int) -> int:
    if not _is_number(value, least, most):
        raise definition_error("number", word=name, least=least, most=most)
    return int(value)


def _pair(value: Any, name: str, least: int, most: int) -> tuple[int, int]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise definition_error("pair", word=name)
    return _number(value[0], name, least, most), _number(value[1], name, least, most)


def _range(value: Any, name: str, least: int, most: int) -> tuple[int, int]:
    low, high = _pair(value, name, least, most)
    if low > high:
        raise definition_error("range", word=name)
    return low, high


def _shown(word: Any) -> str:
    text = word if isinstance(word, str) else json.dumps(word)
    return "".join(char for char in text[:40] if char.isprintable() and char not in "<>")


def definition_error(key: str, **values: int | str) -> DefinitionError:
    """Return the error with one of `SENTENCES`."""
    template = SENTENCES[key]
    return DefinitionError(
        template, **{name: value for name, value in values.items() if f"{{{name}}}" in template}
    )


def _check(definition: Definition) -> None:
    """Raise DefinitionError for what no hand could fill, nobody could win, or would never end."""
    fewest, most_seats = definition.players
    if definition.fields:
        for field in definition.fields:
            if field.sum is None:
                continue
            least, most = field.least * most_seats, field.most * fewest
            if field.sum[0] > most or field.sum[1] < least:
                raise definition_error("sum", word=field.label, least=least, most=most)
    elif definition.points[0] > 0 or definition.points[1] < 0:
        raise definition_error("zero", word="points")
    least, most = hand_range(definition)
    highest = max(abs(least), abs(most), _collected(definition))
    if highest > HAND_POINTS:
        raise definition_error("overflow", points=highest, most=HAND_POINTS)
    if least == most:
        raise definition_error("all-equal")
    if not definition.hands and not definition.limit:
        raise definition_error("no-end")
    if definition.limit and most <= 0 and not definition.hands:
        raise definition_error("limit", limit=definition.limit)
    if definition.total is not None:
        low, high = least * most_seats if least < 0 else least * fewest, most * most_seats
        if not low <= definition.total <= high:
            raise definition_error("total", total=definition.total, least=least, most=most)


def _collected(definition: Definition) -> int:
    """Return the most points that stand anywhere while a hand is counted."""
    return sum(max(map(abs, share_range(field))) for field in definition.fields)
