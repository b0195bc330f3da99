"""The parts a season's report is made of: its evenings, its players' pages, the ratings of its
games.

Each part is computed from stored data alone and kept with a stamp of that data, so that a report
whose worker was killed goes on where it was, and a hand that is entered meanwhile makes only those
parts again that it can have moved: its evening, and what follows from the whole season.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final

from django.db.models import Exists, OuterRef

from zarleague.leagues.models import Season
from zarleague.leagues.selectors import aliases
from zarleague.play.models import Hand, Match, SeasonEvening, SeasonTotal
from zarleague.play.totals.confirmed import evenings_of
from zarleague.reports.background_work import out_of_date
from zarleague.reports.background_work.jobs import Progress
from zarleague.reports.background_work.revisions import season_revision
from zarleague.reports.background_work.stored_parts import Kind, MadePart, PartKey, StoredParts
from zarleague.reports.rank_history.ranks import rank_next_evenings
from zarleague.reports.ratings.chosen import rater_key
from zarleague.reports.season_report.evenings import evening_part
from zarleague.reports.season_report.pages import Course, player_part
from zarleague.standings.ratings.raters import MODEL
from zarleague.standings.rules import rules_from_json

FORMAT: Final = 3
"""Raised when what is written in a report, or in a part of one, changes its meaning."""
HANDS_AT_ONCE: Final = 4000
"""Hands of the evenings that are computed at once: about a second."""
PLAYERS_AT_ONCE: Final = 100
"""Players whose pages are computed at once: about a second, if everybody came to 500 evenings."""

KINDS: Final = (Kind.EVENING, Kind.PLAYER, Kind.RATINGS)


@dataclass(frozen=True)
class ReportParts:
    """The parts of a season's report as of one moment."""

    season: Season
    into: Mapping[int, int]
    """The league's `aliases`."""
    evenings: list[int]
    """Ordinals of the days that may be part of the season."""
    players: list[int]
    """Ids of those in the table."""
    games: list[str]
    first: date
    last: date
    """The first and the last evening with hands that count; any days if there is none."""
    revision: str
    """See `revisions.season_revision`."""
    rater: str

    @classmethod
    def of(cls, season: Season) -> "ReportParts":
        """Return the parts of a season's report as it is now. The revision is read first, so that
        no part is taken for newer than it is."""
        revision = season_revision(season)
        counted = Hand.objects.filter(match=OuterRef("pk"), confirmed__results__isnull=False)
        played = Match.objects.filter(Exists(counted), season=season)
        rows = SeasonEvening.objects.filter(season=season, hands__gt=0).order_by("evening")
        days = [date.fromordinal(day) for day in rows.values_list("evening", flat=True)]
        return cls(
            season,
            aliases(season.league_id),
            evenings_of(season),
            list(SeasonTotal.objects.filter(season=season).values_list("player_id", flat=True)),
            sorted(played.values_list("game", flat=True).distinct().order_by()),
            days[0] if days else season.starts,
            days[-1] if days else season.starts,
            revision,
            rater_key(season.league),
        )

    @cached_property
    def stamps(self) -> dict[PartKey, str]:
        """Return the stamp that each part must have, in the order in which they are computed."""
        season = _stamp(self.revision, self.rater, MODEL, f"{self.first} {self.last}")
        evening = _stamp(self.season.rules, sorted(self.into.items()))
        changed = {day: revision for day, (_, revision) in self._counted.items()}
        return {
            **{
                PartKey(Kind.EVENING, day): f"{evening} {changed.get(day, 0)}"
                for day in self.evenings
            },
            **{PartKey(Kind.PLAYER, player): season for player in self.players},
            **{PartKey(Kind.RATINGS, at): f"{season} {game}" for at, game in enumerate(self.games)},
        }

    @property
    def kept(self) -> StoredParts:
        return StoredParts(self.season.league, self.season.pk, KINDS, self.season)

    def missing(self) -> list[PartKey]:
        """Return the parts that are not stored, or not as they would be now."""
        return self.kept.missing(self.stamps)

    def compute(self, missing: list[PartKey], progress: Progress) -> None:
        """Compute and store as many of the missing parts as take about a second, all of one
        kind. None as long as players' pages lack ranks: some of those are computed instead."""
        kind = missing[0].kind
        if kind == Kind.PLAYER and not self._are_ranks_stored():
            rank_next_evenings(self.season.pk, take_over=True)
            if not self._are_ranks_stored():
                return
        made: list[MadePart] = []
        for key in self._at_once([key for key in missing if key.kind == kind]):
            made.append(MadePart(key, self.stamps[key], self._part(kind, key.number)))
            progress.step()
        self.kept.store(made)

    def stored(self, kind: str) -> Iterator[tuple[int, Any]]:
        """Yield the number and the figures of each part of a kind, in order of the numbers."""
        for key, figures in self.kept.figures(kind):
            if key in self.stamps:
                yield key.number, figures

    @cached_property
    def course(self) -> Course:
        """Return the evenings of the season's course."""
        return Course.of(self.evenings, len(self.players))

    @cached_property
    def _counted(self) -> dict[int, tuple[int, int]]:
        """Return hands and revision of the last change, by evening."""
        rows = SeasonEvening.objects.filter(season=self.season)
        return {
            day: (hands, revision)
            for day, hands, revision in rows.values_list("evening", "hands", "revision")
        }

    def _are_ranks_stored(self) -> bool:
        return out_of_date.ranks_derived_from(self.season).ranks == self.season.revision

    def _at_once(self, keys: list[PartKey]) -> list[PartKey]:
        """Return the first of the parts of one kind, as many as are computed at once."""
        if keys[0].kind == Kind.EVENING:
            hands = 0
            for count, key in enumerate(keys):
                hands += self._counted.get(key.number, (0, 0))[0]
                if count and hands > HANDS_AT_ONCE:
                    return keys[:count]
            return keys
        return keys[:PLAYERS_AT_ONCE] if keys[0].kind == Kind.PLAYER else keys[:1]

    def _part(self, kind: str, number: int) -> dict[str, Any]:
        if kind == Kind.EVENING:
            rules = rules_from_json(self.season.rules)
            return evening_part(self.season, number, rules, self.into)
        if kind == Kind.PLAYER:
            return player_part(self.season, number, self.course)
        from zarleague.reports.season_report.rating_moves import movement  # loads numpy

        return movement(self.season, self.games[number], self.first, self.last)


def _stamp(*facts: Any) -> str:
    text = json.dumps([FORMAT, *facts], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
