"""Print which rater would have predicted a league's hands best."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from zarleague.leagues.models import League
from zarleague.reports.ratings.backtests import marks_of
from zarleague.reports.ratings.hands import games_of
from zarleague.standings.ratings.backtest import Marks


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", help="the league's name in addresses")
        parser.add_argument("--game", help="one game by its key; default: all played")

    def handle(self, *args: Any, league: str, game: str | None, **options: Any) -> None:
        found = League.objects.filter(slug=league).first()
        if found is None:
            known = ", ".join(League.objects.order_by("slug").values_list("slug", flat=True))
            raise CommandError(f"There is no league {league!r}; there are: {known}.")
        played = games_of(found)
        if game is not None and game not in played:
            raise CommandError(f"{found} has not played {game!r}, but: {', '.join(played)}.")
        for key in [game] if game else played:
            self._print(key, marks_of(found, key))

    def _print(self, game: str, marks: tuple[Marks, ...]) -> None:
        self.stdout.write(f"{game}: {marks[0].pairs} pairs of players in hands not seen before")
        self.stdout.write(f"{'':16}{'pair accuracy':>14}{'log loss':>10}{'calibration':>12}")
        for one in marks:
            self.stdout.write(
                f"{one.key:16}{one.accuracy:>14.4f}{one.log_loss:>10.4f}"
                f"{one.calibration_error:>12.4f}"
            )
        for one in marks:
            self.stdout.write(f"\n{one.key}: of pairs where the favourite was given …")
            for part in one.calibration:
                self.stdout.write(
                    f"  {part.forecast:6.1%} he was ahead in {part.observed:6.1%}"
                    f" ({part.pairs} pairs)"
                )
