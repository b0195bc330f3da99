"""``python -m tools.mutants``: 30 wrong changes to the code, each of which some test must notice.

Each is made in a copy of the tree, and only the tests that have to notice it are run there, as in
``make test``, on SQLite. A mutant whose text the code no longer has, or has more than once, is an
error: mend the list. Arguments choose mutants by a part of their file's path or of what they do.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SHARED = (".venv", "build", "node_modules")
"""What the copy takes from the tree itself."""
MADE = ("zarleague/client/operations.py", "locale/*/LC_MESSAGES/*.mo")
"""What is made of the code and is not in the repository."""


class Mutant(NamedTuple):
    """A wrong change: where, what it breaks, the text of the code, its replacement, and the tests
    that must notice it, apart by spaces."""

    file: str
    does: str
    old: str
    new: str
    tests: str


MUTANTS = (
    # The engine
    Mutant(
        "zarleague/engine/games/uno/bluff.py",
        "pays a bluff before older debts",
        "older = sum(debt.event < state.accused_at for debt in debts)",
        "older = 0",
        "tests/engine/uno",
    ),
    Mutant(
        "zarleague/engine/games/uno_golf/clear.py",
        "lets a cleared pair's action act",
        "            state.discard.extend((first, second))\n"
        "            state.top_inert = not state.rules.cleared_action_acts\n",
        "            state.discard.extend((first, second))\n",
        "tests/engine/uno_golf",
    ),
    Mutant(
        "zarleague/engine/games/uno_golf/clear.py",
        "lets the action of a card laid away with its pair act",
        "    if not state.turns_over:\n"
        "        state.top_inert = not state.rules.cleared_action_acts\n",
        "",
        "tests/engine/uno_golf",
    ),
    Mutant(
        "zarleague/engine/deduction/deduce.py",
        "blames another card of a movement",
        "return [(last.event, last.cards[least - 1])]",
        "return [(last.event, last.cards[0])]",
        "tests/engine/deduction/test_assignment.py",
    ),
    Mutant(
        "zarleague/engine/games/zar/scoring.py",
        "spares everybody when the supply has run out",
        "state.hand_size(seat) < most:",
        "state.hand_size(seat) <= most:",
        "tests/engine/zar",
    ),
    Mutant(
        "zarleague/engine/games/uno/scoring.py",
        "rewards failed interceptions",
        "points + FAILED_INTERCEPTION * count for",
        "points - FAILED_INTERCEPTION * count for",
        "tests/engine/uno",
    ),
    Mutant(
        "zarleague/engine/games/uno_golf/scoring.py",
        "counts one column of a grid",
        "total += points",
        "total = points",
        "tests/engine/uno_golf",
    ),
    Mutant(
        "zarleague/engine/games/zuits/scoring.py",
        "takes the worst choice for the player's",
        "return min(tallies, key=lambda tally: abs(tally.off))",
        "return max(tallies, key=lambda tally: abs(tally.off))",
        "tests/engine/zuits",
    ),
    # Standings
    Mutant(
        "zarleague/standings/tiebreaks.py",
        "lets either of two drawings on an evening count",
        "key=lambda lot: (lot.evening, lot.lot_id)",
        "key=lambda lot: lot.evening",
        "tests/standings/test_tiebreaks.py",
    ),
    Mutant(
        "zarleague/standings/totals.py",
        "keeps the points of what was taken away",
        "self.points += sign * result.points",
        "self.points += result.points",
        "tests/standings/test_totals.py",
    ),
    Mutant(
        "zarleague/standings/places.py",
        "gives the lower of shared places",
        "first_seen.setdefault(score, place)",
        "first_seen[score] = place",
        "tests/standings/test_places.py",
    ),
    Mutant(
        "zarleague/standings/places.py",
        "gives each sharer all points of the shared places",
        "return sum(filled, Fraction(0)) / sharing",
        "return sum(filled, Fraction(0))",
        "tests/standings/test_places.py",
    ),
    # People and leagues
    Mutant(
        "zarleague/leagues/access.py",
        "lets every link see every league",
        "or (actor.link is not None and actor.link.league_id == league.pk)\n    )\n\n\ndef can_org",
        "or actor.link is not None\n    )\n\n\ndef can_org",
        "tests/leagues/test_access.py",
    ),
    Mutant(
        "zarleague/leagues/access.py",
        "lets a link score every evening",
        "        and link.evening == evening\n",
        "",
        "tests/leagues/test_access.py",
    ),
    Mutant(
        "zarleague/leagues/idempotency.py",
        "fails when another request has used the key meanwhile",
        "except IntegrityError as taken:",
        "except ZeroDivisionError as taken:",
        "tests/play/test_idempotency.py",
    ),
    Mutant(
        "zarleague/leagues/idempotency.py",
        "answers another request under the same key",
        "            if digest != self.digest:\n                raise KeyReused\n",
        "",
        "tests/play/test_idempotency.py",
    ),
    Mutant(
        "zarleague/leagues/tokens.py",
        "lets tokens live for ever",
        "Q(revoked_at=None, expires_at__gt=timezone.now())",
        "Q(revoked_at=None)",
        "tests/api/test_tokens.py",
    ),
    # Play
    Mutant(
        "zarleague/play/match_access.py",
        "lets a link correct an agreed hand",
        "stage is Stage.PROVISIONAL and _scores_by_link(actor, match)",
        "_scores_by_link(actor, match)",
        "tests/leagues/test_access.py tests/api/test_permissions.py",
    ),
    Mutant(
        "zarleague/play/match_access.py",
        "lets a link score every match",
        "return link.match_id == match.pk",
        "return True",
        "tests/leagues/test_access.py tests/api/test_permissions.py",
    ),
    Mutant(
        "zarleague/play/verdicts/hidden_hands.py",
        "shows hidden hands to everybody",
        "if not league.hides_hands or access.is_arbiter(actor, league.pk):",
        "if True:",
        "tests/web/test_hidden_hands.py",
    ),
    # Reports and background work
    Mutant(
        "zarleague/reports/background_work/time_slice.py",
        "ends no turn",
        "return now >= self._ends",
        "return False",
        "tests/reports/test_report_parts.py tests/reports/test_rank_parts.py",
    ),
    Mutant(
        "zarleague/background/queueing.py",
        "never queues a task again that was claimed",
        "if abs(now - cache.get(task, now)) <= seconds:",
        "if True:",
        "tests/platform/test_queueing.py",
    ),
    Mutant(
        "zarleague/replays/gate.py",
        "charges nobody for a log that was never judged",
        "            more = ENDED\n",
        "",
        "tests/platform/test_replay_processes.py",
    ),
    # What leaves the site and comes in
    Mutant(
        "zarleague/exchange/addresses.py",
        "sends to machines behind the site",
        "return ip.is_global and not ip.is_multicast",
        "return not ip.is_multicast",
        "tests/exchange/test_webhooks.py",
    ),
    Mutant(
        "zarleague/leagues/mail.py",
        "sends letters after two days",
        "lasts=datetime.timedelta(days=2)",
        "lasts=datetime.timedelta(days=200)",
        "tests/exchange/test_letters.py tests/platform/test_sending.py",
    ),
    Mutant(
        "zarleague/exchange/forgetting/work.py",
        "erases another player's equal name",
        "names = [name for name in found.names if name_key(name) not in taken]",
        "names = list(found.names)",
        "tests/exchange/test_forgetting.py",
    ),
    Mutant(
        "zarleague/exchange/history/work.py",
        "imports for a player merged meanwhile",
        "Player.objects.filter(league=found.league, merged_into=None)",
        "Player.objects.filter(league=found.league)",
        "tests/exchange/test_history.py",
    ),
    # The faces
    Mutant(
        "zarleague/api/base.py",
        "writes over what changed since it was read",
        'if seen != "*" and not tags.is_among(self.present_tag(), seen):',
        "if False:",
        "tests/api/test_conditional.py",
    ),
    Mutant(
        "zarleague/serving/buffering.py",
        "takes a request of any length in parts",
        "if len(body) + len(part) > most:",
        "if False:",
        "tests/platform/test_limits.py",
    ),
    Mutant(
        "zarleague/live/tickets.py",
        "lets a forged ticket listen",
        '    except BadSignature:\n        return (), ""\n',
        "    except BadSignature:\n        pass\n",
        "tests/platform/test_live.py",
    ),
)


def copy_to(folder: Path) -> None:
    """Copy what the repository holds, as it is in the tree."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    )  # fmt: skip
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file() and name not in SHARED:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for path in (path for pattern in MADE for path in ROOT.glob(pattern)):
        shutil.copy2(path, folder / path.relative_to(ROOT))
    for name in SHARED:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)


def passes(folder: Path, tests: str) -> bool:
    """Return whether the tests pass in the copy. Exit if none was run."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests.split()]
    environment = os.environ | {"CI": "1", "TABLES": "sample", "DATA_DIR": str(folder / "var")}
    for name in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(name, None)
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1):
        sys.exit(f"The tests cannot be run: {tests}\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def main() -> int:
    """Return 0 if every chosen mutant was noticed."""
    wrong = [one for one in MUTANTS if (ROOT / one.file).read_text("utf-8").count(one.old) != 1]
    for one in wrong:
        print(f"{one.file} does not have this once:\n{one.old}")
    if wrong:
        return 1
    chosen = [
        one
        for one in MUTANTS
        if len(sys.argv) == 1 or any(word in f"{one.file} {one.does}" for word in sys.argv[1:])
    ]
    survived = []
    with tempfile.TemporaryDirectory(prefix="zarleague-mutants-") as name:
        folder = Path(name)
        copy_to(folder)
        for tests in dict.fromkeys(one.tests for one in chosen):
            if not passes(folder, tests):
                sys.exit(f"These tests fail without a mutant: {tests}")
        for one in chosen:
            began = time.monotonic()
            file = folder / one.file
            right = file.read_text("utf-8")
            file.write_text(right.replace(one.old, one.new), "utf-8")
            if passes(folder, one.tests):
                survived.append(one)
            file.write_text(right, "utf-8")
            fate = "SURVIVED" if one in survived else "noticed"
            print(f"{fate}  {time.monotonic() - began:4.0f} s  {one.file}: {one.does}", flush=True)
    print(f"{len(chosen) - len(survived)} of {len(chosen)} noticed.")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
