"""What other house rules, or today's rulebook, would make of hands that are stored: told, and nothing changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db import transaction

from games.definition import Game
from scoring.entry import Entry
from scoring.faults import Fault, Faults
from tournaments.evening import Plan, points_of, scored
from tournaments.models import Evening
from tournaments.queries.facts import setup_of
from tournaments.queries.rescoring import StoredHand, stored_hands
from tournaments.services.refusals import refuse


class Rescored(NamedTuple):
    """A stored hand that would not count what it counts; `points` is empty where it would be refused."""

    stored: StoredHand
    points: tuple[int, ...]
    faults: tuple[Fault, ...] = ()


class Result(NamedTuple):
    """Of one evening: how many hands were looked at, and those that would count otherwise."""

    evening: Evening
    hands: int
    changed: tuple[Rescored, ...]
    other_rulebook: str
    """The version it was played under, where that is not the one this program holds."""


@transaction.atomic
def rescore(*, evenings: Iterable[Evening], under: Mapping[str, Any]) -> list[Result]:
    """Score every hand that counts in `evenings` once more, all of them as they stand at one moment.

    `under` is what an evening pins: `house_rules` (those named; the others stay as the evening has them),
    `game` and `rulebook` (a version), each of which may be left out. Raises Faults where `under` names a game
    that an evening does not play, a house rule that its game does not have, or a rulebook this program does not
    hold.
    """
    return [_rescore(evening, under) for evening in evenings]


def _rescore(evening: Evening, under: Mapping[str, Any]) -> Result:
    setup = setup_of(evening)
    rules = _house_rules(setup.game, setup.plan, under)
    hands = stored_hands(evening)
    pinned = (evening.pinned or {}).get("rulebook", setup.game.version)
    return Result(
        evening=evening,
        hands=len(hands),
        changed=tuple(_changed(setup.plan, setup.game, rules, hands)),
        other_rulebook="" if pinned == setup.game.version else pinned,
    )


def _house_rules(game: Game, plan: Plan, under: Mapping[str, Any]) -> Entry:
    """The house rules of a plan as `under` changes them."""
    if under.get("game", game.slug) != game.slug:
        refuse(
            "under.game",
            "another-game",
            "%(entered)s was entered; this evening plays %(allowed)s",
            entered=under["game"],
            allowed=game.slug,
        )
    if under.get("rulebook", game.version) != game.version:
        refuse(
            "under.rulebook",
            "unknown-version",
            "%(entered)s was entered; this program holds the rulebook %(allowed)s",
            entered=under["rulebook"],
            allowed=game.version,
        )
    entered = under.get("house_rules", {})
    try:
        return game.house_rules({**plan.house_rules, **entered} if isinstance(entered, Mapping) else entered)
    except Faults as refused:
        raise Faults(
            Fault(f"under.house_rules{found.field.removeprefix('options')}", found.code, found.sentence)
            for found in refused.faults
        ) from None


def _changed(plan: Plan, game: Game, rules: Entry, hands: Iterable[StoredHand]) -> Iterator[Rescored]:
    for stored in hands:
        try:
            points = points_of(plan, scored(plan, game, rules, stored.hand))
        except Faults as refused:
            yield Rescored(stored, (), refused.faults)
            continue
        if points != stored.points:
            yield Rescored(stored, points)
