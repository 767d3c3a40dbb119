"""What is decided about how fixtures end, from the season's record and what an evening gives."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest

from tests.tournaments.league.acts.a_record import decided, record_of
from tournaments.league import acts
from tournaments.league.acts.act import EveningGames, EveningSeen, SeasonRecord
from tournaments.ranking.fixtures.record import KeptEntrant, KeptFixture
from tournaments.ranking.fixtures.results import GameAtTable, Outcome, Winner
from tournaments.ranking.series.units import Persons

PLANNED = KeptFixture("planned", 1, 1, 1, 2, on="2026-11-20")
PLAYED = KeptFixture("played", 1, 1, 3, 4).ended(Outcome("home", (4, 2)))
BYE = KeptFixture("bye", 1, 1, 5, None)
LATER = KeptFixture("later", 1, 2, 1, 3, status="postponed", on="2027-01-05")
WAITING = KeptFixture("waiting", 1, 2, 2, 4, evening="town/friday")
UNLINKED = replace(WAITING, evening="")
RESTING = KeptFixture("resting", 1, 2, 5, None)
ROUND_ROBIN = (PLANNED, PLAYED, BYE, LATER, WAITING, RESTING)


def only(*fixtures: KeptFixture) -> dict[str, object]:
    return {"fixtures": [one.as_data() for one in fixtures]}


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (acts.EnterResult(fixture="planned", games=(4, 3)), only(PLANNED.ended(Outcome("home", (4, 3))))),
        (acts.EnterResult(fixture="waiting", games=(1, 1)), only(UNLINKED.ended(Outcome("draw", (1, 1))))),
        (acts.EnterResult(fixture="played", games=(4, 2)), None),
        (acts.EnterResult(fixture="planned", games=(-1, 3)), "games out-of-range"),
        (acts.EnterResult(fixture="planned", games=(3, 2001)), "games out-of-range"),
        (acts.EnterResult(fixture="planned", games=(1, 3), points=(0, 1_000_001)), "points out-of-range"),
        (acts.EnterResult(fixture="planned", games=(3, 3), winner="nobody"), "winner no-draws"),
        (acts.EnterResult(fixture="nowhere", games=(4, 3)), "fixture unknown"),
        (acts.EnterResult(fixture="bye", games=(4, 3)), "fixture a-bye"),
        (acts.Forfeit(fixture="planned", side="home"), only(PLANNED.forfeited_by([1]))),
        (acts.Forfeit(fixture="planned", side="away"), only(PLANNED.forfeited_by([2]))),
        (acts.Forfeit(fixture="planned", side="both"), only(PLANNED.forfeited_by([1, 2]))),
        (acts.Forfeit(fixture="planned", side="left"), "side not-allowed"),
        (acts.DeclareFixtureVoid(fixture="played"), only(replace(PLAYED.ahead(), status="void"))),
        (acts.DeclareFixtureVoid(fixture="nowhere"), "fixture unknown"),
        (acts.TakeBack(fixture="played"), only(PLAYED.ahead())),
        (acts.TakeBack(fixture="waiting"), only(UNLINKED)),
        (acts.TakeBack(fixture="planned"), "fixture no-result"),
        (acts.TakeBack(fixture="bye"), "fixture a-bye"),
        (acts.PostponeFixture(fixture="planned"), only(replace(PLANNED, status="postponed", on=""))),
        (acts.PostponeFixture(fixture="later", day=date(2027, 2, 1)), only(replace(LATER, on="2027-02-01"))),
        (acts.PostponeFixture(fixture="planned", day=date(9999, 1, 1)), "date out-of-range"),
        (acts.PostponeFixture(fixture="played"), "fixture has-a-result"),
        (acts.PostponeFixture(fixture="bye"), "fixture a-bye"),
        (acts.SetDays(days={1: None}), only(replace(PLANNED, on=""))),
        (
            acts.SetDays(days={2: date(2026, 12, 4)}),
            only(replace(WAITING, on="2026-12-04"), replace(RESTING, on="2026-12-04")),
        ),
        (acts.SetDays(days={2: None, 7: date(2026, 12, 4)}), None),
        (acts.SetDays(days={2: date(999, 1, 1)}), "date out-of-range"),
    ],
)  # fmt: skip
def test_in_a_round_robin(act: acts.SeasonAct, expected: object) -> None:
    assert decided(act, record_of(ROUND_ROBIN)) == expected


@pytest.mark.parametrize(
    ("told", "draws", "expected"),
    [
        pytest.param({"games": (1, 2), "points": (90, 10)}, False, "away", id="games before points"),
        pytest.param({"games": (3, 3), "points": (90, 10)}, True, "draw", id="as many games, and draws"),
        pytest.param({"games": (3, 3), "points": (9, 8)}, False, "home", id="no draws: more points"),
        pytest.param({"games": (3, 3), "points": (8, 9)}, False, "away", id="no draws: fewer points"),
        pytest.param({"games": (3, 3), "points": (9, 9)}, False, None, id="no draws: as many points"),
        pytest.param({"games": (3, 3), "winner": "draw"}, False, None, id="no draws: called a draw"),
        pytest.param({"games": (4, 2), "winner": "away"}, True, "away", id="by the secretary's word"),
    ],
)
def test_who_has_won(told: dict[str, Any], draws: bool, expected: Winner | None) -> None:
    act = acts.EnterResult(fixture="planned", **told)
    found = decided(act, record_of(ROUND_ROBIN, draws=draws))
    if expected is None:
        assert found == "winner no-draws"
    else:
        assert found == only(PLANNED.ended(Outcome(expected, act.games, act.points)))


def test_in_a_play_off_somebody_has_to_win() -> None:
    play_off = replace(PLANNED, play_off=True)
    assert (
        decided(acts.EnterResult(fixture="planned", games=(4, 4)), record_of([play_off])) == "winner no-draws"
    )


@dataclass
class Town:
    seen: EveningSeen
    given: EveningGames | None

    def evening(self, address: str) -> EveningSeen:
        return self.seen

    def games(self, address: str) -> EveningGames | None:
        return self.given


FRIDAY = EveningSeen("Friday", "chantecler", takes_part=True, is_taken=False)
HOME_WON = GameAtTable((("11",), ("12",)), (9, 4), 0)
NEVER_MET = GameAtTable((("11",), ("13",)), (9, 4), 0)


@pytest.mark.parametrize(
    ("seen", "games", "merged", "expected"),
    [
        pytest.param(FRIDAY, None, {}, "ahead", id="not published"),
        pytest.param(FRIDAY, [HOME_WON], {}, "home", id="published"),
        pytest.param(FRIDAY, [NEVER_MET], {}, "evening no-result", id="they never met"),
        pytest.param(FRIDAY, [NEVER_MET], {"12": "13"}, "home", id="met under another name"),
        pytest.param(FRIDAY, [HOME_WON], {"12": "11"}, "evening no-result", id="both are one person"),
        pytest.param(FRIDAY._replace(takes_part=False), None, {}, "evening not-in-the-league", id="guests"),
        pytest.param(FRIDAY._replace(game="ascot"), None, {}, "evening another-game", id="another game"),
    ],
)
def test_left_to_an_evening(
    seen: EveningSeen, games: list[GameAtTable] | None, merged: dict[str, str], expected: str
) -> None:
    people = [KeptEntrant(1, "Ann", 1, (11,)), KeptEntrant(2, "Ben", 1, (12,))]
    town = Town(seen, None if games is None else EveningGames(Persons(merged=merged), games, 1))
    act = acts.LeaveToEvening(fixture="planned", evening="town/friday")
    found: Any = decided(act, record_of([PLANNED], entrants=people), town)
    if expected in ("ahead", "home"):
        (fixture,) = found["fixtures"]
        assert fixture["evening"] == "town/friday"
        assert (fixture["winner"] or "ahead") == expected
    else:
        assert found == expected


FIRST = KeptFixture("1:W1.1", 1, 1, 1, 4).ended(Outcome("home", (4, 2)))
LEVEL = FIRST.ended(Outcome("draw", (4, 4)))
AGAIN = KeptFixture("1:W1.1/2", 1, 1, 1, 4)
SECOND = KeptFixture("1:W1.2", 1, 1, 2, 3)
FINAL = KeptFixture("1:W2.1", 1, 2, 1, 2)


def knock_out(*fixtures: KeptFixture) -> SeasonRecord:
    people = [KeptEntrant(number, f"No. {number}", 1) for number in range(1, 5)]
    return record_of(fixtures, entrants=people, format="knock_out", draws=False)


@pytest.mark.parametrize(
    ("fixtures", "made", "undone"),
    [
        pytest.param([FIRST, SECOND.ended(Outcome("home"))], [FINAL], [], id="both sides are known"),
        pytest.param([FIRST, SECOND, FINAL], [], ["1:W2.1"], id="one is known no more"),
        pytest.param(
            [FIRST, SECOND.ended(Outcome("away")), FINAL],
            [replace(FINAL, away=3)],
            ["1:W2.1"],
            id="another one goes on",
        ),
        pytest.param([FIRST, SECOND, replace(FINAL, status="void")], [], ["1:W2.1"], id="void"),
        pytest.param([LEVEL, SECOND], [AGAIN], [], id="a draw is played again"),
        pytest.param(
            [replace(AGAIN, code="1:W1.1", status="void"), SECOND], [AGAIN], [], id="what is void is"
        ),
        pytest.param([FIRST, SECOND, AGAIN], [], ["1:W1.1/2"], id="it was no draw"),
    ],
)
def test_a_knock_out_goes_on(fixtures: list[KeptFixture], made: list[KeptFixture], undone: list[str]) -> None:
    assert decided(acts.FollowKnockOut(), knock_out(*fixtures)) == {**only(*made), "undone": undone}


def test_nothing_follows_where_all_is_as_it_must_be_nor_in_a_round_robin() -> None:
    assert decided(acts.FollowKnockOut(), knock_out(FIRST, SECOND)) is None
    assert decided(acts.FollowKnockOut(), record_of(ROUND_ROBIN)) is None


def test_what_rests_on_it_and_is_played_stays() -> None:
    record = knock_out(FIRST, SECOND, FINAL.ended(Outcome("home", (4, 2))))
    assert decided(acts.FollowKnockOut(), record) == "fixture played-since"
    assert decided(acts.FollowKnockOut(where_free=True), record) is None


def test_the_same_winner_with_other_games_changes_nothing_further_on() -> None:
    other = replace(FIRST, games=(6, 0))
    record = knock_out(other, SECOND.ended(Outcome("home")), FINAL.ended(Outcome("home", (4, 2))))
    assert decided(acts.FollowKnockOut(), record) is None


@pytest.mark.parametrize(
    "act",
    [
        acts.EnterResult(fixture="", games=(1, 0)),
        acts.Forfeit(fixture="", side="home"),
        acts.TakeBack(fixture=""),
        acts.DeclareFixtureVoid(fixture=""),
        acts.LeaveToEvening(fixture="", evening=""),
    ],
    ids=lambda act: type(act).__name__,
)
def test_every_end_lets_a_knock_out_go_on(act: acts.SeasonAct) -> None:
    assert list(act.follow_ups(knock_out())) == [acts.FollowKnockOut()]
