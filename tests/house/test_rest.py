"""Whatever the desk changes can be changed over REST: each of its pages that does says where, or why not.

Leagues, federations and people who are one are looked at where leagues are.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import get_resolver

from tournaments.club.api.views import OfficerView

NOT_ALLOWED: Final = 405
OF_LEAGUES: Final = re.compile(r"desk/[^/]+/(leagues|federation|persons)/")
BROWSER: Final = (
    "passwords, second factors and passkeys are for the browser alone, which asks for the password first"
)
WARNINGS: Final = "they stay at the desk, where directors and secretaries read them"
ACTS: Final = "the very act has an address of its own"
BY_REST: Final = {
    # One's own.
    "own-access": "own-tokens",
    "own-office-give-up": "own-office",
    "own-token-revoke": "own-token",
    "own-link-revoke": "own-sign-in-link",
    "own-session-end": "own-session",
    "own-sessions-end": "own-sessions",
    # The club.
    "desk-officers": "invitations",
    "desk-officer-dismiss": "officer",
    "desk-officer-role": "officer hand-over",
    "desk-invitation-withdraw": "invitation",
    "desk-settings-look": "logo",
    "desk-settings-colour": "colour",
    "desk-settings-no-logo": "logo",
    "desk-settings-public": "public-parts",
    "desk-settings-link": "visitors-link",
    "desk-settings-key": "signing-keys",
    "desk-night-remove": "night",
    "desk-demo-away": "put-demo-away",
    "desk-webhook-resume": "webhook-pause",
    "desk-webhook-remove": "webhook",
    "desk-house-rules-game": "house-rules",
    "desk-own-games": "club-games club-game-reading",
    "desk-own-game-publish": "club-game-shelf",
    "desk-own-game-retire": "club-game",
    "desk-preset-rename": "preset",
    "desk-preset-remove": "preset",
    # Its people.
    "desk-members": "players",
    "desk-member-me": "who-i-play",
    "desk-members-change": "members",
    "desk-archive": "archive-preview archives season-archives",
    "desk-members-import": "member-list-preview member-list",
    "desk-member": "player",
    "desk-member-consents": "player-public",
    "desk-member-photo": "player-photo",
    "desk-member-photo-off": "player-photo",
    "desk-member-erase": "player-erase",
    "desk-member-claim": "player-claim",
    "desk-member-claim-end": "player-claim",
    "desk-club-fees": "usual-fees",
    "desk-season-fees-add": "seasons-of-fees",
    "desk-season-fees-remove": "season-fees",
    "desk-season-fee-paid": "season-fee",
    "desk-season-fee-back": "season-fee",
    # Before an evening.
    "desk-new": "evenings",
    "desk-several": "several-evenings",
    "desk-keep": "presets",
    "desk-clone": "evenings",
    "desk-announce": "announcement",
    "desk-announcement-withdraw": "announcement",
    "desk-sign-up": "sign-ups",
    "desk-sign-up-group": "sign-ups-group",
    "desk-sign-up-withdraw": "sign-up-take-out",
    "desk-door-make": "door",
    "desk-door-end": "door",
    # An evening.
    "desk-fees": "evening-fees",
    "desk-fee-paid": "evening-fee",
    "desk-fee-back": "evening-fee",
    "desk-settled": "settled",
    "desk-unsettled": "settled",
    "desk-guest": "check-in",
    "desk-names": "check-in",
    "desk-everybody": "check-in",
    "desk-tick": "check-in sign-up-let-in",
    "desk-untick": "check-out",
    "desk-next-round": "go-on close-and-finish",
    "desk-by-hand": "seats",
    "desk-schedule-search": "searches",
    "desk-schedule-deed": "take-schedule stop-search drop-search",
    "desk-schedule-file": "bring-schedule",
    "desk-personal-renew": "player-link",
    "desk-personal-revoke": "player-link",
    "desk-enter": "hands",
    "desk-cut": "cuts",
    "desk-use-table": "set-tables",
    "desk-confirm": "confirm-hand",
    "desk-answer": "answer-call",
    "desk-wait-again": "unanswer-call",
    "desk-phones-revoke": "table-link",
    "desk-phones-renew": "renew-link",
    "desk-phone-away": "phone",
    "desk-correct": "correct-hand",
    "desk-correct-preview": "correct-hand",
    "desk-settle": "settle-dispute",
    "desk-adjust": "adjust-game",
    "desk-late-hand": "take-late leave-out-late",
    "desk-cut-prize": "prize-cuts",
    "desk-objection-answer": "answer-objection",
}
"""By which addresses of the REST API the same is done, by their names, where these are not the page's own."""
WITHOUT: Final = {
    "own-account": BROWSER,
    "own-app": BROWSER,
    "own-app-remove": BROWSER,
    "own-codes": BROWSER,
    "own-passkeys": BROWSER,
    "own-passkey-remove": BROWSER,
    "desk-officer-password": BROWSER,
    "desk-officer-factor": BROWSER,
    "desk-act": ACTS,
    "desk-undo": ACTS,
    "desk-member-warnings": WARNINGS,
    "desk-member-warning-back": WARNINGS,
    "desk-workshop-game": "its draft stands in the page; what is kept is a document",
    "desk-workshop-preview": "nothing is changed",
    "desk-tour-leave": "the tour leads through pages",
}
"""Why there is none."""
ONCE: Final = {
    **dict.fromkeys(("score", "score-batch", "score-game", "preview"), "nothing is changed"),
    "hands": "it has to have a key",
    "sign-up": "its key opens the place",
    "sign-up-withdraw": "twice is once",
    **dict.fromkeys(
        ("table-ring", "table-cut", "table-confirm", "table-settle", "table-correct", "table-withdraw-call"),
        "what is done already is refused, or the same",
    ),
    "table-call": "a table that waits goes on waiting with its first call",
}
"""What is posted by others than officers, and why it is done once all the same."""


def pages() -> Iterator[tuple[str, str]]:
    """The pages of desk and access by their names, each with an address."""
    for found in get_resolver("tournaments.web_urls").url_patterns:
        pattern: Any = found
        address = re.sub(r"<\w+:\w+>", "1", str(pattern.pattern))
        if address.startswith(("desk/", "access/")) and not OF_LEAGUES.match(address):
            yield pattern.name, f"/{address}"


def doors() -> dict[str, Any]:
    """Every address of the REST API by its name, with its view."""
    return {
        found.name: found.callback.view_class
        for included in get_resolver("tournaments.api_urls").url_patterns
        for found in getattr(included, "url_patterns", [])
    }


@pytest.mark.django_db
def test_what_a_page_changes_is_changed_over_rest_too() -> None:
    changing = {name for name, address in pages() if Client().post(address).status_code != NOT_ALLOWED}
    assert len(changing) > 100
    assert not {*BY_REST} & {*WITHOUT}
    assert changing >= {*BY_REST, *WITHOUT}
    there = doors()
    for page in changing - {*WITHOUT}:
        for name in BY_REST.get(page, page.removeprefix("desk-")).split():
            assert any(hasattr(there[name], verb) for verb in ("post", "put", "patch", "delete")), page


def test_what_is_posted_with_a_key_is_done_once() -> None:
    """So is every POST of an officer, by the door; the others say why."""
    posted = {name for name, view in doors().items() if hasattr(view, "post")}
    assert {name for name in posted if not issubclass(doors()[name], OfficerView)} == {*ONCE}
