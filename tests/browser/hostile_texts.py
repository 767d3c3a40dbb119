"""A club whose every text is a script that wants to run: more than a hundred of them, by families.

Rows are written past the services, so that it is the pages which are tried, and not what services refuse.
"""

from contextlib import suppress
from itertools import product
from typing import Any, Final

from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CharField, TextField
from django.utils import timezone

from tests.tournaments.a_full_club import full_club
from tests.tournaments.test_fence import CLUBS
from tests.tournaments.test_foreign_ids import ids, routes
from tournaments.club.models import GroupMember, MemberDetails, Player, User
from tournaments.club.services.tokens import make_sign_in_link
from tournaments.evening.acts import Penalty
from tournaments.league.models import League
from tournaments.rehearsal.models import Rehearsal

DO: Final = "alert(1)"
TAGS: Final = [
    f"<script>{DO}</script>",
    f"<scr<script>ipt>{DO}</script>",
    f"</textarea><script>{DO}</script>",
    f"</script><script>{DO}</script>",
    f"--><script>{DO}</script>",
    f"</template><script>{DO}</script>",
    "<script src=//127.0.0.1/x></script>",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<base href=//127.0.0.1/>",
    "<meta http-equiv=refresh content='0;javascript:alert(1)'>",
    "<link rel=stylesheet href=//127.0.0.1/x>",
]
HANDLERS: Final = [
    f"<{tag} on{event}={DO}>"
    for tag, event in (
        *product(("img src=x", "video src=x", "audio src=x", "input type=image src=x"), ("error",)),
        *product(("body", "svg", "iframe", "style", "details open", "marquee"), ("load", "toggle", "start")),
        *product(
            ("input autofocus", "select autofocus", "textarea autofocus", "a href=# autofocus"), ("focus",)
        ),
        *product(("a", "p"), ("click", "pointerenter", "animationstart")),
    )
]
ATTRIBUTES: Final = [
    f"{quote}{end}on{event}={DO} x={quote}"
    for quote, end, event in product(('"', "'", ""), (" ", "\t", "/"), ("focus", "error", "load", "click"))
]
BREAKING: Final = [
    f"{quote}><{tag} on{event}={DO}>"
    for quote, (tag, event) in product(
        ('"', "'", "`"), (("img src=x", "error"), ("svg", "load"), ("input autofocus", "focus"))
    )
]
ADDRESSES: Final = [
    f"<a href='{way}'>x</a>"
    for way in (
        f"javascript:{DO}",
        f"java\tscript:{DO}",
        f"&#106;avascript:{DO}",
        f"javascript&colon;{DO}",
        f"data:text/html,<script>{DO}</script>",
        f"//127.0.0.1/{DO}",
    )
] + [f"javascript:{DO}", f"javascript://%0a{DO}", f"data:text/html,<script>{DO}</script>"]
TEMPLATES: Final = [
    *("{{7*7}}", "{% debug %}", "{{ request }}", "{% include 'x' %}", "${7*7}", "#{7*7}", "<%= 7*7 %>"),
    *("{{{x}}}", f"${{{DO}}}", f"`${{{DO}}}`", "{{constructor.constructor('alert(1)')()}}", "%(name)s"),
    *("%s%n", "{0.__class__}", "[[${7*7}]]", "*{7*7}", "@{7*7}", "{#x#}", "{%load x%}", "<!--#exec cmd=x-->"),
]
DATA: Final = [
    *(f"';{DO};//", f'";{DO};//', f"\\';{DO};//", f"*/{DO}/*", f"-{DO}-", f'"-{DO}-"', f"\\u003cscript>{DO}"),
    *('{"a":"</script>"}', "],[", "__proto__", "constructor[prototype]", f'"}});{DO}', "\\x3cimg src=x>"),
    *("=1+1", "+1+1", "-1+1", "@SUM(1)", "=cmd|'/c x'!A1", '=HYPERLINK("//127.0.0.1")', "\t=1+1", '"=1+1"'),
    *(";=1+1", ",=1+1"),
]
PICTURES: Final = [
    f"<svg><script>{DO}</script></svg>",
    f"<svg><animate onbegin={DO} attributeName=x dur=1s>",
    f"<svg><a xlink:href=javascript:{DO}><text>x</text></a></svg>",
    f"<svg><foreignObject><img src=x onerror={DO}></foreignObject></svg>",
    f"<math><mtext><img src=x onerror={DO}></mtext></math>",
]
LETTERS: Final = [
    f"\uff1cscript\uff1e{DO}\uff1c/script\uff1e",
    f"<\u200bscript>{DO}</script>",
    f"\u202e<script>{DO}</script>",
    f"\u2028{DO}\u2029",
    f"&lt;script&gt;{DO}&lt;/script&gt;",
    f"&amp;lt;img src=x onerror={DO}&amp;gt;",
    f"+ADw-script+AD4-{DO}+ADw-/script+AD4-",
    f"<img/src=x/onerror={DO}>",
    f"<ſcript>{DO}</ſcript>",
]
ATTRIBUTES_OF_OURS: Final = [
    f"<p {name}>x</p>"
    for name in (
        f"hx-on:click={DO}",
        f"hx-on::load='{DO}'",
        "hx-get=//127.0.0.1/ hx-trigger=load",
        "hx-vals='js:{a:alert(1)}' hx-get=/ hx-trigger=load",
        "hx-disable=false hx-post=/sign-out/ hx-trigger=load",
        f"style=background:url(javascript:{DO})",
        "id=queue name=queue",
        "form=f formaction=javascript:alert(1)",
    )
]
PAYLOADS: Final = [
    *(*TAGS, *HANDLERS, *ATTRIBUTES, *BREAKING, *ADDRESSES, *TEMPLATES, *DATA, *PICTURES, *LETTERS),
    *ATTRIBUTES_OF_OURS,
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
    Rehearsal.objects.filter(
        evening__club=club
    ).delete()  # made up, with nothing in it that a page could show
    filled = fill(club)
    for one, text in zip(people, PAYLOADS, strict=True):
        Player.objects.filter(pk=one.pk).update(name=text)
    evening = f"/c/{club.slug}/{house.evening.evening.slug}/"
    public = ["", "players/", "coming/", "leagues/", "results/", "search/?q=alert", "wall/", "privacy/"]
    desk = [
        route.at(ids(house, route))
        for route in routes()
        if not route.is_rest and "csv" not in route.pattern and "json" not in route.pattern
    ]
    return {
        "link": make_sign_in_link(user=house.owner, at=at),
        "members": f"/desk/{club.slug}/members/",
        "pages": [*desk, "/", "/desk/", *(f"/c/{club.slug}/{path}" for path in public[:-2]), evening],
        "filled": sorted(filled),
    }
