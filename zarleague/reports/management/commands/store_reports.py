"""Move the PDFs of reports into the store that REPORT_STORE names, and print again those that are
missing there or damaged."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from zarleague.reports.season_report.files import pdf_storage


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--back", action="store_true", help="move all of them back into the database instead"
        )

    def handle(self, *args: Any, back: bool, **options: Any) -> None:
        if not settings.REPORT_STORE:
            raise CommandError("REPORT_STORE names no store.")
        try:
            if back:
                self.stdout.write(f"Moved into the database: {pdf_storage.take_back()}.")
                pdf_storage.remove_dropped()
                return
            self.stdout.write(f"Printed again: {pdf_storage.print_missing()}.")
            moved = 0
            while portion := pdf_storage.store_prints():
                moved += portion
            self.stdout.write(f"Moved into the store: {moved}.")
        except (pdf_storage.PrintAwayError, ValueError) as error:
            raise CommandError(f"The store did not answer: {error}") from error
