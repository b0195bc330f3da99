"""Files as people keep them: each is understood, asked about, or refused."""

import io
import re
from typing import Any

import pytest

from tests import factories
from tests.exchange.any_file import packed
from tests.exchange.shapes.asked import ASKED
from tests.exchange.shapes.cases import ODS_ROWS, Case, ods
from tests.exchange.shapes.refused import REFUSED
from tests.exchange.shapes.understood import WHOLE
from tests.exchange.shapes.written import PEOPLE
from zarleague.exchange.history.checking import CheckedSheet, check
from zarleague.exchange.history.layout import Layout
from zarleague.exchange.history.sheets import UnreadableSheet, rows_of, sheets_in
from zarleague.leagues.services import own_games

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

HALVES = {
    "format": "zarleague-game",
    "version": 1,
    "name": "Halves",
    "players": [2, 8],
    "wins": "low",
    "fields": [],
    "limit": 200,
    "unit": 2,
}


def look(
    club: factories.Club, case: Case, layout: Layout | None = None, **more: Any
) -> CheckedSheet:
    game = case.game.removesuffix("-collects")
    if case.game != game:
        club.league.games.update_or_create(
            game=game, defaults={"preset": "", "overrides": {"scoring": "winner-collects"}}
        )
    if game == "own:Halves":
        own_games.declare_game(club.league, HALVES, actor=club.boss)
    data = case.content.encode() if isinstance(case.content, str) else case.content
    chosen = {"game": game, "season": "Past", "names": {}, **more}
    return check(io.BytesIO(data), club.league, layout, chosen)


def texts(found: CheckedSheet) -> list[str]:
    return [one.msgid.format(**one.params) for one in found.gathered.problems]


def assert_holds(found: CheckedSheet, case: Case) -> None:
    gathered = found.gathered
    totals: dict[str, int] = {}
    for hand in gathered.hands:
        for place, points in hand.points.items():
            name = gathered.names[place]
            totals[name] = totals.get(name, 0) + points
    assert (len(gathered.hands), totals) == (case.hands, case.totals)
    table = found.to_json()["table"]
    if case.wins is not None:
        assert {row["name"]: row["wins"] for row in table} == case.wins
    if case.days is not None:
        assert found.to_json()["evenings"] == case.days


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("case", WHOLE, ids=lambda case: case.name)
def test_understood(club: factories.Club, case: Case) -> None:
    found = look(club, case)
    assert texts(found) == []
    assert [question.key for question in found.questions] == []
    assert_holds(found, case)


def _kind(key: str) -> str:
    """Return the kind of a question, without the number of its column."""
    return re.sub(r"-\d+$", "", key)


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("case", ASKED, ids=lambda case: case.name)
def test_asked_about(club: factories.Club, case: Case) -> None:
    found = look(club, case)
    asked = {question.key for question in found.questions if not question.answer}
    assert {_kind(key) for key in asked} == set(case.asked)
    assert {problem.kind for problem in found.gathered.problems} == set(case.leave_out)
    answers = case.then | {key: case.asked[_kind(key)] for key in asked}
    answered = look(club, case, found.layout, answers=answers, leave_out=list(case.leave_out))
    assert texts(answered) == []
    assert all(question.answer for question in answered.questions)
    assert_holds(answered, case)


@pytest.mark.parametrize(
    ("heading", "known"), [("Chips", ("Ann", "Bob")), ("Beers", ()), ("Price", ("Ann",))]
)
def test_a_number_beside_players_is_no_player_unasked(
    club: factories.Club, heading: str, known: tuple[str, ...]
) -> None:
    """The league has players called Ann and Bob, but none called Chips. Beers are known as none."""
    club.add(*known)
    found = look(club, Case("", f"Date,Ann,{heading},Bob\n2025-03-01,5,4,0\n2025-03-08,0,3,7\n"))
    assert [_kind(question.key) for question in found.questions] == (["odd"] if known else [])
    names = {row["name"] for row in found.to_json()["table"]}
    assert names == ({"Ann", "Bob", heading} if known else {"Ann", "Bob"})


@pytest.mark.parametrize(
    "rows",
    [
        "2025-03-01,0,12,33\n2025-03-08,21,0,5\n2025-03-15,8,14,0\n",
        "2025-03-01,0,12,0\n2025-03-08,21,0,0\n2025-03-15,0,0,9\n",
    ],
    ids=["the only 0", "the only points"],
)
def test_a_word_above_what_each_row_lacks_is_asked_about(club: factories.Club, rows: str) -> None:
    """Bonus would be left out, but without it nobody has won the second row, or the first."""
    found = look(club, Case("", f"Date,Ann,Bonus,Cat\n{rows}"))
    assert "odd-2" in {question.key for question in found.questions}
    assert len(found.to_json()["table"]) == 3


@pytest.mark.parametrize(
    ("content", "known", "other", "totals"),
    [
        (
            "Date,Zoë,Bob,Zoe\n2025-03-01,0,4,\n2025-03-08,3,0,\n2025-03-15,,2,0\n",
            (),
            "Zoë",
            {"Zoë": 3, "Bob": 6},
        ),
        (
            "Date,Player,Points\n2025-03-01,Ann (host),0\n2025-03-01,Bob,4\n2025-03-08,Ann,3\n"
            "2025-03-08,Bob,0\n",
            (),
            "Ann",
            {"Ann": 3, "Bob": 4},
        ),
        (
            "Date,Joerg,Bob\n2025-03-01,0,4\n2025-03-08,3,0\n2025-03-15,0,2\n",
            ("Jörg", "Bob"),
            "Jörg",
            {"Jörg": 3, "Bob": 6},
        ),
        (
            "Date,Player,Points\n2025-01-03,Ann B.,0\n2025-01-03,Bob,12\n2025-01-10,Ann Berg,5\n"
            "2025-01-10,Bob,0\n",
            (),
            "Ann Berg",
            {"Ann Berg": 5, "Bob": 12},
        ),
    ],
    ids=["accents", "a remark", "a player of the league", "a first letter"],
)
def test_one_person_under_two_names_is_asked_about(
    club: factories.Club, content: str, known: tuple[str, ...], other: str, totals: dict[str, int]
) -> None:
    club.add(*known)
    (question,) = look(club, Case("", content)).questions
    assert question.params["other"] == other
    found = look(club, Case("", content), answers={question.key: "one"})
    assert {row["name"]: row["points"] for row in found.to_json()["table"]} == totals
    apart = look(club, Case("", content), answers={question.key: "two"})
    assert len(apart.to_json()["table"]) == len(found.gathered.names)
    by_hand = look(club, Case("", content), names={str(question.params["name"]): "Dee"})
    assert by_hand.questions == ()


def test_days_without_a_year_may_begin_with_the_month(club: factories.Club) -> None:
    """2/8 is no day of August, which would be that of the year before."""
    rows = "2/1,0,4\n2/8,3,0\n2/15,0,2\n"
    found = look(club, Case("", f"2025,,\nDate,Ann,Bob\n{rows}")).to_json()
    assert (found["first"], found["last"]) == ("2025-02-01", "2025-02-15")


def test_totals_of_evenings_that_also_fall_are_asked_about(club: factories.Club) -> None:
    rows = "".join(
        f"{day}.2.2025;{points}\n"
        for day, points in enumerate(
            ("12;-4;6;-14", "15;2;-1;-16", "9;11;-5;-15", "14;9;2;-25", "11;17;4;-32",
             "16;12;11;-39", "20;16;7;-43"),
            1,
        )
    )  # fmt: skip
    found = look(club, Case("", f"Datum;Ann;Bob;Cat;Dee\n{rows}"))
    assert "running" in {question.key for question in found.questions}
    totals = look(club, Case("", f"Datum;Ann;Bob;Cat;Dee\n{rows}"), answers={"running": "totals"})
    assert {row["name"]: row["points"] for row in totals.to_json()["table"]} == {
        "Ann": 20, "Bob": 16, "Cat": 7, "Dee": -43,
    }  # fmt: skip


def test_two_names_of_one_row_are_two_people(club: factories.Club) -> None:
    found = look(club, Case("", "Date,Zoë,Zoe\n2025-03-01,0,4\n2025-03-08,3,0\n2025-03-15,0,2\n"))
    assert found.questions == ()


def test_names_under_a_heading_no_one_knows_are_asked_about(club: factories.Club) -> None:
    """Swedish is no language of the headings: "Omgång" and "Poäng" are no two players."""
    rows = "".join(
        f"2024-02-{day};{hand};{name};{hand + day}\n"
        for day in (10, 17)
        for hand in (1, 2)
        for name in PEOPLE
    )
    found = look(club, Case("Swedish", f"Datum;Omgång;Spelare;Poäng\n{rows}"))
    asked = next(question for question in found.questions if question.key == "names")
    assert (asked.params["name"], asked.answer) == ("Spelare", "")


@pytest.mark.table(one_in=3)
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_refused(club: factories.Club, case: Case) -> None:
    assert any(case.refused in text for text in texts(look(club, case)))


def test_most_are_understood_wholly() -> None:
    """None is wrong: that is what the tests above say of each."""
    files = len(WHOLE) + len(ASKED) + len(REFUSED)
    share = len(WHOLE) / files
    print(
        f"\n{files} files: {len(WHOLE)} understood wholly ({share:.0%}), {len(ASKED)} asked about, "
        f"{len(REFUSED)} refused, 0 wrong"
    )
    assert share >= 0.8


@pytest.mark.parametrize("value", ["NaN", "INF", "1e999"])
def test_a_number_that_is_none_is_a_text(value: str) -> None:
    """So its cell is named as one that has no points, and no sum ever counts it."""
    cell = f"<table:table-cell office:value-type='float' office:value='{value}'/>"
    rows = rows_of(io.BytesIO(ods(f"<table:table-row>{cell}</table:table-row>")))
    assert [[type(cell) for cell in row] for _, row in rows] == [[str]]


def test_workbooks_say_what_they_are() -> None:
    """A text is a zip, too, but no spreadsheet."""
    assert sheets_in(io.BytesIO(ods(*ODS_ROWS))) == 1
    assert sheets_in(io.BytesIO(ods(*ODS_ROWS, sheets=2))) == 2
    text = packed({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b""})
    with pytest.raises(UnreadableSheet, match="no CSV, XLSX or ODS file"):
        next(rows_of(io.BytesIO(text)))


def test_several_seasons_do_not_become_one_unasked(club: factories.Club) -> None:
    rows = "2023/24,2024-01-05,0,12,4\n2023/24,2024-01-12,7,0,9\n2024/25,2025-01-03,3,5,0\n"
    found = look(club, Case("", f"Season,Date,Ann,Bob,Cat\n{rows}"))
    assert [question.key for question in found.questions] == ["seasons"]
    found = look(club, Case("", f"Season,Date,Ann,Bob,Cat\n{rows.replace('2024/25', '2023/24')}"))
    assert found.questions == ()


def test_a_dash_in_each_row_may_be_the_nought_of_the_winner(club: factories.Club) -> None:
    rows = "2025-01-03,-,12,4\n2025-01-10,17,-,9\n2025-01-17,5,13,-\n2025-01-24,-,8,2\n"
    case = Case("", f"Date,Ann,Bob,Cat\n{rows}", hands=4, wins={"Ann": 2, "Bob": 1, "Cat": 1})
    asked = [question.key for question in look(club, case).questions]
    assert "dashes" in asked
    found = look(club, case, answers={"dashes": "zero"})
    assert [question.key for question in found.questions if not question.answer] == []
    assert {row["name"]: row["wins"] for row in found.to_json()["table"]} == case.wins


def test_points_of_another_kind_beside_plain_names_are_asked_about(club: factories.Club) -> None:
    found = look(club, Case("", "Date,Max points,Ann,Bob\n2025-01-03,100,80,75\n"))
    assert "odd-1" in [question.key for question in found.questions]


def test_a_table_of_who_met_whom_is_refused(club: factories.Club) -> None:
    met = "Name,Ann,Bob,Cat,Dee\nAnn,,3,2,3\nBob,1,,3,0\nCat,3,2,,3\nDee,0,3,1,\n"
    data = io.BytesIO(met.encode())
    chosen = {"game": "zar", "season": "Past", "names": {}, "answers": {"named-day": "yes"}}
    found = check(data, club.league, None, chosen, name="2025-03-01.csv")
    assert "who met whom" in texts(found)[0]
