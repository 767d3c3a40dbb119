"""The settings of a club: what it is called, where and when it plays; and the demo beside it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.club.publicity import AUDIENCE_WORDS, BEFORE_PUBLICATION_WORDS, Audience, Part
from tournaments.club.reads import first_run
from tournaments.club.reads.members import Club
from tournaments.club.reads.visitors import link_of
from tournaments.club.roles import Role, needs
from tournaments.club.services import clubs, consents
from tournaments.club.web.club_form import SettingsForm
from tournaments.club.web.look import shades
from tournaments.club.web.look_forms import ROOSTER, ColourForm, LogoForm
from tournaments.club.web.pages import club_page
from tournaments.site.web.addresses import for_others
from tournaments.site.web.forms import REFUSED, faults_in, filled
from tournaments.site.web.shared import now

# --- What of a club is shown to whom, and of whom, as a form ------------------------------------------


class PublicForm(forms.Form):
    """Who sees each part of a club, and whose names stand there."""

    results = forms.TypedChoiceField(
        label=gettext_lazy("Evenings and their results"),
        help_text=gettext_lazy("Standings, rounds, hands, prizes, the wall, and the files of an evening."),
    )
    before_publication = forms.ChoiceField(
        label=gettext_lazy("New evenings show before they are published"),
        help_text=gettext_lazy(
            "On public pages, the wall and in files; the winner and the prizes only once an evening is published. "
            "Each evening can choose otherwise in its plan."
        ),
        choices=[(value, gettext_lazy(words)) for value, words in BEFORE_PUBLICATION_WORDS.items()],
        widget=forms.RadioSelect(),
    )
    seasons = forms.TypedChoiceField(
        label=gettext_lazy("League tables"),
        help_text=gettext_lazy("Seasons, fixtures, and why everybody has their place."),
    )
    players = forms.TypedChoiceField(
        label=gettext_lazy("Players' pages and ratings"),
        help_text=gettext_lazy("The list of players, and what each of them has played."),
    )
    coming = forms.TypedChoiceField(
        label=gettext_lazy("Coming evenings"),
        help_text=gettext_lazy("The calendar with its file, and signing up."),
    )

    asks_consent = forms.TypedChoiceField(
        label=gettext_lazy("Names and ratings"),
        help_text=gettext_lazy(
            "Whose names and ratings everybody sees. Where a name may not be shown, “Ada Marsh” reads “Ada M.”. "
            "Members say so to a secretary, or on their own page. Minors are shown only with consent in either case."
        ),
        choices=[(0, gettext_lazy("Unless somebody objects")), (1, gettext_lazy("Only with consent"))],
        coerce=lambda chosen: chosen == "1",
        widget=forms.RadioSelect(),
    )

    def __init__(self, club: Club, data: Any = None) -> None:
        before = {str(part): getattr(club, part.field) for part in Part}
        usual = {"asks_consent": int(club.asks_consent), "before_publication": club.before_publication}
        super().__init__(data, initial={**before, **usual})
        for field in (self.fields[part] for part in Part):
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 - as declared above
            field.widget = forms.RadioSelect()
            field.coerce = lambda chosen: Audience(int(chosen))
            field.choices = [(int(one), _(words)) for one, words in AUDIENCE_WORDS.items()]

    def audiences(self) -> dict[Part, Audience]:
        """What was chosen; to be asked where the form is valid."""
        return {part: self.cleaned_data[part] for part in Part}


SETTINGS = (
    "name",
    "place",
    "postal_address",
    "language",
    "time_zone",
    "usual_game",
    "confirms_requests",
)


def _may_put_away(request: HttpRequest) -> bool:
    """Whether there is a demo, and whoever asks looks after this server."""
    return request.user.is_superuser and first_run.demo() is not None


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.OWNER)
def show(request: HttpRequest, club: Club) -> HttpResponse:
    """Change them."""
    form = filled(SettingsForm, request, initial={name: getattr(club, name) for name in SETTINGS})
    if form.is_bound and form.is_valid():
        with faults_in(form):
            clubs.change_club(club=club, **form.cleaned_data)
            messages.success(request, _("The settings are saved."))
            return redirect("web:desk-settings", club.slug)
    context = {"club": club, "form": form, "demo": first_run.demo() if _may_put_away(request) else None}
    return render(request, "desk/settings.html", context, status=REFUSED if form.is_bound else None)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.OWNER)
def look(request: HttpRequest, club: Club) -> HttpResponse:
    """See logo and colour as they are, and choose a logo."""
    form = LogoForm(request.POST, request.FILES) if request.method == "POST" else LogoForm()
    if form.is_bound and form.is_valid():
        with faults_in(form):
            clubs.set_logo(club=club, content=form.cleaned_data["file"].read())
            messages.success(request, _("This is the logo of the club from now on."))
            return redirect("web:desk-settings-look", club.slug)
    return _look(request, club, form=form)


def _look(request: HttpRequest, club: Club, **forms: Form) -> HttpResponse:
    colour_form = ColourForm(initial={"colour": club.colour or ROOSTER, "typed": club.colour})
    context = {"club": club, "form": LogoForm(), "colour_form": colour_form, "shades": shades(club), **forms}
    is_refused = any(form.is_bound for form in forms.values())
    return render(request, "desk/settings_look.html", context, status=REFUSED if is_refused else None)


@require_POST
@club_page
@needs(Role.OWNER)
def colour(request: HttpRequest, club: Club) -> HttpResponse:
    """Choose a colour, or go back to that of the house."""
    form = ColourForm(request.POST)
    if form.is_valid():
        with faults_in(form):
            clubs.set_colour(club=club, colour=form.chosen())
            messages.success(request, _("This is the colour of the club from now on."))
            return redirect("web:desk-settings-look", club.slug)
    return _look(request, club, colour_form=form)


@require_POST
@club_page
@needs(Role.OWNER)
def remove_logo(request: HttpRequest, club: Club) -> HttpResponse:
    """Go without a logo."""
    clubs.remove_logo(club=club)
    messages.success(request, _("The logo is removed."))
    return redirect("web:desk-settings-look", club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@club_page
@needs(Role.OWNER)
def public(request: HttpRequest, club: Club) -> HttpResponse:
    """Choose what of the club is shown to whom."""
    form = PublicForm(club, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        shown = form.cleaned_data["before_publication"]
        clubs.show_to(club=club, audiences=form.audiences(), before_publication=shown)
        consents.ask_consent(club=club, asks=form.cleaned_data["asks_consent"])
        messages.success(request, _("Saved. The change applies at once."))
        return redirect("web:desk-settings-public", club.slug)
    link = for_others(request, reverse("web:visit", args=[link_of(club)]))
    context = {"club": club, "form": form, "link": link}
    return render(request, "desk/settings_public.html", context, status=REFUSED if form.is_bound else None)


@require_POST
@club_page
@needs(Role.OWNER)
def renew_link(request: HttpRequest, club: Club) -> HttpResponse:
    """Make the visitors' link anew."""
    clubs.renew_link(club=club)
    messages.success(request, _("There is a new link. The old one opens nothing any more."))
    return redirect("web:desk-settings-public", club.slug)


@require_POST
@club_page
@needs(Role.OWNER)
def put_demo_away(request: HttpRequest, club: Club) -> HttpResponse:
    """Show the demo to nobody any more. Raises Http404 for whoever does not look after the server."""
    if not _may_put_away(request):
        raise Http404
    clubs.put_demo_away(at=now())
    messages.success(request, _("The demo is put away."))
    return redirect("web:desk-settings", club.slug)
