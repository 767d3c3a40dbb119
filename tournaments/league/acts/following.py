"""Results that follow what is so elsewhere: an evening as published last, and who is read as one person.

A result is a function of the two. Nobody's result moves for anything else, and what follows is never refused for
what rests on it in a knock-out: that is left to the secretary, who sees both.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from tournaments.league.acts.act import EveningGames, Now, SeasonAct
from tournaments.league.acts.fixtures import FollowKnockOut, Merge, MoveResult, TakeResult, fixtures_data
from tournaments.league.acts.record import Body, SeasonRecord
from tournaments.league.acts.results import result_of_evening, sides
from tournaments.ranking.fixtures.record import KeptFixture
from tournaments.ranking.series.evenings import Persons


class FollowEvening(TakeResult):
    """A fixture, by its code, follows the evening it rests on; ahead again where that gives no result any more."""

    fixture: str

    def instead(self, record: SeasonRecord) -> SeasonAct:
        """In the words of one that has a result, where it has."""
        there = record.contest.fixtures.get(self.fixture)
        return self if there is None or there.is_ahead else FollowEveningAgain(fixture=self.fixture)

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        """The fixture as it is from now on; None while nothing of the evening is published, or it is corrected."""
        return _followed(self.fixture, record, now)

    def then(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        """Knock-outs go on by it, where they can."""
        return _on_from(record)


class FollowEveningAgain(MoveResult):
    """A fixture with a result follows the evening it rests on."""

    fixture: str

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        """As for one without."""
        return _followed(self.fixture, record, now)

    def then(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        """Knock-outs go on by it, where they can."""
        return _on_from(record)


class FollowPeople(Merge):
    """Bring the results that evenings gave up to date with who is read as one person.

    Only fixtures in which somebody takes part who was ever merged are looked at, and what changes is one entry. One
    in which somebody would meet themselves stays as it is, and so do those of an evening that is being corrected:
    they follow it when it is published.
    """

    def decide(self, record: SeasonRecord, now: Now) -> Body | None:
        """What changes, with how it was before, and who is read as whom."""
        by_evening = groupby(
            sorted(_of_merged(record, now), key=lambda one: one.evening), lambda one: one.evening
        )
        changed: list[tuple[KeptFixture, KeptFixture]] = []
        for evening, fixtures in by_evening:
            games = now.outside.games(evening)
            if games is not None:
                changed += [
                    (one, then) for one in fixtures if (then := _by_who_is_who(record, one, games)) != one
                ]
        if not changed:
            return None
        changed.sort(key=lambda pair: _place(pair[0]))
        people = {str(one) for was, _ in changed for one in _people(record, was)}
        return {
            "fixtures": fixtures_data([then for _, then in changed]),
            "before": fixtures_data([was for was, _ in changed]),
            "read": _read(now.outside.persons, people),
        }

    def then(self, record: SeasonRecord) -> Iterable[SeasonAct]:
        """Knock-outs go on by it, where they can."""
        return _on_from(record)


def _on_from(record: SeasonRecord) -> Iterable[SeasonAct]:
    return (FollowKnockOut(where_free=True),) if record.stage in FollowKnockOut.when else ()


def _followed(code: str, record: SeasonRecord, now: Now) -> Body | None:
    before = record.contest.fixtures.get(code)
    games = now.outside.games(before.evening) if before is not None and before.evening else None
    if before is None or games is None:
        return None
    found = result_of_evening(before, games, record.contest, record.fixture_rules)
    after = before.ended(found) if found else before.ahead()
    if after == before:
        return None
    return {
        "fixtures": fixtures_data([after]),
        "before": fixtures_data([before]),
        "publication": games.publication,
    }


def _of_merged(record: SeasonRecord, now: Now) -> list[KeptFixture]:
    """The fixtures with a result of an evening, or one to come, in which somebody takes part who was ever merged."""
    people = {
        one.code: _people(record, one)
        for one in record.fixtures
        if one.evening and one.away is not None and one.status in ("planned", "postponed", "played")
    }
    merged = now.outside.ever_merged(set().union(*people.values()))
    return [record.contest.fixtures[code] for code, own in people.items() if own & merged]


def _people(record: SeasonRecord, fixture: KeptFixture) -> set[int]:
    return {player for number in fixture.numbers() for player in record.contest.entrants[number].players}


def _by_who_is_who(record: SeasonRecord, now: KeptFixture, games: EveningGames) -> KeptFixture:
    """A fixture as it is by who is who now."""
    home, away = sides(now, games, record.contest)
    if home & away:
        return now
    found = result_of_evening(now, games, record.contest, record.fixture_rules)
    if found is not None:
        return now.ended(found)
    if now.is_ahead:
        return now
    # What was postponed before a merge gave it a result is postponed again.
    then, since = record.before_merges.get(now.code, (now, None))
    return then if since == now and then.is_ahead else now.ahead()


def _place(fixture: KeptFixture) -> tuple[bool, int, int, str]:
    return fixture.play_off, fixture.division, fixture.round, fixture.code


def _read(persons: Persons, people: set[str]) -> dict[str, str]:
    """Who is read as one of these people, and as whom."""
    real = {persons.real(one) for one in people}
    return {old: persons.real(old) for old in sorted(persons.merged, key=int) if persons.real(old) in real}
