"""The content of a report in one language, independent of its medium."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from zarleague.leagues.formats import rounded
from zarleague.reports.drawings.charts import Chart

Cell = str | int | Decimal | None


def cell_text(cell: Cell) -> str:
    """Return a cell formatted for the active language."""
    match cell:
        case None:
            return ""
        case Decimal():
            return rounded(cell, -int(cell.as_tuple().exponent))
    return str(cell)


@dataclass(frozen=True, slots=True)
class Column:
    """One column: ``key`` for exports, ``label`` for readers."""

    key: str
    label: str
    numeric: bool = False
    prose: bool = False
    """Its cells are long, and may be broken into lines."""
    spare: bool = False
    """A column of zeros says nothing to a reader."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``key`` names it in addresses and file names."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def as_read(self) -> "Table":
        """Return the table as pages and prints show it: without columns in which no row has
        anything, such as the notes of a season that needed none. The files have all."""
        kept = [
            at
            for at, column in enumerate(self.columns)
            if column is self.heading or not self.rows or not self._is_empty(at)
        ]
        columns = tuple(self.columns[at] for at in kept)
        rows = tuple(tuple(row[at] for at in kept) for row in self.rows)
        return replace(self, columns=columns, rows=rows)

    def _is_empty(self, at: int) -> bool:
        nothing: tuple[Cell, ...] = (
            (None, "", "–", 0) if self.columns[at].spare else (None, "", "–")
        )
        return all(row[at] in nothing for row in self.rows)

    @property
    def heading(self) -> Column:
        """Return the column that heads each row: the first that holds no numbers."""
        return next(column for column in self.columns if not column.numeric)


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with a title and a text alternative."""

    title: str
    summary: str
    chart: Chart


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report under a heading."""

    key: str
    title: str
    paragraphs: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """One place of the podium: rank, name and metric."""

    rank: int
    name: str
    figure: str


@dataclass(frozen=True, slots=True)
class Cover:
    """The first page of a report: podium, chart, and the story in a few sentences."""

    podium: tuple[PodiumPlace, ...]
    chart: Figure | None
    story: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """An award, its winners and the reason."""

    title: str
    names: str
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """A whole report in one language."""

    title: str
    subtitle: str
    cover: Cover | None
    awards: tuple[Award, ...]
    sections: tuple[Section, ...]
    players: tuple[Section, ...]
    """One short section for each player, in the order of the table."""

    def tables(self) -> Iterator[Table]:
        """Yield every table, in order."""
        for section in (*self.sections, *self.players):
            yield from section.tables
