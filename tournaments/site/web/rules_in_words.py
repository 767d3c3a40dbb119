"""House rules as people say them: the value in a word, and what it comes to in a sentence."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.form import FormField


def value_in_words(rule: FormField, value: object) -> str:
    """The value of a house rule as people say it."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    label = next((choice.label for choice in rule.choices if choice.value == value), None)
    return _(label) if label else str(value)


def in_a_sentence(rule: FormField, value: object) -> str:
    """What the value of a house rule comes to; empty where the game has no words for it."""
    key = str(value).lower() if isinstance(value, bool) else str(value)
    said = rule.says.get(key, rule.says.get("", ""))
    return _(said) % {"value": value} if said else ""
