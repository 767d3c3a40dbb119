"""What visitors see before an evening, and how they sign up for it."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from tests.tournaments.evening.web.desk.at_the_desk import signed_in, words
from tests.tournaments.evening.web.player.a_ticket import Holder
from tests.tournaments.signup.a_list import AList
from tournaments.club.models import Club, Player, User
from tournaments.club.services import clubs
from tournaments.club.services.clubs import AboutClub
from tournaments.evening.models import Evening
from tournaments.signup import sign_ups
from tournaments.signup.models import SignUp


@pytest.fixture
def evening(club: Club) -> AList:
    """An evening with four places, announced a week ahead of the clock on the wall."""
    return AList.made(club, at=datetime.now(UTC), places=4, note="Bring a cake")


@pytest.fixture
def see(client: Client) -> Callable[..., str]:
    def read(path: str, **about: Any) -> str:
        answer = client.get(path, **about)
        assert answer.status_code == 200, (path, answer.status_code)
        return words(answer.content.decode())

    return read


def page_of(evening: AList) -> str:
    return f"/c/{evening.evening.club.slug}/coming/{evening.evening.slug}/"


def signs_up(client: Client, evening: AList, name: str, **entered: str) -> str:
    answer = client.post(page_of(evening), {"name": name, "companion": "", **entered})
    assert answer.status_code == 302, words(answer.content.decode())
    assert re.fullmatch(r"/my-place/[\w-]{40,}/", answer["Location"])
    return str(answer["Location"])


def test_a_phone_that_signed_up_finds_its_place_again(client: Client, see: Any, evening: AList) -> None:
    links = [signs_up(client, evening, name) for name in ("Béa Ört", "Ada")]
    page = client.get(page_of(evening)).content.decode()
    assert [link in page for link in links] == [True] * 2
    client.post(f"{links[0]}withdraw/")
    assert links[0] not in client.get(page_of(evening)).content.decode()
    other = AList.made(evening.evening.club, at=evening.at, name="Another")
    assert 'value="Béa Ört"' in client.get(page_of(other)).content.decode()


@pytest.mark.parametrize("withheld", ["", "Ada M."])
def test_whoever_has_signed_in_comes_by_one_press(withheld: str, club: Club, evening: AList) -> None:
    clubs.add_names(club=club, names=["Ada Marsh", "Eve"], at=evening.at)
    user = User.objects.create_user("ada")
    Player.objects.filter(name="Ada Marsh").update(account=user, public_name=withheld)
    client, come, asked = signed_in(user), f"/c/{club.slug}/me/come/", {"evening": evening.evening.slug}
    for answer, told, listed in (
        ("", "I cannot come", 1),
        ("", "I cannot come", 1),
        ("no", "I am coming", 0),
    ):
        assert client.post(come, asked | {"answer": answer})["Location"] == "/me/"
        for page in ("/me/", page_of(evening)):
            assert f"{told} Friday cards" in words(client.get(page).content.decode())
        assert evening.names(placed=True) == ["Ada Marsh"] * listed
    for where, what in ((come, {"evening": "2020-01-01-none"}), ("/c/another/me/come/", asked)):
        assert client.post(where, what).status_code == 404
    Player.objects.filter(name="Eve").update(name="Ada Marsh")
    client.post(come, asked)
    assert not evening.names(placed=True), "who shares a name fills the form in"


def test_once_the_doors_are_open_who_has_signed_in_sees_their_place_until_they_are_in(
    club: Club, evening: AList
) -> None:
    clubs.add_names(club=club, names=["Ada Marsh"], at=evening.at)
    user = User.objects.create_user("ada")
    Player.objects.filter(name="Ada Marsh").update(account=user, public_name="Ada M.")
    evening.announce(places=1)
    evening.sign_up("Bob")
    ada = evening.sign_up("Ada Marsh")
    evening.open_doors()
    client, at_the_door = signed_in(user), "Check in at the door"
    said = words(client.get("/me/").content.decode())
    assert "at the desk when you come. You are number 1 on the waiting list I cannot come" in said
    assert at_the_door not in said
    code = sign_ups.open_door(evening=evening.evening, by="user:1", at=evening.at)
    assert at_the_door in words(client.get("/me/").content.decode())
    assert "Ada M. no place yet" in words(client.get(f"/door/{sign_ups.door_token(code)}/").content.decode())
    evening.announce(places=2)
    client.post(f"/door/{sign_ups.door_token(code)}/?name=Ada+Marsh", {"who": f"signed-up-{ada.pk}"})
    assert "I cannot come" not in words(client.get("/me/").content.decode())


def test_a_ticket_signs_up_for_the_next_evening(make_evening: Any, evening: AList) -> None:
    holder = Holder.scanned(make_evening(8, until="published", rounds=1))
    holder.client.post(f"{holder.url}come/", {"evening": evening.evening.slug})
    assert evening.names(placed=True) == [holder.ticket.player.name]


def test_next_evenings_stand_in_the_order_of_their_hours(see: Any, club: Club, evening: AList) -> None:
    now = evening.at
    AList.made(club, at=now, name="Later that day", starts=time(22, 0))
    AList.made(club, at=now, name="Sooner", day=now.date() + timedelta(2))
    opened = AList.made(club, at=now, name="Open already", day=now.date() + timedelta(4))
    opened.open_doors()
    said = see(f"/c/{club.slug}/")
    assert [part for part in ("19:30", "4 places left", "Bring a cake") if part not in said] == []
    order = [said.index(name) for name in ("Sooner", "Open already", "Friday cards", "Later that day")]
    assert order == sorted(order)


def test_tonights_open_doors_come_first(see: Any, club: Club, evening: AList) -> None:
    AList.made(club, at=evening.at, name="The one tonight", day=evening.at.date()).open_doors()
    said = see(f"/c/{club.slug}/")
    assert said.index("Tonight") < said.index("The one tonight") < said.index("Next evenings")


def test_a_server_with_several_clubs_shows_them_on_its_home(see: Any, director: User, evening: AList) -> None:
    clubs.make_club(name="Owl Club", director=director, time_zone="UTC", at=evening.at)
    assert "Rooster Club Friday cards" in see("/")


def test_a_draft_not_announced_is_nobodys(client: Client, see: Any, club: Club, evening: AList) -> None:
    evening.withdraw_the_announcement()
    assert "Friday cards" not in see(f"/c/{club.slug}/") + see(f"/c/{club.slug}/coming/")
    for path in (page_of(evening), f"/c/{club.slug}/{evening.evening.slug}/"):
        assert client.get(path).status_code == 404
    assert b"Friday" not in client.get(f"/c/{club.slug}/coming/calendar.ics").content


def test_an_evenings_address_leads_to_what_is_announced(client: Client, club: Club, evening: AList) -> None:
    usual = f"/c/{club.slug}/{evening.evening.slug}/"
    assert client.get(usual)["Location"] == page_of(evening)
    evening.open_doors()
    assert client.get(usual).status_code == 200
    assert client.get(page_of(evening))["Location"] == usual


@pytest.mark.parametrize(
    ("close", "told"),
    [
        (lambda evening: evening.announce(takes_sign_ups=False), "There is no need to sign up. Just come."),
        (AList.call_off, "This evening has been called off."),
        (AList.let_its_day_pass, "Nobody can sign up any more."),
    ],
    ids=["one just comes", "called off", "its day has passed"],
)
def test_why_it_takes_nobody(
    client: Client, see: Any, evening: AList, close: Callable[[AList], object], told: str
) -> None:
    close(evening)
    assert told in see(page_of(evening))
    assert client.post(page_of(evening), {"name": "Ada"}).status_code == 422
    assert not SignUp.objects.exists()


def test_one_called_off_leaves_lists(client: Client, see: Any, club: Club, evening: AList) -> None:
    evening.call_off()
    assert "Friday cards" not in see(f"/c/{club.slug}/coming/")
    assert b"STATUS:CANCELLED" in client.get(f"/c/{club.slug}/coming/calendar.ics").content


def test_an_evening_in_play_is_no_coming_one(see: Any, club: Club, make_evening: Any) -> None:
    room = make_evening(8, until="check_in", name="Under way")
    a_week_on = datetime.now(UTC).date() + timedelta(7)
    Evening.objects.filter(pk=room.evening.pk).update(date=a_week_on)
    assert "Under way" in see(f"/c/{club.slug}/coming/")
    room.step_to("seated")
    assert "Under way" not in see(f"/c/{club.slug}/coming/")


def test_the_calendar_goes_by_months(see: Any, club: Club, evening: AList) -> None:
    AList.made(club, at=evening.at, name="In summer", day=evening.at.date() + timedelta(200))
    said = see(f"/c/{club.slug}/coming/")
    assert said.index("Friday cards") < said.index("In summer")
    months = re.findall(r"[A-Z][a-z]+ 20\d\d(?= [A-Z])", said)
    assert len(set(months)) >= 2


def test_the_calendars_file_has_each_evening_the_same_at_any_address(
    client: Client, club: Club, evening: AList
) -> None:
    answer = client.get(f"/c/{club.slug}/coming/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    text = answer.content.decode().replace("\r\n ", "")
    day = evening.evening.date
    begins = datetime.combine(day, time(19, 30)).astimezone()
    assert f"SUMMARY:Friday cards · {club.name}" in text
    assert f"URL:http://testserver/c/{club.slug}/{evening.evening.slug}/" in text
    assert re.search(rf"DTSTART:{begins:%Y%m%d}T1[78]3000Z", text)
    again = client.get(answer.wsgi_request.path, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    path = answer.wsgi_request.path
    files = [client.get(path, headers={"host": host}).content for host in ("localhost", "127.0.0.1")]
    lines = [{line for line in file.splitlines() if line.startswith((b"UID:", b"DTEND:"))} for file in files]
    assert lines[0] == lines[1]
    assert len(lines[0]) == 2


def test_a_calendar_reads_what_is_said_of_an_evening(client: Client, club: Club, evening: AList) -> None:
    note = "Bring a cake; or two, and \\n a “cup”" + "é" * 60
    clubs.change_settings(club, AboutClub(place="Old Hall"))
    evening.announce(note=note)
    file = client.get(f"/c/{club.slug}/coming/calendar.ics").content
    assert all(len(line) <= 75 for line in file.split(b"\r\n"))
    (event,) = Calendar.from_ical(file).events
    assert (event["summary"], event["location"]) == (f"Friday cards · {club.name}", "Old Hall")
    assert (event["description"], event["status"]) == (note, "CONFIRMED")
    assert event.start < event.end


def test_an_evening_whose_hour_nobody_knows_is_a_whole_day(
    client: Client, club: Club, make_evening: Any
) -> None:
    room, day = make_evening(8, until="check_in"), datetime.now(UTC).date() + timedelta(7)
    Evening.objects.filter(pk=room.evening.pk).update(date=day)
    (event,) = Calendar.from_ical(client.get(f"/c/{club.slug}/coming/calendar.ics").content).events
    assert (event.start, event.end) == (day, day + timedelta(1))


def test_who_signs_up_sees_their_place_others_numbers(client: Client, see: Any, evening: AList) -> None:
    own = see(signs_up(client, evening, "Ada Marsh", companion="Bob"))
    assert "You both have a place" in own
    assert "Ada Marsh, with Bob" in own
    assert "2 coming, 2 places left" in see(page_of(evening))


def test_who_waits_is_numbered_and_has_the_place_of_whoever_withdraws_and_may_come_back(
    client: Client, see: Any, evening: AList
) -> None:
    links = [signs_up(client, evening, name) for name in ("Ada", "Bob", "Clara", "Dan", "Eve", "Fay")]
    assert "You are number 2 on the waiting list" in see(links[5])
    assert "4 coming, no place left; 2 on the waiting list" in see(page_of(evening))
    for _ in "ab":
        assert client.post(f"{links[0]}withdraw/").status_code == 302
    assert "You are not coming" in see(links[0])
    assert "You have a place" in see(links[4])
    assert "You are number 1 on the waiting list" in see(links[5])
    assert client.post(f"{links[0]}come-back/").status_code == 302
    assert "You are number 2 on the waiting list" in see(links[0])


@pytest.mark.parametrize(
    ("status", "told", "leads"),
    [
        ("seated", "The evening has begun", "Follow the evening"),
        ("playing", "The evening has begun", "Follow the evening"),
        ("finished", "The evening is over", "See the results"),
        ("published", "The evening is over", "See the results"),
    ],
)
def test_it_is_too_late(client: Client, see: Any, evening: AList, status: str, told: str, leads: str) -> None:
    link = signs_up(client, evening, "Ada", companion="Bob")
    Evening.objects.update(status=status)
    page = see(link)
    assert told in page
    assert leads in page
    assert "I cannot come" not in page
    assert "the seats are drawn" in client.post(f"{link}withdraw/", follow=True).content.decode().lower()
    assert evening.names(placed=True) == ["Ada"]


def test_a_name_in_the_list_is_answered_as_any_other(client: Client, evening: AList) -> None:
    """Nor does a visitor learn that a name is a member's, or like one."""
    evening.announce(places=None)
    clubs.add_player(club=evening.evening.club, name="John Marsh", at=evening.at)
    signs_up(client, evening, "Ada Marsh")
    names = ("ada marsh", "Bob", "John Marsh", "Jon Marsh")
    answers = [client.post(page_of(evening), {"name": name}, follow=True) for name in names]
    told = [
        words(answer.content.decode()).replace(name, "Bob")
        for answer, name in zip(answers, names, strict=True)
    ]
    assert len({re.sub(r"my-place/[^/]+", "", page) for page in told}) == 1


def test_a_partner_is_looked_for_where_couples_play(client: Client, club: Club, evening: AList) -> None:
    assert b"I am looking for a partner" in client.get(page_of(evening)).content
    alone = AList.made(
        club, at=evening.at, name="Alone", plan={"game": "ascot", "movement": "drawn", "counting": "points"}
    )
    assert b"I am looking for a partner" not in client.get(page_of(alone)).content
    both = client.post(page_of(evening), {"name": "Ada", "companion": "Bob", "seeks_partner": "on"})
    assert (both.status_code, "Choose one of the two." in both.content.decode()) == (422, True)
    signs_up(client, evening, "Ada", seeks_partner="on")
    assert SignUp.objects.get().seeks_partner


def test_a_link_that_was_never_made_shows_nothing(client: Client, evening: AList) -> None:
    evening.add("Ada")
    for path in ("/my-place/never-made/", "/my-place/%20/"):
        assert client.get(path).status_code == 404


def test_a_browser_signs_up_only_so_often_and_another_beside_it_still_does(
    client: Client, evening: AList, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sign_ups, "MOST_FROM_DEVICE", 2)
    evening.announce(places=None)
    client.get(page_of(evening))
    links = [signs_up(client, evening, name) for name in ("Ada", "Bob")]
    answer = client.post(page_of(evening), {"name": "Clara"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert SignUp.objects.count() == 2
    client.post(f"{links[0]}withdraw/")
    assert client.post(f"{links[0]}come-back/").status_code == 429
    beside = Client()
    beside.get(page_of(evening))
    assert signs_up(beside, evening, "Clara")


def test_no_page_that_a_visitor_finds_names_who_comes(client: Client, club: Club, evening: AList) -> None:
    own = [signs_up(client, evening, f"Xaver{number}", companion=f"Yvette{number}") for number in range(3)]
    others = Client()
    paths = ["/", f"/c/{club.slug}/", f"/c/{club.slug}/coming/", f"/c/{club.slug}/coming/calendar.ics"]
    paths += [page_of(evening), f"/c/{club.slug}/{evening.evening.slug}/", f"/c/{club.slug}/search/?q=xaver"]
    for path in paths:
        shown = others.get(path, follow=True).content.decode()
        assert "Xaver" not in shown.replace("?q=xaver", ""), path
        assert "Yvette" not in shown, path
    assert "Xaver0" not in others.get(own[1]).content.decode()
