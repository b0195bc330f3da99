"""The declaration of a league's file: every kind of record, its fields, and what is left out.

The order is that in which they are imported: a record refers to lines of records before it, or is
completed *late*, once the record it refers to has been written. A model of a league that is neither
here nor in `left_out`, or a field that is neither exported nor named, fails a test.
"""

from typing import Final

from zarleague.exchange.league_file import completing
from zarleague.exchange.league_file import nested_numbers as nested
from zarleague.exchange.league_file.record import Record, RecordColumn, added, plain
from zarleague.leagues import models as leagues
from zarleague.leagues.audit import ARRIVED
from zarleague.play import models as play
from zarleague.reports.models import LeagueRater, ReportPrint, SeasonReport
from zarleague.reports.season_report.files import pdf_storage

_COUNTED = "counts changes on this site; what is derived from the results starts anew"
_ORDER = {"type": "array"}
_ABOUT: Final = {
    "league": "league",
    "user": "accounts",
    "leaguegame": "house_rules",
    "player": "players",
    "season": "seasons",
    "match": "matches",
    "evening": "evenings",
    "eveninground": "rounds",
    "hand": "hands",
    "penalty": "penalties",
    "dispute": "disputes",
    "accesslink": "links",
}
"""The record that an entry of the audit log is about, by the name of its model."""

LEAGUE: Final = Record(
    "league",
    leagues.League,
    "pk",
    (
        *plain(
            "name visibility time_zone language default_game objection_hours dispute_hours"
            " ruling_hours arbiters_may_play shares_rulings hides_hands created_at"
        ),
        *added("idle_days left_early hands_share given_up reminds"),
    ),
    check=completing.check_league,
    left_out={"slug": "in the manifest, since the address may be taken on the new site"},
)

ACCOUNTS: Final = Record(
    "accounts",
    leagues.User,
    "",
    plain("username"),
    left_out=dict.fromkeys(
        (
            *("password", "last_login", "is_superuser", "first_name", "last_name", "email"),
            *("is_staff", "is_active", "date_joined"),
        ),
        "belongs to the person and to this site, not to the league",
    ),
    check=completing.check_account,
)
"""The accounts that the league's records refer to; only their names are exported."""

RECORDS: Final[tuple[Record, ...]] = (
    LEAGUE,
    ACCOUNTS,
    Record(
        "house_rules",
        leagues.LeagueGame,
        "league",
        (*plain("game preset overrides"), *added("name inactive")),
        check=completing.check_game,
    ),
    Record("rater", LeagueRater, "league", plain("rater"), check=completing.check_rater),
    Record(
        "players",
        leagues.Player,
        "league",
        (
            *plain("name guest created_at"),
            RecordColumn("user", "accounts"),
            RecordColumn("merged_into", "players", late=True),
            RecordColumn("inactive", added=True),
        ),
        left_out={"name_key": "made of the name"},
        complete=completing.complete_player,
        check=completing.check_player,
        late_fields=("name_key",),
    ),
    Record(
        "merges",
        leagues.PlayerMerge,
        "guest__league",
        (
            RecordColumn("guest", "players"),
            RecordColumn("into", "players"),
            *plain("author merged_at undone_at undone_by"),
        ),
    ),
    Record(
        "seasons",
        leagues.Season,
        "league",
        (
            *plain("name starts ends state rules created_at"),
            RecordColumn(
                "lots",
                write=nested.write_lots,
                read=nested.read_lots,
                schema=_ORDER | {"description": "[evening, [lines in players.jsonl]]"},
            ),
            *added("game weekday"),
            RecordColumn("final_of", "seasons", late=True, added=True),
            *added("final_seats final_wins"),
            RecordColumn("above", "seasons", late=True, added=True),
            RecordColumn("moves", added=True),
            RecordColumn("follows", "seasons", late=True, added=True),
            RecordColumn(
                "qualified",
                write=nested.write_qualified,
                read=nested.read_qualified,
                added=True,
                schema=_ORDER
                | {"description": "[line in players.jsonl, [numerator, denominator] carried over]"},
            ),
            RecordColumn(
                "withdrawn",
                write=nested.write_players,
                read=nested.read_players,
                added=True,
                schema={
                    "type": "array",
                    "items": {"type": "integer", "minimum": 1},
                    "description": "Lines in players.jsonl",
                },
            ),
        ),
        left_out={"revision": _COUNTED},
        check=completing.check_season,
    ),
    Record(
        "evenings",
        play.Evening,
        "league",
        (
            *plain("date title place created_at"),
            *added("starts_at cancelled_at cancelled_why links_ended"),
        ),
        left_out={"received": "links to answer, which lead to the site that made them"},
    ),
    Record(
        "attendance",
        play.Attendance,
        "league",
        (
            RecordColumn("evening", "evenings"),
            RecordColumn("player", "players"),
            *plain("state since"),
        ),
    ),
    Record(
        "rounds",
        play.EveningRound,
        "league",
        (
            RecordColumn("evening", "evenings"),
            RecordColumn("season", "seasons"),
            *plain("number game preset size way seed repeats draws changed drawn_at"),
        ),
        check=completing.check_round,
    ),
    Record(
        "drawn_seats",
        play.DrawnSeat,
        "league",
        (
            RecordColumn("round", "rounds"),
            RecordColumn("player", "players"),
            *plain("table number"),
        ),
    ),
    Record(
        "matches",
        play.Match,
        "season__league",
        (
            RecordColumn("season", "seasons"),
            *plain(
                "game rules rules_text frozen_at played_on state end_hands end_limit eliminates"
                " high_wins ties_by_wins first_dealer note started_at closed_at"
            ),
            RecordColumn("round", "rounds", added=True),
            *added("table left_early hands_share shares_places given_up"),
        ),
        check=completing.check_match,
    ),
    Record(
        "seats",
        play.MatchSeat,
        "match__season__league",
        (
            RecordColumn("match", "matches"),
            RecordColumn("player", "players"),
            *plain("number from_hand until_hand"),
            RecordColumn("counts_for", "players", added=True),
            RecordColumn("shares_with", "players", added=True),
        ),
    ),
    Record(
        "links",
        leagues.AccessLink,
        "league",
        (
            *plain("purpose label evening created_at"),
            RecordColumn("match_id", "matches"),
            RecordColumn("player", "players"),
            RecordColumn("created_by", "accounts"),
        ),
        left_out={
            "token_hash": "the secret of an address of this site",
            "revoked_at": "links do not work after the move",
        },
        complete=completing.complete_link,
    ),
    Record(
        "link_uses",
        leagues.LinkUse,
        "link__league",
        (RecordColumn("link", "links"), *plain("name first_at last_at")),
        check=completing.check_link_use,
    ),
    Record(
        "hands",
        play.Hand,
        "match__season__league",
        (
            RecordColumn("match", "matches"),
            *plain("number dealer"),
            RecordColumn("confirmed", "versions", late=True),
        ),
    ),
    Record(
        "versions",
        play.HandVersion,
        "hand__match__season__league",
        (
            RecordColumn("hand", "hands"),
            *plain("number kind entry evidence log author_name"),
            RecordColumn("author", "accounts"),
            RecordColumn("link", "links"),
            *plain("reason created_at"),
        ),
        left_out={"ruling": "the ruling says what it decided"},
        check=completing.check_version,
    ),
    Record(
        "results",
        play.HandResult,
        "version__hand__match__season__league",
        (
            RecordColumn("version", "versions"),
            RecordColumn("seat", "seats"),
            RecordColumn("player", "players"),
            *plain("order points place won"),
        ),
    ),
    Record(
        "penalties",
        play.Penalty,
        "season__league",
        (
            RecordColumn("season", "seasons"),
            RecordColumn("match", "matches"),
            RecordColumn("player", "players"),
            *plain(
                "evening points reason author_name created_at cancelled_at cancelled_by"
                " cancel_reason"
            ),
        ),
        left_out={"ruling": "the ruling says what it decided"},
    ),
    Record(
        "disputes",
        play.Dispute,
        "league",
        (
            RecordColumn("hand", "hands"),
            RecordColumn("version", "versions"),
            *plain("event text log"),
            RecordColumn("opened_by", "accounts"),
            *plain(
                "opened_by_name opened_at due_at state ruling closed_by_name closed_at appeal"
                " appealed_by_name appealed_at published"
            ),
        ),
    ),
    Record(
        "statements",
        play.Statement,
        "dispute__league",
        (
            RecordColumn("dispute", "disputes"),
            *plain("text log author_name created_at"),
            RecordColumn("author", "accounts"),
            RecordColumn("link", "links"),
        ),
    ),
    Record(
        "rulings",
        play.Ruling,
        "league",
        (
            RecordColumn("dispute", "disputes"),
            *plain(
                "number game verdict remedy rule option question reasons words record digest"
                " author_name created_at"
            ),
            RecordColumn("author", "accounts"),
        ),
        check=completing.check_ruling,
    ),
    Record(
        "reports",
        SeasonReport,
        "season__league",
        (
            RecordColumn("season", "seasons"),
            *plain("number made_at"),
            RecordColumn(
                "body",
                write=nested.write_figures,
                read=nested.read_figures,
                schema={"type": "object"},
            ),
            RecordColumn(
                "differences",
                write=nested.write_differences,
                read=nested.read_differences,
                schema={"type": "array"},
            ),
        ),
        left_out={"fingerprint": "made of the figures"},
        complete=completing.complete_report,
        check=completing.check_report,
    ),
    Record(
        "report_prints",
        ReportPrint,
        "report__season__league",
        (RecordColumn("report", "reports"), *plain("pdf")),
        left_out={"stored_as": "where this site keeps the PDF"},
        bring=pdf_storage.bring,
    ),
    Record(
        "audit",
        leagues.AuditEntry,
        "league",
        (
            *plain("at topic action"),
            RecordColumn("author", "accounts"),
            *plain("author_name"),
            RecordColumn("link", "links"),
            *plain("way about_kind"),
            RecordColumn("about_id", by="about_kind", kinds=_ABOUT),
            *plain("about_name"),
            RecordColumn(
                "before",
                write=nested.write_changes,
                read=nested.read_changes,
                schema={"type": "object"},
            ),
            RecordColumn(
                "after",
                write=nested.write_changes,
                read=nested.read_changes,
                schema={"type": "object"},
            ),
            *plain("why"),
        ),
        but={"action": ARRIVED},
    ),
    Record(
        "members",
        leagues.Membership,
        "league",
        (
            RecordColumn("user", "accounts"),
            *plain("role arbiter since"),
            RecordColumn("claims", "players", added=True),
        ),
    ),
)
