"""Recompute all derived data from the confirmed hands."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from zarleague.leagues.models import League, Season
from zarleague.play.errors import SeasonBusy
from zarleague.reports.background_work import checking


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
        seasons = Season.objects.select_related("league").order_by("pk")
        leagues = League.objects.order_by("pk")
        if season is not None:
            seasons = seasons.filter(pk=season)
            leagues = leagues.filter(seasons=season)
        wrong: list[str] = []
        busy: list[str] = []
        for found in seasons:
            name = f"{found.league}, {found}"
            try:
                wrong += self._say(name, checking.rebuild_season(found, keep=not check))
            except SeasonBusy:
                busy.append(name)
        for league in leagues:
            differing = checking.rebuild_ratings(league, keep=not check)
            wrong += self._say(f"{league}, ratings", differing)
        if check and wrong:
            raise CommandError(f"Wrong: {', '.join(wrong)}.", returncode=1)
        if busy:
            names = "; ".join(busy)
            raise CommandError(f"Hands are being saved: {names}. Run this again when they pause.")

    def _say(self, what: str, differing: list[str]) -> list[str]:
        changed = f"differs in {', '.join(differing)}" if differing else "unchanged"
        self.stdout.write(f"{what}: {changed}")
        return [what] if differing else []
