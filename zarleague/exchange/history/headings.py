"""What the words of a heading say of its column."""

import re
from collections.abc import Collection
from enum import StrEnum
from typing import Final

from zarleague.exchange.history.cells import month_of, word_of


class Role(StrEnum):
    """The content of a column, as far as its heading tells."""

    SUM = "sum"
    WINNER = "winner"
    DAY = "day"
    TIME = "time"
    PLACE = "place"
    WINS = "wins"
    POINTS = "points"
    PLAYERS = "players"
    NAME = "name"
    HAND = "hand"
    TABLE = "table"
    GAME = "game"
    OTHER = "other"
    """Something that is not imported: notes, durations, the number of the week."""


_WORDS: Final = {
    Role.SUM: "total totals sum summe gesamt gesamtpunkte average avg check kontrolle durchschnitt"
    " schnitt somme moyenne cumulative running subtotal zwischensumme overall cum cumul cumulated"
    " cumulé kumuliert accumulated gesamtergebnis gesamtsumme gesamtwertung"
    " tot σ ø totale totales totaal totais suma media média",
    Role.WINNER: "winner winners won win gewinner gewinnerin sieger siegerin gewonnen gagnant"
    " gagnante vainqueur first vincitore vincitrice ganador ganadora winnaar vencedor vencedora",
    Role.DAY: "date day evening night datum tag abend spieltag spielabend jour soir soirée"
    " timestamp zeitstempel horodatage data fecha giorno serata",
    Role.TIME: "time start started begin end ended uhrzeit zeit beginn ende heure début clock",
    Role.PLACE: "place rank ranking position pos platz rang platzierung finish standing posizione"
    " posición puesto plaats posição",
    Role.WINS: "wins victories siege victoires vittorie victorias overwinningen vitórias",
    Role.POINTS: "points point score scores result results pts punkte punkt punktzahl ergebnis"
    " pkt pkte résultat left net netto vp vps siegpunkte goals tore"
    " punti punteggio puntos puntuación punten pontos pontuação",
    Role.PLAYERS: "players participants spieler teilnehmer mitspieler joueurs who giocatori"
    " jugadores spelers jogadores",
    Role.NAME: "player name who spieler spielerin wer joueur joueuse nom participant team"
    " mannschaft équipe giocatore giocatrice jugador jugadora speler jogador jogadora nome nombre"
    " naam squadra equipo equipe",
    Role.HAND: "hand round deal rnd rd hd runde manche donne tour spielrunde blatt mano ronda"
    " rodada ronde turno",
    Role.TABLE: "table match tisch session location venue ort group gruppe where pub lieu"
    " division liga pool staffel poule girone divisione división divisão",
    Role.GAME: "game spiel partie jeu games boardgame gioco juego spel jogo",
    Role.OTHER: "note notes comment comments bemerkung bemerkungen kommentar remark remarks memo"
    " commentaire remarque duration minutes mins length dauer durée season saison year jahr année"
    " month monat mois week woche semaine count anzahl dealer geber donneur weekday wochentag"
    " kw high low highest lowest median mean difference differenz diff spread margin pot stake"
    " einsatz limit target cards karten elo rating phase level bid bids ansage tricks stiche trump"
    " trumpf unnamed index idx row zeile ligne line ref key rounds hands deals runden manches"
    " donnes rondas rondes guests gäste invités jackpot kasse kitty cagnotte winning losing"
    " durata duración duração mese mes mês anno año ano"
    " settimana semana nota notas observações opmerking opmerkingen"
    " beer beers bier biere bière bières birre cervezas biertjes pint pints drink drinks getränke"
    " boissons bevande bebidas drankjes spectators viewers zuschauer spectateurs visitors besucher"
    " temperature temperatur température weather wetter météo cost costs kosten prix price preis"
    " snacks songs smokes attendance affluence pizza pizzas buyin"
    " wild wilds reizwert joker jokers redeal redeals misdeal misdeals prize prizes stakes humidity"
    " hours stunden strafe strafen"
    " heures penalty penalties fines bonus seat sitz sitzplatz handicap hcp vorgabe"
    " quantity incomplete nowinstats"
    " host hosts gastgeber gastgeberin hôte paid bezahlt payé"
    " played gespielt jouées lost losses verloren niederlagen perdues défaites draws",
}
_ROLES: Final = {
    word: tuple(role for role in Role if role in _WORDS and word in _WORDS[role].split())
    for words in _WORDS.values()
    for word in words.split()
}
_FILLERS: Final = frozenset(
    [
        *("no", "nr", "num", "number", "id", "ids", "nummer", "numéro", "grand"),
        *("of", "the", "de", "du", "der", "die", "général", "general"),
    ]
)
_DECORATIONS: Final = (Role.SUM, Role.WINS, Role.POINTS, Role.PLACE)


def roles_of(heading: str) -> tuple[Role, ...]:
    """Return what a heading may say of its column, most likely first; empty if it may be a name.

    Of several words the one that says most counts: a "hand winner" is a winner. A heading without
    any word but "no." or "#" numbers hands.
    """
    words = word_of(_UNIT.sub("", heading)).split()
    telling = [word for word in words if word not in _FILLERS and not word.isdigit()]
    if len(telling) > 1:  # "Score A" and "loser score" are scores
        telling = [
            word for word in telling if len(word) > 1 and (word in _ROLES or word not in _ORDINALS)
        ] or telling
    if not telling:
        return (Role.HAND,) if words or heading.strip() == "#" else ()
    if not all(word in _ROLES for word in telling):
        return ()
    if len(telling) == 1:
        return _ROLES[telling[0]]
    found = {role for word in telling for role in _ROLES[word]}
    # The number of players; games played or lost.
    if "who" not in telling and found in (
        {Role.PLAYERS, Role.NAME, Role.OTHER},
        {Role.GAME, Role.OTHER},
    ):
        return (Role.OTHER,)
    return tuple(role for role in Role if role in found)


def have_day_first(headings: Collection[str]) -> bool:
    """Return whether headings are in a language whose dates begin with the day: German, French,
    Italian, Spanish, Dutch, Portuguese."""
    return not _DAY_FIRST.isdisjoint(word for one in headings for word in word_of(one).split())


_DAY_FIRST: Final = frozenset(
    [
        *("datum", "spieler", "spielerin", "runde", "punkte", "gewinner", "sieger", "tag", "abend"),
        *("joueur", "joueurs", "manche", "donne", "nous", "eux", "gagnant", "soirée", "preneur"),
        *("giocatore", "giocatori", "mano", "punti", "vincitore", "giorno", "serata", "loro"),
        *("fecha", "jugador", "jugadores", "ronda", "puntos", "ganador", "nosotros", "ellos"),
        *("speler", "spelers", "ronde", "punten", "winnaar", "wij", "zij", "spel"),
        *("jogador", "jogadores", "rodada", "pontos", "vencedor", "nós", "eles"),
    ]
)


def is_opponent(heading: str) -> bool:
    """Return whether a heading says that its column is about the other player of a row."""
    return not _OPPONENT.isdisjoint(word_of(heading).split())


_OPPONENT: Final = frozenset(
    [
        *("opponent", "opponents", "opp", "gegner", "gegnerin", "adversaire"),
        *("tegenstander", "avversario", "oponente", "rival", "adversario", "adversário"),
    ]
)


def are_sides(names: Collection[str]) -> bool:
    """Return whether names are those of two sides: "we" and "they", "Team 1" and "Team 2"."""
    words = {word_of(name) for name in names}
    return len(words) == 2 and (
        words == two_sides(names) or all(_SIDE.fullmatch(word) for word in words)
    )


_SIDE: Final = re.compile(
    r"(?:team|side|pair|mannschaft|seite|paar|partei|équipe|equipo|pareja|squadra|equipe|dupla)"
    r" ?\w{1,2}|[ns] ?[ns]|[eow] ?[eow]"
)


def is_number(heading: str) -> bool:
    """Return whether a heading only says that it numbers something: "no.", "#", "id"."""
    return all(word in _FILLERS or word.isdigit() for word in word_of(heading).split())


def are_losers(heading: str) -> bool:
    """Return whether those who lost stand below a heading, or who else played beside the winner."""
    word = word_of(heading)
    return word in _LOSERS or _ELSE.search(word) is not None


_LOSERS: Final = frozenset(
    [
        *("loser", "losers", "lost", "verlierer", "perdant", "perdants", "perdente", "perdenti"),
        *("perdedor", "perdedores", "verliezer", "verliezers"),
    ]
)
_ELSE: Final = re.compile(
    r"\bwho else\b|\bother (?:players|people)\b|^others$|\b(?:andere|weitere) (?:mit)?spieler\b"
    r"|\bwer (?:hat )?(?:noch|sonst)\b|\bautres joueurs\b|\bqui d autre\b"
)
_UNIT: Final = re.compile(
    r"\s*[(\[](?:min|mins|minutes|h|hrs?|std|sec|s|eur|chf|usd|[€$£]|pts?|pkt|y/n|j/n)\.?[)\]]\s*$",
    re.I,
)
"""A unit behind a heading: "Duration (min)"."""


def place_of(heading: str) -> int:
    """Return the place of those whose names stand below a heading like "1st", "Second" or "Loser",
    0 if it is no place."""
    if heading in _MEDALS:
        return _MEDALS.index(heading) + 1
    word = _PLACE_BEHIND.sub("", word_of(heading))
    found = _ORDINAL.fullmatch(word)
    return int(found[1] or found[2]) if found else _ORDINALS.get(word, 0)


_MEDALS: Final = ("🥇", "🥈", "🥉")
_PLACE_BEHIND: Final = re.compile(r" (?:place|platz|rang)$")
_ORDINAL: Final = re.compile(
    r"([0-9]{1,2})(?:st|nd|rd|th|er|e|ème)?|(?:place|platz|rang|rank|position|pos) ([0-9]{1,2})"
)
_ORDINALS: Final = {
    word: place
    for place, words in enumerate(
        (
            "first winner gewinner sieger erster erste premier gagnant gold or oro",
            "second loser verlierer zweiter zweite deuxième perdant silver silber argent argento"
            " plata",
            "third dritter dritte troisième bronze bronzo bronce",
            "fourth vierter vierte quatrième",
            "fifth fünfter fünfte cinquième",
        ),
        1,
    )
    for word in words.split()
} | {"runner up": 2}


def two_sides(headings: Collection[str]) -> set[str]:
    """Return the two sides of a table, if they are among the headings: "we" and "they"."""
    words = {word_of(heading) for heading in headings}
    return next((sides for sides in _SIDES if sides <= words), set())


_SIDES: Final = (
    *({"we", "they"}, {"us", "them"}, {"we", "you"}, {"home", "away"}),
    *({"wir", "ihr"}, {"wir", "sie"}, {"heim", "gast"}, {"wij", "zij"}),
    *({"nous", "eux"}, {"nous", "vous"}, {"noi", "loro"}, {"noi", "voi"}),
    *({"nosotros", "ellos"}, {"nós", "eles"}),
)


def undecorated(heading: str) -> tuple[str, Role | None]:
    """Return a player's name and what the other words of the heading say: "Ann wins" is Ann, and
    her wins. Without such words the heading and None."""
    words = heading.split()
    role: Role | None = None
    kept = []
    for word in words:
        of_word = _ROLES.get(word_of(word), ())
        decoration = next((one for one in _DECORATIONS if one in of_word), None)
        if word_of(word) in _WON:
            decoration = Role.WINS
        if decoration is None:
            kept.append(word)
        elif role is None or decoration == Role.SUM:
            role = decoration
    if not kept or role is None:
        return heading, None
    return " ".join(kept).strip(" -–:()"), role


_WON: Final = frozenset(["won", "gewonnen", "gagné", "gagnées", "gagnés", "vinte", "ganadas"])
"""What stands beside a name above the number of hands won."""


def says_void(heading: str, cell: object) -> bool:
    """Return whether a cell says that its row doesn't count: "void", "absent", a yes below
    "Deleted", a no below "Present"."""
    if not isinstance(cell, str | int):
        return False
    word, head = word_of(str(cell)), word_of(heading)
    return word in _VOID or (head in _VOID and word in _YES) or (head in _PRESENT and word in _NO)


_YES: Final = frozenset(["yes", "y", "true", "1", "ja", "j", "wahr", "oui", "vrai", "x"])
_NO: Final = frozenset(["no", "n", "false", "0", "nein", "falsch", "non", "faux"])
_PRESENT: Final = frozenset(
    [
        *("present", "attended", "valid", "counts", "counted", "official", "anwesend", "dabei"),
        *("teilgenommen", "gültig", "zählt", "gewertet", "présent", "présente", "valide", "compté"),
    ]
)
_VOID: Final = frozenset(
    [
        *("void", "voided", "deleted", "cancelled", "canceled", "abandoned", "aborted", "invalid"),
        *("absent", "ignored", "excluded", "incomplete", "unfinished", "not played", "no show"),
        *("ungültig", "gelöscht", "abgesagt", "abgebrochen", "ausgefallen", "annulliert"),
        *("abwesend", "nicht gespielt", "gestrichen", "annulé", "annulée", "supprimé", "supprimée"),
        *("absente", "invalide", "non joué", "non jouée", "interrompu", "interrompue"),
        *("anulado", "anulada", "annullato", "annullata", "geannuleerd", "ongeldig", "cancelado"),
    ]
)
"""Of a game or a result that doesn't count, and of somebody who was not there."""


def is_sum(cell: object) -> bool:
    """Return whether a cell marks its row as a sum, or as something else that is worked out from
    those above: "Total", "Subtotal January", "Average per game", "Ø", "Rank", "Wins"."""
    if not isinstance(cell, str):
        return False
    word = word_of(cell)
    if cell.strip() in {"Σ", "Ø", "∑"} or word in _BELOW or Role.SUM in roles_of(cell):
        return True
    words = word.split()
    is_extreme = len(words) > 1 and words[0] in _EXTREMES and words[1] in _OF_WHICH
    if words and (is_extreme or cell.rstrip().endswith(" %")):
        return True
    if len(words) > 2 and words[1] in _PER and Role.SUM in roles_of(words[0]):
        return True
    rest = [one for one in words if not month_of(one)]
    return 0 < len(rest) < len(words) and Role.SUM in roles_of(" ".join(rest))


_EXTREMES: Final = frozenset(
    ["best", "worst", "highest", "lowest", "beste", "bester", "höchste", "niedrigste", "meilleur"]
)
_OF_WHICH: Final = frozenset(
    [
        *("score", "scores", "result", "results", "game", "hand", "round", "evening", "night"),
        *("ergebnis", "wert", "spiel", "runde", "abend", "punktzahl", "punkte", "points"),
        *("résultat", "manche", "partie", "soirée"),
    ]
)
"""What the best or the worst of is not a player."""
_PER: Final = frozenset(["per", "pro", "par", "je"])
_BELOW: Final = frozenset(
    [
        *("rank", "ranking", "rang", "platz", "platzierung", "place"),
        *("position", "wins", "siege", "victoires", "victories", "games"),
        *("spiele", "parties", "played", "endstand", "stand", "rückstand"),
        *("zwischenstand", "teilsumme", "tussenstand", "sous total", "parziale"),
        *("differenz", "difference", "standings", "highest", "lowest", "puesto"),
        *("posición", "posizione", "puntuación", "best", "worst", "median", "max", "min"),
        *("maximum", "minimum", "beste", "bester", "schlechteste", "record", "rekord"),
        *("meilleur", "pire", "classement", "participations", "teilnahme", "teilnahmen"),
        *("games played", "evenings played", "rounds played", "abende", "anzahl spiele"),
        *("maximal", "minimal", "spread", "leader", "won", "lost", "gewonnen", "verloren"),
    ]
)
NAMES_LIKE_SUMS: Final = frozenset(["max", "min", "best", "won", "stand"])
"""Names of people that mark a sum elsewhere."""
_NAMES_LIKE_WORDS: Final = frozenset(
    ["tore", "price", "preis", "line", "dag", "low", "trump", "ronda"]
)
"""Names of people that are words for something else in a language of the headings."""
_HARDLY_NAMES: Final = frozenset(
    [
        *("par", "quota", "ante", "blind", "fine", "fines", "fee", "fees", "entry", "dues"),
        *("balance", "saldo", "solde", "budget", "money", "cash", "euro", "eur", "usd", "tips"),
        *("coins", "chips", "rake", "pott", "other", "others", "sonstige", "übrige", "autres"),
        *("altri", "draw", "tie", "remis", "rest", "extra", "minimum", "maximum", "average"),
        *("mittelwert", "delta", "range", "variance", "stdev", "streak", "record", "laps", "legs"),
        *("sets", "frames", "innings", "turns", "matches", "tables", "tische", "qty", "size"),
        *("gross", "temp", "km", "steps", "xp", "mmr", "seed", "bye", "kinder", "kids"),
    ]
)
"""Words that may be names, and above a column of numbers mostly are something else."""


def is_hardly_name(heading: str) -> bool:
    """Return whether a heading is asked about before it is taken for a player's name."""
    return word_of(heading) in _HARDLY_NAMES


def may_be_name(heading: str) -> bool:
    """Return whether a heading that is known as a word is a name, too, and written like one."""
    return word_of(heading) in _NAMES_LIKE_WORDS and heading.istitle()
