"""The desk before an evening: announcing it, who comes, letting them in, and several evenings at once."""

import re
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils.timezone import localdate

from tests.tournaments.evening.web.desk.at_the_desk import Desk, html, words
from tests.tournaments.signup.a_list import AList
from tests.tournaments.the_rows import asked
from tournaments.club.models import Club, Player
from tournaments.club.services import clubs
from tournaments.evening.models import Evening, Ticket
from tournaments.evening.services import evenings
from tournaments.signup.models import Announcement, SignUp

ANNOUNCED = {"starts": "19:30", "places": "4", "note": "", "takes_sign_ups": "on"}


@pytest.fixture
def evening(club: Club) -> AList:
    """An evening with four places, announced a week ahead of the clock on the wall."""
    return AList.made(club, at=datetime.now(UTC), places=4)


def url(evening: AList, name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=[evening.evening.club.slug, evening.evening.slug, *args])


def see(desk: Desk, evening: AList, name: str, *args: object) -> str:
    answer = desk.client.get(url(evening, name, *args))
    assert answer.status_code == 200
    return words(html(answer))


def press(desk: Desk, evening: AList, name: str, /, *args: object, **entered: str) -> str:
    answer = desk.client.post(url(evening, name, *args), entered)
    assert answer.status_code == 302, words(answer.content.decode())
    return words(html(desk.client.get(answer["Location"])))


def test_a_draft_is_announced_from_the_desk_changed_and_withdrawn(desk: Desk, evening: AList) -> None:
    Announcement.objects.all().delete()
    assert "Announce evening" in see(desk, evening, "desk-evening")
    assert "This evening is not announced" in see(desk, evening, "desk-coming")
    refused = desk.client.post(url(evening, "desk-announce"), {"starts": "soon", "places": "0"})
    assert (refused.status_code, "enter one such as 19:30" in html(refused)) == (422, True)
    assert "4 places" in press(desk, evening, "desk-announce", **ANNOUNCED)
    changed = press(desk, evening, "desk-announce", **{**ANNOUNCED, "places": "9"})
    assert "The announcement is changed." in changed
    assert evening.row.places == 9
    assert "Withdraw the announcement?" in see(desk, evening, "desk-announcement-withdraw")
    assert "not announced" in press(desk, evening, "desk-announcement-withdraw")
    assert "The evening is announced." in press(desk, evening, "desk-announce", **ANNOUNCED)


def test_the_clubs_page_says_what_is_announced(desk: Desk, club: Club, evening: AList) -> None:
    evening.sign_up("Ada", "Bob")
    said = words(html(desk.client.get(reverse("web:desk-club", args=[club.slug]))))
    assert "Announced for 19:30 · 2 coming, 2 places left" in said
    evening.withdraw_the_announcement()
    said = words(html(desk.client.get(reverse("web:desk-club", args=[club.slug]))))
    assert "Announce evening Friday cards" in said


def test_the_clubs_page_has_tonight_first_and_then_the_next(desk: Desk, club: Club) -> None:
    now = datetime.now(UTC)
    today = localdate(now, ZoneInfo("Europe/Paris"))
    for days in (14, 0, 7):
        AList.made(club, at=now, name=f"in {days} days", day=today + timedelta(days))
    said = words(html(desk.client.get(reverse("web:desk-club", args=[club.slug]))))
    order = [said.index(f"in {days} days") for days in (0, 7, 14)]
    assert order == sorted(order)


def test_the_list_says_who_comes_with_whom_and_who_waits(desk: Desk, evening: AList) -> None:
    evening.sign_up("Ada", "Bob")
    evening.sign_up("Clara", seeks_partner=True)
    evening.sign_up("Dan", "Eve")
    said = see(desk, evening, "desk-coming")
    assert "3 coming, 1 place left; 2 on the waiting list" in said
    placed, waiting = said.split("Waiting list")
    assert "Ada Bob" in placed
    assert "Clara looking for a partner" in placed
    assert "Dan Eve" in waiting


def test_the_list_marks_names_like_those_of_the_club_and_of_each_other(desk: Desk, evening: AList) -> None:
    for name in ("John Marsh", "Anne Lee", "Ann Lee", "Ada Lovelace"):
        clubs.add_player(club=evening.evening.club, name=name, at=evening.at)
    Player.objects.filter(name="Ada Lovelace").update(is_active=False)
    evening.announce(places=None)
    for names in (("Jon Marsh",), ("ann lee", "Anne Lee"), ("Bo Day", "Bo Daye"), ("Ada Lovelacy",)):
        evening.sign_up(*names)
    for names in (("Clara", "Edmund Hillary"), ("Edmund Hilary",)):
        evening.sign_up(*names)
    said = see(desk, evening, "desk-coming")
    written = "Jon Marsh|ann lee|Bo Day|Ada Lovelacy|Clara|Edmund Hilary"
    marked = dict(re.findall(rf"({written}) Similar name: (\S+ \S+)", said))
    alike = {"Jon Marsh": "John Marsh", "Clara": "Edmund Hilary", "Edmund Hilary": "Edmund Hillary"}
    assert marked == alike


def test_an_officer_adds_who_telephoned_and_takes_people_off(desk: Desk, evening: AList) -> None:
    for name in ("Ada", "Bob", "Clara", "Dan"):
        assert f"{name} has a place." in press(desk, evening, "desk-sign-up", name=name, companion="")
    assert "Eve is on the waiting list." in press(desk, evening, "desk-sign-up", name="Eve", companion="")
    ada = SignUp.objects.get(name="Ada")
    assert "Take Ada off the list?" in see(desk, evening, "desk-sign-up-withdraw", ada.pk)
    assert "Ada is off the list." in press(desk, evening, "desk-sign-up-withdraw", ada.pk)
    assert evening.names(placed=True) == ["Bob", "Clara", "Dan", "Eve"]
    answer = desk.client.post(url(evening, "desk-sign-up"), {"name": "BOB", "companion": ""})
    assert answer.status_code == 422


def test_the_board_of_a_draft_says_what_the_sign_ups_come_to(desk: Desk, club: Club) -> None:
    evening = AList.made(club, at=datetime.now(UTC))
    for name in ("Ada", "Bob", "Clara", "Dan", "Eve"):
        evening.sign_up(name)
    said = see(desk, evening, "desk-evening")
    assert "Signed up: 5 players: 1 table, 1 sits out each round." in said
    assert "begun at 19:30" in said


def test_who_signed_up_is_let_in_with_one_tap_and_ticked_off(desk: Desk, club: Club, evening: AList) -> None:
    ada = clubs.add_player(club=club, name="Ada Marsh", at=evening.at)
    evening.sign_up("Ada Marsh", "Bob Day")
    evening.open_doors()
    said = see(desk, evening, "desk-evening")
    assert said.index("Signed up Ada Marsh") < said.index("Bob Day new guest")
    press(desk, evening, "desk-tick", ada.pk, colour="")
    press(desk, evening, "desk-guest", name="Bob Day", colour="")
    assert {ticket.player.name for ticket in Ticket.objects.all()} == {"Ada Marsh", "Bob Day"}
    said = see(desk, evening, "desk-evening")
    assert "Ada Marsh checked in" in said
    assert "Bob Day checked in" in said


def test_a_member_signed_up_in_another_spelling_is_known(desk: Desk, club: Club, evening: AList) -> None:
    ada = clubs.add_player(club=club, name="Ada Marsh", at=evening.at)
    evening.sign_up(" ADA  M\u00e1rsh ")
    evening.open_doors()
    page = html(desk.client.get(url(evening, "desk-evening")))
    assert "new guest" not in page
    listed = page[page.index('id="signed-up"') : page.index('id="waiting"')]
    assert f'action="{url(evening, "desk-tick", ada.pk)}"' in listed


@pytest.mark.parametrize("known", [("Ada Marsh", "Ada Marsh"), ("Marsh Ada",)])
def test_where_nobody_can_tell_who_it_is_one_tap_asks_and_another_person_comes_in(
    desk: Desk, club: Club, evening: AList, known: tuple[str, ...]
) -> None:
    for name in known:
        clubs.add_player(club=club, name=name, at=evening.at, another=True)
    evening.sign_up("ada marsh")
    evening.open_doors()
    assert "ada marsh the club has people of this name" in see(desk, evening, "desk-evening")
    tapped = desk.client.post(url(evening, "desk-guest"), {"name": "ada marsh"})
    assert tapped.status_code == 422
    page = html(tapped)
    asking = page[page.index('id="guest"') : page.index('id="signed-up"')]
    assert "say that this is another person" in words(asking)
    assert "Another person of the same name" in words(asking)
    press(desk, evening, "desk-guest", name="ada marsh", another="on")
    assert Ticket.objects.get().player.name == "ada marsh"
    assert "ada marsh checked in" in see(desk, evening, "desk-evening")


def test_the_door_forecasts_with_those_signed_up_until_as_many_are_in(desk: Desk, club: Club) -> None:
    evening = AList.made(club, at=datetime.now(UTC))
    for name in ("Ada", "Bob", "Clara", "Dan"):
        evening.sign_up(name)
    evening.open_doors()
    assert "Signed up: 4 players: 1 table" in see(desk, evening, "desk-evening")
    names: dict[str, Any] = {"names": ["W", "X", "Y", "Z"], "colour": ""}
    evenings.check_in_names(evening=evening.evening, **names, by="user:1", at=evening.clock())
    assert "Signed up: 4 players" not in see(desk, evening, "desk-evening")


def test_the_pages_ask_equally_often_however_many_come(desk: Desk, club: Club) -> None:
    evening = AList.made(club, at=datetime.now(UTC))
    evening.sign_up("Ada")

    def counts(*names: str) -> list[int]:
        return [len(asked(partial(desk.client.get, url(evening, name)))) for name in names]

    def club_page() -> int:
        return len(asked(partial(desk.client.get, reverse("web:desk-club", args=[club.slug]))))

    before = counts("desk-coming", "desk-evening"), club_page()
    for number in range(30):
        evening.sign_up(f"P{number}", f"Q{number}")
    for number in range(4):
        AList.made(club, at=evening.at, name=f"Evening {number}").sign_up("Ada")
    assert (counts("desk-coming", "desk-evening"), club_page()) == before
    evening.open_doors()
    few = counts("desk-evening")
    for number in range(30, 60):
        evening.add(f"P{number}", f"Q{number}")
    assert counts("desk-evening") == few


FIRST = date(2027, 1, 8)
SEVERAL = {
    "kind": "euchre-party",
    "name": "Euchre night",
    "first": FIRST.isoformat(),
    "rhythm": "monthly",
    "count": "3",
    **ANNOUNCED,
}
DAYS = ["2027-01-08", "2027-02-12", "2027-03-12"]


def several(club: Club) -> str:
    return reverse("web:desk-several", args=[club.slug])


def kinds(desk: Desk, club: Club) -> list[str]:
    form = desk.client.get(several(club)).context["form"]
    return [slug for slug, _name in form.fields["kind"].choices]


def entered(desk: Desk, club: Club, **changes: Any) -> dict[str, Any]:
    return {**SEVERAL, "kind": kinds(desk, club)[0], **changes}


def test_the_days_are_shown_before_anything_is_made(desk: Desk, club: Club) -> None:
    answer = desk.client.post(several(club), entered(desk, club))
    said = words(html(answer))
    assert said.index("January") < said.index("February") < said.index("March")
    assert not Evening.objects.exists()


@pytest.mark.parametrize("days", [DAYS, [DAYS[0], DAYS[2]]], ids=["all", "one left out"])
def test_ticked_days_are_made_and_announced_together(desk: Desk, club: Club, days: list[str]) -> None:
    sent = entered(desk, club, save="1", seen=" ".join(DAYS), days=days)
    assert desk.client.post(several(club), sent).status_code == 302
    rows = Evening.objects.order_by("date")
    assert [row.date.isoformat() for row in rows] == days
    assert {row.name for row in rows} == {"Euchre night"}
    assert set(Announcement.objects.values_list("places", flat=True)) == {4}
    desk.client.post(several(club), sent)
    assert Evening.objects.count() == len(days), "they are made once"


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"rhythm": "weekly"}, 200),
        ({"note": "a" * 301}, 422),
        ({"count": "1"}, 422),
        ({"count": "13"}, 422),
    ],
    ids=["other days than were looked at", "a long note", "one", "thirteen"],
)
def test_what_cannot_be_makes_none(desk: Desk, club: Club, changed: dict[str, str], status: int) -> None:
    sent = entered(desk, club, **{"save": "1", "seen": " ".join(DAYS), "days": DAYS, **changed})
    answer = desk.client.post(several(club), sent)
    assert answer.status_code == status
    assert status != 200 or len(re.findall(r'name="days" value="\S+" checked', html(answer))) == 3
    assert not Evening.objects.exists()


def test_a_day_with_an_evening_is_shown_and_not_chosen(desk: Desk, club: Club) -> None:
    AList.made(club, name="Something else", day=date(2027, 2, 12))
    said = html(desk.client.post(several(club), entered(desk, club)))
    assert "there is already: Something else" in words(said)
    days = re.findall(r'name="days" value="(\S+)"( checked)?', said)
    assert days == [(DAYS[0], " checked"), (DAYS[1], ""), (DAYS[2], " checked")]


def test_as_last_time_comes_first_where_there_was_one(desk: Desk, club: Club, make_evening: Any) -> None:
    make_evening(8, until="playing", rounds=5, name="Our own")
    assert kinds(desk, club)[0] == "last"
    sent = entered(desk, club, save="1", seen=" ".join(DAYS), days=DAYS, name="")
    assert desk.client.post(several(club), sent).status_code == 302
    made = Evening.objects.filter(date__gte=FIRST)
    assert {row.name for row in made} == {"Our own"}
    assert {row.plan["rounds"] for row in made} == {5}
    assert made.count() == 3


def test_the_clubs_house_rules_hold_where_a_kind_of_evening_says_nothing(desk: Desk, club: Club) -> None:
    told: dict[str, Any] = {"game": "chantecler", "options": {"target": 56}}
    clubs.set_house_rules(club=club, **told, by="user:1", at=datetime.now(UTC))
    kind = next(slug for slug in kinds(desk, club) if "chantecler" in slug or slug == "league")
    sent = entered(desk, club, kind=kind, save="1", seen=" ".join(DAYS), days=DAYS)
    assert desk.client.post(several(club), sent).status_code == 302
    assert {row.plan["house_rules"]["target"] for row in Evening.objects.all()} == {56}


def test_the_first_evening_is_offered_after_the_last(desk: Desk, club: Club) -> None:
    day = datetime.now(UTC).date() + timedelta(3)
    AList.made(club, at=datetime.now(UTC), day=day)
    assert desk.client.get(several(club)).context["form"]["first"].value() == day + timedelta(7)


def test_a_whole_group_is_added_but_those_who_are_on_the_list(desk: Desk, evening: AList) -> None:
    assert "A whole group comes" not in see(desk, evening, "desk-coming")
    for name in ("Ada Marsh", "Bob Day", "Cy Fox", "Di Roe", "Eve Ash", "Gus Hay"):
        player = clubs.add_player(club=desk.club, name=name, at=evening.clock())
        player.groups.create(group="Tuesday" if name != "Gus Hay" else "Friday")
    press(desk, evening, "desk-sign-up", name="Ada Marsh", companion="Bob Day")
    told = press(desk, evening, "desk-sign-up-group", group="Tuesday")
    assert "3 were added to the list." in told
    assert "A whole group comes" in told
    assert [row.name for row in SignUp.objects.all()] == ["Ada Marsh", "Cy Fox", "Di Roe", "Eve Ash"]
    assert SignUp.objects.filter(placed_at=None).count() == 1
    for nobody in ("Tuesday", "", "Sunday"):
        assert "0 were added to the list." in press(desk, evening, "desk-sign-up-group", group=nobody)
