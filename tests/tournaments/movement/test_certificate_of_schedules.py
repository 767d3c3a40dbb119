"""What is built as perfect is counted as perfect, by code that has nothing in common with what built it."""

from __future__ import annotations

import pytest

from tournaments.movement.certificate import Certificate, certify
from tournaments.movement.schedules.catalogue import Kind, perfect, shortened


def counted(kind: Kind, players: int, *, size: int = 4, rounds: int | None = None) -> Certificate | None:
    """The certificate of a schedule, whole or shortened; None where there is no such schedule."""
    schedule = perfect(kind, players, size=size)
    if schedule is None:
        return None
    cards = schedule.cards if rounds is None else shortened(schedule, rounds)
    return certify(
        [(card, None) for card in cards],
        partnership=schedule.partnership,
        players=range(players),
        sizes=(schedule.size,),
    )


@pytest.mark.parametrize("players", [n for n in range(4, 66) if n % 4 in (0, 1)])
def test_at_whist_everybody_partners_everybody_once_and_opposes_them_twice(players: int) -> None:
    whist = counted("whist", players)
    assert whist
    assert whist.faults == ()
    even = whist.summary.evenness
    assert (even["partners"].least, even["partners"].most) == (1, 1)
    assert (even["opponents"].least, even["opponents"].most) == (2, 2)
    assert whist.distances["repeated_partnerships"] == whist.distances["sit_out_spread"] == 0
    assert whist.summary.sit_out_spread == 0


@pytest.mark.parametrize("couples", [4, 5, 7, 8, 9, 11, 13, 15, 16, 17])
def test_couples_are_never_at_one_table_and_meet_all_others_alike(couples: int) -> None:
    found = counted("couples", 2 * couples)
    assert found
    assert found.faults == ()
    for man in range(couples):
        wife = man + couples
        assert found.counts.meetings[man][wife] == 0
        assert set(found.counts.partners[man][:couples]) == {0}
        others = [woman for woman in range(couples, 2 * couples) if woman != wife]
        assert {found.counts.partners[man][woman] for woman in others} == {1}
        assert {found.counts.opponents[man][woman] for woman in others} == {1}
        assert {found.counts.opponents[man][other] for other in range(couples) if other != man} == {1}


@pytest.mark.parametrize(
    ("size", "players"),
    [
        (size, players)
        for size in (3, 4, 5)
        for players in range(size * size, 65, size)
        if perfect("meeting", players, size=size)
    ],
)
def test_nobody_meets_anybody_twice(size: int, players: int) -> None:
    met = counted("meeting", players, size=size)
    assert met
    assert met.faults == ()
    assert met.summary.repeated_meetings == met.distances["repeated_meetings"] == 0
    assert met.distances["never_met"] == 0


@pytest.mark.parametrize("players", range(2, 31))
def test_at_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    met = counted("berger", players)
    assert met
    assert met.faults == ()
    meetings = met.summary.evenness["meetings"]
    assert (meetings.least, meetings.most) == (1, 1)
    assert met.summary.sit_out_spread == 0


@pytest.mark.parametrize(("players", "rounds"), [(13, 6), (16, 7), (20, 10), (28, 12)])
def test_a_shortened_one_repeats_no_partnership(players: int, rounds: int) -> None:
    short = counted("whist", players, rounds=rounds)
    assert short
    assert len(short.rounds) == rounds
    assert short.summary.repeated_partnerships == 0
