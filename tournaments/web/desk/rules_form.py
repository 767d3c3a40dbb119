"""The fields of house rules, drawn by the game's description, and the form of those a club plays by."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.definition import Game
from games.form import FormField
from scoring.faults import Faults
from tournaments.web.desk.doors import show_faults
from tournaments.web.rules_in_words import in_a_sentence


class WholeNumber(forms.IntegerField):
    """A whole number whose refusal repeats what was entered."""

    def to_python(self, value: Any) -> int | None:
        """The number. Raises ValidationError naming what was entered instead."""
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            words = _("“%(entered)s” was entered; a whole number is allowed.")
            raise forms.ValidationError(words % {"entered": str(value)[:40]}) from error


def rule_as_field(described: FormField) -> forms.Field:
    """The field in which a house rule is entered."""
    label = _(described.label)
    if described.kind == "flag":
        return forms.BooleanField(label=label, required=False)
    if described.kind == "choice":
        choices = [(choice.value, _(choice.label)) for choice in described.choices]
        return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)
    bounds = {"least": described.least, "most": described.most}
    return WholeNumber(label=label, help_text=_("From %(least)s to %(most)s.") % bounds)


class RulesForm(forms.Form):
    """The house rules of one game, each with what the rulebook has."""

    def __init__(self, game: Game, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        book = game.options_as_data(game.defaults)
        for described in game.house_rule_form:
            field = rule_as_field(described)
            by_the_book = _("In the rulebook: %(sentence)s") % {
                "sentence": in_a_sentence(described, book[described.name])
            }
            field.help_text = f"{field.help_text} {by_the_book}".strip()
            self.fields[described.name] = field

    def show(self, refused: Faults) -> None:
        """Put what the service refused beside the fields it is about."""
        show_faults(self, refused, lambda path: path.removeprefix("options."))
