"""Who may do what at which address: a table read off the addresses themselves.

`python -m tests.house.the_rights` prints the page.
"""

import os
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

SIGNED_IN: Final = frozenset(
    {
        *("desk", "own-access", "own-data", "own-office-give-up", "own-token-revoke", "own-link-revoke"),
        *("sign-out", "own-account", "own-session-end", "own-sessions-end", "own-app", "own-app-remove"),
        *("own-codes", "own-passkeys", "own-passkey-remove", "own-players", "own-consents", "own-photo"),
        *("own-photo-off", "own-players-as-one", "own-players-as-several", "own-come"),
        "own-mails",
    }
)
WITH_A_LINK: Final = frozenset(
    {
        *("table-card", "table", "table-enter", "table-confirm", "table-settle", "table-other"),
        *("table-correct", "table-call", "table-withdraw", "table-preview", "table-seat", "table-signal"),
        *("table-ring", "table-cut", "ticket", "me", "me-table", "my-place", "my-place-withdraw"),
        *("my-place-back", "sign-in-link", "invitation", "visit", "door", "door-screen", "me-ask"),
        *("me-ask-not", "new-password", "own-address", "claim", "first-run-link", "look-around"),
        *("me-come", "me-objections", "own-ticket", "metrics", "me-mails", "mails-stop", "own-calendar"),
    }
)
EVERYBODY: Final = frozenset(
    {
        *("healthz", "readyz", "version", "home", "first-run", "words", "privacy", "club", "club-logo"),
        *("club-colours", "search", "leagues", "season", "season-csv", "season-xlsx", "season-picture"),
        *("season-why-by-number", "season-why", "season-evenings", "season-fixtures", "season-what-if"),
        *("season-rules", "season-prizes", "season-entries", "results", "players", "player-by-number"),
        *("player", "player-picture", "player-photo", "ratings", "coming", "coming-file", "coming-evening"),
        *("club-sheet", "evening-who", "evening-report", "results-feed", "club-map", "robots"),
        *("wall-tonight", "evening", "round", "round-table", "evening-race", "evening-rules"),
        *("evening-check", "evening-print", "prizes", "prizes-csv", "wall", "evening-what-if"),
        *("chart", "chart-csv", "standings-xlsx", "evening-embed", "club-embed", "evening-embed-live"),
        *("rounds-csv", "rounds-xlsx", "by-round-csv", "by-round-xlsx", "bridgewebs"),
        *("evening-line", "stream", "season-long-csv", "season-long-xlsx", "season-wide-csv"),
        *("season-wide-xlsx", "season-trf"),
        *("standings-csv", "archive", "evening-picture", "schedule", "certificate", "certificate-file"),
        *("archive-signature", "checkpoint", "season-archive", "season-archive-signature"),
        *("publications", "publication", "publication-archive"),
        *("rulebook", "practice", "practice-preview", "start", "worker", "manifest", "type-code", "sign-in"),
        *("", "sign-in-passkey", "second-step", "forgotten", "federation", "federation-ratings"),
    }
)
OF_THE_API: Final = frozenset(
    {
        *("games", "game", "score", "score-batch", "score-game", "archive", "evening-what-if", "ratings"),
        *("leagues", "season-standings", "season-why", "season-rules", "season-what-if", "league-tables"),
        *("results", "result", "result-round", "league-fixtures", "league-prospects", "coming", "sign-up"),
        *(
            "sign-up-withdraw",
            "publications",
            "publication-archive",
            "federation",
            "federation-ratings",
            "club-search",
            "evening-texts",
        ),
    }
)
"""Addresses of the REST API that ask for no token."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
HEAD: Final = """# Who may do what

Every address, and the least it takes: to look, and to change something. A role may do what those before it may:
scorer, director, secretary, owner; helpers at the door and treasurers only where they are named. An office may be
for one evening alone. A test fails where an address says nothing of whom it is for. What is for everybody a club may
show to fewer (`club/roles.py`): to whom it does not, it answers as if it were not there. Clubs are made by whoever
looks after the server. What is one's own takes a token of one's own; to change it, one that may all that its holder
may.

"""


class Right(NamedTuple):
    """An address by its name, and whom it takes to look and to change."""

    name: str
    address: str
    look: str
    change: str


def _of_a_page(name: str) -> str:
    kinds = {
        "signed in": SIGNED_IN,
        "with the link": WITH_A_LINK,
        "everybody": EVERYBODY,
    }
    found = [words for words, names in kinds.items() if name in names]
    return found[0] if len(found) == 1 else ""


def rights() -> Iterator[Right]:
    """All of them, "" where an address says nothing."""
    from django.urls import get_resolver

    from tournaments.club.roles import LADDER, ROLE_WORDS, least_of, roles_for

    def in_words(needed: Any) -> str:
        helpers = (ROLE_WORDS[role] for role in roles_for(needed).difference(LADDER))
        return ", ".join([ROLE_WORDS[least_of(needed)], *sorted(helpers)])

    for pattern in get_resolver("tournaments.web_urls").url_patterns:
        found: Any = pattern
        needs, name = getattr(found.callback, "needs", None), found.name or ""
        other = _of_a_page(name)
        words = [*map(in_words, needs)] if needs else [other, other]
        yield Right(name, f"/{found.pattern}", *words)
    for included in get_resolver("tournaments.api_urls").url_patterns:
        for found in getattr(included, "url_patterns", []):
            view = found.callback.view_class
            offered = [method for method in METHODS if hasattr(view, method)]
            other = "everybody" if found.name in OF_THE_API else "with a token" if found.name == "me" else ""
            needs = getattr(view, "needs", None)
            words = [*map(in_words, needs)] if needs else [other, other]
            if getattr(view, "is_own", False):
                words = ["with a token", "with a token for all"]
            if found.name == "clubs":
                words[1] = "the server's"
            if found.name in OF_THE_API:
                words[0] = "everybody"
            look = words[0] if "get" in offered else "–"
            change = words[1] if offered != ["get"] else "–"
            yield Right(found.name, f"/api/v1/{found.pattern}", look, change)


def page() -> str:
    lines = ["| address | look | change |", "| --- | --- | --- |"]
    lines += [f"| `{right.address}` | {right.look} | {right.change} |" for right in rights()]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    print(page(), end="")  # noqa: T201 - it is a program that prints
