"""Store the parts of what is derived in the background, and find those that are missing.

A part is kept with a stamp of the data it was computed from. So work whose process was killed goes
on where it was, and a hand that is entered meanwhile makes only those parts again that it can have
moved.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import QuerySet

from zarleague.leagues.models import League, Season
from zarleague.reports.models import DerivedPart

Kind = DerivedPart.Kind


class PartKey(NamedTuple):
    """What tells a part from the others of its subject."""

    kind: str
    number: int
    name: str = ""


class MadePart(NamedTuple):
    """A part to be stored."""

    key: PartKey
    stamp: str
    figures: Any
    """JSON-able; None for a part that is only wanted."""


@dataclass(frozen=True)
class StoredParts:
    """The stored parts of one subject, of some kinds."""

    league: League
    subject: int
    kinds: tuple[str, ...]
    season: Season | None = None

    @property
    def rows(self) -> QuerySet[DerivedPart]:
        return DerivedPart.objects.filter(subject=self.subject, kind__in=self.kinds)

    def missing(self, stamps: Mapping[PartKey, str]) -> list[PartKey]:
        """Return those that are not stored, or not with these stamps, in their order."""
        found = {
            PartKey(kind, number, name): stamp
            for kind, number, name, stamp in self.rows.values_list(*PartKey._fields, "stamp")
        }
        return [key for key, stamp in stamps.items() if found.get(key) != stamp]

    def store(self, made: Iterable[MadePart]) -> None:
        """Store parts, in place of those with the same key."""
        DerivedPart.objects.bulk_create(
            (
                DerivedPart(
                    league=self.league,
                    season=self.season,
                    subject=self.subject,
                    stamp=part.stamp,
                    body="" if part.figures is None else json.dumps(part.figures),
                    **part.key._asdict(),
                )
                for part in made
            ),
            update_conflicts=True,
            unique_fields=["subject", *PartKey._fields],
            update_fields=["stamp", "body"],
        )

    def figures(self, kind: str) -> Iterator[tuple[PartKey, Any]]:
        """Yield the figures of the parts of a kind, in order of their numbers, holding few of them
        in memory."""
        rows = self.rows.filter(kind=kind).order_by("number", "name")
        found = rows.values_list(*PartKey._fields, "body")
        for of_kind, number, name, body in found.iterator(20):
            yield PartKey(of_kind, number, name), json.loads(body)

    def delete(self) -> None:
        self.rows.delete()
