"""Handicaps: whole points a game from the difference of ratings, by a rule that anybody can follow with a pencil.

They are worked out from the ratings as shown, before the game, and stand beside the raw score: that stays what
it is, and only where somebody asks for it is the net score looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from scoring.derivation import Sentence, gettext_noop, points_phrase
from scoring.described import Described
from tournaments.ranking.ratings.rating import Rating


class HandicapRule(BaseModel):
    """How a difference of ratings becomes points.

    Arguments:
        per: how much rating, as shown, is worth one point a game.
        most: the most points anybody gets in a game.
        least_games: whoever has played fewer rated games is not known well enough: at their table nobody gets any.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    per: Annotated[
        int,
        Described(
            gettext_noop("Rating for one point of handicap"),
            gettext_noop(
                "For each full step of this many rating points behind the best side, a side gets one point a game."
            ),
        ),
    ] = Field(default=50, ge=1, le=1000)
    most: Annotated[int, Described(gettext_noop("Most points of handicap a game"))] = Field(
        default=10, ge=1, le=1000
    )
    least_games: Annotated[
        int,
        Described(
            gettext_noop("Games before there is a handicap"),
            gettext_noop("After fewer rated games a player is not known well enough."),
        ),
    ] = Field(default=10, ge=0, le=1000)


WEAKER = Described(gettext_noop("Weaker sides get a handicap"))
"""What a season asks before it asks for a rule of handicaps."""
_NO_HANDICAPS = gettext_noop("There are no handicaps.")
_PER = gettext_noop(
    "For every full %(per)s by which the best rated side at the table is rated above a side, that side gets"
    " %(points)s a game; a couple is rated as the average of the two, rounded down."
)
_MOST = gettext_noop("Nobody gets more than %(points)s a game.")
_LEAST = gettext_noop(
    "If anybody at the table has played fewer than %(games)s rated games, nobody gets a handicap."
)
_BESIDE = gettext_noop("The score without handicap is shown beside the score with it.")


def handicap_in_words(rule: HandicapRule | None) -> tuple[Sentence, ...]:
    """The rule in sentences, or that there is none."""
    if rule is None:
        return (Sentence(_NO_HANDICAPS),)
    return (
        Sentence(_PER, {"per": rule.per, "points": points_phrase(1)}),
        Sentence(_MOST, {"points": points_phrase(rule.most)}),
        Sentence(_LEAST, {"games": rule.least_games}),
        Sentence(_BESIDE),
    )


def handicaps(sides: Sequence[Sequence[Rating]], rule: HandicapRule) -> tuple[int, ...]:
    """The points each side gets in a game, 0 for the best rated.

    Arguments:
        sides: the ratings of those who play for each, before the game.
        rule: how differences become points.

    Raises:
        ValueError: a side has nobody.
    """
    if not all(sides):
        raise ValueError("somebody plays for every side")
    if any(rating.games < rule.least_games for side in sides for rating in side):
        return (0,) * len(sides)
    rated = [sum(rating.shown for rating in side) // len(side) for side in sides]
    return tuple(min(rule.most, (max(rated) - own) // rule.per) for own in rated)
