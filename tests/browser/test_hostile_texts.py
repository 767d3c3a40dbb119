"""Nothing that somebody enters runs in anybody's browser: scripts in all free texts of a club, looked at.

The house refuses to run them as well (its Content-Security-Policy); a page on which one would have run without that
fails here, for the browser reports what it refused. Rows are written past the services, so that it is the pages which
are tried, and not what services refuse.
"""

import re
from contextlib import suppress
from itertools import product
from typing import Any, Final

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CharField, TextField
from django.utils import timezone
from playwright.sync_api import Browser, Dialog, Error, Page

from tests.browser.chromium import Visitors
from tests.browser.house import House
from tests.tournaments.a_full_club import full_club
from tests.tournaments.test_foreign_ids import ids, routes
from tournaments.club.models import GroupMember, MemberDetails, Player, User
from tournaments.club.services.tokens import make_sign_in_link
from tournaments.evening.acts import Penalty
from tournaments.league.models import League
from tournaments.operations.one_club import CLUBS
from tournaments.rehearsal.models import Rehearsal

DO: Final = "alert(1)"
RUNNING: Final = (
    "img src=x onerror",
    "svg onload",
    "details open ontoggle",
    "input autofocus onfocus",
    "a onclick",
)
PAYLOADS: Final = [
    *(f"{end}<script>{DO}</script>" for end in ("", "</textarea>", "</script>", "</template>", "-->", '">')),
    *(f"{end}<{tag}={DO}>" for end, tag in product(("", '">', "'>", "`>"), RUNNING)),
    *(f"{quote} on{event}={DO} x={quote}" for quote, event in product("\"' ", ("focus", "error", "click"))),
    *(
        f"<a href='{way}{DO}'>x</a>"
        for way in ("javascript:", "java\tscript:", "&#106;avascript:", "//127.0.0.1/")
    ),
    *(f"javascript:{DO}", f"javascript://%0a{DO}", f"data:text/html,<script>{DO}</script>"),
    *("<script src=//127.0.0.1/x></script>", f"<iframe srcdoc='<script>{DO}</script>'>"),
    *("<base href=//127.0.0.1/>", "<meta http-equiv=refresh content='0;javascript:alert(1)'>"),
    *("<link rel=stylesheet href=//127.0.0.1/x>", f"<scr<script>ipt>{DO}</script>"),
    *(f"<svg><script>{DO}</script></svg>", f"<svg><animate onbegin={DO} attributeName=x dur=1s>"),
    *(f"<math><mtext><img src=x onerror={DO}></mtext></math>", f"<img/src=x/onerror={DO}>"),
    *(f"<p hx-on:click={DO}>x</p>", "<p hx-get=//127.0.0.1/ hx-trigger=load>x</p>"),
    *("<p hx-vals='js:{a:alert(1)}' hx-get=/ hx-trigger=load>x</p>", "<p id=queue name=queue>x</p>"),
    *(f"<p style=background:url(javascript:{DO})>x</p>", f"<p form=f formaction=javascript:{DO}>x</p>"),
    *("{{7*7}}", "{% debug %}", "${7*7}", f"`${{{DO}}}`", "{{constructor.constructor('alert(1)')()}}"),
    *("%(name)s", "%s%n", "{0.__class__}", "{#x#}", "<!--#exec cmd=x-->", "__proto__", "],[", "=1+1"),
    *(f"';{DO};//", f'";{DO};//', f"\\';{DO};//", f"*/{DO}/*", f"\\u003cscript>{DO}", '{"a":"</script>"}'),
    *(f"<\u200bscript>{DO}</script>", f"\u202e<script>{DO}</script>", f"&lt;script&gt;{DO}&lt;/script&gt;"),
    *(f"<ſcript>{DO}</ſcript>", f"&amp;lt;img src=x onerror={DO}&amp;gt;", f"\u2028{DO}\u2029"),
]
NO_TEXT: Final = frozenset(
    {
        *("Job.topic", "Job.subject", "Heartbeat.name", "ServerKey.check_value", "WrongGuesses.sender"),
        *("User.password", "User.username", "User.email", "AccountLink.email", "UserSession.browser"),
        *("UserSession.device", "AuthenticatorApp.secret", "Passkey.credential_id", "Passkey.credential"),
        *("Mail.sealed", "AnsweredRequest.asked", "AnsweredRequest.body", "AuditEntry.act"),
        *("AuditEntry.body", "AuditEntry.about", "AuditEntry.network", "AuditEntry.browser", "ActOrigin.by"),
        *("ActOrigin.network", "ActOrigin.browser", "ActOrigin.entry_hash", "Club.slug", "Club.time_zone"),
        *("Club.language", "Club.colour", "Club.usual_game", "Club.logo", "ClubNight.begins_with"),
        *("Player.slug", "FormerAddress.slug", "HouseRules.game", "Evening.slug", "Evening.seed"),
        *("Evening.salt", "TableRound.cut", "TableRound.outright", "TableDevice.label", "Ticket.code"),
        *("Ticket.salt", "Hand.late_because", "Hand.key", "Hand.fingerprint", "Hand.answer"),
        *("Planning.remark", "Job.ordering_key", "AnsweredRequest.key", "Fixture.code", "Ticket.colour"),
        *("Player.number", "Rehearsal.remark", "SignUp.key", "SignUp.companion_key", "MemberDetails.mail"),
        *("BoundText.commitment", "BoundText.salt", "NamedPerson.called"),
    }
)
"""Columns of text that hold codes, hashes and documents of the program, or what is checked by its form."""
ELSEWHERE: Final = frozenset({"LedgerEntry.reason", "SeasonEntry.reason"})
"""Free texts that the database lets nobody change: they are entered with an act."""
MANY: Final = 40
"""So many rows a page shows of what it lists in parts."""
REFUSED: Final = "Content Security Policy"
LISTEN: Final = """
window.refusals = [];
document.addEventListener("securitypolicyviolation", (event) => window.refusals.push(event.violatedDirective));
"""
CELLS: Final = "() => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent)"


def free_texts() -> dict[type[Any], list[Any]]:
    """Every column that somebody fills as they like, by its model."""
    found: dict[type[Any], list[Any]] = {}
    for model in apps.get_app_config("tournaments").get_models():
        for column in model._meta.concrete_fields:
            name = f"{model.__name__}.{column.name}"
            is_text = isinstance(column, CharField | TextField) and not column.choices
            ends = ("_hash", "_by", "_version", "_head", "nonce", ".by", ".hash", ".act", ".body", ".archive")
            is_code = name.endswith((*ends, ".kind", ".game", ".digest", ".version", ".slug", ".seed"))
            if is_text and not column.primary_key and not is_code and name not in NO_TEXT:
                found.setdefault(model, []).append(column)
    return found


def rows_of(club: Any, model: type[Any]) -> Any:
    table = model._meta.db_table.removeprefix("tournaments_")
    if table in CLUBS:
        steps = [step.partition(":")[0] for step in CLUBS[table].split(".") if step]
        return model._base_manager.filter(**{"__".join([*steps, "club"]): club})
    if table == "club":
        return model._base_manager.filter(pk=club.pk)
    of_club = {
        "user": {"offices__club": club},
        "apitoken": {"user__in": User.objects.filter(offices__club=club)},
        "personmerge": {"into__club": club},
        "federation": {"memberships__club": club},
    }
    return model._base_manager.filter(**of_club[table]) if table in of_club else model._base_manager.none()


def fill(club: Any) -> set[str]:
    """Put a script into every free text of a club; the columns that have some."""
    told, filled = 0, set[str]()
    for model, columns in free_texts().items():
        for row in rows_of(club, model).order_by("pk"):
            for column in columns:
                if f"{model.__name__}.{column.name}" in ELSEWHERE:
                    continue
                text = PAYLOADS[told % len(PAYLOADS)][: column.max_length]
                told += 1
                with suppress(IntegrityError), transaction.atomic():  # somebody else of the list may have it
                    model._base_manager.filter(pk=row.pk).update(**{column.name: text})
                    filled.add(f"{model.__name__}.{column.name}")
    return filled


def build() -> dict[str, Any]:
    """The club, its owner, and the addresses of its pages."""
    house = full_club("Hostile")
    club, at = house.club, timezone.now()
    people = Player.objects.bulk_create(
        Player(club=club, name=f"P{number}", slug=f"p-{number}", made_at=at)
        for number in range(len(PAYLOADS))
    )
    MemberDetails.objects.bulk_create(MemberDetails(player=one, phone="1", notes="n") for one in people)
    GroupMember.objects.bulk_create(GroupMember(player=one, group=f"g{one.pk}") for one in people[:MANY])
    League.objects.bulk_create(
        League(club=club, name=f"L{number}", slug=f"l-{number}", made_at=at) for number in range(MANY)
    )
    ticket = house.evening.evening.tickets.order_by("number")[0]
    for text in PAYLOADS[:MANY]:
        house.evening.act(Penalty(tickets=(ticket.code,), points=1, reason=text))
    Rehearsal.objects.filter(evening__club=club).delete()  # made up: there is nothing in it that pages show
    filled = fill(club)
    for one, text in zip(people, PAYLOADS, strict=True):
        Player.objects.filter(pk=one.pk).update(name=text)
    evening = f"/c/{club.slug}/{house.evening.evening.slug}/"
    public = ["", "players/", "coming/", "leagues/", "results/", "search/?q=alert", "wall/", "privacy/"]
    desk = [
        route.at(ids(house, route))
        for route in routes()
        # Chromium itself styles the page that it makes of a picture.
        if not route.is_rest and not re.search("csv|json|objections/.*photo", route.pattern)
    ]
    return {
        "link": make_sign_in_link(user=house.owner, at=at),
        "members": f"/desk/{club.slug}/members/?by=name",
        "pages": [*desk, "/", "/desk/", *(f"/c/{club.slug}/{path}" for path in public[:-2]), evening],
        "filled": sorted(filled),
    }


@pytest.fixture(scope="module")
def hostile(house: House) -> dict[str, Any]:
    return house.call(build)


def dialogs_of(page: Page) -> list[str]:
    """The dialogs that open on a page from now on: each is put away at once."""
    opened: list[str] = []

    def put_away(dialog: Dialog) -> None:
        opened.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", put_away)
    return opened


def owner(visitors: Visitors, hostile: dict[str, Any]) -> tuple[Page, list[str]]:
    page = visitors.open("desk")
    page.context.add_init_script(LISTEN)
    dialogs = dialogs_of(page)
    page.goto(f"/sign-in/{hostile['link']}/")
    page.get_by_role("button", name="Sign me in").click()
    page.wait_for_url("**/desk/**")
    return page, dialogs


def test_nothing_runs_on_any_page_and_names_are_shown_as_text(
    visitors: Visitors, hostile: dict[str, Any]
) -> None:
    page, dialogs = owner(visitors, hostile)
    shown = 0
    with visitors.watch.expecting("Failed to load resource"):  # some of the pages are only posted to
        for path in hostile["pages"]:
            with suppress(Error):  # a file, which is saved and not shown
                answer = page.goto(path)
                shown += bool(answer and answer.ok)
            assert page.evaluate("() => window.refusals") == [], path
            assert dialogs == [], path
    assert shown > 80
    page.goto(hostile["members"])
    cells = [" ".join(text.split()) for text in page.evaluate(CELLS)]
    missing = [text for text in PAYLOADS if not any(" ".join(text.split()) in cell for cell in cells)]
    assert missing == []
    wanted = {
        *("Club.name", "Player.name", "MemberDetails.notes", "Evening.name", "League.name", "SignUp.name"),
        *("ClubPreset.name", "PersonMerge.reason", "Entrant.name", "Federation.name", "DirectorCall.words"),
    }
    assert wanted - set(hostile["filled"]) == set()


def test_control_as_markup_they_would_run(engine: Browser) -> None:
    """Some of them on a page that shows them as they are, under a policy like that of the house."""
    context = engine.new_context()
    context.add_init_script(LISTEN)
    page = context.new_page()
    opened, told = dialogs_of(page), list[str]()
    page.on("console", lambda message: told.append(message.text))
    policy = {"Content-Security-Policy": "default-src 'none'; script-src 'self'"}
    body = "".join(f"<{tag}={DO}>" for tag in RUNNING)
    page.route("**/*", lambda route: route.fulfill(body=body, content_type="text/html", headers=policy))
    page.goto("http://127.0.0.1:1/")
    page.wait_for_timeout(100)
    assert opened == []
    assert any(REFUSED in line for line in told)
    assert page.evaluate("() => window.refusals")
    context.close()
