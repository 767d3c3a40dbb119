"""The members of a club as a file, which the import reads again."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import asdict
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.club.member_list import workbook
from tournaments.club.member_list.columns import Kind
from tournaments.club.member_list.details import Details
from tournaments.club.reads import members
from tournaments.club.reads.members import Club
from tournaments.club.roles import Role, needs
from tournaments.club.services import audit
from tournaments.club.web.pages import club_page
from tournaments.limits import LONGEST_GROUP
from tournaments.site.cells import MARK, tame
from tournaments.site.web import query_params

KIND_WORDS: Final[Mapping[Kind, str | Promise]] = {
    "name": gettext_lazy("Name"),
    "first": gettext_lazy("First name"),
    "last": gettext_lazy("Last name"),
    "colour": gettext_lazy("Ticket colour"),
    "number": gettext_lazy("Member number"),
    "groups": gettext_lazy("Groups"),
    "mail": gettext_lazy("Mail address"),
    "phone": gettext_lazy("Telephone"),
    "birth": gettext_lazy("Year of birth"),
    "notes": gettext_lazy("Notes"),
    "ignore": gettext_lazy("Ignore"),
}
"""What the columns of a list are called, where they are chosen and at their heads."""
COLUMNS: Final[tuple[Kind, ...]] = ("number", "name", "colour", "groups", "mail", "phone", "birth", "notes")
KINDS: Final = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


def in_words(details: Details) -> dict[str, str]:
    """Details as people read them, by the names of the fields."""
    return {**asdict(details), **({"birth": _("minor")} if details.is_minor else {})}


@require_safe
@club_page
@needs(Role.SECRETARY)
def download(request: HttpRequest, club: Club, kind: str) -> HttpResponse:
    """The members who come, or with `?retired` those who have retired, or of one `?group=`; guests are no members."""
    group = query_params.text(request, "group", longest=LONGEST_GROUP)
    people = members.listed(club, retired=query_params.has(request, "retired"), group=group)
    rows = [[str(KIND_WORDS[column]) for column in COLUMNS]]
    for person in people:
        known = {**in_words(person.details), "name": person.name, "colour": person.colour}
        rows.append([known[column] for column in COLUMNS])
    content = workbook.written(rows) if kind == "xlsx" else _as_csv(rows)
    name = f"{club.slug}-{_('members')}.{kind}"
    audit.note(club, "members-exported", count=len(people), group=group)
    return HttpResponse(
        content,
        content_type=KINDS[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _as_csv(rows: list[list[str]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows([tame(cell) for cell in row] for row in rows)
    return MARK + file.getvalue()
