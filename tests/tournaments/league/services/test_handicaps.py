"""A season with handicaps pins them, and the ratings they rest on, with each evening it takes."""

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.tournaments.a_season import FIRST_DAY, LAST_DAY, RULES, ASeason, league_jobs
from tests.tournaments.an_evening import STEPS, AnEvening
from tests.tournaments.kept_rows import kept
from tests.tournaments.league.services.test_tables import turn_round
from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.evening.services import evenings
from tournaments.league import acts
from tournaments.league.models import RatingPoint, SeasonEvening
from tournaments.league.reads.ratings import RatingPlace, published_games, rated_games, ratings_before
from tournaments.league.reads.tables import forget, tables_of
from tournaments.league.services import bonds, ledger
from tournaments.ranking.ratings import HandicapRule, Rating, handicaps
from tournaments.ranking.series.rules import SeasonRules
from tournaments.ranking.series.units import Persons
from tournaments.ranking.series.words import series_rules_in_words
from tournaments.work import outbox, runner
from tournaments.work.models import Job
from tournaments.work.outbox import failure

DAYS = [date(2026, 10, day) for day in (2, 9, 16)]
RULE = {"per": 2, "most": 1000, "least_games": 0}
SCORED: dict[str, Any] = {"points": {"by": "score_points"}, "handicap": RULE}
DAYS_OF_IT: dict[str, Any] = {"called": "Season 1", "starts": FIRST_DAY, "ends": LAST_DAY, "takes": "every"}


def taken(evening: AnEvening) -> SeasonEvening:
    return SeasonEvening.objects.get(evening=evening.evening)


def given(evening: AnEvening) -> dict[str, int]:
    result = taken(evening).result
    assert result is not None
    return {str(line[0]): line[8] for line in result["lines"]}


def by_hand(evening: Evening, rule: dict[str, int] = RULE) -> Counter[str]:
    """What the games that were played and the ratings before the evening come to."""
    known = ratings_before(evening.club, "chantecler", RatingPlace.of(evening))
    sums: Counter[str] = Counter()
    for game in rated_games([evening]):
        sides = [[known.get(person, Rating()) for person in side] for side in game.sides]
        for side, points in zip(game.sides, handicaps(sides, HandicapRule(**rule)), strict=True):
            for person in side:
                sums[person] += points
    return sums


def is_as_by_hand(evening: AnEvening) -> bool:
    found, expected = given(evening), by_hand(evening.evening)
    return found == {person: expected[person] for person in found}


def sit_down(evening: AnEvening) -> None:
    """Seat everybody in the order of the list, so that no draw makes all sides equally good."""
    evening.bring_to("check_in")
    codes = dict(evening.evening.tickets.values_list("player", "code"))
    sitters = [codes[player.pk] for player in evening.players]
    evening.act(evenings.seat_by_hand, tables=[sitters[:4], sitters[4:]], sitting_out=[])


@pytest.fixture
def season(club: Club) -> ASeason:
    """A season with handicaps and two evenings of a round, the same people in the same seats at each."""
    return kept("a season with handicaps", lambda: played_twice(club))


def played_twice(club: Club, *moments: datetime) -> ASeason:
    season = ASeason.made(club, rules=SCORED)
    for at in moments or [season.at.replace(month=day.month, day=day.day) for day in DAYS[:2]]:
        evening = AnEvening.made(club, 8, at=at, rounds=1)
        sit_down(evening)
        for step in STEPS[STEPS.index("playing") :]:
            evening.step_to(step)
        season.evenings.append(evening)
        season.work()
    return season


def another(season: ASeason) -> AnEvening:
    """A third evening, published; nobody has done the work it leaves."""
    at = season.at.replace(month=10, day=16)
    return AnEvening.made(season.season.league.club, 8, at=at, rounds=1).bring_to("published")


def test_the_ratings_before_an_evening_make_its_handicaps(season: ASeason) -> None:
    first, second = season.evenings
    assert set(given(first).values()) == {0}
    assert is_as_by_hand(second)
    assert len(set(given(second).values())) > 1


def test_an_evening_earlier_the_same_day_counts_as_before_for_seasons_of_both_kinds(club: Club) -> None:
    season = played_twice(club, *(datetime(2026, 10, 2, hour, tzinfo=UTC) for hour in (14, 19)))
    first, second = season.evenings
    assert set(given(first).values()) == {0}
    found = given(second)
    assert len(set(found.values())) > 1
    games = published_games(second.evening, Persons(), rule=HandicapRule(**RULE))
    assert games is not None
    assert found == {
        person: points
        for game in games
        for side, points in zip(game.sides, game.handicaps, strict=True)
        for person in side
    }


def test_a_correction_keeps_the_ratings_the_evening_was_played_under(season: ASeason) -> None:
    first, second = season.evenings
    before = taken(second).result
    turn_round(first)
    first.step_to("published")
    season.work()
    turn_round(second)
    second.step_to("published")
    season.work()
    row = taken(second)
    assert before is not None
    assert row.result is not None
    assert row.publication == 2
    assert row.result["rated"] == before["rated"]
    assert given(second) == {str(line[0]): line[8] for line in before["lines"]}
    assert given(second) != by_hand(second.evening), "the ratings are others by now"


def test_another_rule_is_applied_with_the_same_ratings(season: ASeason) -> None:
    rule, second = {"per": 1, "most": 3, "least_games": 0}, season.evenings[1]
    expected, before = by_hand(second.evening, rule), taken(second).result
    RatingPoint.objects.update(mu=40)
    season.act(acts.Change(rules={**RULES, **SCORED, "handicap": rule}, reason="a vote", **DAYS_OF_IT))
    season.work()
    found = given(second)
    assert before is not None
    assert found == {person: expected[person] for person in found}
    assert taken(second).result["rated"] == before["rated"]  # type: ignore[index]
    assert season.acts()[-1] == "change", "the entry of the rule says why totals moved"


def test_a_season_that_gets_handicaps_under_way_takes_its_evenings_again(club: Club) -> None:
    season = ASeason.made(club, rules={"points": {"by": "score_points"}})
    evenings = [season.play(day) for day in DAYS[:2]]
    without = season.totals()
    season.act(acts.Change(rules={**RULES, **SCORED}, reason="a vote", **DAYS_OF_IT))
    tables_of(season.season)  # somebody looks before the work is done
    season.work()
    points = by_hand(evenings[1].evening)
    names = {player.name: str(player.pk) for evening in evenings for player in evening.players}
    assert season.totals() == {name: total + 2 * points[names[name]] for name, total in without.items()}
    season.act(acts.Change(rules={**RULES, "points": SCORED["points"]}, reason="again", **DAYS_OF_IT))
    season.work()
    assert season.totals() == without
    assert {len(line) for line in taken(evenings[1]).result["lines"]} == {8}  # type: ignore[index]


def ask_ratings(season: ASeason, game: str = "chantecler", evening: AnEvening | None = None) -> Job:
    club = season.season.league.club
    return ledger.ask_ratings(club, game, evening=evening.evening if evening else None, at=season.at)


def given_up(season: ASeason, *what: Any) -> Job:
    asked = ask_ratings(season, *what)
    remark = failure(ValueError("no")).as_data()
    Job.objects.filter(pk=asked.pk).update(outcome="failed", attempts=8, remark=remark)
    asked.refresh_from_db()
    return asked


@pytest.mark.parametrize("of", ["another game", "a later evening", "a later evening, given up"])
def test_it_does_not_wait_for_what_changes_nothing_before_it(season: ASeason, of: str) -> None:
    first, second = season.evenings
    turn_round(first)
    first.step_to("published")
    season.season.league.club.jobs.update(outcome="done")
    ask = given_up if "given up" in of else ask_ratings
    ask(season, "ascot") if of == "another game" else ask(season, "chantecler", second)
    SeasonEvening.objects.filter(evening=first.evening).delete()
    mine = season.season.jobs.waiting().get()
    assert runner.run(mine.pk, clock=season.clock).outcome == "done"  # type: ignore[union-attr]
    assert taken(first).publication == 2


@pytest.mark.parametrize(("outcome", "seconds"), [("waiting", 1), ("failed", 60)])
def test_an_evening_waits_for_the_ratings_before_it(season: ASeason, outcome: str, seconds: int) -> None:
    behind = given_up(season) if outcome == "failed" else ask_ratings(season)
    evening = another(season)
    mine = season.season.jobs.waiting().get()
    at = season.clock()
    put_back = runner.run(mine.pk, clock=lambda: at)
    assert put_back is not None
    assert (put_back.outcome, put_back.attempts) == ("waiting", 0)
    assert put_back.due_at == at + timedelta(seconds=seconds)
    assert not SeasonEvening.objects.filter(evening=evening.evening).exists(), "no old ratings are kept"
    assert mine.pk not in outbox.hand_out(at=at)
    if outcome == "failed":
        outbox.try_again(job=behind, at=at)
    season.work()
    assert not league_jobs().exclude(outcome="done").exists()
    assert is_as_by_hand(evening)


def test_ratings_from_earlier_on_do_what_was_given_up_too(season: ASeason) -> None:
    given_up(season, "chantecler", season.evenings[1])
    ask_ratings(season)
    season.work()
    assert not league_jobs().exclude(outcome="done").exists()


def test_a_season_is_woken(
    season: ASeason, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[int] = []
    monkeypatch.setattr(outbox, "send", lambda _queue, key: told.append(key))
    failed = given_up(season)
    another(season)
    mine = season.season.jobs.waiting().get()
    outbox.try_again(job=failed, at=season.at)
    with django_capture_on_commit_callbacks(execute=True):
        runner.run(failed.pk, clock=season.clock)
    assert mine.pk in told


def test_a_bonus_waits_for_no_ratings(season: ASeason) -> None:
    ask_ratings(season)
    line = season.lines()[0]
    season.act(acts.GiveBonus(player=line.player.pk, points=4, reason="the cake"))
    mine = season.season.jobs.waiting().get()
    assert runner.run(mine.pk, clock=season.clock).outcome == "done"  # type: ignore[union-attr]
    assert season.totals()[line.player.name] == line.total + 4


def test_two_players_read_as_one_came_with_one_rating(club: Club) -> None:
    season = ASeason.made(club, rules=SCORED)
    season.play(DAYS[0])
    before = season.evenings[0].players
    married = AnEvening.made(club, 8, at=season.at.replace(month=10, day=9), rounds=1, name="Other")
    bonds.merge(duplicate=married.players[0], into=before[0], by="user:1", at=season.clock(), reason="wed")
    married.bring_to("published")
    season.work()
    rated = taken(married).result["rated"]  # type: ignore[index]
    shown = [(told[0], told[1]) for told in (rated[str(player.pk)] for player in married.players)]
    assert shown[0][1] == 1
    assert set(shown[1:]) == {(1500, 0)}


def test_an_evening_taken_again_with_other_ratings_is_seen(season: ASeason) -> None:
    second, before = season.evenings[1], tables_of(season.season)
    SeasonEvening.objects.filter(evening=second.evening).delete()
    RatingPoint.objects.filter(player__in=second.players[:3]).update(mu=40)
    ledger.ask_season(season.season, evening=second.evening, at=season.clock())
    season.work()
    kept = tables_of(season.season)
    forget()
    assert kept[""].lines == tables_of(season.season)[""].lines != before[""].lines


@pytest.mark.parametrize("substitute", ["own", "inherits"])
def test_whoever_takes_a_line_over_has_the_handicaps_of_its_games(season: ASeason, substitute: str) -> None:
    evening = AnEvening.made(
        season.season.league.club, 8, at=season.at.replace(month=10, day=16), rounds=2, substitute=substitute
    )
    sit_down(evening)
    for step in ("playing", "bell", "settled"):
        evening.step_to(step)
    evening.work()
    first = by_hand(evening.evening)
    leaving = evening.evening.tickets.get(
        player__in=[int(person) for person, points in first.items() if points][:1]
    )
    evening.act(evenings.substitute_guest, ticket=leaving, name="Instead")
    for step in ("moved", "playing", "bell", "settled", "drafted", "finished", "published"):
        evening.step_to(step)
    season.work()
    expected, found = by_hand(evening.evening), given(evening)
    left, came = str(leaving.player_id), str(evening.evening.tickets.get(player__name="Instead").player_id)
    assert expected[left] == first[left] > 0
    if substitute == "inherits":
        assert left not in found
        assert found[came] == expected[left] + expected[came]
    else:
        assert found == {person: expected[person] for person in found}
        assert left in found


@pytest.mark.parametrize(("of", "is_told"), [("points_for", False), ("points_difference", True)])
def test_whose_handicap_counts_is_told_where_there_is_a_difference(of: str, *, is_told: bool) -> None:
    rules = SeasonRules.model_validate({**RULES, **SCORED, "points": {"by": "score_points", "of": of}})
    told = " ".join(str(line) for paragraph in series_rules_in_words(rules) for line in paragraph.sentences)
    assert ("the handicap of others takes nothing away" in told) is is_told
