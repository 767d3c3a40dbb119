"""Whose rows an address is about: a new one without a club in it is looked at before it is let through the fence."""

from collections.abc import Iterator
from typing import Any, Final

from django.urls import URLPattern, get_resolver

from config.tenant_guard import BY_LINK, NAMED, OWN

OF_NO_CLUB: Final = {
    *("chart", "chart-csv"),
    *("api-client", "api-docs", "api-schema", "healthz", "manifest", "practice", "practice-preview"),
    *("privacy", "rulebook", "set_language", "start", "words", "worker"),
    # Accounts, and what opens them: tables outside the fence.
    *("forgotten", "new-password", "own-address", "own-app", "own-app-remove", "own-codes"),
    *("own-link-revoke", "own-passkey-remove", "own-passkeys", "own-session-end", "own-sessions-end"),
    *("second-step", "sign-in", "sign-in-link", "sign-in-passkey", "sign-out"),
    *("own-tokens", "own-token", "own-sign-in-links", "own-sign-in-link", "own-sessions", "own-session"),
    # A club by its link, which stands in the club's own row: everybody sees it.
    "visit",
}
"""Addresses that see no club's rows."""


def addresses(patterns: list[Any], before: str = "", space: str = "") -> Iterator[tuple[str, str]]:
    """Every address of our own with its name: the whole, and that of its space."""
    for one in patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLPattern):
            if one.name:
                yield route, f"{space}{one.name}"
        elif one.app_name != "admin":
            yield from addresses(one.url_patterns, route, f"{one.namespace}:" if one.namespace else space)


def test_an_address_without_a_club_says_whose_rows_it_is_about() -> None:
    without = {name for route, name in addresses(get_resolver().url_patterns) if ":club>" not in route}
    of_the_web = {f"web:{name}" for name in (*OWN, *BY_LINK)}
    decided = {*NAMED, *of_the_web, *(name for name in without if name.rpartition(":")[2] in OF_NO_CLUB)}
    assert without == decided
    assert {name.rpartition(":")[2] for name in without} >= OF_NO_CLUB
