"""Files that are refused, with words of the reason."""

from tests.exchange.shapes.cases import Case

REFUSED = [
    Case(
        "a name in small letters, too, in one hand",
        "Date,Player,Points\n2025-01-07,Ann,0\n2025-01-07,Bob,4\n2025-01-07,ann,7\n"
        "2025-01-07,Cat,9\n2025-01-14,Ann,3\n2025-01-14,Bob,0\n",
        refused="already has a result",
    ),
    Case(
        "the same name twice but for its letters",
        "Date,Ann,ann,Bob\n2025-03-01,0,4,7\n2025-03-08,3,0,8\n2025-03-15,5,2,0\n",
        refused="appears twice",
    ),
    Case(
        "crosses for who came",
        "Date,Ann,Bob,Cat,Dee\n2025-03-07,x,x,,x\n2025-03-14,x,,x,x\n2025-03-21,x,x,x,\n",
        refused="points",
    ),
    Case(
        "an opponent without a score",
        "Date,Player,Opponent,Score\n2025-03-07,Ann,Bob,12\n2025-03-07,Cat,Dee,4\n",
        refused="points",
    ),
    Case(
        "a player alone against the table",
        "Datum;Spiel;Alleinspieler;Wert\n1.3.2025;1;Ann;24\n1.3.2025;2;Bob;-48\n"
        "1.3.2025;3;Cat;36\n",
        refused="it takes 2",
    ),
    Case(
        "thirds of points, which are no thousands",
        "Date,Ann,Bob,Cat\n2025-03-03,0,9.333,15\n2025-03-10,8,0.667,11\n2025-03-17,16,2,0\n",
        refused="whole number",
    ),
    Case("no dates", "Ann,Bob,Cat\n0,4,7\n3,0,8\n0,1,2\n", refused="evening"),
    Case("words only", "Title,Author\nEmma,Austen\nUlysses,Joyce\n", refused="points"),
    Case(
        "a name of markup",
        f"Date,Ann,{'<b>' * 30}\n2024-02-05,0,4\n2024-02-12,3,0\n",
        refused="60 characters",
    ),
    Case(
        "a final table",
        "Rank,Player,Games,Wins,Points\n1,Ann,20,12,300\n2,Bob,20,5,210\n3,Cat,18,3,190\n",
        refused="evening",
    ),
    Case(
        "another table below",
        "Zar,,\nDate,Ann,Bob\n2025-03-01,0,4\n2025-03-08,3,0\nUno,,\nDate,Ann,Bob\n2025-03-01,50,0\n",
        refused="Another table",
    ),
    Case(
        "other players below",
        "Date,Ann,Bob\n2025-03-01,0,4\n2025-03-08,3,0\nDate,Ann,Dee\n2025-03-15,1,0\n",
        refused="Another table",
    ),
]
