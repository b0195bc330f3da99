"""Files that leave a question open, with the answers that lead to the totals."""

import datetime

from tests.exchange.shapes.cases import (
    COLLECTED,
    PLAYS,
    Case,
    bgstats,
    book,
    evenings_on_sheets,
    two_sheets,
)

ASKED = [
    Case(
        "a sheet for each evening, called by its day",
        evenings_on_sheets(),
        asked={"sheets": "all"},
        leave_out=("",),  # the first sheet alone has no day
        hands=3,
        totals={"Ann": 5, "Bob": 16},
        days=2,
    ),
    Case(
        "lines that name seasons",
        "Date,Ann,Bob\nSeason 2023/24,,\n2023-11-03,0,12\n2024-02-10,5,0\nSeason 2024/25,,\n"
        "2024-11-01,3,0\n2025-02-07,0,6\n",
        asked={"seasons": "one"},
        hands=4,
        totals={"Ann": 8, "Bob": 18},
    ),
    *(
        Case(
            f"{who} side by side, each with days of their own",
            content,
            asked={"block": "2"},
            hands=2,
            totals={"Dee": 13, "Eve": 9},
        )
        for who, content in (
            (
                "two groups, of which one played more often,",
                "Date,Ann,Bob,,Date,Dee,Eve\n2025-01-03,0,14,,2025-01-04,0,9\n"
                "2025-01-10,22,0,,2025-01-11,13,0\n2025-01-17,0,5,,,,\n",
            ),
            (
                "results of two groups",
                "Date,Player,Points,,Date,Player,Points\n2025-01-03,Ann,0,,2025-01-04,Dee,0\n"
                "2025-01-03,Bob,14,,2025-01-04,Eve,9\n2025-01-10,Ann,22,,2025-01-11,Dee,13\n"
                "2025-01-10,Bob,0,,2025-01-11,Eve,0\n",
            ),
        )
    ),
    *(
        Case(
            f"{what} beside the points",
            f"Date,Player,{heads}\n2025-01-03,Ann,{rows[0]}\n2025-01-03,Bob,{rows[1]}\n"
            f"2025-01-03,Cat,{rows[2]}\n2025-01-10,Ann,{rows[3]}\n2025-01-10,Bob,{rows[4]}\n"
            f"2025-01-10,Cat,{rows[5]}\n",
            asked={"which": "other"},
            hands=2,
            totals={"Ann": 22, "Bob": 14, "Cat": 36},
        )
        for what, heads, rows in (
            ("a score", "Points,Score", ("3,0", "1,14", "0,27", "0,22", "3,0", "1,9")),
            (
                "penalties and a total",
                "Points,Penalty,Total",
                ("0,0,0", "12,2,14", "20,7,27", "20,2,22", "0,0,0", "9,0,9"),
            ),
        )
    ),
    *(
        Case(
            f"rows that don't count: {head}",
            f"Date,Player,Points,{head}\n2025-01-03,Ann,0,{yes}\n2025-01-03,Bob,14,{yes}\n"
            f"2025-01-10,Ann,22,{no}\n2025-01-10,Bob,0,{no}\n2025-01-17,Ann,3,{yes}\n"
            f"2025-01-17,Bob,0,{yes}\n",
            asked={"void": "leave"},
            hands=2,
            totals={"Ann": 3, "Bob": 14},
        )
        for head, yes, no in (
            ("deleted", "false", "true"),
            ("Present", "yes", "no"),
            ("Status", "", "void"),
        )
    ),
    *(
        Case(
            f"{word} in place of points",
            f"Datum;Ann;Bob;Cat\n03.01.2025;{word};14;27\n10.01.2025;22;0;9\n17.01.2025;5;31;0\n"
            "24.01.2025;0;8;16\n",
            asked={"words": answer},
            hands=hands,
            totals={"Ann": 27, "Bob": bob, "Cat": cat},
        )
        for word, answer, hands, bob, cat in (
            ("krank", "absent", 4, 53, 52),
            ("Zar", "zero", 4, 53, 52),
            ("?", "leave", 3, 39, 25),
        )
    ),
    Case(
        "who has no points in each row, by turns",
        "Date,Ann,Bob,Cat\n2025-01-03,,14,27\n2025-01-10,22,,9\n2025-01-17,5,31,out\n",
        asked={"missing": "zero"},
        hands=3,
        totals={"Ann": 27, "Bob": 45, "Cat": 36},
        wins={"Ann": 1, "Bob": 1, "Cat": 1},
    ),
    Case(
        "days that a spreadsheet has taken for months",
        book(
            ("Datum", "Ann", "Bob"),
            (datetime.date(2025, 3, 1), 0, 14),
            (datetime.date(2025, 10, 1), 22, 0),
            ("17.01.2025", 5, 0),
        ),
        asked={"swapped": "yes"},
        hands=3,
        totals={"Ann": 27, "Bob": 14},
    ),
    Case(
        "two rows, of which the second goes on from the first",
        "Datum;Ann;Bob;Cat\n03.01.2025;0;14;27\n10.01.2025;22;14;36\n",
        asked={"running": "totals"},
        hands=2,
        totals={"Ann": 22, "Bob": 14, "Cat": 36},
    ),
    Case(
        "a partner beside each player",
        "Date,Player,Partner,Points\n2025-02-01,Ann,Bob,0\n2025-02-01,Cat,Dee,6\n2025-02-08,Ann,Cat,4\n"
        "2025-02-08,Bob,Dee,0\n",
        asked={"teams": "each", "direction": "rules"},
        hands=2,
        totals={"Ann": 4, "Bob": 0, "Cat": 10, "Dee": 6},
    ),
    Case(
        "two games side by side, with days of their own",
        "Zar,,,,Uno,,\nDate,Ann,Bob,,Date,Ann,Bob\n2025-03-01,0,4,,2025-03-02,0,35\n"
        "2025-03-08,3,0,,2025-03-09,44,0\n2025-03-15,0,2,,2025-03-16,17,0\n",
        asked={"block": "2"},
        hands=3,
        totals={"Ann": 61, "Bob": 35},
    ),
    Case(
        "running totals of what some gain and the others lose",
        "Datum;Spiel;Ann;Bob;Cat;Dee\n7.2.2025;1;2;2;-2;-2\n;2;-7;5;1;1\n;3;-6;4;0;2\n;4;-9;7;3;-1\n"
        "14.2.2025;1;-4;4;4;-4\n;2;-1;1;7;-7\n;3;1;3;5;-9\n;4;-2;6;2;-6\n",
        game="uno-collects",
        asked={"running": "totals"},
        then={"direction": "rules"},
        hands=8,
        totals={"Ann": -11, "Bob": 13, "Cat": 5, "Dee": -7},
    ),
    Case(
        "3, 2, 1 an evening, which are points",
        "Date,Ann,Bob,Cat\n2025-01-07,3,2,1\n2025-01-14,1,3,2\n2025-01-21,3,1,2\n"
        "2025-01-28,3,1,2\n",
        game="uno-collects",
        asked={"places": "points"},
        then={"direction": "rules"},
        hands=4,
        totals={"Ann": 10, "Bob": 7, "Cat": 7},
    ),
    *(
        Case(
            f"only who won, and numbers below {heads}",
            f"Date,{heads}\n2025-03-01,Ann,{more[0]}\n2025-03-08,Bob,{more[1]}\n"
            f"2025-03-15,Ann,{more[2]}\n",
            asked={"scores": "leave"},
            hands=3,
            totals={"Ann": 1, "Bob": 2},
            wins={"Ann": 2, "Bob": 1},
        )
        for heads, *more in (
            ("Winner,Players,Final score", "Ann & Bob,3-1", "Ann & Bob,3-2", "Ann & Bob,3-0"),
            ("Winner,Loser,Loser points", "Bob,14", "Ann,8", "Bob,20"),
        )
    ),
    Case(
        "players side by side, and the only points the winner’s",
        "Date,Winner,P1,P2,P3,Score\n2025-03-01,Bob,Ann,Bob,Cat,40\n"
        "2025-03-08,Ann,Ann,Bob,Cat,31\n2025-03-15,Cat,Ann,Bob,Cat,25\n",
        asked={"direction": "winners"},
        hands=3,
        totals={"Ann": 2, "Bob": 2, "Cat": 2},
        wins={"Ann": 1, "Bob": 1, "Cat": 1},
    ),
    Case(
        "players whose names may be what others have beside their points",
        "Date,Ann,Ann Berg,Bob,Bob Berg\n2025-03-01,0,4,17,19\n2025-03-08,3,0,8,22\n"
        "2025-03-15,25,2,0,1\n",
        asked={"odd": "player"},
        hands=3,
        totals={"Ann": 28, "Ann Berg": 6, "Bob": 25, "Bob Berg": 42},
    ),
    Case(
        "more beside each player’s points",
        "Date,Round,Ann,Ann Stage,Bob,Bob Stage\n2025-03-01,1,0,2,35,1\n2025-03-01,2,40,2,0,2\n",
        asked={"odd": "nothing"},
        hands=2,
        totals={"Ann": 40, "Bob": 35},
    ),
    Case(
        "a week that may be the first of a season",
        "Week,Ann,Bob,Cat\n1,0,12,40\n2,31,0,9\n3,0,22,18\n",
        asked={"year": "2025"},
        hands=3,
        totals={"Ann": 31, "Bob": 34, "Cat": 67},
        days=3,
    ),
    Case(
        "euros and cents",
        "Datum;Anna;Bernd;Carla\n07.03.2025;1,50 €;-0,50 €;-1,00 €\n"
        "14.03.2025;-2,00 €;0,75 €;1,25 €\n",
        game="uno-collects",
        asked={"decimals": "times"},
        hands=2,
        totals={"Anna": -50, "Bernd": 25, "Carla": 25},
    ),
    Case(
        "small numbers in two columns behind the players",
        "Date,Ann,Bob,Cat,Dee,Fnord,Quux\n2025-03-03,12,0,15,44,2,1\n2025-03-10,0,14,11,20,1,0\n"
        "2025-03-17,16,2,0,31,0,2\n2025-03-24,7,12,10,0,2,1\n",
        asked={"odd": "nothing"},
        hands=4,
        totals={"Ann": 35, "Bob": 28, "Cat": 36, "Dee": 95},
    ),
    Case(
        "the number of games of each evening, and who won how many",
        "Date,Games,Ann,Bob,Cat\n2025-03-03,5,2,2,1\n2025-03-10,6,1,4,1\n2025-03-17,4,2,0,2\n",
        asked={"wins": "wins"},
        hands=15,
        totals={"Ann": 15 - 5, "Bob": 15 - 6, "Cat": 15 - 4},
        wins={"Ann": 5, "Bob": 6, "Cat": 4},
    ),
    Case(
        "the last player never wins in three hands",
        "Fecha\tAna\tLuis\tEva\tPaco\tObservaciones\n17/03/2025\t0\t23\t14\t8\t\n"
        "17/03/2025\t31\t0\t5\t12\tcapicúa\n24/03/2025\t9\t17\t0\t22\t\n".encode("utf-16"),
        hands=3,
        totals={"Ana": 40, "Luis": 40, "Eva": 19, "Paco": 42},
        days=2,
        asked={"odd": "player"},
    ),
    *(
        Case(
            f"{head} beside players who win in turn",
            f"Date,Ann,Bob,Cat,{head}\n2025-03-04,5,0,17,{more[0]}\n2025-03-11,0,12,3,{more[1]}\n"
            f"2025-03-18,4,9,0,{more[2]}\n2025-03-25,7,0,11,{more[3]}\n",
            asked={"odd": "nothing"},
            hands=4,
            totals={"Ann": 16, "Bob": 21, "Cat": 31},
        )
        for head, more in (("Wind", (10, 12, 8, 3)), ("Fouls", (2, 0, 5, 3)))
    ),
    Case(
        "evenings of two players that end 3:0",
        "Date,Ann,Bob\n2025-03-04,3,0\n2025-03-11,0,3\n2025-03-18,3,0\n",
        asked={"wins": "wins"},
        hands=9,
        totals={"Ann": 3, "Bob": 6},
        wins={"Ann": 6, "Bob": 3},
    ),
    Case(
        "three darts a row",
        "Date,Player,Dart 1,Dart 2,Dart 3\n2025-03-04,Ann,60,20,5\n2025-03-04,Bob,1,19,57\n",
        asked={"parts": "hands"},
        then={"direction": "rules"},
        hands=3,
        totals={"Ann": 85, "Bob": 77},
    ),
    Case(
        "two sides with running totals",
        "Date,Round,Team 1,Team 2\n2025-03-07,1,350,420\n2025-03-07,2,910,665\n"
        "2025-03-07,3,1240,1400\n2025-03-07,4,2100,1755\n2025-03-07,5,2900,2600\n",
        asked={"direction": "rules"},
        hands=5,
        totals={"Team 1": 2900, "Team 2": 2600},
    ),
    Case(
        "pairs of players joined by a Dutch word",
        "Datum;Spel;Paar;Punten\n07-03-2025;1;Jan en Piet;142\n07-03-2025;1;Kees en Wim;118\n"
        "14-03-2025;1;Jan en Wim;125\n14-03-2025;1;Kees en Piet;133\n",
        asked={"teams": "each", "direction": "rules"},
        hands=2,
        totals={"Jan": 267, "Piet": 275, "Kees": 251, "Wim": 243},
    ),
    Case(
        "legs of darts at home and away",
        "Date,Home,Away,Legs Home,Legs Away,180s Home,180s Away\n2025-03-07,Ann,Bob,3,2,1,0\n"
        "2025-03-14,Bob,Cat,1,3,0,2\n2025-03-21,Cat,Ann,3,1,0,0\n",
        asked={"wins": "wins"},
        hands=5 + 4 + 4,
        totals={"Ann": 2 + 3, "Bob": 3 + 3, "Cat": 1 + 1},
        wins={"Ann": 4, "Bob": 3, "Cat": 6},
    ),
    Case(
        "the score between home and away",
        "Week,Date,Home,Score,Away\n1,17/03/2025,Ann,5-2,Bob\n1,17/03/2025,Cat,4-3,Dee\n"
        "2,24/03/2025,Cat,3-4,Ann\n",
        asked={"wins": "wins"},
        hands=7 + 7 + 7,
        totals={"Ann": 2 + 3, "Bob": 5, "Cat": 3 + 4, "Dee": 4},
        wins={"Ann": 9, "Bob": 2, "Cat": 7, "Dee": 3},
    ),
    Case(
        "Klaverjassen of two teams, with what was declared",
        "Datum;Ronde;Wij;Zij;Roem Wij;Roem Zij\n15-03-2025;1;102;60;20;0\n"
        "15-03-2025;2;62;100;0;50\n22-03-2025;1;162;0;100;0\n",
        hands=3,
        totals={"Wij": 326, "Zij": 160},
        days=2,
        asked={"direction": "rules"},
    ),
    *(
        Case(
            f"evenings whose numbers are {what} hands won",
            f"Date,Ann,Bob,Cat\n2025-03-01,{rows[0]}\n2025-03-08,{rows[1]}\n2025-03-15,{rows[2]}\n",
            asked={"wins": "wins"},
            hands=won,
            totals={"Ann": won - wins[0], "Bob": won - wins[1], "Cat": won - wins[2]},
            wins=dict(zip(("Ann", "Bob", "Cat"), wins, strict=True)),
        )
        for what, rows, won, wins in (
            ("few", ("3,2,1", "1,4,0", "2,2,2"), 17, (6, 8, 3)),
            ("twenty", ("13,5,2", "2,4,14", "9,9,2"), 60, (24, 18, 18)),
        )
    ),
    Case(
        "two evenings only, of hands won",
        "Date,Ann,Bob,Cat\n2025-03-01,3,2,1\n2025-03-08,1,4,1\n",
        asked={"wins": "wins"},
        hands=12,
        totals={"Ann": 12 - 4, "Bob": 12 - 6, "Cat": 12 - 2},
        wins={"Ann": 4, "Bob": 6, "Cat": 2},
    ),
    Case(
        "legs of two players side by side",
        "Date,Player 1,Player 2,Legs 1,Legs 2\n2025-03-01,Ann,Bob,3,1\n2025-03-08,Bob,Cat,2,3\n"
        "2025-03-15,Ann,Cat,3,0\n",
        asked={"wins": "wins"},
        hands=12,
        totals={"Ann": 1, "Bob": 3 + 3, "Cat": 2 + 3},
        wins={"Ann": 6, "Bob": 3, "Cat": 3},
    ),
    Case(
        "3:1 in one cell",
        "Date,Player A,Player B,Score\n2025-03-01,Ann,Bob,3:1\n2025-03-08,Bob,Cat,2:3\n"
        "2025-03-15,Ann,Cat,3:0\n",
        asked={"wins": "wins"},
        hands=12,
        totals={"Ann": 1, "Bob": 3 + 3, "Cat": 2 + 3},
        wins={"Ann": 6, "Bob": 3, "Cat": 3},
    ),
    Case(
        "a column beside the two sides of the table",
        "Datum;Spel;Wij;Zij;Roem\n04-03-2025;1;102;60;20\n04-03-2025;2;82;80;0\n"
        "25-03-2025;1;90;72;50\n",
        asked={"odd": "nothing"},
        then={"direction": "rules"},
        hands=3,
        totals={"Wij": 102 + 82 + 90, "Zij": 60 + 80 + 72},
    ),
    Case(
        "a total that is not always the sum of the hands",
        "Date,Player,R1,R2,Total\n2025-03-01,Ann,0,4,5\n2025-03-01,Bob,5,0,5\n",
        asked={"rounds": "totals"},
        then={"direction": "rules"},
        hands=1,
        totals={"Ann": 5, "Bob": 5},
    ),
    *(
        Case(
            f"no player, {why}",
            f"Date,Ann,Bob,Cat,{head}\n"
            + "".join(
                f"2025-03-{7 * week + 1:02},{scores},{more}\n"
                for week, (scores, more) in enumerate(zip(rows, numbers, strict=True))
            ),
            asked={"odd": "nothing"},
            then=then,
            hands=len(rows),
            totals=totals,
        )
        for why, head, rows, numbers, then, totals in (
            (
                "behind a sum",
                "Sum,Crisps",
                ("0,14,7", "12,0,3", "5,2,0"),
                ("21,3", "15,2", "7,4"),
                {},
                {"Ann": 17, "Bob": 16, "Cat": 10},
            ),
            (
                "in small letters",
                "crisps eaten",
                ("0,14,7", "12,0,3", "5,2,0"),
                (3, 2, 4),
                {},
                {"Ann": 17, "Bob": 16, "Cat": 10},
            ),
            (
                "beside gains and losses that cancel out",
                "Crisps",
                ("10,-4,-6", "-3,8,-5", "1,2,-3"),
                (3, 2, 4),
                {"direction": "rules"},
                {"Ann": 8, "Bob": 6, "Cat": -14},
            ),
        )
    ),
    Case(
        "the winner collects, the rules say otherwise",
        COLLECTED,
        game="uno",
        asked={"direction": "file"},
        hands=5,
        totals={"Ann": 230, "Bob": 40, "Cat": 25},
        wins={"Ann": 3, "Bob": 1, "Cat": 1},
    ),
    Case(
        "one loses nothing, and the others have less",
        "Date,Ann,Bob,Cat\n2025-03-04,0,-5,-8\n2025-03-11,-4,0,-2\n2025-03-18,0,-6,-1\n",
        asked={"direction": "winners"},
        hands=3,
        totals={"Ann": 0 + 1 + 0, "Bob": 1 + 0 + 1, "Cat": 1 + 1 + 1},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "the winner collects in a game where nobody can",
        COLLECTED,
        asked={"direction": "winners"},
        hands=5,
        totals={"Ann": 2, "Bob": 4, "Cat": 4},
        wins={"Ann": 3, "Bob": 1, "Cat": 1},
    ),
    Case(
        "points against players, the rules say the winner collects",
        "Date,Ann,Bob,Cat\n2024-02-05,0,4,7\n2024-02-12,3,0,8\n2024-02-19,0,1,2\n",
        game="uno-collects",
        asked={"direction": "file"},
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "winners of BG Stats have most points, the rules say fewest",
        bgstats(*PLAYS, Uno={"highestWins": True}),
        game="uno",
        asked={"direction": "file"},
        hands=3,
        totals={"Ann": 82, "Bob": 46, "Cat": 22},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "the named winners have most points",
        "Date,Winner,Ann,Bob,Cat\n2024-02-05,Cat,2,4,7\n2024-02-12,Ann,9,5,8\n",
        asked={"direction": "winners"},
        hands=2,
        totals={"Ann": 1, "Bob": 2, "Cat": 1},
        wins={"Ann": 1, "Bob": 0, "Cat": 1},
    ),
    Case(
        "day or month",
        "Date,Ann,Bob,Cat\n3/4/2024,0,4,7\n5/2/2024,3,0,8\n4/6/2024,0,1,2\n",
        asked={"days": "mdy"},
        hands=3,
        totals={"Ann": 3, "Bob": 5, "Cat": 17},
    ),
    Case(
        "two rows that may be running totals",
        "Date,Round,Ann,Bob,Cat,Dee,Eve\n2024-02-05,1,0,4,7,2,9\n2024-02-05,2,3,8,8,5,11\n",
        asked={"running": "totals"},
        hands=2,
        totals={"Ann": 3, "Bob": 8, "Cat": 8, "Dee": 5, "Eve": 11},
    ),
    Case(
        "what some gain the others lose",
        "Date,Ann,Bob,Cat\n2024-02-05,+10,-4,-6\n2024-02-12,-3,+8,-5\n2024-02-19,+1,+2,-3\n",
        hands=3,
        totals={"Ann": 8, "Bob": 6, "Cat": -14},
        wins={"Ann": 0, "Bob": 0, "Cat": 3},
        asked={"direction": "rules"},
    ),
    Case(
        "numbers that only fall",
        "Date,Ann,Bob,Cat\n2024-02-05,501,501,501\n2024-02-05,480,450,400\n"
        "2024-02-05,440,410,300\n2024-02-05,200,250,100\n",
        hands=4,
        totals={"Ann": 1621, "Bob": 1611, "Cat": 1301},
        asked={"falling": "points"},
        then={"direction": "rules"},
    ),
    Case(
        "a workbook with two sheets",
        two_sheets(),
        asked={"sheets": "first"},
        hands=14,
        totals={"Ann": 0, "Bob": 56},
    ),
    Case(
        "running totals that may fall",
        "Date,Ann,Bob\n"
        + "".join(
            f"2024-02-05,{ann},{bob}\n"
            for ann, bob in zip(
                (12, 20, 18, 30, 41, 55, 53, 70), (9, 19, 30, 28, 44, 40, 52, 66), strict=True
            )
        ),
        asked={"running": "totals"},
        then={"direction": "rules"},
        hands=8,
        totals={"Ann": 70, "Bob": 66},
    ),
    Case(
        "another game",
        bgstats({"Ann": ("0", True, 1), "Bob": ("4", False, 2)}, Go={"highestWins": False}),
        asked={"game": "zar"},
        hands=1,
        totals={"Ann": 0, "Bob": 4},
    ),
    Case(
        "plays without points among others",
        bgstats(
            {"Ann": ("0", True, 1), "Bob": ("4", False, 2)},
            {"Ann": ("", True, 1), "Bob": ("", False, 2)},
            {"Ann": ("7", False, 2), "Bob": ("0", True, 1)},
            Zar={"highestWins": False},
        ),
        leave_out=("no-points",),
        hands=2,
        totals={"Ann": 7, "Bob": 4},
    ),
    Case(
        "a row twice",
        "Date,Hand,Ann,Bob\n2024-02-05,1,0,4\n2024-02-05,2,3,0\n2024-02-05,2,3,0\n",
        leave_out=("again",),
        hands=2,
        totals={"Ann": 3, "Bob": 4},
    ),
    Case(
        "sums below without a word",
        "Date,Ann,Bob,Cat\n2024-02-05,5,4,17\n2024-02-12,3,9,8\n2024-02-19,6,1,2\n,14,14,27\n",
        asked={"direction": "rules"},
        hands=3,
        totals={"Ann": 14, "Bob": 14, "Cat": 27},
    ),
    Case(
        "a sum of the row under another word",
        "Date,Ann,Bob,Cat,Kasse\n2024-02-05,5,4,17,26\n2024-02-12,3,9,8,20\n2024-02-19,6,1,2,9\n",
        asked={"direction": "rules"},
        hands=3,
        totals={"Ann": 14, "Bob": 14, "Cat": 27},
    ),
    Case(
        "the number of players, a length and a note",
        "Date,Players,Duration,Ann,Bob,Cat,Notes\n2024-02-05,3,45,5,4,17,\n2024-02-12,2,30,3,9,,late\n"
        '2024-02-19,3,50,6,1,2,"Cat\'s birthday, cake"\n',
        asked={"direction": "rules"},
        hands=3,
        totals={"Ann": 14, "Bob": 14, "Cat": 19},
    ),
    Case(
        "Nertz by American days, with sums and means below",
        "Date,Round,Mom,Dad,Kim\n1/15/2025,1,23,-4,12\n1/15/2025,2,8,17,-2\n"
        "1/22/2025,1,30,2,11\n,Total,61,15,21\n,Average,20.3,5,7\n",
        game="uno-collects",
        asked={"direction": "rules"},
        hands=3,
        totals={"Mom": 61, "Dad": 15, "Kim": 21},
        days=2,
    ),
    Case(
        "days without a year",
        "Date,Ann,Bob,Cat\n3 Dec,0,31,7\n10 Dec,10,0,22\n7 Jan,9,8,0\n",
        asked={"year": "2024"},
        hands=3,
        totals={"Ann": 19, "Bob": 39, "Cat": 29},
        days=3,
    ),
    *(
        Case(
            f"brackets around penalties that are {what}",
            "Date,Ann,Bob,Cat\n2025-01-10,5,(13),9\n2025-01-17,0,26,4\n2025-01-24,12,0,13\n",
            asked={"brackets": answer},
            hands=3,
            totals={"Ann": 17, "Bob": 26 + more, "Cat": 26},
        )
        for what, answer, more in (("points", "plus", 13), ("negative", "minus", -13))
    ),
    Case(
        "only who won",
        "Date,Winner\n2024-02-05,Ann\n2024-02-12,Bob\n2024-02-19,Ann\n",
        asked={"all-played": "yes"},
        hands=3,
        totals={"Ann": 0 + 1 + 0, "Bob": 1 + 0 + 1},
        wins={"Ann": 2, "Bob": 1},
    ),
    Case(
        "only who lost, and who played",
        'Date,Players,Loser\n2025-02-01,"Ann, Bob, Cat",Bob\n2025-02-08,"Ann, Bob",Ann\n',
        asked={"losers": "level"},
        hands=2,
        totals={"Ann": 0 + 1, "Bob": 2 + 0, "Cat": 0},
        wins={"Ann": 1, "Bob": 1, "Cat": 1},
    ),
    Case(
        "points of two players, and nobody has 0",
        "Date,Ann,Bob\n2025-02-01,312,287\n2025-02-08,250,301\n",
        asked={"direction": "winners"},
        hands=2,
        totals={"Ann": 0 + 1, "Bob": 1 + 0},
        wins={"Ann": 1, "Bob": 1},
    ),
    Case(
        "a game that most points win, by its name above",
        "Yahtzee 2025\nDate,Ann,Bob,Cat\n2025-02-01,212,331,187\n2025-02-08,210,215,222\n",
        asked={"direction": "winners"},
        hands=2,
        totals={"Ann": 2, "Bob": 1, "Cat": 1},
        wins={"Ann": 0, "Bob": 1, "Cat": 1},
    ),
    Case(
        "a small number beside each hand's points, which always wins",
        "Date,Ann,Bob,Cat,Naps\n2025-02-01,12,31,7,3\n2025-02-08,10,15,22,2\n2025-02-15,9,8,14,4\n",
        asked={"odd": "nothing"},
        then={"direction": "rules"},
        hands=3,
        totals={"Ann": 31, "Bob": 54, "Cat": 43},
    ),
    Case(
        "Doppelkopf, where one player was always on the losing side",
        "Datum;Spiel;Ann;Bob;Cat;Dee\n1.2.2025;1;3;-3;3;-3\n1.2.2025;2;1;1;1;-3\n"
        "1.2.2025;3;2;2;-2;-2\n",
        asked={"direction": "winners"},
        hands=3,
        totals={"Ann": 0, "Bob": 1, "Cat": 1, "Dee": 3},
        wins={"Ann": 3, "Bob": 2, "Cat": 2, "Dee": 0},
    ),
    Case(
        "only who won, and the points the winner collects",
        "Date;Game;Winner;Points won\n01.02.2025;Uno;Ann;45\n01.02.2025;Uno;Bob;30\n"
        "08.02.2025;Uno;Ann;61\n",
        game="uno-collects",
        asked={"all-played": "yes"},
        hands=3,
        totals={"Ann": 106, "Bob": 30},
        wins={"Ann": 2, "Bob": 1},
    ),
    Case(
        "half points",
        "Date,Ann,Bob\n2024-02-05,0,4\n2024-02-05,2.5,0\n2024-02-12,0,3\n2024-02-19,0,3\n",
        leave_out=("points",),
        hands=3,
        totals={"Ann": 0, "Bob": 10},
    ),
    Case(
        "a winner who is not the best",
        "Date,Winner,Ann,Bob\n" + "2024-02-05,Ann,0,4\n" * 6 + "2024-02-12,Ann,6,0\n",
        leave_out=("not-best",),
        hands=6,
        totals={"Ann": 0, "Bob": 24},
    ),
    Case(
        "only the winner’s points, who have collected them",
        'Date,Players,Winner,Points\n2025-03-01,"Ann, Bob, Cat",Ann,50\n'
        '2025-03-01,"Ann, Bob, Cat",Bob,35\n2025-03-08,"Ann, Cat",Ann,12\n',
        game="uno",
        asked={"direction": "file"},
        hands=3,
        totals={"Ann": 62, "Bob": 35, "Cat": 0},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "nothing in place of 0",
        "Date,Ann,Bob,Cat\n2025-03-01,50,,\n2025-03-01,,35,\n2025-03-08,61,,\n",
        game="uno",
        asked={"blanks": "zero", "direction": "file"},
        hands=3,
        totals={"Ann": 111, "Bob": 35, "Cat": 0},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "a mark for who won",
        "Date,Ann,Bob,Cat\n2025-03-01,x,,\n2025-03-08,,x,\n2025-03-15,x,,\n",
        asked={"blanks": "zero"},
        hands=3,
        totals={"Ann": 1, "Bob": 2, "Cat": 3},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "only the winner has points, beside a number that is always the same",
        "Date,Ann,Bob,Cat,Aim\n2025-03-01,50,,,100\n2025-03-08,,35,,100\n2025-03-15,50,,,100\n",
        game="uno-collects",
        asked={"odd": "nothing"},
        then={"blanks": "zero"},
        hands=3,
        totals={"Ann": 100, "Bob": 35, "Cat": 0},
        wins={"Ann": 2, "Bob": 1, "Cat": 0},
    ),
    Case(
        "teams",
        "Date,Team,Points\n2025-03-01,Ann & Bob,5\n2025-03-01,Cat & Dee,0\n"
        "2025-03-08,Ann & Cat,12\n2025-03-08,Bob & Dee,61\n",
        asked={"teams": "each", "direction": "rules"},
        hands=2,
        totals={"Ann": 17, "Bob": 66, "Cat": 12, "Dee": 61},
        wins={"Ann": 1, "Bob": 0, "Cat": 2, "Dee": 1},
    ),
    Case(
        "half a file",
        "Date,Ann,Bob,Cat\n2025-03-01,0,4,17\n2025-03-08,3,0,8\n2025-03-15,1,2",
        asked={"end": "leave"},
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 25},
    ),
    Case(
        "an evening pasted twice",
        "Date,Ann,Bob,Cat\n2025-03-01,0,4,7\n2025-03-01,3,0,8\n2025-03-01,0,4,7\n2025-03-01,3,0,8\n",
        asked={"repeated": "leave"},
        hands=2,
        totals={"Ann": 3, "Bob": 4, "Cat": 15},
    ),
    Case(
        "whole numbers of a game that counts in halves",
        "Date,Ann,Bob\n2025-03-01,0,4\n2025-03-08,3,0\n",
        game="own:Halves",
        asked={"unit": "points"},
        hands=2,
        totals={"Ann": 6, "Bob": 8},
    ),
    Case(
        "only who pays is noted, in a game that the fewest win",
        "Date,Ann,Bob,Cat\n2025-03-01,0,-12,0\n2025-03-08,-7,0,0\n2025-03-15,0,0,-5\n",
        game="own:Halves",
        asked={"unit": "parts", "direction": "rules"},
        hands=3,
        totals={"Ann": -7, "Bob": -12, "Cat": -5},
    ),
    Case(
        "words behind points",
        "Date,Ann,Bob,Cat\n2025-03-01,0 won!,4,7\n2025-03-08,3,0,8\n2025-03-15,1,2,0\n",
        leave_out=("points",),
        hands=2,
        totals={"Ann": 4, "Bob": 2, "Cat": 8},
    ),
    Case(
        "numbers that are not like the others",
        "Date,Aim,Ann,Bob,Cat\n2025-03-01,100,20,110,10\n2025-03-08,100,10,20,105\n"
        "2025-03-15,100,101,15,30\n",
        asked={"odd": "nothing"},
        then={"direction": "rules"},
        hands=3,
        totals={"Ann": 131, "Bob": 145, "Cat": 145},
    ),
    Case(
        "small numbers beside points",
        "Date,Ann,Bob,Laps\n2025-03-01,20,61,3\n2025-03-08,35,12,2\n2025-03-15,18,40,4\n",
        asked={"odd": "nothing"},
        then={"direction": "rules"},
        hands=3,
        totals={"Ann": 73, "Bob": 113},
    ),
    Case(
        "the winner in the first of two columns has the most points",
        "Date,Winner,Winner score,Loser,Loser score\n"
        "2025-03-01,Ann,12,Bob,0\n2025-03-08,Bob,7,Ann,0\n",
        game="uno",
        asked={"direction": "file"},
        hands=2,
        totals={"Ann": 12, "Bob": 7},
        wins={"Ann": 1, "Bob": 1},
    ),
    Case(
        "two names a letter apart that never meet",
        "Date,Ann,Bernd,Berndt\n2025-01-03,0,14,\n2025-01-10,22,,0\n2025-01-17,0,,9\n",
        asked={"same": "one"},
        hands=3,
        totals={"Ann": 22, "Bernd": 14, "Berndt": 9},
    ),
    Case(
        "crosses under what may be a name",
        "Date,Ann,Bob,Cat\n2025-01-03,0,14,x\n2025-01-10,22,0,x\n2025-01-17,3,0,\n",
        asked={"marks": "leave"},
        hands=3,
        totals={"Ann": 25, "Bob": 14},
    ),
]
