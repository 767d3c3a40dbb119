"""Whatever somebody changes by hand in the database, `rebuild --check` finds it."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from tests.tournaments.an_evening import AnEvening, a_hand
from tests.tournaments.conftest import START
from tests.tournaments.kept_rows import kept
from tests.tournaments.models.breaking import again
from tests.tournaments.publishing.worked_out_once import each_worked_out_once
from tests.tournaments.the_rows import undone
from tournaments.evening import acts
from tournaments.evening.models import Evening, Hand, TableRound
from tournaments.evening.reads.facts import prizes_of
from tournaments.evening.services import evenings, results
from tournaments.publishing import publish
from tournaments.ranking.prizes import ties_to_cut

Make = Callable[..., AnEvening]
Rows = type[models.Model]

EVERYTHING = frozenset({"*"})
OUTSIDE: dict[str, frozenset[str]] = {
    # What people and clubs are called stands outside the chain, so that a person can be erased.
    "Club": EVERYTHING,
    "Officer": EVERYTHING,
    "Player": EVERYTHING,
    "User": EVERYTHING,
    "Evening": frozenset({"name", "slug", "made_at", "came_from", "version", "room_version"}),
    "TableRound": frozenset({"version"}),
    # Who did what beside the ledgers is guarded by the database alone.
    "AuditEntry": EVERYTHING,
    # Links let people in; they are no facts of the evening, and new ones can be given.
    "TableLink": EVERYTHING,
    "PlayerLink": EVERYTHING,
    # Work that is done leaves its result, which is looked at.
    "Job": EVERYTHING,
    # The state of the server, not of a club.
    "ServerKey": EVERYTHING,
    "ClubKey": EVERYTHING,
    "Heartbeat": EVERYTHING,
    # Words beside a fact, and what tells one request from another.
    "Round": frozenset({"reasons"}),
    "Standing": frozenset({"explanation"}),
    "Hand": frozenset({"fingerprint"}),
    # Those who sit out do so in this order; where it is counted from does not matter.
    "Seat": frozenset({"sit_out_order"}),
}
"""What no ledger vouches for, by the names of rows and columns."""


def everything_happens(make_evening: Make) -> AnEvening:
    """Somebody comes late, leaves, is replaced; a cut, one by the seed; prizes; published."""
    evening = make_evening(
        14, until="playing", rounds=3, colours=("red", "blue"), tie_breaks=["points_for"], round_minutes=20
    )
    evening.enter(1, a_hand())
    evening.enter(3, a_hand(2, 5, "B"))
    evening.enter(3, a_hand(1, 5, "B"))
    evening.act(acts.Stop())
    evening.act(acts.Cut(table=2, winner="B"))
    evening.act(acts.Close())
    evening.work()
    evening.act(evenings.arrive_guest, name="Late", colour="red")
    evening.act(acts.Leave(ticket=evening.evening.tickets.get(number=5).code))
    evening.act(evenings.substitute_guest, ticket=evening.evening.tickets.get(number=2), name="Instead")
    evening.act(acts.PublishMove())
    evening.act(acts.Start())
    while max(evening.totals(2)) < 42:
        evening.enter(2, a_hand())
    evening.act(acts.Ring(table=2))
    evening.act(acts.Cut(table=1, how="seed"))
    evening.act(acts.Cut(table=3, how="seed"))
    evening.act(acts.Close())
    evening.work()
    evening.act(acts.Finish())
    for tie in ties_to_cut(prizes_of(evening.evening)):
        evening.act(acts.CutPrize(prize=tie.prize, colour=tie.colour, order=list(tie.players)))
    evening.act(results.request_publication)
    evening.work()
    return evening


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    """Made once, and put back for each test."""
    evening = kept("everything happens", partial(everything_happens, make_evening))
    lay_the_guards_down()
    assert publish.check_rows(evening.read()) == []
    return evening


def lay_the_guards_down() -> None:
    """What whoever owns the database can do: nothing refuses a change of the ledger any more."""
    statements = ["SET LOCAL session_replication_role = replica"]
    if connection.vendor == "sqlite":
        statements = ["DROP TRIGGER ledger_no_update", "DROP TRIGGER ledger_no_delete"]
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def vouched_for() -> list[Rows]:
    """The rows that the ledger says something about."""
    models_ = apps.get_app_config("tournaments").get_models()
    found = [model for model in models_ if OUTSIDE.get(model.__name__) != EVERYTHING]
    return [model for model in found if model._base_manager.exists()]


def columns(model: Rows) -> list[models.Field[Any, Any]]:
    outside = OUTSIDE.get(model.__name__, frozenset())
    return [
        field
        for field in model._meta.concrete_fields
        if not (field.primary_key or field.generated or field.name in outside)
    ]


def another(field: models.Field[Any, Any], value: Any, dice: random.Random) -> Any:
    """A value that the column may hold, other than the one it has; None where there is none."""
    if isinstance(field, models.ForeignKey):
        others = field.related_model._base_manager.exclude(pk=value).values_list("pk", flat=True)
        return dice.choice(list(others) or [None])
    if field.choices:
        return dice.choice([choice for choice, _ in field.flatchoices if choice != value])
    if value is None:
        return NOTHING_YET.get(type(field), 1)
    if isinstance(value, str):
        return "" if value and dice.random() < 0.3 else f"{value}x"[-(field.max_length or 0) :]
    return CHANGED[type(value)](value)


NOTHING_YET: dict[type, Any] = {
    models.DateTimeField: START,
    models.DateField: START.date(),
    models.JSONField: {},
}
CHANGED: dict[type, Callable[[Any], Any]] = {
    bool: lambda told: not told,
    int: lambda told: told + 1,
    float: lambda told: told + 1,
    datetime: lambda told: told + timedelta(seconds=1),
    date: lambda told: told + timedelta(days=1),
    list: lambda told: [*told, *told[-1:]],
    dict: lambda told: {**told, "more": 1},
}


def found_after(evening: AnEvening, change: Callable[[], object]) -> bool:
    """Whether the database refuses the change, or the check finds it; it is taken back."""
    with undone():
        try:
            with transaction.atomic():
                change()
        except IntegrityError:
            return True
        return bool(publish.check_rows(evening.read()))


@pytest.mark.parametrize("seed", range(2))
@each_worked_out_once()
def test_any_column_of_any_row_changed_by_hand_is_found(evening: AnEvening, seed: int) -> None:
    dice, missed = random.Random(seed), []
    for model in vouched_for():
        rows = list(model._base_manager.order_by("pk").values_list("pk", flat=True))
        for field in columns(model):
            row = model._base_manager.filter(pk=dice.choice(rows))
            told = row.values_list(field.attname, flat=True).get()
            value = another(field, told, dice)
            if value != told and not found_after(evening, partial(row.update, **{field.attname: value})):
                missed.append(f"{model.__name__}.{field.name}: {told!r:.60} to {value!r:.60}")
    assert missed == []


@pytest.mark.parametrize("seed", range(2))
@each_worked_out_once()
def test_any_row_taken_out_by_hand_is_found(evening: AnEvening, seed: int) -> None:
    dice, missed = random.Random(seed), []
    for model in vouched_for():
        if model is Evening:
            continue  # nothing of it is left to be looked at
        key = dice.choice(list(model._base_manager.order_by("pk").values_list("pk", flat=True)))
        row = model._base_manager.filter(pk=key)
        if not found_after(evening, partial(row._raw_delete, using=row.db)):
            missed.append(f"{model.__name__} {key}")
    assert missed == []


ADDED: dict[str, Callable[[AnEvening], object]] = {
    "a ticket": lambda e: e.evening.tickets.create(
        player=e.evening.club.players.create(name="Nobody", slug="nobody", made_at=START), code="x", number=99
    ),
    "a round": lambda e: e.evening.rounds.create(number=9),
    "a game": lambda e: TableRound.objects.create(
        round=e.evening.rounds.get(number=1), table=e.evening.tables.create(number=9)
    ),
    "a publication": lambda e: again(e.evening.publications.get(), number=2),
    "an entry at the end": lambda e: again(
        e.evening.ledger.last(), sequence=999, previous_hash=e.evening.ledger_head
    ),
    "a hand": lambda e: again(
        Hand.objects.last(), number=50, key="another", entry=e.evening.ledger.get(sequence=1)
    ),
}


@pytest.mark.parametrize("name", ADDED)
def test_any_row_put_in_by_hand_is_found(evening: AnEvening, name: str) -> None:
    assert found_after(evening, lambda: ADDED[name](evening))


def test_an_archive_changed_after_it_was_published_is_found(evening: AnEvening) -> None:
    publication = evening.evening.publications.get()
    changed = publication.archive.replace('"bid": 5', '"bid": 6', 1)
    assert changed != publication.archive
    assert found_after(evening, partial(evening.evening.publications.update, archive=changed))


@pytest.mark.parametrize(
    "sentence",
    [
        pytest.param({"code": "chantecler.counters.none"}, id="another"),
        pytest.param({"code": "a.newer"}, id="one that is not known"),
        pytest.param({"code": "chantecler.bid.made", "values": {"bid": 5, "points": 13}}, id="another value"),
        pytest.param({"template": "Couple A was lucky", "values": {}}, id="words"),
    ],
)
def test_a_line_of_a_slip_that_says_something_else_is_found(
    evening: AnEvening, sentence: dict[str, object]
) -> None:
    hand = Hand.objects.filter(derivation__0__sentence__code="chantecler.bid.made").first()
    assert hand is not None
    hand.derivation[0]["sentence"] = sentence
    assert found_after(evening, hand.save)


def test_a_slip_stored_with_fewer_values_still_says_what_the_hand_scores(evening: AnEvening) -> None:
    hand = Hand.objects.filter(derivation__0__sentence__code="chantecler.bid.made").first()
    assert hand is not None
    del hand.derivation[0]["sentence"]["values"]["points"]
    hand.save()
    assert publish.check_rows(evening.read()) == []


def test_names_may_change_and_be_erased(evening: AnEvening) -> None:
    evening.evening.club.players.update(name="somebody")
    Evening.objects.update(name="An evening", slug="an-evening")
    assert publish.check_rows(evening.read()) == []
