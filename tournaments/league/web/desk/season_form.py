"""The forms of a season. They read types; what is allowed is for the service to say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from pydantic import BaseModel

from games.catalogue import GAMES
from scoring.described import described
from scoring.faults import Faults
from tournaments.evening.web.desk.door_list import NameField
from tournaments.evening.web.desk.plan_choices import chosen, placed
from tournaments.league.web.desk import season_choices as choices
from tournaments.limits import LONGEST_REASON
from tournaments.ranking.ratings.handicap import HandicapRule
from tournaments.ranking.series.rules import (
    FixedNumber,
    GamesWon,
    PlacePoints,
    ScorePoints,
    SeasonPrizes,
    SeasonRules,
    StandardScores,
)
from tournaments.site.web.forms import show_faults
from tournaments.site.web.money import OneSum, Sums, typed
from tournaments.site.web.rules_form import field_of, radio

PLACES = described(PlacePoints)


def day(label: Any) -> forms.DateField:
    """A day."""
    return forms.DateField(label=label, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))


def number(model: type[BaseModel], name: str) -> forms.Field:
    """A whole number of some rules, never below nothing."""
    return field_of(model, name, min_value=0)


class Numbers(forms.CharField):
    """Whole numbers in a row, with spaces or commas between them."""

    def to_python(self, value: Any) -> Any:
        """The numbers. Raises ValidationError naming what is none."""
        found: list[int] = []
        for word in (super().to_python(value) or "").replace(",", " ").replace(";", " ").split():
            if not word.isascii() or not word.isdigit():
                words = _("“%(entered)s” was entered; whole numbers are allowed, with spaces between them.")
                raise forms.ValidationError(words % {"entered": word[:40]})
            found.append(int(word))
        return found

    def prepare_value(self, value: Any) -> Any:
        """Numbers as they are typed."""
        return " ".join(map(str, value)) if isinstance(value, list | tuple) else value


class Names(forms.CharField):
    """Names with commas between them."""

    def to_python(self, value: Any) -> Any:
        """The names, without blanks."""
        return [name.strip() for name in (super().to_python(value) or "").split(",") if name.strip()]

    def prepare_value(self, value: Any) -> Any:
        """Names as they are typed."""
        return ", ".join(value) if isinstance(value, list | tuple) else value


class SeasonForm(forms.Form):
    """What both kinds of seasons have. `reason` is asked for where the season is under way."""

    name = NameField(label=later("Name"))
    starts = day(later("First day"))
    ends = day(later("Last day"))
    games = forms.MultipleChoiceField(label=later("Games"), widget=forms.CheckboxSelectMultiple)
    handicap = forms.BooleanField(label=later("Weaker sides get a handicap"), required=False)
    handicap_per = number(HandicapRule, "per")
    handicap_most = number(HandicapRule, "most")
    handicap_least_games = number(HandicapRule, "least_games")
    reason = forms.CharField(
        label=later("Why it is changed"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=later("Everybody can read it."),
    )

    def __init__(self, *, under_way: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        games: Any = self.fields["games"]
        games.choices = [(slug, game.name) for slug, game in GAMES.items()]
        self.under_way = under_way
        self.fields["reason"].required = under_way
        if not under_way:
            del self.fields["reason"]

    def days(self) -> dict[str, Any]:
        """Name and days, as the service takes them."""
        return {name: self.cleaned_data[name] for name in ("name", "starts", "ends")}

    def show(self, refused: Faults) -> None:
        """Put what the service refused beside the fields it is about."""
        show_faults(self, refused, self.field_of)

    def field_of(self, path: str) -> str:
        """The field in which what a fault is about was entered."""
        head, *rest = path.removeprefix("rules.").split(".")
        if head == "handicap" and rest:
            return f"handicap_{rest[0]}"
        return head

    def _handicap(self) -> dict[str, int] | None:
        entered = self.cleaned_data
        if not entered["handicap"]:
            return None
        return {name: entered[f"handicap_{name}"] for name in ("per", "most", "least_games")}


def handicap_as_entered(rule: Mapping[str, int] | None) -> dict[str, object]:
    """A handicap as the fields show it; what is usual where there is none."""
    shown = rule or {"per": 50, "most": 10, "least_games": 10}
    return {"handicap": rule is not None, **{f"handicap_{name}": value for name, value in shown.items()}}


class EveningsForm(SeasonForm):
    """A season of evenings."""

    takes = radio(later("Which evenings"), choices.TAKES, "")
    points = radio(later("What an evening gives"), choices.POINTS, "")
    per_game = number(GamesWon, "points")
    table = Numbers(label=later(PLACES["table"].label), required=False, help_text=later(PLACES["table"].help))
    beyond = number(PlacePoints, "beyond")
    shared = field_of(PlacePoints, "ties")
    scored = field_of(ScorePoints, "of")
    standard = field_of(StandardScores, "of")
    unit = field_of(SeasonRules, "unit")
    best = number(SeasonRules, "best")
    of = number(SeasonRules, "of")
    minimum = number(SeasonRules, "minimum")
    minimum_for = field_of(SeasonRules, "minimum_for")
    missed = radio(later("An evening missed gives"), choices.MISSED, "")
    missed_points = number(FixedNumber, "points")
    missed_at_most = number(FixedNumber, "at_most")
    guests = field_of(SeasonRules, "guests")
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
    overall = Sums(
        label=later("Prizes of the best"),
        help_text=later(
            "Sums of money from the first down, with spaces between; 0 is a prize that is no money."
        ),
    )
    overall_booby = forms.BooleanField(label=later("The last wins the booby"), required=False)
    overall_booby_sum = OneSum(label=later("Sum of the booby"))
    own = Sums(label=later("Prizes of each table of its own"))
    own_booby = forms.BooleanField(label=later("The last of each wins a booby"), required=False)
    own_booby_sum = OneSum(label=later("Sum of each booby"))
    split = field_of(SeasonPrizes, "ties")
    one_each = field_of(SeasonPrizes, "one_each")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for place in range(1, choices.SEASON_TIE_BREAKS + 1):
            self.fields[f"tie_break_{place}"] = forms.ChoiceField(
                label=_("Level: compared %(place)s.") % {"place": place}, choices=choices.TIE_BREAKS
            )

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        """The fields of the tie-breaks, in order."""
        return [self[f"tie_break_{place}"] for place in range(1, choices.SEASON_TIE_BREAKS + 1)]

    def field_of(self, path: str) -> str:
        """The field in which what a fault is about was entered."""
        inner = path.removeprefix("rules.")
        return next(
            (field for start, field in choices.FIELDS if inner.startswith(start)), super().field_of(path)
        )

    def rules(self) -> dict[str, Any]:
        """The rules, as the service takes them."""
        entered = self.cleaned_data
        return {
            "games": entered["games"],
            "points": self._points(),
            "unit": int(entered["unit"]),
            **{name: entered[name] for name in ("best", "of", "minimum", "minimum_for", "guests")},
            "missed": self._missed(),
            "tie_breaks": chosen(entered, "tie_break_", choices.SEASON_TIE_BREAKS),
            "categories": [
                *({"name": name, "by": "colour"} for name in entered["by_colour"]),
                *({"name": name, "by": "person"} for name in entered["by_person"]),
            ],
            "prizes": {
                "overall": self._prizes("overall"),
                "by_category": self._prizes("own"),
                "one_each": entered["one_each"],
                "ties": entered["split"],
            },
            "handicap": self._handicap(),
        }

    def _prizes(self, of: str) -> dict[str, Any]:
        entered = self.cleaned_data
        booby = entered[f"{of}_booby_sum"] if entered[f"{of}_booby"] else None
        return {"best": list(entered[of]), "booby": booby}

    def _points(self) -> dict[str, Any]:
        entered = self.cleaned_data
        by = entered["points"]
        return {
            "games_won": {"by": by, "points": entered["per_game"]},
            "places": {
                "by": by,
                "table": entered["table"],
                "beyond": entered["beyond"],
                "ties": entered["shared"],
            },
            "score_points": {"by": by, "of": entered["scored"]},
            "standard_scores": {"by": by, "of": entered["standard"]},
        }[by]

    def _missed(self) -> dict[str, Any]:
        entered = self.cleaned_data
        found: dict[str, Any] = {"gives": entered["missed"]}
        if entered["missed"] != "nothing":
            found["at_most"] = entered["missed_at_most"]
        if entered["missed"] == "fixed":
            found["points"] = entered["missed_points"]
        return found


USUAL: Mapping[str, Any] = {
    "takes": "every",
    "points": "places",
    "per_game": 1,
    "table": [10, 8, 6, 5, 4, 3, 2, 1],
    "beyond": 0,
    "shared": "equal",
    "scored": "points_for",
    "standard": "points_for",
    "unit": "2",
    "minimum": 0,
    "minimum_for": "place",
    "missed": "nothing",
    "missed_points": 0,
    "guests": "counted",
    "split": "shared",
    **placed(("evenings_won", "head_to_head"), "tie_break_", choices.SEASON_TIE_BREAKS),
    **handicap_as_entered(None),
}
"""What the form of a new season says."""


def as_entered(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of a season of evenings as the form shows them."""
    points, missed, prizes = rules["points"], rules["missed"], rules["prizes"]
    by: dict[str, Any] = {
        "games_won": lambda: {"per_game": points["points"]},
        "places": lambda: {
            "table": points["table"],
            "beyond": points["beyond"],
            "shared": points["ties"],
        },
        "score_points": lambda: {"scored": points["of"]},
        "standard_scores": lambda: {"standard": points["of"]},
    }[points["by"]]()
    return {
        **USUAL,
        **{name: rules[name] for name in ("games", "best", "of", "minimum", "minimum_for", "guests")},
        "points": points["by"],
        **by,
        "unit": str(rules["unit"]),
        "missed": missed["gives"],
        "missed_points": missed.get("points", 0),
        "missed_at_most": missed.get("at_most"),
        "by_colour": [one["name"] for one in rules["categories"] if one["by"] == "colour"],
        "by_person": [one["name"] for one in rules["categories"] if one["by"] == "person"],
        **_prizes_as_entered("overall", prizes["overall"]),
        **_prizes_as_entered("own", prizes["by_category"]),
        "one_each": prizes["one_each"],
        "split": prizes["ties"],
        **placed(tuple(rules["tie_breaks"]), "tie_break_", choices.SEASON_TIE_BREAKS),
        **handicap_as_entered(rules["handicap"]),
    }


def _prizes_as_entered(of: str, prizes: Mapping[str, Any]) -> dict[str, Any]:
    return {
        of: " ".join(typed(amount) for amount in prizes["best"]),
        f"{of}_booby": prizes["booby"] is not None,
        f"{of}_booby_sum": typed(prizes["booby"]) if prizes["booby"] else "",
    }
