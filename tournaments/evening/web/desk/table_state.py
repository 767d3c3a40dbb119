"""How a table of the board looks: its state as colour, icon and word."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.evening.plan import Setup
from tournaments.evening.reads.rounds import GameView, RoundView
from tournaments.evening.record.hands import Unsettled
from tournaments.evening.round_rules import Status

# A hand of four players takes five minutes or so; after this the director may want to walk over.
LONG = timedelta(minutes=15)
# From here a table may ring with its next hand.
NEAR = 4 / 5


@dataclass(frozen=True, slots=True)
class CardState:
    """A state by the name that partials/state.html knows, the tone of the card, and words where its own differ."""

    name: str
    tone: str
    label: str = ""


def rings(game: GameView, rules: Setup) -> bool:
    return rules.may_ring(game.table, game.points, game.decision)


def to_cut(view: RoundView) -> tuple[GameView, ...]:
    return tuple(game for game in view.games if game.score.needs_cut)


def look_of(
    game: GameView, status: Status, rules: Setup, started_at: datetime | None, at: datetime
) -> CardState:
    if status is Status.PLAYING:
        return _in_play(game, rules, started_at, at)
    if game.decision:
        return CardState("done", "done", decided(game.decision))
    if status is Status.BELL:
        return _after_the_bell(game)
    if game.winner:
        return CardState("done", "done", _won(game, game.winner))
    if not game.score.keeping.is_won and game.hands:
        return CardState("done", "done")
    return CardState("waiting", "")


def decided(decision: str) -> str:
    return _("Not played") if decision == "not_played" else _("Score set by the director")


def waits(look: CardState, *, calls: bool, silent: bool, unsettled: Collection[Unsettled]) -> CardState:
    """How a table looks that waits for the director, or for its other side to confirm."""
    if calls:
        return CardState("called", "alarm")
    if look.name == "rung":
        return look
    if any(hand.disputed for hand in unsettled):
        return CardState("confirm", "wait", _("In dispute"))
    if look.name != "tie" and unsettled:
        return CardState("confirm", "wait")
    return CardState("late", "wait") if silent else look


def _in_play(game: GameView, rules: Setup, started_at: datetime | None, at: datetime) -> CardState:
    if rings(game, rules):
        return CardState("rung", "alarm", _("At the target"))
    if rules.is_over(game.points, game.row.outright):
        return CardState("done", "done", _("Game over"))
    if rules.played_out(game.hands, game.points):
        return CardState("done", "done", _("All hands played"))
    since = game.last_hand_at or started_at
    if since is not None and at - since > LONG:
        return CardState("late", "wait")
    if rules.target is not None and max(game.points) >= NEAR * rules.target:
        return CardState("near", "near")
    return CardState("playing", "go")


def _after_the_bell(game: GameView) -> CardState:
    if game.score.needs_cut:
        return CardState("tie", "wait")
    winner = game.score.winner
    if winner is None:
        return CardState("done", "done", _("Play has stopped"))
    if game.rang:
        return CardState("rung", "alarm")
    return CardState("done", "done", _won(game, winner))


def _won(game: GameView, side: str) -> str:
    who = game.side(side) if game.by_seat else side
    return (
        _("%(couple)s won the cut") if game.cut and not game.score.uncut.winner else _("%(couple)s wins")
    ) % {"couple": who}


def hands_in_words(game: GameView) -> str:
    if not game.hands:
        return _("no hand yet")
    return ngettext("%(count)s hand", "%(count)s hands", game.hands) % {"count": game.hands}
