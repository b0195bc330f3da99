"""Recompute all derived data from the confirmed hands."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from zarleague.leagues.models import League, Season
from zarleague.play.errors import SeasonBusy
from zarleague.reports.background_work import checking
from zarleague.reports.background_work.checking import RebuildComparison


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--season", type=int, help="the id of one season; default: all")
        parser.add_argument(
            "--check",
            action="store_true",
            help="change nothing; exit with 1 if the stored data is wrong, with 2 if some is only"
            " older than the hands",
        )

    def handle(self, *args: Any, season: int | None, check: bool, **options: Any) -> None:
        seasons = Season.objects.select_related("league").order_by("pk")
        leagues = League.objects.order_by("pk")
        if season is not None:
            seasons = seasons.filter(pk=season)
            leagues = leagues.filter(seasons=season)
        wrong: list[str] = []
        behind: list[str] = []
        busy: list[str] = []

        def say(what: str, found: RebuildComparison) -> None:
            said = []
            if found.wrong:
                wrong.append(what)
                said.append(f"differs in {', '.join(found.wrong)}")
            if found.behind:
                behind.append(what)
                said.append(f"behind in {', '.join(found.behind)}")
            self.stdout.write(f"{what}: {'; '.join(said) or 'unchanged'}")

        for one in seasons:
            name = f"{one.league}, {one}"
            try:
                if check:
                    say(name, checking.compare_season(one))
                else:
                    say(name, RebuildComparison(checking.rebuild_season(one, keep=True), []))
            except SeasonBusy:
                busy.append(name)
        for league in leagues:
            name = f"{league}, ratings"
            if check:
                say(name, checking.compare_ratings(league))
            else:
                say(name, RebuildComparison(checking.rebuild_ratings(league, keep=True), []))
        if check and wrong:
            raise CommandError(f"Wrong: {', '.join(wrong)}.", returncode=1)
        if busy:
            names = "; ".join(busy)
            raise CommandError(f"Hands are being saved: {names}. Run this again when they pause.")
        if behind:
            names = ", ".join(behind)
            raise CommandError(
                f"Nothing is wrong. Older than the hands, and derived within a minute when the site"
                f" runs: {names}.",
                returncode=2,
            )
