"""One's own account: name, e-mail address, password, where one is signed in, its second factor."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, Final

import segno
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout, update_session_auth_hash
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.signals import user_logged_in
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.backends.base import UpdateError
from django.core.exceptions import ValidationError
from django.db import OperationalError
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.club.reads import access
from tournaments.club.reads.members import User
from tournaments.club.services import accounts, audit, factors, mails, throttle
from tournaments.club.services.tokens import hashed
from tournaments.club.web import sign_in
from tournaments.club.web.pages import Shown, View, button, open_form, own_button, own_form
from tournaments.refusals import LONGEST_NAME as LONGEST_PERSON
from tournaments.site.sealing import seal, unseal
from tournaments.site.web.forms import REFUSED, bound_form, faults_in
from tournaments.site.web.pages import browser_of, kind_of, now


class NameForm(forms.Form):
    person = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=LONGEST_PERSON,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


def new_password_field(label: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        strip=False,
        max_length=sign_in.LONGEST_NAME,
        help_text=gettext_lazy("Eight characters or more, and none of the common ones."),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class AccountForm(NameForm):
    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=sign_in.LONGEST_NAME,
        validators=[UnicodeUsernameValidator()],
        help_text=gettext_lazy(
            "What you sign in with: letters, digits and . _ - @ +, for example your e-mail address."
        ),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )
    password = new_password_field(gettext_lazy("Password"))

    def clean(self) -> dict[str, Any]:
        entered = super().clean() or {}
        user = User(username=entered.get("username", ""), first_name=entered.get("person", ""))
        refuse_common(self, user)
        return entered


def refuse_common(form: forms.Form, user: User) -> None:
    password = form.cleaned_data.get("password")
    if password:
        try:
            validate_password(password, user)
        except ValidationError as refused:
            form.add_error("password", refused)


class NewPasswordForm(forms.Form):
    password = new_password_field(gettext_lazy("New password"))

    def __init__(self, *args: Any, user: User, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.user = user

    def clean(self) -> dict[str, Any]:
        entered = super().clean() or {}
        refuse_common(self, self.user)
        return entered


def current_password() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Current password"),
        strip=False,
        max_length=sign_in.LONGEST_NAME,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class AddressForm(forms.Form):
    email = forms.EmailField(
        label=gettext_lazy("E-mail address"), widget=forms.EmailInput(attrs={"autocomplete": "email"})
    )
    current = current_password()


class PasswordChangeForm(NewPasswordForm):
    current = current_password()
    ends_tokens = forms.BooleanField(
        label=gettext_lazy("Also end my API tokens"), required=False, initial=True
    )
    field_order = ("current", "password", "ends_tokens")

    def __init__(self, *args: Any, has_tokens: bool, **settings: Any) -> None:
        super().__init__(*args, **settings)
        if not has_tokens:
            del self.fields["ends_tokens"]


class AppForm(forms.Form):
    code = forms.CharField(
        label=gettext_lazy("The code that the app shows"),
        max_length=10,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )
    current = current_password()


class PasskeyForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of this passkey"),
        max_length=60,
        help_text=gettext_lazy("So that you know it again, for example your phone."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    current = current_password()


SEEN: Final = "seen"
"""In the session: when it was noted last, in seconds since 1970."""
EVERY: Final = 3600


def note_session(request: HttpRequest, user: User) -> None:
    session = request.session
    if session.session_key is None:
        session.save()
    at, agent = now(), request.META.get("HTTP_USER_AGENT", "")
    accounts.note_session_seen(
        user=user,
        stored_key=stored_key(request),
        browser=browser_of(agent),
        device=kind_of(agent),
        at=at,
    )
    session[SEEN] = int(at.timestamp())


def stored_key(request: HttpRequest) -> str:
    key: str = request.session.stored_key  # type: ignore[attr-defined]  # of config.sessions
    return key


@receiver(user_logged_in, dispatch_uid="note_session")
def signed_in(request: HttpRequest, user: User, **_: Any) -> None:
    note_session(request, user)
    audit.note_of_officer(user, "signed-in", by=user)


class Seen:
    """Middleware that notes sessions that are in use; where nothing can be written just now it is left.

    What a browser with a session is answered no cache on the way keeps, unless it says itself that all may.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Looks nobody up, and reads no session, where the view has not.
        answer = self.get_response(request)
        cache_control = answer.headers.get("Cache-Control", "")
        if settings.SESSION_COOKIE_NAME in request.COOKIES and not re.search(
            "public|no-store", cache_control
        ):
            patch_cache_control(answer, private=True)
        session, user = request.session, getattr(request, "_cached_user", None)
        if not session.accessed or not isinstance(user, User) or SESSION_KEY not in session:
            return answer
        if now().timestamp() - session.get(SEEN, 0) >= EVERY:
            was_modified = session.modified
            with suppress(OperationalError, UpdateError):
                note_session(request, user)
                session.save()
            session.modified = was_modified
        return answer


Done = Callable[[HttpRequest, User, Any], str]


def holder(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # noqa: S101 - behind login_required
    return request.user


@own_form()
def show(request: HttpRequest) -> HttpResponse:
    user, part = holder(request), request.POST.get("part", "")
    bound = {part: _forms(user, request.POST)[part]} if part in PARTS else {}
    for form in bound.values():
        if form.is_valid() and may(request, form):
            with faults_in(form):
                messages.success(request, PARTS[part](request, user, form.cleaned_data))
                return redirect("web:own-account")
    return page(request, user, **bound)


def may(request: HttpRequest, form: forms.Form) -> bool:
    """Whether the current password is right, where a form asks for it; else the form says so. Raises Refused."""
    current = form.cleaned_data.get("current")
    if current is None or sign_in.is_own_password(request, holder(request), current):
        return True
    form.add_error("current", _("This is not your current password."))
    return False


def page(request: HttpRequest, user: User, **bound: forms.Form) -> HttpResponse:
    context = {
        **_forms(user),
        **bound,
        "sessions": access.sessions_of(user),
        "here": stored_key(request),
        "factors": access.factors_of(user),
        "events": access.events_of(user),
        "players": access.players_of(user),
        "mails": mails.mail_is_set_up(),
        "unreached": access.unreached_address(user, at=now()),
    }
    return render(request, "desk/account.html", context, status=REFUSED if bound else None)


def _forms(user: User, data: Any = None) -> dict[str, forms.Form]:
    # The forms with a password share the name of a field: each has ids of its own.
    return {
        "name": NameForm(data, initial={"person": user.display_name}),
        "address": AddressForm(data, initial={"email": user.email}, auto_id="address_%s"),
        "password": PasswordChangeForm(
            data,
            user=user,
            has_tokens=access.working_api_tokens(user, at=now()).exists(),
            auto_id="password_%s",
        ),
        "passkey": PasskeyForm(data, auto_id="passkey_%s"),
    }


def _rename(_request: HttpRequest, user: User, entered: dict[str, Any]) -> str:
    accounts.rename(user=user, person=entered["person"])
    return _("Your name is changed.")


def _change_address(_request: HttpRequest, user: User, entered: dict[str, Any]) -> str:
    if mails.mail_is_set_up():
        accounts.ask_for_address(user=user, email=entered["email"], at=now())
        words = _("A mail is on its way to %(email)s. The address is changed once you follow the link in it.")
        return words % {"email": entered["email"]}
    accounts.set_address(user=user, email=entered["email"], at=now())
    return _("The address is saved. No mail was sent to confirm it: no mail server is set up here.")


def _change_password(request: HttpRequest, user: User, entered: dict[str, Any]) -> str:
    accounts.change_password(
        user=user,
        password=entered["password"],
        at=now(),
        by=user,
        ends_tokens=entered.get("ends_tokens", False),
    )
    update_session_auth_hash(request, user)  # a new session, since this one has ended with the others
    note_session(request, user)
    return _("Your password is changed. Everywhere else you are signed out.")


PARTS: Final[dict[str, Done]] = {
    "name": _rename,
    "address": _change_address,
    "password": _change_password,
}


end_session = button(accounts.end_own_session, "own-account")


@own_button
def end_others(request: HttpRequest) -> HttpResponse:
    accounts.end_all_sessions(holder(request), but=stored_key(request))
    messages.success(request, _("You are signed out everywhere else."))
    return redirect("web:own-account")


TOLD: Final = "app-secret"
"""In the session, sealed: what an app is told and has not proved to know yet."""


@own_form("desk/add_app.html")
def add_app(request: HttpRequest) -> Shown:
    user, form = holder(request), bound_form(AppForm, request)
    secret = unseal(request.session.get(TOLD, ""))
    if secret is None:
        secret = factors.new_secret()
        request.session[TOLD] = seal(secret)
    if form.is_valid() and may(request, form):
        with faults_in(form):
            factors.add_app(user=user, secret=secret, code=form.cleaned_data["code"], at=now())
            del request.session[TOLD]
            return _added(request, user, _("The authenticator app is added."))
    drawn = segno.make(factors.address_for_app(user, secret), error="m")
    return {"form": form, "secret": secret, "qr": drawn.svg_data_uri(border=2, light="white")}


def _added(request: HttpRequest, user: User, said: str) -> HttpResponse:
    # The first factor brings recovery codes, which are shown this once.
    messages.success(request, said)
    if access.factors_of(user).codes_left:
        return redirect("web:own-account")
    return _codes(request, user)


def _codes(request: HttpRequest, user: User) -> HttpResponse:
    codes = factors.make_recovery_codes(user=user, at=now())
    return render(request, "desk/recovery_codes.html", {"codes": codes})


@own_button
def add_passkey(request: HttpRequest) -> HttpResponse:
    # First, by the password, what the browser is to make; then it keeps what was made.
    user, answer = holder(request), sign_in.factor_answer(request)
    if answer is not None:
        return _keep_passkey(request, user, answer)
    form = PasskeyForm(request.POST, auto_id="passkey_%s")
    if form.is_valid() and may(request, form):
        with faults_in(form):
            options, state = factors.begin_adding(user=user, origin=sign_in.origin_of(request))
            return sign_in.second_step_of(request, options, {**state, "name": form.cleaned_data["name"]})
    return page(request, user, passkey=form)


def _keep_passkey(request: HttpRequest, user: User, answer: Any) -> HttpResponse:
    state, form = sign_in.second_step_state(request), PasskeyForm(request.POST, auto_id="passkey_%s")
    if state is None or "name" not in state:
        form.add_error("name", _("This took too long; try again."))
    else:
        with faults_in(form):
            origin, name = sign_in.origin_of(request), state["name"]
            factors.add(user=user, origin=origin, state=state, answer=answer, name=name, at=now())
            return _added(request, user, _("The passkey is added."))
    return page(request, user, passkey=form)


def by_password(view: View) -> View:
    """Ask for the current password with a post; whoever gives another is told, and sees the account again."""

    @wraps(view)
    def guarded(request: HttpRequest, **place: Any) -> HttpResponse:
        current = request.POST.get("current", "")[: sign_in.LONGEST_NAME]
        if sign_in.is_own_password(request, holder(request), current):
            return view(request, **place)
        messages.error(request, _("This is not your current password."))
        return redirect("web:own-account")

    return own_button(guarded)


@by_password
def new_codes(request: HttpRequest) -> HttpResponse:
    if not access.factors_of(holder(request)):
        raise Http404
    return _codes(request, holder(request))


remove_app = by_password(button(factors.remove_app, "own-account"))
remove_passkey = by_password(button(factors.remove_passkey, "own-account"))


LinkKind = access.AccountLink.Kind
MOST_ASKED = 5
MINUTES = 30
"""So many mails with a new password in so long, from one address, and for one account."""


class ForgottenForm(forms.Form):
    told = forms.CharField(
        label=gettext_lazy("Username or e-mail address"),
        max_length=sign_in.LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )


@open_form()
def forgotten_password(request: HttpRequest) -> HttpResponse:
    """Mail a link for a new password, and never say whether there is such an account; or say whom to ask."""
    if not mails.mail_is_set_up():
        return render(request, "sign_in/forgotten.html", {"form": None})
    form, is_sent = bound_form(ForgottenForm, request), False
    if form.is_bound and form.is_valid():
        identifier, at = form.cleaned_data["told"], now()
        asks = ("address", throttle.address_of(request.META)), ("name", identifier.casefold())
        limits = [throttle.Limit(throttle.sender("forgotten", *ask), MOST_ASKED, MINUTES) for ask in asks]
        if throttle.count(*limits, at=at) is None:
            raise sign_in.TooMany(limits[0].wait(at))
        accounts.mail_password_links(told=identifier, at=at)
        is_sent = True
    status = REFUSED if form.is_bound and not is_sent else None
    return render(request, "sign_in/forgotten.html", {"form": form, "is_sent": is_sent}, status=status)


@open_form("sign_in/new_password.html")
def new_password(request: HttpRequest, token: str) -> Shown:
    link = sign_in.or_gone(access.open_account_link(hashed(token), LinkKind.PASSWORD, at=now()))
    form = bound_form(NewPasswordForm, request, user=link.user)
    if form.is_bound and form.is_valid():
        password = form.cleaned_data["password"]
        sign_in.or_gone(accounts.set_password(token=token, password=password, at=now()))
        logout(request)
        messages.success(request, _("Your new password is saved. Sign in with it."))
        return redirect("web:sign-in")
    return {"form": form, "name": link.user.get_username()}


@open_form()
def own_address(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm a new mail address, or bring the former one back: the button does it, not looking at the page."""
    link = sign_in.or_gone(access.open_account_link(hashed(token), LinkKind.ADDRESS, LinkKind.UNDO, at=now()))
    is_done = request.method == "POST"
    if is_done:
        sign_in.or_gone(accounts.use_address_link(token=token, at=now()))
    context = {"link": link, "is_undo": link.kind == LinkKind.UNDO, "is_done": is_done}
    return render(request, "sign_in/own_address.html", context)
