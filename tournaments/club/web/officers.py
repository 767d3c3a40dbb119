"""Who directs a club, and what opens it in one's own name: the officers, one's own offices, API tokens, links.

Whoever is invited to be an officer, or to say which player they are, comes by a link that somebody hands on.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from functools import partial
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tournaments.club.reads import access
from tournaments.club.reads.members import Club, User
from tournaments.club.roles import ROLE_WORDS, SCOPE_WORDS, Role, TokenScope
from tournaments.club.services import accounts, factors, invitations, tokens
from tournaments.club.services.tokens import hashed
from tournaments.club.web import account, sign_in
from tournaments.club.web.account import AccountForm
from tournaments.club.web.pages import club_button, club_form, open_form, own_button, own_form
from tournaments.refusals import LONGEST_NAME, LONGEST_TOKEN_NAME
from tournaments.site.web.forms import REFUSED, bound_form, day, faults_in, offer, run_or_refuse
from tournaments.site.web.pages import for_others, now


class TokenForm(forms.Form):
    name = forms.CharField(
        label=later("What it is for"),
        help_text=later("For example: the website of the club."),
        max_length=LONGEST_TOKEN_NAME,
        error_messages={"required": later("Nothing was entered; a word such as “website” is enough.")},
    )
    may = forms.TypedChoiceField(
        label=later("It may"),
        choices=[(reach.value, later(words)) for reach, words in SCOPE_WORDS.items()],
        coerce=int,
    )
    days = forms.TypedChoiceField(
        label=later("It works for"),
        choices=[(30, later("30 days")), (90, later("90 days")), (365, later("a year"))],
        coerce=int,
    )


@own_form
def show_own_access(request: HttpRequest) -> HttpResponse:
    user, form = account.holder(request), bound_form(TokenForm, request)
    if form.is_valid():
        entered = form.cleaned_data
        with faults_in(form):
            token = tokens.make_api_token(
                user=user,
                name=entered["name"],
                at=now(),
                lasts=timedelta(days=entered["days"]),
                reach=TokenScope(entered["may"]),
            )
            return _own_access_page(request, user, TokenForm(), token=token, called=entered["name"])
    return _own_access_page(request, user, form, status=REFUSED if form.is_bound else 200)


def _own_access_page(
    request: HttpRequest, user: User, form: TokenForm, status: int = 200, **more: str
) -> HttpResponse:
    at = now()
    context = {
        **more,
        "form": form,
        "offices": access.own_offices(user),
        "tokens": access.working_api_tokens(user, at=at),
        "links": access.open_sign_in_links(user, at=at),
    }
    return render(request, "desk/own_access.html", context, status=status)


@own_button
def give_up(request: HttpRequest, pk: int) -> HttpResponse:
    office = access.own_office(account.holder(request), pk)
    if office is None:
        raise Http404
    give = partial(invitations.dismiss, club=office.club, pk=office.pk)
    run_or_refuse(request, give, _("You have given the office up."))
    return redirect("web:own-access")


@own_button
def revoke_token(request: HttpRequest, kind: str, pk: int) -> HttpResponse:
    act = tokens.revoke_api_token if kind == "token" else tokens.revoke_sign_in_link
    if not act(pk, at=now(), of=account.holder(request)):
        raise Http404
    messages.success(request, _("It no longer works."))
    return redirect("web:own-access")


ROLES: Final = {
    Role.SCORER: later("Scorer: enters hands, confirms them, rings the bell"),
    Role.DIRECTOR: later("Director: runs evenings, from the plan to the results"),
    Role.SECRETARY: later("Secretary: also keeps members, house rules and leagues"),
    Role.OWNER: later("Owner: also the officers and the settings"),
}
"""What each may do, in a line; each also what those before it may."""


class InviteForm(forms.Form):
    called = forms.CharField(
        label=later("Who is it for?"),
        max_length=LONGEST_NAME,
        help_text=later("Only for this list, so that you know whose link is still open."),
    )
    role = forms.TypedChoiceField(
        label=later("Office"),
        choices=[(role.value, words) for role, words in ROLES.items()],
        coerce=lambda value: Role(int(value)),
        initial=Role.DIRECTOR.value,
    )
    evening = forms.TypedChoiceField(
        label=later("For which evenings?"), coerce=int, empty_value=None, required=False
    )
    ends_at = day(later("Last day of the office"))
    email = forms.EmailField(
        label=later("Send it to this e-mail address"),
        required=False,
        help_text=later("Leave it empty to hand the link on yourself."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, evenings: dict[int, Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.evenings = evenings
        named = [(pk, f"{formats.date_format(row.date)} · {row.name}") for pk, row in evenings.items()]
        offer(self, "evening", [("", _("All evenings of the club")), *named])
        if not accounts.mail_is_set_up():
            del self.fields["email"]
        self.fields["ends_at"].required = False
        self.fields["ends_at"].help_text = _("Leave it empty for an office without an end.")

    def office(self) -> dict[str, Any]:
        """What was entered, as `invite` takes it; an office ends with its last day, in the club's time zone."""
        entered = dict(self.cleaned_data)
        if entered["ends_at"] is not None:
            midnight = datetime.combine(entered["ends_at"] + timedelta(days=1), time())
            entered["ends_at"] = timezone.make_aware(midnight)
        return {**entered, "evening": self.evenings.get(entered["evening"])}


@club_form(Role.SCORER, change=Role.OWNER)
def show_officers(request: HttpRequest, club: Club) -> HttpResponse:
    form = bound_form(InviteForm, request, evenings=_evenings(club))
    if form.is_bound and form.is_valid() and request.user.is_authenticated:
        with faults_in(form):
            token = invitations.invite(club=club, **form.office(), by=request.user, at=now())
            called, sent_to = form.cleaned_data["called"], form.cleaned_data.get("email", "")
            return _page(
                request, club, link=_link(request, "invitation", token), called=called, sent_to=sent_to
            )
    return _page(request, club, form)


def _evenings(club: Club) -> dict[int, Any]:
    return access.evenings_to_come(club, since=timezone.localdate())


def _link(request: HttpRequest, name: str, token: str) -> str:
    return for_others(request, reverse(f"web:{name}", args=[token]))


def _page(request: HttpRequest, club: Club, form: InviteForm | None = None, **shown: str) -> HttpResponse:
    form = form or InviteForm(evenings=_evenings(club))
    context = {
        "club": club,
        "officers": access.officers_of(club),
        "invitations": _open_invitations(club),
        "form": form,
        "roles": ROLES,
        **shown,
    }
    return render(request, "desk/officers.html", context, status=REFUSED if form.is_bound else None)


def _open_invitations(club: Club) -> list[access.Invitation]:
    # With the link of a mail that could not be sent, for whoever hands it on.
    rows = access.open_invitations_of(club, at=now())
    for row in rows:
        row.link = accounts.link_to_hand_on(row.mail)  # type: ignore[attr-defined]
    return rows


@club_button(Role.OWNER)
def password_link(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    user, links = access.officer_of_club(club, pk).user, list[str]()

    def give() -> None:
        by = account.holder(request)
        token = accounts.give_password_link(user=user, by=by, at=now())
        links.append(_link(request, "new-password", token))

    if not run_or_refuse(request, give):
        return redirect("web:desk-officers", club.slug)
    return _page(request, club, password_link=links[0], called=user.display_name)


@club_button(Role.OWNER)
def take_factor_off(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    user, by = access.officer_of_club(club, pk).user, account.holder(request)
    words = _("%(name)s signs in without a second factor now.") % {"name": user.display_name}
    run_or_refuse(request, lambda: factors.take_factors_off(user=user, by=by, at=now()), words)
    return redirect("web:desk-officers", club.slug)


@club_button(Role.OWNER)
def dismiss(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    access.officer_of_club(club, pk)
    run_or_refuse(request, lambda: invitations.dismiss(club=club, pk=pk), _("The office is ended."))
    return redirect("web:desk-officers", club.slug)


@club_button(Role.OWNER)
def change(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    officer = access.officer_of_club(club, pk)
    choice = request.POST.get("role", "")
    name = officer.user.display_name
    if choice == "hand-over" and request.user.is_authenticated:
        service = partial(invitations.hand_over, club=club, pk=pk, user_id=request.user.pk)
        run_or_refuse(
            request, service, _("%(name)s owns the club now; you are its secretary.") % {"name": name}
        )
    elif choice in ROLE_BY_VALUE:
        role = ROLE_BY_VALUE[choice]
        service = partial(invitations.change_role, club=club, pk=pk, role=role)
        words = {"name": name, "role": _(ROLE_WORDS[role])}
        run_or_refuse(request, service, _("%(name)s is %(role)s now.") % words)
    else:
        raise Http404
    return redirect("web:desk-officers", club.slug)


ROLE_BY_VALUE: Final = {str(role.value): role for role in Role}


@open_form
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    pending = access.open_invitation(tokens.hashed(token), at=now())
    if pending is None:
        return sign_in.gone(request, "invitation")
    user = request.user
    if user.is_authenticated:
        if request.method != "POST":
            return render(request, "sign_in/invitation.html", {"invitation": pending})
        club = invitations.accept(token=token, user=user, at=now())
        return _joined(request, (user, club) if club else None, pending)
    form = bound_form(AccountForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            return _joined(request, invitations.join(token=token, **form.cleaned_data, at=now()), pending)
    context = {"invitation": pending, "form": form}
    return render(request, "sign_in/invitation.html", context, status=REFUSED if form.is_bound else None)


def _joined(
    request: HttpRequest, joined: tuple[User, Club] | None, invitation: access.Invitation
) -> HttpResponse:
    if joined is None:
        return sign_in.gone(request, "invitation")
    (user, club), evening = joined, invitation.evening
    page = ("web:desk-evening", club.slug, evening.slug) if evening else ("web:desk-club", club.slug)
    words = _("You are an officer of %(club)s now.") % {"club": club.name}
    return _welcomed(request, user, words, redirect(*page))


def _welcomed(request: HttpRequest, user: User, words: str, answer: HttpResponse) -> HttpResponse:
    if not request.user.is_authenticated:
        login(request, user, backend=sign_in.BACKEND)
    messages.success(request, words)
    sign_in.remember(answer, request, user)
    return answer


@open_form
def claim_account(request: HttpRequest, token: str) -> HttpResponse:
    claim = access.open_claim(hashed(token), at=now())
    if claim is None:
        return sign_in.gone(request, "claim")
    form: forms.Form
    if request.user.is_authenticated:
        form = bound_form(forms.Form, request)
        if form.is_bound:
            with faults_in(form):
                user = account.holder(request)
                player = invitations.claim_account(token=token, user=user, at=now())
                return _claimed(request, user if player else None, claim.player.name)
    else:
        form = bound_form(AccountForm, request, initial={"person": claim.player.name})
        if form.is_bound and form.is_valid():
            with faults_in(form):
                joined = invitations.join_with_claim(token=token, **form.cleaned_data, at=now())
                return _claimed(request, joined, claim.player.name)
    context = {"claim": claim, "form": form}
    return render(request, "sign_in/claim.html", context, status=REFUSED if form.is_bound else None)


def _claimed(request: HttpRequest, user: User | None, name: str) -> HttpResponse:
    if user is None:
        return sign_in.gone(request, "claim")
    return _welcomed(request, user, _("You are %(name)s.") % {"name": name}, redirect("web:own-players"))
