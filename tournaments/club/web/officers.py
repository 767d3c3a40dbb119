"""Who directs a club, and what opens it in one's own name: the officers, one's own offices, API tokens, links.

Whoever is invited to be an officer, or to say which player they are, comes by a link that somebody hands on.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
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
from tournaments.club.services import accounts, factors, invitations, mails, tokens
from tournaments.club.web import account, sign_in
from tournaments.club.web.pages import Shown, button, club_button, club_form, open_form, own_form, run_form
from tournaments.refusals import LONGEST_NAME, LONGEST_TOKEN_NAME
from tournaments.site.arguments import validate_body
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


@own_form()
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


give_up = button(invitations.give_own_office_up, "own-access")
revoke_token = button(tokens.revoke_own_token, "own-access")
revoke_link = button(tokens.revoke_own_sign_in_link, "own-access")


ROLES: Final = {
    Role.DOOR: later("Helper at the door: checks people in, and notes who has paid"),
    Role.TREASURER: later("Treasurer: what evenings and seasons cost, who has paid, and the lists of it"),
    Role.SCORER: later("Scorer: enters hands, confirms them, rings the bell"),
    Role.DIRECTOR: later("Director: runs evenings, from the plan to the results"),
    Role.SECRETARY: later("Secretary: also keeps members, house rules and leagues"),
    Role.OWNER: later("Owner: also the officers and the settings"),
}
"""What each may do, in a line; from the scorer on each also what the one before may."""


class InviteForm(forms.Form):
    called = forms.CharField(
        label=later("Who is it for?"),
        max_length=LONGEST_NAME,
        help_text=later("Only for this list, so that you know whose link is still open."),
    )
    role = forms.ChoiceField(
        label=later("Role"),
        choices=[(role.name.lower(), words) for role, words in ROLES.items()],
        initial="director",
    )
    evening = forms.TypedChoiceField(label=later("For which evenings?"), empty_value=None, required=False)
    ends_at = day(later("Until"))
    email = forms.EmailField(
        label=later("Send it to this e-mail address"),
        required=False,
        help_text=later("Leave it empty to hand the link on yourself."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        evenings = access.evenings_to_come(club, since=timezone.localdate())
        named = [(row.slug, f"{formats.date_format(row.date)} · {row.name}") for row in evenings]
        offer(self, "evening", [("", _("All evenings of the club")), *named])
        if not mails.mail_is_set_up():
            del self.fields["email"]
        self.fields["ends_at"].required = False
        self.fields["ends_at"].help_text = _("Leave it empty for an office without an end.")

    def clean_ends_at(self) -> datetime | None:
        """An office ends with its last day, in the club's time zone."""
        last: date | None = self.cleaned_data["ends_at"]
        return timezone.make_aware(datetime.combine(last + timedelta(days=1), time())) if last else None


@club_form(Role.SCORER, change=Role.OWNER)
def show_officers(request: HttpRequest, club: Club) -> HttpResponse:
    form = bound_form(InviteForm, request, club=club)
    if token := run_form(request, form, invitations.invite, club=club):
        called, sent_to = form.cleaned_data["called"], form.cleaned_data.get("email", "")
        link = _link(request, "invitation", token.result)
        return _page(request, club, link=link, called=called, sent_to=sent_to)
    return _page(request, club, form)


def _link(request: HttpRequest, name: str, token: str) -> str:
    return for_others(request, reverse(f"web:{name}", args=[token]))


def _page(request: HttpRequest, club: Club, form: InviteForm | None = None, **shown: str) -> HttpResponse:
    form = form or InviteForm(club=club)
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
        row.link = mails.link_to_hand_on(row.mail)  # type: ignore[attr-defined]
    return rows


@club_button(Role.OWNER)
def password_link(request: HttpRequest, club: Club, officer: access.Officer) -> HttpResponse:
    user, by = officer.user, account.holder(request)
    token = run_or_refuse(request, partial(accounts.give_password_link, user=user, by=by, at=now()))
    if token is None:
        return redirect("web:desk-officers", club.slug)
    link = _link(request, "new-password", token.result)
    return _page(request, club, password_link=link, called=user.display_name)


@club_button(Role.OWNER)
def take_factor_off(request: HttpRequest, club: Club, officer: access.Officer) -> HttpResponse:
    user, by = officer.user, account.holder(request)
    words = _("%(name)s signs in without a second factor now.") % {"name": user.display_name}
    run_or_refuse(request, lambda: factors.take_factors_off(user=user, by=by, at=now()), words)
    return redirect("web:desk-officers", club.slug)


dismiss = button(invitations.dismiss_officer, "desk-officers")
withdraw_invitation = button(invitations.withdraw_invitation, "desk-officers")


@club_button(Role.OWNER)
def change(request: HttpRequest, club: Club, officer: access.Officer) -> HttpResponse:
    choice, name = request.POST.get("role", ""), officer.user.display_name
    if choice == "hand-over":
        hand_over = partial(invitations.hand_club_over, officer, account.holder(request))
        words = _("%(name)s owns the club now; you are its secretary.") % {"name": name}
        run_or_refuse(request, hand_over, words)
    elif choice in ROLE_BY_VALUE:
        role = ROLE_BY_VALUE[choice]
        new = validate_body({"role": role.name.lower()}, invitations.NewRole)
        words = _("%(name)s is %(role)s now.") % {"name": name, "role": _(ROLE_WORDS[role])}
        run_or_refuse(request, partial(invitations.change_role, officer, new), words)
    else:
        raise Http404
    return redirect("web:desk-officers", club.slug)


ROLE_BY_VALUE: Final = {str(role.value): role for role in Role}


@open_form("sign_in/invitation.html")
def invitation(request: HttpRequest, token: str) -> Shown:
    pending = sign_in.or_gone(access.open_invitation(tokens.hashed(token), at=now()), "invitation")
    context = {"invitation": pending, "office": ROLES[Role(pending.role)]}
    if request.user.is_authenticated:
        if request.method != "POST":
            return context
        user = account.holder(request)
        sign_in.or_gone(invitations.accept(token=token, user=user, at=now()), "invitation")
        return _joined(request, user, pending)
    form = bound_form(account.AccountForm, request)
    if form.is_bound and form.is_valid():
        with faults_in(form):
            joined = invitations.join(invitations.accept, token=token, **form.cleaned_data, at=now())
            return _joined(request, sign_in.or_gone(joined, "invitation"), pending)
    return {**context, "form": form}


def _joined(request: HttpRequest, user: User, invitation: access.Invitation) -> HttpResponse:
    club, evening = invitation.club, invitation.evening
    page = ("web:desk-evening", club.slug, evening.slug) if evening else ("web:desk-club", club.slug)
    words = _("You are an officer of %(club)s now.") % {"club": club.name}
    return _welcomed(request, user, words, redirect(*page))


def _welcomed(request: HttpRequest, user: User, words: str, answer: HttpResponse) -> HttpResponse:
    if not request.user.is_authenticated:
        login(request, user, backend=sign_in.BACKEND)
    messages.success(request, words)
    sign_in.remember(answer, request, user)
    return answer


@open_form("sign_in/claim.html")
def claim_account(request: HttpRequest, token: str) -> Shown:
    claim = sign_in.or_gone(access.open_claim(tokens.hashed(token), at=now()), "claim")
    form: forms.Form
    if request.user.is_authenticated:
        form = bound_form(forms.Form, request)
        if form.is_bound:
            with faults_in(form):
                user = account.holder(request)
                sign_in.or_gone(invitations.claim_account(token=token, user=user, at=now()), "claim")
                return _claimed(request, user, claim.player.name)
    else:
        form = bound_form(account.AccountForm, request, initial={"person": claim.player.name})
        if form.is_bound and form.is_valid():
            with faults_in(form):
                claimed = invitations.claim_account
                joined = invitations.join(claimed, token=token, **form.cleaned_data, at=now())
                return _claimed(request, sign_in.or_gone(joined, "claim"), claim.player.name)
    return {"claim": claim, "form": form}


def _claimed(request: HttpRequest, user: User, name: str) -> HttpResponse:
    return _welcomed(request, user, _("You are %(name)s.") % {"name": name}, redirect("web:own-players"))
