"""What a house hands out in secret stands nowhere in plain text; every house looks for it when it closes.

Here is what shows that the look finds something and passes over no kind of secret.
"""

import hashlib
from typing import Final

import pytest
from django.apps import apps

from tests.browser.chromium import Visitors
from tests.browser.leaks import Seen, still_hashed
from tournaments.privacy.data_export import SECRET

TOKEN: Final = "kV3v0dY0Q2m5m1nJb8sQ4cXlA7rT9uWeZ6yHfG-pL_o"
CODE: Final = "BCDFG-HJKMN"
UNHASHED: Final = {
    *("password", "nonce", "salt", "session_key", "session_data", "key", "fingerprint", "session", "secret"),
    *("credential", "credential_id"),
}
"""What is no hash of a word that somebody is shown, and so is not looked for by it."""


def digest(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def test_every_secret_column_is_a_hash_that_is_looked_for_or_stands_here() -> None:
    models = apps.get_app_config("tournaments").get_models()
    names = {field.name for model in models for field in model._meta.get_fields()}
    assert {name for name in names if name.endswith(("token_hash", "code_hash"))} | UNHASHED == SECRET


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


def test_a_referrer_that_tells_a_token_and_an_answer_that_a_cache_may_keep_are_found() -> None:
    seen, page = Seen(), f"http://club.test/p/{TOKEN}/"
    seen.referred("http://club.test/games/", "http://club.test/games/")
    seen.cached(page, "no-store")
    assert not seen.faults
    seen.cached(page, "public, max-age=60")
    for to in ("http://elsewhere.test/", "http://club.test/games/"):
        seen.referred(to, page)
    assert len(seen.faults) == 3


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
