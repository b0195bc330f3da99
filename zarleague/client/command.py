"""The client's command line: ``zarleague login``, ``leagues``, ``hand add``, ``standings``,
``replay`` of a stored hand, ``export``.

``zarleague replay FILE`` judges a log without a site; it is a command of `play`.
"""

import argparse
import getpass
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import platformdirs
from urllib3.exceptions import HTTPError

from zarleague.client import ApiError, Client

WORDS: Final = ("export", "hand", "leagues", "login", "standings")
POLL: Final = 1.0
"""Seconds between two questions whether a file is done."""
LONGEST: Final = 1800.0
"""Seconds after which nobody waits for a file any more; the site may make it in up to ten minutes,
after others.
"""
ON_THE_SERVER: Final = """\
on the machine of the site:
  backup, restore       the whole site in one file
  store_reports         the PDFs of reports into their store, or back
  export_league, import_league
                        one league in one file
  rebuild               work out everything derived again; --check only compares
  replay FILE           judge a log without a site
  reverify              judge all stored logs with today's engine
  migrate               bring the database to this version
  createsuperuser       make an operator's account
  help                  list all commands on the machine of the site
  --version             print the version"""


def knows(arguments: Sequence[str]) -> bool:
    """Return whether the arguments are for a site. ``replay`` is, with numbers of a match and a
    hand.
    """
    match arguments:
        case ["replay", match, number]:
            return match.isdecimal() and number.isdecimal()
        case [word, *_]:
            return word in WORDS
    return False


def help_text() -> str:
    """Return what ``zarleague --help`` prints: these commands, and those on the server."""
    return _parser().format_help()


def run(arguments: Sequence[str]) -> None:
    """Do what the arguments say; exit with a sentence where that cannot be done."""
    options = _parser().parse_args(arguments)
    try:
        options.do(options)
    except ApiError as refused:
        sys.exit(str(refused))
    except HTTPError as error:
        sys.exit(f"The site cannot be reached: {error}")


def login_file() -> Path:
    """Return where the site and the token are kept."""
    folder = os.environ.get("ZARLEAGUE_CONFIG") or platformdirs.user_config_dir("zarleague")
    return Path(folder) / "login.json"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="zarleague",
        description="Without a command, serve the league on this machine, at HOST and PORT. "
        "With one, use a site anywhere.",
        epilog=ON_THE_SERVER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    words = parser.add_subparsers(required=True, metavar="command")
    login = _word(words, "login", _login, "keep a site and a token made in your account there")
    login.add_argument("site", help="such as https://league.example")
    login.add_argument("--token", help="asked for, if it is not given")
    _word(words, "leagues", _leagues, "list your leagues and their open matches")
    standings = _word(words, "standings", _standings, "show a season's table")
    standings.add_argument("league")
    standings.add_argument("--season", type=int, help="by default the latest")
    replay = _word(words, "replay", _replay, "show what is judged of a hand's log")
    replay.add_argument("match", type=int)
    replay.add_argument("number", type=int)
    export = _word(words, "export", _export, "write a league's file")
    export.add_argument("league")
    export.add_argument("file", type=Path, help="where to, such as league.zip")
    hand = words.add_parser("hand", help="enter a hand").add_subparsers(required=True)
    add = _word(hand, "add", _add, "enter a hand of an open match by points")
    add.add_argument("match", type=int)
    add.add_argument("results", nargs="+", metavar="NAME=POINTS", help="NAME=out for the winner")
    return parser


def _word(words: Any, name: str, do: Callable[[Any], None], text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = words.add_parser(name, help=text, description=text)
    parser.set_defaults(do=do)
    return parser


def _site() -> Client:
    try:
        kept = json.loads(login_file().read_text("utf-8"))
        return Client(kept["site"], kept["token"])
    except (OSError, ValueError, KeyError):
        sys.exit("Sign in first: zarleague login https://your.site")


def _login(options: argparse.Namespace) -> None:
    token = options.token or getpass.getpass(
        f"Token, from {options.site.rstrip('/')}/tokens/ (not shown here): "
    )
    account = Client(options.site, token.strip()).read_account()
    file = login_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.chmod(0o600)
    file.write_text(json.dumps({"site": options.site, "token": token.strip()}), "utf-8")
    print(f"Signed in as {account['username']}; the token may {account['scope']}.")


def _leagues(_options: argparse.Namespace) -> None:
    with _site() as site:
        for league in site.pages(site.list_leagues()):
            print(f"{league['slug']}: {league['name']}")
            for match in site.pages(site.list_matches(league["slug"], state="open")):
                who = ", ".join(match["players"])
                print(f"  match {match['id']}: {match['game']}, {match['played_on']}, {who}")


def _standings(options: argparse.Namespace) -> None:
    with _site() as site:
        season = options.season
        if season is None:
            seasons = site.list_seasons(options.league)["results"]
            if not seasons:
                sys.exit("This league has no season yet.")
            season = seasons[0]["id"]
        table = site.read_standings(options.league, season)
        print(f"{table['season']['name']}, by {table['metric']}")
        for row in site.pages(table, "rows"):
            rank = "" if row["rank"] is None else row["rank"]
            figure = "" if row["metric"] is None else f"{row['metric']:g}"
            print(f"{rank:>4}  {row['name']:<24} {figure:>8}  hands {row['hands']}")


def _replay(options: argparse.Namespace) -> None:
    with _site() as site:
        judged = site.read_hand_replay(options.match, options.number)
    for event in judged["events"]:
        mark = "" if event["verdict"] == "legal" else f"  [{event['verdict']}]"
        print(f"{event['line']:>4}  {event['text']}{mark}")
        for finding in event["findings"]:
            print(f"      {finding['text']}")
    print(judged["verdict"])


def _full_name(typed: str, names: Iterable[str]) -> str:
    """Return the name at the table that somebody typed: the whole of it, or its first word if
    nobody else there has the same. Any other comes back as it is.
    """
    meant = [name for name in names if typed in (name, name.split()[0])]
    return meant[0] if len(meant) == 1 and typed not in names else typed


def _add(options: argparse.Namespace) -> None:
    given = dict(result.rpartition("=")[::2] for result in options.results)
    with _site() as site:
        match = site.read_match(options.match)
        seats = [seat for seat in match["seats"] if seat["until_hand"] is None]
        names = {seat["name"]: seat["player"] for seat in seats}
        given = {_full_name(name, names): points for name, points in given.items()}
        unknown = given.keys() - names.keys()
        if unknown:
            sys.exit(
                f"Not at this table: {', '.join(sorted(unknown))}. There are {', '.join(names)}."
            )
        played = [name for name in names if name in given]
        out = [index for index, name in enumerate(played) if given[name] == "out"]
        try:
            sheets: list[dict[str, Any]] = [
                {} if given[name] == "out" else {"points": int(given[name])} for name in played
            ]
        except ValueError:
            sys.exit("Points are whole numbers, or “out” for who went out.")
        if len(out) > 1:
            sys.exit("Only one player can go out.")
        entered = site.enter_hand(
            options.match,
            {
                "form": "totals",
                "winner": out[0] if out else None,
                "sheets": sheets,
                "players": [names[name] for name in played],
                "number": match["status"]["next_number"],
            },
        )
    hand = entered["hand"]
    results = ", ".join(f"{result['name']} {result['points']}" for result in hand["results"])
    print(f"Hand {hand['number']}: {results}")
    if entered["announcement"]:
        print(entered["announcement"])


def _export(options: argparse.Namespace) -> None:
    with _site() as site:
        made = site.ask_for_export(options.league)
        deadline = time.monotonic() + LONGEST
        while made["state"] not in ("done", "failed"):
            if time.monotonic() >= deadline:
                sys.exit("The file is still being made. Ask for it again later.")
            time.sleep(POLL)
            made = site.read_export(options.league)
        if made["state"] == "failed":
            sys.exit(made["problem"] or "The file could not be made.")
        content = site.read_export_file(options.league)
    options.file.write_bytes(content)
    print(f"{options.file}: {len(content)} bytes")
