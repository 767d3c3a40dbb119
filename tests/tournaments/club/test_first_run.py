"""The page on which an installation begins: who may, what it makes, what it refuses, and the demo beside it."""

from collections.abc import Callable
from datetime import UTC, datetime, time
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from scoring.faults import Faults
from tests.tournaments.evening.web.desk.at_the_desk import html, signed_in, words
from tests.tournaments.kept_rows import kept
from tests.tournaments.the_rows import everything, unchanged
from tournaments import demo
from tournaments.club.models import Club, Officer, User
from tournaments.club.reads import access, members
from tournaments.club.services import clubs as club_services
from tournaments.club.services.clubs import begin_club
from tournaments.evening.models import Evening

AT = datetime(2026, 11, 26, 19, tzinfo=UTC)
ENTERED = {
    "name": "The Owl Club",
    "place": "Village hall",
    "language": "fr",
    "time_zone": "Europe/Paris",
    "usual_game": "whist",
    "weekday": "4",
    "starts": "19:30",
    "person": "Ada Marsh",
    "username": "ada@example.org",
    "password": "six of hens takes it",
}
START = "/start/the-code/"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def code(settings: Any) -> None:
    """The code that stands in the link which `./run` prints; the machine is asked by its number."""
    settings.START_CODE, settings.ALLOWED_HOSTS = "the-code", ["*"]


@pytest.fixture
def the_demo(monkeypatch: pytest.MonkeyPatch) -> Club:
    """The demo club with tonight's evening alone."""
    for past in ("PAST", "PAST_POINTS"):
        monkeypatch.setattr(demo, past, ())
    return kept("the demo of tonight", partial(demo.make_demo, at=AT))


def test_it_makes_the_account_and_the_club_and_lets_its_owner_in(client: Client) -> None:
    answer = client.post(START, ENTERED, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/the-owl-club/"
    assert "The Owl Club is ready." in html(answer)
    club, user = Club.objects.get(), User.objects.get()
    told = (club.name, club.place, club.language, club.time_zone, club.usual_game)
    assert told == ("The Owl Club", "Village hall", "fr", "Europe/Paris", "whist")
    night = club.nights.get()
    assert (night.weekday, night.week, night.starts) == (4, 0, time(19, 30))
    assert (user.get_full_name(), user.is_founder, user.is_superuser) == ("Ada Marsh", True, True)
    assert user.check_password(ENTERED["password"])
    assert Officer.objects.get(user=user).club == club
    assert Client().post("/sign-in/", {k: ENTERED[k] for k in ("username", "password")}).status_code == 302


OTHERS: dict[str, tuple[str, str]] = {
    "no code": ("", "the-code"),
    "another code": ("another", "the-code"),
    "a code beyond ASCII": ("c\u00f6de", "the-code"),
    "none was made": ("None", ""),
    "empty, as none was made": ("", ""),
}


@pytest.mark.parametrize(("sent", "made"), OTHERS.values(), ids=OTHERS)
def test_nobody_takes_it_without_its_code(sent: str, made: str, the_demo: Club, settings: Any) -> None:
    settings.START_CODE = made
    at_the_machine, before = Client(headers={"host": "127.0.0.1:8000"}), everything()
    answer = at_the_machine.post(f"/start/{sent}/" if sent else "/start/", ENTERED)
    assert answer.status_code == 403
    assert "the terminal shows a link" in html(answer)
    assert at_the_machine.post(f"/start/{sent or 'x'}/look-around/").status_code == 404
    assert at_the_machine.get("/")["Location"] == "/c/demo/"
    assert everything() == before


def test_the_code_opens_nothing_once_somebody_has_begun(client: Client, the_demo: Club) -> None:
    client.post(START, ENTERED)
    assert client.get("/start/").status_code == 200  # for further clubs, of whoever looks after the server
    assert Client().get(START).status_code == 403
    assert Client().post(f"{START}look-around/").status_code == 404
    user = access.user_to_sign_in()
    assert user is not None
    assert user.get_username() == ENTERED["username"], "a link to sign in is for the owner, not for the demo"


BEGUN: dict[str, Callable[[], object]] = {
    "a club is there": lambda: club_services.make_club(name="Rooster", director=None, time_zone="UTC", at=AT),
    "somebody looks after the server": lambda: User.objects.create_superuser("root", password="x"),
}


@pytest.mark.parametrize("make", BEGUN.values(), ids=BEGUN)
def test_what_has_begun_cannot_be_taken_again(client: Client, make: Callable[[], object]) -> None:
    make()
    with unchanged():
        answer = client.post(START, ENTERED)
    assert answer.status_code == 403
    assert "Sign in, or ask whoever set it up" in html(answer)


REFUSED: dict[str, tuple[dict[str, str], str]] = {
    "no name of the club": ({"name": " "}, "This field is required."),
    "a name that cannot be seen": ({"name": "Ow\u202el"}, "cannot be shown"),
    "an hour there is not": ({"starts": "25:00"}, "That is no time of day"),
    "a user name with spaces": ({"username": "Ada Marsh"}, "Enter a valid username"),
    "the user name again": ({"password": "ada@example.org"}, "too similar"),
}


@pytest.mark.parametrize(("changed", "said"), REFUSED.values(), ids=REFUSED)
def test_bad_input_is_refused_beside_its_field(client: Client, changed: dict[str, str], said: str) -> None:
    with unchanged():
        answer = client.post(START, {**ENTERED, **changed})
    assert answer.status_code == 422
    assert said in words(html(answer))
    assert "The Owl Club" in html(answer) or "name" in changed
    assert ENTERED["password"] not in html(answer)


def test_a_user_name_of_somebody_else_is_refused(client: Client, the_demo: Club) -> None:
    answer = client.post(START, {**ENTERED, "username": demo.USER.upper()})
    assert answer.status_code == 422
    assert "Somebody has this username already; choose another." in words(html(answer))


def test_what_may_be_left_empty_is(client: Client) -> None:
    client.post(START, {**ENTERED, "place": "", "usual_game": "", "weekday": "", "starts": ""})
    club = Club.objects.get()
    assert (club.place, club.usual_game, club.nights.count()) == ("", "", 0)


def both_begin(guard: bool, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two take an empty installation, both having seen that it is nobody's; what became of each."""
    if not guard:
        with connection.schema_editor() as editor:
            editor.remove_constraint(User, User._meta.constraints[0])
    monkeypatch.setattr("tournaments.club.reads.members.is_fresh_install", lambda: True)
    became = []
    for number in (1, 2):
        try:
            begin_club(
                username=f"owner-{number}",
                password="x",
                person="Ada",
                at=AT,
                name=f"Club {number}",
                time_zone="UTC",
            )
            became.append("owns it")
        except Faults as refused:
            became.append(refused.faults[0].code)
    return became


def test_of_two_who_begin_at_the_same_moment_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert both_begin(True, monkeypatch) == ["owns it", "begun"]
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_without_the_guard_both_would_own_it(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        assert both_begin(False, monkeypatch) == ["owns it", "owns it"]
    finally:
        User.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(User, User._meta.constraints[0])


def test_the_demo_can_be_looked_at_from_the_desk(client: Client, the_demo: Club) -> None:
    page = html(client.get(START))
    assert "Open the demo" in page
    answer = client.post(f"{START}look-around/", follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/demo/"


def test_where_there_is_no_demo_the_page_does_not_offer_it(client: Client) -> None:
    assert "demo" not in html(client.get(START))
    assert client.post(f"{START}look-around/").status_code == 404


def test_whoever_looks_after_the_server_makes_further_clubs(client: Client) -> None:
    client.post(START, ENTERED)
    page = html(client.get("/start/"))
    assert "New club" in page
    assert "Password" not in page
    answer = client.post("/start/", {"name": "The Hen Club", "time_zone": "Europe/London"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/desk/the-hen-club/"
    assert access.clubs_of(User.objects.get()).count() == 2


def test_whoever_looks_after_a_server_elsewhere_is_led_there_from_the_desk() -> None:
    root = signed_in(User.objects.create_superuser("root", password="x"))
    assert 'href="/start/"' in html(root.get("/desk/"))
    assert root.get("/start/").status_code == 200


def test_a_demo_put_away_is_shown_to_nobody_until_made_again(client: Client, the_demo: Club) -> None:
    evening = Evening.objects.get()
    pages = ("/c/demo/", f"/c/demo/{evening.slug}/", f"/c/demo/{evening.slug}/version", "/c/demo/players/")
    client.post(START, ENTERED)
    visitor = Client()
    assert [visitor.get(page).status_code for page in pages] == [200] * 4
    kept = evening.ledger.count()
    client.post("/desk/the-owl-club/settings/demo/")
    assert [visitor.get(page).status_code for page in pages] == [404] * 4
    assert evening.ledger.count() == kept
    assert "demo" not in html(visitor.get("/", follow=True))
    officer = signed_in(User.objects.get(username=demo.USER))
    assert officer.get("/desk/demo/").status_code == 404
    call_command("make_demo")
    assert [visitor.get(page).status_code for page in pages] == [200] * 4


def test_only_whoever_looks_after_the_server_puts_the_demo_away(the_demo: Club, club: Club) -> None:
    officer = signed_in(User.objects.get(username=demo.USER))
    assert "Put the demo away" not in html(officer.get("/desk/demo/settings/"))
    assert officer.post("/desk/demo/settings/demo/").status_code == 404
    assert members.demo() == the_demo
    club_services.put_demo_away(the_demo, AT)
    club.refresh_from_db()
    assert club.put_away_at is None, "no other club is put away"
