"""Members from a list: what it comes to is looked at first, then everybody on it is added, or nobody."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, RootModel

from tournaments.club.api.operations import CLUB, Address
from tournaments.club.api.views import LONG
from tournaments.club.member_list import columns, details, sheet
from tournaments.club.member_list.columns import HEADING_WITHIN, KINDS, Reading
from tournaments.club.member_list.sheet import LARGEST_TEXT, MOST_COLUMNS, Row
from tournaments.club.reads import members
from tournaments.club.roles import Role
from tournaments.club.services import members as member_services
from tournaments.refusals import MOST_NAMES_AT_ONCE, refuse
from tournaments.site.api.answers import Answer, At, Example, PersonName, translate
from tournaments.site.arguments import Body, File


class ColumnKind(RootModel[Literal[KINDS]]):  # type: ignore[valid-type]
    """What a column of a list is."""

    model_config = ConfigDict(frozen=True, strict=True)


class MemberList(Body):
    """A list: the `text` of a spreadsheet, CSV or names, or a `file` (XLSX, ODS or CSV, in base64).

    How it is read is guessed, unless `columns` says what each is, `heading_row` which row is the heading (0: none;
    what stands above it is passed over) or `heading` whether the first row is, `turned` whether "Marsh, John" is John
    Marsh, `sheet` which sheet of a workbook is read, `encoding` in what a text file is that is no Unicode.
    """

    text: Annotated[str, Field(max_length=LARGEST_TEXT), Example("Name\tNumber\nAnn Lee\t17\nBo Day\t18")] = (
        ""
    )
    file: File | None = None
    columns: Annotated[list[ColumnKind], Field(min_length=1, max_length=MOST_COLUMNS)] | None = None
    heading: bool | None = None
    heading_row: Annotated[int, Field(ge=0, le=HEADING_WITHIN)] | None = None
    turned: bool | None = None
    sheet: Annotated[str, Field(max_length=100)] = ""
    encoding: Literal["", "cp1252", "cp1250", "mac_roman", "mac_latin2", "cp1254", "cp1257"] = ""

    def rows(self) -> list[Row]:
        """The rows of the list. Raises Faults where there is none, or two, or one that is not as it is said."""
        if bool(self.text.strip()) == (self.file is not None):
            refuse("text", "one-list", "send one list: as `text`, or as a `file`")
        if self.file is None:
            for field in ("sheet", "encoding"):
                if getattr(self, field):
                    refuse(field, "no-file", "only a `file` has one; leave it out beside `text`")
            return sheet.rows_of_text(self.text)
        return sheet.rows_of_file(self.file, encoding=self.encoding, sheet=self.sheet)

    def row_of_heading(self, rows: Sequence[Row]) -> int | None:
        """Which row is the heading; None where nobody says. Raises Faults where it is said twice or lies beyond."""
        if self.heading_row is not None and self.heading is not None:
            refuse(
                "heading_row",
                "two-headings",
                "send either `heading` or `heading_row`, not both",
            )
        if self.heading_row is not None and self.heading_row > len(rows):
            refuse(
                "heading_row",
                "out-of-range",
                "the list has %(rows)s rows; say which of them is the heading, or 0 for none",
                rows=len(rows),
            )
        return self.heading_row if self.heading is None else int(self.heading)


class MemberListToAdd(MemberList):
    """The same list again, with what was `seen` of it.

    `others` are the rows of people who are not whoever of the club has a name like theirs, or who are no `title`;
    `without` are rows that are passed over; `leave_out` passes over lines that cannot be taken.
    """

    seen: Annotated[str, Field(max_length=64), Example("4f2a9c0188e1d7b3")]
    others: Annotated[list[Annotated[int, Field(ge=1)]], Field(max_length=MOST_NAMES_AT_ONCE)] = []
    without: Annotated[list[Annotated[int, Field(ge=1)]], Field(max_length=MOST_NAMES_AT_ONCE)] = []
    leave_out: bool = False

    def check_rows(self, entered: Collection[details.ListedPerson]) -> None:
        """Raise Faults (`others.N`, `without.N`) for a row in which the list names nobody."""
        known_rows = {person.row for person in entered}
        for field, rows in (("others", self.others), ("without", self.without)):
            for place, row in enumerate(rows):
                if row not in known_rows:
                    refuse(
                        f"{field}.{place}",
                        "unknown",
                        "row %(row)s names nobody; give rows as the preview numbers them",
                        row=row,
                    )


class ListedLine(Answer):
    """What a row comes to.

    `new` is added, `changed` gives somebody known new details, `known` and `twice` do nothing, `like` is left out
    unless it is said to be another person, `title` unless it is said to be one, `refused` cannot be taken.
    """

    row: Annotated[int, Example(2)]
    part: int = Field(description="Which of the people in a row that names several, from 1; 0 in any other.")
    name: PersonName
    mark: Annotated[details.Mark, Example("new")]
    of: Annotated[int | None, At("of.pk")] = Field(
        description="Whom the club knows by this name, or by one like it."
    )
    first: int | None = Field(description="The row that has the same name before.")
    changes: Annotated[list[str], Example([])] = Field(
        description="In what the list says otherwise of whoever is known."
    )
    why: Annotated[str | None, At(lambda line: line.why and translate(line.why))] = Field(
        description="Why it cannot be taken."
    )


class ListLooked(Answer):
    """What a list comes to as things are now, and how it was read. `seen` goes along when it is added."""

    seen: Annotated[str, Example("4f2a9c0188e1d7b3")]
    columns: Annotated[list[str], At("kinds"), Example(["name", "number"])]
    heading: Annotated[bool, Example(value=True)]
    heading_row: Annotated[int, Example(1)]
    turned: bool
    encoding: str = Field(description="In what a text file that is no Unicode was read.")
    sheets: Annotated[list[str], Example([])] = Field(description="The sheets of a workbook.")
    lines: list[ListedLine]


class ListAdded(Answer):
    """How many lines of a list came to what."""

    new: Annotated[int, Example(2)]
    changed: int
    known: int
    twice: int
    like: int
    title: int
    refused: int


def _read(club: members.Club, body: MemberList) -> tuple[Reading, list[details.ListedPerson]]:
    colours = members.usual_colours(club)
    rows = columns.laid_out(body.rows(), colours, "text" if body.file is None else "file")
    names = [person.name for person in members.known_people(club)]
    guessed = columns.guess(rows, colours, names, body.row_of_heading(rows))
    reading = Reading(
        guessed.kinds if body.columns is None else tuple(column.root for column in body.columns),
        guessed.heading_row,
        guessed.turned if body.turned is None else body.turned,
    )
    if not reading.names_people():
        refuse("columns", "no-names", "no column has names; say which one does")
    return reading, list(columns.people(rows, reading, names))


@Address(f"{CLUB}members/list/preview/", "member-list-preview", needs=Role.SECRETARY, throttles=LONG).post()
def preview_member_list(club: members.Club, body: MemberList) -> ListLooked:
    """What a list comes to, line by line; nothing is saved."""
    reading, entered = _read(club, body)
    lines = details.judged(entered, members.known_people(club))
    return ListLooked.read(
        reading,
        seen=details.fingerprint(lines),
        encoding=sheet.encoding_read(body.file, body.encoding) if body.file else "",
        sheets=sheet.sheets_of_file(body.file) if body.file else [],
        lines=lines,
    )


@Address(f"{CLUB}members/list/", "member-list", needs=Role.SECRETARY).post()
def add_member_list(club: members.Club, at: datetime, body: MemberListToAdd) -> ListAdded:
    """Add whom the list names anew, and give those it knows what stands there: all as it was seen, or nothing."""
    _reading, entered = _read(club, body)
    body.check_rows(entered)
    marks = member_services.add_listed(
        club=club,
        entered=entered,
        others=set(map(str, body.others)),
        without=set(map(str, body.without)),
        leave_out=body.leave_out,
        seen=body.seen,
        at=at,
    )
    return ListAdded(**{mark: marks[mark] for mark in details.MARKS})
