"""Members from a spreadsheet: paste the list or choose a file, look at what it comes to, add everybody at once.

Nothing is saved before the last step. Until then the rows go along in the form, and every step reads them anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from scoring.faults import Faults
from tournaments.club.member_list import columns, sheet
from tournaments.club.member_list.columns import Reading
from tournaments.club.member_list.details import Field
from tournaments.club.member_list.lines import MARKS, Known, Line, Mark, fingerprint, judged
from tournaments.club.reads import members
from tournaments.club.roles import Role, needs
from tournaments.club.services import member_import
from tournaments.club.web.long_looks import too_many
from tournaments.club.web.pages import club_page
from tournaments.evening.reads.desk import Club
from tournaments.evening.web.desk.door_list import SO_MANY
from tournaments.evening.web.desk.members_export import KIND_WORDS, in_words
from tournaments.site.web.forms import REFUSED, faults_in, filled, sentence_case
from tournaments.site.web.shared import now, refusals, said

FIRST_ROWS: Final = 4
"""How many rows of each column are shown below the choice of what it is."""
LOOKS: Final[Mapping[Mark, tuple[str, str, str | Promise]]] = {
    "refused": ("alarm", "cross", gettext_lazy("Cannot be added")),
    "like": ("wait", "warning", gettext_lazy("Similar name")),
    "twice": ("quiet", "minus", gettext_lazy("Duplicate")),
    "changed": ("go", "edit", gettext_lazy("New details")),
    "known": ("quiet", "check", gettext_lazy("Already known")),
    "new": ("go", "plus", gettext_lazy("New")),
}
"""How a line is marked: the look of the state, its icon, its word."""


class ListForm(forms.Form):
    """The list, in one of two ways."""

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
        help_text=gettext_lazy("A spreadsheet saved as .xlsx or as CSV."),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.tsv,.txt,text/csv"}),
    )

    rows: list[sheet.Row]

    def clean(self) -> None:
        """Reads the list into `rows`."""
        text, file = self.cleaned_data.get("text", ""), self.cleaned_data.get("file")
        if text.strip() and file:
            self.add_error("file", _("A list was pasted and a file chosen; only one of them can be read."))
        elif not text.strip() and not file:
            self.add_error("text", _("Nothing was entered; paste the list or choose a file."))
        else:
            with faults_in(self):
                self.rows = (
                    sheet.rows_of_file(file.read(sheet.LARGEST_WORKBOOK + 1))
                    if file
                    else sheet.rows_of_text(text)
                )


class ReadingForm(forms.Form):
    """How the list is read: what each column is, and what else has to be known."""

    heading = forms.BooleanField(label=gettext_lazy("The first row is a heading"), required=False)
    turned = forms.BooleanField(
        label=gettext_lazy("The last name comes first: “Marsh, John” becomes John Marsh"), required=False
    )

    def __init__(
        self, posted: QueryDict | None = None, *, rows: Sequence[sheet.Row], guessed: Reading
    ) -> None:
        super().__init__(posted, initial={"heading": guessed.heading, "turned": guessed.turned})
        self._guessed = guessed
        self.columns = [f"column_{place}" for place in range(len(guessed.kinds))]
        for place, name in enumerate(self.columns):
            self.fields[name] = forms.ChoiceField(
                label=_("Column %(letter)s") % {"letter": _letter(place)},
                choices=list(KIND_WORDS.items()),
                initial=guessed.kinds[place],
            )
        if not columns.has_commas(rows):
            del self.fields["turned"]

    def reading(self) -> Reading:
        """As it was chosen, or as it was guessed where nothing was yet."""
        if not self.is_bound:
            return self._guessed
        chosen = self.cleaned_data
        kinds = tuple(chosen[name] for name in self.columns)
        return Reading(kinds, chosen["heading"], chosen.get("turned", False))


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.SECRETARY)
def import_members(request: HttpRequest, club: Club) -> HttpResponse:
    """The list is asked for; then what it comes to is shown, as often as something is chosen; then it is added."""
    if "kept" in request.POST:
        try:
            rows = sheet.rows_of_kept(request.POST["kept"])
        except Faults as refused:
            # Whoever sent this did not use our form: there is nothing to keep of it.
            for refusal in refusals(refused):
                messages.error(request, sentence_case(refusal.message))
            return redirect("web:desk-members-import", club.slug)
        return _look(request, club, rows, request.POST)
    form = filled(ListForm, request)
    if form.is_bound and form.is_valid():
        return _look(request, club, columns.one_below_another(form.rows, members.usual_colours(club)))
    context = {"club": club, "form": form}
    return render(request, "desk/members_import.html", context, status=REFUSED if form.is_bound else None)


def _look(
    request: HttpRequest, club: Club, rows: Sequence[sheet.Row], posted: QueryDict | None = None
) -> HttpResponse:
    """What the list comes to as it is read now; on the last step it is added."""
    adds = bool(posted and posted.get("do") == "add")
    if not adds and (answer := too_many(request)):
        return answer
    known = members.known_people(club)
    guessed = columns.guess(rows, members.usual_colours(club), [person.name for person in known])
    form = ReadingForm(posted, rows=rows, guessed=guessed)
    if form.is_bound and not form.is_valid():
        form = ReadingForm(rows=rows, guessed=guessed)
    reading = form.reading()
    entered = list(columns.people(rows, reading)) if reading.names_people() else []
    others = _numbers(posted.getlist("other")) if posted else set()
    leave_out = bool(posted and "leave_out" in posted)
    if posted and adds:
        with faults_in(form):
            marks = member_import.add_listed(
                club=club,
                entered=entered,
                others=others,
                leave_out=leave_out,
                seen=posted.get("seen", ""),
                at=now(),
            )
            messages.success(request, _done(marks))
            return redirect("web:desk-members", club.slug)
    lines = judged(entered, known)
    context = {
        "club": club,
        "form": form,
        "kept": sheet.kept(list(rows)),
        "columns": [
            {"field": form[name], "cells": [columns.cell_of(row, place) for row in rows[:FIRST_ROWS]]}
            for place, name in enumerate(form.columns)
        ],
        "seen": fingerprint(lines),
        "leave_out": leave_out,
        **_shown(lines, others),
    }
    return render(request, "desk/members_look.html", context, status=REFUSED if form.errors else None)


def _numbers(entered: Iterable[str]) -> set[int]:
    return {int(one) for one in entered if one.isascii() and one.isdigit() and len(one) < len("10000000")}


def _shown(lines: Sequence[Line], others: Collection[int]) -> dict[str, Any]:
    """The lines as the page shows them, what needs a look first; how many of each kind; what the button does."""
    counts = Counter(line.mark for line in lines)
    added = counts["new"] + sum(line.mark == "like" and line.row in others for line in lines)
    ordered = sorted(lines, key=lambda line: MARKS.index(line.mark))
    return {
        "lines": [_line(line, others) for line in ordered],
        "counts": [_count(mark, counts[mark]) for mark in reversed(MARKS) if counts[mark]],
        "refused": counts["refused"],
        "act": _act(added, counts["changed"], counts["like"]),
    }


def _act(added: int, changed: int, like: int) -> str:
    """The words of the button; "" where there is nothing to do."""
    if added:
        return ngettext("Add %(count)s member", "Add %(count)s members", added) % {"count": added}
    if changed:
        return ngettext("Change %(count)s member", "Change %(count)s members", changed) % {"count": changed}
    return _("Add the people you ticked") if like else ""


def _line(line: Line, others: Collection[int]) -> dict[str, Any]:
    look, icon, word = LOOKS[line.mark]
    note = _note(line)
    return {
        "line": line,
        "look": look,
        "icon": icon,
        "word": word,
        "note": note,
        "ticked": line.row in others,
    }


def _note(line: Line) -> str:
    """What the mark of a line does not say by itself."""
    if line.why is not None:
        return sentence_case(said(line.why))
    if line.first is not None:
        return _("Same as row %(row)s; added once.") % {"row": line.first}
    return _beside(line, line.of) if line.of is not None else ""


def _beside(line: Line, known: Known) -> str:
    if line.mark == "like":
        return _("Is this %(name)s? Left out unless you tick the box.") % {"name": known.name}
    if line.mark == "changed":
        return " ".join(_change(line, known, name) for name in line.changes)
    if not known.is_active:
        return _("%(name)s has retired and is not brought back.") % {"name": known.name}
    if known.is_guest:
        return _("%(name)s is a guest and stays a guest.") % {"name": known.name}
    return _("Listed as %(name)s.") % {"name": known.name} if known.name != line.name else ""


def _change(line: Line, known: Known, name: Field) -> str:
    """What the list says otherwise of somebody."""
    new = {**in_words(line.details), "colour": line.colour}[name]
    old = {**in_words(known.details), "colour": known.colour}[name]
    words = _("%(what)s: %(new)s instead of %(old)s.") if old else _("%(what)s: %(new)s.")
    return words % {"what": KIND_WORDS[name], "new": new, "old": old}


def _count(mark: Mark, count: int) -> dict[str, Any]:
    """How many lines have a mark, in words, with its look."""
    look, icon, _word = LOOKS[mark]
    words = {
        "new": ngettext("%(count)s new", "%(count)s new", count),
        "known": ngettext("%(count)s already known", "%(count)s already known", count),
        "changed": ngettext("%(count)s with new details", "%(count)s with new details", count),
        "twice": ngettext("%(count)s duplicate", "%(count)s duplicates", count),
        "like": ngettext("%(count)s similar name", "%(count)s similar names", count),
        "refused": ngettext("%(count)s cannot be added", "%(count)s cannot be added", count),
    }
    return {"look": look, "icon": icon, "words": words[mark] % {"count": count}}


def _done(marks: Counter[Mark]) -> str:
    """What the import came to."""
    left = marks["like"] + marks["refused"]
    told = [
        ngettext("%(count)s member was added.", "%(count)s members were added.", marks["new"])
        % {"count": marks["new"]}
    ]
    for count, words in (
        (
            marks["known"],
            ngettext("%(count)s was already known.", "%(count)s were already known.", marks["known"]),
        ),
        (
            marks["changed"],
            ngettext("%(count)s was changed.", "%(count)s were changed.", marks["changed"]),
        ),
        (left, ngettext("%(count)s line was left out.", "%(count)s lines were left out.", left)),
    ):
        if count:
            told.append(words % {"count": count})
    return " ".join(told)


def _letter(place: int) -> str:
    """What a spreadsheet calls its column: A to Z, then AA."""
    return chr(65 + place) if place < 26 else f"A{chr(65 + place - 26)}"
