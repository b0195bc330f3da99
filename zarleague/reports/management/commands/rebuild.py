"""Throw all derived data away and make it anew from the confirmed hands."""

from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import models, transaction

from zarleague.leagues.models import Season
from zarleague.play import services as play
from zarleague.play.locks import lock_season
from zarleague.reports import services as reports

DERIVED = (
    "play.SeasonTotal",
    "play.EveningTotal",
    "play.MatchTotal",
    "play.PairTotal",
    "reports.EveningRank",
)


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--season", type=int, help="the id of one season; default: all")
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; exit with 1 if the stored data differs",
        )

    def handle(self, *args: Any, season: int | None, check: bool, **options: Any) -> None:
        seasons = Season.objects.order_by("pk")
        if season is not None:
            seasons = seasons.filter(pk=season)
        wrong = [found for found in seasons if not self._rebuild(found, check=check)]
        if check and wrong:
            raise CommandError(f"Wrong: {', '.join(map(str, wrong))}.", returncode=1)

    def _rebuild(self, season: Season, *, check: bool) -> bool:
        """Make one season anew, or see what that would change; return whether nothing did."""
        with transaction.atomic():
            lock_season(season.pk)
            before = _stored(season)
            play.rebuild(season)
            reports.refresh_ranks(season.pk)
            differing = [name for name, rows in _stored(season).items() if rows != before[name]]
            transaction.set_rollback(check)
        changed = f"differs in {', '.join(differing)}" if differing else "unchanged"
        self.stdout.write(f"{season.league}, {season}: {changed}")
        return not differing


def _stored(season: Season) -> dict[str, list[tuple[Any, ...]]]:
    """The derived rows of a season by model, in an order of their own."""
    return {name: _rows(apps.get_model(name), season) for name in DERIVED}


def _rows(model: type[models.Model], season: Season) -> list[tuple[Any, ...]]:
    fields = [f.attname for f in model._meta.concrete_fields if f.attname != "id"]
    rows = model._default_manager.filter(season=season).values_list(*fields)
    return sorted(rows, key=repr)
