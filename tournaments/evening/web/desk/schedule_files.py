"""Schedules to and from files, and on paper: the movement on one sheet, a guide card for each player."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.faults import Faults
from tournaments.club.web.settings import printed
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.schedules import EveningRounds, certificate_of, own_places
from tournaments.evening.services import schedules
from tournaments.evening.web import movement_words
from tournaments.evening.web.desk.decorators import evening_page, stock_of, to_desk
from tournaments.evening.web.desk.schedule import FileForm, page, told_at_the_desk
from tournaments.evening.web.public.downloads import as_file
from tournaments.evening.web.slips import by_number, grid, short
from tournaments.movement.exchange import LONGEST, as_csv, as_text, numbered
from tournaments.movement.seating import Seating
from tournaments.site.web.forms import sentence_case
from tournaments.site.web.pages import by_user, now, refusals

MOST_FAULTS_SHOWN = 40
FEW_TABLES = 6
"""So many tables fit on a sheet beside each other with names in them; more have the numbers of the tickets."""
BYTES_OF_A_LETTER = 4


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def bring(request: HttpRequest, evening: Evening) -> HttpResponse:
    if request.method != "POST":
        return to_desk(evening, "desk-schedule")
    form = FileForm(request.POST, request.FILES, auto_id="file_%s")
    if form.is_valid() and _brought(request, evening, form):
        return to_desk(evening, "desk-schedule")
    return page(request, evening, file_form=form)


def _brought(request: HttpRequest, evening: Evening, form: FileForm) -> bool:
    uploaded, text = form.cleaned_data["file"], form.cleaned_data["text"]
    if uploaded and text.strip():
        form.add_error("text", _("A file was chosen and text entered; only one of them can be read."))
        return False
    if not uploaded and not text.strip():
        form.add_error("file", _("Nothing was chosen or entered; choose a file or enter its text."))
        return False
    field, source = ("file", uploaded.name) if uploaded else ("text", _("pasted text"))
    try:
        read = _text_of(uploaded) if uploaded else text
        schedules.bring(evening=evening, text=read, source=source, by=by_user(request), at=now())
    except UnicodeDecodeError:
        form.add_error(field, _("The file is not text in UTF-8; save it as CSV in UTF-8, or paste its text."))
        return False
    except Faults as refused:
        _show(form, field, refused)
        return False
    messages.success(request, _("The schedule of “%(source)s” is announced.") % {"source": source})
    return True


def _text_of(uploaded: UploadedFile[Any]) -> str:
    # No more of it than is read anyway.
    content: bytes = uploaded.read(BYTES_OF_A_LETTER * LONGEST + BYTES_OF_A_LETTER)
    return content.decode("utf-8-sig")


def _show(form: FileForm, field: str, refused: Faults) -> None:
    sentences = [sentence_case(refusal.message) for refusal in refusals(refused)]
    for message in sentences[:MOST_FAULTS_SHOWN]:
        form.add_error(field, message)
    if len(sentences) > MOST_FAULTS_SHOWN:
        more = len(sentences) - MOST_FAULTS_SHOWN
        form.add_error(field, _("There are %(count)s more faults.") % {"count": more})


def _by_number(found: EveningRounds) -> tuple[list[str], list[Seating]]:
    seatings = found.seatings()
    named = {code for seating in seatings for code in seating.players()}
    if not named:
        raise Http404
    return [ticket.code for ticket in found.tickets if ticket.code in named], seatings


def _download(evening: Evening, text: str, ending: str, kind: str) -> HttpResponse:
    name = f"{evening.club.slug}-{evening.slug}-movement.{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)


@require_safe
@evening_page
def to_csv(request: HttpRequest, evening: Evening) -> HttpResponse:
    """All rounds as CSV; players are numbers, 1 whoever has the lowest ticket."""
    order, seatings = _by_number(told_at_the_desk(evening))
    return _download(evening, as_csv(numbered(seatings, order)), "csv", "text/csv")


@require_safe
@evening_page
def to_text(request: HttpRequest, evening: Evening) -> HttpResponse:
    schedule = told_at_the_desk(evening)
    order, seatings = _by_number(schedule)
    names = schedule.names
    key = "".join(f"# {number} {names[code]}\n" for number, code in enumerate(order, start=1))
    return _download(evening, key + as_text(numbered(seatings, order)), "txt", "text/plain")


@require_safe
@evening_page
@printed
def movement(request: HttpRequest, evening: Evening) -> HttpResponse:
    schedule = told_at_the_desk(evening)
    certificate = certificate_of(schedule)
    is_large = any(len(round_.seating.tables) > FEW_TABLES for round_ in schedule.rounds)
    names = schedule.names
    context = {
        "evening": evening,
        "grid": grid(schedule, short(schedule)),
        "by_number": by_number(schedule) if is_large else None,
        "people": [(ticket.number, names[ticket.code]) for ticket in schedule.tickets],
        "lines": movement_words.lines(certificate) if certificate else [],
        "origin": movement_words.origin(schedule.made_by, schedule.plan.movement),
    }
    return render(request, "desk/movement_sheet.html", context)


@require_safe
@evening_page
@printed
def guides(request: HttpRequest, evening: Evening) -> HttpResponse:
    schedule = told_at_the_desk(evening)
    names, brief = schedule.names, short(schedule)
    cards: list[dict[str, Any]] = [
        {
            "number": ticket.number,
            "name": names[ticket.code],
            "stock": stock_of(ticket.colour, schedule.plan.colours),
            "places": own_places(schedule, ticket.code, brief),
        }
        for ticket in schedule.tickets
        if ticket.left_in is None
    ]
    context = {
        "evening": evening,
        "cards": cards if schedule.rounds else [],
        "partnership": schedule.plan.tables.partnership,
    }
    return render(request, "desk/guide_cards.html", context)


@require_safe
@evening_page
def certificate(request: HttpRequest, evening: Evening) -> HttpResponse:
    schedule = told_at_the_desk(evening)
    counted = certificate_of(schedule)
    context = {"evening": evening, **(movement_words.page(schedule, counted) if counted else {})}
    return render(request, "desk/certificate.html", context)


@require_safe
@evening_page
def certificate_file(request: HttpRequest, evening: Evening) -> HttpResponse:
    counted = certificate_of(told_at_the_desk(evening))
    if counted is None:
        raise Http404
    return as_file(evening, counted)
