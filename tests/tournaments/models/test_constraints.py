"""What the database refuses by itself, whatever the services do: each constraint, broken once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CheckConstraint, F, UniqueConstraint

from tests.tournaments.an_evening import AnEvening
from tests.tournaments.conftest import START
from tests.tournaments.models.breaking import again, update
from tests.tournaments.models.broken_coming import BROKEN_COMING
from tests.tournaments.models.broken_seasons import BROKEN_SEASONS
from tournaments.club.models import (
    AccountLink,
    AnsweredRequest,
    Club,
    FormerAddress,
    Invitation,
    MemberDetails,
    Officer,
    Passkey,
    Player,
    PlayerClaim,
    RecoveryCode,
    SignInLink,
    User,
    WrongGuesses,
)
from tournaments.club.roles import Role
from tournaments.evening.models import (
    Evening,
    Hand,
    LedgerEntry,
    Planning,
    PlayerLink,
    PlayerRequest,
    Publication,
    Seat,
    TableLink,
    TableRound,
)
from tournaments.fees.models import FeeEntry, SeasonFees
from tournaments.operations.models import ServerKey
from tournaments.rehearsal.models import Rehearsal
from tournaments.work.outbox import enqueue
from tournaments.work.topics import PUBLISH

A_SECOND = timedelta(seconds=1)
Break = Callable[[AnEvening], object]


def entry(evening: AnEvening) -> LedgerEntry:
    last = evening.evening.ledger.order_by("sequence").last()
    assert last is not None
    return last


def fresh_entry(evening: AnEvening) -> LedgerEntry:
    """An entry that no hand has."""
    told = entry(evening)
    again(told, sequence=told.sequence + 1, previous_hash="f" * 64)
    return told


def a_copied_hand(evening: AnEvening, **changes: Any) -> None:
    again(
        Hand.objects.order_by("pk").first(),
        **{"entry": fresh_entry(evening), "key": "another", "number": 77, **changes},
    )


def a_ticket_again(evening: AnEvening, **changes: Any) -> None:
    """A copy of the first ticket for another member, with what must differ differing unless `changes` say."""
    other = evening.evening.club.players.create(name="Somebody Else", slug="else", made_at=START)
    unlike = {"player": other, "number": 500, "code": "another", "start_order": 500}
    again(evening.evening.tickets.first(), **{**unlike, **changes})


def former_address(evening: AnEvening) -> FormerAddress:
    """An address that led to the first player once."""
    player = first(evening, "tickets").player
    return FormerAddress.objects.create(club=player.club, player=player, slug="once")


def a_seat_again(evening: AnEvening, **changes: Any) -> None:
    """A seat for somebody who has none yet."""
    other = evening.evening.club.players.create(name="Somebody Else", slug="else", made_at=START)
    ticket = evening.evening.tickets.create(player=other, number=500, code="another")
    again(Seat.objects.filter(seat=1).first(), **{"ticket": ticket, **changes})


def a_planning(evening: AnEvening, **changes: Any) -> Planning:
    """A search for another schedule."""
    told = {"purpose": "improve", "first": 2, "task": {}, "asked_by": "user:1"} | changes
    return evening.evening.plannings.create(asked_at=START, **told)


def first(evening: AnEvening, name: str) -> Any:
    return getattr(evening.evening, name).order_by("pk").first()


def two_calls(evening: AnEvening) -> None:
    for _ in "ab":
        evening.evening.calls.create(table=first(evening, "tables"), reason="rule", called_at=START)


def a_request(evening: AnEvening, **changes: Any) -> PlayerRequest:
    told = {"kind": "leave", "round": 1, "made_at": START} | changes
    return PlayerRequest.objects.create(ticket=first(evening, "tickets"), **told)


def two_phones(evening: AnEvening) -> None:
    link = first(evening, "tables").links.get()
    for _ in "ab":
        link.devices.create(token_hash="0" * 64, label="iPhone", made_at=START, last_seen_at=START)


def a_rehearsal(evening: AnEvening, **changes: Any) -> Rehearsal:
    return evening.evening.rehearsals.create(brief={}, asked_at=START, heard_at=START, **changes)


def a_payment(evening: AnEvening, number: int = 1) -> FeeEntry:
    """The first player has paid."""
    return FeeEntry.objects.create(
        evening=evening.evening, player=evening.players[0], number=number, amount=500, made_at=START
    )


def a_season(evening: AnEvening) -> SeasonFees:
    return SeasonFees.objects.create(club=evening.evening.club, name="2026/27", member=500, guest=0)


def a_season_payment(evening: AnEvening) -> FeeEntry:
    """The first player has paid for the season."""
    season = SeasonFees.objects.first() or a_season(evening)
    return FeeEntry.objects.create(
        season=season, player=evening.players[0], number=1, amount=500, made_at=START
    )


BROKEN: dict[str, Break] = {
    "a_call_has_a_reason": lambda e: e.evening.calls.create(
        table=first(e, "tables"), reason="boredom", called_at=START
    ),
    "a_request_has_a_known_kind": lambda e: a_request(e, kind="fly"),
    "an_ended_request_has_an_outcome": lambda e: a_request(e, ended_at=START),
    "a_year_of_birth_or_a_minor": lambda e: MemberDetails.objects.create(
        player=e.players[0], birth_year=1962, is_minor=True
    ),
    "account_links_are_unlike": lambda e: [
        AccountLink.objects.create(
            user=User.objects.get(), token_hash="0" * 64, made_at=START, expires_at=START
        )
        for _ in "ab"
    ],
    "api_tokens_are_unlike": lambda e: [
        User.objects.get().api_tokens.create(name=name, token_hash="0" * 64, made_at=START, expires_at=START)
        for name in "ab"
    ],
    "claims_are_unlike": lambda e: [
        PlayerClaim.objects.create(player=player, token_hash="0" * 64, made_at=START, expires_at=START)
        for player in Player.objects.all()[:2]
    ],
    "a_night_has_its_days": lambda e: e.evening.club.nights.create(weekday=7),
    "club_has_a_name": lambda e: update(Club.objects.all(), name=""),
    "evening_has_a_name": lambda e: update(Evening.objects.all(), name=""),
    "evening_status_is_known": lambda e: update(Evening.objects.all(), status="resting"),
    "fee_entries_count_from_one": lambda e: a_payment(e, number=0),
    "one_season_fee_entry_per_number": lambda e: [a_season_payment(e) for _ in "ab"],
    "one_season_fee_per_club_and_name": lambda e: [a_season(e) for _ in "ab"],
    "paid_for_an_evening_or_a_season": lambda e: update(
        FeeEntry.objects.filter(pk=a_payment(e).pk), season=a_season(e)
    ),
    "one_fee_entry_per_number": lambda e: [a_payment(e) for _ in "ab"],
    "group_has_a_name": lambda e: e.players[0].groups.create(group=""),
    "once_in_a_group": lambda e: [e.players[0].groups.create(group="Tuesday") for _ in "ab"],
    "hands_count_from_one": lambda e: a_copied_hand(e, number=0),
    "house_rules_once_per_club_and_game": lambda e: [
        e.evening.club.house_rules.create(
            game="chantecler", options={}, changed_by="user:1", changed_at=START
        )
        for _ in "ab"
    ],
    "one_preset_per_club_and_name": lambda e: [
        e.evening.club.presets.create(name="Our Friday", plan={}, kept_by="user:1", kept_at=START)
        for _ in "ab"
    ],
    "no_bell_before_the_start": lambda e: update(
        e.evening.rounds.all(), stopped_at=F("started_at") - A_SECOND
    ),
    "no_close_before_the_bell": lambda e: update(
        e.evening.rounds.all(), closed_at=F("stopped_at") - A_SECOND
    ),
    "no_hand_entered_before_it_is_played": lambda e: update(
        Hand.objects.all(), played_at=F("entered_at") + A_SECOND
    ),
    "no_play_before_seats_are_announced": lambda e: update(e.evening.rounds.all(), announced_at=None),
    "one_answer_per_key": lambda e: [
        AnsweredRequest.objects.create(user=e.evening.club.officers.get().user, key="k", at=START)
        for _ in "ab"
    ],
    "one_count_per_sender_and_minute": lambda e: [
        WrongGuesses.objects.create(sender="", minute=1) for _ in "ab"
    ],
    "one_player_per_club_and_account": lambda e: update(Player.objects.all(), account=User.objects.get()),
    "passkeys_are_unlike": lambda e: [
        Passkey.objects.create(
            user=User.objects.get(), name=name, credential_id="0", credential="0", made_at=START
        )
        for name in "ab"
    ],
    "recovery_codes_are_unlike": lambda e: [
        RecoveryCode.objects.create(user=User.objects.get(), code_hash="0" * 64, made_at=START) for _ in "ab"
    ],
    "one_evening_per_address": lambda e: again(e.evening),
    "one_entry_per_sequence": lambda e: again(entry(e), previous_hash="f" * 64),
    "one_game_per_table_and_round": lambda e: again(TableRound.objects.first()),
    "one_hand_per_key": lambda e: a_copied_hand(e, key="key-1"),
    "one_job_per_topic_and_cause": lambda e: again(
        enqueue(PUBLISH, e.evening, at=START, cause=1), ordering_key="another"
    ),
    "one_live_hand_per_number": lambda e: a_copied_hand(e, number=1),
    "one_live_link_per_table": lambda e: again(
        TableLink.objects.first(), token_hash="0" * 64, code_hash="0" * 64
    ),
    "one_live_link_per_ticket": lambda e: again(
        PlayerLink.objects.first(), token_hash="0" * 64, code_hash="0" * 64
    ),
    "one_player_per_number": lambda e: update(e.evening.club.players.all(), number="7"),
    "one_office_per_user_and_club": lambda e: again(Officer.objects.first()),
    "one_office_per_user_and_evening": lambda e: [
        Officer.objects.create(
            user=User.objects.get(), club=e.evening.club, role=Role.SCORER, evening=e.evening
        )
        for _ in "ab"
    ],
    "audiences_are_known": lambda e: update(Club.objects.all(), results_for=3),
    "officer_role_is_known": lambda e: update(Officer.objects.all(), role=0),
    "an_evening_has_no_owner": lambda e: update(Officer.objects.all(), evening=e.evening),
    "owners_have_no_end": lambda e: update(Officer.objects.all(), ends_at=START),
    "one_open_call_per_table": two_calls,
    "one_open_request_per_kind": lambda e: [a_request(e) for _ in "ab"],
    "one_place_in_the_draw": lambda e: a_ticket_again(e, start_order=0),
    "one_place_in_the_sit_out_order": lambda e: a_seat_again(e, table_round=None, seat=None, sit_out_order=0),
    "one_player_per_seat": a_seat_again,
    "one_publication_per_number": lambda e: [
        Publication.objects.create(evening=e.evening, number=1, published_at=START) for _ in "ab"
    ],
    "one_round_per_number": lambda e: again(first(e, "rounds")),
    "one_row_per_phone_and_link": two_phones,
    "one_seat_per_player_and_round": lambda e: again(
        Seat.objects.filter(seat=1).first(), table_round=None, seat=None, sit_out_order=50
    ),
    "one_server_key": lambda e: ServerKey.objects.create(pk=2, check_value="0" * 64, kept_at=START),
    "one_table_per_number": lambda e: again(first(e, "tables")),
    "one_ticket_per_code": lambda e: a_ticket_again(e, code=first(e, "tickets").code),
    "one_open_planning_per_purpose": lambda e: [a_planning(e) for _ in "ab"],
    "one_open_rehearsal_per_evening": lambda e: [a_rehearsal(e) for _ in "ab"],
    "one_ticket_per_number": lambda e: a_ticket_again(e, number=1),
    "one_ticket_per_player": lambda e: a_ticket_again(e, player=first(e, "tickets").player),
    "invitations_are_unlike": lambda e: [
        Invitation.objects.create(
            club=e.evening.club,
            called="Bea",
            role=Role.DIRECTOR,
            token_hash="0" * 64,
            made_by=User.objects.get(),
            made_at=START,
            expires_at=START,
        )
        for _ in "ab"
    ],
    "one_founder": lambda e: [User.objects.create(username=f"founder {n}", is_founder=True) for n in "ab"],
    "only_a_demo_is_put_away": lambda e: update(Club.objects.all(), put_away_at=START),
    "only_level_tables_cut": lambda e: update(TableRound.objects.all(), cut="A"),
    "one_player_per_address": lambda e: again(first(e, "tickets").player),
    "one_player_per_former_address": lambda e: [former_address(e) for _ in "ab"],
    "player_has_an_address": lambda e: update(Player.objects.all(), slug=""),
    "player_has_a_name": lambda e: update(Player.objects.all(), name=""),
    "seated_or_sitting_out": lambda e: a_seat_again(e, seat=6),
    "sign_in_links_are_unlike": lambda e: [
        SignInLink.objects.create(
            user=User.objects.get(), token_hash="0" * 64, made_at=START, expires_at=START
        )
        for _ in "ab"
    ],
    "tables_count_from_one": lambda e: e.evening.tables.create(number=0),
    "the_chain_does_not_fork": lambda e: again(entry(e), sequence=999),
    "what_is_shown_before_publication_is_known": lambda e: update(
        type(e.evening.club).objects.all(), before_publication="winners"
    ),
    "what_is_rehearsed_is_reported": lambda e: a_rehearsal(e, stage="done"),
    "what_is_ready_has_seats": lambda e: a_planning(e, stage="ready"),
    "winner_follows_from_points_or_cut": lambda e: update(
        TableRound.objects.filter(table__number=1), winner="B"
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
def evening(make_evening: Callable[..., AnEvening]) -> AnEvening:
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
def test_nobody_is_half_seated(
    evening: AnEvening, seat: int | None, sit_out_order: int | None, at_a_table: bool
) -> None:
    table = {} if at_a_table else {"table_round": None}
    with pytest.raises(IntegrityError, match="seated_or_sitting_out"), transaction.atomic():
        a_seat_again(evening, seat=seat, sit_out_order=sit_out_order, **table)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"started_at": None}, id="a bell without a start"),
        pytest.param(
            {"stopped_at": None, "closed_at": START + timedelta(days=1)}, id="a close without a bell"
        ),
    ],
)
def test_no_round_ends_that_was_not_begun(evening: AnEvening, changes: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError, match=r"no_bell_before|no_close_before"), transaction.atomic():
        update(evening.evening.rounds.all(), **changes)


@pytest.mark.parametrize(
    ("a", "b", "cut", "winner", "holds"),
    [
        (5, 3, "", "A", True),
        (3, 5, "", "B", True),
        (5, 5, "A", "A", True),
        (5, 5, "B", "B", True),
        (5, 5, "", "", True),
        (5, 3, "", "B", False),
        (3, 5, "", "A", False),
        (5, 5, "A", "B", False),
        (5, 5, "", "A", False),
        (5, 3, "A", "", False),
    ],
)
def test_who_wins_a_table_follows_from_its_points_or_its_cut(
    evening: AnEvening, a: int, b: int, cut: str, winner: str, holds: bool
) -> None:
    game = TableRound.objects.filter(table__number=1)
    try:
        with transaction.atomic():
            update(game, points_a=a, points_b=b, cut=cut, winner=winner)
    except IntegrityError:
        assert not holds
    else:
        assert holds


def test_a_hand_that_was_replaced_leaves_its_number_to_another(evening: AnEvening) -> None:
    first_hand = Hand.objects.filter(pk=Hand.objects.order_by("pk").values("pk")[:1])
    update(first_hand, state="replaced")
    a_copied_hand(evening, number=1, state="counts")
    with pytest.raises(IntegrityError), transaction.atomic():
        update(first_hand, state="counts")
