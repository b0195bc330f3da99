"""``manage.py demo``: a league to look at, on an empty site."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.crypto import get_random_string

from zarleague.play.demo import ORGANISER, DemoRefused, evening_at, tell
from zarleague.reports.background_work import jobs
from zarleague.reports.models import Job


class Command(BaseCommand):
    help = "Make the demo league: two seasons of a pub and its games nights, played by bots."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--password", default="", help="the organiser's; made up if left out")

    def handle(self, *args: Any, **options: Any) -> None:
        password = options["password"] or get_random_string(12)
        try:
            league = tell(password=password, today=evening_at(timezone.now()))
            jobs.ask(Job.Kind.BACKTEST, league)  # compared in the background, as are the reports
        except DemoRefused as refused:
            raise CommandError(str(refused)) from refused
        if not options["password"]:
            self.stdout.write(f"{league}: sign in as {ORGANISER} with the password {password}")
