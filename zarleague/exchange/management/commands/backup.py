"""Make a backup of the whole site in one file, while it runs; it is verified after writing."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from zarleague.exchange.backups import databases, making
from zarleague.exchange.backups.files import NotABackup, Store, verify


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "folder", nargs="?", default=settings.BACKUP_DIR, help="default: BACKUP_DIR"
        )
        parser.add_argument(
            "--store", action="store_true", help="also put it into the store BACKUP_STORE names"
        )
        parser.add_argument(
            "--keep",
            action="store_true",
            help="remove what the rule (7 days, 4 weeks, 12 months) does not keep",
        )
        parser.add_argument("--verify", metavar="FILE", help="only verify a backup that exists")

    def handle(self, *args: Any, folder: str, store: bool, keep: bool, **options: Any) -> None:
        try:
            if options["verify"]:
                manifest = verify(Path(options["verify"]))
                self.stdout.write(f"Whole and readable, made {manifest.made_at}.")
                return
            if not folder:
                raise CommandError("Name a folder, or set BACKUP_DIR.")
            if store and not settings.BACKUP_STORE:
                raise CommandError("BACKUP_STORE names no store.")
            if not databases.applied_migrations():
                raise CommandError(
                    f"There is no site here, {connection.settings_dict['NAME']} is empty. Give the "
                    "command the settings of the site: its DATA_DIR or DATABASE_URL."
                )
            there = Store(settings.BACKUP_STORE) if store else None
            made = making.back_up(Path(folder))
            self.stdout.write(f"{made} ({made.stat().st_size:,} bytes), verified.")
            if there is not None:
                there.put(made)
                self.stdout.write(f"Stored in {there.bucket}.")
            if keep:
                for name in making.keep_by_rule(Path(folder), there):
                    self.stdout.write(f"Removed {name}.")
        except (NotABackup, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
