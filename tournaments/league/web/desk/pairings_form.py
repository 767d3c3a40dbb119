"""The form in which a round is entered that was drawn elsewhere."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as later

from tournaments.league.reads.fixtures import Contest


class PairingsForm(forms.Form):
    """Who meets whom in the next round of a division, a line for each pairing."""

    pairings = forms.CharField(
        label=later("Pairings, a line for each"),
        help_text=later(
            "Names or seeds, whoever is at home first: “Ann – Ben”, or from a file “Ann; Ben”. “Cleo; bye” has nobody"
            " to meet. A result that is known comes last: “Ann; Ben; 1½:½”."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off"}),
        max_length=40_000,
        error_messages={"required": later("Nothing was entered; a line for each pairing is needed.")},
    )
    level = forms.TypedChoiceField(label=later("Division"), coerce=int)
    day = forms.DateField(
        label=later("Day of the round"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    though = forms.BooleanField(
        label=later(
            "Enter the round although something is unusual: somebody meets again, say, or results are missing"
        ),
        required=False,
    )

    def __init__(self, *args: Any, seen: Contest, **more: Any) -> None:
        # The form that makes a round stands beside it and has a day too.
        super().__init__(*args, **{"auto_id": "id_pairings_%s", **more})
        level: Any = self.fields["level"]
        level.choices = [(one.level, one.name) for one in seen.divisions]
        if len(seen.divisions) < 2:
            del self.fields["level"]

    @property
    def level_chosen(self) -> int:
        """The level of the division chosen."""
        return int(self.cleaned_data.get("level") or 1)
