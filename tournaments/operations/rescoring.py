"""What other house rules, or today's rulebook, would score for stored hands; nothing is changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db import transaction

from games.catalogue import GAMES
from games.definition import Game
from scoring.entry import Entry
from scoring.faults import Fault, Faults
from tournaments.evening.models import Evening, Hand
from tournaments.evening.plan import Plan, points_of, scored
from tournaments.evening.reads.facts import setup_of
from tournaments.refusals import refuse


class StoredHand(NamedTuple):
    """A hand that counts: where it was played, what was entered, what it counts."""

    round: int
    table: int
    number: int
    hand: dict[str, Any]
    points: tuple[int, ...]


class Rescored(NamedTuple):
    """A stored hand that would not count what it counts; `points` is empty where it would be refused."""

    stored: StoredHand
    points: tuple[int, ...]
    faults: tuple[Fault, ...] = ()


class RescoredEvening(NamedTuple):
    """Of one evening: how many hands were looked at, and those that would count otherwise."""

    evening: Evening
    hands: int
    changed: tuple[Rescored, ...]
    other_rulebook: str
    """The version it was played under, where that is not the one this program holds."""


class Rescoring(NamedTuple):
    """What came of all evenings, and how many were left out because `under` says nothing to their game."""

    results: tuple[RescoredEvening, ...]
    left_out: int


@transaction.atomic
def rescore(*, evenings: Collection[Evening], under: Mapping[str, Any], every: bool = False) -> Rescoring:
    """Score every hand that counts in `evenings` once more, all of them as they stand at one moment.

    `under` is what an evening pins: `house_rules` (those named; the others stay as the evening has them),
    `game` and `rulebook` (a version), each of which may be left out. An evening is left out whose game is not
    the one named, has not all of the house rules named, or has another rulebook here. Raises Faults where that
    is so of every game there is, or of one of the evenings and `every` one is wanted; and for a house rule
    with a value that it cannot have.
    """
    concerned = {slug for slug, game in GAMES.items() if _concerns(under, game)}
    looked_at = [
        evening for evening in evenings if every or not concerned or evening.plan["game"] in concerned
    ]
    results = tuple(_rescore(evening, under) for evening in looked_at)
    return Rescoring(results, len(evenings) - len(results))


def stored_hands(evening: Evening) -> list[StoredHand]:
    """All hands of the evening that count but void deals, by round, table and number; one query."""
    rows = (
        Hand.objects.filter(table_round__round__evening=evening, live=True)
        .order_by("table_round__round__number", "table__number", "number")
        .values_list(
            "table_round__round__number",
            "table__number",
            "number",
            "hand",
            "seat_points",
            "points_a",
            "points_b",
        )
    )
    return [
        StoredHand(round_, table, number, hand, tuple(seats) or (points_a, points_b))
        for round_, table, number, hand, seats, points_a, points_b in rows
        if hand is not None
    ]


def _concerns(under: Mapping[str, Any], game: Game) -> bool:
    entered = under.get("house_rules")
    names = set(entered) if isinstance(entered, Mapping) else set()
    return (
        under.get("game", game.slug) == game.slug
        and under.get("rulebook", game.version) == game.version
        and names <= set(game.options_as_data(game.defaults))
    )


def _rescore(evening: Evening, under: Mapping[str, Any]) -> RescoredEvening:
    setup = setup_of(evening)
    rules = _house_rules(setup.game, setup.plan, under)
    hands = stored_hands(evening)
    pinned = (evening.pinned or {}).get("rulebook", setup.game.version)
    return RescoredEvening(
        evening=evening,
        hands=len(hands),
        changed=tuple(_changed(setup.plan, setup.game, rules, hands)),
        other_rulebook="" if pinned == setup.game.version else pinned,
    )


def _house_rules(game: Game, plan: Plan, under: Mapping[str, Any]) -> Entry:
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
            Fault(f"under.house_rules{fault.field.removeprefix('options')}", fault.code, fault.sentence)
            for fault in refused.faults
        ) from None


def _changed(plan: Plan, game: Game, rules: Entry, hands: Iterable[StoredHand]) -> Iterator[Rescored]:
    before: list[dict[str, Any]] = []
    at_table = (0, 0)
    for stored in hands:
        if (stored.round, stored.table) != at_table:
            at_table, before = (stored.round, stored.table), []
        try:
            points = points_of(plan, scored(plan, game, rules, stored.hand, before))
            before.append(stored.hand)
        except Faults as refused:
            yield Rescored(stored, (), refused.faults)
            continue
        if points != stored.points:
            yield Rescored(stored, points)
