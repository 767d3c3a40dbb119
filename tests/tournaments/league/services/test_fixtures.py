"""Fixtures are made for all divisions or entered as drawn elsewhere; knock-outs go on by themselves."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts.entrants import EntrantPlace
from tournaments.league.models import Season
from tournaments.league.services import entrants, tables
from tournaments.league.services.ledger import draw_fixtures
from tournaments.league.services.rows import differences, rebuild
from tournaments.league.web.fixture_words import entries_in_words
from tournaments.ranking.fixtures.results import LeftOut

ALL_AT_ONCE = {"round_robin": 1, "double_round_robin": 2}


@pytest.mark.parametrize(
    "form", ["round_robin", "double_round_robin", "swiss", "knock_out", "double_knock_out"]
)
@pytest.mark.parametrize("divisions", [(2,), (5,), (3, 2)], ids=str)
def test_every_season_can_be_played_to_its_end(club: Club, form: str, divisions: tuple[int, ...]) -> None:
    rounds: dict[str, Any] = {"rounds": 1 if divisions == (2,) else 2} if form == "swiss" else {}
    made = AContest.made(club, divisions, at=START, format=form, **rounds)
    if form in ALL_AT_ONCE:
        once = sum(count * (count - 1) // 2 + count % 2 * count for count in divisions)
        assert len(made.seen.fixtures) == ALL_AT_ONCE[form] * once
    made.play_out()
    if rounds.get("rounds") == 2:
        assert not made.seen.is_played_out
        made.act(acts.MakeFixtures())
        made.play_out()
    assert made.seen.is_played_out
    assert differences(made.season) == []


def test_in_a_swiss_winners_meet_and_who_has_withdrawn_does_not(club: Club) -> None:
    made = AContest.made(club, (6,), at=START, format="swiss", rounds=3)
    made.play_out()
    made.act(acts.WithdrawEntrant(number=3))
    made.act(acts.MakeFixtures())
    second = [row for row in made.seen.fixtures if row.round == 2]
    pairs = [{row.home.number, row.away and row.away.number} for row in second]
    assert {1, 2} in pairs
    assert set().union(*pairs) == {1, 2, 4, 5, 6, None}


@pytest.mark.parametrize("divisions", [(0,), (3, 1)], ids=["nobody", "one alone in a division"])
def test_who_meets_nobody(club: Club, divisions: tuple[int, ...]) -> None:
    made = AContest.made(club, divisions, at=START, until="open")
    with refused("entrants too-few"):
        made.act(acts.MakeFixtures())


def test_a_knock_out_goes_on_by_itself_and_back(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="knock_out")
    made.result("1:W1.1", 3, 1)
    made.result("1:W1.2", 3, 1)
    assert made.told() == ["1: Ann – Dan played", "1: Ben – Cleo played", "2: Ann – Ben planned"]
    made.result("1:W1.1", 1, 3)
    assert made.told()[2:] == ["2: Dan – Ben planned"]
    made.act(acts.TakeBack(fixture="1:W1.1"))
    assert made.told() == ["1: Ann – Dan planned", "1: Ben – Cleo played"]
    assert differences(made.season) == []


@pytest.mark.parametrize(
    "end",
    [acts.EnterResult(fixture="1:W1.1", games=(4, 4)), acts.DeclareFixtureVoid(fixture="1:W1.1")],
    ids=["draw", "void"],
)
def test_what_settles_nothing_in_a_knock_out_is_played_again(club: Club, end: acts.SeasonAct) -> None:
    made = AContest.made(club, (2,), at=START, format="knock_out")
    made.act(end)
    assert [row.code for row in made.seen.fixtures] == ["1:W1.1", "1:W1.1/2"]
    made.result("1:W1.1", 3, 1)
    assert [row.code for row in made.seen.fixtures] == ["1:W1.1"]
    assert differences(made.season) == []


def test_who_has_left_a_knock_out_forfeits_what_would_come(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, format="double_knock_out")
    made.result("1:W1.1", 3, 1)
    made.act(acts.WithdrawEntrant(number=1))
    made.play_out()
    assert made.seen.is_played_out
    knockout = made.seen.divisions[0].knockout
    assert knockout is not None
    assert knockout.champion == "2"
    assert differences(made.season) == []


def swiss(club: Club, players: int = 4, **rules: Any) -> AContest:
    rules = {"format": "swiss", "rounds": 5, **rules}
    return AContest.made(club, (players,), at=START, until="open", **rules)


def entered(made: AContest, *lines: str, **more: Any) -> list[str]:
    codes = made.act(draw_fixtures, act=acts.EnterLines(lines=lines, **more))
    rows = {row.code: row for row in made.seen.fixtures}
    return [
        f"{rows[code].home.name} – {rows[code].away.name if rows[code].away else 'bye'}"  # type: ignore[union-attr]
        for code in codes
    ]


def test_results_of_a_match_of_several_games_come_with_it(club: Club) -> None:
    """1½ to ½ is won; 1 to 1 is a draw."""
    made = swiss(club)
    entered(made, "Ann; Ben; 1½:½", "Cleo; Dan; 1-1", day=date(2026, 11, 1))
    assert "Ann – Ben, 1 November 2026" in entries_in_words(made.season)[2].what
    rows = made.seen.fixtures
    assert [(row.winner, row.games_home, row.games_away) for row in rows] == [("home", 3, 1), ("draw", 2, 2)]
    assert {str(row.date) for row in rows} == {"2026-11-01"}
    scores = {made.seen.names[line.entrant]: line.match_points for line in made.seen.divisions[0].lines}
    assert scores == {"Ann": 2, "Cleo": 1, "Dan": 1, "Ben": 0}


def test_whoever_alone_is_not_named_has_the_bye(club: Club) -> None:
    made = swiss(club, 5)
    assert entered(made, "Ann – Ben", "Cleo – Dan") == ["Ann – Ben", "Cleo – Dan", "Eve – bye"]
    made.play_out()
    made.act(acts.LeaveOut(entrant=2, counts="draw"))
    assert entered(made, "Eve – Cleo", "Dan – Ann") == ["Eve – Cleo", "Dan – Ann", "Ben – bye"]
    assert made.seen.fixtures[-1].winner == "draw"


def test_what_is_unusual_is_asked_about_and_can_be_meant(club: Club) -> None:
    made = swiss(club, 5)
    entered(made, "Ann – Ben", "Cleo – Dan")
    with refused("round results-missing"):
        entered(made, "Eve – Ann", "Dan – Cleo")
    made.play_out()
    with refused("pairings.0 met-before"):
        entered(made, "Ben – Ann", "Dan – Eve")
    with refused("pairings.2 another-bye"):
        entered(made, "Ann – Cleo", "Ben – Dan", "Eve; bye")
    assert entered(made, "Ann – Cleo", "Eve – Ben", anyway=True)[-1] == "Dan – bye"
    made.play_out()
    with refused("pairings.0 too-often"):
        entered(made, "Ann – Eve", "Ben – Dan")


def test_a_round_robin_is_entered_round_by_round(club: Club) -> None:
    made = AContest.made(club, (3,), at=START, until="open")
    for lines in (["Ann – Ben"], ["Cleo – Ann"], ["Ben – Cleo"]):
        entered(made, *lines)
        made.play_out()
    assert made.seen.is_played_out
    with refused("round the-last"):
        entered(made, "Ann – Ben")
    knock_out = AContest.made(club, (2,), at=START, until="open", format="knock_out")
    with refused("season no-table"):
        entered(knock_out, "Ann – Ben")


@pytest.mark.django_db(transaction=True)
def test_lines_are_entered_in_a_transaction_of_their_own(club: Club) -> None:
    made = swiss(club)
    assert entered(made, "Ann – Ben", "Cleo – Dan") == ["Ann – Ben", "Cleo – Dan"]


# --- left out of a round of a Swiss --------------------------------------------------------------------
def left_out(made: AContest, number: int, counts: LeftOut = "nobody") -> None:
    made.act(acts.LeaveOut(entrant=number, counts=counts))


def draw(made: AContest) -> list[str]:
    """The next round, everything before it played; `home – away winner`."""
    made.play_out()
    made.act(acts.MakeFixtures())
    last = made.seen.divisions[0].last_round
    return [
        f"{row.home.name} – {row.away.name if row.away else row.winner or 'bye'}"
        for row in made.seen.fixtures
        if row.round == last
    ]


def points(made: AContest) -> dict[str, int]:
    """Match points in halves, by name."""
    return {made.seen.names[line.entrant]: line.match_points for line in made.seen.divisions[0].lines}


def agrees(made: AContest) -> bool:
    """Whether the ledger tells what the rows have, also when they are made again."""
    found = tables.check(Season.objects.get(pk=made.season.pk))
    rebuild(made.season)
    return found == tables.check(Season.objects.get(pk=made.season.pk)) == []


def test_a_round_left_out_counts_as_agreed_and_brings_no_bye(club: Club) -> None:
    made = swiss(club, 6, rounds=4, match_points={"won": 6, "drawn": 3, "lost": 2, "bye": 6, "missing": 0})
    left_out(made, 1, "draw")
    left_out(made, 2, "nobody")
    told = draw(made)
    assert {"Ann – draw", "Ben – nobody"} < set(told)
    assert [line for line in told if "bye" in line] == [], "the four others meet"
    assert (points(made)["Ann"], points(made)["Ben"]) == (3, 2)
    assert agrees(made)


def test_whoever_was_left_out_plays_in_the_round_after_and_is_spared_the_bye(club: Club) -> None:
    made = swiss(club, 6, rounds=4)
    left_out(made, 6, "nobody")
    first = draw(made)
    assert "Fay – nobody" in first
    made.act(acts.WithdrawEntrant(number=1, ahead="void"))
    for _ in range(2):
        told = draw(made)
        assert "Fay" in " ".join(told)
        assert not any(line.startswith("Fay –") and line.endswith(("bye", "nobody")) for line in told)


def test_who_has_had_the_bye_may_be_left_out_too(club: Club) -> None:
    made = swiss(club, 5, rounds=4)
    bye = next(line.split(" – ")[0] for line in draw(made) if line.endswith("bye"))
    number = next(int(number) for number, name in made.seen.names.items() if name == bye)
    left_out(made, number)
    assert f"{bye} – nobody" in draw(made)
    assert points(made)[bye] == 2


def test_it_is_taken_back_before_the_round_is_drawn(club: Club) -> None:
    made = swiss(club, 5, rounds=4)
    left_out(made, 1)
    made.act(acts.LetPlay(entrant=1, reason="the car is mended"))
    assert made.seen.divisions[0].left_out == {}
    assert agrees(made)
    entry = entries_in_words(made.season)[0]
    assert (entry.what, entry.reason) == ("Ann plays in round 1 after all.", "the car is mended")


def test_a_round_that_is_undone_is_still_left_out_when_it_is_drawn_again(club: Club) -> None:
    made = swiss(club, 5, rounds=4)
    left_out(made, 1, "draw")
    first = draw(made)
    made.act(acts.UndoLast())
    assert made.seen.divisions[0].left_out == {"1": "draw"}
    assert agrees(made)
    made.act(acts.MakeFixtures())
    assert [
        f"{row.home.name} – {row.away.name if row.away else row.winner}" for row in made.seen.fixtures
    ] == first


def test_what_it_counts_as_is_told_anew_once(club: Club) -> None:
    made = swiss(club, 5, rounds=4)
    for counts in ("nobody", "draw", "draw"):
        left_out(made, 1, counts)
    assert made.seen.divisions[0].left_out == {"1": "draw"}
    told = [entry.what for entry in entries_in_words(made.season) if "left out" in entry.what]
    assert told == [
        "Ann asked to be left out of round 1, which counts as a draw.",
        "Ann asked to be left out of round 1, which counts as a loss.",
    ]


def test_an_entrant_told_anew_or_seeded_anew_is_left_out_all_the_same(club: Club) -> None:
    made = AContest.made(club, (4,), at=START, until="draft", format="swiss", rounds=2)
    left_out(made, 1)
    player = made.seen.entrants[1].members.get().player
    made.act(entrants.change_entrant, number=1, entry=entrants.WantedEntrant([player], "The Ace"))
    places = {1: EntrantPlace(4, 1), 4: EntrantPlace(1, 1)}
    made.act(acts.Arrange(places=places))
    assert made.seen.divisions[0].left_out == {"4": "nobody"}
    assert agrees(made)
