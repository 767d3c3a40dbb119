"""The phones of a table as the director sees them: which there are, one sent away, all shut out, a new card."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.evening.reads import desk, devices
from tournaments.evening.reads.desk import Evening
from tournaments.evening.services import devices as phones
from tournaments.evening.services import links
from tournaments.evening.services.links import table_token
from tournaments.evening.web.desk.decorators import evening_page, to_desk
from tournaments.evening.web.desk.papers import qr
from tournaments.site.web import query_params
from tournaments.site.web.addresses import for_others
from tournaments.site.web.shared import now

JUST_NOW = timedelta(seconds=90)
"""When a phone was last there is known to a minute."""


def context(request: HttpRequest, evening: Evening, table: int) -> dict[str, Any]:
    """What the page of a table shows of its phones; two queries."""
    at, link = now(), devices.live_link(evening, table)
    where = [evening.club.slug, evening.slug, table]
    shows_card = link is not None and query_params.has(request, "card")
    card = for_others(request, reverse("web:table-card", args=[table_token(link)])) if link else ""
    return {
        "phones": [
            {
                "phone": phone,
                "kind": _(phone.label),
                "seen": timesince(phone.last_seen_at, at) if at - phone.last_seen_at > JUST_NOW else "",
                "away": reverse("web:desk-phone-away", args=[*where, phone.id]),
            }
            for phone in devices.phones_at(evening, table)
        ],
        "has_link": link is not None,
        "card": {"link": card, "qr": qr(card)} if shows_card else None,
        "phone_urls": {name: reverse(f"web:desk-phones-{name}", args=where) for name in ("revoke", "renew")},
    }


@require_POST
@evening_page
def revoke(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Shut out every phone of a table, and its card."""
    links.revoke_table_link(table=desk.table(evening, table), at=now())
    said = _("The phones of table %(table)s are shut out, and its card opens nothing.")
    messages.success(request, said % {"table": table})
    return to_desk(evening, "desk-table", table)


@require_POST
@evening_page
def renew(request: HttpRequest, evening: Evening, table: int) -> HttpResponse:
    """Give a table a new link, and show its card; the phones and the card of the old one are shut out."""
    links.renew_table_link(table=desk.table(evening, table), at=now())
    messages.success(request, _("Table %(table)s has a new card.") % {"table": table})
    here = reverse("web:desk-table", args=[evening.club.slug, evening.slug, table])
    return HttpResponseRedirect(f"{here}?card=1#phones")


@require_POST
@evening_page
def send_away(request: HttpRequest, evening: Evening, table: int, pk: int) -> HttpResponse:
    """Shut out one phone."""
    phone = devices.phone_of(evening, table, pk)
    if phone is None:
        raise Http404
    phones.send_away(phone=phone, at=now())
    messages.success(request, _("The phone is shut out. Anybody who scans the card again gets back in."))
    return to_desk(evening, "desk-table", table)
