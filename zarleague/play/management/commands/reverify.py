"""``manage.py reverify``: judge every stored log and ruling with the installed engine."""

import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from zarleague.play.tasks import queue_logs
from zarleague.play.verdicts import reverifying

_VERDICTS = {"l": "legal", "u": "cannot be known", "i": "illegal", "": "no event"}


class Command(BaseCommand):
    help = (
        "Judge every stored log and ruling with today's engine, and list what it says otherwise. "
        "Hands and rulings stay as they are. Stop it at any time; it goes on where it was."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--again", action="store_true", help="also the logs that this engine has judged before"
        )
        parser.add_argument(
            "--here",
            action="store_true",
            help="in this process alone, not by the workers (as always without Redis)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Judge, report progress, and list the differences by league."""
        if options["again"]:
            reverifying.judge_all_again()
        work = self._here if options["here"] or not settings.REDIS_URL else self._by_workers
        work()
        self._list()

    def _here(self) -> None:
        while chunk := reverifying.next_chunk():
            reverifying.judge_again(chunk)
            self._say()

    def _by_workers(self) -> None:
        while reverifying.behind().exists():
            queue_logs()
            self._say()
            time.sleep(1)

    def _say(self) -> None:
        now = reverifying.progress()
        self.stderr.write(f"\r{now.done} of {now.total} logs", ending="")
        self.stderr.flush()

    def _list(self) -> None:
        count = 0
        for slug, found in reverifying.differences_by_league():
            self.stdout.write(f"\n{slug}")
            for one in found:
                count += 1
                self.stdout.write(f"  {one.ruling or one.version}")
                for change in one.changes:
                    was, now = (_VERDICTS[change[when]] for when in ("before", "after"))
                    rules = ", ".join(change["rules_after"] or change["rules_before"])
                    self.stdout.write(
                        f"    event {change['event']} ({change['text']}): {was} → {now}"
                        + (f" by {rules}" if rules else "")
                    )
                if one.points_before != one.points_after:
                    self.stdout.write(f"    points {one.points_before} → {one.points_after}")
        self.stdout.write(f"\n{count} logs are judged otherwise.")
