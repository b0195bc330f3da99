"""Make a new league from the file that “export_league” wrote, here or elsewhere.

Nothing is written unless the whole file can be read. Afterwards the new league is compared with
the file: records, standings, ratings and verdicts."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from zarleague.exchange.league_file.importing import import_league
from zarleague.exchange.league_file.reading import BadFile, LeagueFile
from zarleague.leagues import selectors
from zarleague.leagues.models import User


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--organiser", help="an account that becomes an organiser as well")
        parser.add_argument(
            "--create-accounts",
            action="store_true",
            help="make the accounts that are not here; they sign in after a new password is set. "
            "Without it the roles of such people wait until somebody takes them over",
        )

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        owner = None
        if options["organiser"]:
            owner = selectors.account_named(options["organiser"])
            if owner is None:
                raise CommandError(f"There is no account {options['organiser']}.")

        def account(name: str) -> User | None:
            found = selectors.account_named(name)
            if found is None and options["create_accounts"]:
                found = User.objects.create_user(username=name)
            return found

        try:
            with file.open("rb") as opened:
                made = import_league(LeagueFile(opened), find_account=account, owner=owner)
        except (BadFile, OSError) as error:
            raise CommandError(f"{error} Nothing was imported.") from error
        self.stdout.write(f"{made.league} is at /l/{made.league.slug}/.")
        if made.differing:
            raise CommandError(f"It differs from the file in: {', '.join(made.differing)}.")
        self.stdout.write("All records, standings, ratings and verdicts match the file.")
