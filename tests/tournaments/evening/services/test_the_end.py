"""The end of an evening: standings, prizes and their cuts, the publication."""

import json
from dataclasses import replace
from typing import Any, Literal

import pytest

from tests.tournaments.an_evening import AnEvening, Make, a_hand
from tests.tournaments.the_rows import entries, everything, last_entry, refused
from tournaments.evening import acts
from tournaments.evening.fold import fold
from tournaments.evening.models import Evening, Publication
from tournaments.evening.outcome import seal, standings_of
from tournaments.evening.reads.facts import prizes_of
from tournaments.evening.services import results
from tournaments.evening.services.perform import perform
from tournaments.ledger.records import entries_after
from tournaments.movement.draw import cut
from tournaments.publishing.verdict import findings
from tournaments.ranking.prizes import Tie, ties_to_cut
from tournaments.work.models import Job

Standings = list[tuple[int, int, int]]


def standings(evening: AnEvening) -> Standings:
    rows = evening.evening.standings.order_by("place", "ticket__number")
    return list(rows.values_list("ticket__number", "place", "won_halves"))


def ties(evening: AnEvening) -> tuple[Tie, ...]:
    return ties_to_cut(prizes_of(evening.evening))


@pytest.mark.parametrize("until", ["settled", "drafted", "moved"])
def test_at_the_end_the_next_round_falls_away(make_evening: Make, until: str) -> None:
    evening = make_evening(14, until=until)
    evening.act(acts.Finish())
    sat_out = evening.evening.tickets.filter(seats__table_round=None).values_list("code", flat=True)
    assert last_entry(evening.evening) == ("finish", {"unranked": list(sat_out)})
    assert list(evening.evening.rounds.values_list("number", flat=True)) == [1]
    assert (evening.evening.status, evening.evening.finished_at) == ("finished", evening.at)
    assert (
        evening.evening.standings.exclude(ticket__code__in=sat_out).count() == len(standings(evening)) == 12
    )
    evening.work()
    assert not evening.evening.jobs.exclude(outcome=Job.Outcome.DONE).exists()


def test_the_standings_follow_the_round_as_soon_as_the_job_is_done(make_evening: Make) -> None:
    evening = make_evening(4, until="settled")
    assert standings(evening) == []
    evening.work()
    first = evening.evening.rounds.get(number=1)
    seats = first.seats.exclude(seat=None).order_by("seat").values_list("ticket__number", flat=True)
    one, two, three, four = seats
    assert sorted(standings(evening)) == sorted([(one, 1, 2), (three, 1, 2), (two, 3, 0), (four, 3, 0)])


def test_standings_worked_out_again_are_the_same_rows(make_evening: Make) -> None:
    evening = make_evening(14, until="finished")
    before = [row[2:] for row in everything()["Standing"]]
    assert evening.act(results.recompute_standings) == 12
    assert [row[2:] for row in everything()["Standing"]] == before


def test_an_evening_finished_before_places_were_for_who_played_keeps_everybody(make_evening: Make) -> None:
    evening = make_evening(14, until="finished", rounds=1)
    told = [entry for entry, _row in entries_after(evening.evening, 0)]
    old = fold(replace(entry, body="{}") if entry.act == acts.Finish.name else entry for entry in told)
    assert len(standings_of(old)) == 14


def test_half_games_and_tie_breaks_are_as_the_evening_has_them(make_evening: Make) -> None:
    evening = make_evening(5, until="playing", sitout="half", tie_breaks=["points_for"])
    evening.enter(1, a_hand(1, 5))
    evening.act(acts.Stop())
    evening.act(acts.Close())
    evening.work()
    placed = [(place, halves) for _, place, halves in standings(evening)]
    assert placed == [(1, 2), (1, 2), (3, 1), (4, 0), (4, 0)]


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    """One table, one round: two people with a game each, two with none."""
    return make_evening(4, until="finished")


def test_a_tie_for_a_prize_is_cut_and_the_cut_parts_the_places(evening: AnEvening) -> None:
    best, booby = ties(evening)
    assert (best.prize, len(best.players), booby.prize, len(booby.players)) == ("best", 2, "booby", 2)
    order = list(best.players[::-1])
    evening.act(acts.CutPrize(prize="best", order=order))
    body = {"prize": "best", "colour": None, "order": order, "how": "cards", "decided": 2}
    assert last_entry(evening.evening) == ("cut_prize", body)
    assert ties(evening) == (booby,)
    evening.act(acts.CutPrize(prize="booby", order=booby.players))
    assert ties(evening) == ()
    placed = dict(evening.evening.standings.values_list("ticket__code", "place"))
    assert [placed[code] for code in order] == [1, 2]
    assert [placed[code] for code in booby.players] == [4, 3]
    with refused("order no-such-tie"):
        evening.act(acts.CutPrize(prize="best", order=best.players))


def test_of_four_who_cut_for_one_prize_the_others_share(make_evening: Make) -> None:
    evening = make_evening(8, until="finished")
    best = ties(evening)[0]
    winner = best.players[2]
    evening.act(acts.CutPrize(prize="best", order=[winner]))
    rest = [code for code in best.players if code != winner]
    body = {"prize": "best", "colour": None, "order": [winner, *rest], "how": "cards", "decided": 1}
    assert last_entry(evening.evening) == ("cut_prize", body)
    lines = {line.ticket.code: line for line in evening.evening.standings.select_related("ticket")}
    assert [lines[code].place for code in (winner, *rest)] == [1, 2, 2, 2]
    decided = sorted(lines[code].decided_by for code in rest)
    assert decided == ["cut", "shared", "shared"]


def test_a_cut_for_nothing_is_refused(evening: AnEvening) -> None:
    best, _ = ties(evening)
    told: dict[str, Any]
    for told in (
        {"order": [*best.players, "somebody"]},
        {"order": [best.players[0]] * 2},
        {"order": []},
        {"prize": "booby"},
        {"prize": "beauty"},
        {"prize": "place"},
        {"colour": "red"},
        {"how": "seed", "order": best.players[:1]},
    ):
        about: dict[str, Any] = {"prize": "best", "order": best.players, **told}
        with refused("order no-such-tie"):
            evening.act(acts.CutPrize(**about))


@pytest.mark.parametrize("how", ["cards", "seed"])
def test_a_cut_is_withdrawn_and_made_again(evening: AnEvening, how: Literal["cards", "seed"]) -> None:
    best, booby = ties(evening)
    before = standings(evening)
    first, again = best.players, best.players[::-1]
    of = evening.act(acts.CutPrize(prize="best", order=first, how=how)).sequence
    evening.act(acts.CutPrize(prize="booby", order=booby.players))
    evening.step_to("published")
    evening.act(acts.WithdrawCut(of=of, reason="the wrong name was tapped"))
    assert last_entry(evening.evening) == ("withdraw_cut", {"of": of})
    assert evening.evening.status == "finished"
    assert ties(evening) == (best,)
    evening.act(acts.CutPrize(prize="best", order=again))
    assert next(prize.winner for prize in prizes_of(evening.evening) if prize.kind == "best") == again[0]
    assert len(standings(evening)) == len(before)


def test_a_cut_for_one_prize_after_the_other_is_not_withdrawn_before_the_last(make_evening: Make) -> None:
    evening = make_evening(8, until="finished", prizes={"best": 2, "booby": False})
    (best,) = ties(evening)
    winner, *others = best.players
    first = evening.act(acts.CutPrize(prize="best", order=[winner])).sequence
    assert ties(evening) == (Tie("best", None, tuple(others)),)
    second = evening.act(acts.CutPrize(prize="best", order=others[:1])).sequence
    assert [prize.winner for prize in prizes_of(evening.evening)] == [winner, others[0]]
    with refused("of cut-again"):
        evening.act(acts.WithdrawCut(of=first, reason="a mistake"))
    for of in (second, first):
        evening.act(acts.WithdrawCut(of=of, reason="a mistake"))
    assert ties(evening) == (best,)


def test_with_no_pack_at_hand_the_seed_cuts_for_the_prize_too(evening: AnEvening) -> None:
    best, _ = ties(evening)
    stale = Evening.objects.get(pk=evening.evening.pk)
    stale.seed = "an old page"
    perform(
        evening=stale,
        act=acts.CutPrize(prize="best", order=best.players[::-1], how="seed"),
        by="user:1",
        at=evening.clock(),
    )
    order = list(cut(best.players, seed="a test", label="prize best"))
    assert last_entry(evening.read())[1] == {"prize": "best", "colour": None, "order": order, "how": "seed"}
    placed = dict(evening.evening.standings.values_list("ticket__code", "place"))
    assert [placed[code] for code in order] == [1, 2]


def test_each_colour_cuts_for_its_own_prizes(make_evening: Make) -> None:
    evening = make_evening(
        8, until="finished", colours=("red", "blue"), prizes={"best": 1, "booby": False, "by_colour": True}
    )
    open_ties = ties(evening)
    assert {tie.colour for tie in open_ties} <= {"red", "blue"}
    for tie in open_ties:
        evening.act(acts.CutPrize(prize=tie.prize, colour=tie.colour, order=tie.players))
    won = {prize.colour: prize.winner for prize in prizes_of(evening.evening)}
    colours = dict(evening.evening.tickets.values_list("code", "colour"))
    assert {colour: colours[code or ""] for colour, code in won.items()} == {"red": "red", "blue": "blue"}


def test_it_is_published_once_for_two_wishes_and_again_beside_it(make_evening: Make) -> None:
    evening = make_evening(8, until="finished")
    one, other = (evening.act(results.request_publication) for _ in range(2))
    assert one == other
    assert not Publication.objects.exists()
    evening.work()
    assert evening.evening.publications.count() == 1
    evening.step_to("published")
    assert list(evening.evening.publications.values_list("number", flat=True)) == [1, 2]
    heads = set(evening.evening.publications.values_list("ledger_head", flat=True))
    assert len(heads) == 2
    assert all(findings(json.loads(each.archive)) == [] for each in evening.evening.publications.all())


def test_the_publication_seals_the_standings_and_keeps_what_anybody_can_verify(make_evening: Make) -> None:
    evening = make_evening(14, until="published")
    publication = evening.evening.publications.get()
    archive = json.loads(publication.archive)
    assert findings(archive) == []
    assert last_entry(evening.evening) == ("publish", {"standings": seal(archive["standings"])})
    head = evening.evening.ledger_head
    assert (publication.number, publication.ledger_head, archive["head"]) == (1, head, head)
    assert (evening.evening.status, evening.evening.published_at) == ("published", publication.published_at)
    assert len(archive["ledger"]) == len(entries(evening.evening))
    assert [ticket["name"] for ticket in archive["tickets"]] == [player.name for player in evening.players]
