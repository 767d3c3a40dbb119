"""Fields drawn from what describes them, a game's house rules or a model; the form of a club's house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import BaseModel

from games.definition import Game
from games.form import FormField
from scoring.described import described
from scoring.faults import Faults
from tournaments.site.web.forms import show_faults
from tournaments.site.web.rules_in_words import in_a_sentence


def bounds(rules: type[BaseModel], name: str) -> dict[str, int | None]:
    """The `least` and the `most` that the rules allow under a name; None where they set no bound."""
    said = rules.model_fields[name].metadata
    least = next((one.ge for one in said if hasattr(one, "ge")), None)
    most = next((one.le for one in said if hasattr(one, "le")), None)
    return {"least": least, "most": most}


class WholeNumber(forms.IntegerField):
    """A whole number whose refusal repeats what was entered.

    The browser steps from `least` to `most`; the service says what is wrong with a number beyond them.
    """

    default_error_messages = {"required": gettext_lazy("Nothing was entered; a whole number is needed.")}

    def __init__(self, *, least: int | None = None, most: int | None = None, **settings: Any) -> None:
        self.least, self.most = least, most
        super().__init__(**settings)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """The attributes of the number field, with its bounds."""
        told = {"min": self.least, "max": self.most}
        return super().widget_attrs(widget) | {name: at for name, at in told.items() if at is not None}

    def to_python(self, value: Any) -> int | None:
        """The number. Raises ValidationError naming what was entered instead."""
        try:
            return super().to_python(value)
        except forms.ValidationError as error:
            words = _("“%(entered)s” was entered; a whole number is allowed.")
            raise forms.ValidationError(words % {"entered": str(value)[:40]}) from error


def radio(label: Any, choices: Mapping[str, Any], help_text: Any = "") -> forms.ChoiceField:
    """A choice between tiles."""
    return forms.ChoiceField(
        label=label, choices=list(choices.items()), help_text=help_text, widget=forms.RadioSelect
    )


def field_of(model: type[BaseModel], name: str, **settings: Any) -> forms.Field:
    """The field in which one of a model is entered, drawn from it: a choice, yes or no, or a whole number."""
    words, annotation = described(model)[name], model.model_fields[name].annotation
    label, help_text = gettext_lazy(words.label), gettext_lazy(words.help) if words.help else ""
    if words.words:
        return radio(label, {value: gettext_lazy(word) for value, word in words.words.items()}, help_text)
    if annotation is bool:
        return forms.BooleanField(label=label, help_text=help_text, required=False)
    needed = type(None) not in get_args(annotation)
    return WholeNumber(label=label, help_text=help_text, required=needed, **bounds(model, name), **settings)


def rule_as_field(described: FormField) -> forms.Field:
    """The field in which a house rule is entered."""
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
