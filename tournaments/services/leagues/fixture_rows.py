"""One act of a season of fixtures: an entry in the ledger, and the rows that follow from it.

`ranking.league.record` folds the same entries without the rows; `differences` compares the two.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from tournaments.models import Division, Entrant, EntrantMember, Evening, Fixture, Season
from tournaments.queries.leagues.fixtures import contest
from tournaments.ranking.league.record import Kept, KeptFixture, folded
from tournaments.ranking.season.life import SeasonAct
from tournaments.services.leagues.ledger import SeasonBook

OUT_OF_THE_WAY = 10_000
"""Added to levels and numbers while they change places, so that each stays the only one."""

Body = Mapping[str, Any]


def enact(
    book: SeasonBook, act: SeasonAct, body: dict[str, object], *, reason: str = "", also: tuple[str, ...] = ()
) -> None:
    """Append one entry and let the rows follow. Raises Faults where the season's stage forbids the act."""
    book.write(act, body, reason=reason, also=also)
    _follow(book.season, body, at=book.at)


def told(fixtures: Sequence[KeptFixture]) -> list[dict[str, object]]:
    """Fixtures as an entry tells them."""
    return [fixture.as_data() for fixture in fixtures]


def kept_by_the_ledger(season: Season) -> Kept:
    """The season folded from its ledger; one query."""
    rows = season.ledger.order_by("sequence").values_list("sequence", "body")
    return folded((sequence, json.loads(body)) for sequence, body in rows)


def differences(season: Season) -> list[str]:
    """In what the rows of a season differ from its ledger; nothing where they agree."""
    ledger, rows = kept_by_the_ledger(season), contest(season).state
    found = []
    for name in ("divisions", "entrants", "fixtures", "lots", "adjusted"):
        one, other = getattr(ledger, name), getattr(rows, name)
        found += [f"{name}: {key}" for key in {*one, *other} if one.get(key) != other.get(key)]
    return sorted(found)


@transaction.atomic
def rebuild(season: Season) -> None:
    """Throw the rows of a season away and make them again from its ledger."""
    Season.objects.select_for_update().get(pk=season.pk)
    season.fixtures.all().delete()
    season.entrants.all().delete()
    season.divisions.all().delete()
    for entry in season.ledger.order_by("sequence"):
        _follow(season, json.loads(entry.body), at=entry.at)


def _follow(season: Season, body: Body, *, at: Any) -> None:
    if "divisions" in body:
        _divide(season, body["divisions"])
    for told_one in body.get("entrants", ()):
        _enter(season, told_one)
    if "placed" in body:
        _place(season, body["placed"])
    if "left" in body:
        season.entrants.filter(number=body["left"]).delete()
    if "withdrawn" in body:
        season.entrants.filter(number=body["withdrawn"]).update(withdrawn_at=at)
    if "back" in body:
        season.entrants.filter(number=body["back"]).update(withdrawn_at=None)
    if "absent" in body:
        counts = body["counts"]
        row = {"left_out_of": body["round"] if counts else None, "left_out_as": counts}
        season.entrants.filter(number=body["absent"]).update(**row)
    if body.get("undone"):
        season.fixtures.filter(code__in=body["undone"]).delete()
    if body.get("fixtures"):
        _keep_fixtures(season, [KeptFixture.from_data(one) for one in body["fixtures"]])


def _divide(season: Season, told_all: Sequence[Body]) -> None:
    rows = {row.level: row for row in season.divisions.all()}
    for row in rows.values():
        Division.objects.filter(pk=row.pk).update(level=row.level + OUT_OF_THE_WAY, name=f"\n{row.pk}")
    gone = set(rows) - {one["was"] for one in told_all}
    season.divisions.filter(pk__in=[rows[level].pk for level in gone]).delete()
    for level, one in enumerate(told_all, 1):
        if one["was"] is None:
            Division.objects.create(season=season, level=level, name=one["name"])
        else:
            Division.objects.filter(pk=rows[one["was"]].pk).update(level=level, name=one["name"])


def _enter(season: Season, told_one: Body) -> None:
    division = season.divisions.get(level=told_one["division"])
    row, _ = Entrant.objects.update_or_create(
        season=season,
        number=told_one["number"],
        defaults={
            "name": told_one["name"],
            "division": division,
            "rating": told_one.get("rating"),
        },
    )
    row.members.all().delete()
    EntrantMember.objects.bulk_create(
        [EntrantMember(season=season, entrant=row, player_id=player) for player in told_one["players"]]
    )


def _place(season: Season, told_all: Sequence[Body]) -> None:
    divisions = {row.level: row for row in season.divisions.all()}
    rows = {row.number: row for row in season.entrants.all()}
    moved = [(rows[one["was"]], one) for one in told_all]
    for row, _ in moved:
        row.number += OUT_OF_THE_WAY
    Entrant.objects.bulk_update([row for row, _ in moved], ["number"])
    for row, one in moved:
        row.number, row.division = one["number"], divisions[one["division"]]
    Entrant.objects.bulk_update([row for row, _ in moved], ["number", "division"])


def _keep_fixtures(season: Season, kept: Sequence[KeptFixture]) -> None:
    divisions = {row.level: row for row in season.divisions.all()}
    entrants = {row.number: row for row in season.entrants.all()}
    known = {row.code: row for row in season.fixtures.filter(code__in=[one.code for one in kept])}
    evenings = _evenings({one.evening for one in kept if one.evening})
    new = []
    for one in kept:
        row = known.get(one.code) or Fixture(season=season, code=one.code)
        row.division = divisions[one.division]
        row.round = one.round
        row.home = entrants[one.home]
        row.away = None if one.away is None else entrants[one.away]
        row.status, row.play_off, row.date = one.status, one.play_off, one.day
        row.evening = evenings.get(one.evening)
        row.winner, row.forfeit = one.winner, one.forfeit
        row.games_home, row.games_away = one.games
        row.points_home, row.points_away = one.points or (None, None)
        if row.pk:
            row.save()
        else:
            new.append(row)
    Fixture.objects.bulk_create(new)


def _evenings(addresses: set[str]) -> dict[str, Evening]:
    found = {}
    for address in addresses:
        club, _, slug = address.partition("/")
        row = Evening.objects.filter(club__slug=club, slug=slug).first()
        if row is not None:
            found[address] = row
    return found
