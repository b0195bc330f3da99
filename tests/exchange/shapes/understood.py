"""Files that are understood wholly. The totals are added up by hand from the rows."""

import json

from tests.exchange.shapes.cases import (
    COLLECTED,
    ODS_ROWS,
    PLAYS,
    Case,
    bgstats,
    boardgamegeek,
    book,
    ods,
)
from tests.exchange.shapes.written import PEOPLE, SCORES, of_each_shape

ROWS = ("0{0}14{0}27", "22{0}0{0}9", "5{0}31{0}0")
DAYS = ("03.01.2025", "10.01.2025", "17.01.2025")


def three_evenings(head: str, days: tuple[str, ...] = DAYS, more: str = "", mark: str = ";") -> str:
    """Return a file with a row for each of three evenings."""
    rows = (f"{day}{mark}{row.format(mark)}\n" for day, row in zip(days, ROWS, strict=True))
    return f"{head}\n{''.join(rows)}{more}"


THREE_EVENINGS = (
    *(
        (f"days like {days[0]}", three_evenings(f"{head};Ann;Bob;Cat", days))
        for head, days in (
            ("Datum", ("3. Jänner 2025", "10. Jänner 2025", "7. Feber 2025")),
            ("Datum", ("03.01.2025 (Fr)", "10.01.2025 (Fr)", "18.01.2025 (Sa)")),
            ("Datum", ("03.01.2025, Fr", "10.01.2025, Fr", "18.01.2025, Sa.")),
            (
                "Datum",
                ("03.01.2025 19:30-23:00", "10.01.2025 20:00-22:30", "17.01.2025 19:00-23:15"),
            ),
            ("Date", ("samedi 4 janvier 2025", "samedi 11 janvier 2025", "samedi 8 février 2025")),
            ("Fecha", ("3-ene-25", "10-ene-25", "7-feb-25")),
            ("Date", ("2025-01-03", "10.01.2025", "17 Jan 2025")),
            (
                "Date",
                ("Friday, January 3, 2025", "Friday, January 10, 2025", "Friday, January 17, 2025"),
            ),
            ("", ("2025-01-03", "2025-01-10", "2025-01-17")),
        )
    ),
    (
        "sums above the rows",
        three_evenings("Datum;Ann;Bob;Cat\nGesamt;27;45;36"),
    ),
    (
        "a club's title, its sums and means",
        three_evenings(
            "Zar-Runde Lindenhof;;;\n;;;\nDatum;Ann;Bob;Cat", more="Summe;27;45;36\nØ;9;15;12\n"
        ),
    ),
    (
        "stakes and what is in the box",
        "Datum;Ann;Bob;Cat;Einsatz;Kasse\n03.01.2025;0;14;27;2;6\n10.01.2025;22;0;9;2;12\n"
        "17.01.2025;5;31;0;2;18\n",
    ),
    (
        "a day when it was written down",
        "Date,Ann,Bob,Cat,Entered\n2025-01-03,0,14,27,2025-01-04\n2025-01-10,22,0,9,2025-01-10\n"
        "2025-01-17,5,31,0,2025-01-20\n",
    ),
    (
        "a letter for a word in front of each name",
        three_evenings("Datum;Pkt. Ann;Pkt. Bob;Pkt. Cat"),
    ),
    (
        "spaces of a kind that no one sees",
        three_evenings(
            "Date;\u00a0Ann ;Bob\u00a0;Cat", ("2025-01-03", "2025-01-10", "2025-01-17\u00a0")
        ),
    ),
    (
        "running totals in brackets",
        "Datum;Ann;Bob;Cat\n03.01.2025;0 (0);14 (14);27 (27)\n10.01.2025;22 (22);0 (14);9 (36)\n"
        "17.01.2025;5 (27);31 (45);0 (36)\n",
    ),
    (
        "sorted by player",
        "Date,Player,Points\n2025-01-03,Ann,0\n2025-01-10,Ann,22\n2025-01-17,Ann,5\n"
        "2025-01-03,Bob,14\n2025-01-10,Bob,0\n2025-01-17,Bob,31\n2025-01-03,Cat,27\n"
        "2025-01-10,Cat,9\n2025-01-17,Cat,0\n",
    ),
    (
        "players as rows, how often they came, the total and the mean",
        "Spieler;03.01.25;10.01.25;17.01.25;Spiele;Gesamt;Schnitt\nAnn;0;22;5;3;27;9\n"
        "Bob;14;0;31;3;45;15\nCat;27;9;0;3;36;12\n",
    ),
    (
        "a table of Markdown without its lines at the ends",
        "Date | Ann | Bob | Cat\n--- | --- | --- | ---\n2025-01-03 | 0 | 14 | 27\n"
        "2025-01-10 | 22 | 0 | 9\n2025-01-17 | 5 | 31 | 0\n",
    ),
    (
        "a page as a spreadsheet saves it",
        "<html><head><meta charset=utf-8></head><body><table border=0>"
        + "".join(
            f"<tr height=20><td class=xl65>{'</td><td>'.join(row)}</td></tr>"
            for row in (
                ("Date", "Ann", "Bob", "Cat"),
                ("1/3/2025", "0", "14", "27"),
                ("1/10/2025", "22", "0", "9"),
                ("1/17/2025", "5", "31", "0"),
            )
        )
        + "</table></body></html>",
    ),
    (
        "an object of JSON for each evening",
        json.dumps(
            [
                {"date": day, "scores": dict(zip(("Ann", "Bob", "Cat"), scores, strict=True))}
                for day, scores in (
                    ("2025-01-03", (0, 14, 27)),
                    ("2025-01-10", (22, 0, 9)),
                    ("2025-01-17", (5, 31, 0)),
                )
            ]
        ),
    ),
)
"""The same three evenings in each."""

WHOLE = [
    Case(
        "places under # behind each player, with the means and a ranking in French below",
        "Date;Anne;#;Bob;#;Cat;#\n2025-01-03;0;1;12;3;7;2\n2025-01-10;5;2;0;1;9;3\n"
        "2025-01-17;3;2;4;3;0;1\nTotal général;8;;16;;16;\nMoyenne par soirée;2,67;;5,33;;5,33;\n"
        "Classement;1;;2;;2;\n",
        hands=3,
        totals={"Anne": 8, "Bob": 16, "Cat": 16},
    ),
    Case(
        "games and how many of them there were below, and the best evening",
        "Date,Ann,Bob,Cat\n2025-01-03,0,12,7\n2025-01-10,5,0,9\n2025-01-17,3,4,0\n"
        "Total pts,8,16,16\nGames played,3,3,3\nAvg per game,2.67,5.33,5.33\nBest night,0,0,0\n",
        hands=3,
        totals={"Ann": 8, "Bob": 16, "Cat": 16},
    ),
    Case(
        "lines with years above the rows of each",
        "Date,Ann,Bob\nOur games,,\n2023-11-03,0,12\n2023-12-10,5,0\n2024,,\n2024-11-01,3,0\n",
        hands=3,
        totals={"Ann": 8, "Bob": 12},
    ),
    Case(
        "months and their sums in lines between, and a remark below",
        "Datum;Anna;Bernd;Clara\nJanuar;;;\n03.01.2025;0;12;7\n10.01.2025;5;0;9\n"
        "Zwischensumme Januar;5;12;16\nFebruar;;;\n07.02.2025;3;4;0\n14.02.2025;0;6;2\n"
        "Zwischensumme Februar;3;10;2\nGesamtergebnis;8;22;18\n* Clara kam später;;;\n",
        hands=4,
        totals={"Anna": 8, "Bernd": 22, "Clara": 18},
        days=4,
    ),
    Case(
        "a hand after midnight, which is of the evening before",
        "Timestamp,Hand,Ann,Bob\n2025-01-03 22:50,1,0,12\n2025-01-04 00:25,2,5,0\n"
        "2025-01-10 21:00,1,0,4\n",
        hands=3,
        totals={"Ann": 5, "Bob": 16},
        days=2,
    ),
    Case(
        "weeks with their year, one point, a dash for minus, and sums that are formulas",
        "Woche;Anna;Bernd\nKW 14/2025;0 Punkte;1 Punkt\nKW 15/2025;–3;2\nKW 16/2025;4;0\n"
        ";=SUMME(B2:B4);=SUMME(C2:C4)\n",
        hands=3,
        totals={"Anna": 1, "Bernd": 3},
        days=3,
    ),
    Case(
        "a table drawn in a text, the winners in bold",
        "+------+-----+\n| Date | Ann | Bob |\n+------+-----+\n| 2025-01-03 | **0** | 12 |\n"
        "| 2025-01-10 | 5 | **0** |\n| 2025-01-17 | **0** | 2 |\n",
        hands=3,
        totals={"Ann": 5, "Bob": 14},
    ),
    Case(
        "a list of lists in JSON",
        '[["Date","Ann","Bob"],["2025-01-03",0,12],["2025-01-10",5,0],["2025-01-17",0,3]]',
        hands=3,
        totals={"Ann": 5, "Bob": 15},
    ),
    *(
        Case(
            f"days like {days[0]}",
            f"Data;Ann;Bob\n{days[0]};0;4\n{days[1]};21;0\n{days[2]};0;9\n",
            hands=3,
            totals={"Ann": 21, "Bob": 13},
            days=3,
        )
        for days in (
            ("25-02-01", "25-02-08", "25-02-15"),
            ("1 febbraio 2025", "8 febbraio 2025", "15 marzo 2025"),
        )
    ),
    Case(
        "hands with words for each below the day in French",
        "samedi 4 janvier 2025,,\nJoueur,Ann,Bob\nManche 1,0,14\nManche 2,31,0\n"
        "samedi 11 janvier 2025,,\nJoueur,Ann,Bob\nManche 1,0,8\nManche 2,0,5\n",
        hands=4,
        totals={"Ann": 31, "Bob": 27},
        days=2,
    ),
    Case(
        "numbers a program has not, and a stand in between",
        "Datum;Ann;Bob;Cat\n01.02.2025;0;12;NaN\n08.02.2025;21;0;5\nZwischenstand;21;12;5\n"
        "15.02.2025;8;14;0\n",
        hands=3,
        totals={"Ann": 29, "Bob": 26, "Cat": 5},
    ),
    Case(
        "a player called Max, before the day",
        "Player,Date,Points\nMax,2025-01-07,0\nEva,2025-01-07,12\nMax,2025-01-14,7\nEva,2025-01-14,0\n",
        hands=2,
        totals={"Max": 7, "Eva": 12},
    ),
    Case(
        "players as rows, of whom one is called Max, with the most below",
        "Date,2025-01-07\nName,Round 1,Round 2,Round 3\nMax,0,12,5\nEva,14,0,9\nTom,20,31,0\n"
        "Max,20,31,9\n",
        hands=3,
        totals={"Max": 17, "Eva": 23, "Tom": 51},
    ),
    Case(
        "merged names above points and sums in short words",
        book(
            (None, "Eva", None, "Tim", None),
            ("Datum", "Pkt", "Sum", "Pkt", "Sum"),
            ("2025-03-01", 0, 0, 12, 12),
            ("2025-03-08", 9, 9, 0, 12),
            ("2025-03-15", 0, 9, 20, 32),
        ),
        hands=3,
        totals={"Eva": 9, "Tim": 32},
    ),
    Case(
        "words and what they say above the headings",
        "Title,Friday\nDate,2025-03-07\nNotes,\n\nRound,Ann,Bob,Cat\n1,0,26,26\n2,5,0,3\n3,0,11,12\n"
        "Total,5,37,41\n",
        hands=3,
        totals={"Ann": 5, "Bob": 37, "Cat": 41},
    ),
    Case(
        "running totals of numbered games, of which one begins as high as the other ended",
        "Date,Game,Ann,Bob,Cat\n2025-01-04,1,0,13,8\n2025-01-04,1,31,13,13\n2025-01-04,1,31,34,17\n"
        "2025-01-04,2,0,40,18\n2025-01-04,2,13,40,19\n2025-01-18,1,4,0,9\n2025-01-18,1,4,7,11\n",
        hands=7,
        totals={"Ann": 48, "Bob": 81, "Cat": 47},
    ),
    Case(
        "two players of one play of BG Stats who have no names",
        json.dumps(
            {
                "games": [{"id": 1, "name": "Zar", "highestWins": False}],
                "players": [
                    {"id": 1, "name": "Ann"},
                    {"id": 2, "name": "Anonymous player", "isAnonymous": True},
                ],
                "plays": [
                    {
                        "playDate": "2025-03-02 20:00:00",
                        "gameRefId": 1,
                        "playerScores": [
                            {"playerRefId": player, "score": str(score), "winner": not score}
                            for player, score in ((1, 0), (2, 33), (2, 71))
                        ],
                    }
                ],
            }
        ),
        hands=1,
        totals={"Ann": 0, "Anonymous player": 33, "Anonymous player 2": 71},
    ),
    *(
        Case(name, content, hands=hands, totals=totals)
        for name, hands, totals, content in (
            (
                "totals of a season from evening to evening",
                4,
                {"Ann": 29, "Bob": 40, "Cat": 51},
                "Date,Ann,Bob,Cat\n2025-01-07,0,12,33\n2025-01-14,21,12,38\n2025-01-21,29,26,38\n"
                "2025-01-28,29,40,51\n",
            ),
            (
                "two who won together in one cell",
                3,
                {"Ann": 29, "Bob": 26, "Cat": 33},
                "Date,Ann,Bob,Cat,Winner\n2025-01-07,0,12,33,Ann\n2025-01-14,21,0,0,Bob/Cat\n"
                "2025-01-21,8,14,0,Cat\n",
            ),
            (
                "a column for guests, with a name as a note",
                3,
                {"Ann": 29, "Bob": 26, "Cat": 38, "Guest": 44},
                "Date,Ann,Bob,Cat,Guest\n2025-01-07,0,12,33,\n2025-01-14,21,0,5,44 (Dee)\n"
                "2025-01-21,8,14,0,\n",
            ),
            (
                "crosses for who won, beside the points",
                2,
                {"Ann": 22, "Bob": 14},
                "Date,Player,Points,Won\n2025-01-03,Ann,0,x\n2025-01-03,Bob,14,\n"
                "2025-01-10,Ann,22,\n2025-01-10,Bob,0,x\n",
            ),
            (
                "ticks for the winner, in German",
                2,
                {"Ann": 22, "Bob": 14},
                "Datum;Spieler;Punkte;Sieger?\n3.1.2025;Ann;0;✓\n3.1.2025;Bob;14;\n"
                "10.1.2025;Ann;22;\n10.1.2025;Bob;0;✓\n",
            ),
            (
                "crosses for who dealt",
                2,
                {"Ann": 22, "Bob": 14, "Cat": 12},
                "Date,Player,Points,Dealer\n2025-01-03,Ann,0,x\n2025-01-03,Bob,14,\n"
                "2025-01-03,Cat,5,\n2025-01-10,Ann,22,\n2025-01-10,Bob,0,x\n2025-01-10,Cat,7,\n",
            ),
            (
                "who was the host, by name",
                2,
                {"Ann": 22, "Bob": 14, "Cat": 12},
                "Date,Host,Ann,Bob,Cat\n2025-01-03,Ann,0,14,5\n2025-01-10,Bob,22,0,7\n",
            ),
            (
                "crosses for who has paid",
                3,
                {"Ann": 25, "Bob": 14, "Cat": 16},
                "Date,Ann,Bob,Cat,Paid\n2025-01-03,0,14,5,x\n2025-01-10,22,0,7,\n"
                "2025-01-17,3,0,4,x\n",
            ),
            (
                "dashes of two lengths for who was away",
                3,
                {"Ann": 21, "Bob": 26, "Cat": 5},
                "Date,Ann,Bob,Cat\n2025-01-07,0,12,–\n2025-01-14,21,0,5\n2025-01-21,—,14,0\n",
            ),
            (
                "a running total behind each player",
                3,
                {"Ann": 21, "Bob": 26},
                "Date,Ann,Ann cum,Bob,Bob cum\n2025-01-07,0,0,12,12\n2025-01-14,21,21,0,12\n"
                "2025-01-21,0,21,14,26\n",
            ),
            (
                "an evening below each day, with its names",
                4,
                {"Ann": 29, "Bob": 29, "Cat": 47},
                "2025-01-07,,\nAnn,Bob,Cat\n0,12,33\n21,0,5\n2025-01-14,,\nAnn,Bob,Cat\n8,14,0\n"
                "0,3,9\n",
            ),
            (
                "plays as a list of JSON",
                2,
                {"Ann": 21, "Bob": 12},
                '[{"date":"2025-01-07","game":"Zar","players":[{"name":"Ann","score":0},'
                '{"name":"Bob","score":12}]},{"date":"2025-01-14","game":"Zar","players":['
                '{"name":"Ann","score":21},{"name":"Bob","score":0}]}]',
            ),
            (
                "German decimals of whole points in quotes",
                3,
                {"Ann": 21, "Bob": 19},
                '"Datum";"Ann";"Bob"\n"07.01.2025";"0,0";"12,0"\n"14.01.2025";"21,0";"0,0"\n'
                '"21.01.2025";"0,0";"7,0"\n',
            ),
            (
                "hands numbered with a letter within sessions",
                3,
                {"Ann": 21, "Bob": 21},
                "Session,Hand,Player,Points\n2025-01-07,H1,Ann,0\n2025-01-07,H1,Bob,12\n"
                "2025-01-07,H2,Ann,21\n2025-01-07,H2,Bob,0\n2025-01-14,H1,Ann,0\n"
                "2025-01-14,H1,Bob,9\n",
            ),
            (
                "names below German ordinals",
                3,
                {"Ann": 0 + 2 + 1, "Bob": 1 + 0 + 2, "Cat": 2 + 1 + 0},
                "Date,1.,2.,3.\n2025-01-07,Ann,Bob,Cat\n2025-01-14,Bob,Cat,Ann\n"
                "2025-01-21,Cat,Ann,Bob\n",
            ),
            (
                "a letter for who won and for who lost",
                4,
                {"Ann": 2, "Bob": 3, "Cat": 3},
                "Date,Ann,Bob,Cat\n2025-01-07,W,L,L\n2025-01-14,L,W,L\n2025-01-21,L,L,W\n"
                "2025-01-28,W,L,L\n",
            ),
            (
                "a mean behind the points",
                3,
                {"Ann": 28, "Bob": 26, "Cat": 39},
                "Date,Ann,Bob,Cat,Avg\n2025-01-07,0,12,33,15\n2025-01-14,21,0,6,9\n"
                "2025-01-21,7,14,0,7\n",
            ),
        )
    ),
    Case(
        "medals above the names",
        "Date,🥇,🥈,🥉\n2025-01-07,Ann,Bob,Cat\n2025-01-14,Bob,Cat,Ann\n2025-01-21,Bob,Ann,Cat\n",
        hands=3,
        totals={"Ann": 0 + 2 + 1, "Bob": 1, "Cat": 2 + 1 + 2},
        wins={"Ann": 1, "Bob": 2, "Cat": 0},
    ),
    Case(
        "points between bars, some of which might be days",
        "Datum;Spiel;Gewinner;Spieler;Ergebnis\n01.03.2025;Zar;Ann;Ann/Bob/Cat;0/4/7\n"
        "08.03.2025;Zar;Bob;Ann/Bob/Cat;3/0/8\n15.03.2025;Zar;Cat;Ann/Bob/Cat;5/2/0\n",
        hands=3,
        totals={"Ann": 8, "Bob": 6, "Cat": 15},
        wins={"Ann": 1, "Bob": 1, "Cat": 1},
    ),
    *(
        Case(
            f"three evenings, {what}",
            content,
            hands=3,
            totals={"Ann": 29, "Bob": 26, "Cat": 38},
            wins={"Ann": 1, "Bob": 1, "Cat": 1},
            days=3,
        )
        for what, content in (
            (
                "sums and means below, with a title and notes",
                "Rommé 2025;;;;\nDatum;Ann;Bob;Cat;Bemerkung\n07.01.2025;0;12;33;\n"
                "14.01.2025;21;0;5;Cat krank?\n21.01.2025;8;14;0;\nSumme;29;26;38;\n"
                "Durchschnitt;9,67;8,67;12,67;\n",
            ),
            (
                "a cup behind the winner’s points",
                "Date\tAnn\tBob\tCat\n2025-01-07\t0 🏆\t12\t33\n2025-01-14\t21\t0 🏆\t5\n"
                "2025-01-21\t8\t14\t0 🏆\n",
            ),
            (
                "a star behind the winner’s points",
                "Date,Ann,Bob,Cat\n2025-01-07,0*,12,33\n2025-01-14,21,0*,5\n2025-01-21,8,14,0*\n",
            ),
            (
                "days as numbers of a spreadsheet",
                "Date,Ann,Bob,Cat\n45664,0,12,33\n45671,21,0,5\n45678,8,14,0\n",
            ),
            (
                "American times of a form",
                "Timestamp,Ann,Bob,Cat\n1/7/2025 9:14:22 PM,0,12,33\n"
                "1/14/2025 10:02:01 PM,21,0,5\n1/21/2025 9:45:00 PM,8,14,0\n",
            ),
            (
                "sums and ranks below without a word",
                "Date,Ann,Bob,Cat\n2025-01-07,0,12,33\n2025-01-14,21,0,5\n2025-01-21,8,14,0\n"
                ",29,26,38\n,2,1,3\n",
            ),
            (
                "a rank behind each player",
                "Date,Ann,Rank,Bob,Rank,Cat,Rank\n2025-01-07,0,1,12,2,33,3\n"
                "2025-01-14,21,3,0,1,5,2\n2025-01-21,8,2,14,3,0,1\n",
            ),
            (
                "players as rows with sums and places",
                "Name;07.01.2025;14.01.2025;21.01.2025;Summe;Platz\nAnn;0;21;8;29;2\n"
                "Bob;12;0;14;26;1\nCat;33;5;0;38;3\n",
            ),
            (
                "ratings of all behind the points",
                "Date,Ann,Bob,Cat,Ann Elo,Bob Elo,Cat Elo\n2025-01-07,0,12,33,1510,1500,1490\n"
                "2025-01-14,21,0,5,1500,1512,1488\n2025-01-21,8,14,0,1500,1503,1497\n",
            ),
            (
                "a row for each player with user names and ratings",
                "playid,date,game,location,username,name,score,win,rating\n"
                + "".join(
                    f"{number},2025-01-{day},Zar,Home,{name.lower()}1,{name},{points},"
                    f"{int(not points)},0\n"
                    for number, (day, scores) in enumerate(
                        (("07", (0, 12, 33)), ("14", (21, 0, 5)), ("21", (8, 14, 0))), 1
                    )
                    for name, points in zip(("Ann", "Bob", "Cat"), scores, strict=True)
                ),
            ),
        )
    ),
    *(
        Case(
            f"players whose names have {what} in common",
            f"Date,{heads}\n2025-03-01,0,4,17\n2025-03-08,3,0,8\n2025-03-15,25,2,0\n",
            hands=3,
            totals=dict(zip(heads.split(","), (28, 6, 25), strict=True)),
            wins=dict.fromkeys(heads.split(","), 1),
        )
        for what, heads in (
            ("brackets", "Ann (A),Ann (B),Bob (A)"),
            ("square brackets", "Ann [A],Ann [B],Bob [A]"),
            ("letters", "Ann A,Ann B,Bob A"),
            ("families", "Ann Berg,Bob Berg,Ann Tal"),
            ("numbers", "Ann 1,Ann 2,Bob"),
            ("letters but for an accent", "Zoë,Zoe,Bob"),
        )
    ),
    Case(
        "players as rows, told apart by brackets",
        "Player,2025-03-01,2025-03-08,2025-03-15\nAnn (A),0,3,25\nAnn (B),4,0,2\nBob (A),17,8,0\n",
        hands=3,
        totals={"Ann (A)": 28, "Ann (B)": 6, "Bob (A)": 25},
    ),
    *(
        Case(
            f"who won and who played, beside points below {heads}",
            f"Date,Game,Winner,{heads}\n2025-03-01,Zar,Ann,{more[0]},0,4,17\n"
            f"2025-03-08,Zar,Bob,{more[0]},3,0,8\n2025-03-15,Zar,Cat,{more[0]},25,2,0\n",
            hands=3,
            totals={"Ann": 28, "Bob": 6, "Cat": 25},
            wins={"Ann": 1, "Bob": 1, "Cat": 1},
        )
        for heads, *more in (
            ("Players,Ann,Bob,Cat", '"Ann, Bob, Cat"'),
            ("Players,Ann score,Bob score,Cat score", "Ann/Bob/Cat"),
            ("P1,P2,P3,S1,S2,S3", "Ann,Bob,Cat"),
        )
    ),
    *of_each_shape(),
    *(
        Case(
            f"weeks and months, {what}",
            f"{title}{head};Ann;Bob;Cat\n{days[0]};0;12;40\n{days[1]};31;0;9\n{days[2]};0;22;18\n",
            hands=3,
            totals={"Ann": 31, "Bob": 34, "Cat": 67},
            days=3,
        )
        for what, title, head, days in (
            ("with the year", "", "Week", ("2025-W10", "2025-W11", "2025-W12")),
            ("of the year above", "Skat 2025;;;\n", "Woche", ("KW 51", "KW 52", "KW 1")),
            ("of the year in the title", "2024 results;;;\n", "Month", ("Jan", "Feb", "March")),
            ("as spreadsheets show them", "", "Month", ("Nov-24", "Dec-24", "Jan-25")),
        )
    ),
    Case(
        "a club's sheet of one spring, with sums, means and ranks below",
        "Riverside Card Club,,,,,\nSpring 2025,,,,,\n,,,,,\nDate,Ann,Bob,Cat,Total,Average\n"
        "3-Mar,12,0,15,27,9\n10-Mar,0,14,11,25,8.33\n17-Mar,16,2,0,18,6\n,,,,,\n"
        "Total,28,16,26,70,\nAverage,9.33,5.33,8.67,,\nRank,3,1,2,,\n",
        hands=3,
        totals={"Ann": 28, "Bob": 16, "Cat": 26},
        days=3,
    ),
    *(
        Case(
            f"players as rows, {what}",
            f"{title}{head}\n{rows}",
            hands=3,
            totals={"Cat": 26, "Ann": 28, "Bob": 16},
            days=3,
        )
        for what, title, head, rows in (
            (
                "their ranks before the names",
                "",
                "Rank,Player,Total,2025-03-07,2025-03-14,2025-03-21",
                "1,Bob,16,0,14,2\n2,Cat,26,15,11,0\n3,Ann,28,12,0,16\n",
            ),
            (
                "the year above their days",
                "Cards 2025,,,,\n",
                "Player,7 Mar,14 Mar,21 Mar,Total",
                "Ann,12,0,16,28\nBob,0,14,2,16\nCat,15,11,0,26\n",
            ),
        )
    ),
    Case(
        "players called May, April and June, with a median below",
        "Date,May,April,June\n2025-03-03,0,9,15\n2025-03-10,8,0,11\n2025-03-17,16,2,0\n"
        "Median,8,2,11\nσ,6.5,3.9,6.2\n",
        hands=3,
        totals={"May": 24, "April": 11, "June": 26},
    ),
    Case(
        "a table as Markdown has it",
        "| Date | Ann | Bob |\n|------|-----|-----|\n| 2025-03-03 | 0 | 9 |\n"
        "| 2025-03-10 | 8 | 0 |\n",
        hands=2,
        totals={"Ann": 8, "Bob": 9},
    ),
    Case(
        "weeks beside dates",
        "Week,Date,Ann,Bob,Cat\nWeek 1,2025-03-03,0,9,15\nWeek 2,2025-03-10,8,0,11\n"
        "Week 3,2025-03-17,16,2,0\n",
        hands=3,
        totals={"Ann": 24, "Bob": 11, "Cat": 26},
    ),
    Case(
        "a month for each result",
        "Month,Player,Score\nJan 2025,Ann,0\nJan 2025,Bob,12\nFeb 2025,Ann,5\nFeb 2025,Bob,0\n",
        hands=2,
        totals={"Ann": 5, "Bob": 12},
        days=2,
    ),
    Case(
        "Kniffel: the upper and the lower half, the total and the place",
        "Datum;Spieler;Oben;Unten;Gesamt;Platz\n01.03.2025;Anna;78;190;268;1\n"
        "01.03.2025;Bernd;60;150;210;2\n08.03.2025;Anna;55;160;215;2\n"
        "08.03.2025;Bernd;83;201;284;1\n",
        game="uno-collects",
        hands=2,
        totals={"Anna": 483, "Bernd": 494},
        wins={"Anna": 1, "Bernd": 1},
    ),
    Case(
        "lines that are comments",
        "# exported by a program\n# players: 3\nDate,Ann,Bob\n2025-03-03,12,0\n# snow\n"
        "2025-03-10,0,14\n2025-03-17,3,0\n",
        hands=3,
        totals={"Ann": 15, "Bob": 14},
    ),
    Case(
        "a ladder of pairs: two who won, two who lost, and the score of both",
        "Date,Winner 1,Winner 2,Loser 1,Loser 2,Score\n2025-02-01,Ann,Bob,Cat,Dee,10-6\n"
        "2025-02-01,Ann,Cat,Bob,Dee,10-8\n2025-02-08,Bob,Dee,Ann,Cat,10-4\n",
        game="uno-collects",
        hands=3,
        totals={"Ann": 24, "Bob": 28, "Cat": 20, "Dee": 24},
        wins={"Ann": 2, "Bob": 2, "Cat": 1, "Dee": 1},
    ),
    Case(
        "what is counted in brackets behind each name",
        "Game #,Date Played,Dealer,Ann (deadwood),Bob (deadwood),Winner\n"
        "1,2025-03-03,Ann,0,23,Ann\n2,2025-03-10,Bob,14,0,Bob\n3,2025-03-17,Ann,9,0,Bob\n",
        hands=3,
        totals={"Ann": 23, "Bob": 23},
        wins={"Ann": 1, "Bob": 2},
    ),
    Case(
        "an object of JSON a line",
        '{"date": "2025-03-03", "scores": {"Ann": 12, "Bob": 0}}\n'
        '{"date": "2025-03-10", "scores": {"Ann": 0, "Bob": 14}}\n',
        hands=2,
        totals={"Ann": 12, "Bob": 14},
    ),
    Case(
        "deals that were void, and a pot, behind empty columns",
        "Date,Ann,Bob,Cat,Redeals,Misdeals,,Prize pot\n2025-03-03,12,0,15,2,0,,5\n"
        "2025-03-10,8,14,0,1,0,,10\n2025-03-17,0,2,13,3,1,,15\n",
        hands=3,
        totals={"Ann": 20, "Bob": 16, "Cat": 28},
        wins={"Ann": 1, "Bob": 1, "Cat": 1},
    ),
    Case(
        "whole euros that the losers pay",
        "Datum;Anna;Bernd;Carla\n07.03.2025;15 €;-5 €;-10 €\n14.03.2025;-20 €;8 €;12 €\n",
        game="uno-collects",
        hands=2,
        totals={"Anna": -5, "Bernd": 3, "Carla": 2},
    ),
    Case(
        "bids, tricks and points of one evening, with its date above",
        "Skull King,,,,,,\nDate: 5 April 2025,,,,,,\n"
        "Round,Ann bid,Ann tricks,Ann score,Bob bid,Bob tricks,Bob score\n"
        "1,0,0,10,1,1,20\n2,1,1,20,0,1,-20\n3,2,1,-10,1,1,20\n",
        game="uno-collects",
        hands=3,
        totals={"Ann": 20, "Bob": 20},
        days=1,
    ),
    Case(
        "bids, tricks, a bonus, points and the total of each round, a row each",
        "Date,Round,Player,Bid,Tricks,Bonus,Score,Total\n2025-04-05,1,Ann,0,0,0,10,10\n"
        "2025-04-05,1,Bob,1,1,0,20,20\n2025-04-05,2,Ann,1,1,20,40,50\n"
        "2025-04-05,2,Bob,0,1,0,-20,0\n",
        game="uno-collects",
        hands=2,
        totals={"Ann": 50, "Bob": 0},
    ),
    Case(
        "half a character in a name of JSON, which no database takes",
        '[{"date": "2025-02-01", "player": "Ann\\ud800", "score": 0},'
        ' {"date": "2025-02-01", "player": "Bob", "score": 31}]',
        hands=1,
        totals={"Ann?": 0, "Bob": 31},
    ),
    Case(
        "running totals of one evening, with its date above",
        "Hearts 14 March 2025\nHand,Ann,Bob,Cat,Dee\n1,5,13,8,0\n2,5,39,8,0\n3,18,39,20,1\n"
        "4,21,42,40,1\n",
        hands=4,
        totals={"Ann": 21, "Bob": 42, "Cat": 40, "Dee": 1},
        days=1,
    ),
    Case(
        "Wizard in two lines of headings, of one evening",
        "Wizard am 1.3.2025\nRunde;Anna;;Bernd;;Clara;\n"
        ";Ansage;Punkte;Ansage;Punkte;Ansage;Punkte\n"
        "1;0;20;1;-10;1;30\n2;1;50;0;10;2;20\n3;2;40;2;60;0;10\n",
        game="uno-collects",
        hands=3,
        totals={"Anna": 110, "Bernd": 60, "Clara": 60},
        days=1,
    ),
    Case(
        "Doppelkopf in a league where the most points win",
        "Datum;Spiel;Ann;Bob;Cat;Dee\n1.2.2025;1;3;-3;3;-3\n1.2.2025;2;1;1;1;-3\n"
        "8.2.2025;1;2;2;-2;-2\n",
        game="uno-collects",
        hands=3,
        totals={"Ann": 6, "Bob": 0, "Cat": 2, "Dee": -8},
        days=2,
    ),
    Case(
        "who was host, who won, and who was ill",
        "Date,Host,Ann,Bob,Cat,Winner,Notes\n2/1/25,Ann,12,0,33,Bob,snow\n"
        "2/8/25,Bob,,0,14,Bob,Ann sick\n2/15/25,Cat,9,8,0,Cat,\n",
        hands=3,
        totals={"Ann": 21, "Bob": 8, "Cat": 47},
        wins={"Ann": 0, "Bob": 2, "Cat": 1},
        days=3,
    ),
    Case(
        "an export of plays with numbered columns as programs write them",
        "gameName,date,location,quantity,comments,incomplete,nowinstats,playerName1,score1,win1,"
        "playerName2,score2,win2\nZar,2025-02-01,Home,1,,0,0,Ann,12,0,Bob,0,1\n"
        "Zar,2025-02-08,Home,1,,0,0,Ann,0,1,Bob,17,0\n",
        hands=2,
        totals={"Ann": 12, "Bob": 17},
        wins={"Ann": 1, "Bob": 1},
    ),
    Case(
        "an app's sheet of one game: its name and date above, players as rows",
        "Game: Hearts\nDate: 14/03/2025 20:31\nPlayers: 4\n\nPlayer,Round 1,Round 2,Round 3,Total\n"
        "Ann,5,0,13,18\nBob,13,26,0,39\nCat,8,0,12,20\nDee,0,0,1,1\n",
        hands=3,
        totals={"Ann": 18, "Bob": 39, "Cat": 20, "Dee": 1},
        days=1,
    ),
    Case(
        "a form: who won, who else played, and the winner's points, which are 0",
        "Timestamp,Which game did you play?,Who won?,Who else played?,Winner's score\n"
        '2025/03/14 9:12:44 PM GMT+1,Zar,Ann,"Bob, Cat",0\n'
        '2025/03/21 9:40:02 PM GMT+1,Zar,Bob,"Ann, Cat",0\n',
        hands=2,
        totals={"Ann": 0 + 1, "Bob": 1 + 0, "Cat": 1 + 1},
        wins={"Ann": 1, "Bob": 1, "Cat": 0},
    ),
    Case(
        "pictures before names and points",
        "📅,👩 Ann,👨 Bob,🐱 Cat\n2025-02-01,0,15,🏆 22\n2025-02-08,9,0,3\n",
        hands=2,
        totals={"👩 Ann": 9, "👨 Bob": 15, "🐱 Cat": 25},
    ),
    Case(
        "the winner and the runner-up, with the score of each",
        "Date,Winner,Winner Score,Runner-up,Runner-up Score\n2025-02-01,Ann,312,Bob,287\n"
        "2025-02-08,Bob,301,Ann,250\n",
        game="uno-collects",
        hands=2,
        totals={"Ann": 562, "Bob": 588},
        wins={"Ann": 1, "Bob": 1},
    ),
    Case(
        "victory points in one cell, in the order of the players",
        'date,players,winner,vp\n2025-02-01,"Ann;Bob;Cat",Ann,"10;7;5"\n'
        '2025-02-08,"Ann;Bob;Cat",Cat,"8;6;10"\n',
        game="uno-collects",
        hands=2,
        totals={"Ann": 18, "Bob": 13, "Cat": 15},
        wins={"Ann": 1, "Bob": 0, "Cat": 1},
    ),
    Case(
        "Belote in French, where the day comes first",
        "Date;Manche;Nous;Eux\n01/02/2025;1;82;80\n01/02/2025;2;162;0\n02/02/2025;1;0;252\n",
        game="uno-collects",
        hands=3,
        totals={"Nous": 244, "Eux": 332},
        days=2,
    ),
    Case(
        "Phase 10 in German: phases beside the points",
        "Datum;Anna Phase;Anna Punkte;Bernd Phase;Bernd Punkte\n01.02.2025;10;85;9;140\n"
        "08.02.2025;8;210;10;55\n",
        hands=2,
        totals={"Anna": 295, "Bernd": 195},
        wins={"Anna": 1, "Bernd": 1},
    ),
    Case(
        "one letter for each player and for who won",
        "Date,A,B,C,W\n2025-02-01,12,0,31,B\n2025-02-08,0,15,22,A\n2025-02-15,9,8,0,C\n",
        hands=3,
        totals={"A": 21, "B": 23, "C": 53},
    ),
    Case(
        "a Dutch club's season with its title and totals",
        "Kaartclub De Vrolijke Vier - seizoen 2024/2025;;;;;\n;;;;;\n"
        "Speeldatum;Anneke;Bram;Cees;Dirk;Totaal\n07-09-2024;142;118;97;0;357\n"
        "14-09-2024;98;0;121;133;352\nTotaal;240;118;218;133;709\n",
        hands=2,
        totals={"Anneke": 240, "Bram": 118, "Cees": 218, "Dirk": 133},
    ),
    Case(
        "notes with names and numbers beside the points",
        "Date,Ann,Bob,Cat,Notes\n2025-02-01,0,15,22,3 players\n"
        '2025-02-08,9,0,3,"Ann 2 jokers, Bob 1 joker"\n',
        hands=2,
        totals={"Ann": 9, "Bob": 15, "Cat": 25},
    ),
    Case(
        "year, month and day in three columns",
        "Year,Month,Day,Ann,Bob,Cat\n2025,2,1,0,31,7\n2025,2,8,10,0,22\n2025,3,15,9,8,0\n",
        hands=3,
        totals={"Ann": 19, "Bob": 39, "Cat": 29},
        days=3,
    ),
    Case(
        "day, month and year in German",
        "Tag;Monat;Jahr;Ann;Bob;Cat\n1;2;2025;0;31;7\n8;März;2025;10;0;22\n",
        hands=2,
        totals={"Ann": 10, "Bob": 31, "Cat": 29},
        days=2,
    ),
    *(
        Case(
            f"days without a year like {days[0]}, and the year above",
            f"Kartenabend {year}\n{heading};Ann;Bob;Cat\n"
            + "".join(
                f"{day};{scores}\n"
                for day, scores in zip(days, ("0;31;7", "10;0;22", "9;8;0"), strict=True)
            ),
            hands=3,
            totals={"Ann": 19, "Bob": 39, "Cat": 29},
            days=3,
        )
        for year, heading, days in (
            ("2024", "Datum", ("01.02.", "08.02.", "15.02.")),
            ("2024/25", "Date", ("3 Nov", "1 Dec", "5 Jan")),
            ("2023", "Tag", ("5. Februar", "12. Februar", "1. März")),
            ("2025", "Date", ("Mar 3", "Mar 10", "Mar 17")),
            ("2025", "Soirée", ("13/2", "20/2", "27/2")),
        )
    ),
    Case(
        "the day in a title",
        "Game night 14 March 2025\nRound,Ann,Bob,Cat\n1,0,31,7\n2,10,0,22\n",
        hands=2,
        totals={"Ann": 10, "Bob": 31, "Cat": 29},
        days=1,
    ),
    Case(
        "a page with a table",
        "<!DOCTYPE html><html><head><style>td { color: red }</style></head><body><h1>Scores</h1>"
        "<table><tr><th>Date<th>Ann<th>Bob<th>Zo&euml;</tr><tr><td>2025-02-01</td><td>0</td>"
        "<td><b>31</b></td><td>7</td></tr><!-- <tr><td>9</td></tr> --><tr><td>2025-02-08</td>"
        "<td>10</td><td>0</td><td>22</td></tr></table><script>if (1<2) {}</script></body></html>",
        hands=2,
        totals={"Ann": 10, "Bob": 31, "Zoë": 29},
    ),
    Case(
        "a table within a table of a page",
        "<table><tr><td>Menu<td><table><tr><td>Date<td>Ann<td>Bob<td>Cat<tr><td>2025-02-01<td>0"
        "<td>31<td>7<tr><td>2025-02-08<td>10<td>0<td>22</table></table>",
        hands=2,
        totals={"Ann": 10, "Bob": 31, "Cat": 29},
    ),
    *(
        Case(
            f"JSON, {what}",
            json.dumps(document),
            hands=2,
            totals={"Ann": 10, "Bob": 31, "Cat": 29},
            days=2,
        )
        for what, document in (
            (
                "an object a result",
                [
                    {"date": f"2025-02-{day}", "player": name, "score": score}
                    for day, scores in (("01", (0, 31, 7)), ("08", (10, 0, 22)))
                    for name, score in zip(("Ann", "Bob", "Cat"), scores, strict=True)
                ],
            ),
            (
                "an object a game, with the scores by name",
                {
                    "games": [
                        {"date": "2025-02-01", "scores": {"Ann": 0, "Bob": 31, "Cat": 7}},
                        {"date": "2025-02-08", "scores": {"Ann": 10, "Bob": 0, "Cat": 22}},
                    ]
                },
            ),
            (
                "an object a game, with a list of its players",
                [
                    {
                        "date": day,
                        "players": [
                            {"name": name, "score": score, "winner": score == 0}
                            for name, score in zip(("Ann", "Bob", "Cat"), scores, strict=True)
                        ],
                    }
                    for day, scores in (("2025-02-01", (0, 31, 7)), ("2025-02-08", (10, 0, 22)))
                ],
            ),
        )
    ),
    *(
        Case(
            f"all results of a hand in one cell: {cells[0]}",
            f"Date;Result;Comment\n2025-02-01;{cells[0]};\n2025-02-01;{cells[1]};late\n",
            hands=2,
            totals={"Ann": 10, "Bob": 31, "Cat": 29},
            days=1,
        )
        for cells in (
            ("Ann 0, Bob 31, Cat 7", "Cat 22, Ann 10, Bob 0"),
            ("Ann: 0 | Bob: 31 | Cat: 7", "Bob: 0 | Ann: 10 | Cat: 22"),
            ("Ann (0), Bob (31), Cat (7)", "Ann (10), Bob (0), Cat (22)"),
            ("Ann=0/Bob=31/Cat=7".replace("/", ", "), "Bob=0, Ann=10, Cat=22"),
        )
    ),
    *(
        Case(
            f"a ranking in one cell: {cells[0]}",
            f"Date;Ranking\n2025-02-01;{cells[0]}\n2025-02-08;{cells[1]}\n",
            hands=2,
            totals={"Ann": 0 + 2, "Bob": 1 + 1, "Cat": 2 + 0},
            wins={"Ann": 1, "Bob": 0, "Cat": 1},
        )
        for cells in (
            ("1. Ann 2. Bob 3. Cat", "1. Cat 2. Bob 3. Ann"),
            ("1) Ann, 2) Bob, 3) Cat", "1) Cat, 2) Bob, 3) Ann"),
            ("Ann > Bob > Cat", "Cat > Bob > Ann"),
            ("1st Ann, 2nd Bob, 3rd Cat", "1st Cat, 2nd Bob, 3rd Ann"),
        )
    ),
    *(
        Case(
            f"evenings of hands won under headings like {heads.split(',')[1]}",
            f"{heads}\n2025-02-01,{first}\n2025-02-08,{second}\n",
            hands=10,
            totals={"Ann": 6, "Bob": 6, "Cat": 8},
            wins={"Ann": 4, "Bob": 4, "Cat": 2},
        )
        for heads, first, second in (
            ("Date,Ann won,Bob won,Cat won", "3,1,1", "1,3,1"),
            ("Datum,Ann gewonnen,Bob gewonnen,Cat gewonnen", "3,1,1", "1,3,1"),
            ("Date,Ann,Bob,Cat", "3 wins,1 win,1 win", "1 win,3 wins,1 win"),
        )
    ),
    *(
        Case(
            f"hands won and lost under {letters}",
            f"Date,Player,{letters}\n2025-02-01,Ann,3,1\n2025-02-01,Bob,1,3\n"
            "2025-02-08,Ann,2,2\n2025-02-08,Bob,2,2\n",
            hands=8,
            totals={"Ann": 3, "Bob": 5},
            wins={"Ann": 5, "Bob": 3},
        )
        for letters in ("W,L", "S,N", "V,D")
    ),
    Case(
        "an evening below each date, with headings of its own",
        "1 February 2025,,,\n,Ann,Bob,Cat\n1,0,31,7\n2,10,0,22\n,,,\n"
        "8 February 2025,,,\n,Ann,Bob,Cat\n1,9,8,0\n2,5,0,6\n",
        hands=4,
        totals={"Ann": 24, "Bob": 39, "Cat": 35},
        days=2,
    ),
    Case(
        "the date before the names, once an evening",
        "01.02.2025;Ann;Bob;Cat\n1;0;31;7\n2;10;0;22\n08.02.2025;Ann;Bob;Cat\n1;9;8;0\n",
        hands=3,
        totals={"Ann": 19, "Bob": 39, "Cat": 29},
        days=2,
    ),
    Case(
        "dates in lines of their own below the headings",
        "Round,Ann,Bob,Cat\n2025-02-01,,,\n1,0,31,7\n2,10,0,22\n2025-02-08,,,\n1,9,8,0\n",
        hands=3,
        totals={"Ann": 19, "Bob": 39, "Cat": 29},
        days=2,
    ),
    Case(
        "evenings with names of their own, from Notion",
        'Name,Date,Ann,Bob,Cat\nGame night 1,"February 1, 2025",0,31,7\n'
        'Pizza special,"February 8, 2025",10,0,22\n',
        hands=2,
        totals={"Ann": 10, "Bob": 31, "Cat": 29},
    ),
    Case(
        "the best and the worst below",
        "Date,Ann,Bob,Cat\n2025-02-01,0,31,7\n2025-02-08,10,0,22\nBest,0,0,7\nWorst,10,31,22\n",
        hands=2,
        totals={"Ann": 10, "Bob": 31, "Cat": 29},
    ),
    Case(
        "places before the date",
        "1st,2nd,3rd,Date\nAnn,Bob,Cat,2025-02-01\nBob,Ann,Cat,2025-02-08\n",
        hands=2,
        totals={"Ann": 0 + 1, "Bob": 1 + 0, "Cat": 2 + 2},
    ),
    Case(
        "a total, and players who are level with it",
        "Game,Date,Players,Scores\nZar,2025-02-01,Ann / Bob / Cat,12 / 31 / 7\n"
        "Zar,2025-02-08,Ann / Cat,10 / 22\n",
        hands=2,
        totals={"Ann": 22, "Bob": 31, "Cat": 29},
    ),
    Case(
        "a team beside those who played",
        "Date,Team,Ann,Bob,Cat\n2024-02-05,Reds,0,4,17\n2024-02-12,Blues,3,0,8\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 25},
    ),
    Case(
        "the grid of a form with a question",
        "Timestamp,Email,What did they score? [Ann],What did they score? [Bob]\n"
        "3/17/2025 21:02:11,a@example.org,0,12\n3/24/2025 21:02:11,b@example.org,7,0\n",
        hands=2,
        totals={"Ann": 7, "Bob": 12},
    ),
    Case(
        "how far behind each is, and the places, below",
        "Datum;Ann;Bob;Cat\n7.3.2025;5;0;17\n14.3.2025;0;12;3\n21.3.2025;4;9;0\n"
        "Rückstand;0;12;11\nPlatz;1;3;2\n",
        hands=3,
        totals={"Ann": 9, "Bob": 21, "Cat": 20},
    ),
    Case(
        "a player and an opponent in German",
        "Datum;Spieler;Gegner;Punkte;Punkte Gegner\n7.3.2025;Ann;Bob;0;17\n"
        "14.3.2025;Cat;Ann;12;0\n",
        hands=2,
        totals={"Ann": 0, "Bob": 17, "Cat": 12},
    ),
    Case(
        "an export of Keep the Score, a row a point with the time",
        "date,name,score,comment\n2025-03-07T19:02:11Z,Ann,5,\n2025-03-07T19:02:13Z,Bob,0,\n"
        "2025-03-07T19:20:41Z,Ann,0,\n2025-03-07T19:20:43Z,Bob,9,nice\n",
        hands=2,
        totals={"Ann": 5, "Bob": 9},
        days=1,
    ),
    Case(
        "a tracker with all players in one cell and all scores in another",
        "Game,Date,Duration,Location,Players,Winner,Scores\n"
        'Zar,2025-03-07,45 min,Home,"Ann, Bob, Cat",Ann,"0, 12, 5"\n'
        'Zar,2025-03-14,38 min,Pub,"Ann, Bob",Bob,"7, 0"\n',
        hands=2,
        totals={"Ann": 0 + 7, "Bob": 12 + 0, "Cat": 5},
        wins={"Ann": 1, "Bob": 1, "Cat": 0},
    ),
    Case(
        "a sheet of one evening with its date above, ranks below",
        "Game: Zar\nDate: 2025-03-07\n\n,Ann,Bob,Cat,Dee\nRound 1,5,0,13,8\nRound 2,0,26,0,0\n"
        "Round 3,2,11,13,0\nTotal,7,37,26,8\nRank,1,4,3,2\n",
        hands=3,
        totals={"Ann": 7, "Bob": 37, "Cat": 26, "Dee": 8},
        days=1,
    ),
    Case(
        "plays as CSV, with flags for who won and who began",
        "Game,Date,Location,Player,Score,Winner,Start player\nZar,2025-03-07,Home,Ann,0,1,0\n"
        "Zar,2025-03-07,Home,Bob,12,0,1\nZar,2025-03-14,Home,Ann,7,0,1\n"
        "Zar,2025-03-14,Home,Bob,0,1,0\n",
        hands=2,
        totals={"Ann": 7, "Bob": 12},
    ),
    Case(
        "two tables side by side in a workbook",
        book(
            ("Date", "Ann", "Bob", "Cat", None, "Player", "Wins"),
            ("2025-03-04", 5, 0, 17, None, "Ann", 1),
            ("2025-03-11", 0, 12, 3, None, "Bob", 1),
            ("2025-03-18", 4, 9, 0, None, "Cat", 1),
        ),
        hands=3,
        totals={"Ann": 9, "Bob": 21, "Cat": 20},
    ),
    Case(
        "ratings before and after",
        "Date,Player,Score,Elo before,Elo after\n2025-03-07,Ann,0,1500,1512\n"
        "2025-03-07,Bob,12,1500,1488\n2025-03-14,Ann,7,1512,1500\n2025-03-14,Bob,0,1488,1500\n",
        hands=2,
        totals={"Ann": 7, "Bob": 12},
    ),
    Case(
        "ranks beside the points, with headings of two words",
        "Date,Ann,Bob,Cat,Ann rank,Bob rank,Cat rank\n2025-03-07,0,35,12,1,3,2\n"
        "2025-03-14,18,0,40,2,1,3\n",
        hands=2,
        totals={"Ann": 18, "Bob": 35, "Cat": 52},
    ),
    Case(
        "league points behind the score",
        "Date,Player,Score,League Points\n2025-03-07,Ann,0,2\n2025-03-07,Bob,12,1\n"
        "2025-03-14,Ann,7,1\n2025-03-14,Bob,0,2\n",
        hands=2,
        totals={"Ann": 7, "Bob": 12},
    ),
    Case(
        "phases and scores",
        "Date,Player,Phase,Score\n2025-03-07,Ann,10,120\n2025-03-07,Bob,8,245\n"
        "2025-03-14,Ann,9,210\n2025-03-14,Bob,10,95\n",
        hands=2,
        totals={"Ann": 330, "Bob": 340},
    ),
    Case(
        "cribbage: who won, who lost, a skunk and the margin",
        "Date,Winner,Loser,Skunk,Margin\n2025-03-07,Ann,Bob,No,14\n2025-03-07,Bob,Ann,Yes,41\n"
        "2025-03-14,Ann,Cat,No,3\n",
        hands=3,
        totals={"Ann": 0 + 1 + 0, "Bob": 1 + 0, "Cat": 1},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "rummy: who went out, and a letter for the winner",
        "Date,Hand,Went out,Ann,Bob,Cat,W\n2025-03-07,1,Ann,0,35,12,A\n"
        "2025-03-07,2,Cat,18,40,0,C\n2025-03-14,1,Bob,5,0,61,B\n",
        hands=3,
        totals={"Ann": 23, "Bob": 75, "Cat": 73},
    ),
    Case(
        "players as rows, American days, a total and an average",
        "Player,3/7/2025,3/14/2025,3/21/2025,Total,Avg\nAnn,0,18,5,23,7.7\nBob,35,0,61,96,32\n"
        "Cat,12,40,0,52,17.3\n",
        hands=3,
        totals={"Ann": 23, "Bob": 96, "Cat": 52},
        days=3,
    ),
    Case(
        "start, end and a winner in a column of its own",
        "Date,Start,End,Winner,Ann,Bob,Cat\n2025-03-07,20:00,22:10,Ann,0,35,12\n"
        "2025-03-14,20:15,23:00,Bob,18,0,40\n",
        hands=2,
        totals={"Ann": 18, "Bob": 35, "Cat": 52},
    ),
    *(
        Case(
            f"{what} in place of days",
            f"{heading},Ann,Bob,Cat\n"
            + "".join(
                f"{day},{scores}\n" for day, scores in zip(days, ("0,4,17", "3,0,8"), strict=True)
            ),
            hands=2,
            totals={"Ann": 3, "Bob": 4, "Cat": 25},
            days=2,
        )
        for what, heading, days in (
            ("months", "Month", ("March 2024", "April 2024")),
            ("months in German", "Monat", ("März 2024", "Mai 2024")),
            ("months as numbers", "Month", ("2024-03", "2024-04")),
            ("months in French", "Mois", ("mars 2024", "avril 2024")),
            ("weeks", "Week", ("2025-W10", "2025-W11")),
            ("weeks in German", "Woche", ("2025 KW 10", "2025 KW 11")),
        )
    ),
    Case(
        "the grid of a form, with the names in brackets",
        "Timestamp,Points [Ann],Points [Bob],Points [Cat]\n3/17/2025 21:02:11,0,12,5\n"
        "3/24/2025 21:02:11,7,0,3\n",
        hands=2,
        totals={"Ann": 7, "Bob": 12, "Cat": 8},
    ),
    Case(
        "a rank under the same letter behind each player",
        "Date,Ann,R,Bob,R,Cat,R\n2025-03-07,0,1,35,3,12,2\n2025-03-14,18,2,0,1,40,3\n",
        hands=2,
        totals={"Ann": 18, "Bob": 35, "Cat": 52},
    ),
    Case(
        "sums and ranks below without a word",
        "Date,Ann,Bob,Cat\n2025-03-07,5,0,17\n2025-03-14,0,12,3\n2025-03-21,4,9,0\n"
        "2025-03-28,8,0,2\n,17,21,22\n,1,2,3\n",
        hands=4,
        totals={"Ann": 17, "Bob": 21, "Cat": 22},
    ),
    Case(
        "wins, games and ranks below",
        "Datum;Ann;Bob;Cat\n7.3.2025;5;0;17\n14.3.2025;0;12;3\nSiege;1;1;0\nSpiele;2;2;2\n"
        "Endstand;5;12;20\nPlatz;1;2;3\n",
        hands=2,
        totals={"Ann": 5, "Bob": 12, "Cat": 20},
    ),
    Case(
        "a player and an opponent, with the score of each",
        "Date,Player,Opponent,Score,Opp Score\n2025-03-07,Ann,Bob,0,17\n"
        "2025-03-07,Cat,Dee,12,0\n2025-03-14,Ann,Cat,18,0\n",
        hands=3,
        totals={"Ann": 18, "Bob": 17, "Cat": 12, "Dee": 0},
    ),
    Case(
        "hands of two games an evening, with running totals",
        "Date,Game,Round,Ann,Bob,Cat\n2026-04-05,1,1,10,0,25\n2026-04-05,1,2,10,30,40\n"
        "2026-04-05,1,3,22,45,40\n2026-04-05,2,1,0,8,17\n2026-04-05,2,2,19,8,21\n"
        "2026-04-05,2,3,19,30,33\n",
        hands=6,
        totals={"Ann": 22 + 19, "Bob": 45 + 30, "Cat": 40 + 33},
    ),
    Case(
        "running totals that begin again, without a column that says so",
        "Date,Ann,Bob,Cat\n2026-04-05,10,0,25\n2026-04-05,10,30,40\n2026-04-05,22,45,40\n"
        "2026-04-05,0,8,17\n2026-04-05,19,8,21\n2026-04-05,19,30,33\n2026-04-12,5,0,9\n"
        "2026-04-12,5,12,30\n2026-04-12,11,12,41\n",
        hands=9,
        totals={"Ann": 22 + 19 + 11, "Bob": 45 + 30 + 12, "Cat": 40 + 33 + 41},
    ),
    Case(
        "points whose headings say under which the names stand",
        "Date,Home,Away,Home Goals,Away Goals\n2024-02-05,Ann,Bob,3,1\n2024-02-12,Bob,Cat,2,3\n"
        "2024-02-19,Cat,Ann,0,4\n",
        game="uno-collects",
        hands=3,
        totals={"Ann": 7, "Bob": 3, "Cat": 3},
    ),
    Case(
        "four winds, and the points below their letters",
        "Date,East,South,West,North,E,S,W,N\n2025-03-04,Ann,Bob,Cat,Dee,0,3,9,12\n"
        "2025-03-11,Bob,Ann,Dee,Cat,4,0,8,6\n",
        hands=2,
        totals={"Ann": 0 + 0, "Bob": 3 + 4, "Cat": 9 + 6, "Dee": 12 + 8},
    ),
    Case(
        "a form that asks who came first",
        "Timestamp,First place,Second place,Third place\n2025-03-04 20:15:33,Ann,Bob,Cat\n"
        "2025-03-04 20:40:10,Bob,Ann,Cat\n2025-03-11 20:12:00,Ann,Cat,Bob\n",
        hands=3,
        totals={"Ann": 0 + 1 + 0, "Bob": 1 + 0 + 2, "Cat": 2 + 2 + 1},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
        days=2,
    ),
    Case(
        "hands played, won and lost of an evening",
        "Date,Player,Games Played,Games Won,Games Lost\n2025-03-04,Ann,4,3,1\n"
        "2025-03-04,Bob,4,1,3\n2025-03-11,Ann,5,2,3\n2025-03-11,Bob,4,2,2\n",
        hands=3 + 1 + 2 + 2,
        totals={"Ann": 1 + 2, "Bob": 3 + 2},
        wins={"Ann": 3 + 2, "Bob": 1 + 2},
        days=2,
    ),
    Case(
        "won and lost, in German",
        "Datum;Spieler;Gewonnen;Verloren\n4.3.2025;Ann;3;1\n4.3.2025;Bob;1;3\n"
        "11.3.2025;Ann;2;2\n11.3.2025;Bob;2;2\n",
        hands=8,
        totals={"Ann": 1 + 2, "Bob": 3 + 2},
        wins={"Ann": 3 + 2, "Bob": 1 + 2},
    ),
    Case(
        "seats at numbered tables",
        "Date,Table,Seat,Player,Points\n2025-03-04,1,1,Ann,0\n2025-03-04,1,2,Bob,12\n"
        "2025-03-04,2,1,Cat,4\n2025-03-04,2,2,Dee,0\n2025-03-11,1,1,Ann,3\n2025-03-11,1,2,Cat,0\n",
        hands=3,
        totals={"Ann": 3, "Bob": 12, "Cat": 4, "Dee": 0},
        days=2,
    ),
    Case(
        "handicaps, points before them and after",
        "Date,Player,Handicap,Gross,Net\n2025-03-04,Ann,2,10,8\n2025-03-04,Bob,0,7,7\n"
        "2025-03-11,Ann,2,5,3\n2025-03-11,Bob,0,11,11\n",
        hands=2,
        totals={"Ann": 8 + 3, "Bob": 7 + 11},
    ),
    Case(
        "a counter without a word for it",
        "Datum,Manche Nr.,Ann,Bob,Cat\n5.4.2026,1,10,0,25\n5.4.2026,2,0,30,4\n5.4.2026,3,7,5,0\n"
        "12.4.2026,1,0,8,17\n12.4.2026,2,19,0,1\n",
        hands=5,
        totals={"Ann": 36, "Bob": 43, "Cat": 47},
    ),
    Case(
        "a counter whose heading no one knows",
        "Datum,Gang,Ann,Bob,Cat\n5.4.2026,1,10,0,25\n5.4.2026,2,0,30,4\n5.4.2026,3,7,5,0\n"
        "12.4.2026,1,0,8,17\n12.4.2026,2,19,0,1\n",
        hands=5,
        totals={"Ann": 36, "Bob": 43, "Cat": 47},
    ),
    Case(
        "one row a player, with running scores",
        "date,game_id,hand_id,name,score\n"
        + "".join(
            f"2026-04-05,1,{hand},{name},{score}\n"
            for hand, scores in enumerate([(5, 0, 12), (5, 14, 20), (30, 14, 29), (30, 21, 44)], 1)
            for name, score in zip(("Ann", "Bob", "Cat"), scores, strict=True)
        ),
        hands=4,
        totals={"Ann": 30, "Bob": 21, "Cat": 44},
    ),
    Case(
        "a time beside the date and two running counts of wins",
        "date,time,Ann,Bob\n2026-04-05,22:19,1,0\n2026-04-05,22:40,1,1\n2026-04-12,15:32,2,1\n"
        "2026-04-12,15:50,3,1\n2026-04-12,16:10,3,2\n2026-04-12,16:31,4,2\n2026-04-12,16:50,5,2\n",
        hands=7,
        totals={"Ann": 2, "Bob": 5},
        wins={"Ann": 5, "Bob": 2},
    ),
    Case(
        "only who won and who played",
        'date,winner,players\n2026-04-05,Ann,"Ann, Bob, Cat"\n2026-04-12,Bob,Ann & Bob\n'
        "2026-04-19,Ann,Ann / Cat / Bob\n",
        hands=3,
        totals={"Ann": 1, "Bob": 2, "Cat": 2},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "months as English words",
        'Date,Ann,Bob,Cat\n"Jan 5, 2024",0,4,7\n"Feb 12, 2024",3,0,8\n5 March 2024,0,1,2\n',
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
        days=3,
    ),
    Case(
        "months as German words",
        "Tag;Ann;Bob;Cat\n5. Februar 2024;0;4;7\n12. März 2024;3;0;8\nFr, 3. Mai 2024;0;1;2\n",
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
        days=3,
    ),
    Case(
        "months as French words",
        "Date,Ann,Bob,Cat\n1er février 2024,0,4,7\n12 août 2024,3,0,8\n3 déc. 2024,0,1,2\n",
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
        days=3,
    ),
    Case(
        "dates with a time",
        "When played,Ann,Bob,Cat\n2024-02-05 20:15,0,4,7\n2024-02-05 20:40,3,0,8\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 15},
        days=1,
    ),
    Case(
        "months first, by the order of the dates",
        "Date,Ann,Bob,Cat\n1/5/2024,0,4,7\n2/2/2024,3,0,8\n3/1/2024,0,1,2\n",
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
    ),
    Case(
        "players as rows, evenings as columns",
        "Player,2024-02-05,2024-02-12,2024-02-19\nAnn,20,0,7\nBob,3,8,\nCat,0,5,2\n",
        hands=3,
        totals={"Ann": 27, "Bob": 11, "Cat": 7},
        days=3,
    ),
    Case(
        "two lines of headings",
        ",Ann,,Bob,,Cat,\nDate,Points,Total,Points,Total,Points,Total\n2024-02-05,0,0,4,4,7,7\n"
        "2024-02-05,3,3,0,4,8,15\n2024-02-12,0,3,1,5,2,17\n",
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
    ),
    Case(
        "points and totals of each player side by side",
        "Date,Ann,Ann total,Bob,Bob total\n2024-02-05,0,0,4,4\n2024-02-05,3,3,0,4\n"
        "2024-02-12,0,3,1,5\n",
        hands=3,
        totals={"Ann": 3, "Bob": 5},
    ),
    Case(
        "sums below and beside, with a title above",
        "Our club 2024\n\nDate,Ann,Bob,Cat,Sum\n2024-02-05,0,4,7,11\n2024-02-12,3,0,8,11\n"
        "Total points,3,4,15,22\nØ,1.5,2,7.5,11\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 15},
    ),
    Case(
        "people who were not there",
        "Date,Ann,Bob,Cat,Dee\n2024-02-05,0,4,7,-\n2024-02-05,3,0,n/a,8\n2024-02-12,absent,0,9,6\n",
        hands=3,
        totals={"Ann": 3, "Bob": 4, "Cat": 16, "Dee": 14},
    ),
    Case(
        "notes behind the points",
        "Date,Ann,Bob,Cat\n2024-02-05,0 (out),4,7 pts\n2024-02-12,3,0*,12 (two Zars)\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 19},
    ),
    Case(
        "thousands with a comma",
        'Date,Ann,Bob,Cat\n2024-02-05,0,"1,204",70\n2024-02-12,300,0,"2,000"\n',
        hands=2,
        totals={"Ann": 300, "Bob": 1204, "Cat": 2070},
    ),
    Case(
        "German decimals of whole points",
        "Datum;Ann;Bob;Cat\n5.2.2024;0,0;4,0;7,0\n12.2.2024;3,0;0,0;8,0\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 15},
    ),
    Case(
        "Windows letters",
        "Datum;Jörg;Zoë;Cat\n5.2.2024;0;4;7\n12.2.2024;3;0;8\n".encode("cp1252"),
        hands=2,
        totals={"Jörg": 3, "Zoë": 4, "Cat": 15},
    ),
    Case(
        "tabs, and UTF-16 as a spreadsheet saves it",
        "Datum\tJörg\tBob\n5.2.2024\t0\t4\n12.2.2024\t3\t0\n".encode("utf-16"),
        hands=2,
        totals={"Jörg": 3, "Bob": 4},
    ),
    Case(
        "merged days in a workbook",
        book(
            ("Evening", "Round", "Ann", "Bob", "Cat"),
            ("2024-02-05", 1, 0, 4, 7),
            (None, 2, 3, 0, 8),
            ("2024-02-12", 1, 0, 1, 2.0),
        ),
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
        days=2,
    ),
    Case(
        "the winner by name beside the points",
        "Date,Winner,Ann,Bob,Cat\n2024-02-05,Ann,0,4,7\n2024-02-12,Bob,3,0,8\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 15},
        wins={"Ann": 1, "Bob": 1, "Cat": 0},
    ),
    Case(
        "one of two who have nothing is named as the winner",
        "Date,Winner,Ann,Bob,Cat\n2024-02-05,Bob,0,0,7\n2024-02-12,Bob,3,0,8\n",
        hands=2,
        totals={"Ann": 3, "Bob": 0, "Cat": 15},
        wins={"Ann": 0, "Bob": 2, "Cat": 0},
    ),
    Case(
        "wins by heading",
        "Date,Ann wins,Bob wins,Cat wins\n2024-02-05,2,1,0\n2024-02-12,0,1,3\n",
        hands=7,
        totals={"Ann": 5, "Bob": 5, "Cat": 4},
        wins={"Ann": 2, "Bob": 2, "Cat": 3},
    ),
    Case(
        "places only",
        "Date,Ann,Bob,Cat\n2024-02-05,1,2,3\n2024-02-12,2,1,3\n2024-02-19,1,3,2\n2024-02-26,1,2,2\n",
        hands=4,
        totals={"Ann": 1, "Bob": 1 + 2 + 1, "Cat": 2 + 2 + 1 + 1},
        wins={"Ann": 3, "Bob": 1, "Cat": 0},
    ),
    Case(
        "places only, a row for each player",
        "Date,Table,Player,Rank\n2024-02-05,1,Ann,1\n2024-02-05,1,Bob,2\n2024-02-05,1,Cat,3\n"
        "2024-02-12,1,Bob,1\n2024-02-12,1,Ann,2\n",
        hands=2,
        totals={"Ann": 1, "Bob": 1, "Cat": 2},
        wins={"Ann": 1, "Bob": 1, "Cat": 0},
    ),
    Case(
        "a total beside the points of a row",
        "Date,Round,Player,Round score,Total score\n2024-02-05,1,Ann,0,0\n2024-02-05,1,Bob,4,4\n"
        "2024-02-05,2,Ann,7,7\n2024-02-05,2,Bob,0,4\n",
        hands=2,
        totals={"Ann": 7, "Bob": 4},
    ),
    Case(
        "a row for each player with a dealer and a rank",
        "Date;Runde;Geber;Spieler;Punkte;Platz\n5.2.2024;1;Bob;Ann;0;1\n5.2.2024;1;Bob;Bob;4;2\n"
        "5.2.2024;2;Ann;Ann;7;2\n5.2.2024;2;Ann;Bob;0;1\n",
        hands=2,
        totals={"Ann": 7, "Bob": 4},
    ),
    Case(
        "a form with players and scores side by side",
        "Timestamp,Player 1,Score 1,Player 2,Score 2,Player 3,Score 3\n"
        "2024/02/05 8:15:00 PM GMT+1,Ann,0,Bob,4,Cat,7\n"
        "2024/02/12 8:40:00 PM GMT+1,Bob,0,Ann,3,,\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 7},
        days=2,
    ),
    Case(
        "names in the order of their places",
        "Date,1st,2nd,3rd\n2024-02-05,Ann,Bob,Cat\n2024-02-12,Bob,Ann,\n2024-02-19,Ann,Cat,Bob\n",
        hands=3,
        totals={"Ann": 0 + 1 + 0, "Bob": 1 + 0 + 2, "Cat": 2 + 1},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "winner and loser",
        "Date,Winner,Loser\n2024-02-05,Ann,Bob\n2024-02-12,Bob,Ann\n2024-02-19,Ann,Cat\n",
        hands=3,
        totals={"Ann": 1, "Bob": 1, "Cat": 1},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "players in columns of their own, and who won",
        "Date,Player 1,Player 2,Winner\n2024-02-05,Ann,Bob,Bob\n2024-02-12,Bob,Cat,Cat\n",
        hands=2,
        totals={"Ann": 1, "Bob": 1, "Cat": 0},
        wins={"Ann": 0, "Bob": 1, "Cat": 1},
    ),
    Case(
        "players as rows with a total and rounds of one evening",
        "Played,5 Feb 2024,5 Feb 2024,Total\nAnn,0,3,3\nBob,4,0,4\nCat,7,8,15\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 15},
    ),
    Case(
        "headings repeated further down, and days in rows of their own",
        "Date,Ann,Bob,Cat\n2024-02-05,,,\n,0,4,7\n,3,0,8\nDate,Ann,Bob,Cat\n2024-02-12,,,\n,0,1,2\n",
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
        days=2,
    ),
    Case(
        "points and flags of BG Stats that agree with the rules",
        bgstats(*PLAYS, Uno={"highestWins": True}),
        game="uno-collects",
        hands=3,
        totals={"Ann": 82, "Bob": 46, "Cat": 22},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "a game of BG Stats that has no points",
        bgstats(
            {"Ann": ("", True, 0), "Bob": ("", False, 0), "Cat": ("", False, 0)},
            {"Ann": ("", False, 0), "Bob": ("", True, 0)},
            Zar={"highestWins": True, "noPoints": True},
        ),
        hands=2,
        totals={"Ann": 1, "Bob": 1, "Cat": 1},
        wins={"Ann": 1, "Bob": 1, "Cat": 0},
    ),
    Case(
        "plays of BoardGameGeek as XML: one played twice, one not finished",
        boardgamegeek(
            {"Ann": ("30", "1"), "Bob": ("0", "0")},
            {"Ann": ("0", "0"), "Bob": ("12", "1")},
            more='<play id="8" date="2026-03-09" quantity="2" incomplete="0" location="">'
            '<item name="UNO"/><comments>Quick ones</comments><players>'
            '<player username="annie" name="Ann" score="5" win="1"/>'
            '<player username="bob" name="" score="0" win="0"/></players></play>'
            '<play id="9" date="2026-03-09" quantity="1" incomplete="1"><item name="UNO"/>'
            '<players><player name="Ann" score="99" win="0"/></players></play>',
        ),
        game="uno-collects",
        hands=4,
        totals={"Ann": 40, "Bob": 12},
        wins={"Ann": 3, "Bob": 1},
    ),
    Case(
        "plays of BoardGameGeek as its pages load them, in JSON",
        json.dumps(
            {
                "plays": [
                    {
                        "playid": "1",
                        "playdate": "2026-03-01",
                        "quantity": "1",
                        "incomplete": "0",
                        "location": "Pub",
                        "item": {"name": "UNO", "objectid": "2223"},
                        "players": [
                            {"name": "Ann", "score": "30", "win": "1"},
                            {"name": "Bob", "score": "0", "win": "0"},
                        ],
                    },
                ]
            }
        ),
        game="uno-collects",
        hands=1,
        totals={"Ann": 30, "Bob": 0},
    ),
    Case(
        "plays of BoardGameGeek, converted from XML to JSON",
        json.dumps(
            {
                "plays": {
                    "@username": "ann",
                    "play": {
                        "@attributes": {"date": "2026-03-01", "quantity": "1"},
                        "item": {"@attributes": {"name": "UNO"}},
                        "players": {
                            "player": [
                                {"@name": "Ann", "@score": "30", "@win": "1"},
                                {"@name": "Bob", "@score": "0", "@win": "0"},
                            ]
                        },
                    },
                }
            }
        ),
        game="uno-collects",
        hands=1,
        totals={"Ann": 30, "Bob": 0},
    ),
    Case(
        "the winner collects, as the rules say",
        COLLECTED,
        game="uno-collects",
        hands=5,
        totals={"Ann": 230, "Bob": 40, "Cat": 25},
        wins={"Ann": 3, "Bob": 1, "Cat": 1},
    ),
    Case(
        "more rows than are looked at",
        "Date,Hand,Ann,Bob\n"
        + "".join(f"2025-01-{1 + row // 125:02},{1 + row % 125},0,2\n" for row in range(3500)),
        hands=3500,
        totals={"Ann": 0, "Bob": 7000},
        days=28,
    ),
    Case(
        "somebody who did not finish",
        "Date,Ann,Bob,Cat\n2025-03-01,0,4,7\n2025-03-08,3,DNF,0\n2025-03-15,1,dnf,0\n"
        "2025-03-22,0,-,3\n",
        hands=4,
        totals={"Ann": 4, "Bob": 4, "Cat": 10},
    ),
    Case(
        "the most and the fewest beside the points",
        "Date,Ann,Bob,Cat,Max,Min,Total\n2025-03-01,1,4,17,17,1,22\n2025-03-08,3,0,8,8,0,11\n"
        "2025-03-15,1,2,0,2,0,3\n",
        hands=3,
        totals={"Ann": 5, "Bob": 6, "Cat": 25},
    ),
    Case(
        "a game written in two ways",
        "Date,Game,Ann,Bob,Cat\n2025-03-01,Zar,1,8,0\n2025-03-08,ZAR,0,2,3\n2025-03-15,zar,5,0,2\n",
        hands=3,
        totals={"Ann": 6, "Bob": 10, "Cat": 5},
    ),
    Case(
        "W and L",
        "Date,Ann,Bob,Cat\n2025-03-01,W,L,L\n2025-03-08,L,W,L\n2025-03-15,W,L,\n",
        hands=3,
        totals={"Ann": 1, "Bob": 2, "Cat": 2},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "places as ordinals",
        "Date,Ann,Bob,Cat\n2025-03-01,1st,2nd,3rd\n2025-03-08,2nd,1st,3rd\n2025-03-15,1st,3rd,2nd\n",
        hands=3,
        totals={"Ann": 1, "Bob": 1 + 2, "Cat": 2 + 2 + 1},
    ),
    Case(
        "players without names",
        "Date,Player 1,Player 2,Player 3\n2025-03-01,0,4,7\n2025-03-08,3,0,8\n",
        hands=2,
        totals={"Player 1": 3, "Player 2": 4, "Player 3": 15},
    ),
    Case(
        "players called by a letter",
        "Date,N,E,S,W\n2025-03-01,0,4,7,1\n2025-03-08,3,0,8,2\n",
        hands=2,
        totals={"N": 3, "E": 4, "S": 15, "W": 3},
    ),
    Case(
        "letters of an old Mac",
        "Datum;Jörg;Zoë;Ann\n1.3.2025;0;4;7\n8.3.2025;3;0;8\n".encode("mac_roman"),
        hands=2,
        totals={"Jörg": 3, "Zoë": 4, "Ann": 15},
    ),
    Case(
        "Polish letters of Windows",
        "Data;Paweł;Zofia;Ania\n1.3.2025;0;4;7\n8.3.2025;3;0;8\n".encode("cp1250"),
        hands=2,
        totals={"Paweł": 3, "Zofia": 4, "Ania": 15},
    ),
    Case(
        "UTF-16 without a mark",
        "Date\tJörg\tZoë\n2025-03-01\t0\t4\n2025-03-08\t3\t0\n".encode("utf-16-le"),
        hands=2,
        totals={"Jörg": 3, "Zoë": 4},
    ),
    *(
        Case(
            f"days like {days[0]}",
            "Date,Ann,Bob,Cat\n{},0,4,7\n{},3,0,8\n{},1,2,0\n".format(*days),
            hands=3,
            totals={"Ann": 4, "Bob": 6, "Cat": 15},
            days=3,
        )
        for days in (
            ("2025-W10-6", "2025-W11-6", "2025-W12-6"),
            ("20250301", "20250308", "20250315"),
            ("45717", "45724", "45731"),
            ("1740850000", "1741454800", "1742059600"),
            ("Samedi 1er mars 2025", "samedi 8 mars 2025", "15 août 2025"),
            ("2025-03-01T20:15:00Z", "2025-03-08T20:35:00Z", "2025-03-15T21:00:00.000+01:00"),
        )
    ),
    *(
        Case(
            f"points like {cells}",
            "Date;Ann;Bob;Cat;Winner\n2025-03-01;{};{};{};Cat\n2025-03-08;0;3;5;Ann\n".format(
                *cells.split()
            ),
            hands=2,
            totals={"Ann": 5, "Bob": 1, "Cat": 2},
        )
        for cells in ("$5 -$2 -$3", "5 (2) (3)", "5€ -2€ -3€", "5[out] -2* -3?", "5🎉 −2 -3.0")
    ),
    Case(
        "half points of a game that counts in halves",
        "Date;Ann;Bob;Cat\n1.3.2025;1,5;2;0\n8.3.2025;0;2,5;1\n15.3.2025;3;0;0,5\n",
        game="own:Halves",
        hands=3,
        totals={"Ann": 9, "Bob": 9, "Cat": 3},
    ),
    Case(
        "nothing that says who wins, in a league's own game",
        "Date;Ann;Bob;Cat\n1.3.2025;1,5;2;4\n8.3.2025;3;2,5;1\n",
        game="own:Halves",
        hands=2,
        totals={"Ann": 9, "Bob": 9, "Cat": 10},
    ),
    Case(
        "a pivot table",
        "Row Labels,Ann,Bob,Cat,Grand Total\n2025-03-01,0,4,7,11\n2025-03-08,3,0,8,11\n"
        "2025-03-15,1,2,0,3\nGrand Total,4,6,15,25\n",
        hands=3,
        totals={"Ann": 4, "Bob": 6, "Cat": 15},
    ),
    Case(
        "a comment of two lines",
        'Date,Ann,Bob,"Comments\nby Ann"\n2025-03-01,0,4,"Late,\nbut fun"\n2025-03-08,3,0,\n',
        hands=2,
        totals={"Ann": 3, "Bob": 4},
    ),
    Case(
        "bids, tricks and points",
        "Date,Round,Ann Bid,Ann Tricks,Ann Points,Bob Bid,Bob Tricks,Bob Points\n"
        "2025-03-01,1,1,1,30,0,0,20\n2025-03-01,2,1,2,-10,1,0,-10\n",
        game="uno-collects",
        hands=2,
        totals={"Ann": 20, "Bob": 10},
    ),
    Case(
        "a number for each row, which is no hand",
        "id,date,player,score\na1,2025-03-01,Ann,0\na2,2025-03-01,Bob,4\n"
        "a3,2025-03-08,Ann,3\na4,2025-03-08,Bob,0\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4},
    ),
    Case(
        "Hearts with running totals of two games",
        "Date,Game #,Hand,Passing,North,East,South,West\n2025-03-01,1,1,Left,0,13,5,8\n"
        "2025-03-01,1,2,Right,4,16,19,13\n2025-03-01,1,3,Across,10,26,25,17\n"
        "2025-03-01,2,1,Left,26,0,26,26\n2025-03-01,2,2,Right,30,13,30,31\n",
        hands=5,
        totals={"North": 40, "East": 39, "South": 55, "West": 48},
    ),
    Case(
        "a season’s running totals",
        "Date,Ann,Bob,Cat\n2025-03-01,0,4,7\n2025-03-08,3,4,15\n2025-03-15,4,6,15\n"
        "2025-03-22,9,6,20\n2025-03-29,9,13,21\n",
        hands=5,
        totals={"Ann": 9, "Bob": 13, "Cat": 21},
    ),
    Case(
        "merged headings of a workbook",
        book(
            ("Date", "Ann", None, "Bob", None),
            (None, "Points", "Total", "Points", "Total"),
            ("2025-03-01", 0, 0, 4, 4),
            ("2025-03-08", 3, 3, 0, 4),
            ("2025-03-15", 1, 4, 2, 6),
        ),
        hands=3,
        totals={"Ann": 4, "Bob": 6},
    ),
    Case(
        "players as rows, days in German, a sum",
        "Name;1.3.2025;8.3.2025;15.3.2025;Summe\nAnn;0;3;1;4\nBob;4;0;2;6\nCat;7;8;0;15\n",
        hands=3,
        totals={"Ann": 4, "Bob": 6, "Cat": 15},
    ),
    *(
        Case(
            f"thousands like {mark}250",
            f"Datum;Ann;Bob;Sieger\n1.3.2025;1{mark}250;980;Ann\n8.3.2025;2{mark}000;1{mark}100;Ann\n",
            game="uno-collects",
            hands=2,
            totals={"Ann": 3250, "Bob": 2080},
        )
        for mark in ("'", "’", ".", "\u00a0", "\u202f")
    ),
    Case(
        "true and false",
        "Date,Game No,Player,Won\n2025-03-01,1,Ann,TRUE\n2025-03-01,1,Bob,FALSE\n"
        "2025-03-01,2,Ann,FALSE\n2025-03-01,2,Bob,TRUE\n",
        hands=2,
        totals={"Ann": 1, "Bob": 1},
    ),
    Case(
        "a mark before the first letter, and bars",
        "\ufeffDate|Donne|Élise|Zoé\n1er mars 2025|1|0|4\n|2|3|0\n8 mars 2025|1|1|2\n",
        hands=3,
        totals={"Élise": 4, "Zoé": 6},
        days=2,
    ),
    Case(
        "lengths, weekdays and ratings",
        "Day,Date,Length,Ann,Bob,Ann Elo,Bob Elo\nSat,2025-03-01,0:45,0,4,1010,990\n"
        "Sat,2025-03-08,1:10,3,0,1000,1000\nSat,2025-03-15,0:50,1,0,991,1009\n",
        hands=3,
        totals={"Ann": 4, "Bob": 4},
    ),
    Case(
        "two whole evenings of BG Stats in teams",
        bgstats(
            *(
                {"Ann": ("5", True, 1), "Bob": ("5", True, 1), "Cat": ("9", False, 2)}
                for _ in range(2)
            ),
            Zar={"highestWins": False, "usesTeams": True},
        ),
        hands=2,
        totals={"Ann": 10, "Bob": 10, "Cat": 18},
        wins={"Ann": 2, "Bob": 2, "Cat": 0},
    ),
    Case(
        "teams of BG Stats, of which one has the score of both",
        bgstats(
            {
                "Ann": ("5", True, 1, "1"),
                "Bob": ("", False, 0, "1"),
                "Cat": ("9", False, 2, "2"),
                "Dee": ("", False, 0, "2"),
            },
            {"Ann": ("7", False, 0), "Bob": ("4", True, 0), "Dee": ("9", False, 0)},
            Zar={"highestWins": False},
        ),
        hands=2,
        totals={"Ann": 12, "Bob": 9, "Cat": 9, "Dee": 18},
        wins={"Ann": 1, "Bob": 2, "Cat": 0, "Dee": 0},
    ),
    Case(
        "two divisions on the same evenings",
        "Date,Division,Player,Points\n2025-01-03,A,Ann,0\n2025-01-03,A,Bob,12\n"
        "2025-01-03,B,Cat,7\n2025-01-03,B,Dee,0\n2025-01-10,A,Ann,5\n2025-01-10,A,Bob,0\n"
        "2025-01-10,B,Cat,0\n2025-01-10,B,Dee,9\n",
        hands=4,
        totals={"Ann": 5, "Bob": 12, "Cat": 7, "Dee": 9},
    ),
    Case(
        "who played, and who won, as a form asks it",
        'Timestamp,Who played?,Who won?,Comments\n3/14/2025 21:10:22,"Ann, Bob, Cat",Bob,\n'
        '3/21/2025 20:41:02,"Ann, Cat, Dee",Ann,fun\n3/28/2025 22:00:11,"Bob, Cat",Cat,\n',
        hands=3,
        totals={"Ann": 1, "Bob": 1, "Cat": 2, "Dee": 1},
        wins={"Ann": 1, "Bob": 1, "Cat": 1, "Dee": 0},
    ),
    Case(
        "numbered rows, as some programs write them",
        ",Date,Ann,Bob\n0,2025-03-01,0,4\n1,2025-03-08,3,0\n2,2025-03-15,1,0\n",
        hands=3,
        totals={"Ann": 4, "Bob": 4},
    ),
    Case(
        "sums below each evening without a word",
        "Date,Ann,Bob,Cat\n2025-03-01,1,4,7\n2025-03-01,3,0,8\n2025-03-01,4,4,15\n"
        "2025-03-08,0,5,1\n2025-03-08,6,1,2\n2025-03-08,6,6,3\n",
        hands=4,
        totals={"Ann": 10, "Bob": 10, "Cat": 18},
    ),
    Case(
        "sums without a day below some evenings, with a nought in them",
        "Date,Ann,Bob,Cat\n2025-03-01,0,4,7\n2025-03-01,0,0,8\n,0,4,15\n"
        "2025-03-08,0,5,1\n2025-03-08,6,0,2\n",
        hands=4,
        totals={"Ann": 6, "Bob": 9, "Cat": 18},
    ),
    Case(
        "the day once an evening, and two hands alike",
        "Date,Ann,Bob,Cat\n2025-03-01,0,4,7\n2025-03-08,0,5,1\n,0,5,1\n2025-03-15,6,0,2\n",
        hands=4,
        totals={"Ann": 6, "Bob": 14, "Cat": 11},
    ),
    Case(
        "winner and loser with their points",
        "Date,Winner,Winner score,Loser,Loser score\n"
        "2025-03-01,Ann,0,Bob,12\n2025-03-08,Bob,0,Ann,7\n",
        hands=2,
        totals={"Ann": 7, "Bob": 12},
    ),
    Case(
        "two players and two scores, by letters",
        "date,p1,p2,s1,s2\n2025-03-01,Ann,Bob,50,0\n2025-03-08,Bob,Cat,35,0\n",
        game="uno-collects",
        hands=2,
        totals={"Ann": 50, "Bob": 35, "Cat": 0},
    ),
    *(
        Case(
            f"headings like {heads}",
            f"{heads}\n"
            + "".join(
                f"{day}/02/2024;{hand};{name};{points}\n"
                for day, hand, scores in zip((13, 13, 20, 20), (1, 2, 1, 2), SCORES, strict=True)
                for name, points in zip(PEOPLE, scores, strict=True)
            ),
            hands=4,
            totals={"Jörg": 24, "Zoë": 25, "Ann": 31},
            days=2,
        )
        for heads in (
            "Data;Mano;Giocatore;Punti",
            "Fecha;Ronda;Jugador;Puntos",
            "Datum;Ronde;Speler;Punten",
            "Data;Rodada;Jogador;Pontos",
        )
    ),
    Case(
        "running totals beside the points of three evenings, with headings of their own",
        "Date,Ann,Bob,Cat,Cum Ann,Σ Bob,Cat bis jetzt\n2024-02-05,0,4,17,0,4,17\n"
        "2024-02-12,3,0,8,3,4,25\n2024-02-19,21,12,6,24,16,31\n",
        hands=3,
        totals={"Ann": 24, "Bob": 16, "Cat": 31},
    ),
    Case(
        "minutes and the number of rounds",
        "Date,Rounds,Ann,Bob,Cat,Duration (min)\n2024-02-05,9,0,4,17,45\n"
        "2024-02-12,11,3,0,8,50\n2024-02-19,8,21,12,0,70\n",
        hands=3,
        totals={"Ann": 24, "Bob": 16, "Cat": 25},
    ),
    Case(
        "the same two headings again and again",
        "Date,Name,Points,Name,Points,Name,Points\n2024-02-05,Ann,0,Bob,4,Cat,17\n"
        "2024-02-12,Cat,8,Ann,3,Bob,0\n2024-02-19,Bob,12,Cat,0,Ann,21\n",
        hands=3,
        totals={"Ann": 24, "Bob": 16, "Cat": 25},
    ),
    *(
        Case(
            f"beside the points {heads}",
            f"Date,Ann,Bob,Cat,{heads}\n2024-02-05,0,4,17,{more[0]}\n2024-02-12,3,0,8,{more[1]}\n"
            f"2024-02-19,21,12,0,{more[2]}\n2024-02-26,0,9,6,{more[3]}\n",
            hands=4,
            totals={"Ann": 24, "Bob": 25, "Cat": 31},
        )
        for heads, *more in (
            ("Best,Worst", "0,17", "0,8", "0,21", "0,9"),
            ("Winning score", "0", "0", "0", "0"),
            ("Kasse", "5", "10", "18", "30"),
            ("Ann - Bob", "-4", "3", "9", "-9"),
            ("R1,R2,R3", "1,2,3", "2,1,3", "3,2,1", "1,3,2"),
            ("W Ann,W Bob,W Cat", "1,0,0", "1,1,0", "1,1,1", "2,1,1"),
            ("Ø Ann,Ø Bob,Ø Cat", "0,4,17", "1.5,2,12.5", "8,5.3,8.3", "6,6.25,7.75"),
        )
    ),
    Case(
        "places that two share",
        "Date,Player,Place\n2024-02-05,Ann,1=\n2024-02-05,Bob,1=\n2024-02-05,Cat,3\n"
        "2024-02-12,Ann,2\n2024-02-12,Bob,1\n2024-02-12,Cat,3\n",
        hands=2,
        totals={"Ann": 0 + 1, "Bob": 0, "Cat": 2 + 2},
        wins={"Ann": 1, "Bob": 2, "Cat": 0},
    ),
    Case(
        "people marked as away",
        "Date,Ann,Bob,Cat,Dan\n2024-02-05,0,4,17,.\n2024-02-12,3,#N/A,0,8\n"
        "2024-02-19,21,12,away,5\n",
        hands=3,
        totals={"Ann": 24, "Bob": 16, "Cat": 17, "Dan": 13},
    ),
    Case(
        "shares in percent",
        "Date,Ann,Bob,Win %\n2025-03-01,0,4,50%\n2025-03-08,3,0,50%\n2025-03-15,1,0,33%\n",
        hands=3,
        totals={"Ann": 4, "Bob": 4},
    ),
    Case(
        "running totals, the last evening first",
        "Date,Ann,Bob,Cat\n2025-03-29,9,13,21\n2025-03-22,9,6,20\n2025-03-15,4,6,15\n"
        "2025-03-08,3,4,15\n2025-03-01,0,4,7\n",
        hands=5,
        totals={"Ann": 9, "Bob": 13, "Cat": 21},
    ),
    Case(
        "a first line that names the separator",
        "sep=;\nDate;Ann;Bob\n2025-03-01;0;4\n2025-03-08;3;0\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4},
    ),
    Case(
        "a row for each player and evening, with a column for each hand and a total",
        "Date,Player,R1,R2,R3,Total\n2025-03-01,Ann,0,4,12,16\n2025-03-01,Bob,5,0,3,8\n"
        "2025-03-08,Ann,10,4,0,14\n2025-03-08,Bob,0,7,3,10\n",
        hands=6,
        totals={"Ann": 16 + 14, "Bob": 8 + 10},
        wins={"Ann": 3, "Bob": 3},
        days=2,
    ),
    Case(
        "hands side by side without a total, of which one sat out",
        "Date,Player,Round 1,Round 2,Round 3\n2025-03-01,Ann,0,4,12\n2025-03-01,Bob,5,0,3\n"
        "2025-03-01,Cat,9,,0\n",
        hands=3,
        totals={"Ann": 16, "Bob": 8, "Cat": 9},
        wins={"Ann": 1, "Bob": 1, "Cat": 1},
    ),
    *(
        Case(
            f"a last row of {what}, without a word",
            f"Date,Ann,Bob,Cat\n2025-03-01,0,4,20\n2025-03-08,3,0,7\n2025-03-15,21,8,0\n,{row}\n",
            hands=3,
            totals={"Ann": 24, "Bob": 12, "Cat": 27},
        )
        for what, row in (
            ("means", "8,4,9"),
            ("medians", "3,4,7"),
            ("the most", "21,8,20"),
            ("hands won", "1,1,1"),
            ("sums and one of means", "24,12,27\n,8,4,9"),
        )
    ),
    Case(
        "the day above the headings",
        "Game: Zar\nDate: 2025-03-01\n\nRound,Ann,Bob,Cat\n1,0,12,5\n2,8,0,9\n3,0,3,10\n"
        "Total,8,15,24\n",
        hands=3,
        totals={"Ann": 8, "Bob": 15, "Cat": 24},
        days=1,
    ),
    Case(
        "rows of unequal length between semicolons, and beers",
        "Fecha;Mamá;Papá;Lucía;Cervezas\n15/03/2025;0;14;7\n22/03/2025;12;0;3;4\n"
        "29/03/2025;5;2;0;6\n",
        hands=3,
        totals={"Mamá": 17, "Papá": 16, "Lucía": 10},
    ),
    Case(
        "Oh hell: bids, tricks and points under short words",
        "Date,Round,Cards,Ann bid,Ann got,Ann pts,Bob bid,Bob got,Bob pts\n"
        "2025-03-01,1,7,2,2,12,3,2,2\n2025-03-01,2,6,1,1,11,2,2,12\n",
        game="uno-collects",
        hands=2,
        totals={"Ann": 23, "Bob": 14},
    ),
    Case(
        "a form that asks in French who won",
        "Horodateur,Qui a gagné ?,Points Ann,Points Bob,Points Cat\n"
        "15/03/2025 20:11:02,Ann,0,4,17\n22/03/2025 21:02:44,Bob,3,0,8\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 25},
    ),
    Case(
        "a sum under no heading",
        "Date,Ann,Bob,Cat,\n2025-03-01,0,4,17,21\n2025-03-08,3,0,8,11\n2025-03-15,21,12,0,33\n",
        hands=3,
        totals={"Ann": 24, "Bob": 16, "Cat": 25},
    ),
    Case(
        "ranks of an app",
        "Timestamp,Rank 1,Rank 2,Rank 3\n2025-03-01 20:11,Ann,Bob,Cat\n"
        "2025-03-01 20:41,Bob,Cat,Ann\n",
        hands=2,
        totals={"Ann": 0 + 2, "Bob": 1 + 0, "Cat": 2 + 1},
        days=1,
    ),
    Case(
        "a pub, its weeks, its guests and its pot",
        "Week,Date,Venue,Ann,Bob,Cat,Attendance,Pot (£)\n1,2025-03-01,Lion,0,14,7,12,6\n"
        "2,2025-03-08,Crown,12,0,3,9,6\n3,2025-03-15,Lion,5,2,0,11,6\n",
        hands=3,
        totals={"Ann": 17, "Bob": 16, "Cat": 10},
    ),
    Case(
        "who took all tricks, by name, below a heading of its own",
        "Date,Hand,Ann,Bob,Cat,Dee,Moon\n2025-03-01,1,0,13,5,8,\n2025-03-01,2,26,0,26,26,Bob\n"
        "2025-03-01,3,10,2,1,13,\n",
        hands=3,
        totals={"Ann": 36, "Bob": 15, "Cat": 32, "Dee": 47},
    ),
    Case(
        "the number of players in French",
        "Date;Anne;Bruno;Chloé;Total;Nb joueurs\n15/03/2025;0;12;7;19;3\n"
        "22/03/2025;5;0;3;8;3\n29/03/2025;5;0;;5;2\n",
        hands=3,
        totals={"Anne": 10, "Bruno": 12, "Chloé": 10},
    ),
    Case(
        "a table as it stands in a text",
        "| Date | Ann | Bob | Cat |\n|------|----:|----:|----:|\n| 2025-03-01 | 0 | 4 | 17 |\n"
        "| 2025-03-08 | 3 | 0 | 8 |\n",
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 25},
    ),
    *(
        Case(
            f"the winner, and those who lost: {mark}",
            f"Date{mark}{heads}\n2025-03-01{mark}Ann{mark}{{}}\n2025-03-08{mark}Bob{mark}{{}}\n"
            f"2025-03-15{mark}Ann{mark}Cat\n".format(*lists),
            hands=3,
            totals={"Ann": 1, "Bob": 1, "Cat": 3},
            wins={"Ann": 2, "Bob": 1, "Cat": 0},
        )
        for mark, heads, lists in (
            (",", "Winner,Losers", ('"Bob, Cat"', '"Ann, Cat"')),
            (";", "Gewinner;Verlierer", ("Bob, Cat", "Ann, Cat")),
        )
    ),
    Case(
        "the points of both in one cell",
        "Date,Player A,Player B,Score\n2025-03-01,Ann,Bob,30-0\n2025-03-08,Bob,Cat,0 : 12\n"
        "2025-03-15,Ann,Cat,0-7\n",
        hands=3,
        totals={"Ann": 30, "Bob": 0, "Cat": 19},
        wins={"Ann": 1, "Bob": 2, "Cat": 0},
    ),
    Case(
        "a short word behind points",
        "Datum;Ann;Bob;Cat\n1.3.2025;12 P.;0 P.;5 P.\n8.3.2025;0 P.;8 P.;9 P.\n",
        hands=2,
        totals={"Ann": 12, "Bob": 8, "Cat": 14},
    ),
    Case(
        "Wizard in German",
        "Datum;Runde;Ann Ansage;Ann Stiche;Ann Punkte;Bob Ansage;Bob Stiche;Bob Punkte\n"
        "1.3.2025;1;0;0;20;1;1;30\n1.3.2025;2;1;0;-10;0;1;-10\n",
        game="uno-collects",
        hands=2,
        totals={"Ann": 10, "Bob": 20},
    ),
    Case(
        "sums and means in Spanish below",
        "Fecha,Ana,Luis,Eva\n2025-03-01,0,14,7\n2025-03-08,12,0,3\nTotales,12,14,10\nMedia,6,7,5\n",
        hands=2,
        totals={"Ana": 12, "Luis": 14, "Eva": 10},
    ),
    Case(
        "the parts of a total, of an evening each",
        "Date,Player,Upper,Lower,Total\n2025-03-01,Ann,63,150,213\n2025-03-01,Bob,70,99,169\n"
        "2025-03-08,Ann,55,140,195\n2025-03-08,Bob,80,155,235\n",
        game="uno-collects",
        hands=2,
        totals={"Ann": 408, "Bob": 404},
        days=2,
    ),
    Case(
        "who was best and the weekday, in German",
        "Tag;Datum;Anna;Bert;Carl;Bester\nSa;1.3.2025;0;14;7;Anna\nSa;8.3.2025;12;0;3;Bert\n",
        hands=2,
        totals={"Anna": 12, "Bert": 14, "Carl": 10},
    ),
    *(
        Case(
            f"what else is noted, under {heads}",
            f"{heads}\n2025-03-01;0;14;7;{more[0]}\n2025-03-08;12;0;3;{more[1]}\n"
            f"2025-03-15;5;2;0;{more[2]}\n",
            hands=3,
            totals=dict(zip(heads.split(";")[1:4], (17, 16, 10), strict=True)),
        )
        for heads, *more in (
            ("Data;Anna;Bruno;Carla;Meteo", "sole", "pioggia", "sole"),
            ("Data;Ana;Bia;Caio;Obs", "", "boa noite", ""),
            ("Datum;Anneke;Bram;Cees;Biertjes", "3", "2", "4"),
            ("Fecha;Ana;Luis;Eva;Temperatura °C", "", "", ""),
            ("Date;Ann;Bob;Cat;Spectators", "12", "9", "11"),
            ("Date;Anne;Bruno;Chloé;Météo", "beau", "pluie", "beau"),
        )
    ),
    Case(
        "a number for each game before its day",
        "Game,Date,Player,Score\n1,2025-03-01,Ann,0\n1,2025-03-01,Bob,12\n"
        "2,2025-03-01,Ann,7\n2,2025-03-01,Bob,0\n",
        hands=2,
        totals={"Ann": 7, "Bob": 12},
    ),
    Case(
        "rounds in a form of the phone, and phases",
        "Date,Round,Ann,Ann Phase,Bob,Bob Phase\n2025-03-01,1,0,2,55,1\n2025-03-01,2,35,2,0,2\n"
        "2025-03-01,3,0,3,20,2\n",
        hands=3,
        totals={"Ann": 35, "Bob": 75},
    ),
    Case(
        "hands side by side in French, with a total",
        "Date;Joueur;Manche 1;Manche 2;Total\n15/03/2025;Anne;0;14;14\n15/03/2025;Luc;5;0;5\n",
        hands=2,
        totals={"Anne": 14, "Luc": 5},
    ),
    Case(
        "hands side by side as running totals of each evening",
        "Date,Player,R1,R2,R3\n2025-03-01,Ann,0,14,26\n2025-03-01,Bob,5,25,35\n"
        "2025-03-01,Cat,20,30,55\n2025-03-08,Ann,10,24,36\n2025-03-08,Bob,0,7,30\n"
        "2025-03-08,Cat,8,8,19\n",
        hands=6,
        totals={"Ann": 26 + 36, "Bob": 35 + 30, "Cat": 55 + 19},
    ),
    Case(
        "the winner and the place in Spanish",
        "Fecha;Ana;Luis;Eva;Ganador;Lugar\n15/03/2025;0;14;7;Ana;Casa\n16/03/2025;12;0;3;Luis;Bar\n",
        hands=2,
        totals={"Ana": 12, "Luis": 14, "Eva": 10},
    ),
    *(
        Case(
            name,
            content,
            hands=3,
            totals={"Ann": 0 + 22 + 5, "Bob": 14 + 0 + 31, "Cat": 27 + 9 + 0},
            wins={"Ann": 1, "Bob": 1, "Cat": 1},
            days=3,
        )
        for name, content in THREE_EVENINGS
    ),
    *(
        Case(
            f"first and last names under {heads}",
            f"Datum;{heads};Punkte\n"
            + "".join(
                f"{day:02}.01.2025;{';'.join(names[::way])};{points}\n"
                for day, scores in ((3, (0, 14, 27)), (10, (22, 0, 9)))
                for names, points in zip(
                    (("Ann", "Berg"), ("Bob", "Berg"), ("Ann", "See")), scores, strict=True
                )
            ),
            hands=2,
            totals={"Ann Berg": 22, "Bob Berg": 14, "Ann See": 36},
        )
        for heads, way in (
            ("Vorname;Nachname", 1),
            ("Name;Vorname", -1),
            ("Prénom;Nom", 1),
            ("Last name;First name", -1),
            ("Cognome;Nome", -1),
        )
    ),
    Case(
        "an OpenDocument spreadsheet with a note, a formula and a day once",
        ods(*ODS_ROWS),
        hands=2,
        totals={"Anna Berg": 7, "Bob": 21},
        days=1,
    ),
    Case(
        "medals in words above the names",
        "Datum;Gold;Silber;Bronze\n03.01.2025;Ann;Bob;Cat\n10.01.2025;Bob;Cat;Ann\n",
        hands=2,
        totals={"Ann": 0 + 2, "Bob": 1 + 0, "Cat": 2 + 1},
    ),
    Case(
        "a day in a cell of a page that spans the rows of two hands",
        "<table><tr><th>Hand<th>Date<th>Ann<th>Bob<tr><td>1<td rowspan=2>2025-01-03<td>0<td>14"
        "<tr><td>2<td>22<td>0<tr><td>1<td rowspan='2'>2025-01-10<td>7<td>0<tr><td>2<td>0<td>33"
        "</table>",
        hands=4,
        totals={"Ann": 29, "Bob": 47},
        days=2,
    ),
    Case(
        "a player in a cell of a page that spans two evenings",
        "<table><tr><th>Player</th><th>Date</th><th>Points</th></tr><tr><td rowspan=2>Ann</td>"
        "<td>2025-01-03</td><td>0</td></tr><tr><td>2025-01-10</td><td>22</td></tr><tr>"
        "<td rowspan=2>Bob</td><td>2025-01-03</td><td>14</td></tr><tr><td>2025-01-10</td><td>0</td>"
        "</tr></table>",
        hands=2,
        totals={"Ann": 22, "Bob": 14},
    ),
]
