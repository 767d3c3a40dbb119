"""The form of a season of fixtures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from tournaments.league.web.desk.season_form import EveningsForm, SeasonForm
from tournaments.ranking.fixtures.rules import CHAIN, KNOCK_OUTS, FixtureRules
from tournaments.site.web.fields import Numbers

FIRST = CHAIN[:1]
"""What is compared before what can be chosen."""
BORDER = ("up", "down", "play_off")
OF_A_TABLE = ("match_points", "tie_breaks", "edition")
"""The rules that a knock-out has not: it has no table of places."""


class FixturesForm(SeasonForm):
    """A season of fixtures."""

    model = FixtureRules
    usual: ClassVar[Mapping[str, Any]] = {"edition": "fide_2026"}
    up = Numbers(
        label=later("Going up"),
        required=False,
        help_text=later(
            "Between each division and the next, the highest first, with spaces; empty: nobody moves."
        ),
    )
    down = Numbers(label=later("Going down"), required=False)
    play_off = Numbers(label=later("Also in the play-offs"), required=False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Rules that do not name an edition go by the one their data take for granted.
        self.fields["edition"].required = False

    def parts_now(self) -> dict[str, tuple[tuple[str, ...], str]]:
        """Of each folded part what the names of its fields begin with, and what it says now."""
        won, drawn, lost = (self[f"match_points__{name}"].value() for name in ("won", "drawn", "lost"))
        return {
            "table": (
                (*OF_A_TABLE, *BORDER),
                _("win %(won)s, draw %(drawn)s, loss %(lost)s") % {"won": won, "drawn": drawn, "lost": lost},
            ),
            **super().parts_now(),
        }

    def field_of(self, path: str) -> str:
        """The field in which what a fault is about was entered."""
        if path.startswith("rules.borders"):
            last = path.split(".")[-1]
            return last if last in BORDER else "up"
        return super().field_of(path)

    def clean(self) -> dict[str, Any]:
        """As many numbers go down and play off as go up. Raises ValidationError where they differ."""
        entered = super().clean()
        counts = {len(entered.get(name) or ()) for name in BORDER if entered.get(name)}
        if len(counts) > 1:
            words = _(
                "Enter the same number of figures in each: one for every pair of neighbouring divisions."
            )
            self.add_error("up", words)
        return entered

    def rules(self) -> dict[str, Any]:
        """The rules, as the service takes them."""
        rules = super().rules()
        if rules["format"] != "swiss":
            rules["rounds"] = None
        if rules["format"] in KNOCK_OUTS:
            return {name: rule for name, rule in rules.items() if name not in OF_A_TABLE}
        if rules["edition"] is None:
            del rules["edition"]
        return {**rules, "tie_breaks": [*FIRST, *rules["tie_breaks"]], "borders": self._borders()}

    def _borders(self) -> list[dict[str, int]]:
        entered = self.cleaned_data
        count = max(len(entered[name]) for name in BORDER)
        rows = {name: entered[name] or [0] * count for name in BORDER}
        borders = [{name: rows[name][place] for name in BORDER} for place in range(count)]
        return borders if any(any(border.values()) for border in borders) else []

    def shown(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        """Rules as the fields show them; what they leave open as it is usual."""
        borders, chain = rules.get("borders", ()), rules.get("tie_breaks", CHAIN)
        return {
            **super().shown({**rules, "tie_breaks": chain[1:]}),
            **{name: [border[name] for border in borders] for name in BORDER},
        }


FORMS: Mapping[str, type[SeasonForm]] = {"evenings": EveningsForm, "fixtures": FixturesForm}
"""The form of each kind of season."""
