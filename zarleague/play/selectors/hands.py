"""One hand and the history of its versions."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from zarleague.engine.entry import Entry
from zarleague.leagues.formats import points_text
from zarleague.play.models import Hand, HandVersion
from zarleague.play.verdicts.judging import entry_from_json, is_given_up


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One version of a hand: its points by player name, and its changes as sentences."""

    version: HandVersion
    points: Mapping[str, str]
    winners: tuple[str, ...]
    given_up: bool
    changes: tuple[str, ...]


def history(hand: Hand) -> list[VersionRow]:
    """Return the versions of a hand, oldest first."""
    rows: list[VersionRow] = []
    unit = hand.match.unit
    versions = HandVersion.objects.filter(hand=hand).order_by("number")
    for version in versions.prefetch_related("results__player"):
        results = version.results.all()
        points = {result.player.name: points_text(result.points, unit) for result in results}
        winners = tuple(result.player.name for result in results if result.won)
        row = VersionRow(version, points, winners, is_given_up(version.entry), ())
        rows.append(replace(row, changes=_changes(rows[-1], row)) if rows else row)
    return rows


def entry_of(version: HandVersion) -> Entry | None:
    """Return the entry of a version; None if it was entered by its log alone, or is void."""
    return entry_from_json(version.entry) if version.entry else None


def _changes(before: VersionRow, after: VersionRow) -> tuple[str, ...]:
    if after.version.kind == HandVersion.Kind.VOID:
        return (gettext("Voided."),)
    changes: list[str] = []
    if before.version.kind == HandVersion.Kind.VOID:
        changes.append(gettext("Restored."))
    if after.given_up:
        return (*changes, gettext("Given up."))
    for name, points in after.points.items():
        if name not in before.points:
            changes.append(gettext("{name}: {points}").format(name=name, points=points))
        elif before.points[name] != points:
            template = gettext("{name}: {before} → {after}")
            changes.append(template.format(name=name, before=before.points[name], after=points))
    gone = before.points.keys() - after.points.keys()
    changes.extend(gettext("{name}: no result").format(name=name) for name in sorted(gone))
    if before.winners and before.winners != after.winners:
        names = ", ".join(after.winners)
        changes.append(gettext("Won by {names}").format(names=names))
    if before.version.log != after.version.log:
        changes.append(gettext("Log changed") if before.version.log else gettext("Log added"))
    return tuple(changes)
