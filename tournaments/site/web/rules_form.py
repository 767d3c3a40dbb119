"""The form of a club's house rules, drawn from what a game says of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.definition import Game
from games.form import FormField
from scoring.faults import Faults
from tournaments.site.web.fields import WholeNumber
from tournaments.site.web.forms import show_faults
from tournaments.site.web.rules_in_words import in_a_sentence


def rule_as_field(described: FormField, called: Callable[[str], str] = str) -> forms.Field:
    """The field in which a house rule is entered.

    Arguments:
        called: gives what the field of a rule of the same game is called in the form, by the name of the rule.
    """
    made = _field(described)
    if described.under:
        under = {called(name): list(values) for name, values in described.under.items()}
        made.widget.attrs["data-under"] = json.dumps(under)
    return made


def _field(described: FormField) -> forms.Field:
    label = _(described.label)
    if described.kind == "flag":
        return forms.BooleanField(label=label, required=False)
    if described.kind == "choice":
        choices = [(choice.value, _(choice.label)) for choice in described.choices]
        return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)
    ends = {"least": described.least, "most": described.most}
    return WholeNumber(label=label, help_text=_("From %(least)s to %(most)s.") % ends, **ends)


class RulesForm(forms.Form):
    """The house rules of one game, each with what the rulebook has."""

    def __init__(self, game: Game, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        book = game.options_as_data(game.defaults)
        for rule in game.house_rule_form:
            field = rule_as_field(rule)
            by_the_book = _("In the rulebook: %(sentence)s") % {
                "sentence": in_a_sentence(rule, book[rule.name])
            }
            field.help_text = f"{field.help_text} {by_the_book}".strip()
            self.fields[rule.name] = field

    def show(self, refused: Faults) -> None:
        """Put what the service refused beside the fields it is about."""
        show_faults(self, refused, lambda path: path.removeprefix("options."))
