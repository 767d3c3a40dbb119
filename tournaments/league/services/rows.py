"""The one writer of a season's rows: brings them from what they were to what its ledger says."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import CharField, Q, QuerySet, Value
from django.db.models.functions import Cast, Concat

from tournaments import tenant_guard
from tournaments.club.models import Player
from tournaments.club.reads.members import ERASED
from tournaments.league.acts import fold
from tournaments.league.acts.act import SeasonRecord, SeasonRows, Word, rows_of
from tournaments.league.models import (
    CategoryMember,
    Division,
    Entrant,
    EntrantMember,
    Fixture,
    Season,
    SeasonEvening,
)
from tournaments.league.reads.fixtures import contest, evenings_at
from tournaments.league.reads.persons import call_entrants, without_withheld
from tournaments.ledger.records import entries_after
from tournaments.ranking.fixtures.record import KeptEntrant, KeptFixture


def follow_public_name(players: Collection[int]) -> None:
    with tenant_guard.bypass():  # people of a club are entered in seasons of others
        settle_public_name(Entrant.objects.filter(members__player__in=players).distinct())


def forget_public_name(player: Player, called: Collection[str]) -> None:
    """Show only officers the entrants' names with an erased player's in it. `called`: names now and before."""
    withheld = [(name, ERASED) for name in {*called, player.public_name} if name]
    with tenant_guard.bypass():
        for entrant in Entrant.objects.filter(members__player=player).distinct():
            shown_name = without_withheld(entrant.public_name or entrant.name, withheld)
            public_name = "" if shown_name == entrant.name else shown_name
            Entrant.objects.filter(pk=entrant.pk).update(public_name=public_name)


def settle_public_name(entrants: QuerySet[Entrant]) -> None:
    """Work out what these entrants are called in public; three queries where nothing changes."""
    changed = []
    for entrant in entrants.prefetch_related("members__player"):
        people = [member.player for member in entrant.members.all()]
        withheld = [(person.name, person.public_name) for person in people if person.public_name]
        # What was erased is known to nobody any more: it stays out of what was shown.
        was_erased = any(person.name == ERASED for person in people)
        shown_name = without_withheld((was_erased and entrant.public_name) or entrant.name, withheld)
        public_name = "" if shown_name == entrant.name else shown_name
        if public_name != entrant.public_name:
            entrant.public_name = public_name
            changed.append(entrant)
    Entrant.objects.bulk_update(changed, ["public_name"])


Entrants = Mapping[int, tuple[KeptEntrant, str | None]]
NOTHING = rows_of(SeasonRecord())
FIXTURE_FIELDS = (
    *("division", "round", "home", "away", "status", "play_off", "date", "evening"),
    *("winner", "forfeit", "games_home", "games_away", "points_home", "points_away"),
)


def as_column(name: str, value: Any) -> Any:
    """Times and days, which are texts in a ledger, as columns hold them."""
    if name in ("starts", "ends"):
        return date.fromisoformat(value)
    return datetime.fromisoformat(value) if value and name.endswith("_at") else value


def write_rows(season: Season, before: SeasonRows, after: SeasonRows) -> None:
    _drop_fixtures(season, before, after)
    _divisions(season, before.divisions, after.divisions)
    _entrants(season, before.entrants, after.entrants)
    gone = [level for level in before.divisions if level not in after.divisions]
    season.divisions.filter(level__in=gone).delete()
    _fixtures(season, before.fixtures, after.fixtures)
    _words(season, before, after)
    _members(season, before, after)


def folded(season: Season) -> SeasonRecord:
    """The season as its ledger tells it; two queries."""
    record = fold(entry for entry, _ in entries_after(season, 0))
    call_entrants(season, record.contest)
    return record


def differences(season: Season) -> list[str]:
    """Where the rows of a season differ from its ledger; empty where they agree."""
    ledger, rows = folded(season).contest, contest(season).state
    lines = []
    for name in ("divisions", "entrants", "fixtures", "lots", "adjusted"):
        in_ledger, other = getattr(ledger, name), getattr(rows, name)
        lines += [f"{name}: {key}" for key in {*in_ledger, *other} if in_ledger.get(key) != other.get(key)]
    return sorted(lines)


def own_differences(season: Season) -> list[str]:
    """Where a season's own row, its decisions about evenings and its categories differ from its ledger."""
    ledger = rows_of(folded(season))
    lines = [name for name, value in ledger.season.items() if as_column(name, value) != getattr(season, name)]
    lines = [name for name in lines if name != "stage" or not season.origin]
    known = {evening: ledger.words[address] for address, evening in evenings_at(set(ledger.words)).items()}
    words = {row.evening: Word(row.choice, row.void) for row in season.evenings.select_related("evening")}
    lines += [
        f"evening {evening.slug}"
        for evening in {*known, *words}
        if known.get(evening, Word()) != words.get(evening, Word())
    ]
    members = set(season.category_members.values_list("category", "player"))
    lines += [f"category {category}: player {player}" for category, player in members ^ ledger.members.keys()]
    others = Q(division__season=season) & ~Q(season=season)
    lines += [f"fixture {row.code}: another season" for row in Fixture.objects.filter(others)]
    entered = Q(entrant__season=season) & ~Q(season=season)
    lines += [f"member {row.player_id}: another season" for row in EntrantMember.objects.filter(entered)]
    return sorted(lines)


@transaction.atomic
def rebuild(season: Season) -> None:
    Season.objects.select_for_update().get(pk=season.pk)
    season.fixtures.all().delete()
    season.entrants.all().delete()
    season.divisions.all().delete()
    write_rows(season, NOTHING, rows_of(folded(season)))


def _divisions(season: Season, before: Mapping[int, str], after: Mapping[int, str]) -> None:
    renamed = [level for level in before if level in after and before[level] != after[level]]
    leaving = [level for level in before if level not in after]
    if renamed or leaving:
        # Two may change names, or a new one take the name of one that goes: each makes room first.
        room = Concat(Value("\n"), Cast("level", CharField()))
        season.divisions.filter(level__in=[*renamed, *leaving]).update(name=room)
    for level in renamed:
        season.divisions.filter(level=level).update(name=after[level])
    Division.objects.bulk_create(
        Division(season=season, level=level, name=name)
        for level, name in after.items()
        if level not in before
    )


def _entrants(season: Season, before: Entrants, after: Entrants) -> None:
    season.entrants.filter(number__in=[number for number in before if number not in after]).delete()
    changed = {number: entrant for number, entrant in after.items() if before.get(number) != entrant}
    if not changed:
        return
    divisions = {row.level: row for row in season.divisions.all()}
    rows = {row.number: row for row in season.entrants.filter(number__in=changed)}
    fresh: list[Entrant] = []
    others: list[Entrant] = []
    for number, (entrant, withdrawn_at) in changed.items():
        row = rows.get(number) or Entrant(season=season, number=number)
        row.name, row.rating, row.division = entrant.name, entrant.rating, divisions[entrant.division]
        row.withdrawn_at = as_column("withdrawn_at", withdrawn_at)
        row.left_out_of, row.left_out_as = entrant.left_out or (None, "")
        (others if row.pk else fresh).append(row)
        rows[number] = row
    Entrant.objects.bulk_create(fresh)
    names = ("name", "rating", "division", "withdrawn_at", "left_out_of", "left_out_as")
    Entrant.objects.bulk_update(others, names)
    players = {number: entrant.players for number, (entrant, _) in changed.items()}
    moved = [
        number for number in changed if number not in before or before[number][0].players != players[number]
    ]
    season.entrant_members.filter(entrant__in=[rows[number] for number in moved]).delete()
    EntrantMember.objects.bulk_create(
        EntrantMember(season=season, entrant=rows[number], player_id=player)
        for number in moved
        for player in players[number]
    )
    settle_public_name(season.entrants.filter(number__in=changed))


def _drop_fixtures(season: Season, before: SeasonRows, after: SeasonRows) -> None:
    # In a knock-out that took another way, another fixture has the code now.
    sides = {code: (fixture.home, fixture.away) for code, fixture in after.fixtures.items()}
    gone = [
        code for code, fixture in before.fixtures.items() if sides.get(code) != (fixture.home, fixture.away)
    ]
    season.fixtures.filter(code__in=gone).delete()


def _fixtures(season: Season, before: Mapping[str, KeptFixture], after: Mapping[str, KeptFixture]) -> None:
    changed = [fixture for code, fixture in after.items() if before.get(code) != fixture]
    if not changed:
        return
    divisions = {row.level: row for row in season.divisions.all()}
    entrants = {row.number: row for row in season.entrants.all()}
    known = {row.code: row for row in season.fixtures.filter(code__in=[fixture.code for fixture in changed])}
    evenings = evenings_at({fixture.evening for fixture in changed if fixture.evening})
    new: list[Fixture] = []
    others: list[Fixture] = []
    for fixture in changed:
        row = known.get(fixture.code) or Fixture(season=season, code=fixture.code)
        row.division = divisions[fixture.division]
        row.round = fixture.round
        row.home = entrants[fixture.home]
        row.away = None if fixture.away is None else entrants[fixture.away]
        row.status, row.play_off, row.date = fixture.status, fixture.play_off, fixture.day
        row.evening = evenings.get(fixture.evening)
        row.winner, row.forfeit = fixture.winner, fixture.forfeit
        row.games_home, row.games_away = fixture.games
        row.points_home, row.points_away = fixture.points or (None, None)
        (others if row.pk else new).append(row)
    Fixture.objects.bulk_create(new)
    Fixture.objects.bulk_update(others, FIXTURE_FIELDS)


def _words(season: Season, before: SeasonRows, after: SeasonRows) -> None:
    changed = {address: word for address, word in after.words.items() if before.words.get(address) != word}
    for address, evening in evenings_at(set(changed)).items():
        SeasonEvening.objects.update_or_create(
            season=season, evening=evening, defaults=changed[address]._asdict()
        )


def _members(season: Season, before: SeasonRows, after: SeasonRows) -> None:
    for category, player in before.members:
        if (category, player) not in after.members:
            season.category_members.filter(category=category, player=player).delete()
    CategoryMember.objects.bulk_create(
        CategoryMember(season=season, category=category, player_id=player)
        for category, player in after.members
        if (category, player) not in before.members
    )
