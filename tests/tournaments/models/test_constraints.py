"""What the database refuses by itself, whatever the services do: each constraint, broken once."""

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.models import CheckConstraint, F, UniqueConstraint

from tests.tournaments.an_evening import AnEvening, Make
from tests.tournaments.conftest import START
from tests.tournaments.models.breaking import again, twice, update
from tests.tournaments.models.broken_seasons import BROKEN_COMING, BROKEN_SEASONS
from tournaments.club import models as of_clubs
from tournaments.club.roles import Role
from tournaments.evening import models as of_evenings
from tournaments.fees.models import FeeEntry, SeasonFees
from tournaments.rehearsal.models import Rehearsal
from tournaments.work.outbox import PUBLISH, enqueue

A_SECOND = timedelta(seconds=1)
Break = Callable[[AnEvening], object]


def entry(evening: AnEvening) -> of_evenings.LedgerEntry:
    return evening.evening.ledger.latest("sequence")


def fresh_entry(evening: AnEvening) -> of_evenings.LedgerEntry:
    told = entry(evening)
    again(told, sequence=told.sequence + 1, previous_hash="f" * 64)
    return told


def a_copied_hand(evening: AnEvening, **changes: Any) -> None:
    again(
        of_evenings.Hand.objects.order_by("pk").first(),
        **{"entry": fresh_entry(evening), "key": "another", "number": 77, **changes},
    )


def a_ticket_again(evening: AnEvening, **changes: Any) -> None:
    """A copy of the first ticket for another member, with what must differ differing unless `changes` say."""
    other = evening.evening.club.players.create(name="Somebody Else", slug="else", made_at=START)
    unlike = {"player": other, "number": 500, "code": "another", "start_order": 500}
    again(evening.evening.tickets.first(), **{**unlike, **changes})


def a_seat_again(evening: AnEvening, **changes: Any) -> None:
    other = evening.evening.club.players.create(name="Somebody Else", slug="else", made_at=START)
    ticket = evening.evening.tickets.create(player=other, number=500, code="another")
    again(of_evenings.Seat.objects.filter(seat=1).first(), **{"ticket": ticket, **changes})


def a_planning(evening: AnEvening, **changes: Any) -> of_evenings.Planning:
    told = {"purpose": "improve", "first": 2, "task": {}, "asked_by": "user:1"} | changes
    return evening.evening.plannings.create(asked_at=START, **told)


def the_user() -> of_clubs.User:
    return of_clubs.User.objects.get()


def first(evening: AnEvening, name: str) -> Any:
    return getattr(evening.evening, name).order_by("pk").first()


def an_objection(evening: AnEvening, **changes: Any) -> Any:
    return first(evening, "tickets").objections.create(round=1, made_at=START, **changes)


def a_request(evening: AnEvening, **changes: Any) -> of_evenings.PlayerRequest:
    told = {"kind": "leave", "round": 1, "made_at": START} | changes
    return of_evenings.PlayerRequest.objects.create(ticket=first(evening, "tickets"), **told)


def a_rehearsal(evening: AnEvening, **changes: Any) -> Rehearsal:
    return evening.evening.rehearsals.create(brief={}, asked_at=START, heard_at=START, **changes)


def a_payment(evening: AnEvening, /, **changes: Any) -> FeeEntry:
    told = {"evening": evening.evening, "player": evening.players[0], "number": 1, "amount": 500} | changes
    return FeeEntry.objects.create(made_at=START, **told)


def a_season(evening: AnEvening) -> SeasonFees:
    return SeasonFees.objects.create(club=evening.evening.club, name="2026/27", member=500, guest=0)


def with_one_token(rows: Any, *others: dict[str, Any], **told: Any) -> None:
    """Two rows that say these things, with the same token."""
    for other in others or ({}, {}):
        rows.create(**{"token_hash": "0" * 64, "made_at": START, "expires_at": START, **told, **other})


BROKEN: dict[str, Break] = {
    "a_call_has_a_reason": lambda e: e.evening.calls.create(
        table=first(e, "tables"), reason="boredom", called_at=START
    ),
    "an_answered_objection_has_an_outcome": lambda e: an_objection(e, outcome="upheld"),
    "a_request_has_a_known_kind": lambda e: a_request(e, kind="fly"),
    "an_ended_request_has_an_outcome": lambda e: a_request(e, ended_at=START),
    "a_year_of_birth_or_a_minor": lambda e: of_clubs.MemberDetails.objects.create(
        player=e.players[0], birth_year=1962, is_minor=True
    ),
    "account_links_are_unlike": lambda e: with_one_token(of_clubs.AccountLink.objects, user=the_user()),
    "api_tokens_are_unlike": lambda e: with_one_token(the_user().api_tokens, {"name": "a"}, {"name": "b"}),
    "claims_are_unlike": lambda e: with_one_token(
        of_clubs.PlayerClaim.objects, *({"player": player} for player in e.players[:2])
    ),
    "a_night_has_its_days": lambda e: e.evening.club.nights.create(weekday=7),
    "club_has_a_name": lambda e: update(of_clubs.Club.objects.all(), name=""),
    "evening_has_a_name": lambda e: update(of_evenings.Evening.objects.all(), name=""),
    "evening_status_is_known": lambda e: update(of_evenings.Evening.objects.all(), status="resting"),
    "fee_entries_count_from_one": lambda e: a_payment(e, number=0),
    "one_season_fee_entry_per_number": lambda e: again(a_payment(e, evening=None, season=a_season(e))),
    "one_season_fee_per_club_and_name": lambda e: again(a_season(e)),
    "paid_for_an_evening_or_a_season": lambda e: a_payment(e, season=a_season(e)),
    "one_fee_entry_per_number": lambda e: again(a_payment(e)),
    "group_has_a_name": lambda e: e.players[0].groups.create(group=""),
    "one_wish_per_kind": lambda e: twice(
        e.players[0].mail_wishes, kind="result", language="en", made_at=START
    ),
    "told_once": lambda e: twice(
        e.evening.notices, player=e.players[0], kind="result", number=1, state="sent", made_at=START
    ),
    "once_in_a_group": lambda e: twice(e.players[0].groups, group="Tuesday"),
    "hands_count_from_one": lambda e: a_copied_hand(e, number=0),
    "house_rules_once_per_club_and_game": lambda e: twice(
        e.evening.club.house_rules, game="chantecler", options={}, changed_by="user:1", changed_at=START
    ),
    "one_key_in_use": lambda e: twice(e.evening.club.keys, public="", sealed="", made_at=START),
    "an_edition_is_kept_once": lambda e: twice(
        e.evening.club.games, slug="ours", edition="1", written_at=START
    ),
    "one_edition_on_the_shelf": lambda e: [
        e.evening.club.games.create(slug="ours", edition=str(edition), written_at=START, published_at=START)
        for edition in range(2)
    ],
    "one_preset_per_club_and_name": lambda e: twice(
        e.evening.club.presets, name="Our Friday", plan={}, kept_by="user:1", kept_at=START
    ),
    "no_bell_before_the_start": lambda e: update(
        e.evening.rounds.all(), stopped_at=F("started_at") - A_SECOND
    ),
    "no_close_before_the_bell": lambda e: update(
        e.evening.rounds.all(), closed_at=F("stopped_at") - A_SECOND
    ),
    "no_hand_entered_before_it_is_played": lambda e: update(
        of_evenings.Hand.objects.all(), played_at=F("entered_at") + A_SECOND
    ),
    "no_play_before_seats_are_announced": lambda e: update(e.evening.rounds.all(), announced_at=None),
    "one_answer_per_key": lambda e: twice(
        of_clubs.AnsweredRequest.objects, user=the_user(), key="k", at=START
    ),
    "one_count_per_sender_and_minute": lambda e: twice(of_clubs.WrongGuesses.objects, sender="", minute=1),
    "one_player_per_club_and_account": lambda e: update(of_clubs.Player.objects.all(), account=the_user()),
    "passkeys_are_unlike": lambda e: twice(
        of_clubs.Passkey.objects,
        user=the_user(),
        credential_id="0",
        credential="0",
        made_at=START,
    ),
    "recovery_codes_are_unlike": lambda e: twice(
        of_clubs.RecoveryCode.objects, user=the_user(), code_hash="0" * 64, made_at=START
    ),
    "one_evening_per_address": lambda e: again(e.evening),
    "one_entry_per_sequence": lambda e: again(entry(e), previous_hash="f" * 64),
    "one_game_per_table_and_round": lambda e: again(of_evenings.TableRound.objects.first()),
    "one_hand_per_key": lambda e: a_copied_hand(e, key="key-1"),
    "one_job_per_topic_and_cause": lambda e: again(
        enqueue(PUBLISH, e.evening, at=START, cause=1), ordering_key="another"
    ),
    "one_live_hand_per_number": lambda e: a_copied_hand(e, number=1),
    "one_live_link_per_table": lambda e: again(
        of_evenings.TableLink.objects.first(), token_hash="0" * 64, code_hash="0" * 64
    ),
    "one_live_link_per_ticket": lambda e: again(
        of_evenings.PlayerLink.objects.first(), token_hash="0" * 64, code_hash="0" * 64
    ),
    "one_player_per_number": lambda e: update(e.evening.club.players.all(), number="7"),
    "one_office_per_user_and_club": lambda e: again(of_clubs.Officer.objects.first()),
    "one_office_per_user_and_evening": lambda e: twice(
        e.evening.club.officers, user=the_user(), role=Role.SCORER, evening=e.evening
    ),
    "audiences_are_known": lambda e: update(of_clubs.Club.objects.all(), results_for=3),
    "officer_role_is_known": lambda e: update(of_clubs.Officer.objects.all(), role=0),
    "an_evening_has_no_owner": lambda e: update(of_clubs.Officer.objects.all(), evening=e.evening),
    "owners_have_no_end": lambda e: update(of_clubs.Officer.objects.all(), ends_at=START),
    "one_open_call_per_table": lambda e: twice(
        e.evening.calls, table=first(e, "tables"), reason="rule", called_at=START
    ),
    "one_open_objection_per_round": lambda e: again(an_objection(e)),
    "one_open_request_per_kind": lambda e: again(a_request(e)),
    "one_place_in_the_draw": lambda e: a_ticket_again(e, start_order=0),
    "one_place_in_the_sit_out_order": lambda e: a_seat_again(e, table_round=None, seat=None, sit_out_order=0),
    "one_player_per_seat": a_seat_again,
    "one_publication_per_number": lambda e: twice(e.evening.publications, number=1, published_at=START),
    "one_round_per_number": lambda e: again(first(e, "rounds")),
    "one_row_per_phone_and_link": lambda e: twice(
        first(e, "tables").links.get().devices, token_hash="0" * 64, made_at=START, last_seen_at=START
    ),
    "one_seat_per_player_and_round": lambda e: again(
        of_evenings.Seat.objects.filter(seat=1).first(), table_round=None, seat=None, sit_out_order=50
    ),
    "one_server_key": lambda e: of_clubs.ServerKey.objects.create(pk=2, check_value="0" * 64, kept_at=START),
    "one_table_per_number": lambda e: again(first(e, "tables")),
    "one_ticket_per_code": lambda e: a_ticket_again(e, code=first(e, "tickets").code),
    "one_open_planning_per_purpose": lambda e: again(a_planning(e)),
    "one_open_rehearsal_per_evening": lambda e: again(a_rehearsal(e)),
    "one_ticket_per_number": lambda e: a_ticket_again(e, number=1),
    "one_ticket_per_player": lambda e: a_ticket_again(e, player=first(e, "tickets").player),
    "invitations_are_unlike": lambda e: with_one_token(
        of_clubs.Invitation.objects,
        club=e.evening.club,
        role=Role.DIRECTOR,
        made_by=the_user(),
    ),
    "one_founder": lambda e: [
        of_clubs.User.objects.create(username=f"founder {n}", is_founder=True) for n in "ab"
    ],
    "only_a_demo_is_put_away": lambda e: update(of_clubs.Club.objects.all(), put_away_at=START),
    "only_level_tables_cut": lambda e: update(of_evenings.TableRound.objects.all(), cut="A"),
    "one_player_per_address": lambda e: again(first(e, "tickets").player),
    "one_player_per_former_address": lambda e: twice(
        of_clubs.FormerAddress.objects, club=e.evening.club, player=e.players[0], slug="once"
    ),
    "player_has_an_address": lambda e: update(of_clubs.Player.objects.all(), slug=""),
    "player_has_a_name": lambda e: update(of_clubs.Player.objects.all(), name=""),
    "seated_or_sitting_out": lambda e: a_seat_again(e, seat=9),
    "sign_in_links_are_unlike": lambda e: with_one_token(of_clubs.SignInLink.objects, user=the_user()),
    "tables_count_from_one": lambda e: e.evening.tables.create(number=0),
    "the_chain_does_not_fork": lambda e: again(entry(e), sequence=999),
    "what_is_shown_before_publication_is_known": lambda e: update(
        type(e.evening.club).objects.all(), before_publication="winners"
    ),
    "what_is_rehearsed_is_reported": lambda e: a_rehearsal(e, stage="done"),
    "what_is_ready_has_seats": lambda e: a_planning(e, stage="ready"),
    "winner_follows_from_points_or_cut": lambda e: update(
        of_evenings.TableRound.objects.filter(table__number=1), winner="B"
    ),
    **BROKEN_COMING,
    **BROKEN_SEASONS,
}
# Unique columns, which are no named constraints.
COLUMNS = {
    "account_links_are_unlike",
    "api_tokens_are_unlike",
    "claims_are_unlike",
    "invitations_are_unlike",
    "passkeys_are_unlike",
    "sign_in_links_are_unlike",
}


def named() -> dict[str, UniqueConstraint | CheckConstraint]:
    return {
        constraint.name: constraint
        for model in apps.get_app_config("tournaments").get_models()
        for constraint in model._meta.constraints
        if isinstance(constraint, (UniqueConstraint, CheckConstraint))
    }


def test_the_table_below_breaks_every_constraint_there_is() -> None:
    assert set(BROKEN) == set(named()) | COLUMNS


@pytest.fixture
def evening(make_evening: Make) -> AnEvening:
    """Fifteen players, three of them sitting out, and the bell has rung: every kind of row is there."""
    return make_evening(15, until="bell")


@pytest.mark.parametrize("name", BROKEN)
def test_the_database_refuses(name: str, evening: AnEvening) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        BROKEN[name](evening)
    constraint = named().get(name)
    columns = getattr(
        constraint, "fields", ("credential_id",) if name == "passkeys_are_unlike" else ("token_hash",)
    )
    told = str(refused.value)
    assert name in told or all(column in told for column in columns), told


@pytest.mark.parametrize(
    ("seat", "sit_out_order", "at_a_table"),
    [
        (None, None, True),
        (None, None, False),
        (1, 1, True),
        (0, None, True),
        (1, None, False),
        (None, 1, True),
    ],
)
def test_no_half(evening: AnEvening, seat: int | None, sit_out_order: int | None, at_a_table: bool) -> None:
    table = {} if at_a_table else {"table_round": None}
    with pytest.raises(IntegrityError, match="seated_or_sitting_out"), transaction.atomic():
        a_seat_again(evening, seat=seat, sit_out_order=sit_out_order, **table)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"started_at": None}, id="a bell without a start"),
        pytest.param({"stopped_at": None, "closed_at": START + timedelta(days=1)}, id="closed unrung"),
    ],
)
def test_no_round_ends_that_was_not_begun(evening: AnEvening, changes: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError, match=r"no_bell_before|no_close_before"), transaction.atomic():
        update(evening.evening.rounds.all(), **changes)


@pytest.mark.parametrize(
    ("a", "b", "cut", "winners"),
    [
        (5, 3, "", ["A", ""]),
        (3, 5, "", ["B", ""]),
        (5, 5, "A", ["A", ""]),
        (5, 5, "B", ["B", ""]),
        (5, 5, "", [""]),
        (5, 3, "A", []),
    ],
)
def test_who_wins_a_table(evening: AnEvening, a: int, b: int, cut: str, winners: list[str]) -> None:
    game = of_evenings.TableRound.objects.filter(table__number=1)
    for winner in ("A", "B", ""):
        refusal = nullcontext() if winner in winners else pytest.raises(IntegrityError)
        with refusal, transaction.atomic():
            update(game, points_a=a, points_b=b, cut=cut, winner=winner)


def test_a_hand_that_was_replaced_leaves_its_number_to_another(evening: AnEvening) -> None:
    first_hand = of_evenings.Hand.objects.filter(pk=of_evenings.Hand.objects.order_by("pk").values("pk")[:1])
    update(first_hand, state="replaced")
    a_copied_hand(evening, number=1, state="counts")
    with pytest.raises(IntegrityError), transaction.atomic():
        update(first_hand, state="counts")


def leading(model: type[models.Model]) -> set[str]:
    """The fields with which an index or a unique constraint over all rows of the table begins."""
    found = [one.fields for one in model._meta.indexes if one.condition is None and one.fields]
    found += [
        one.fields
        for one in model._meta.constraints
        if isinstance(one, models.UniqueConstraint) and one.condition is None
    ]
    return {fields[0].lstrip("-") for fields in found}


def foreign_keys() -> Iterator[tuple[type[models.Model], Any]]:
    """Every foreign key that more than one row may share."""
    for model in apps.get_app_config("tournaments").get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, models.ForeignKey) and not field.unique:
                yield model, field


def test_no_foreign_key_has_an_index_where_another_begins_with_it() -> None:
    doubled = [
        f"{model.__name__}.{field.name}"
        for model, field in foreign_keys()
        if field.db_index and field.name in leading(model)
    ]
    assert doubled == []


def own_indexes(model: type[models.Model], column: str) -> list[str]:
    """The indexes that the database has over this column alone and for nothing else."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    return [
        name
        for name, about in found.items()
        if about["columns"] == [column]
        and about["index"]
        and not (about["unique"] or about["primary_key"] or about["foreign_key"])
    ]


@pytest.mark.django_db
def test_the_database_has_the_indexes_that_the_models_say_and_no_other() -> None:
    keys = set(foreign_keys())
    has = {(model, field) for model, field in keys if own_indexes(model, str(field.column))}
    assert has == {(model, field) for model, field in keys if field.db_index}
    assert has
    assert keys - has
