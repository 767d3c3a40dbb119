"""Members from a list: what it comes to is looked at first, then everybody on it is added, or nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self

from pydantic import ConfigDict, Field, RootModel
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.derivation import gettext_noop
from tournaments.club.member_list import columns, sheet
from tournaments.club.member_list.columns import Entered, Kind, Reading
from tournaments.club.member_list.lines import Line, Mark, fingerprint, judged
from tournaments.club.reads import members
from tournaments.club.roles import Needs, Role
from tournaments.club.services import member_import
from tournaments.evening.api import bodies
from tournaments.evening.api.allowance import LONG
from tournaments.evening.api.bodies import Body, parsed
from tournaments.evening.api.schema import described
from tournaments.evening.api.views import OfficerDoor
from tournaments.evening.reads import api_reads
from tournaments.limits import MOST_NAMES_AT_ONCE
from tournaments.refusals import refuse
from tournaments.site.api.answers import Answer, Example, PersonName, said

SECRETARY: Final = Needs(Role.SECRETARY, Role.SECRETARY)
MarkName = Annotated[Mark, Example("new")]
EXAMPLE: Final = {"text": "Name\tNumber\nAnn Lee\t17\nBo Day\t18"}


class ColumnKind(RootModel[Kind]):
    """What a column of a list is."""

    model_config = ConfigDict(frozen=True, strict=True)


class MemberList(Body):
    """A list: the `text` of a spreadsheet, CSV or names, or a `file` (XLSX or CSV, in base64).

    How it is read is guessed, unless `columns` says what each is, `heading` whether the first row is one, `turned`
    whether "Marsh, John" is John Marsh.
    """

    text: Annotated[str, Field(max_length=sheet.LARGEST_TEXT)] = ""
    file: bodies.File | None = None
    columns: Annotated[list[ColumnKind], Field(min_length=1, max_length=sheet.MOST_COLUMNS)] | None = None
    heading: bool | None = None
    turned: bool | None = None

    EXAMPLE: ClassVar[Any] = EXAMPLE

    def rows(self) -> list[sheet.Row]:
        """The rows of the list. Raises Faults (`text`, `file`) where there is none, or two."""
        if bool(self.text.strip()) == (self.file is not None):
            refuse("text", "one-list", gettext_noop("send one list: as `text`, or as a `file`"))
        return sheet.rows_of_text(self.text) if self.file is None else sheet.rows_of_file(self.file)


class MemberListToAdd(MemberList):
    """The same list again, with what was `seen` of it.

    `others` are the rows of people who are not whoever of the club has a name like theirs; `leave_out` passes over
    lines that cannot be taken.
    """

    seen: Annotated[str, Field(max_length=64)]
    others: Annotated[list[Annotated[int, Field(ge=1)]], Field(max_length=MOST_NAMES_AT_ONCE)] = []
    leave_out: bool = False

    EXAMPLE: ClassVar[Any] = {**EXAMPLE, "seen": "4f2a9c0188e1d7b3"}


class ListedLine(Answer):
    """What a row comes to.

    `new` is added, `changed` gives somebody known new details, `known` and `twice` do nothing, `like` is left out
    unless it is said to be another person, `refused` cannot be taken.
    """

    row: Annotated[int, Example(2)]
    name: PersonName
    mark: MarkName
    of: int | None = Field(description="Whom the club knows by this name, or by one like it.")
    first: int | None = Field(description="The row that has the same name before.")
    changes: Annotated[list[str], Example([])] = Field(
        description="In what the list says otherwise of whoever is known."
    )
    why: str | None = Field(description="Why it cannot be taken.")

    @classmethod
    def of_line(cls, line: Line) -> Self:
        """A line, as `judged` gives it."""
        return cls.read(
            line,
            of=line.of.pk if line.of else None,
            changes=list(line.changes),
            why=said(line.why) if line.why else None,
        )


class ListLooked(Answer):
    """What a list comes to as things are now, and how it was read. `seen` goes along when it is added."""

    seen: Annotated[str, Example("4f2a9c0188e1d7b3")]
    columns: Annotated[list[str], Example(["name", "number"])]
    heading: Annotated[bool, Example(value=True)]
    turned: bool
    lines: list[ListedLine]

    @classmethod
    def of(cls, club: api_reads.Club, body: MemberList) -> Self:
        """A list for a club. Raises Faults as reading it does."""
        reading, entered = _read(club, body)
        lines = judged(entered, members.known_people(club))
        return cls.read(
            reading,
            seen=fingerprint(lines),
            columns=list(reading.kinds),
            lines=[ListedLine.of_line(line) for line in lines],
        )


class ListAdded(Answer):
    """How many lines of a list came to what."""

    new: Annotated[int, Example(2)]
    changed: int
    known: int
    twice: int
    like: int
    refused: int

    @classmethod
    def of(cls, marks: Mapping[Mark, int]) -> Self:
        """The counts of an import."""
        counts = Counter[str](marks)
        return cls(**{name: counts[name] for name in cls.model_fields})


def _read(club: api_reads.Club, body: MemberList) -> tuple[Reading, list[Entered]]:
    """How a list is read, and whom it names then."""
    colours = members.usual_colours(club)
    rows = columns.one_below_another(body.rows(), colours)
    guessed = columns.guess(rows, colours, [person.name for person in members.known_people(club)])
    reading = Reading(
        guessed.kinds if body.columns is None else tuple(one.root for one in body.columns),
        guessed.heading if body.heading is None else body.heading,
        guessed.turned if body.turned is None else body.turned,
    )
    if not reading.names_people():
        refuse("columns", "no-names", gettext_noop("no column has names; say which one does"))
    return reading, list(columns.people(rows, reading))


class ListPreviewEndpoint(OfficerDoor):
    """A list before anybody is added."""

    needs = SECRETARY
    throttle_classes = LONG

    @described("preview_member_list", body=MemberList, answer=ListLooked, refusals=(429,))
    def post(self, request: Request, club: str) -> Response:
        """What a list comes to, line by line; nothing is saved."""
        found = self.club(request, club)
        return ListLooked.of(found, parsed(request, MemberList)).reply()


class ListEndpoint(OfficerDoor):
    """A list of members."""

    needs = SECRETARY

    @described("add_member_list", body=MemberListToAdd, answer=ListAdded)
    def post(self, request: Request, club: str) -> Response:
        """Add whom the list names anew, and give those it knows what stands there: all as it was seen, or nothing."""
        found, body = self.club(request, club), parsed(request, MemberListToAdd)
        _reading, entered = _read(found, body)
        marks = member_import.add_listed(
            club=found,
            entered=entered,
            others=set(body.others),
            leave_out=body.leave_out,
            seen=body.seen,
            at=self.who(request)["at"],
        )
        return ListAdded.of(marks).reply()
