"""What links and codes open: a code that is typed, one's own place at an evening, checking in at the door."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import partial, wraps
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.faults import Faults
from tournaments.club.reads.access import players_of, visitor_of
from tournaments.club.services import mails, throttle
from tournaments.club.services.throttle import Limit, sender
from tournaments.club.services.tokens import hashed
from tournaments.club.web.account import holder
from tournaments.club.web.pages import open_form, own_button, own_form, render_for, speak
from tournaments.evening.reads import access, desk, facts
from tournaments.evening.reads.live import PlayerLink
from tournaments.evening.web import player as page
from tournaments.evening.web.desk.papers import qr, typed_at
from tournaments.evening.web.table import app
from tournaments.evening.web.table.app import unsent
from tournaments.refusals import LONGEST_NAME
from tournaments.signup import announcements, lists, sign_ups
from tournaments.signup.lists import DoorCode, Place
from tournaments.signup.public import over_limit, own_player, remember_name, remembered_name, too_often
from tournaments.signup.sign_ups import check_oneself_in, door_code, door_token
from tournaments.site.cleaning import hashed_code, read_code
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, run_or_refuse, sentence_case
from tournaments.site.web.pages import first_or_404, for_others, host_for_others, isolate, now, refusals

# --- The code of a table card, a ticket or a door, typed where a camera fails; wrong ones trip a limiter
# A room shares one address, so a right code is looked up however many wrong ones came from there, and
# wrong ones are counted for each device. Guesses from an address that is over its own limit are looked at
# only from devices that are not: a code has 46 random bits, so that even the full speed of a server would
# take years to hit one.

TOO_MANY: Final = 429
OF_A_DEVICE: Final = 30
OF_AN_ADDRESS: Final = 300
"""Wrong codes in a minute. Browsers without the cookie of this form count as one device of their address."""
COOKIE: Final = "typist"
KEPT: Final = timedelta(hours=36)


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=60,
        help_text=gettext_lazy(
            "Ten letters and digits, next to the square pattern. Capitals, spaces and the hyphen do not matter."
        ),
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "autocorrect": "off",
                "spellcheck": "false",
                "placeholder": "XXXXX-XXXXX",
            }
        ),
        error_messages={"required": gettext_lazy("No code was entered; it has ten letters and digits.")},
    )

    def clean_code(self) -> str:
        entered: str = self.cleaned_data["code"]
        code = read_code(entered)
        if code is None:
            words = _(
                "“%(entered)s” is no code: a code has ten letters and digits, as on the card, "
                "and never A, E, I, L or 1."
            )
            raise forms.ValidationError(words % {"entered": entered})
        return code


@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponse:
    form = CodeForm(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _page(request, form, REFUSED if form.is_bound else 200)
    at = now()
    own, of_address = _limits(request)
    over = throttle.limits_reached(own, of_address, at=at)
    if of_address in over and (own in over or not _device(request)):
        return _too_many(request, of_address.wait(at))
    answer = _opened(request, hashed_code(form.cleaned_data["code"]))
    if answer is not None:
        return unsent(answer)
    counted = (own,) if of_address in over else (own, of_address)
    if throttle.count(*counted, at=at) is None:
        return _too_many(request, own.wait(at))
    words = _(
        "“%(entered)s” opens nothing here. Compare it with the card, or ask the director for a new one."
    )
    form.add_error("code", words % {"entered": form.data["code"]})
    return _page(request, form, REFUSED)


def _device(request: HttpRequest) -> str:
    return str(request.get_signed_cookie(COOKIE, default="", max_age=KEPT))


def _limits(request: HttpRequest) -> tuple[Limit, Limit]:
    address = throttle.address_of(request.META)
    device = _device(request)
    own = sender("code", "device", device) if device else sender("code", "no device", address)
    return Limit(own, OF_A_DEVICE), Limit(sender("code", "address", address), OF_AN_ADDRESS)


def _opened(request: HttpRequest, code_hash: str) -> HttpResponse | None:
    table = access.table_link_by_code(code_hash)
    if table is not None:
        return app.let_in(request, table)
    player = access.player_link_by_code(code_hash)
    if player is not None:
        return page.let_in(request, player)
    opened = lists.code_typed(code_hash)
    return None if opened is None else redirect("web:door", door_token(opened))


def _page(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    # Not `unsent`: a page that tells nobody where it is sends its form from nowhere, which is refused as forged.
    answer = render(request, "player/type_code.html", {"form": form}, status=status)
    answer["Cache-Control"] = "no-store"
    if not _device(request):
        answer.set_signed_cookie(
            COOKIE,
            secrets.token_urlsafe(16),
            max_age=KEPT,
            path=request.path,
            secure=settings.HTTPS or request.is_secure(),
            httponly=True,
            samesite="Lax",
        )
    return answer


def _too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    answer = render(request, "too_many.html", {"seconds": seconds}, status=TOO_MANY)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    return answer


THANKS: Final = gettext_lazy("You have withdrawn. Thank you for letting the club know.")


@never_cache
@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    place = _place_or_404(request, token)
    announcement = place.sign_up.announcement
    evening = announcement.evening
    context = {
        "place": place,
        "evening": evening,
        "announcement": announcement,
        "closed": announcements.why_closed(announcement, today=announcements.today_at(evening.club, now())),
        "is_public": access.public_version(visitor_of(request), evening.club.slug, evening.slug) is not None,
        "token": token,
        "link": for_others(request, reverse("web:my-place", args=[token])),
    }
    return render_for(request, evening.club, "coming/my_place.html", context)


@never_cache
@require_POST
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    sign_up = _place_or_404(request, token).sign_up
    run_or_refuse(request, lambda: sign_ups.withdraw(sign_up=sign_up, at=now()), str(THANKS))
    return redirect("web:my-place", token)


@never_cache
@require_POST
def come_back(request: HttpRequest, token: str) -> HttpResponse:
    sign_up = _place_or_404(request, token).sign_up
    if (wait := over_limit(request, sign_ups.limits)) is not None:
        return too_often(request, sign_up.announcement.evening, wait)
    run_or_refuse(request, lambda: sign_ups.come_back(sign_up=sign_up, at=now()))
    return redirect("web:my-place", token)


@own_button
def come(request: HttpRequest, club: str) -> HttpResponse:
    """Sign whoever has signed in up for an evening of their club by one press, or take that back."""
    return _come(request, _own(request, club), reverse("web:own-players"))


def _own(request: HttpRequest, club: str) -> lists.Player:
    return first_or_404(player for player in players_of(holder(request)) if player.club.slug == club)


@require_POST
@page.with_ticket
def come_with_ticket(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    return _come(request, link.ticket.player, page.own_url(link))


def _come(request: HttpRequest, player: lists.Player, back: str) -> HttpResponse:
    slug = request.POST.get("evening", "")
    coming = announcements.announced_at(visitor_of(request), player.club.slug, slug)
    if coming is None or coming.announcement is None:
        raise Http404
    if (wait := over_limit(request, sign_ups.limits)) is not None:
        return too_often(request, coming.evening, wait)
    own = lists.own_coming(player, coming)
    if request.POST.get("answer") != "no":
        if own.place is None and own.is_known:
            entered = sign_ups.NewSignUp(name=own.name)
            act = partial(sign_ups.sign_up, announcement=coming.announcement, entered=entered, at=now())
            run_or_refuse(request, act, _("The club knows that you are coming."))
    elif own.place is not None and not own.place.sign_up.companion:
        run_or_refuse(request, partial(sign_ups.withdraw, sign_up=own.place.sign_up, at=now()), str(THANKS))
    return redirect(back)


@own_form()
def own_mails(request: HttpRequest, club: str) -> HttpResponse:
    return _show_mails(request, _own(request, club), reverse("web:own-players"))


@open_form()
@page.with_ticket
def mails_with_ticket(request: HttpRequest, link: PlayerLink) -> HttpResponse:
    return _show_mails(request, link.ticket.player, page.own_url(link))


def _show_mails(request: HttpRequest, player: lists.Player, back: str) -> HttpResponse:
    # What somebody is told by mail, and the link of their calendar, which is shown once; changed as the button says.
    link, do = "", request.POST.get("do", "")
    if do == "calendar":
        token = mails.make_calendar_link(player=player, at=now())
        link = for_others(request, reverse("web:own-calendar", args=[token]))
    elif request.method == "POST":
        if do == "no-calendar":
            mails.revoke_calendar_link(player=player)
            messages.success(request, _("The link to your calendar no longer works."))
        else:
            kinds, language = request.POST.getlist("kinds"), translation.get_language()
            mails.set_wishes(player=player, kinds=kinds, language=language, at=now())
            messages.success(request, _("Your choice of mails is saved."))
        return redirect(request.path)
    wishes = mails.wishes_of(player)
    context = {
        "who": player,
        "kinds": [(kind.value, kind.label, kind in wishes) for kind in mails.Kind],
        "trouble": mails.trouble_with_address(player),
        "is_set_up": mails.mail_is_set_up(),
        "link": link,
        "subscribe": f"webcal://{link.partition('://')[2]}",
        "back": back,
    }
    return render_for(request, player.club, "coming/own_mails.html", context)


@csrf_exempt  # whoever has a mail has its token, and programs for mail post here without any cookie (RFC 8058)
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mails(request: HttpRequest, club: str, token: str) -> HttpResponse:
    """Let somebody have no more mails of a kind, by the link in one of them: to look at the page changes nothing."""
    player, kind = mails.wish_at(club, token)
    speak(request, player.club.language)
    if request.method == "POST":
        mails.stop(player, kind)
    context = {"kind": kind.label, "is_asked": kind in mails.wishes_of(player)}
    return render_for(request, player.club, "coming/stop_mails.html", context)


def _place_or_404(request: HttpRequest, token: str) -> Place:
    place = lists.place_of(hashed(token))
    if place is None or place.sign_up.announcement.evening.club.put_away_at is not None:
        raise Http404
    speak(request, place.sign_up.announcement.evening.club.language)
    return place


NOT_FOUND: Final = 404
MOST_LOOKS: Final = (9600, 480)
MOST_CHECK_INS: Final = (480, 20)
"""So many from one address, from which a whole room comes, and from each device there, in so long. A name is looked
for while it is typed, some four times."""
MINUTES: Final = 15
LONGEST_KEY: Final = 40


def _with_code(
    view: Callable[[HttpRequest, DoorCode, str], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    @wraps(view)
    def wrapper(request: HttpRequest, token: str) -> HttpResponse:
        code = lists.code_at(hashed(token))
        if code is None:
            return render(request, "closed_link.html", {"what": "door"}, status=NOT_FOUND)
        return view(request, code, token)

    return never_cache(wrapper)


@require_http_methods(["GET", "HEAD", "POST"])
@_with_code
def show_door(request: HttpRequest, code: DoorCode, token: str) -> HttpResponse:
    # Whoever has just checked in asks for nobody yet, for another.
    is_asked = query_params.has(request, "name")
    name = query_params.text(request, "name")[:LONGEST_NAME] if is_asked else _own_name(request, code)
    get_token(request)  # a device has its cookie from the first page on, by which its looks are counted
    does_something = request.method == "POST" or name
    if does_something and (wait := over_limit(request, partial(_door_limits, request))) is not None:
        answer = _door_page(request, code, token, name, TOO_MANY, minutes=-(-wait // 60))
        answer["Retry-After"] = str(wait)
        return answer
    if request.method != "POST":
        return _door_page(request, code, token, name)
    try:
        ticket = check_oneself_in(
            code=code,
            key=request.POST.get("who", "")[:LONGEST_KEY],
            typed=name,
            colour=request.POST.get("colour", "")[:LONGEST_KEY],
            at=now(),
        )
    except Faults as refused:
        sentences = [sentence_case(refusal.message) for refusal in refusals(refused)]
        return _door_page(request, code, token, name, REFUSED, refused=sentences)
    player = ticket.player
    names = {"name": isolate(player.public_name or player.name), "number": ticket.number}
    messages.success(request, _("Welcome, %(name)s: you have checked in, with ticket %(number)s.") % names)
    own = access.live_player_link(ticket.links.values_list("token_hash", flat=True).latest("pk"))
    answer = redirect("web:door", token) if own is None else page.let_in(request, own)
    answer["Location"] += f"?{page.DOOR}={token}"
    remember_name(request, answer, name if player.public_name else player.name)
    return answer


def _own_name(request: HttpRequest, code: DoorCode) -> str:
    own = own_player(request, code.evening)
    return lists.whole_name(own) if own else remembered_name(request)


@require_safe
@_with_code
def door_screen(request: HttpRequest, code: DoorCode, token: str) -> HttpResponse:
    """The code, large, for a screen at the door; whoever opens this has the code already.

    It watches an evening that it may see; until then it asks now and then, and begins anew once it may.
    """
    evening = code.evening
    is_public = access.public_version(visitor_of(request), evening.club.slug, evening.slug) is not None
    context = door_shown(request, code, token) | {
        "is_watched": is_public,
        "site_host": host_for_others(request),
    }
    answer = render_for(request, evening.club, "coming/door_screen.html", context)
    if is_public and query_params.has(request, "unwatched"):
        answer["HX-Refresh"] = "true"
    return answer


def door_shown(request: HttpRequest, code: DoorCode, token: str) -> dict[str, Any]:
    link = for_others(request, reverse("web:door", args=[token]))
    evening = code.evening
    return {
        "evening": evening,
        "code": code,
        "link": link,
        "qr": qr(link),
        "typed": door_code(code),
        "typed_at": typed_at(request),
        "screen": for_others(request, reverse("web:door-screen", args=[token])),
        "inside": desk.players_present(evening),
    }


def _door_page(
    request: HttpRequest, code: DoorCode, token: str, name: str, status: int = 200, **more: Any
) -> HttpResponse:
    evening = code.evening
    is_open = evening.status == "check_in"
    context = {
        "evening": evening,
        "token": token,
        "name": name,
        "is_open": is_open,
        "is_before": evening.status == "draft",
        "found": lists.look_for(evening, name) if is_open and name and status != TOO_MANY else None,
        "fewest": lists.FEWEST_LETTERS,
        "longest": LONGEST_NAME,
        "plan": facts.plan_of(evening),
        **more,
    }
    return render_for(request, evening.club, "coming/door.html", context, status=status)


def _door_limits(request: HttpRequest, address: str, device: str) -> tuple[Limit, Limit]:
    kind, most = ("door", MOST_CHECK_INS) if request.method == "POST" else ("door look", MOST_LOOKS)
    return throttle.in_a_room(kind, address, device, of_address=most[0], of_device=most[1], minutes=MINUTES)


OWN = "my-place/<str:token>/"
DOOR = "door/<str:token>/"

urlpatterns: list[URLPattern] = [
    path("t/", type_code, name="type-code"),
    path(OWN, show, name="my-place"),
    path(f"{OWN}withdraw/", withdraw, name="my-place-withdraw"),
    path(f"{OWN}come-back/", come_back, name="my-place-back"),
    path("c/<slug:club>/me/come/", come, name="own-come"),
    path(f"{page.ME}come/", come_with_ticket, name="me-come"),
    path("c/<slug:club>/me/mails/", own_mails, name="own-mails"),
    path(f"{page.ME}mails/", mails_with_ticket, name="me-mails"),
    path("c/<slug:club>/mails/<str:token>/", stop_mails, name="mails-stop"),
    path(DOOR, show_door, name="door"),
    path(f"{DOOR}screen/", door_screen, name="door-screen"),
]
