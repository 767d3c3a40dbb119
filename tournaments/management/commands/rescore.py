"""`manage.py rescore --under ...`: what other house rules would make of the hands that are stored."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.catalogue import GAMES
from games.definition import Game
from scoring.entry import Entry
from scoring.faults import Fault, Faults
from tournaments.evening.models import Evening, Hand
from tournaments.evening.plan import Plan, points_of, scored
from tournaments.evening.reads.access import every_evening
from tournaments.evening.reads.facts import setup_of
from tournaments.management import faults_as_data
from tournaments.refusals import refuse

PINNED = {"game", "house_rules", "rulebook"}


class Command(BaseCommand):
    help = (
        "Score stored hands again under other house rules, or under the rules as this program has them now, and "
        "say hand by hand what would count otherwise. Evenings of games that do not know the rules named are "
        "left out, and counted on stderr. Nothing is changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--under",
            default="{}",
            metavar="RULES",
            help='house rules as JSON, {"target": 56}, or a file of them, or of what an evening has pinned '
            '("game", "house_rules", "rulebook"); without it, the house rules each evening has',
        )
        parser.add_argument("--evening", default="", help="one evening only, as club/evening")
        parser.add_argument(
            "--json",
            action="store_true",
            help="one JSON line for each hand that changes; a last one says how many evenings were left_out, if any",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        evenings = every_evening(options["evening"])
        if options["evening"] and not evenings:
            raise CommandError(f"there is no evening {options['evening']}")
        try:
            rescoring = rescore(
                evenings=evenings, under=_under(options["under"]), every=bool(options["evening"])
            )
        except Faults as refused:
            raise CommandError(str(refused)) from refused
        if rescoring.left_out:
            self.stderr.write(
                f"evenings left out, because their games do not know these rules: {rescoring.left_out}"
            )
        if options["json"]:
            self._tell_programs(rescoring)
        else:
            self._tell(rescoring.results)

    def _tell_programs(self, found: Rescoring) -> None:
        for result in found.results:
            for changed in result.changed:
                self.stdout.write(_as_json(result, changed))
        if found.left_out:
            self.stdout.write(json.dumps({"left_out": found.left_out}))

    def _tell(self, results: Sequence[RescoredEvening]) -> None:
        for result in results:
            if result.other_rulebook:
                self.stdout.write(f"{_address(result)}: played under the rulebook {result.other_rulebook}")
            for changed in result.changed:
                self.stdout.write(_as_text(result, changed))
        changes, hands = (
            sum(len(result.changed) for result in results),
            sum(result.hands for result in results),
        )
        self.stdout.write(f"{changes} of {hands} hands would count otherwise; nothing was changed")


def _under(told: str) -> dict[str, Any]:
    try:
        text = told if told.lstrip().startswith("{") else Path(told).read_text(encoding="utf-8")
        entered = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise CommandError(f"--under {told} cannot be read: {error}") from error
    if not isinstance(entered, dict):
        raise CommandError(f"--under {told} is no JSON object")
    return entered if entered.keys() & PINNED else {"house_rules": entered}


def _as_text(result: RescoredEvening, changed: Rescored) -> str:
    stored = changed.stored
    where = f"{_address(result)} round {stored.round} table {stored.table} hand {stored.number}"
    before = " ".join(map(str, stored.points))
    after = " ".join(map(str, changed.points)) or "refused: " + str(Faults(changed.faults))
    return f"{where}: {before} -> {after}"


def _as_json(result: RescoredEvening, changed: Rescored) -> str:
    stored = changed.stored
    fields: dict[str, Any] = {
        "evening": _address(result),
        "round": stored.round,
        "table": stored.table,
        "number": stored.number,
        "points": list(stored.points),
    }
    if changed.faults:
        fields["errors"] = faults_as_data(changed.faults)
    else:
        fields["would_be"] = list(changed.points)
    return json.dumps(fields)


def _address(result: RescoredEvening) -> str:
    return f"{result.evening.club.slug}/{result.evening.slug}"


class StoredHand(NamedTuple):
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
    own = [setup_of(evening).game for evening in evenings if evening.plan.get("edition")]
    games = {**GAMES, **{game.slug: game for game in own}}
    concerned = {slug for slug, game in games.items() if _concerns(under, game)}
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
