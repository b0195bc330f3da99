"""Write a whole league into one file, from which “import_league” makes it again anywhere."""

import json
import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from zarleague.exchange.league_file.schema import schema
from zarleague.exchange.league_file.writing import write_league
from zarleague.leagues import selectors
from zarleague.reports import services as reports


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "league", nargs="?", help="the league's address: friday-league in /l/friday-league/"
        )
        parser.add_argument("file", nargs="?", type=Path, help="the file to write, a .zip")
        parser.add_argument(
            "--schema", action="store_true", help="print the JSON Schema of such a file instead"
        )

    def handle(self, *args: Any, league: str | None, file: Path | None, **options: Any) -> None:
        if options["schema"]:
            self.stdout.write(json.dumps(schema(), indent=1))
            return
        if not league or not file:
            raise CommandError("Name the league and the file to write.")
        found = selectors.league_at(league)
        if found is None:
            raise CommandError(f"There is no league at /l/{league}/.")
        reports.refresh_ratings(found)
        part = file.with_name(f".{file.name}.part")
        try:
            with part.open("wb") as opened:
                counts = write_league(found, opened)
                opened.flush()
                os.fsync(opened.fileno())
            part.replace(file)
        except OSError as error:
            raise CommandError(str(error)) from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(f"{file}: {counts['hands']:,} hands, {sum(counts.values()):,} records.")
