"""Coming in and going out: by password, or by a link that works once."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from functools import partial, wraps
from threading import BoundedSemaphore
from typing import Any, Final, TypeVar

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, redirect_to_login
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, parse_cookie
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.club.reads.access import factors_of, user_of
from tournaments.club.reads.members import User
from tournaments.club.services import audit, factors, throttle, tokens
from tournaments.club.services.throttle import Counted, Limit, address_of, sender
from tournaments.club.web.pages import Shown, open_form
from tournaments.site.web import query_params
from tournaments.site.web.forms import REFUSED, bound_form
from tournaments.site.web.pages import browser_of, keep_cookie, now

# Signing in by password: each try is counted before its password is hashed, and one is hashed at a time.
# Tries are counted for an address and a name together, so that nobody is locked out by tries from
# elsewhere; a browser in which somebody has signed in before counts alone, so that they are not by tries
# from their own network either.

T = TypeVar("T")
MOST: Final = 10
MINUTES: Final = 15
"""So many wrong passwords for a name in so long."""
BUSY_SECONDS: Final = 5
NO_ROOM: Final = "head_table.no_room"
"""In the environ where the web server has as many tries waiting as it takes."""
TOO_MANY: Final = 429
UNAVAILABLE: Final = 503
COOKIE: Final = "signed-in-here"
KEPT: Final = timedelta(days=180)
HASHING = BoundedSemaphore(1)
"""Held while a password is hashed. The web server has a thread for that; under plain WSGI others go on by this."""


class Refused(Exception):  # noqa: N818 - it is an answer rather than an error
    """A try with a user name that is not looked at now, but in so many seconds; `Asking` answers it."""

    def __init__(self, seconds: int, name: str = "") -> None:
        self.seconds, self.name = seconds, name
        super().__init__(seconds)


class TooMany(Refused):
    """Too many passwords were wrong."""


class Busy(Refused):
    """Too many others are signing in at this moment."""


class PasswordForm(AuthenticationForm):
    """Name and password. Raises Refused where the password is not even looked at."""

    error_messages = {
        **AuthenticationForm.error_messages,
        "invalid_login": gettext_lazy("Name or password is wrong. Capital and small letters count in both."),
    }

    def clean(self) -> dict[str, Any]:
        name, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if not name or not password or self.request is None:
            return super().clean()
        with counted_try(self.request, name) as counted:
            entered = super().clean()
        counted.was_right()
        return entered


@contextmanager
def counted_try(request: HttpRequest, name: str) -> Iterator[Counted]:
    """Count a password tried for the user name `name`, which the block hashes. Raises Refused where it may not."""
    at, limit = now(), _limit(request, name)
    if NO_ROOM in request.META or not HASHING.acquire(blocking=False):
        raise Busy(BUSY_SECONDS, name)
    try:
        counted = throttle.count(limit, at=at)
        if counted is None:
            raise TooMany(limit.wait(at), name)
        yield counted
    finally:
        HASHING.release()


def is_own_password(request: HttpRequest, user: User, password: str) -> bool:
    """Whether this is the password of whoever is signed in. Raises Refused where it is not even looked at."""
    with counted_try(request, user.get_username()) as counted:
        is_right = user.check_password(password)
    if is_right:
        counted.was_right()
    return is_right


def is_right_code(request: HttpRequest, user: User, takes: Callable[[], bool]) -> bool:
    """Whether `takes` accepts the code of a second factor; tries from everywhere count together. Raises TooMany."""
    at, name = now(), _named(user.get_username())
    browser = _browser(request, name)
    limit = Limit(sender("code", name, *([browser] if browser else [])), MOST, MINUTES)
    counted = throttle.count(limit, at=at)
    if counted is None:
        raise TooMany(limit.wait(at), user.get_username())
    if not takes():
        return False
    counted.was_right()
    return True


class Gone(Exception):  # noqa: N818 - as above
    """A link that opens nothing any more: of an invitation, a claim, or an account. `Asking` shows its page."""


def or_gone(found: T | None, what: str = "") -> T:
    if found is None:
        raise Gone(what)
    return found


def refused_page(request: HttpRequest, refused: Refused) -> HttpResponse:
    is_busy = not isinstance(refused, TooMany)
    context = {"username": refused.name, "is_busy": is_busy}
    answer = render(request, "sign_in/locked_out.html", context, status=UNAVAILABLE if is_busy else TOO_MANY)
    answer["Retry-After"] = str(refused.seconds)
    add_never_cache_headers(answer)
    return answer


def remember(answer: HttpResponse, request: HttpRequest, user: User) -> None:
    value = signing.dumps([_named(user.get_username()), secrets.token_urlsafe(16)], salt=COOKIE)
    keep_cookie(request, answer, COOKIE, value, lasts=KEPT)


def is_known_browser(environ: Mapping[str, Any]) -> bool:
    return bool(_signed_in_before(parse_cookie(environ.get("HTTP_COOKIE", ""))))


def _limit(request: HttpRequest, name: str) -> Limit:
    named = _named(name)
    browser = _browser(request, named)
    from_here = ("browser", browser) if browser else ("address", throttle.address_of(request.META))
    return Limit(sender("password", named, *from_here), MOST, MINUTES)


def _browser(request: HttpRequest, named: str) -> str:
    # "" for a browser in which somebody else, or nobody, has signed in before.
    who, browser = _signed_in_before(request.COOKIES) or ("", "")
    return str(browser) if who == named else ""


def _signed_in_before(cookies: Mapping[str, str]) -> tuple[str, str] | None:
    try:
        who, browser = signing.loads(cookies.get(COOKIE, ""), salt=COOKIE, max_age=KEPT)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return who, browser


def _named(name: str) -> str:
    return sender("name", name.casefold())


# Coming in with a second factor: whoever has one is asked for it after the password; a passkey alone will
# do too.

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
WAITING: Final = "second-step"
"""In the session: who has given the right password, when, and where they go from here."""
ASKED: Final = "passkey-asked"
"""In the session: what a browser was asked for, and when."""
WAITS: Final = 600
"""Seconds for which the second step may take."""
MOST_ASKED: Final = 30
"""Challenges for one address in a minute."""
LONGEST_CODE: Final = 40


class CodeForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=LONGEST_CODE,
        help_text=gettext_lazy("Six digits from your authenticator app, or one of your recovery codes."),
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


def let_in(request: HttpRequest, user: User, to: str) -> HttpResponse:
    """Sign in whoever has given the right password or link, and go to `to`; or ask for a second factor first."""
    if factors_of(user):
        waiting = {"user": user.pk, "hash": user.get_session_auth_hash(), "at": _seconds(), "to": to}
        request.session[WAITING] = waiting
        return redirect("web:second-step")
    return _signed_in(request, user, to)


def _signed_in(request: HttpRequest, user: User, to: str) -> HttpResponse:
    request.session.pop(WAITING, None)
    login(request, user, backend=BACKEND)
    answer = HttpResponseRedirect(to)
    remember(answer, request, user)
    return answer


@open_form("sign_in/second_step.html")
def ask_second_step(request: HttpRequest) -> Shown:
    user, to = _waiting(request)
    if user is None:
        return redirect("web:sign-in")
    if request.method == "POST" and "passkey" in request.POST:
        return _by_passkey(request, user, to)
    form = bound_form(CodeForm, request)
    if form.is_bound and form.is_valid():
        code, waiting_user = form.cleaned_data["code"], user
        if is_right_code(request, user, lambda: factors.takes_code(user=waiting_user, code=code, at=now())):
            return _signed_in(request, user, to)
        form.add_error("code", _("This code is wrong, or was used already."))
    return {"form": form, "factors": factors_of(user)}


@never_cache
@require_POST
def by_passkey(request: HttpRequest) -> HttpResponse:
    next_url = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        next_url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return _by_passkey(request, None, next_url if is_ours else reverse("web:desk"))


def _by_passkey(request: HttpRequest, user: User | None, to: str) -> HttpResponse:
    # First what the browser is to ask for, as JSON; then, with its answer, whose passkey it is.
    answer = factor_answer(request)
    if answer is None:
        limit = Limit(sender("passkey", throttle.address_of(request.META)), MOST_ASKED)
        if throttle.count(limit, at=now()) is None:
            raise TooMany(limit.wait(now()))
        return second_step_of(request, *factors.begin_knowing(origin=origin_of(request), user=user))
    state = second_step_state(request)
    holder = None
    if state is not None:
        holder = factors.known_passkey(
            origin=origin_of(request), user=user, state=state, answer=answer, at=now()
        )
    if holder is not None:
        return _signed_in(request, holder, to)
    context = {"is_second": user is not None}
    return render(request, "sign_in/passkey_unknown.html", context, status=REFUSED)


def factor_answer(request: HttpRequest) -> Mapping[str, Any] | None:
    """What a browser has answered, in the field `passkey`; None where it is still to be asked."""
    text = request.POST.get("passkey", "")
    if not text:
        return None
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return answer if isinstance(answer, dict) else {}


def second_step_of(request: HttpRequest, asked: Mapping[str, Any], state: factors.State) -> HttpResponse:
    request.session[ASKED] = {**state, "at": _seconds()}
    return JsonResponse(asked)


def second_step_state(request: HttpRequest) -> factors.State | None:
    """The state that was kept for the answer, once; None where there is none, or it is too old."""
    state: factors.State | None = request.session.pop(ASKED, None)
    return state if state is not None and _seconds() - state["at"] < WAITS else None


def origin_of(request: HttpRequest) -> str:
    """Where the pages were opened, with the port: a passkey holds for its host, and is taken from here alone."""
    scheme = "https" if settings.HTTPS else request.scheme
    return f"{scheme}://{request.get_host()}".lower()


def _waiting(request: HttpRequest) -> tuple[User | None, str]:
    waiting = request.session.get(WAITING) or {}
    user = user_of(waiting.get("user"))
    if user is None or _seconds() - waiting["at"] >= WAITS or waiting["hash"] != user.get_session_auth_hash():
        return None, ""
    return user, waiting["to"]


def _seconds() -> int:
    return int(now().timestamp())


API: Final = "API"
"""In the place of a browser: a program that asks with a token."""


def asker_of(request: HttpRequest) -> audit.Asker:
    user = request.user
    at_a_table: str = getattr(user, "by", "")
    by = at_a_table or (f"user:{user.pk}" if user.is_authenticated else "visitor")
    is_program = request.META.get("HTTP_AUTHORIZATION", "") != ""
    browser = API if is_program else browser_of(request.META.get("HTTP_USER_AGENT", ""))
    return audit.Asker(by, audit.network_of(address_of(request.META)), browser)


class Asking:
    """Middleware that says for whom a request does what it does, that a try was not looked at, or a link is gone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with audit.audit_actor(partial(asker_of, request)):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Gone):
            return refused_page(request, exception) if isinstance(exception, Refused) else None
        answer = render(request, "sign_in/gone.html", {"what": str(exception)}, status=GONE)
        add_never_cache_headers(answer)
        return answer


# Pages that take long to make are made so often a minute for one account or one address, then no more.


def count_long_look(view: Callable[..., T]) -> Callable[..., T | HttpResponse]:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> T | HttpResponse:
        return too_many_long_looks(request) or view(request, *args, **kwargs)

    return wrapped


def too_many_long_looks(request: HttpRequest, looks: int = 1) -> HttpResponse | None:
    """Count a page that takes long, as so many; where it is one too many, the page that says to wait, else None."""
    at, user = now(), request.user
    limit = throttle.long_looks(f"user {user.pk}" if user.is_authenticated else "", request.META)
    if throttle.spend(limit, looks, at=at):
        return None
    answer = render(request, "429.html", status=TOO_MANY)
    answer.headers["Retry-After"] = str(limit.wait(at))
    return answer


FORBIDDEN = 403
GONE = 410
LONGEST_NAME = 150


@method_decorator(never_cache, name="dispatch")
class SignIn(LoginView):
    template_name = "sign_in/sign_in.html"
    authentication_form = PasswordForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return let_in(self.request, form.get_user(), self.get_success_url())


def of_the_admin(request: HttpRequest) -> HttpResponse:
    # The admin's own way in leads here, so that every password is counted.
    if request.user.is_authenticated:  # and may not see the admin: nothing that the log has to trace
        return render(request, "403.html", status=FORBIDDEN)
    return redirect_to_login(query_params.text(request, "next") or reverse("admin:index"))


@open_form("sign_in/by_link.html")
def by_link(request: HttpRequest, token: str) -> Shown:
    """A one-time link: looking at it shows a button, and only the button uses it up.

    Mail programs and chats open links to preview them; that must not cost the reader their way in.
    """
    if request.method != "POST":
        return {}
    return let_in(request, or_gone(tokens.use_sign_in_link(token, at=now())), reverse("web:desk"))


@open_form("sign_in/sign_out.html")
def sign_out(request: HttpRequest) -> Shown:
    if request.method != "POST":
        return {}
    logout(request)
    messages.success(request, _("You are signed out."))
    return redirect("web:sign-in")
