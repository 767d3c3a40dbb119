"""The desk before an evening: announcing it, and the list of those who come."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.faults import Faults
from tournaments.club.reads import members
from tournaments.coming.reads import announced, lists
from tournaments.coming.reads.lists import Announcement
from tournaments.coming.services import announcements, sign_ups
from tournaments.coming.web.forms import AddForm, AnnounceForm
from tournaments.evening.reads import facts
from tournaments.evening.reads.desk import Evening
from tournaments.evening.status import Status
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.limits import LONGEST_GROUP
from tournaments.site.web.forms import REFUSED, attempt, faults_in, filled, sentence_case
from tournaments.site.web.shared import by_user, now, refusals


@require_safe
@evening_page
def show(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Who comes and who waits."""
    return _page(request, evening, _add_form(evening))


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def announce(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Announce the evening, or change what is announced of it."""
    if evening.status not in (Status.DRAFT, Status.CHECK_IN):
        return to_desk(evening, "desk-coming")
    before = lists.announcement_of(evening)
    form = filled(AnnounceForm, request, initial=_shown(evening, before))
    if form.is_bound and form.is_valid():
        with faults_in(form):
            announcements.announce(evening=evening, **form.cleaned_data, by=by_user(request), at=now())
            is_new = before is None or before.withdrawn_at is not None
            done = _("The evening is announced.") if is_new else _("The announcement is changed.")
            messages.success(request, done)
            return to_desk(evening, "desk-coming")
    context = {"evening": evening, "form": form, "before": before}
    status = REFUSED if form.is_bound else None
    return render(request, "desk/coming/announce.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def withdraw_announcement(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Announce the evening no longer; asks first."""
    one = announced.told_of([evening]).get(evening.pk)
    if one is None or one.announcement is None:
        raise Http404
    if request.method == "POST":
        announcements.withdraw(announcement=one.announcement, at=now())
        messages.success(request, _("The announcement is withdrawn."))
        return to_desk(evening, "desk-coming")
    return render(request, "desk/coming/withdraw.html", {"evening": evening, "one": one})


@require_POST
@evening_page
def add(request: HttpRequest, evening: Evening) -> HttpResponse:
    """Somebody telephoned."""
    announcement = _announcement(evening)
    form = _add_form(evening, request)
    if form.is_valid():
        with faults_in(form):
            row = sign_ups.add(
                announcement=announcement, entered=form.entered(), by=by_user(request), at=now()
            )
            done = _("%(name)s has a place.") if row.placed_at else _("%(name)s is on the waiting list.")
            messages.success(request, done % {"name": row.name})
            return to_desk(evening, "desk-coming")
    return _page(request, evening, form)


@require_POST
@evening_page
def add_group(request: HttpRequest, evening: Evening) -> HttpResponse:
    """A group of the club comes: everybody in it who is not in the list."""
    announcement = _announcement(evening)
    group = request.POST.get("group", "")[:LONGEST_GROUP]
    people = members.members(evening.club, group=group) if group else []
    try:
        added = sign_ups.add_all(
            announcement=announcement,
            names=[player.name for player in people],
            by=by_user(request),
            at=now(),
        )
    except Faults as refused:
        for refusal in refusals(refused):
            messages.error(request, sentence_case(refusal.message))
    else:
        done = ngettext("%(count)s was added to the list.", "%(count)s were added to the list.", len(added))
        messages.success(request, done % {"count": len(added)})
    return to_desk(evening, "desk-coming")


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def take_out(request: HttpRequest, evening: Evening, pk: int) -> HttpResponse:
    """Somebody of the list does not come; asks first, since those who wait get the place."""
    row = lists.one_listed(evening, pk)
    if request.method == "POST":
        done = _("%(name)s is off the list.") % {"name": row.name}
        attempt(request, lambda: sign_ups.take_out(sign_up=row, at=now()), done)
        return to_desk(evening, "desk-coming")
    return render(request, "desk/coming/take_out.html", {"evening": evening, "row": row})


def _announcement(evening: Evening) -> Announcement:
    found = lists.announcement_of(evening)
    if found is None:
        raise Http404
    return found


def _add_form(evening: Evening, request: HttpRequest | None = None) -> AddForm:
    couples = facts.plan_of(evening).tables.partnership
    return AddForm(data=None if request is None else request.POST, couples=couples)


def _shown(evening: Evening, before: Announcement | None) -> dict[str, Any]:
    """What the form begins with: what was announced, or the usual hour."""
    if before is None:
        return {"starts": lists.usual_start(evening.club, evening.date)}
    return {name: getattr(before, name) for name in AnnounceForm.base_fields}


def _page(request: HttpRequest, evening: Evening, form: AddForm) -> HttpResponse:
    rows = lists.listed(evening)
    similar = lists.similar(evening, rows)
    context = {
        "evening": evening,
        "one": announced.told_of([evening]).get(evening.pk),
        "placed": [(row, similar.get(row.pk)) for row in rows if row.placed_at],
        "waiting": [(row, similar.get(row.pk)) for row in rows if not row.placed_at],
        "twice": lists.listed_twice(rows),
        "may_change": evening.status in (Status.DRAFT, Status.CHECK_IN),
        "plan": facts.plan_of(evening),
        "form": form,
        "groups": members.groups(evening.club),
    }
    status = REFUSED if form.is_bound else None
    return render(request, "desk/coming/list.html", context, status=status)
