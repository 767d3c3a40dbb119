"""What the table of a season costs, from the beginning and with one evening more: by itself, and kept by a database.

The road through the services is measured on a SQLite database of its own. It reads what evenings gave, works the
table out, and writes the lines that are other than before, in one transaction, which is taken back each time.
"""

from __future__ import annotations

import gc
import json
import random
import tempfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from benchmarks.entering_hands import set_up
from benchmarks.measure import Row, compare, in_turn, milliseconds
from tournaments.league import acts
from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.table import TableState, table_state, updated
from tournaments.ranking.series.units import EveningLine, EveningResult

EVENINGS = 200
PLAYERS = 500
ROAD_RUNS = 3
FIRST_DAY = date(2026, 1, 1)
DATA: dict[str, Any] = {
    "games": ["chantecler"],
    "points": {"by": "places", "table": list(range(400, 0, -1))},
    "best": 120,
    "missed": {"gives": "own_average", "at_most": 5},
    "tie_breaks": ["best_evening", "evenings_won", "head_to_head", "points_difference", "lots"],
}
RULES = SeasonRules.model_validate(DATA)


def evenings(number: int, players: int) -> list[EveningResult]:
    """A season at which everybody is there every evening, places shared as games won happen to be level."""
    chance = random.Random(1910)
    return [_evening(chance, number, players) for number in range(number)]


def _evening(chance: random.Random, number: int, players: int) -> EveningResult:
    keys = sorted(((chance.randrange(25), chance.randrange(-90, 90)) for _ in range(players)), reverse=True)
    people = chance.sample(range(players), players)
    place, lines = 1, []
    for rank, (person, key) in enumerate(zip(people, keys, strict=True), 1):
        if rank > 1 and key != keys[rank - 2]:
            place = rank
        lines.append(EveningLine(f"person {person}", place, 12, key[0], 100 + key[1], key[1]))
    day = FIRST_DAY + timedelta(days=number)
    return EveningResult(f"evening {number:03}", day, "chantecler", tuple(lines))


def read(state: TableState) -> int:
    """Every evening of every line, as all players' pages together show them."""
    return sum(len(line.contributions) for line in state.lines)


def kept_season() -> tuple[Any, Any]:
    """A season that has taken all evenings but the last, and that last one, which is published."""
    from tournaments.club.services import clubs
    from tournaments.evening.models import Evening, Publication
    from tournaments.league.models import Season, SeasonEvening
    from tournaments.league.services import seasons
    from tournaments.league.services.ledger import perform

    at = datetime(2026, 1, 1, tzinfo=UTC)
    club = clubs.make_club(name="Bench", director=None, time_zone="UTC", at=at)
    people = clubs.add_names(club=club, names=[f"Player {one}" for one in range(PLAYERS)], at=at)
    keys = {f"person {one}": player.pk for one, player in enumerate(people)}
    league = seasons.make_league(club=club, new=seasons.NewLeague(name="Bench"), at=at)
    made = seasons.make_season(
        league=league, name="One", kind="evenings", starts=FIRST_DAY, ends=FIRST_DAY + timedelta(days=365),
        rules=DATA, by="script", at=at,
    )  # fmt: skip
    perform(season=made, act=acts.Open(), by="script", at=at)
    season = Season.objects.get(pk=made.pk)
    played = evenings(EVENINGS, PLAYERS)
    evening_rows = Evening.objects.bulk_create(
        Evening(club=club, name=one.evening, slug=f"evening-{number}", date=one.date, plan={"game": one.game},
                seed="", status="published", made_at=at)
        for number, one in enumerate(played)
    )  # fmt: skip
    SeasonEvening.objects.bulk_create(
        SeasonEvening(season=season, evening=row, publication=1, result=as_result(one, keys))
        for row, one in zip(evening_rows[:-1], played, strict=False)
    )
    last = evening_rows[-1]
    tickets = last.tickets.bulk_create(
        last.tickets.model(
            evening=last, player=player, number=number, code=f"{player.pk}", start_order=number
        )
        for number, player in enumerate(people, 1)
    )
    Publication.objects.create(
        evening=last, number=1, published_at=at, archive=archive(last, tickets, played[-1], keys)
    )
    return Season.objects.get(pk=season.pk), last


def as_result(evening: EveningResult, keys: dict[str, int]) -> dict[str, Any]:
    """An evening as a season keeps it."""
    lines = [
        [
            keys[line.person],
            line.place,
            line.played,
            line.won_halves,
            line.points_for,
            line.points_difference,
            "",
            False,
        ]
        for line in evening.lines
    ]
    return {"date": evening.date.isoformat(), "game": evening.game, "lines": lines}


def archive(evening: Any, tickets: list[Any], played: EveningResult, keys: dict[str, int]) -> str:
    """What a season reads of an evening that was published."""
    names = ("place", "played", "won_halves", "points_for", "points_difference")
    told = {
        "evening": {"date": evening.date.isoformat(), "game": played.game},
        "tickets": [{"code": ticket.code, "colour": "", "guest": False} for ticket in tickets],
        "standings": [
            {"ticket": f"{keys[line.person]}", **{name: getattr(line, name) for name in names}}
            for line in played.lines
        ],
    }
    return json.dumps(told)


def road() -> list[Row]:
    """The table of a season as a worker keeps it."""
    from django.db import transaction

    from tournaments.league.reads.tables import forget, tables_of
    from tournaments.league.services import tables
    from tournaments.league.services.ledger import open_season
    from tournaments.league.services.tables import take_evenings

    season, last = kept_season()
    at = datetime(2026, 12, 1, tzinfo=UTC)
    tables.recompute(season=season, by="script", at=at, only=[])

    def recompute(only: list[int] | None) -> int:
        return tables.recompute(season=season, by="script", at=at, only=only)

    def taken_back(prepare: Callable[[], object], work: Callable[[], object]) -> float:
        with transaction.atomic():
            prepare()
            gc.collect()  # what was made ready is not gone through again while it counts
            gc.freeze()
            took = milliseconds(work)
            transaction.set_rollback(True)
        return took

    def taken_and_gone() -> None:
        recompute([last.pk])
        season.lines.all().delete()
        forget()

    def kept_without_the_last() -> None:
        forget()
        tables_of(season)

    def kept_and_the_last_is_new() -> None:
        kept_without_the_last()
        take_evenings(open_season(season.pk, by="script", at=at), [last.pk])

    bare = evenings(EVENINGS, PLAYERS)
    measured = in_turn(
        lambda: taken_back(taken_and_gone, lambda: recompute(None)),
        lambda: taken_back(kept_and_the_last_is_new, lambda: tables_of(season)[""].lines),
        lambda: taken_back(kept_without_the_last, lambda: recompute([last.pk])),
        lambda: milliseconds(lambda: table_state(RULES, bare).lines),
        runs=ROAD_RUNS,
    )
    whole, read, update, alone = measured
    name = f"a worker writes {EVENINGS} evenings of {PLAYERS} people from nothing"
    return [
        Row(name, whole, reference="their table by itself", beside=alone, most_ratio=3.5),
        Row(
            "one evening more read and put into the table",
            read,
            reference=name,
            beside=whole,
            most_ratio=1 / 20,
        ),
        Row("the same taken from its publication, all lines written", update, reference=name, beside=whole),
    ]


def rows() -> list[Row]:
    """All of it."""
    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as folder:
        set_up(folder)
        return [*alone(), *road()]


def alone() -> list[Row]:
    """The table of a season by itself, without a database."""
    season = evenings(EVENINGS, PLAYERS)
    kept, last = table_state(RULES, season[:-1]), season[-1]
    whole = f"the table of {EVENINGS} evenings of {PLAYERS} people, from the beginning"
    return [
        compare(
            whole,
            lambda: table_state(RULES, season).lines,
            f"sorting their {EVENINGS * PLAYERS} lines",
            lambda: sorted((line.person, one.evening) for one in season for line in one.lines),
            runs=5,
            most_ratio=3,
        ),
        compare(
            "one evening more, where all of them were there",
            lambda: updated(kept, last).lines,
            whole,
            lambda: table_state(RULES, season).lines,
            runs=5,
            most_ratio=1 / 20,
        ),
        compare(
            "every evening of every line told",
            lambda: read(table_state(RULES, season)),
            whole,
            lambda: table_state(RULES, season).lines,
            runs=3,
        ),
    ]
