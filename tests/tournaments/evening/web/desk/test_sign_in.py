"""Coming in by password or by a link that works once, and going out; sessions, tokens and links of one's own."""

from importlib import import_module
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from config.hashers import PasswordHasher
from config.sessions import SessionStore
from tests.tournaments.evening.web.desk.at_the_desk import Desk, html
from tournaments.club.models import ApiToken, Club, SignInLink, User
from tournaments.club.reads.access import live_api_token
from tournaments.club.services import tokens
from tournaments.club.services.tokens import make_sign_in_link
from tournaments.club.web import sign_in

PASSWORD = "a long enough password"


@pytest.fixture
def door(club: Club, client: Client) -> Client:
    return client


def test_whoever_is_not_signed_in_is_led_to_the_door(door: Client) -> None:
    asked = door.get("/desk/rooster-club/members/")
    assert asked["Location"] == "/sign-in/?next=/desk/rooster-club/members/"


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("", "/desk/"),
        ("/desk/rooster-club/members/", "/desk/rooster-club/members/"),
        ("https://example.org/", "/desk/"),
    ],
)
def test_the_password_leads_to_the_page_that_was_asked_for(door: Client, asked: str, leads_to: str) -> None:
    entered = {"username": "director", "password": PASSWORD, "next": asked}
    assert door.post(reverse("web:sign-in"), entered)["Location"] == leads_to


def test_a_wrong_password_says_so_and_keeps_the_name(door: Client) -> None:
    page = html(door.post(reverse("web:sign-in"), {"username": "director", "password": "wrong"}))
    assert 'value="director"' in page
    assert "field__error" in page
    assert "wrong" not in page.partition("<main")[2].partition("</main>")[0].replace("is wrong", "")


def wrong(door: Client, times: int = 10, **sent: Any) -> Any:
    """The answer to the last of so many wrong passwords."""
    return [tries(door, "wrong", **sent) for _ in range(times)][-1]


def tries(door: Client, password: str = PASSWORD, **sent: Any) -> Any:
    return door.post(reverse("web:sign-in"), {"username": "director", "password": password}, **sent)


def test_after_ten_wrong_passwords_the_name_waits(door: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wrong(door).status_code == 200
    answer = tries(door)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 15 * 60
    assert "Too many attempts" in html(answer)
    assert "director" in html(answer)
    monkeypatch.setattr(ModelBackend, "authenticate", None)
    assert tries(door).status_code == 429


@pytest.mark.parametrize("behind_proxy", [True, False])
def test_a_proxy_tells_the_addresses(door: Client, settings: Any, behind_proxy: bool) -> None:
    settings.BEHIND_PROXY = behind_proxy
    wrong(door, HTTP_X_FORWARDED_FOR="192.0.2.1, 192.0.2.66")
    answer = tries(door, HTTP_X_FORWARDED_FOR="192.0.2.66, 192.0.2.1")
    assert answer.status_code == (302 if behind_proxy else 429)


def test_where_somebody_has_signed_in_no_others_lock_them_out_but_their_own_guesses(door: Client) -> None:
    tries(door)
    door.post(reverse("web:sign-out"))
    wrong(Client(), 11)
    assert tries(Client()).status_code == 429
    assert tries(door).status_code == 302
    door.post(reverse("web:sign-out"))
    wrong(door)
    assert tries(door).status_code == 429


def test_a_link_that_signs_in_makes_the_browser_known_too(door: Client, director: User) -> None:
    door.post(reverse("web:sign-in-link", args=[make_sign_in_link(user=director, at=timezone.now())]))
    door.post(reverse("web:sign-out"))
    wrong(Client(), 11)
    assert tries(door).status_code == 302


def test_a_browser_known_for_one_name_is_not_for_another(door: Client, director: User) -> None:
    User.objects.create_user("secretary", password=PASSWORD)
    door.post(reverse("web:sign-in"), {"username": "secretary", "password": PASSWORD})
    door.post(reverse("web:sign-out"))
    wrong(Client())
    assert tries(door).status_code == 429


def test_right_passwords_are_not_counted(door: Client) -> None:
    for _ in range(12):
        assert tries(Client()).status_code == 302


def test_a_password_is_hashed_in_one_thread_and_anew_where_it_was_hashed_in_more() -> None:
    older, newer = Argon2PasswordHasher(), PasswordHasher()
    assert newer.decode(newer.encode(PASSWORD, newer.salt()))["parallelism"] == 1
    kept = older.encode(PASSWORD, older.salt())
    assert newer.verify(PASSWORD, kept)
    assert newer.must_update(kept)


def test_one_password_is_hashed_at_a_time_and_others_are_told_to_come_back(door: Client) -> None:
    with sign_in.HASHING:
        answer = tries(door)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "signing in at this moment" in html(answer)
    assert tries(door).status_code == 302


def test_where_the_server_has_no_room_for_a_try_it_is_not_looked_at(door: Client) -> None:
    assert tries(door, **{sign_in.NO_ROOM: "yes"}).status_code == 503


def test_a_browser_is_known_by_its_own_cookie_alone(door: Client) -> None:
    assert not sign_in.is_known_browser({"HTTP_COOKIE": f"{sign_in.COOKIE}=made-up"})
    tries(door)
    assert sign_in.is_known_browser({"HTTP_COOKIE": door.cookies.output(header="", sep=";")})


def test_the_admin_has_no_other_way_in(door: Client, director: User) -> None:
    asked = door.get("/admin/", follow=True)
    assert asked.redirect_chain[-1][0] == "/sign-in/?next=/admin/"
    assert door.post("/admin/login/", {"username": "director", "password": PASSWORD}).status_code == 302
    assert "_auth_user_id" not in door.session
    tries(door)
    assert door.get("/admin/", follow=True).status_code == 403


def test_looking_at_a_link_does_not_use_it_up_and_it_works_once(door: Client, director: User) -> None:
    url = reverse("web:sign-in-link", args=[make_sign_in_link(user=director, at=timezone.now())])
    for _ in range(3):
        looked = door.get(url)
        assert looked.status_code == 200
        assert "Sign me in" in html(looked)
        assert looked["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert door.post(url, follow=True).redirect_chain[-1][0] == "/desk/rooster-club/"
    answer = Client().post(url)
    assert answer.status_code == 410
    assert "no longer works" in html(answer)


def test_signing_out_asks_when_it_was_only_a_link(desk: Desk) -> None:
    url = reverse("web:sign-out")
    assert "Sign out?" in html(desk.client.get(url))
    assert "_auth_user_id" in desk.client.session
    answer = desk.client.post(url, follow=True)
    assert "You are signed out." in html(answer)
    assert "_auth_user_id" not in desk.client.session
    assert not any("_auth_user_id" in session.get_decoded() for session in Session.objects.all())


@pytest.fixture
def opening(director: User) -> tuple[str, str]:
    """A token and a link of the director."""
    at = timezone.now()
    return tokens.make_api_token(user=director, name="the printer", at=at), tokens.make_sign_in_link(
        user=director, at=at
    )


def test_they_are_listed_without_what_opens_and_taken_back(desk: Desk, opening: tuple[str, str]) -> None:
    page = html(desk.client.get("/access/"))
    assert "the printer" in page
    assert "Never used." in page
    assert page.count("expires") == 2
    assert "Anybody with such a link can sign in as you, once." in page
    assert not [secret for secret in opening if secret in page]
    for kind, row in (("token", ApiToken.objects.get()), ("link", SignInLink.objects.get())):
        answer = desk.client.post(f"/access/{kind}/{row.pk}/revoke/", follow=True)
        assert "It no longer works." in html(answer)
    token, link = opening
    assert live_api_token(tokens.hashed(token), at=timezone.now()) is None
    assert tokens.use_sign_in_link(link, at=timezone.now()) is None
    page = html(desk.client.get("/access/"))
    assert "You have no tokens." in page
    assert "No link is waiting to be used." in page


@pytest.mark.parametrize("kind", ["token", "link"])
def test_nobody_takes_back_what_is_anothers(stranger: Client, opening: tuple[str, str], kind: str) -> None:
    assert "the printer" not in html(stranger.get("/access/"))
    row = ApiToken.objects.get() if kind == "token" else SignInLink.objects.get()
    assert stranger.post(f"/access/{kind}/{row.pk}/revoke/").status_code == 404
    row.refresh_from_db()
    assert row.revoked_at is None


def test_it_is_for_those_who_are_signed_in(client: Client, opening: tuple[str, str]) -> None:
    assert client.get("/access/")["Location"] == "/sign-in/?next=/access/"
    assert client.post("/access/token/1/revoke/").status_code == 302


MIGRATION = "tournaments.migrations.former.0017_sessions_under_their_hash"


def test_what_the_database_has_of_a_session_opens_nothing(desk: Desk) -> None:
    stored = Session.objects.get()
    key = desk.client.cookies[settings.SESSION_COOKIE_NAME].value
    assert stored.session_key != key
    assert key not in stored.session_data

    thief = Client()
    thief.cookies[settings.SESSION_COOKIE_NAME] = stored.session_key
    assert thief.get("/desk/rooster-club/").status_code == 302
    assert desk.client.get("/desk/rooster-club/").status_code == 200


def test_sessions_from_before_go_on(director: User, client: Client) -> None:
    settings_engine = db.SessionStore()
    client.force_login(director)
    settings_engine.update(client.session.items())
    settings_engine.create()
    Session.objects.exclude(pk=settings_engine.session_key).delete()
    client.cookies[settings.SESSION_COOKIE_NAME] = str(settings_engine.session_key)
    assert client.get("/desk/").status_code == 302
    client.cookies[settings.SESSION_COOKIE_NAME] = str(settings_engine.session_key)

    for _ in "twice":
        import_module(MIGRATION).hash_keys(apps, None)

    assert client.get("/desk/", follow=True).status_code == 200
    assert "_auth_user_id" in client.session
    assert not Session.objects.filter(pk=settings_engine.session_key).exists()


def test_the_store_keeps_what_a_store_keeps(db: None) -> None:
    store = SessionStore()
    store["seat"] = 1
    store.create()
    key = str(store.session_key)
    assert SessionStore(key)["seat"] == 1
    assert store.exists(key)
    store.cycle_key()
    assert not SessionStore().exists(key)
    store.flush()
    assert not Session.objects.exists()
    assert SessionStore(key).load() == {}


@pytest.mark.django_db(transaction=True)
def test_so_it_does_for_asynchronous_callers() -> None:
    async def there_and_back() -> tuple[Any, bool, bool]:
        store = SessionStore()
        await store.aset("seat", 1)
        await store.acreate()
        key = str(store.session_key)
        seat = await SessionStore(key).aget("seat")
        there = await store.aexists(key)
        await store.adelete()
        return seat, there, await store.aexists(key)

    assert async_to_sync(there_and_back)() == (1, True, False)
    assert not Session.objects.exists()
