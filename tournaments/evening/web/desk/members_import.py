"""Members from a spreadsheet: paste the list or choose a file, look at what it comes to, add everybody at once.

Nothing is saved before the last step. Until then the rows go along in the form, and every step reads them anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.faults import Faults
from tournaments.club.member_list import columns, sheet
from tournaments.club.member_list.details import DETAILS, MARKS, Known, Line, Mark, fingerprint, judged
from tournaments.club.member_list.sheet import Row
from tournaments.club.reads import members
from tournaments.club.roles import Role
from tournaments.club.services import members as member_services
from tournaments.club.web.pages import Shown, club_form
from tournaments.club.web.sign_in import too_many_long_looks
from tournaments.evening.reads.desk import Club
from tournaments.evening.web.desk.clubs import KIND_WORDS, members_in_words
from tournaments.evening.web.desk.people import SO_MANY
from tournaments.site.web.forms import REFUSED, bound_form, faults_in, offer, sentence_case
from tournaments.site.web.pages import now, refusals, translate

FIRST_ROWS: Final = 4
"""How many rows of each column, from the headings on, are shown below the choice of what it is."""
LOOKS: Final[Mapping[Mark, tuple[str, str, str | Promise]]] = {
    "refused": ("alarm", "cross", gettext_lazy("Cannot be added")),
    "like": ("wait", "warning", gettext_lazy("Similar name")),
    "title": ("quiet", "minus", gettext_lazy("No name")),
    "twice": ("quiet", "minus", gettext_lazy("Duplicate")),
    "changed": ("go", "edit", gettext_lazy("New details")),
    "known": ("quiet", "check", gettext_lazy("Already known")),
    "new": ("go", "plus", gettext_lazy("New")),
}
"""How a line is marked: the look of the state, its icon, its word."""


ENCODING_WORDS: Final[Mapping[str, str | Promise]] = {
    "cp1252": gettext_lazy("Windows, Western Europe"),
    "cp1250": gettext_lazy("Windows, Central Europe"),
    "mac_roman": gettext_lazy("Mac, Western Europe"),
    "mac_latin2": gettext_lazy("Mac, Central Europe"),
    "cp1254": gettext_lazy("Windows, Turkish"),
    "cp1257": gettext_lazy("Windows, Baltic"),
}


@dataclass(frozen=True)
class Source:
    rows: list[Row]
    encoding: str = ""
    sheet: str = ""
    sheets: Mapping[str, list[Row]] = field(default_factory=dict)

    @classmethod
    def of_file(cls, content: bytes) -> Source:
        """The rows of an uploaded file. Raises Faults (`file`) where it holds no list."""
        sheets = sheet.sheets_with_rows(content) if len(content) <= sheet.LARGEST_WORKBOOK else {}
        chosen = sheet.likeliest_sheet(sheets) or next(iter(sheets), "")
        rows = sheet.bounded("file", sheets[chosen]) if chosen else sheet.rows_of_file(content)
        return cls(rows, sheet.encoding_of(content), chosen, sheets)

    @classmethod
    def posted(cls, posted: QueryDict) -> Source:
        """The rows that a form carries, with what is chosen in it now. Raises Faults as `rows_of_kept`."""
        rows = sheet.rows_of_kept(str(posted["kept"]))
        was, encoding = posted.get("read_as", ""), posted.get("encoding")
        if was in sheet.ENCODINGS and encoding in sheet.ENCODINGS:
            rows, was = sheet.reread(rows, was, encoding), encoding
        sheets = {
            str(name): sheet.rows_of_kept(str(text))
            for name, text in zip(posted.getlist("sheet_name"), posted.getlist("sheet_rows"), strict=False)
        }
        chosen = posted.get("sheet", "")
        return cls(sheets.get(chosen, rows), was, chosen if chosen in sheets else "", sheets)

    def read_from(self, heading_row: object) -> str:
        """What is read, and from which row: where this changes, the columns are guessed anew."""
        return f"{self.encoding}/{self.sheet}/{heading_row}"


class MemberListForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Paste the list"),
        help_text=format_lazy(
            "{how} {most}",
            how=gettext_lazy(
                "Copy the rows in your spreadsheet, with their headings, and paste them here. Names one per line or "
                "with commas between them work too."
            ),
            most=SO_MANY,
        ),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or choose a file"),
        help_text=gettext_lazy("A spreadsheet saved as .xlsx, .ods or CSV."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.tsv,.txt,text/csv"}),
    )

    source: Source

    def __init__(self, *args: Any, colours: Collection[str], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._colours = colours

    def clean(self) -> None:
        text, file = self.cleaned_data.get("text", ""), self.cleaned_data.get("file")
        if text.strip() and file:
            self.add_error("file", _("A list was pasted and a file chosen; only one of them can be read."))
        elif not text.strip() and not file:
            self.add_error("text", _("Nothing was entered; paste the list or choose a file."))
        else:
            with faults_in(self):
                source = (
                    Source.of_file(file.read(sheet.LARGEST_WORKBOOK + 1))
                    if file
                    else Source(sheet.rows_of_text(text))
                )
                rows = columns.laid_out(source.rows, self._colours, "file" if file else "text")
                self.source = replace(source, rows=rows)


class ReadingForm(forms.Form):
    sheet = forms.ChoiceField(label=gettext_lazy("Sheet"))
    encoding = forms.ChoiceField(
        label=gettext_lazy("Letters as written by"),
        help_text=gettext_lazy("If names look wrong below, choose another one."),
        choices=list(ENCODING_WORDS.items()),
    )
    heading_row = forms.TypedChoiceField(
        label=gettext_lazy("Headings"),
        help_text=gettext_lazy("Everything above the headings is left out."),
        coerce=int,
    )
    turned = forms.BooleanField(
        label=gettext_lazy("The last name comes first: “Marsh, John” becomes John Marsh"), required=False
    )

    def __init__(self, posted: QueryDict | None = None, *, source: Source, guessed: columns.Reading) -> None:
        initial = {
            "heading_row": guessed.heading_row,
            "turned": guessed.turned,
            "sheet": source.sheet,
            "encoding": source.encoding,
        }
        super().__init__(posted, initial=initial)
        self._guessed = guessed
        rows = range(1, min(columns.HEADING_WITHIN, len(source.rows)) + 1)
        in_row = [(row, _("In row %(row)s") % {"row": row}) for row in rows]
        offer(self, "heading_row", [(0, _("There are none")), *in_row])
        offer(self, "sheet", [(name, name) for name in source.sheets])
        if len(source.sheets) < 2:
            del self.fields["sheet"]
        if not source.encoding:
            del self.fields["encoding"]
        self.columns = [f"column_{place}" for place in range(len(guessed.kinds))]
        for place, name in enumerate(self.columns):
            self.fields[name] = forms.ChoiceField(
                label=_("Column %(letter)s")
                % {"letter": chr(65 + place) if place < 26 else f"A{chr(65 + place - 26)}"},
                choices=list(KIND_WORDS.items()),
                initial=guessed.kinds[place],
            )
        if not columns.has_commas(source.rows):
            del self.fields["turned"]

    def reading(self) -> columns.Reading:
        if not self.is_bound:
            return self._guessed
        chosen = self.cleaned_data
        kinds = tuple(chosen[name] for name in self.columns)
        return columns.Reading(kinds, chosen["heading_row"], chosen.get("turned", False))


@club_form(Role.SECRETARY, template="desk/members_import.html")
def import_members(request: HttpRequest, club: Club) -> Shown:
    """Ask for the list; show what it comes to, as often as something is chosen; then add it."""
    if "kept" in request.POST:
        try:
            source = Source.posted(request.POST)
        except Faults as refused:
            # Whoever sent this did not use our form: there is nothing to keep of it.
            for refusal in refusals(refused):
                messages.error(request, sentence_case(refusal.message))
            return redirect("web:desk-members-import", club.slug)
        return _look(request, club, source, request.POST)
    form = bound_form(MemberListForm, request, colours=members.usual_colours(club))
    if form.is_bound and form.is_valid():
        return _look(request, club, form.source, QueryDict())
    return {"form": form}


def _look(request: HttpRequest, club: Club, source: Source, posted: QueryDict) -> HttpResponse:
    adds = posted.get("do") == "add"
    if not adds and (answer := too_many_long_looks(request)):
        return answer
    known = members.known_people(club)
    names, rows = [person.name for person in known], source.rows
    guessed = columns.guess(rows, members.usual_colours(club), names, _chosen_heading(source, posted))
    form = ReadingForm(posted or None, source=source, guessed=guessed)
    read_from = posted.get("read_from")
    is_read_anew = read_from not in (None, source.read_from(posted.get("heading_row")))
    if form.is_bound and (is_read_anew or not form.is_valid()):
        form = ReadingForm(source=source, guessed=guessed)
    reading = form.reading()
    entered = list(columns.people(rows, reading, names)) if reading.names_people() else []
    others, leave_out = set(posted.getlist("other")), "leave_out" in posted
    without = set(posted.get("offered", "").split()) - set(posted.getlist("take"))
    if adds:
        with faults_in(form):
            marks = member_services.add_listed(
                club=club,
                entered=entered,
                others=others,
                leave_out=leave_out,
                without=without,
                seen=posted.get("seen", ""),
                at=now(),
            )
            messages.success(request, _done(marks))
            return redirect("web:desk-members", club.slug)
    lines = judged(entered, known)
    shown_from = max(reading.heading_row - 1, 0)
    context = {
        "club": club,
        "form": form,
        "kept": sheet.rows_as_text(rows),
        "source": source,
        "sheets": [(name, sheet.rows_as_text(sheet_rows)) for name, sheet_rows in source.sheets.items()],
        "read_from": source.read_from(reading.heading_row),
        "columns": [
            {
                "field": form[name],
                "cells": [columns.cell_of(row, place) for row in rows[shown_from : shown_from + FIRST_ROWS]],
                "is_left_out": reading.kinds[place] == "ignore" and _is_in_most(rows[shown_from:], place),
            }
            for place, name in enumerate(form.columns)
        ],
        "seen": fingerprint(lines),
        "leave_out": leave_out,
        **_lines_context(lines, others, without),
    }
    return render(request, "desk/members_look.html", context, status=REFUSED if form.errors else None)


def _is_in_most(rows: Sequence[sheet.Row], place: int) -> bool:
    return 2 * sum(bool(columns.cell_of(row, place)) for row in rows) > len(rows)


def _chosen_heading(source: Source, posted: QueryDict) -> int | None:
    # None where it is to be guessed, as on another sheet.
    chosen, before = posted.get("heading_row", ""), posted.get("read_from", "")
    is_same_sheet = before.rpartition("/")[0] == source.read_from("").rpartition("/")[0]
    is_row = chosen.isascii() and chosen.isdigit() and len(chosen) < 3 and int(chosen) <= len(source.rows)
    return int(chosen) if is_row and is_same_sheet else None


def _lines_context(
    lines: Sequence[Line], others: Collection[str], without: Collection[str]
) -> dict[str, Any]:
    # The lines that need a look come first.
    counts = Counter(line.mark for line in lines)
    import_counts = Counter(line.mark for line in lines if not line.is_among(without))
    added = import_counts["new"] + sum(
        line.mark in ("like", "title") and line.is_among(others) for line in lines
    )
    ordered = sorted(lines, key=lambda line: MARKS.index(line.mark))
    return {
        "lines": [_line(line, others, without) for line in ordered],
        "offered": " ".join(line.key for line in lines if line.mark in ("new", "changed")),
        "counts": [_count(mark, counts[mark]) for mark in reversed(MARKS) if counts[mark]],
        "refused": counts["refused"],
        "act": _act(added, import_counts["changed"], counts["like"] + counts["title"]),
    }


def _act(added: int, changed: int, like: int) -> str:
    if added:
        return ngettext("Add %(count)s member", "Add %(count)s members", added) % {"count": added}
    if changed:
        return ngettext("Change %(count)s member", "Change %(count)s members", changed) % {"count": changed}
    return _("Add the people you ticked") if like else ""


def _line(line: Line, others: Collection[str], without: Collection[str]) -> dict[str, Any]:
    look, icon, word = LOOKS[line.mark]
    return {
        "line": line,
        "look": look,
        "icon": icon,
        "word": word,
        "note": _note(line),
        "details": [
            {"label": KIND_WORDS[name], "value": value}
            for name in (DETAILS if line.mark in ("new", "like", "title") else ())
            if (value := members_in_words(line.details)[name])
        ],
        "ticked": line.is_among(others),
        "is_taken": not line.is_among(without),
    }


def _note(line: Line) -> str:
    if line.why is not None:
        return sentence_case(translate(line.why))
    if line.mark == "title":
        return _("This looks like a title or a total. Left out unless you tick the box.")
    if line.first is not None:
        return _("Same as row %(row)s; added once.") % {"row": line.first}
    return _known_note(line, line.of) if line.of is not None else ""


def _known_note(line: Line, known: Known) -> str:
    if line.mark == "like":
        return _("Is this %(name)s? Left out unless you tick the box.") % {"name": known.name}
    if line.mark == "changed":
        return " ".join(_change(line, known, name) for name in line.changes)
    if not known.is_active:
        return _("%(name)s has retired and is not brought back.") % {"name": known.name}
    if known.is_guest:
        return _("%(name)s is a guest and stays a guest.") % {"name": known.name}
    return _("Listed as %(name)s.") % {"name": known.name} if known.name != line.name else ""


def _change(line: Line, known: Known, name: str) -> str:
    new = {**members_in_words(line.details), "colour": line.colour}[name]
    old = {**members_in_words(known.details), "colour": known.colour}[name]
    words = _("%(what)s: %(new)s instead of %(old)s.") if old else _("%(what)s: %(new)s.")
    return words % {"what": KIND_WORDS[name], "new": new, "old": old}


def _count(mark: Mark, count: int) -> dict[str, Any]:
    look, icon, _word = LOOKS[mark]
    words = {
        "new": ngettext("%(count)s new", "%(count)s new", count),
        "known": ngettext("%(count)s already known", "%(count)s already known", count),
        "changed": ngettext("%(count)s with new details", "%(count)s with new details", count),
        "twice": ngettext("%(count)s duplicate", "%(count)s duplicates", count),
        "title": ngettext("%(count)s without a name", "%(count)s without a name", count),
        "like": ngettext("%(count)s similar name", "%(count)s similar names", count),
        "refused": ngettext("%(count)s cannot be added", "%(count)s cannot be added", count),
    }
    return {"look": look, "icon": icon, "words": words[mark] % {"count": count}}


def _done(marks: Counter[Mark]) -> str:
    left = marks["like"] + marks["title"] + marks["refused"]
    new, known, changed = marks["new"], marks["known"], marks["changed"]
    counted = [
        (new, ngettext("%(count)s member was added.", "%(count)s members were added.", new)),
        (known, ngettext("%(count)s was already known.", "%(count)s were already known.", known)),
        (changed, ngettext("%(count)s was changed.", "%(count)s were changed.", changed)),
        (left, ngettext("%(count)s line was left out.", "%(count)s lines were left out.", left)),
    ]
    # How many were added is said even where nobody was.
    worth_saying = [*counted[:1], *(pair for pair in counted[1:] if pair[0])]
    return " ".join(words % {"count": count} for count, words in worth_saying)
