"""What a house hands out in secret stands nowhere in plain text; every house looks for it when it closes.

Here is what shows that the look finds something and passes over no kind of secret, and a server of somebody else's
that listens for what links to it tell.
"""

import hashlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final

import pytest
from django.apps import apps
from django.urls import NoReverseMatch, reverse
from playwright.sync_api import Browser, Page, Route

from config.tenant_guard import BY_LINK
from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.browser.leaks import Seen, still_hashed, tokens_of
from tournaments.privacy.data_export import SECRET

TOKEN: Final = "kV3v0dY0Q2m5m1nJb8sQ4cXlA7rT9uWeZ6yHfG-pL_o"
CODE: Final = "BCDFG-HJKMN"
TO_ACCOUNTS: Final = {"sign-in-link", "new-password", "own-address"}
"""The addresses that a link opens beside those of a club."""
UNHASHED: Final = {
    *("password", "nonce", "salt", "session_key", "session_data", "key", "fingerprint", "session", "secret"),
    *("credential", "credential_id"),
}
"""What is no hash of a word that somebody is shown, and so is not looked for by it."""


def digest(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def test_every_secret_column_is_a_hash_that_is_looked_for_or_stands_here() -> None:
    assert {"token_hash", "code_hash"} | UNHASHED == SECRET


def test_every_column_that_holds_a_hash_of_something_shown_is_a_secret_one() -> None:
    named = {
        field.name
        for model in apps.get_app_config("tournaments").get_models()
        for field in model._meta.get_fields()
        if field.name.endswith(("token_hash", "code_hash"))
    }
    assert named
    assert named <= SECRET


@pytest.mark.parametrize("name", sorted({*BY_LINK, *TO_ACCOUNTS}))
def test_the_token_in_each_address_that_a_link_opens_is_a_secret(name: str) -> None:
    try:
        address = reverse(f"web:{name}", args=[TOKEN])
    except NoReverseMatch:
        pytest.fail(f"{name} takes more than a token")
    assert tokens_of(f"http://127.0.0.1{address}") == {TOKEN}


def test_what_a_house_has_hashed_is_a_secret_where_it_keeps_the_hash() -> None:
    notes = "".join(f"{word} {digest(word)}\n" for word in ("a-session", "a-token", "a-wrong-guess"))
    dump = f"COPY link\n1\t{digest('a-token')}\nCOPY session\n{digest('a-session')[:40]}\n"
    assert still_hashed(notes, dump) == {"a-session", "a-token"}


@pytest.mark.parametrize(
    "text",
    [
        f"GET /?token={TOKEN} 200",
        f'{{"body": "as follows:\\n{TOKEN}"}}',
        f"session-{TOKEN}-1",
        f"type {CODE} at the door",
    ],
)
def test_a_secret_in_plain_text_is_found_wherever_it_stands(text: str) -> None:
    seen = Seen()
    secrets = {TOKEN, CODE.replace("-", "")}
    assert seen.leaks(secrets, {"web.log": "nothing of it"}) == []
    found = seen.leaks(secrets, {"web.log": text})
    assert len(found) == 1
    assert found[0].startswith("web.log holds ")


@pytest.mark.parametrize("to", ["http://elsewhere.test/", "http://club.test/games/"])
def test_a_referrer_that_tells_a_token_is_found(to: str) -> None:
    seen = Seen()
    seen.referred(to, "http://club.test/games/")
    assert not seen.faults
    seen.referred(to, f"http://club.test/p/{TOKEN}/")
    assert len(seen.faults) == 1


def test_an_answer_that_a_cache_may_keep_is_found() -> None:
    seen = Seen()
    seen.cached(f"/p/{TOKEN}/", "no-store")
    assert not seen.faults
    seen.cached(f"/p/{TOKEN}/", "public, max-age=60")
    assert len(seen.faults) == 1


def test_a_browser_tells_what_it_keeps(visitors: Visitors) -> None:
    seen = Seen()
    page = visitors.open("phone")
    page.goto("/privacy/")
    page.evaluate(
        """async ([kept, session, cached, stored]) => {
          localStorage.setItem("x", kept);
          sessionStorage.setItem("x", session);
          await (await caches.open("x")).put("/x/", new Response(cached));
          await new Promise((done) => {
            const asked = indexedDB.open("x", 1);
            asked.onupgradeneeded = () => asked.result.createObjectStore("x").put(stored, 1);
            asked.onsuccess = () => { asked.result.close(); done(); };
          });
          document.cookie = "x=in-a-cookie";
        }""",
        ["in-storage", "in-a-session", "in-a-cache", "in-a-database"],
    )
    seen.leave(page.context)
    assert {"in-storage", "in-a-session"} <= seen.kept["x"]
    assert "in-a-cache" in seen.kept["the cache x"]
    assert "in-a-database" in seen.kept["the store x"]
    assert "in-a-cookie" in seen.kept["cookies"]


class Listener(BaseHTTPRequestHandler):
    """Notes what the pages that lead here tell of themselves."""

    heard: Final[list[str]] = []

    def do_GET(self) -> None:
        if self.path == "/":
            self.heard.append(self.headers.get("Referer", ""))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_told: Any) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Listener) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def follow_a_link(page: Page, path: str, to: str) -> str:
    """Where the page at `path` leads to the address `to`, what is heard there of where somebody comes from."""
    page.goto(path)
    Listener.heard.clear()
    page.evaluate(
        "(to) => document.body.insertAdjacentHTML('afterbegin', `<a id=away href=${to}>away</a>`)", to
    )
    page.locator("#away").click()
    page.wait_for_url(to)
    [heard] = Listener.heard
    return heard


def tells_all(route: Route) -> None:
    """The answer as the house gives it, but that the page tells everybody its whole address."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "referrer-policy": "unsafe-url"})


def test_no_link_tells_another_server_the_token_of_a_page(
    visitors: Visitors, house: House, stage: dict[str, Any], elsewhere: str
) -> None:
    made_up = [reverse(f"web:{name}", args=[TOKEN]) for name in sorted({*BY_LINK, *TO_ACCOUNTS})]
    open_ones = [
        *(house.sign_in_link(), stage["cards"]["playing"][0], stage["tickets"]["playing"][0]),
        *(reverse("web:my-place", args=[stage["placed"]]), reverse("web:door", args=[stage["door"]])),
    ]
    page = visitors.open("phone")
    with visitors.watch.expecting("Failed to load resource"):
        heard = {path: follow_a_link(page, path, elsewhere) for path in [*open_ones, *made_up]}
    assert {path: told for path, told in heard.items() if tokens_of(told)} == {}


def test_the_other_server_would_hear_it(
    engine: Browser, house: House, stage: dict[str, Any], elsewhere: str
) -> None:
    """The control: without the house's policy, and out of the house's sight."""
    seen = Seen()
    people = Visitors(engine, house.url, seen=seen)
    page = people.open("phone")
    page.route("**/my-place/**", tells_all)
    path = reverse("web:my-place", args=[stage["placed"]])
    assert tokens_of(follow_a_link(page, path, elsewhere)) == {stage["placed"]}
    people.all_leave()
    assert [fault for fault in seen.faults if fault.startswith(f"{elsewhere} is asked for")]
    assert [fault for fault in seen.faults if fault.startswith(f"{house.url}/static/")]
