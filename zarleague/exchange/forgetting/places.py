"""Declare every field of a league in which a person's name may be stored."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import models

from zarleague.exchange.forgetting.texts import Renaming
from zarleague.exchange.models import Delivery, HistoryImport
from zarleague.leagues.models import AccessLink, AuditEntry, LeagueGame, PlayerMerge
from zarleague.play import models as play
from zarleague.play.rulings.ruling_record import digest


@dataclass(frozen=True)
class NameFields:
    """The fields of one model that may contain a name."""

    model: type[models.Model]
    league: str
    """The lookup from a row to its league."""
    texts: tuple[str, ...] = ()
    """Sentences."""
    authors: Mapping[str, str] = field(default_factory=dict)
    """Fields that contain only a name, each with the field of the account; "" if it has none."""
    logs: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    """Stored rulesets, or values of one."""
    game: str = ""
    """The lookup to the game of the logs."""
    complete: Callable[[Any], None] | None = None
    """A callback that sets the fields derived from the others."""
    completed: tuple[str, ...] = ()

    @property
    def fields(self) -> list[str]:
        """Return every field that `rename` may write."""
        accounts = [account for account in self.authors.values() if account]
        return [
            *self.texts, *self.authors, *accounts, *self.logs, *self.data, *self.rules,
            *self.completed,
        ]  # fmt: skip

    def rename(self, row: Any, renaming: Renaming, account: int | None, game: str) -> bool:
        """Replace the names in a row; return whether there were any."""
        before = [getattr(row, self._attribute(name)) for name in self.fields]
        for name in self.texts:
            setattr(row, name, renaming.text(getattr(row, name)))
        for name, of in self.authors.items():
            mine = bool(of) and account is not None and getattr(row, f"{of}_id") == account
            if mine or getattr(row, name) in renaming.names:
                setattr(row, name, renaming.new)
                if mine:
                    setattr(row, f"{of}_id", None)
        for name in self.logs:
            setattr(row, name, renaming.log(getattr(row, name), game))
        for name in self.data:
            setattr(row, name, renaming.data(getattr(row, name), game))
        for name in self.rules:
            setattr(row, name, renaming.rules(getattr(row, name)))
        changed = before != [getattr(row, self._attribute(name)) for name in self.fields]
        if changed and self.complete is not None:
            self.complete(row)
        return changed

    def _attribute(self, name: str) -> str:
        found: Any = self.model._meta.get_field(name)
        return str(found.attname)


def _complete_ruling(row: play.Ruling) -> None:
    row.digest = digest(row.record)


PLACES: Final = (
    NameFields(
        play.HandVersion,
        "league",
        texts=("reason",),
        authors={"author_name": "author"},
        logs=("log",),
        game="hand__match__game",
    ),
    NameFields(LeagueGame, "league", rules=("overrides",)),
    NameFields(play.Match, "league", texts=("note",), rules=("rules",)),
    NameFields(
        play.Dispute,
        "league",
        texts=("text", "ruling", "appeal"),
        authors={"opened_by_name": "opened_by", "closed_by_name": "", "appealed_by_name": ""},
        logs=("log",),
        game="hand__match__game",
    ),
    NameFields(
        play.Statement,
        "dispute__league",
        texts=("text",),
        authors={"author_name": "author"},
        logs=("log",),
        game="dispute__hand__match__game",
    ),
    NameFields(
        play.Ruling,
        "league",
        texts=("question", "reasons", "words"),
        authors={"author_name": "author"},
        data=("record",),
        game="game",
        complete=_complete_ruling,
        completed=("digest",),
    ),
    NameFields(play.EngineDifference, "league", data=("changes",)),
    NameFields(
        play.Penalty,
        "season__league",
        texts=("reason", "cancel_reason"),
        authors={"author_name": "", "cancelled_by": ""},
    ),
    NameFields(PlayerMerge, "guest__league", authors={"author": "", "undone_by": ""}),
    NameFields(AccessLink, "league", texts=("label",)),
    NameFields(
        AuditEntry,
        "league",
        texts=("why", "about_name"),
        authors={"author_name": "author"},
        data=("before", "after"),
    ),
    NameFields(play.Evening, "league", texts=("title", "place", "cancelled_why")),
    NameFields(
        HistoryImport, "league", texts=("name", "address"), data=("layout", "chosen", "found")
    ),
    NameFields(Delivery, "webhook__league", texts=("body", "answer")),
)
