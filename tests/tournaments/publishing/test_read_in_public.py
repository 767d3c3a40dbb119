"""Every column that a public page or an archive reads: the check finds that it was altered, or it is listed here."""

import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.a_contest import AContest
from tests.tournaments.a_season import ASeason
from tests.tournaments.conftest import START
from tests.tournaments.publishing.test_tampering import another, lay_the_guards_down
from tests.tournaments.publishing.worked_out_once import each_worked_out_once
from tests.tournaments.test_foreign_ids import every_route
from tests.tournaments.the_rows import undone
from tournaments.club.models import Club
from tournaments.evening.models import Evening
from tournaments.league.models import Season
from tournaments.league.services import tables
from tournaments.publishing import publish

NAME = (
    "what people, clubs and evenings are called may change at any time; archives and ledgers bind what it was"
)
SETTING = "officers, or the person, choose it at any time; no result rests on it"
VERSION = "which state of a page is shown: it grows with every change"
WORDS = "words beside a fact that is checked itself"
MOMENT = "when the row was made: no result rests on it, and no page shows it"
WORK = "work that is done leaves its result, which is checked"
RATING = "worked out anew from all published evenings whenever one is published"
NOT_VOUCHED_FOR: dict[str, str] = {
    "Club.*": SETTING,
    "ClubKey.*": "a key; the signatures that it makes fit it or nothing",
    "Player.name": NAME,
    "Player.public_name": SETTING,
    "Player.shows_rating": SETTING,
    "Player.is_guest": "somebody may become a member; archives say what they were",
    "Player.colour": SETTING,
    "Player.is_active": SETTING,
    "Player.number": SETTING,
    "Player.account": SETTING,
    "Player.slug": NAME,
    "Player.made_at": MOMENT,
    "Evening.name": NAME,
    "Evening.slug": NAME,
    "Evening.version": VERSION,
    "Evening.room_version": VERSION,
    "Evening.made_at": MOMENT,
    "Evening.came_from": NAME,
    "TableRound.version": VERSION,
    "Hand.fingerprint": "what tells one request from another; no page shows it",
    "Standing.explanation": WORDS,
    "Round.reasons": WORDS,
    "League.*": NAME,
    "Season.league": NAME,
    "Season.name": NAME,
    "Season.slug": NAME,
    "BoundText.salt": "a text without one was erased, and is told as such",
    "NamedPerson.*": "whom the name of an entrant is about, so that it can be withheld or erased",
    "Season.origin": "what the archive says from which a season was imported; that vouches for it",
    "SeasonEvening.origin": "what the archive says from which a season was imported; that vouches for it",
    "Season.previous": "the season before it, for whoever reads on",
    "Season.version": VERSION,
    "Season.made_at": MOMENT,
    "SeasonLine.explanation": WORDS,
    "RatingPoint.*": RATING,
    "Entrant.public_name": SETTING,
    "Job.*": WORK,
    "WrongGuesses.*": "how often a sender guessed codes; it is thrown away by the minute",
}
COLUMN = re.compile(r'"(tournaments_\w+)"\."(\w+)"')


def addresses(club: Club, evening: Evening, seasons: dict[str, Season]) -> Iterator[str]:
    """The pages and files of a club that visitors read, of one evening, of a season of each kind."""
    ticket = evening.tickets.select_related("player").order_by("number")[0]
    values: dict[str, Any] = {"club": club.slug, "evening": evening.slug, "game": "chantecler"}
    values["address"] = ticket.player.slug
    values |= {"number": 1, "round_number": 1, "table": 1, "pk": ticket.player_id, "player": ticket.player_id}
    for route in every_route():
        if not route.pattern.startswith("c/") or route.pattern.endswith(("live", "version")):
            continue
        for season in seasons.values() if "season" in route.names else [next(iter(seasons.values()))]:
            here = {**values, "league": season.league.slug, "season": season.slug, "entrant": 1}
            if all(name in here for name in route.names):
                yield route.at(here)


def columns_read(
    client: Client, club: Club, evening: Evening, seasons: dict[str, Season]
) -> set[tuple[str, str]]:
    """Every column that a statement of these pages names, or one of making the archive."""
    statuses = []
    with CaptureQueriesContext(connection) as statements:
        for address in addresses(club, evening, seasons):
            statuses.append(client.get(address).status_code)
        tickets = list(evening.tickets.select_related("player"))
        guests = publish._guests(publish._last_archive(evening), tickets)
        publish._archive(evening, publish.chain_of(evening), tickets, guests)
    assert statuses.count(200) > 30, statuses
    return {found for one in statements for found in COLUMN.findall(one["sql"])}


def findings(of: Any = Evening) -> Iterator[str]:
    """What the checks find, those of seasons first where a row of a league was altered."""
    evenings = (found for evening in Evening.objects.all() for found in publish.check_rows(evening))
    seasons = (found for season in Season.objects.all() for found in tables.check(season))
    yield from chain(seasons, evenings) if of.__module__ == Season.__module__ else chain(evenings, seasons)


def is_found(row: Any, column: str, value: Any) -> bool:
    """Whether the database refuses the value, or the check finds it; it is taken back."""
    with undone():
        try:
            with transaction.atomic():
                row.update(**{column: value})
        except IntegrityError:
            return True
        return any(findings(row.model))


@pytest.mark.django_db
@each_worked_out_once()
def test_whatever_is_read_in_public_is_vouched_for_or_listed(client: Client, club: Club) -> None:
    season = ASeason.made(club)
    room = season.play(rounds=2)
    contest = AContest.made(club, (4,), at=START)
    lay_the_guards_down()
    assert list(findings()) == []
    read = columns_read(client, club, room.evening, {"evenings": season.season, "fixtures": contest.season})
    dice, missed, listed = random.Random(1910), [], set()
    for model in apps.get_app_config("tournaments").get_models():
        table = model._meta.db_table
        rows = list(model._base_manager.order_by("pk").values_list("pk", flat=True)[:1])
        for field in model._meta.concrete_fields:
            name = f"{model.__name__}.{field.name}"
            if (table, field.column) not in read or field.generated:
                continue
            if NOT_VOUCHED_FOR.keys() & {name, f"{model.__name__}.*"} or field.primary_key:
                listed |= NOT_VOUCHED_FOR.keys() & {name, f"{model.__name__}.*"}
                continue
            for pk in rows:
                row = model._base_manager.filter(pk=pk)
                told = row.values_list(field.attname, flat=True).get()
                value = another(field, told, dice)
                if value != told and not is_found(row, field.attname, value):
                    missed.append(f"{name}: {told!r:.40} to {value!r:.40}")
    assert missed == []
    assert NOT_VOUCHED_FOR.keys() - listed == set(), "no longer read, or vouched for"
