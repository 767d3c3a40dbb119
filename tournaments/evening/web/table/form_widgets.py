"""The pieces of an entry form, as the templates of templates/table/kinds draw them."""

from __future__ import annotations

from dataclasses import dataclass

COUPLES = 2


@dataclass(frozen=True, slots=True)
class Option:
    """One tile of a choice."""

    value: str
    label: str
    note: str = ""
    tone: str = ""
    icon: str = ""
    discard: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One item of a group: which of the options has it."""

    path: str
    label: str
    points: int | None
    icon: str
    options: tuple[Option, ...]
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One seat's number, or one couple's."""

    path: str
    label: str
    value: str
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """A list of rows, each with fields of its own; `label` says whose, where each seat has one."""

    path: str
    label: str
    rows: tuple[tuple[str, tuple[Drawn, ...], tuple[str, ...]], ...]
    """Path, fields and errors of each."""
    errors: tuple[str, ...]

    @property
    def used(self) -> bool:
        """Whether something was entered or refused."""
        return bool(self.errors) or any(field.value or field.errors for row in self.rows for field in row[1])


@dataclass(frozen=True, slots=True)
class Drawn:
    """One field as templates/table/kinds/<kind>.html draws it."""

    path: str
    kind: str
    label: str
    when: str = ""
    options: tuple[Option, ...] = ()
    items: tuple[Row, ...] = ()
    cells: tuple[Cell, ...] = ()
    lists: tuple[Rows, ...] = ()
    value: str = ""
    least: int | None = None
    most: int | None = None
    step: int = 1
    total: int | None = None
    default: str = ""
    folded: bool = False
    optional: bool = False
    """Whether a hand may leave it open."""
    errors: tuple[str, ...] = ()

    @property
    def template(self) -> str:
        """The partial that draws it."""
        return f"table/kinds/{self.kind}.html"

    @property
    def chosen(self) -> str:
        """What its chosen option is called; "" where none is."""
        return next((option.label for option in self.options if option.chosen), "")

    @property
    def abreast(self) -> int:
        """How many tiles stand side by side."""
        most = (
            7 if self.kind == "number" else 6 if all(len(option.label) < 6 for option in self.options) else 5
        )
        return min(len(self.options), most)

    @property
    def narrow(self) -> bool:
        """Whether another narrow field has room beside it."""
        return 0 < len(self.options) < 3 and self.kind in ("seat", "number", "choice")

    @property
    def pictured(self) -> bool:
        """Whether some of its items have a picture, so that the others need one beside them."""
        return any(row.icon for row in self.items)

    @property
    def discards(self) -> bool:
        """Whether an item may also have been discarded by mistake."""
        return any(option.discard for option in self.options)

    @property
    def flips(self) -> bool:
        """Whether an item is one couple's or the other's, so that a chip can flip between them (js/chips.js)."""
        return self.kind == "taken_by" and len([option for option in self.options if option.tone]) >= COUPLES

    @property
    def points(self) -> int:
        """What all items of a group count together, where they count for somebody."""
        return max(0, sum(row.points or 0 for row in self.items))

    @property
    def used(self) -> bool:
        """Whether something was entered or refused."""
        return bool(self.errors or self.value) or any(cell.value or cell.errors for cell in self.cells)
