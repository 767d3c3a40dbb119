"""A hand on its way from a form of an evening to the scoring, shared by the phone and the desk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from secrets import token_urlsafe

from games.definition import Game
from scoring.faults import Faults
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts
from tournaments.evening.reads.public import Evening
from tournaments.evening.reads.rounds import SeatView
from tournaments.evening.reads.tables import seats_at
from tournaments.evening.services import scoresheets
from tournaments.evening.web.slips import Slip, previewed_slip
from tournaments.evening.web.table.form_data import Values, posted_values, read_hand
from tournaments.evening.web.table.hand_form import (
    HandForm,
    Typed,
    chosen_dealer,
    closed_tiles,
    draw,
    unfinished,
)
from tournaments.site.web.pages import Refusal, refusals


@dataclass(frozen=True, slots=True)
class Previewed:
    """A hand that is being tapped in, as templates/table/preview.html shows it.

    Attributes:
        values: what was posted.
        slip: what it would score; None while it cannot be scored.
        refused: everything that is wrong with it.
        closed: the tiles that the rest of it rules out, as js/form.js reads them.
    """

    values: Values
    slip: Slip | None
    refused: tuple[Refusal, ...]
    closed: str

    @property
    def preview(self) -> Slip | None:
        """The slip, marked as not saved."""
        return {**self.slip, "state": "draft"} if self.slip else None

    @property
    def refusals(self) -> list[Refusal]:
        """What is wrong with what is there so far; that something is still missing is no news."""
        return [refusal for refusal in self.refused if not unfinished(refusal, self.values)]


def entered(posted: Mapping[str, str], evening: Evening, table: int) -> tuple[Values, dict[str, object]]:
    """What was posted of a hand of the table, and the hand that it describes."""
    game = facts.game_of(evening)
    return _read(posted, game, seats_of(game, evening, table))


def _read(posted: Mapping[str, str], game: Game, seats: int) -> tuple[Values, dict[str, object]]:
    values = posted_values(posted, game, seats)
    return values, read_hand(game, values, seats)


def seats_of(game: Game, evening: Evening, table: int) -> int:
    """How many play at the table; where only so many can play the game, without looking at the seats."""
    only = game.seats[0] if len(game.seats) == 1 else 0
    return only or seats_at(evening, table) or game.seats[0]


def previewed(posted: Mapping[str, str], evening: Evening, table: int) -> Previewed:
    """The hand that was posted, scored and not kept."""
    setup = facts.setup_of(evening)
    seats = seats_of(setup.game, evening, table)
    values, hand = _read(posted, setup.game, seats)
    slip: Slip | None = None
    refused: tuple[Refusal, ...] = ()
    try:
        derivation = scoresheets.preview_hand(evening_id=evening.pk, table=table, hand=hand)
        slip = previewed_slip(derivation, setup.game)
    except Faults as faults:
        refused = tuple(refusals(faults))
    return Previewed(values, slip, refused, closed_tiles(setup.game, hand, setup.house_rules, seats))


@dataclass(frozen=True, slots=True)
class UnsavedHand:
    """A hand that was sent and not saved.

    Attributes:
        typed: what was typed.
        key: the key of its request, which is the same for every try.
        taken: the slip of another hand that has its number.
        preview: what it would score, where only that was asked.
    """

    typed: Typed
    key: str
    taken: Slip | None = None
    preview: Slip | None = None


def next_hand_form(
    setup: Setup,
    sitters: Sequence[SeatView],
    *,
    dealer: int | None,
    round_number: int,
    number: int,
    played_at: datetime | None,
    unsaved: UnsavedHand | None,
) -> HandForm:
    """The form of hand `number` of those who sit there.

    Arguments:
        dealer: the seat that deals it, where that is known.
        played_at: when play was stopped, where the hand was played before that.
        unsaved: what was sent for it and refused; it is still the same hand, unless another one has its number.
    """
    form = draw(
        setup.game,
        sitters,
        rules=setup.house_rules,
        preset=chosen_dealer(setup.game, dealer),
        round_number=round_number,
        number=number,
        key=token_urlsafe(16),
        typed=unsaved.typed if unsaved else None,
        played_at=played_at.isoformat() if played_at else "",
    )
    return form if unsaved is None or unsaved.taken else replace(form, key=unsaved.key)
