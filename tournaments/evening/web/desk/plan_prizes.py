"""The fields of a plan that say what can be won, and what becomes of ties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as later

from tournaments.evening.web.prize_words import TIES
from tournaments.ranking.offered import Offer, Prizes
from tournaments.site.web.fields import WholeNumber, bounds, radio
from tournaments.site.web.money import OneSum, Sums, typed

OVERALL: Final = "overall"
OF_ALL: Final = ("by_colour", "ties")
OF_AN_OFFER: Final = ("best", "booby", "sums", "booby_sum")
OF_THE_ROOM: Final = tuple(f"{OVERALL}_{name}" for name in OF_AN_OFFER)


def prize_fields() -> dict[str, forms.Field]:
    """The fields by name, in the order in which they are read."""
    return {
        "best": WholeNumber(
            label=later("Prizes for the best"),
            help_text=later("How many of the best win a prize, 0 to 10."),
            **bounds(Offer, "best"),
        ),
        "sums": Sums(
            label=later("What they are worth"),
            help_text=later("From the first down: 50 30 12.50. Empty, or 0, for prizes that are no money."),
        ),
        "booby": forms.BooleanField(
            label=later("A booby prize"),
            required=False,
            help_text=later("For the fewest games won or the fewest points, in good humour."),
        ),
        "booby_sum": OneSum(
            label=later("What the booby is worth"), help_text=later("Empty if it is no money.")
        ),
        "ties": radio(
            later("Who is level for a prize"),
            TIES,
            later(
                "Cut: as it was done in 1910. Otherwise nobody cuts for prizes: by place, all who share the place "
                "share its prizes; equally, all who are level in games won, or in points, have the same."
            ),
        ),
        "by_colour": forms.BooleanField(
            label=later("Prizes for each ticket colour"),
            required=False,
            help_text=later("Each group has a best and a booby of its own."),
        ),
        OVERALL: forms.BooleanField(
            label=later("Prizes for the whole room too"),
            required=False,
            help_text=later("Beside those of each ticket colour."),
        ),
        "overall_best": WholeNumber(
            label=later("Whole room: prizes for the best"),
            help_text=later("0 to 10."),
            **bounds(Offer, "best"),
        ),
        "overall_sums": Sums(label=later("Whole room: their worth"), help_text=later("From the first down.")),
        "overall_booby": forms.BooleanField(label=later("Whole room: a booby prize"), required=False),
        "overall_booby_sum": OneSum(
            label=later("Whole room: the booby’s worth"), help_text=later("Empty if it is no money.")
        ),
        "one_each": forms.BooleanField(
            label=later("Nobody wins two prizes"),
            required=False,
            help_text=later("Whoever has one of the whole room is passed over for those of the colours."),
        ),
    }


def drop_unasked(entered: Mapping[str, Any], errors: dict[str, Any]) -> None:
    """Forget what is wrong in prizes of the whole room where there are none of these."""
    if not has_overall(entered):
        for name in OF_THE_ROOM:
            errors.pop(name, None)


def has_overall(entered: Mapping[str, Any]) -> bool:
    """Whether prizes of the whole room were entered beside those of the colours."""
    return bool(entered.get("by_colour") and entered.get(OVERALL))


def prizes_entered(entered: Mapping[str, Any]) -> dict[str, Any]:
    """The prizes of a plan, for the service to check; what is as usual is left unsaid."""
    found = {**_offer(entered, ""), **{name: entered[name] for name in OF_ALL}}
    if has_overall(entered):
        found |= {OVERALL: _offer(entered, "overall_"), "one_each": entered["one_each"]}
    return found


def _offer(entered: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    offer = {name: entered[f"{prefix}{name}"] for name in OF_AN_OFFER}
    # A sum beside a booby that there is not says nothing.
    return {**offer, "sums": list(offer["sums"]), "booby_sum": offer["booby_sum"] if offer["booby"] else 0}


def prizes_as_entered(prizes: Prizes) -> dict[str, Any]:
    """The prizes of a plan as the fields show them."""
    overall = prizes.overall or Offer(booby=False)
    return {
        **_as_entered(prizes, ""),
        **{name: getattr(prizes, name) for name in (*OF_ALL, "one_each")},
        OVERALL: prizes.overall is not None,
        **_as_entered(overall, "overall_"),
    }


def _as_entered(offer: Offer, prefix: str) -> dict[str, Any]:
    return {
        f"{prefix}best": offer.best,
        f"{prefix}booby": offer.booby,
        f"{prefix}sums": " ".join(map(typed, offer.sums)),
        f"{prefix}booby_sum": typed(offer.booby_sum) if offer.booby_sum else "",
    }


def field_of(steps: Sequence[str]) -> str:
    """The field that a fault of `prizes.sums.1` or `prizes.overall.best` is about; `steps` come after `prizes`."""
    if steps[:1] == [OVERALL] and len(steps) > 1:
        return f"{OVERALL}_{steps[1]}"
    return steps[0] if steps else "best"


def concerns(prizes: Prizes, name: str) -> bool:
    """Whether a field says something about these prizes."""
    if name in OF_THE_ROOM or name == "one_each":
        return prizes.overall is not None
    return name != OVERALL or prizes.by_colour
