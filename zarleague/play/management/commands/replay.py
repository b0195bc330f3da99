"""``manage.py replay FILE``: judge the log of a hand.

Exit status: 0 if every event is legal or cannot be known, 1 if something is illegal, 2 if the file
is not a log.
"""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from zarleague.engine import Log, NotALog, Ruleset, RulesetError, Verdict, compare, find, read
from zarleague.engine import replay as judge
from zarleague.engine.replay import Replay
from zarleague.engine.report import comparison_data, repairs_data, replay_data
from zarleague.play.verdicts import rulesets


class UnusableInput(Exception):
    """Raised if the file or the rules cannot be used; the text says why and what to do."""


class Command(BaseCommand):
    help = "Replay a hand log: a verdict on every event, the rule behind it, and the points."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="the log, or - for standard input")
        parser.add_argument("--json", action="store_true", help="print JSON")
        parser.add_argument(
            "--rules",
            nargs="+",
            default=[],
            metavar="KEY=VALUE",
            help="judge under these options instead of the log's (preset=KEY picks a preset)",
        )
        parser.add_argument(
            "--versus",
            nargs="+",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="judge under these as well and show where the verdicts part; may be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            text = load(options["file"])
            log = read_log(text, options["file"])
            rulesets = [
                changed(log.ruleset, words) for words in (options["rules"], *options["versus"])
            ]
        except UnusableInput as error:
            self.stderr.write(str(error))
            sys.exit(2)
        if options["versus"]:
            comparison = compare(log, rulesets)
            replays = comparison.replays
            data = comparison_data(comparison)
        else:
            replays = (judge(log, rulesets[0]),)
            repairs = repairs_data(text, replays[0])
            data = {**replay_data(replays[0]), "repairs": repairs}
        if options["json"]:
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=2))
        else:
            for replay in replays:
                self.show(replay)
            if options["versus"]:
                self.show_parting(data)
            for repair in data.get("repairs", ()):
                self.stdout.write(repair["question"])
        sys.exit(1 if any(replay.verdict is Verdict.ILLEGAL for replay in replays) else 0)

    def show(self, replay: Replay) -> None:
        """Print one replay: a line for each event with its findings below it, then the points."""
        data = replay_data(replay)
        game = find(replay.log.ruleset.game)
        self.stdout.write(f"{game.title} · {rulesets.text(replay.log.ruleset)}")
        self.stdout.write(f"{', '.join(data['seats'])} · {data['dealer']} deals\n")
        for row in data["events"]:
            self.stdout.write(f"{row['line']:>4}  {row['text']:<32} {_MARKS[row['verdict']]}")
            for finding in row["findings"]:
                remedy = f" {finding['remedy']['text']}" if finding["remedy"] else ""
                self.stdout.write(f"        {finding['text']}{remedy}{_cited(finding['rule'])}")
        for problem in data["problems"]:
            self.stdout.write(
                f"{problem['line']:>4}  cannot be read: {problem['token']} ({problem['code']})"
            )
        points = ", ".join(
            f"{name} {'?' if points is None else points}" for name, points in data["points"].items()
        )
        state = "Points" if data["over"] else "Not closed; points as it stands"
        self.stdout.write(f"\n{state}: {points}")
        counts = data["counts"]
        self.stdout.write(
            f"{counts['legal']} legal, {counts['illegal']} illegal, "
            f"{counts['cannot be known']} cannot be known\n"
        )

    def show_parting(self, data: dict[str, Any]) -> None:
        """Print the first event at which the replays of one log differ."""
        if data["parts_at"] is None:
            self.stdout.write("These rules judge this log alike.")
        else:
            row = data["replays"][0]["events"][data["parts_at"]]
            self.stdout.write(f"These rules part at line {row['line']}: {row['text']}")


_MARKS = {"legal": "·", "cannot be known": "? cannot be known", "illegal": "✗ ILLEGAL"}


def _cited(rule: dict[str, str] | None) -> str:
    if rule is None:
        return ""
    basis = " (our reading)" if rule["basis"] == "inferred" else ""
    return f" [{rule['source']}{basis}: {rule['text']}]"


def load(name: str) -> str:
    """Return the text of a file, or of standard input for ``-``. Raise UnusableInput."""
    try:
        return sys.stdin.read() if name == "-" else Path(name).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UnusableInput(f"{name} cannot be read: {error}") from error


def read_log(text: str, name: str) -> Log:
    """Return the log in a text. Raise UnusableInput."""
    try:
        return read(text)
    except NotALog as error:
        raise UnusableInput(f"{name} is not a hand log: {error}") from error


def changed(ruleset: Ruleset, words: list[str]) -> Ruleset:
    """Return *ruleset* with some options changed; ``preset=KEY`` starts from that preset instead.
    Raise UnusableInput.
    """
    game = find(ruleset.game)
    pairs = dict(word.partition("=")[::2] for word in words)
    preset = pairs.pop("preset", "")
    base = {} if preset else dict(ruleset.values)
    try:
        return game.ruleset(preset or ruleset.preset, base | pairs)
    except RulesetError as error:
        raise UnusableInput(str(error)) from error
