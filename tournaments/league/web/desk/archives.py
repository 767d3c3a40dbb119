"""Bringing an evening or a season in from its archive: the file, who is who, and it is here; nothing before that."""

from __future__ import annotations

import gzip
from base64 import b64decode, b64encode
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from scoring.faults import Faults
from tournaments.club.reads.members import Club
from tournaments.club.roles import Role
from tournaments.club.web.pages import Shown, Unrefused, club_form, done_in_words
from tournaments.club.web.sign_in import too_many_long_looks
from tournaments.league.services import archives
from tournaments.league.services.archives import NamedTicket, ReadArchive
from tournaments.league.services.season_archives import bring_season_in
from tournaments.site.web.forms import bound_form, faults_in, show_faults
from tournaments.site.web.pages import by_user, now

NEW: Final = "new"
TEMPLATE: Final = "desk/archive.html"


class ArchiveFileForm(forms.Form):
    file = forms.FileField(
        label=later("File"),
        help_text=later(
            "The file that “Archive” on the page of a published evening or a season gives you, at any club."
        ),
        allow_empty_file=True,
        max_length=255,
        widget=forms.FileInput(attrs={"accept": ".json,.gz,application/json", "class": "input"}),
    )


class WhoIsWhoForm(forms.Form):
    """One choice for each ticket that somebody of the club may hold; whoever bears the very name is chosen."""

    def __init__(self, data: Any = None, *, tickets: tuple[NamedTicket, ...]) -> None:
        super().__init__(data)
        for ticket in tickets:
            if ticket.alike:
                self.fields[ticket.code] = self._choice(ticket)

    @staticmethod
    def _choice(ticket: NamedTicket) -> forms.ChoiceField:
        known = [(str(player.pk), player.name) for player in ticket.alike]
        others = [] if ticket.namesake else [("", _("Please choose")), (NEW, _("Somebody new"))]
        return forms.ChoiceField(
            label=f"{ticket.number}. {ticket.name}",
            choices=[*others[:1], *known, *others[1:]],
            initial=str(ticket.namesake.pk) if ticket.namesake else "",
        )

    def people(self) -> dict[str, int | None]:
        chosen = self.cleaned_data.items()
        return {code: None if value == NEW else int(value) for code, value in chosen}


@club_form(Role.SECRETARY, template=TEMPLATE)
def bring_in(request: HttpRequest, club: Club) -> Shown:
    if answer := too_many_long_looks(request):
        return answer
    if "kept" in request.POST:
        return _add(request, club)
    form = bound_form(ArchiveFileForm, request)
    if form.is_bound and form.is_valid():
        file: bytes = form.cleaned_data["file"].read(archives.MOST_BYTES + 1)
        with faults_in(form):
            archive = archives.read(club, file)
            return Unrefused(_look(archive, WhoIsWhoForm(tickets=archive.tickets)))
    return {"form": form}


def _add(request: HttpRequest, club: Club) -> Shown:
    file = _unpacked(request.POST["kept"])
    try:
        archive = archives.read(club, file)
    except Faults as refused:
        form = ArchiveFileForm({})
        form.errors.clear()
        show_faults(form, refused)
        return {"form": form}
    who = WhoIsWhoForm(request.POST, tickets=archive.tickets)
    if who.is_valid():
        with faults_in(who, lambda refused: show_faults(who, refused, _ticket_of)):
            new = archives.ArchiveToBringIn(file=file, people=who.people())
            if archive.kind == "season":
                season = bring_season_in(club, by_user(request), now(), new)
                messages.success(request, done_in_words(bring_season_in, season))
                return redirect("web:season", club.slug, season.league.slug, season.slug)
            evening = archives.bring_in(club, by_user(request), now(), new)
            messages.success(request, done_in_words(archives.bring_in, evening))
            return redirect("web:evening", club.slug, evening.slug)
    return _look(archive, who)


def _ticket_of(field: str) -> str:
    return field.removeprefix("people.")


def _look(archive: ReadArchive, who: WhoIsWhoForm) -> dict[str, Any]:
    return {
        "who": who,
        "archive": archive,
        "kept": b64encode(gzip.compress(archive.text.encode(), mtime=0)).decode(),
        "new": [ticket for ticket in archive.tickets if not ticket.alike],
        "nameless": archive.people - len(archive.tickets),
    }


def _unpacked(kept: str) -> bytes:
    try:
        return b64decode(kept, validate=True)
    except ValueError:
        return b""
