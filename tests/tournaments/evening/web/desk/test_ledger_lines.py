"""Every act of the ledger is told in a sentence; reasons are offered, and name people as they are called now."""

import re
from typing import Any

import pytest

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import asked
from tournaments.club.models import Player
from tournaments.club.models.clubs import in_public
from tournaments.club.services import clubs
from tournaments.club.services.members import MemberChange, change_player, erase_names
from tournaments.evening import acts
from tournaments.evening.models import LedgerEntry, Ticket
from tournaments.evening.reads.director_alerts import standing_decisions
from tournaments.evening.reads.facts import by_tickets, with_names
from tournaments.evening.web.words import act_sentence, who
from tournaments.publishing import publish

NAMES = {"a": "Ann", "b": "Bob", "c": "Clara"}
HAND = {"round": 1, "table": 2, "number": 3, "hand": {"bid": 5}, "points": [14, -6], "of": 9}
GAME = {"round": 1, "table": 2}
TICKET = {"ticket": "a", "number": 7, "colour": ""}
PLAN = {"plan": {"game": "chantecler", "rounds": 6}}
CUT = {"cut": {"winner": "B", "how": "seed"}}
BODIES: dict[str, dict[str, Any]] = {
    acts.Make.name: PLAN,
    acts.ChangePlan.name: PLAN,
    acts.CheckIn.name: {"tickets": [TICKET]},
    acts.Draw.name: {"order": ["a", "b"], "attempt": 2},
    acts.Swap.name: {"one": "a", "other": "b", "round": 1},
    acts.SwapDraft.name: {"one": "a", "other": "b", "round": 1},
    acts.Cut.name: {**GAME, "winner": "A", "how": "cards"},
    acts.CutPrize.name: {"prize": "best", "colour": None, "order": ["a", "b"], "how": "cards"},
    acts.EnterTotals.name: {"round": 1, "totals": True, "tables": [{"table": 1, "points": [9, 4]}]},
    acts.Arrive.name: TICKET,
    acts.Leave.name: TICKET,
    acts.Stay.name: {"ticket": "a"},
    acts.Substitute.name: {**TICKET, "for": "b"},
    acts.StandIn.name: {"ticket": "a", "for": "b"},
    acts.EnterAgain.name: {**HAND, "agrees": False, "confirms": False},
    acts.LateHand.name: {**HAND, "because": "after-the-bell"},
    acts.TakeLate.name: {**GAME, "number": 4, "of": 9},
    acts.LeaveOutLate.name: {**GAME, "of": 9},
    acts.ConfirmHand.name: {**GAME, "number": 4, "of": 9},
    acts.SettleDispute.name: {**GAME, "number": 4, "keep": 9},
    acts.ExchangeSeats.name: {
        "hands": [{**GAME, "number": 1}, {**GAME, "number": 2}],
        "one": "a",
        "other": "b",
    },
    acts.Penalty.name: {"tickets": ["a", "b"], "points": -2, "round": 1},
    acts.AdjustGame.name: {**GAME, "points": [10, 0]},
    acts.NotPlayed.name: {**GAME, **CUT},
    acts.SetPace.name: {"goes_on": "on"},
    acts.SetTables.name: {"most": 3},
    acts.Withdraw.name: {**GAME, "of": 9},
}
SENTENCE = re.compile(r"[A-Z0-9][^%{}_]+[.…]")


def told(act: str, **more: Any) -> str:
    return act_sentence(act, {**BODIES.get(act, HAND), **more}, NAMES)


def test_every_act_has_a_sentence() -> None:
    sentences = {act: told(act) for act in acts.ACTS}
    assert {act: text for act, text in sentences.items() if not SENTENCE.fullmatch(text)} == {}


def test_an_act_of_a_later_version_is_told_by_its_name() -> None:
    assert act_sentence("sing_a_song", {}, NAMES) == "sing a song"


@pytest.mark.parametrize(
    ("order", "more", "says"),
    [
        ("xy", {"decided": 1}, "Cut for a prize (Best): X, Y."),
        ("xyz", {"decided": 1}, "Cut for a prize (Best): X. Still level: Y, Z."),
        ("xyz", {"decided": 2}, "Cut for a prize (Best): X, Y, Z."),
        ("xyz", {"how": "seed"}, "Cut for a prize (Best), drawn at random: X, Y, Z."),
        ("xy", {}, "Cut for a prize (Best): X, Y."),
        ("xyz", {}, "Cut for a prize (Best): X, Y, Z. How far they cut was not recorded then."),
    ],
)
def test_a_cut_for_a_prize_says_how_far_it_went(order: str, more: dict[str, Any], says: str) -> None:
    body = {"prize": "best", "colour": None, "order": list(order), "how": "cards", **more}
    assert act_sentence(acts.CutPrize.name, body, {code: code.upper() for code in order}) == says


@pytest.mark.parametrize(
    ("act", "more", "says"),
    [
        (acts.CorrectHand.name, {}, "Round 1, table 2: hand 3 was corrected, now 14 to −6."),
        (acts.CorrectHand.name, {"hand": None}, "Round 1, table 2: hand 3 was corrected, now void."),
        (acts.CorrectHand.name, CUT, "couple B won the cut, drawn at random."),
        (acts.CorrectHand.name, {"points": [1, 2, 3]}, "now by seat 1, 2, 3."),
        (acts.EnterAgain.name, {}, "was entered otherwise, 14 to −6; it is in dispute."),
        (
            acts.EnterAgain.name,
            {"agrees": True, "confirms": True},
            "the same by the other side, which confirms it.",
        ),
        (acts.EnterAgain.name, {"agrees": True, "confirms": False}, "was entered once more, the same."),
        (acts.LateHand.name, {}, "came into the late tray: it was finished after play had stopped."),
        (acts.LateHand.name, {"because": "round-closed"}, "its round was closed already."),
        (acts.Penalty.name, {}, "2 points deducted: Ann, Bob."),
        (acts.Penalty.name, {"points": 1, "tickets": ["c"]}, "1 point added for Clara."),
        (
            acts.ExchangeSeats.name,
            {},
            "Ann and Bob sat in each other's seats: round 1, table 2, hand 1; round 1, table 2, hand 2.",
        ),
        (acts.NotPlayed.name, {}, "it counts for nobody. Drawn at random, couple B moves as its winner."),
        (acts.Withdraw.name, {}, "the decision of entry 9 was withdrawn; the hands count again."),
        (acts.MoveBell.name, {}, "The bell of round 1 is credited to table 2."),
        (acts.MoveBell.name, {"table": None}, "credited to no table: none has reached the target."),
        (acts.Close.name, {"anyway": [2, 5]}, "although hands of these tables were not settled: 2, 5."),
        (acts.NoteHand.name, {}, "noted only, hand 3 should have been 14 to −6."),
    ],
)
def test_it_says_what_happened(act: str, more: dict[str, Any], says: str) -> None:
    assert told(act, **more).endswith(says)


@pytest.mark.parametrize(
    ("by", "says"),
    [
        ("table:2", "table 2"),
        ("table:2 seat:3", "table 2, seat 3"),
        ("user:4", "Dora"),
        ("user:5", "a director who is gone"),
        ("job", "automatic"),
    ],
)
def test_who_did_it_is_told_as_people_say_it(by: str, says: str) -> None:
    assert who(by, {4: "Dora"}) == says


def test_an_act_that_needs_a_reason_knows_the_usual_ones() -> None:
    needs = [act for act in acts.ACTS.values() if act.needs_reason]
    # A note beside a hand is made on the page that corrects it.
    assert [act for act in needs if not act.usual_reasons] == [acts.NoteHand]


def test_the_usual_reasons_stand_below_the_field(desk: Desk, make_evening: Make) -> None:
    here = desk.of(make_evening(8, until="bell"))
    pages: dict[type[acts.Act], str] = {
        acts.TakeBackBell: here.see("desk-act", "take-back-bell"),
        acts.Abandon: here.see("desk-act", "abandon"),
        acts.Penalty: here.see("desk-penalty"),
        acts.ExchangeSeats: here.see("desk-wrong-seats"),
        acts.AdjustGame: here.see("desk-adjust", 2, 1),
        acts.NotPlayed: here.see("desk-not-played", 2, 1),
        acts.CorrectHand: here.see("desk-correct", 2, 1, 1),
    }
    for act, page in pages.items():
        (field,) = re.findall(r'<input[^>]*name="reason"[^>]*>', page)
        (fills,) = re.findall(r'list="([^"]+)_usual"', field)
        assert f'id="{fills}"' in field, act
        assert f'<datalist id="{fills}_usual">' in page, act
        assert f'data-fills="{fills}"' in page, act
        assert all(f'<option value="{words}">' in page for words in act.usual_reasons), act


def test_changing_places_in_a_draft_offers_its_reasons(desk: Desk, make_evening: Make) -> None:
    shown = desk.of(make_evening(8, until="drafted")).see()
    assert '<datalist id="swap_reason_usual">' in shown


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    """Eight in play; Ann, Ann Lee and Bo are among them."""
    made = make_evening(8, until="playing")
    for number, name in enumerate(("Ann", "Ann Lee", "Bo"), start=1):
        rename(holder(made, number), name)
    return made


def holder(evening: AnEvening, number: int) -> Player:
    return evening.evening.tickets.get(number=number).player


def rename(player: Player, name: str) -> None:
    change_player(player, MemberChange(name=name))


def penalty(evening: AnEvening, reason: str) -> str:
    evening.act(acts.Penalty(tickets=[Ticket.objects.get(number=2).code], points=-5, reason=reason))
    return LedgerEntry.objects.latest("sequence").reason


@pytest.mark.parametrize(
    ("entered", "held"),
    [
        pytest.param("Ann Lee talked", "{2} talked", id="a name"),
        pytest.param("Ann and Ann Lee talked", "{1} and {2} talked", id="one within the other"),
        pytest.param("Bo, Ann: again!", "{3}, {1}: again!", id="beside signs"),
        pytest.param("Anna saw Bob", "Anna saw Bob", id="names that only begin so"),
        pytest.param("talked", "talked", id="nobody"),
        pytest.param("the {owl} was counted twice", "the {owl} was counted twice", id="braces"),
    ],
)
def test_a_name_is_held_as_a_ticket(evening: AnEvening, entered: str, held: str) -> None:
    assert penalty(evening, entered) == held
    (decided,) = standing_decisions(evening.evening)
    assert decided.reason == entered
    assert publish.check_rows(evening.read()) == []


def test_everybody_reads_what_somebody_is_called_now(evening: AnEvening, desk: Desk) -> None:
    penalty(evening, "Ann Lee talked")
    pages = [
        f"/desk/{evening.evening.club.slug}/{evening.evening.slug}/{page}/"
        for page in ("ledger", "decisions")
    ]

    def told() -> set[bool]:
        return {"Ann Ray talked" in words(html(desk.client.get(page))) for page in pages}

    assert told() == {False}
    rename(holder(evening, 2), "Ann Ray")
    assert told() == {True}
    erase_names(player=holder(evening, 2))
    assert standing_decisions(evening.evening)[0].reason == "— talked"
    assert publish.check_rows(evening.read()) == []


def test_in_public_it_is_what_they_agreed_to(evening: AnEvening) -> None:
    clubs.record_consents(holder(evening, 2), "user:1", START, clubs.NewConsents(name=False))
    penalty(evening, "Ann Lee talked")
    with in_public():
        assert standing_decisions(evening.evening)[0].reason == "Ann L. talked"


def test_it_asks_once_for_many_and_not_at_all_where_nobody_is_named(evening: AnEvening) -> None:
    entries = [LedgerEntry(evening=evening.evening, reason=f"{{{n}}} talked") for n in (1, 2, 3)]
    assert len(asked(lambda: with_names(entries))) == 1
    assert entries[1].reason == "Ann Lee talked"
    nobody = [LedgerEntry(evening=evening.evening, reason="talked")]
    assert asked(lambda: (with_names(nobody), by_tickets(evening.evening, ""))) == []
