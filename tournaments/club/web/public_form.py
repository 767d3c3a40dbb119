"""What of a club is shown to whom, and of whom, as a form."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.club.publicity import AUDIENCE_WORDS, BEFORE_PUBLICATION_WORDS, Audience, Part
from tournaments.club.reads.members import Club


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
