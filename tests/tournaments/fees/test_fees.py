"""What an evening costs, who has paid, and what the treasurer gets: nothing that was noted is ever overwritten."""

import csv
from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import override

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.evening.api.callers import Caller, address, fault, officer
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.the_rows import refused
from tournaments.club.models import Club, User
from tournaments.evening import acts
from tournaments.evening.models import Hand
from tournaments.fees import fees
from tournaments.fees.models import FeeEntry, SeasonFees
from tournaments.fees.web import in_words

BY = "user:1"
pytestmark = pytest.mark.django_db


@pytest.fixture
def room(make_evening: Callable[..., AnEvening]) -> AnEvening:
    return make_evening(8, until="check_in")


@pytest.fixture
def here(desk: Desk, room: AnEvening) -> Desk:
    """The desk of an evening of a club whose members pay 5 and guests 7.50; the second player is a guest."""
    fees.set_usual_fees(club=desk.club, fees=fees.NewUsualFees(member=500, guest=750, currency="€"))
    room.players[1].is_guest = True
    room.players[1].save()
    return desk.of(room)


def amounts() -> list[int]:
    return list(FeeEntry.objects.order_by("pk").values_list("amount", flat=True))


def plain(page: str) -> str:
    return words(page).replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")


def rows(answer: Any) -> list[list[str]]:
    return list(csv.reader(answer.content.decode("utf-8-sig").splitlines()))


def test_who_has_paid_is_ticked_taken_back_and_ticked_again(here: Desk, room: AnEvening) -> None:
    member, guest = room.players[:2]
    assert "Nobody has paid yet." in plain(here.see("desk-fees"))
    assert "1 has paid: 7.50 €" in plain(here.press("desk-fee-paid", guest.pk))
    assert "2 have paid: 12.50 €" in plain(here.press("desk-fee-paid", member.pk))
    assert "2 have paid: 12.50 €" in plain(here.press("desk-fee-paid", member.pk))
    assert "1 has paid: 5.00 €" in plain(here.press("desk-fee-back", guest.pk))
    assert "1 has paid: 5.00 €" in plain(here.press("desk-fee-back", guest.pk))
    assert "2 have paid: 12.50 €" in plain(here.press("desk-fee-paid", guest.pk))
    assert amounts() == [750, 500, -750, 750]


def test_two_who_tap_at_once_note_one_payment(here: Desk, room: AnEvening) -> None:
    for _ in "ab":
        fees._append(room.evening, room.players[0], None, 500, BY, START)
    assert amounts() == [500]


def test_an_evening_may_cost_something_else_and_what_was_paid_stays(here: Desk, room: AnEvening) -> None:
    assert "As usual in your club" in here.see("desk-fees")
    here.press("desk-fee-paid", room.players[0].pk)
    changed = plain(here.press("desk-fees", member="6", guest="0"))
    assert "1 has paid: 5.00 €" in changed
    here.press("desk-fee-paid", room.players[2].pk)
    assert amounts() == [500, 600]
    with refused(" no-fee"):
        fees.pay(what=room.evening, player=room.players[1], by=BY, at=START)
    assert "does not fit here" in here.refused("desk-fees", member="much", guest="1 2")


def test_before_anything_is_said_the_evening_costs_nothing(desk: Desk, room: AnEvening) -> None:
    here = desk.of(room)
    assert "This evening costs nothing yet" in here.see("desk-fees")
    assert "There is nothing to pay" in here.press("desk-fee-paid", room.players[0].pk)
    assert amounts() == []


def test_the_treasurer_gets_the_cash_of_every_evening_and_all_entries(here: Desk, room: AnEvening) -> None:
    for player in room.players[:2]:
        here.press("desk-fee-paid", player.pk)
    here.press("desk-fee-back", room.players[0].pk)
    page = plain(html(here.client.get(f"/desk/{here.club.slug}/fees/")))
    assert "7.50 € in all." in page
    assert "1 7.50 €" in page
    for where in (f"/desk/{here.club.slug}/fees/fees.csv", here.url("desk-fees-csv")):
        head, *lines = rows(here.client.get(where))
        assert head[2:5] == ["player", "amount", "currency"]
        to_pay = [line[2] for line in lines if line[7] == "5.00"]
        assert to_pay in ([], [room.players[0].name, *(player.name for player in room.players[2:])])
        assert bool(to_pay) == (where == here.url("desk-fees-csv"))
        assert [(line[2], line[3], line[4], line[6]) for line in lines if line[6]] == [
            (room.players[0].name, "5.00", "€", "director"),
            (room.players[1].name, "7.50", "€", "director"),
            (room.players[0].name, "-5.00", "€", "director"),
        ]


def test_the_usual_fees_are_set(here: Desk) -> None:
    address = f"/desk/{here.club.slug}/fees/"
    sent = {"member": "4,50", "guest": "", "currency": "EUR"}
    assert here.client.post(address, sent).status_code == 302
    assert "4.50 EUR" in plain(here.see("desk-fees"))
    too_long = here.client.post(address, {**sent, "currency": "euros"})
    assert too_long.status_code == 422
    assert "too long for a currency" in html(too_long)


@pytest.fixture
def season(here: Desk) -> SeasonFees:
    """A season for which members pay 25 and guests nothing."""
    here.client.post(
        f"/desk/{here.club.slug}/fees/seasons/", {"name": "2026/27", "member": "25", "guest": ""}
    )
    return SeasonFees.objects.get()


def of_season(season: SeasonFees, *more: object) -> str:
    return "/".join(map(str, (f"/desk/{season.club.slug}/fees/seasons/{season.pk}", *more, "")))


def test_who_has_paid_is_ticked_and_taken_back(here: Desk, room: AnEvening, season: SeasonFees) -> None:
    member, guest = room.players[:2]

    def see(*more: object) -> str:
        if more:
            here.client.post(of_season(season, *more))
        return plain(html(here.client.get(of_season(season))))

    assert member.name in see()
    assert guest.name not in see()
    assert "1 has paid: 25.00 €" in see(member.pk, "paid")
    assert "1 has paid: 25.00 €" in see(member.pk, "paid")
    assert "There is nothing to pay" in see(guest.pk, "paid")
    assert "Nobody has paid yet." in see(member.pk, "back")
    assert amounts() == [2500, -2500]


def test_total_and_file_have_evenings_and_seasons(here: Desk, room: AnEvening, season: SeasonFees) -> None:
    member = room.players[0]
    here.press("desk-fee-paid", member.pk)
    here.client.post(of_season(season, member.pk, "paid"))
    page = plain(html(here.client.get(f"/desk/{here.club.slug}/fees/")))
    assert "30.00 € in all." in page
    assert "2026/27 1 25.00 €" in page
    _head, *lines = rows(here.client.get(f"/desk/{here.club.slug}/fees/fees.csv"))
    assert [(line[0], line[3]) for line in lines] == [(room.evening.name, "5.00"), ("2026/27", "25.00")]
    _head, *lines = rows(here.client.get(of_season(season) + "fees.csv"))
    assert [(line[0], line[1], line[2]) for line in lines if not line[7]] == [("2026/27", "", member.name)]


def test_a_season_stays_once_somebody_has_paid(here: Desk, room: AnEvening, season: SeasonFees) -> None:
    here.client.post(of_season(season, room.players[0].pk, "paid"))
    here.client.post(of_season(season), {"name": "The year", "member": "30", "guest": "1"})
    season.refresh_from_db()
    assert (season.name, season.member, season.guest) == ("The year", 3000, 100)
    answer = here.client.post(of_season(season, "remove"), follow=True)
    assert "what was noted stays" in html(answer)
    other = fees.add_season_fees(here.club, fees.NewSeasonFees(name="Another", member=1, guest=1))
    here.client.post(of_season(other, "remove"))
    assert list(SeasonFees.objects.all()) == [season]


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        ({"name": "2026/27"}, "already"),
        ({"member": "much"}, "does not fit here"),
    ],
)
def test_what_no_season_is(here: Desk, season: SeasonFees, entered: dict[str, str], says: str) -> None:
    sent = {"name": "Another", "member": "25", "guest": "", **entered}
    answer = here.client.post(f"/desk/{here.club.slug}/fees/seasons/", sent)
    assert answer.status_code == 422
    assert says in words(html(answer))
    assert list(SeasonFees.objects.all()) == [season]


@pytest.mark.parametrize(
    ("amount", "currency", "language", "expected"),
    [
        (300, "£", "en", "£3.00"),
        (0, "£", "en", "£0.00"),
        (300, "usd", "en", "usd\N{NO-BREAK SPACE}3.00"),
        (300, "€", "fr", "3,00\N{NO-BREAK SPACE}€"),
        (300, "", "en", "3.00"),
    ],
)
def test_a_sum_is_written_as_in_its_country(amount: int, currency: str, language: str, expected: str) -> None:
    with override(language):
        assert in_words(amount, currency) == expected


@pytest.fixture
def asking(director: User, club: Club) -> Caller:
    return officer(director)


@pytest.fixture
def at(club: Club) -> str:
    return f"/api/v1/clubs/{club.slug}/fees/"


def test_the_usual_fees_over_rest(asking: Caller, at: str) -> None:
    assert asking.get(at).json() == {"member": 0, "guest": 0, "currency": ""}
    told = {"member": 500, "guest": 700, "currency": "€"}
    assert asking.ask("PUT", at, told).json() == told == asking.get(at).json()


def test_paying_for_an_evening_is_noted_and_taken_back(asking: Caller, at: str, make_evening: Any) -> None:
    evening: AnEvening = make_evening(until="playing")
    path, pk = f"{address(evening)}fees/", evening.players[0].pk
    assert fault(asking.ask("PUT", f"{path}{pk}/")) == (400, "", "no-fee")
    assert asking.ask("PUT", path, {"member": 500, "guest": 700}).json()["own"] is True
    for _again in "ab":
        assert asking.ask("PUT", f"{path}{pk}/").json()["cash"] == 500
    paid = {one["player"]: one["paid"] for one in asking.get(path).json()["payers"]}
    assert (paid[pk], list(paid.values()).count(None)) == (500, len(paid) - 1)
    assert asking.ask("DELETE", f"{path}{pk}/").json()["cash"] == 0
    amounts = [one["amount"] for one in asking.get(f"{at}payments/").json()["results"]]
    assert amounts == [500, -500]


def test_a_season_that_is_paid_for_is_not_removed(asking: Caller, at: str, make_evening: Any) -> None:
    pk = make_evening(until="check_in").players[0].pk
    made = asking.post(f"{at}seasons/", {"name": "2026/27", "member": 2500, "guest": 0})
    assert made.status_code == 201, made.content
    path = f"{at}seasons/{made.json()['id']}/"
    assert asking.ask("PUT", f"{path}{pk}/").json()["cash"] == 2500
    (only,) = asking.get(f"{at}seasons/").json()["seasons"]
    assert (only["cash"], only["paid"]) == (2500, 1)
    assert fault(asking.ask("DELETE", path)) == (400, "", "paid")
    changed = asking.ask("PUT", path, {"name": "The year", "member": 3000, "guest": 100}).json()
    assert (changed["member"], changed["cash"]) == (3000, 2500)
    assert asking.ask("DELETE", f"{path}{pk}/").json()["cash"] == 0
    other = asking.post(f"{at}seasons/", {"name": "Next", "member": 1, "guest": 0}).json()["id"]
    (left,) = asking.ask("DELETE", f"{at}seasons/{other}/").json()["seasons"]
    assert left["name"] == "The year"


MONEY = {"lost": 50, "point": 1, "compared": "mean"}


@pytest.fixture
def settled(make_evening: Callable[..., AnEvening]) -> AnEvening:
    """A closed round of a table of three: 24, -48 and 0 points in one hand; lost hands cost 0.50, points 0.01."""
    evening = make_evening(
        3,
        until="playing",
        game="points",
        counting="points",
        movement="drawn",
        house_rules={"least": -100},
        ends={"ends": "hands", "hands": 1},
        beside={"settlement": MONEY},
    )
    evening.enter(1, {"points": [24, -48, 0]})
    evening.act(acts.Close())
    return evening


def test_what_hands_cost_is_settled_and_follows_a_correction(settled: AnEvening, desk: Desk) -> None:
    here, people = desk.of(settled), fees.settling(settled.evening).people
    (loser,) = [line.player for line in people if line.costs.lost]
    assert "In the cash box: 0.00 of 0.50" in plain(here.see("desk-fees"))
    for _again in "ab":
        assert "In the cash box: 0.50 of 0.50" in plain(here.press("desk-settled", loser.pk))
    assert "−0.50 −0.40 0.50 Paid" in plain(here.see("desk-settlement"))
    line = rows(here.client.get(here.url("desk-settlement-csv")))[1:]
    assert sorted(row[1:] for row in line)[-1][:5] == ["1", "-0.50", "-0.40", "0.50", "0.50"]
    of = Hand.objects.get(live=True).entry.sequence
    settled.act(
        acts.CorrectHand(round=1, table=1, number=1, of=of, hand={"points": [-24, 48, 0]}, reason="x")
    )
    assert "In the cash box: 0.50 of 0.50" in plain(here.see("desk-fees"))
    assert amounts() == [50]
    assert "In the cash box: 0.00 of 0.50" in plain(here.press("desk-settled", loser.pk))
    assert "In the cash box: 0.00 of 0.50" in plain(here.press("desk-unsettled", loser.pk))
    assert amounts() == [50, -50]
    assert "Who pays whom" in here.see("desk-fees")


PAID = [
    ("hearts", "hearts.moon", {"hearts": [13, 0, 0, 0], "queen": 1}, 1),
    ("hearts", "hearts.score.lady", {"hearts": [13, 0, 0, 0], "queen": 2}, 1),
    ("hearts", "hearts.score.moon", {"hearts": [13, 0, 0, 0], "queen": 1}, 3),
    ("euchre", "euchre.score.euchred", {"maker": 1, "tricks": 2}, 2),
    ("whist", "whist.score.revoke", {"tricks": [7, 6], "revokes": [{"side": "A", "tricks": 1}]}, 2),
]


@pytest.mark.parametrize(("game", "what", "hand", "payers"), PAID)
def test_whoever_loses_by_what_has_a_rate_pays_each_time(
    make_evening: Any, game: str, what: str, hand: dict[str, Any], payers: int
) -> None:
    asks = {"settlement": {"rates": [{"what": what, "sum": 20}], "lost_to": "others"}}
    plan = {"game": game, "counting": "points", "movement": "drawn", "ends": {"ends": "time"}, "beside": asks}
    evening = make_evening(4, until="playing", **plan)
    for _ in "ab":
        evening.enter(1, hand)
    evening.act(acts.Stop())
    evening.act(acts.Close())
    people = fees.settling(evening.evening).people
    assert sorted(line.costs.for_lost for line in people) == [0] * (4 - payers) + [3 * 2 * 20] * payers
    with refused("plan.settlement.rates.0.what not-a-feat"):
        make_evening(4, game="points", movement="drawn", beside=asks)


def test_settling_over_rest(settled: AnEvening, asking: Caller, make_evening: Any) -> None:
    path = f"{address(settled)}settlement/"
    told = asking.get(path).json()
    assert [told["box"], told["paid"], sum(one["points"] for one in told["people"])] == [50, 0, 0]
    (pk,) = {one["payer"] for one in told["payments"]}
    assert [one["player"] for one in told["people"] if one["lost"]] == [pk]
    assert asking.ask("PUT", f"{path}{pk}/").json()["paid"] == 50
    assert asking.ask("DELETE", f"{path}{pk}/").json()["paid"] == 0
    other = make_evening(8, until="check_in", name="Another")
    assert asking.get(f"{address(other)}settlement/").json()["people"] == []
