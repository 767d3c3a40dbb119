"""The forms of a season. They read types; what is allowed is for the service to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from pydantic import BaseModel

from games.catalogue import GAMES
from scoring.faults import Faults
from tournaments.evening.web.desk.door_list import NameField
from tournaments.evening.web.desk.seating import ReasonInput
from tournaments.league import acts
from tournaments.limits import LONGEST_REASON
from tournaments.ranking.series.rules import SeasonRules
from tournaments.site.web import query_params
from tournaments.site.web.forms import Names, ShowsChanges, day, radio, show_faults
from tournaments.site.web.model_form import IN_ORDER, field_at, form_of

KINDS = {
    "evenings": later("Evenings: everybody gathers points, evening after evening"),
    "fixtures": later("Fixtures: entrants meet each other, round after round"),
}
TAKES = {
    "every": later("every evening of these games between these dates"),
    "chosen": later("only the evenings that are chosen"),
}


class SeasonForm(ShowsChanges):
    """What the forms of both kinds of seasons share; the fields of the rules come from their model.

    Arguments:
        rules: those the season has; None for a new one.
        begins: what a new one begins with, beside what is usual.
        under_way: whether the season is open; the form asks for a reason then.
    """

    model: ClassVar[type[BaseModel]]
    usual: ClassVar[Mapping[str, Any]]
    """The rules of a new season, where they are not what the model takes for granted."""
    name = NameField(label=later("Name"))
    starts = day(later("First day"))
    ends = day(later("Last day"))
    games = forms.MultipleChoiceField(label=later("Games"), widget=forms.CheckboxSelectMultiple)
    reason = forms.CharField(
        label=later("Why it is changed"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=later("Everybody can read it."),
        widget=ReasonInput(acts.Change),
    )

    def __init__(
        self,
        *,
        rules: Mapping[str, Any] | None = None,
        begins: Mapping[str, Any] | None = None,
        under_way: bool = False,
        initial: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        shown_rules = {**self.usual, **(begins or {})} if rules is None else rules
        self.drawn = form_of(self.model, in_order=max(IN_ORDER, len(shown_rules.get("tie_breaks", ()))))
        super().__init__(initial={**self.field_values(shown_rules), **(initial or {})}, **kwargs)
        self.fields.update(self.drawn.fields())
        games: Any = self.fields["games"]
        games.choices = [(slug, game.name) for slug, game in GAMES.items()]
        self.under_way = under_way
        self.fields["reason"].required = under_way
        if not under_way:
            del self.fields["reason"]

    def field_values(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Rules as the fields show them; what they leave open is filled with the defaults."""
        return {**self.drawn.initial(rules), "games": rules.get("games", ())}

    def folded(self) -> dict[str, dict[str, Any]]:
        """The folded parts of the page: what each says now in a word or two, and whether it has an error."""
        return {
            part: {"says": says, "open": any(name.startswith(begins) for name in self.errors)}
            for part, (begins, says) in self.parts_now().items()
        }

    def parts_now(self) -> dict[str, tuple[tuple[str, ...], str]]:
        """For each folded part the prefixes of its fields' names, and what it says now."""
        has_handicap = self["handicap"].value()
        return {"handicap": (("handicap",), _("a handicap is given") if has_handicap else _("none"))}

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[name] for name in self.drawn.parts["tie_breaks"].fields()]

    def clean(self) -> dict[str, Any]:
        """Errors in fields that the choices made leave unused are dropped."""
        entered: dict[str, Any] = super().clean() or {}
        for name in self.drawn.idle(entered):
            self.errors.pop(name, None)
        return entered

    def days(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in ("name", "starts", "ends")}

    def rules(self) -> dict[str, Any]:
        return {"games": self.cleaned_data["games"], **self.drawn.data(self.cleaned_data)}

    def show(self, refused: Faults) -> None:
        show_faults(self, refused, self.field_of)

    def field_of(self, path: str) -> str:
        return field_at(path.removeprefix("rules."), list(self.fields))


class EveningsForm(SeasonForm):
    model = SeasonRules
    usual: ClassVar[Mapping[str, Any]] = {
        "points": {"by": "places", "table": [10, 8, 6, 5, 4, 3, 2, 1]},
        "missed": {"gives": "nothing"},
        "tie_breaks": ["evenings_won", "head_to_head"],
    }
    takes = radio(later("Which evenings"), TAKES, "", initial="every")
    by_colour = Names(
        label=later("Ticket colours with a table of their own"),
        required=False,
        help_text=later("With commas between them."),
    )
    by_person = Names(
        label=later("Groups with a table of their own"),
        required=False,
        help_text=later("For example: Juniors, Beginners. Who is in them is entered afterwards."),
    )

    def parts_now(self) -> dict[str, tuple[tuple[str, ...], str]]:
        best = query_params.as_number(str(self["best"].value() or "")) or 0
        prizes = len(_field_text(self["prizes__overall__best"]).split())
        tables = [
            name.strip()
            for field in ("by_colour", "by_person")
            for name in _field_text(self[field]).split(",")
        ]
        of_best = ngettext("everybody’s best evening", "everybody’s best %(count)s evenings", best)
        of_prizes = ngettext("%(count)s prize", "%(count)s prizes", prizes)
        return {
            "counts": (
                ("best", "of", "minimum", "missed", "tie_breaks"),
                of_best % {"count": best} if best else _("every evening"),
            ),
            "tables": (("by_",), ", ".join(filter(None, tables)) or _("one table for everybody")),
            "prizes": (("prizes",), of_prizes % {"count": prizes} if prizes else _("none")),
            **super().parts_now(),
        }

    def field_of(self, path: str) -> str:
        return "by_person" if path.startswith("rules.categories") else super().field_of(path)

    def rules(self) -> dict[str, Any]:
        entered = self.cleaned_data
        categories = [{"name": name, "by": by} for by in ("colour", "person") for name in entered[f"by_{by}"]]
        return {**super().rules(), "categories": categories}

    def field_values(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        categories = rules.get("categories", ())
        named = {
            by: [category["name"] for category in categories if category["by"] == by]
            for by in ("colour", "person")
        }
        return {
            **self.drawn.initial(self.usual),
            **super().field_values(rules),
            **{f"by_{by}": names for by, names in named.items()},
        }


def _field_text(field: forms.BoundField) -> str:
    return str(field.field.prepare_value(field.value()) or "")
