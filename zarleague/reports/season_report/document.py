"""The content of a report in one language, independent of its medium."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from zarleague.leagues.formats import rounded
from zarleague.reports.charts import Chart

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


@dataclass(frozen=True, slots=True)
class Table:
    """A table; ``key`` names it in addresses and file names."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def heading(self) -> Column:
        """The column whose cells say what a row is about: the first that is no number."""
        return next(column for column in self.columns if not column.numeric)


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart with its name, and what it shows in a sentence for those who cannot see it."""

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
class Document:
    """A whole report in one language."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    players: tuple[Section, ...]
    """One short section for each player, in the order of the table."""

    def tables(self) -> Iterator[Table]:
        """Yield every table, in order."""
        for section in (*self.sections, *self.players):
            yield from section.tables
