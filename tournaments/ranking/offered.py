"""The prizes an evening offers, as data: how many, of what worth, to whom, and what becomes of ties."""

from __future__ import annotations

from operator import not_
from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field, ValidationInfo, field_validator

from scoring.derivation import gettext_noop
from scoring.described import Described
from scoring.entry import Measured

MOST_PRIZES: Final = 10
LARGEST_SUM: Final = 100_000_000

Ties = Literal["cut", "shared", "equal", "hort"]
"""What becomes of people who are level for a prize: see `Prizes`."""
Sum = Annotated[int, Field(ge=0, le=LARGEST_SUM)]


def _as_usual(ties: str) -> bool:
    return ties == "cut"


class Offer(Measured):
    """The prizes of those who compete with each other: the whole room, or the holders of one ticket colour.

    What was added to this after evenings had been played is left out of the data where it says nothing, so that
    the plan of an evening reads and hashes as it did before.

    Arguments:
        best: how many of the best win a prize.
        booby: whether the booby does.
        sums: the worth of the first prize, the second and so on, in the smallest unit of money; 0, or none at
            all, for a prize that is no money.
        booby_sum: the same of the booby.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    best: Annotated[
        int,
        Described(
            gettext_noop("Prizes for the best"), gettext_noop("How many of the best win a prize, 0 to 10.")
        ),
    ] = Field(default=1, ge=0, le=MOST_PRIZES)
    booby: Annotated[
        bool,
        Described(
            gettext_noop("A booby prize"),
            gettext_noop("For the fewest games won or the fewest points, in good humour."),
        ),
    ] = True
    sums: Annotated[
        tuple[Sum, ...],
        Described(
            gettext_noop("What they are worth"),
            gettext_noop("From the first down: 50 30 12.50. Empty, or 0, for prizes that are no money."),
            written="money",
        ),
    ] = Field(default=(), max_length=MOST_PRIZES, exclude_if=not_)
    booby_sum: Annotated[
        Sum,
        Described(
            gettext_noop("What the booby is worth"), gettext_noop("Empty if it is no money."), written="money"
        ),
    ] = Field(default=0, exclude_if=not_)

    @field_validator("sums")
    @classmethod
    def _of_prizes(cls, sums: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        if len(sums) > info.data.get("best", MOST_PRIZES):
            raise ValueError(gettext_noop("there are no more sums than prizes for the best"))
        return sums

    @field_validator("booby_sum")
    @classmethod
    def _of_a_booby(cls, booby_sum: int, info: ValidationInfo) -> int:
        if booby_sum and not info.data.get("booby", True):
            raise ValueError(gettext_noop("the booby has a sum only where there is a booby"))
        return booby_sum

    @property
    def amounts(self) -> tuple[int, ...]:
        """What each prize for the best is worth, the first one first."""
        return (*self.sums, *[0] * (self.best - len(self.sums)))


class Prizes(Offer):
    """All prizes of an evening: those of the whole room, or those that each ticket colour has.

    Arguments:
        by_colour: whether each ticket colour has these prizes; else the whole room has.
        overall: where each colour has its own, those of the whole room beside them.
        one_each: whoever has a prize of the whole room is passed over for those of the colours.
        ties: who are level "cut"; or nobody cuts, and all prizes they are level for are "shared" by those who
            share the place; or divided equally by those who are "equal" in what counts first, whatever the
            tie-breaks say; or by Hort's way, "hort": half of them by place, the other half equally among those.
    """

    by_colour: Annotated[
        bool,
        Described(
            gettext_noop("Prizes for each ticket colour"),
            gettext_noop("Each group has a best and a booby of its own."),
        ),
    ] = False
    overall: Annotated[
        Offer | None,
        Described(
            gettext_noop("Prizes for the whole room too"),
            gettext_noop("Beside those of each ticket colour."),
        ),
    ] = Field(default=None, exclude_if=not_)
    one_each: Annotated[
        bool,
        Described(
            gettext_noop("Nobody wins two prizes"),
            gettext_noop("Whoever has one of the whole room is passed over for those of the colours."),
        ),
    ] = Field(default=False, exclude_if=not_)
    ties: Annotated[
        Ties,
        Described(
            gettext_noop("Who is level for a prize"),
            gettext_noop(
                "Cut: as it was done in 1910. Otherwise nobody cuts for prizes: by place, all who share the place "
                "share its prizes; equally, all who are level in games won, or in points, have the same."
            ),
            {
                "cut": gettext_noop("Cut for it: one wins it"),
                "shared": gettext_noop("Share it by place"),
                "equal": gettext_noop("Share it equally, whatever the tie-breaks say"),
                "hort": gettext_noop("Hort: half by place, half equally"),
            },
        ),
    ] = Field(default="cut", exclude_if=_as_usual)

    @field_validator("overall")
    @classmethod
    def _beside_others(cls, overall: Offer | None, info: ValidationInfo) -> Offer | None:
        if overall is not None and not info.data.get("by_colour", True):
            raise ValueError(
                gettext_noop("prizes of the whole room stand beside those of each colour, or alone")
            )
        return overall

    @property
    def money(self) -> bool:
        """Whether any prize is money."""
        offers = (self, self.overall) if self.overall else (self,)
        return any(any(offer.sums) or offer.booby_sum for offer in offers)
