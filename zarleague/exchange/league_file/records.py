"""What a league's file holds, declared: every kind of record, its fields, and what is left out.

The order is that of writing them back: a record refers to lines of records before it, or is
completed *late*, when what it refers to has been written. A model of a league that is neither
here nor in `LEFT_OUT`, or a field that is neither exported nor named, fails a test.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from django.db import models

from zarleague.engine.games import find
from zarleague.exchange.league_file.columns import (
    Codec,
    Value,
    WrongValue,
    canonical,
    codec_of,
    is_integer,
)
from zarleague.exchange.league_file.numbering import Numbering
from zarleague.exchange.league_file.report_bodies import renumbered
from zarleague.leagues.models import (
    AccessLink,
    League,
    LeagueGame,
    LinkUse,
    Membership,
    Player,
    PlayerMerge,
    Season,
    User,
)
from zarleague.leagues.names import name_key
from zarleague.play import rulesets
from zarleague.play.judging import entry_from_json
from zarleague.play.models import (
    Dispute,
    Hand,
    HandResult,
    HandVersion,
    Match,
    MatchSeat,
    Penalty,
    Ruling,
    Statement,
)
from zarleague.reports.models import LeagueRater, ReportPrint, SeasonReport
from zarleague.standings.ratings.raters import RATERS

Write = Callable[[Any, Numbering], Value]
Read = Callable[[Value, Numbering], Any]


@dataclass(frozen=True)
class Column:
    """One field of a record."""

    name: str
    refers_to: str = ""
    """The record whose line the value is."""
    late: bool = False
    """Whether that record is written after this one."""
    write: Write | None = None
    """For a value with numbers of rows inside: how it becomes JSON …"""
    read: Read | None = None
    """… and how it is read."""
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """One kind of record: the model, and how its rows belong to a league."""

    name: str
    model: type[models.Model]
    league: str
    """The lookup that leads from a row to its league."""
    columns: tuple[Column, ...]
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Fields that are not exported, with the reason."""
    complete: Callable[[Any], None] | None = None
    """Sets the fields left out, and raises WrongValue for what no league can hold."""
    late_fields: tuple[str, ...] = ()
    """Fields that ``complete`` sets and that are written late, too."""

    @cached_property
    def attributes(self) -> list[str]:
        """Return the attribute of each column: of a reference, that of the key."""
        return [self._field(column.name).attname for column in self.columns]

    @cached_property
    def codecs(self) -> list[Codec]:
        """Return how each column is written and read; of references, their lines."""
        return [self._codec(column) for column in self.columns]

    def _field(self, name: str) -> "models.Field[Any, Any]":
        found: models.Field[Any, Any] = self.model._meta.get_field(name)  # type: ignore[assignment]
        return found

    def _codec(self, column: Column) -> Codec:
        if not column.refers_to and column.write is None:
            return codec_of(self._field(column.name))
        return Codec(lambda value: value, lambda value: value, self._reference_schema(column))

    def _reference_schema(self, column: Column) -> dict[str, Any]:
        if not column.refers_to:
            return dict(column.schema)
        line: dict[str, Any] = {
            "type": "integer",
            "minimum": 1,
            "description": f"Line in {column.refers_to}.jsonl",
        }
        if self._field(column.name).null and not self.must_refer(column):
            return {"anyOf": [line, {"type": "null"}]}
        return line

    def must_refer(self, column: Column) -> bool:
        """Return whether a reference has to be there, though the database allows null while the
        row is being made."""
        return column.late and self.model is Hand

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of one line."""
        return {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "description": (self.model.__doc__ or "").strip().split("\n")[0],
            "type": "object",
            "properties": {
                column.name: codec.schema
                for column, codec in zip(self.columns, self.codecs, strict=True)
            },
            "required": [column.name for column in self.columns],
            "additionalProperties": False,
        }

    def to_line(self, values: Sequence[Any], numbering: Numbering) -> dict[str, Value]:
        """Return a row, given by the values of `attributes`, as the object of its line."""
        written: dict[str, Value] = {}
        for column, codec, value in zip(self.columns, self.codecs, values, strict=True):
            if column.refers_to:
                line = None if value is None else numbering.line(column.refers_to, value)
                written[column.name] = line
            elif column.write is not None:
                written[column.name] = column.write(value, numbering)
            else:
                written[column.name] = codec.encode(value)
        return written

    def from_line(self, data: Value, numbering: Numbering, *, late: bool = False) -> dict[str, Any]:
        """Return the attributes of the row of a line; of late columns only if *late*.

        Raise WrongValue with the name of the field.
        """
        if not isinstance(data, dict):
            raise WrongValue("The line must be an object.")
        for name in data.keys() ^ {column.name for column in self.columns}:
            kind = "is missing" if name not in data else "is not known"
            raise WrongValue(f"The field “{name}” {kind}.")
        found: dict[str, Any] = {}
        for column, codec, attribute in zip(
            self.columns, self.codecs, self.attributes, strict=True
        ):
            if column.late and not late:
                continue
            try:
                found[attribute] = self._read(column, codec, data[column.name], numbering)
            except WrongValue as error:
                raise WrongValue(f"“{column.name}” must be {error}.") from error
        return found

    def _read(self, column: Column, codec: Codec, value: Value, numbering: Numbering) -> Any:
        if column.read is not None:
            try:
                return column.read(value, numbering)
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise WrongValue(f"readable ({error})") from error
        if not column.refers_to:
            return codec.decode(value)
        if value is None and self._field(column.name).null and not self.must_refer(column):
            return None
        if not is_integer(value):
            raise WrongValue(f"a line of {column.refers_to}.jsonl")
        try:
            return numbering.key(column.refers_to, value)
        except KeyError as error:
            raise WrongValue(f"a line of {column.refers_to}.jsonl that there is") from error


def plain(*names: str) -> tuple[Column, ...]:
    """Return columns whose values stand for themselves."""
    return tuple(Column(name) for name in names)


# --- What single records need ----------------------------------------------------------------


def _write_lots(lots: Any, numbering: Numbering) -> Value:
    return [
        [evening, [numbering.line("players", player) for player in order]]
        for evening, order in lots
    ]


def _read_lots(lots: Value, numbering: Numbering) -> Any:
    return [
        [int(evening), [numbering.key("players", line) for line in order]]
        for evening, order in lots
    ]


def _write_figures(body: str, numbering: Numbering) -> Value:
    return renumbered(json.loads(body), numbering.line)


def _read_figures(figures: Value, numbering: Numbering) -> str:
    return canonical(renumbered(figures, numbering.key))


def _write_differences(differences: Any, numbering: Numbering) -> Value:
    return renumbered(differences, numbering.line)


def _read_differences(differences: Value, numbering: Numbering) -> Any:
    if not isinstance(differences, list):
        raise WrongValue("a list")
    return renumbered(differences, numbering.key)


def _check_game(row: LeagueGame) -> None:
    try:
        find(row.game).ruleset(row.preset, row.overrides)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise WrongValue(f"There are no such house rules: {error.args[0]}") from error


def _check_match(row: Match) -> None:
    try:
        rulesets.text(rulesets.from_json(row.game, row.rules))
    except (KeyError, ValueError, TypeError, AttributeError, StopIteration) as error:
        raise WrongValue(f"There are no such rules of a game: {error}") from error


def _check_version(row: HandVersion) -> None:
    if row.entry is None:
        return
    try:
        entry_from_json(row.entry)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise WrongValue("“entry” must be an entry of a hand.") from error


def _check_rater(row: LeagueRater) -> None:
    if row.rater not in RATERS:
        raise WrongValue("There is no such way to rate.")


def _complete_player(row: Player) -> None:
    row.name_key = name_key(row.name)
    if not row.name_key:
        raise WrongValue("A player has a name.")


def _complete_link(row: AccessLink) -> None:
    """Give a link a secret that nobody knows, and revoke it: its address stays behind."""
    row.token_hash = hashlib.sha256(secrets.token_bytes(32)).hexdigest()
    row.revoked_at = row.created_at


def _complete_report(row: SeasonReport) -> None:
    row.fingerprint = hashlib.sha256(row.body.encode()).hexdigest()


_COUNTED = "counts changes on this site; what is derived from the results starts anew"
_ORDER = {"type": "array"}

LEAGUE: Final = Record(
    "league",
    League,
    "pk",
    plain(
        "name",
        "visibility",
        "time_zone",
        "language",
        "default_game",
        "objection_hours",
        "dispute_hours",
        "ruling_hours",
        "arbiters_may_play",
        "shares_rulings",
        "created_at",
    ),
    left_out={"slug": "an address of this site; the new league gets one by its name"},
)

ACCOUNTS: Final = Record(
    "accounts",
    User,
    "",
    plain("username"),
    left_out=dict.fromkeys(
        (
            "password",
            "last_login",
            "is_superuser",
            "first_name",
            "last_name",
            "email",
            "is_staff",
            "is_active",
            "date_joined",
        ),
        "belongs to the person and to this site, not to the league",
    ),
)
"""The accounts the league's records name, by their names alone."""

RECORDS: Final[tuple[Record, ...]] = (
    LEAGUE,
    ACCOUNTS,
    Record(
        "house_rules",
        LeagueGame,
        "league",
        plain("game", "preset", "overrides"),
        complete=_check_game,
    ),
    Record("rater", LeagueRater, "league", plain("rater"), complete=_check_rater),
    Record(
        "players",
        Player,
        "league",
        (
            *plain("name", "guest", "created_at"),
            Column("user", "accounts"),
            Column("merged_into", "players", late=True),
        ),
        left_out={"name_key": "made of the name"},
        complete=_complete_player,
        late_fields=("name_key",),
    ),
    Record(
        "merges",
        PlayerMerge,
        "guest__league",
        (
            Column("guest", "players"),
            Column("into", "players"),
            *plain("author", "merged_at", "undone_at", "undone_by"),
        ),
    ),
    Record(
        "seasons",
        Season,
        "league",
        (
            *plain("name", "starts", "ends", "state", "rules", "created_at"),
            Column(
                "lots",
                write=_write_lots,
                read=_read_lots,
                schema=_ORDER | {"description": "[evening, [lines in players.jsonl]]"},
            ),
        ),
        left_out={"revision": _COUNTED},
    ),
    Record(
        "matches",
        Match,
        "season__league",
        (
            Column("season", "seasons"),
            *plain(
                "game",
                "rules",
                "rules_text",
                "frozen_at",
                "played_on",
                "state",
                "end_hands",
                "end_limit",
                "eliminates",
                "high_wins",
                "ties_by_wins",
                "first_dealer",
                "note",
                "started_at",
                "closed_at",
            ),
        ),
        complete=_check_match,
    ),
    Record(
        "seats",
        MatchSeat,
        "match__season__league",
        (
            Column("match", "matches"),
            Column("player", "players"),
            *plain("number", "from_hand", "until_hand"),
        ),
    ),
    Record(
        "links",
        AccessLink,
        "league",
        (
            *plain("purpose", "label", "evening", "created_at"),
            Column("match_id", "matches"),
            Column("player", "players"),
            Column("created_by", "accounts"),
        ),
        left_out={
            "token_hash": "the secret of an address of this site",
            "revoked_at": "links do not work after the move",
        },
        complete=_complete_link,
    ),
    Record(
        "link_uses",
        LinkUse,
        "link__league",
        (Column("link", "links"), *plain("name", "first_at", "last_at")),
    ),
    Record(
        "hands",
        Hand,
        "match__season__league",
        (
            Column("match", "matches"),
            *plain("number", "dealer"),
            Column("confirmed", "versions", late=True),
        ),
    ),
    Record(
        "versions",
        HandVersion,
        "hand__match__season__league",
        (
            Column("hand", "hands"),
            *plain("number", "kind", "entry", "evidence", "log", "author_name"),
            Column("author", "accounts"),
            Column("link", "links"),
            *plain("reason", "created_at"),
        ),
        left_out={"ruling": "the ruling says what it decided"},
        complete=_check_version,
    ),
    Record(
        "results",
        HandResult,
        "version__hand__match__season__league",
        (
            Column("version", "versions"),
            Column("seat", "seats"),
            Column("player", "players"),
            *plain("order", "points", "place", "won"),
        ),
    ),
    Record(
        "penalties",
        Penalty,
        "season__league",
        (
            Column("season", "seasons"),
            Column("match", "matches"),
            Column("player", "players"),
            *plain(
                "evening",
                "points",
                "reason",
                "author_name",
                "created_at",
                "cancelled_at",
                "cancelled_by",
                "cancel_reason",
            ),
        ),
        left_out={"ruling": "the ruling says what it decided"},
    ),
    Record(
        "disputes",
        Dispute,
        "hand__match__season__league",
        (
            Column("hand", "hands"),
            Column("version", "versions"),
            *plain("event", "text", "log"),
            Column("opened_by", "accounts"),
            *plain(
                "opened_by_name",
                "opened_at",
                "due_at",
                "state",
                "ruling",
                "closed_by_name",
                "closed_at",
                "appeal",
                "appealed_by_name",
                "appealed_at",
                "published",
            ),
        ),
    ),
    Record(
        "statements",
        Statement,
        "dispute__hand__match__season__league",
        (
            Column("dispute", "disputes"),
            *plain("text", "log", "author_name", "created_at"),
            Column("author", "accounts"),
            Column("link", "links"),
        ),
    ),
    Record(
        "rulings",
        Ruling,
        "league",
        (
            Column("dispute", "disputes"),
            *plain(
                "number",
                "game",
                "verdict",
                "remedy",
                "rule",
                "option",
                "question",
                "reasons",
                "words",
                "record",
                "digest",
                "author_name",
                "created_at",
            ),
            Column("author", "accounts"),
        ),
    ),
    Record(
        "reports",
        SeasonReport,
        "season__league",
        (
            Column("season", "seasons"),
            *plain("number", "made_at"),
            Column("body", write=_write_figures, read=_read_figures, schema={"type": "object"}),
            Column(
                "differences",
                write=_write_differences,
                read=_read_differences,
                schema={"type": "array"},
            ),
        ),
        left_out={"fingerprint": "made of the figures"},
        complete=_complete_report,
    ),
    Record(
        "report_prints",
        ReportPrint,
        "report__season__league",
        (Column("report", "reports"), *plain("pdf")),
    ),
    Record(
        "members",
        Membership,
        "league",
        (Column("user", "accounts"), *plain("role", "arbiter", "since")),
    ),
)

DERIVED: Final[Mapping[str, str]] = {
    "play.SeasonTotal": "season__league",
    "play.EveningTotal": "season__league",
    "play.MatchTotal": "season__league",
    "play.PairTotal": "season__league",
    "play.SeasonEvening": "season__league",
    "reports.EveningRank": "season__league",
    "reports.SeasonProgress": "season__league",
    "reports.RatingHistory": "list__league",
    "reports.RatingRow": "list__league",
    "reports.RatingList": "league",
    "reports.Backtest": "league",
    "reports.AnswerPart": "answer__season__league",
    "reports.Answer": "season__league",
    "reports.ReportState": "season__league",
    "reports.RebuildCheck": "league",
    "reports.Job": "league",
}
"""Models whose rows are made anew from the records, and the lookup of their league; in an order in
which they can be removed."""

LEFT_OUT: Final[Mapping[str, str]] = dict.fromkeys(DERIVED, "derived from the records") | {
    "play.Notice": "messages that this site sends",
    "play.JudgedLog": "what this site's engine says of the logs",
    "play.EngineDifference": "what another engine of this site said of the logs",
    "leagues.Receipt": "answers to requests of this site's phones",
    "leagues.Invitation": "addresses of people invited to this site",
    "leagues.AuditEntry": "what was done on this site, by its numbers; versions, merges and "
    "rulings tell in the file who changed what",
}
"""Models of a league that its file does not hold, with the reason."""
