"""The form of a season of fixtures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tournaments.evening.web.desk.plan_choices import chosen, placed
from tournaments.league.web.desk import season_choices as choices
from tournaments.league.web.desk.season_form import Numbers, SeasonForm, handicap_as_entered, number
from tournaments.ranking.fixtures.rules import FixtureRules
from tournaments.site.web.rules_form import field_of

MATCH_POINTS = ("won", "drawn", "lost", "bye", "missing")
BORDER = ("up", "down", "play_off")
PREFIX = "chain_"


class HalfPoints(forms.CharField):
    """Points in steps of a half, kept as whole halves."""

    def to_python(self, value: Any) -> Any:
        """So many halves. Raises ValidationError naming what was entered instead."""
        told = (super().to_python(value) or "").replace(",", ".").replace("½", ".5")
        whole, _dot, part = told.partition(".")
        if not (whole or "0").isdecimal() or part not in ("", "0", "5"):
            words = _("“%(entered)s” was entered; points in steps of a half are allowed.")
            raise forms.ValidationError(words % {"entered": told[:40]})
        return 2 * int(whole or 0) + (part == "5")

    def prepare_value(self, value: Any) -> Any:
        """Halves as they are typed."""
        if not isinstance(value, int):
            return value
        return f"{value // 2}.5" if value % 2 else f"{value // 2}"


class FixturesForm(SeasonForm):
    """A season of fixtures; match points, tie-breaks and borders are those of a table, which a knock-out has not."""

    entrants = field_of(FixtureRules, "entrants")
    format = field_of(FixtureRules, "format")
    rounds = number(FixtureRules, "rounds")
    draws = field_of(FixtureRules, "draws")
    won = HalfPoints(label=later("Match points of a win"))
    drawn = HalfPoints(label=later("Of a draw"))
    lost = HalfPoints(label=later("Of a loss"))
    bye = HalfPoints(label=later("Of a bye"))
    missing = HalfPoints(label=later("Of who does not play"))
    edition = field_of(FixtureRules, "edition")
    up = Numbers(
        label=later("Going up"),
        required=False,
        help_text=later(
            "Between each division and the next, the highest first, with spaces; empty: nobody moves."
        ),
    )
    down = Numbers(label=later("Going down"), required=False)
    play_off = Numbers(label=later("Playing for it besides"), required=False)
    result_from = field_of(FixtureRules, "result_from")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Rules that do not name an edition go by the one their data take for granted.
        self.fields["edition"].required = False
        for place in range(1, choices.FIXTURE_TIE_BREAKS + 1):
            self.fields[f"{PREFIX}{place}"] = forms.ChoiceField(
                label=_("Level: compared %(place)s.") % {"place": place}, choices=choices.FIXTURE_CHAIN
            )

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        """The fields of the tie-breaks, in order."""
        return [self[f"{PREFIX}{place}"] for place in range(1, choices.FIXTURE_TIE_BREAKS + 1)]

    def field_of(self, path: str) -> str:
        """The field in which what a fault is about was entered."""
        inner = path.removeprefix("rules.")
        if inner.startswith("tie_breaks"):
            return f"{PREFIX}1"
        if inner.startswith("match_points"):
            return inner.split(".")[1] if "." in inner else "won"
        if inner.startswith("borders"):
            return inner.split(".")[-1] if inner.split(".")[-1] in BORDER else "up"
        return super().field_of(path)

    def clean(self) -> dict[str, Any]:
        """As many numbers go down and play off as go up. Raises ValidationError where they differ."""
        entered: dict[str, Any] = super().clean() or {}
        counts = {len(entered.get(name) or ()) for name in BORDER if entered.get(name)}
        if len(counts) > 1:
            words = _("Enter as many numbers in each: one for every two divisions that follow each other.")
            self.add_error("up", words)
        return entered

    def rules(self) -> dict[str, Any]:
        """The rules, as the service takes them."""
        entered = self.cleaned_data
        rules: dict[str, Any] = {
            **{name: entered[name] for name in ("games", "entrants", "format", "draws", "result_from")},
            "rounds": entered["rounds"] if entered["format"] == "swiss" else None,
            "handicap": self._handicap(),
        }
        if entered["format"] in ("knock_out", "double_knock_out"):
            return rules
        chain = ["match_points", *chosen(entered, PREFIX, choices.FIXTURE_TIE_BREAKS)]
        return rules | {
            "match_points": {name: entered[name] for name in MATCH_POINTS},
            "tie_breaks": chain,
            **({"edition": entered["edition"]} if entered["edition"] else {}),
            "borders": self._borders(),
        }

    def _borders(self) -> list[dict[str, int]]:
        entered = self.cleaned_data
        count = max(len(entered[name]) for name in BORDER)
        rows = {name: entered[name] or [0] * count for name in BORDER}
        borders = [{name: rows[name][place] for name in BORDER} for place in range(count)]
        return borders if any(any(border.values()) for border in borders) else []


USUAL: Mapping[str, Any] = {
    "entrants": "individual",
    "format": "round_robin",
    "draws": True,
    "won": 2,
    "drawn": 1,
    "lost": 0,
    "bye": 2,
    "missing": 0,
    "edition": "fide_2026",
    "result_from": "meetings",
    **placed(("head_to_head", "games_won", "points_difference"), PREFIX, choices.FIXTURE_TIE_BREAKS),
    **handicap_as_entered(None),
}
"""What the form of a new season says."""


def as_entered(rules: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of a season of fixtures as the form shows them."""
    return {
        **{name: rules[name] for name in ("games", "entrants", "format", "rounds", "draws", "result_from")},
        **rules["match_points"],
        # Seasons made before the choice was offered go by the edition that was in force.
        "edition": rules.get("edition", "fide_2023"),
        **{name: [border[name] for border in rules["borders"]] for name in BORDER},
        **placed(tuple(rules["tie_breaks"][1:]), PREFIX, choices.FIXTURE_TIE_BREAKS),
        **handicap_as_entered(rules["handicap"]),
    }
