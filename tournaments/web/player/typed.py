"""The code of a table card or a ticket, typed where a camera fails; wrong ones trip a limiter."""

from __future__ import annotations

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from tournaments.queries import access
from tournaments.services import guesses
from tournaments.services.codes import hashed_code, read_code
from tournaments.web.player import ticket
from tournaments.web.shared import now
from tournaments.web.table import card
from tournaments.web.table.card import unsent

REFUSED = 422
TOO_MANY = 429


class CodeForm(forms.Form):
    """Ten letters and digits, however they are spaced."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=60,
        help_text=gettext_lazy(
            "Ten letters and digits, below the square pattern. Capitals, spaces and the hyphen do not matter."
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
        """The code as it is looked up."""
        entered: str = self.cleaned_data["code"]
        code = read_code(entered)
        if code is None:
            words = _("“%(entered)s” is no code: a code has ten letters and digits, as on the card.")
            raise forms.ValidationError(words % {"entered": entered})
        return code


@require_http_methods(["GET", "HEAD", "POST"])
def type_code(request: HttpRequest) -> HttpResponse:
    """Type the code of a table card or a ticket, and go where its QR code leads."""
    form = CodeForm(request.POST if request.method == "POST" else None)
    if not form.is_bound or not form.is_valid():
        return _page(request, form, REFUSED if form.is_bound else 200)
    at = now()
    guess = guesses.book(address=address_of(request), at=at)
    if guess is None:
        return _too_many(request, guesses.wait(at))
    answer = _opened(request, hashed_code(form.cleaned_data["code"]))
    if answer is None:
        words = _(
            "“%(entered)s” opens nothing here. Compare it with the card, or ask the director for a new one."
        )
        form.add_error("code", words % {"entered": form.data["code"]})
        return _page(request, form, REFUSED)
    guess.was_right()
    return unsent(answer)


def _opened(request: HttpRequest, code_hash: str) -> HttpResponse | None:
    table = access.table_link_by_code(code_hash)
    if table is not None:
        return card.let_in(request, table)
    player = access.player_link_by_code(code_hash)
    return None if player is None else ticket.let_in(request, player)


def _page(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    # Not `unsent`: a page that tells nobody where it is sends its form from nowhere, which is refused as forged.
    answer = render(request, "player/type_code.html", {"form": form}, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def _too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    answer = render(request, "player/too_many.html", {"seconds": seconds}, status=TOO_MANY)
    answer["Retry-After"] = str(seconds)
    answer["Cache-Control"] = "no-store"
    return answer


def address_of(request: HttpRequest) -> str:
    """From where somebody asks; behind a proxy as that says, which adds it at the end of what it was told."""
    passed_on = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.BEHIND_PROXY else ""
    return str(passed_on.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", ""))
