"""What a page or a list costs as a club grows: nothing costs more than what it shows explains.

Every address that a club and one of its evenings fill in is asked, as an owner, of clubs of 10 and of 1,900 evenings
and of 20 and 500 members, on one SQLite database; then of one club on a server of 19 and of 1,900
clubs. One evening is played by the services; the others are copies of its rows, written in bulk, and so are clubs.
Bounds are ratios within the run.
"""

from __future__ import annotations

import logging
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from benchmarks.entering_hands import set_up
from benchmarks.measure import Row, milliseconds

EVENINGS, MEMBERS, CLUBS = (10, 1900), (20, 500), (19, 1900)
PLAYERS, ROUNDS, IN_A_SEASON = 16, 13, 40
MOST_TIMES = 1.5
"""So many times what the growth of its answer explains: a count of rows by an index may grow unseen."""
MOST_TIMES_OF_CLUBS = 1.2
KNOWN = {
    "search/": 2.5,  # the name and date of every evening are looked through
    "search/desk/": 2.5,
    "/desk/<slug:club>/members/": 2.6,  # how often everybody came, and when last: a row for each
    "/c/<slug:club>/players/": 2.0,
    "archive.json.minisig": 2.2,  # the signature of a file, which has grown
}
"""What still grows faster than what it shows, by the end of its address, and how many times at most."""
QUERIES = {"search/": "?q=friday", "search/desk/": "?q=friday"}
"""What is asked for at addresses that show nothing by themselves, by their ends."""
NOISE = 15.0
"""Milliseconds that are added to both: what takes less may vary so much."""
AGAIN = 5
BARE = "/healthz"
MANY_CLUBS = 9
"""The number of the club that is copied, unlike those of the others."""
SHOWN = 6
UNMEASURED = re.compile(r"live|version|schema|docs|admin|backup")
Size = tuple[int, int]


class Cost(NamedTuple):
    """Milliseconds of CPU time, and bytes shown."""

    took: float
    size: int


class Grown(NamedTuple):
    """A club of a size, what its addresses are filled with, and whoever asks."""

    club: Any
    values: dict[str, Any]
    asker: Any


Costs = dict[Size, dict[str, Cost | None]]


def rows() -> list[Row]:
    """The addresses that grow most in each direction, each beside its bound."""
    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as folder:
        set_up(folder)
        from django.conf import settings

        logging.disable(logging.WARNING)  # what is no page says so
        plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
        settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
        grown = made_clubs()
        # Imports, templates and prepared statements are there before it counts.
        first = grown.pop((0, 0))
        addresses = [each for each in fillable(first.values) if asked(first, each) is not None]
        costs = {size: {each: asked(there, each) for each in addresses} for size, there in grown.items()}
        few, many = EVENINGS
        little, much = MEMBERS
        steps = [
            (f"{many:,} evenings", f"{few} evenings", (many, little), (few, little)),
            (f"{much} members", f"{little} members", (few, much), (few, little)),
        ]
        found = [row for step in steps for row in compared(*step, grown, costs)]
        return [*found, *of_clubs(grown[few, little], addresses)]


def compared(
    name: str, reference: str, large: Size, small: Size, grown: dict[Size, Grown], costs: Costs
) -> Iterator[Row]:
    """Those that grow most from one size to another; what misses its bound is measured again before that is said."""
    found = []
    for pattern in costs[large]:
        cost, before = costs[large][pattern], costs[small][pattern]
        if cost is None or before is None:
            continue
        if times(cost, before) > most_times(pattern):
            cost, before = again(grown[large], pattern), again(grown[small], pattern)
        found.append((times(cost, before), pattern, cost, before))
    yield from reported(name, reference, found, most_times)


def reported(
    name: str, reference: str, found: list[tuple[float, str, Cost, Cost]], most_of: Callable[[str], float]
) -> Iterator[Row]:
    """All addresses together, then those that grew most and those that miss their bound."""
    found.sort(reverse=True)
    took = sum(cost.took for _, _, cost, _ in found)
    beside = sum(before.took for _, _, _, before in found)
    yield Row(f"{len(found)} addresses at {name}", took, reference=reference, beside=beside)
    for number, (grew, pattern, cost, before) in enumerate(found):
        most = most_of(pattern)
        if number < SHOWN or grew > most:
            yield Row(
                re.sub(r"<\w+:(\w+)>", r"\1", pattern).replace("/api/v1/clubs/club/", "(REST) ")[:58],
                NOISE + cost.took,
                reference=f"{reference} ({before.size // 1000} kB, then {cost.size // 1000})",
                beside=NOISE + before.took,
                most_ratio=round(most * max(1.0, cost.size / before.size), 2),
            )


def most_times(pattern: str) -> float:
    """How many times what its answer explains an address may cost."""
    return next((most for end, most in KNOWN.items() if pattern.endswith(end)), MOST_TIMES)


def times(cost: Cost, before: Cost) -> float:
    """How much the cost grew, beside how much more is shown."""
    return (NOISE + cost.took) / (NOISE + before.took) / max(1.0, cost.size / before.size)


def asked(there: Grown, pattern: str) -> Cost | None:
    """What one request costs, nothing of it kept; None where it is not answered with a page."""
    stale(there)
    address = re.sub(r"<\w+:(\w+)>", lambda match: str(there.values[match[1]]), pattern)
    address += next((query for end, query in QUERIES.items() if pattern.endswith(end)), "")
    answers: list[Any] = []

    def ask() -> None:
        answer = there.asker.get(address, headers={"host": "localhost"})
        answers.append(b"".join(answer) if answer.streaming else answer.content)
        answers.append(answer.status_code)

    took = milliseconds(ask)
    return Cost(took, max(len(answers[0]), 1)) if answers[1] == 200 else None


def again(there: Grown, pattern: str) -> Cost:
    """The cheapest of some more requests: what came between costs time, and nothing saves any."""
    costs = [cost for cost in (asked(there, pattern) for _ in range(AGAIN)) if cost is not None]
    return min(costs)


def stale(there: Grown) -> None:
    """Let no page that is kept in memory be the one of before."""
    from django.db.models import F

    there.club.evenings.filter(slug=there.values["evening"]).update(version=F("version") + 1)
    type(there.club).objects.filter(pk=there.club.pk).update(settings_version=F("settings_version") + 1)


def fillable(values: dict[str, Any]) -> Iterator[str]:
    """Every address of pages and of the REST door that these values fill in."""
    from django.urls import get_resolver

    included = get_resolver("tournaments.api_urls").url_patterns
    api = [found for each in included for found in getattr(each, "url_patterns", [])]
    patterns = [f"/{found.pattern}" for found in get_resolver("tournaments.web_urls").url_patterns]
    patterns += [f"/api/v1/{found.pattern}" for found in api if hasattr(found.callback.view_class, "get")]
    for pattern in dict.fromkeys(patterns):
        names = re.findall(r"<\w+:(\w+)>", pattern)
        if all(name in values for name in names) and not UNMEASURED.search(pattern):
            yield pattern


# --- clubs of every size -----------------------------------------------------------------------------
def made_clubs() -> dict[tuple[int, int], Grown]:
    """A club for each size, by evenings and members, and at (0, 0) a small one that is asked before all others."""
    (few, many), (little, much) = EVENINGS, MEMBERS
    sizes = [(0, 0), (few, little), (many, little), (few, much)]
    return {size: made_club(number, *size) for number, size in enumerate(sizes)}


def made_club(number: int, evenings: int, members: int) -> Grown:
    """A club in which one evening was played, with copies of it two or three a week, and so many members."""
    from datetime import UTC, datetime

    from django.test import Client

    from tests.tournaments.a_season import ASeason
    from tournaments.club.models import Player, User
    from tournaments.club.services import clubs
    from tournaments.league.models import SeasonEvening

    at = datetime(2026, 9, 1, 12, tzinfo=UTC)
    owner = User.objects.create_user(f"owner {number}", "", "of the bench")
    club = clubs.make_club(name=f"Club {number}", director=owner, time_zone="UTC", at=at)
    season = ASeason.made(club)
    evening = season.play(players=PLAYERS, rounds=ROUNDS).evening
    Player.objects.bulk_create(
        Player(club=club, name=a_name(one), slug=f"member-{one}", made_at=at)
        for one in range(members - PLAYERS)
    )
    if evenings > 1:
        copies(evening, evenings - 1)
    taken = SeasonEvening.objects.get(season=season.season)
    others = club.evenings.exclude(pk=evening.pk).order_by("-date")[:IN_A_SEASON]
    SeasonEvening.objects.bulk_create(
        SeasonEvening(season=season.season, evening=other, publication=1, result=taken.result)
        for other in others
    )
    ticket = evening.tickets.select_related("player").order_by("number")[0]
    asker = Client()
    asker.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    values = {
        "club": club.slug,
        "evening": evening.slug,
        "league": season.season.league.slug,
        "season": season.season.slug,
        "code": ticket.code,
        "player": ticket.player_id,
        "address": ticket.player.slug,
        "table": 1,
        "number": 1,
        "round": 1,
        "game": "chantecler",
    }
    return Grown(club, values, asker)


def a_name(number: int) -> str:
    """A name that is not like that of another number."""
    chance = random.Random(number)
    return " ".join("".join(chance.choices("abdefgiklmnoprstuvz", k=7)).title() for _ in range(2))


def copies(row: Any, until: int, *, after: int = 0) -> None:
    """Copies of all rows of an evening, each some days before the one before it; or of a club. So many in all."""
    from django.apps import apps
    from django.db import connection
    from django.db.models import ForeignKey, Max

    models = list(apps.get_app_config("tournaments").get_models())
    own: dict[Any, Any] = {type(row): type(row).objects.filter(pk=row.pk)}
    growing = True
    while growing:
        growing = False
        for model in models:
            for field in model._meta.concrete_fields:
                if isinstance(field, ForeignKey) and field.related_model in own and model not in own:
                    found = model._base_manager.filter(
                        **{f"{field.name}__in": own[field.related_model].values("pk")}
                    )
                    if found.exists() and model.__name__ not in ("SeasonEvening", "ActOrigin"):
                        own[model], growing = found, True
    stride = 1 + max(rows.aggregate(last=Max("pk"))["last"] for rows in own.values())
    stride += max(model._base_manager.aggregate(last=Max("pk"))["last"] for model in own)
    keys = {model: list(rows.values_list("pk", flat=True)) for model, rows in own.items()}
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys=OFF")
        for model, pks in keys.items():
            fields = [field for field in model._meta.concrete_fields if not field.generated]
            columns = ", ".join(f'"{field.column}"' for field in fields)
            values = ", ".join(_copied(field, own, stride) for field in fields)
            cursor.execute(
                f"WITH RECURSIVE copy(n) AS (SELECT %s + 1 UNION ALL SELECT n + 1 FROM copy WHERE n < %s) "
                f'INSERT INTO "{model._meta.db_table}" ({columns}) SELECT {values} '
                f'FROM "{model._meta.db_table}", copy WHERE id IN ({", ".join(map(str, pks))})',
                [after, until],
            )
        cursor.execute("PRAGMA foreign_keys=ON")


def _copied(field: Any, own: Any, stride: int) -> str:
    """A column of a copy: keys of the evening's rows are moved, what is unlike everywhere stays so."""
    column = f'"{field.column}"'
    if field.primary_key or (field.remote_field and field.related_model in own):
        return f"{column} + n * {stride}"
    if field.name == "date":
        return f"date({column}, '-' || (n * 3) || ' days')"
    if field.name in ("slug", "token_hash", "code_hash", "nonce") or (
        field.unique and not field.remote_field
    ):
        return f"substr({column}, 1, 50) || '-' || n"
    return column


def of_clubs(there: Grown, addresses: list[str]) -> Iterator[Row]:
    """Every page of a club on a server that has many clubs, beside one that has few."""
    few, many = CLUBS
    small = made_club(MANY_CLUBS, 1, MEMBERS[0]).club
    copies(small, few)
    pages = [*addresses, "/", "/desk/", "/api/v1/clubs/", "/api/v1/me/"]
    before = {page: paced(there, page) for page in pages if asked(there, page) is not None}
    copies(small, many, after=few)
    found = []
    for page, (cost, bare) in before.items():
        now, bare_now = paced(there, page)
        then = cost._replace(took=cost.took * bare_now / bare)
        found.append((times(now, then), page, now, then))
    yield from reported(f"{many:,} clubs", f"{few} clubs", found, lambda _: MOST_TIMES_OF_CLUBS)


def paced(there: Grown, pattern: str) -> tuple[Cost, float]:
    """What an address costs, and beside it the smallest answer: the machine has another pace minutes later."""
    return again(there, pattern), again(there, BARE).took
