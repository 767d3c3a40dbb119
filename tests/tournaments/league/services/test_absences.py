"""Whoever asks to be left out of a round of a Swiss: before it is drawn, taken back, and there again after it."""

from __future__ import annotations

from tests.tournaments.a_contest import AContest
from tests.tournaments.conftest import START
from tournaments.club.models import Club
from tournaments.league import acts
from tournaments.league.acts import LeaveOut, LetPlay, MakeFixtures, UndoLast
from tournaments.league.acts.entrants import EntrantPlace
from tournaments.league.models import Season
from tournaments.league.services import entrants, tables
from tournaments.league.services.rows import rebuild
from tournaments.league.web.fixture_words import entries_in_words
from tournaments.ranking.fixtures.results import LeftOut


def swiss(club: Club, players: int = 5, rounds: int = 4, **rules: object) -> AContest:
    return AContest.made(club, (players,), at=START, until="open", format="swiss", rounds=rounds, **rules)


def left_out(made: AContest, number: int, counts: LeftOut = "nobody") -> None:
    made.act(LeaveOut(entrant=number, counts=counts))


def draw(made: AContest) -> list[str]:
    """The next round, everything before it played; `home – away winner`."""
    made.play_out()
    made.act(MakeFixtures())
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
    made = swiss(club, 6, match_points={"won": 6, "drawn": 3, "lost": 2, "bye": 6, "missing": 0})
    left_out(made, 1, "draw")
    left_out(made, 2, "nobody")
    told = draw(made)
    assert {"Ann – draw", "Ben – nobody"} < set(told)
    assert [line for line in told if "bye" in line] == [], "the four others meet"
    assert (points(made)["Ann"], points(made)["Ben"]) == (3, 2)
    assert agrees(made)


def test_whoever_was_left_out_plays_in_the_round_after_and_is_spared_the_bye(club: Club) -> None:
    made = swiss(club, players=6)
    left_out(made, 6, "nobody")
    first = draw(made)
    assert "Fay – nobody" in first
    made.act(acts.WithdrawEntrant(number=1, ahead="void"))
    for _ in range(2):
        told = draw(made)
        assert "Fay" in " ".join(told)
        assert not any(line.startswith("Fay –") and line.endswith(("bye", "nobody")) for line in told)


def test_who_has_had_the_bye_may_be_left_out_too(club: Club) -> None:
    made = swiss(club)
    bye = next(line.split(" – ")[0] for line in draw(made) if line.endswith("bye"))
    number = next(int(number) for number, name in made.seen.names.items() if name == bye)
    left_out(made, number)
    assert f"{bye} – nobody" in draw(made)
    assert points(made)[bye] == 2


def test_it_is_taken_back_before_the_round_is_drawn(club: Club) -> None:
    made = swiss(club)
    left_out(made, 1)
    made.act(LetPlay(entrant=1, reason="the car is mended"))
    assert made.seen.divisions[0].left_out == {}
    assert agrees(made)
    entry = entries_in_words(made.season)[0]
    assert (entry.what, entry.reason) == ("Ann plays in round 1 after all.", "the car is mended")


def test_a_round_that_is_undone_is_still_left_out_when_it_is_drawn_again(club: Club) -> None:
    made = swiss(club)
    left_out(made, 1, "draw")
    first = draw(made)
    made.act(UndoLast())
    assert made.seen.divisions[0].left_out == {"1": "draw"}
    assert agrees(made)
    made.act(MakeFixtures())
    assert [
        f"{row.home.name} – {row.away.name if row.away else row.winner}" for row in made.seen.fixtures
    ] == first


def test_what_it_counts_as_is_told_anew_once(club: Club) -> None:
    made = swiss(club)
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
