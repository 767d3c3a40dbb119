"""A club to look at: members, evenings that were played, and one in play. Seeded: always the same club."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any

from django.db import transaction

from games import catalogue
from tournaments.club.models import Club, User
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Evening
from tournaments.evening.reads.facts import prizes_of
from tournaments.evening.services import evenings, results, scoresheets
from tournaments.evening.services.perform import perform
from tournaments.league.acts import Open
from tournaments.league.models import Season
from tournaments.league.services import seasons
from tournaments.league.services.ledger import perform as perform_in_season
from tournaments.movement.draw import cut
from tournaments.movement.interface import Tables
from tournaments.movement.seating import Points, level_tables, may_ring
from tournaments.ranking.prizes import ties_to_cut
from tournaments.rehearsal.random_hands import chantecler, pretend_hand
from tournaments.script import BY, Script, play
from tournaments.work import runner
from tournaments.work.models import Job

RULES = {
    "games": ["chantecler", "ascot", "chambery_tarot", "clabberjass", "chamberlain"],
    "points": {"by": "places", "table": [12, 10, 8, 7, 6, 5, 4, 3, 2, 1], "beyond": 1, "ties": "equal"},
    "unit": 10,
    "best": 5,
    "of": 9,
    "minimum": 2,
    "tie_breaks": ["evenings_won", "head_to_head", "lots"],
    "categories": [{"name": "red", "by": "colour"}, {"name": "blue", "by": "colour"}],
    "prizes": {
        "overall": {"best": [3000, 2000, 1000], "booby": 0},
        "by_category": {"best": [500]},
        "one_each": True,
        "ties": "hort",
    },
}


def add_league(club: Club, *, at: datetime) -> Season:
    """A season under way that counts every published evening of the club, worked out at once."""
    league = seasons.make_league(club=club, new=seasons.NewLeague(name="Winter league"), at=at)
    today = at.date()
    season = seasons.make_season(
        league=league,
        name="This winter",
        kind=Season.Kind.EVENINGS,
        starts=today - timedelta(weeks=10),
        ends=today + timedelta(weeks=10),
        rules=RULES,
        by=BY,
        at=at,
    )
    perform_in_season(season=season, act=Open(), by=BY, at=at)
    for key in Job.objects.waiting().values_list("pk", flat=True):
        runner.run(key, clock=lambda: at)
    return season


SLUG = "demo"
USER = "demo-director"
COLOURS = ("red", "blue")
TARGET = 42
NAMES = (
    "Ada Marsh", "Basil Thorne", "Clara Whitlock", "Dorothy Finch", "Edwin Hale", "Flora Penrose", "George Amory",
    "Hester Lowe", "Ivor Blythe", "Josephine Carr", "Kit Rowan", "Lydia Hart", "Miles Sorrel", "Nora Quill",
    "Oscar Vane", "Phoebe Lark", "Quentin Dove", "Rosalind Teal", "Silas Crane", "Tabitha Wren", "Ulric Heron",
    "Violet Swift", "Walter Rook", "Yvonne Jay",
)  # fmt: skip


@dataclass(frozen=True)
class BellEvening:
    name: str
    players: int
    rounds: int
    seed: int
    game: str = "chantecler"
    target: int = TARGET


PAST = (
    BellEvening("Martinmas progressive", 14, 4, 1),
    BellEvening("Autumn progressive", 16, 5, 2),
    BellEvening("Harvest progressive", 13, 3, 3),
    BellEvening("Euchre to the bell", 12, 4, 4, game="euchre", target=10),
)


@dataclass(frozen=True)
class PointsEvening:
    name: str
    game: str
    movement: str
    players: int
    rounds: int
    hands: int
    options: dict[str, Any] = field(default_factory=dict)


_OWN = (
    PointsEvening("Ascot, drawn", "ascot", "drawn", 10, 3, 4, {"rank_by": "differences"}),
    PointsEvening("Tarot at fives", "chambery_tarot", "drawn", 13, 3, 3),
    PointsEvening("Clabberjass for two", "clabberjass", "drawn", 9, 4, 2),
    PointsEvening("Chamberlain at home", "chamberlain", "fixed", 7, 3, 3, {"tie_breaks": ["best_round"]}),
    PointsEvening("Whist drive", "whist", "drawn", 12, 6, 2),
)
PAST_POINTS = (
    *_OWN,
    *(
        PointsEvening(f"{game.name}, drawn", slug, "drawn", players=3 * max(game.seats), rounds=3, hands=3)
        for slug, game in catalogue.GAMES.items()
        if slug not in {evening.game for evening in (*PAST, *_OWN)}
    ),
)
"""In the weeks before the progressive evenings: every game that was not played there."""


def _points(slug: str, hand: dict[str, Any]) -> Points:
    game = catalogue.find(slug)
    scores = game.score(hand, game.house_rules({})).scores
    return scores[0], scores[1]


def random_round(dice: random.Random, tables: int, evening: BellEvening) -> dict[str, Any]:
    """One round of a script: hands until a table reaches the target, and the cuts of the level tables."""
    totals: list[Points] = [(0, 0)] * tables
    hands: list[dict[str, Any]] = []
    for table in _turns(dice, tables):
        hand = pretend_hand(dice, evening.game, 4)
        points = _points(evening.game, hand)
        before = totals[table - 1]
        totals[table - 1] = (before[0] + points[0], before[1] + points[1])
        hands.append({"table": table, "hand": hand})
        if may_ring(table, totals[table - 1], target=evening.target):
            break
    cuts = [{"table": table, "winner": dice.choice("AB")} for table in level_tables(totals)]
    return {"hands": hands, "cuts": cuts}


def _turns(dice: random.Random, tables: int) -> Iterator[int]:
    # Tables finish hands at about the same pace, never in the same order.
    while True:
        yield from dice.sample(range(1, tables + 1), tables)


def random_script(evening: BellEvening, *, date: date) -> Script:
    dice = random.Random(evening.seed)  # noqa: S311 - a game of pretend
    rules = {"target": evening.target}
    head = {"name": evening.name, "date": date, "game": evening.game, "house_rules": rules}
    people = _people(dice, evening.players)
    tables = evening.players // 4
    played = [random_round(dice, tables, evening) for _ in range(evening.rounds)]
    return _script(head, people, (4,) * tables, played)


def random_points_script(evening: PointsEvening, *, date: date) -> Script:
    dice = random.Random(evening.name)  # noqa: S311 - a game of pretend
    options = {"hands_per_round": evening.hands, **evening.options}
    head = {"name": evening.name, "date": date, "game": evening.game, "movement": evening.movement}
    people = _people(dice, evening.players)
    sizes = Tables(catalogue.find(evening.game).seats).sizes(evening.players)
    played = [random_points_round(dice, evening, sizes) for _ in range(evening.rounds)]
    return _script({**head, "movement_options": options}, people, sizes, played)


def random_points_round(
    dice: random.Random, evening: PointsEvening, sizes: tuple[int, ...]
) -> dict[str, Any]:
    turns = islice(_turns(dice, len(sizes)), evening.hands * len(sizes))
    return {
        "hands": [
            {"table": table, "hand": pretend_hand(dice, evening.game, sizes[table - 1])} for table in turns
        ]
    }


def _people(dice: random.Random, count: int) -> list[dict[str, str]]:
    return [
        {"id": f"p{number}", "name": name, "ticket": COLOURS[NAMES.index(name) % 2]}
        for number, name in enumerate(dice.sample(NAMES, count), start=1)
    ]


def _script(
    head: dict[str, Any], people: list[dict[str, str]], sizes: tuple[int, ...], rounds: list[dict[str, Any]]
) -> Script:
    ids = iter([person["id"] for person in people])
    start = [list(islice(ids, size)) for size in sizes]
    document = {"evening": head, "players": people, "start": start, "rounds": rounds}
    return Script.model_validate(document, strict=False)


@transaction.atomic
def make_demo(*, at: datetime) -> Club:
    """Make the demo club, with one evening in play. Where there is one, return it, no longer put away."""
    club = Club.objects.filter(slug=SLUG).first()
    if club is not None:
        Club.objects.filter(pk=club.pk).update(put_away_at=None)
        return club
    director, _ = User.objects.get_or_create(
        username=USER, defaults={"first_name": "Demo", "last_name": "Director"}
    )
    director.set_unusable_password()
    director.save(update_fields=["password"])
    club = clubs.make_club(
        name="The Rooster Card Club", director=director, time_zone="Europe/London", at=at, slug=SLUG
    )
    Club.objects.filter(pk=club.pk).update(is_demo=True)
    for place, name in enumerate(NAMES):
        clubs.add_player(club=club, name=name, colour=COLOURS[place % 2], at=at, another=True)
    today = at.date()
    for weeks, past in enumerate(PAST, start=1):
        script = random_script(past, date=today - timedelta(weeks=weeks))
        evening, _ = play(script=script, club=club, publish=False)
        _settle_and_publish(evening)
    for weeks, points_evening in enumerate(PAST_POINTS, start=len(PAST) + 1):
        script = random_points_script(points_evening, date=today - timedelta(weeks=weeks))
        evening, _ = play(script=script, club=club, publish=False)
        _settle_and_publish(evening)
    add_league(club, at=at)
    _tonight(club, at)
    return club


def _settle_and_publish(evening: Evening) -> None:
    at = evening.finished_at or evening.made_at
    while ties := ties_to_cut(prizes_of(evening)):
        tie = ties[0]
        order = cut(tie.players, seed=evening.seed, label=f"{tie.prize} {tie.colour or ''}".strip())
        perform(
            evening=evening,
            act=acts.CutPrize(prize=tie.prize, colour=tie.colour, other=tie.other, order=order),
            by=BY,
            at=at,
        )
    job = results.request_publication(evening=evening, by=BY, at=at)
    runner.run(job.pk, clock=lambda: at)


def _tonight(club: Club, at: datetime) -> Evening:
    by, dice = "job", random.Random(1910)  # noqa: S311 - a game of pretend
    began = at - timedelta(minutes=15)
    plan = {
        "game": "chantecler",
        "house_rules": {"target": TARGET},
        "rounds": 6,
        "colours": list(COLOURS),
        "movement_options": {"couples": "mixed"},
        "prizes": {"best": 1, "booby": True, "by_colour": True},
    }
    evening = evenings.make_evening(
        club=club,
        name="Tonight’s progressive",
        date=at.date(),
        plan=plan,
        by=by,
        at=began,
        seed="1910",
    )
    perform(evening=evening, act=acts.OpenDoors(), by=by, at=began)
    arrivals = [(player, player.colour) for player in club.players.order_by("pk")[:14]]
    evenings.check_in(evening=evening, players=arrivals, by=by, at=began)
    perform(evening=evening, act=acts.Draw(), by=by, at=began)
    perform(evening=evening, act=acts.Start(), by=by, at=began)
    evening.refresh_from_db()
    for count, table in enumerate((1, 2, 3, 2, 1)):
        hand = chantecler(dice)
        scoresheets.enter_hand(
            evening_id=evening.pk,
            table_number=table,
            hand=hand,
            key=f"demo-{count}",
            by=f"table:{table}",
            at=began + timedelta(minutes=2 * (count + 1)),
        )
    return evening
