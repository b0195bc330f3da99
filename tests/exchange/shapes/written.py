"""The same hands in each of the shapes, as programs of many languages write them."""

from tests.exchange.shapes.cases import Case

# The same four hands on three days in each of the shapes, as programs and people write them.
SCORES = ((0, 4, 17), (3, 0, 8), (21, 12, 0), (0, 9, 6))
WRITTEN = (
    (",", "utf-8", "2024-02-{:02}", "Date Hand Player Points"),
    (";", "cp1252", "{}.2.2024", "Datum Runde Spieler Punkte"),
    (";", "utf-8-sig", "{:02}/02/24", "Soirée Manche Joueur Points"),
    ("\t", "utf-16", "Feb {}, 2024", "Day Round Name Score"),
    (",", "utf-8", "2/{}/2024", "Evening Deal Who Result"),
    ("|", "utf-8", "Mo {}. Februar 2024", "Tag Blatt Wer Ergebnis"),
    (";", "mac_roman", "{} février 2024", "Jour Donne Nom Résultat"),
    ("\t", "utf-8", "2024-02-{:02}T20:00:00Z", "played_at hand_id player_name score"),
    (";", "utf-8-sig", "{:02}-02-2024", "Datum Ronde Speler Punten"),
    (";", "cp1252", "{:02}/02/2024", "Fecha Mano Jugador Puntos"),
    (",", "utf-8", "{}/2/2024", "Data Mano Giocatore Punti"),
    ("\t", "utf-16", "{:02}/02/2024", "Data Rodada Jogador Pontos"),
    (";", "utf-8", "{:02}.02.2024 (Mo)", "Datum Spiel Spieler Pkt"),
    ("\t", "utf-8", "02/{:02}/24", "Date Hand Player Pts"),
    (",", "utf-8-sig", "{:02}-Feb-24", "Date Round Player Score"),
    (";", "utf-8", "lun. {} févr. 2024", "Date Manche Joueur Points"),
    ("|", "cp1252", "2024/02/{:02}", "Tag Runde Name Punkte"),
)
PEOPLE = ("Jörg", "Zoë", "Ann")


def rows_of_shape(shape: str, days: list[str], words: str) -> list[list[object]]:
    """Return the cells of the four hands in a shape."""
    day, hand, name, score = words.split()
    numbers = (1, 2, 1, 1)
    match shape:
        case "wide":
            hands = zip(days, numbers, SCORES, strict=True)
            return [[day, hand, *PEOPLE], *([on, number, *each] for on, number, each in hands)]
        case "no hands":
            return [[day, *PEOPLE], *([on, *each] for on, each in zip(days, SCORES, strict=True))]
        case "long":
            return [
                [day, hand, name, score],
                *(
                    [on, number, person, points]
                    for on, number, each in zip(days, numbers, SCORES, strict=True)
                    for person, points in zip(PEOPLE, each, strict=True)
                ),
            ]
        case "turned":
            columns = zip(PEOPLE, *SCORES, strict=True)
            return [[name, *days], *map(list, columns)]
        case _:  # the sums below, and beside
            hands = zip(days, SCORES, strict=True)
            below = [sum(each) for each in zip(*SCORES, strict=True)]
            return [
                [day, *PEOPLE, "Total"],
                *([on, *each, sum(each)] for on, each in hands),
                ["Total", *below, sum(below)],
            ]


def of_each_shape() -> list[Case]:
    """Return a file of each shape in each way of writing."""
    return [
        Case(
            f"{shape}, {written}, {encoding}",
            "\n".join(
                mark.join(f'"{cell}"' if mark in str(cell) else str(cell) for cell in row)
                for row in rows_of_shape(shape, [*map(written.format, (5, 5, 12, 19))], words)
            ).encode(encoding),
            hands=4,
            totals={"Jörg": 24, "Zoë": 25, "Ann": 31},
            wins={"Jörg": 2, "Zoë": 1, "Ann": 1},
            days=3,
        )
        for mark, encoding, written, words in WRITTEN
        for shape in ("wide", "no hands", "long", "turned", "sums")
    ]
