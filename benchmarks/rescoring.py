"""What scoring stored hands once more costs: `manage.py rescore`, all of it in one transaction.

The reference is the engine alone over the same hands, as often as the row says, and one bulk write of as many rows.
"""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from typing import Any

from benchmarks.deals import deal
from benchmarks.entering_hands import set_up
from benchmarks.measure import Row, in_turn, milliseconds
from tournaments.evening import acts

HANDS = 10_000
RUNS = 7
ENGINE_TIMES = 2


def rows() -> list[Row]:
    """Ten thousand hands of Chantecler in one evening."""
    with tempfile.TemporaryDirectory(prefix="head-table-bench-") as folder:
        set_up(folder)
        return [measured()]


def stored_evening() -> Any:
    """An evening with ten thousand hands at one table, written past the services, which would take minutes."""
    from tournaments.club.services import clubs
    from tournaments.evening.models import Hand, LedgerEntry, TableRound
    from tournaments.evening.plan import points_of
    from tournaments.evening.reads.facts import setup_of
    from tournaments.evening.services import evenings
    from tournaments.evening.services.perform import perform

    at = datetime.now(UTC)
    club = clubs.make_club(name="Bench", director=None, time_zone="UTC", at=at)
    evening = evenings.make_evening(
        club=club, name="One", date=at.date(), plan={"game": "chantecler"}, by="script", at=at
    )
    names = [f"Player {number}" for number in range(4)]
    players = [(player, "") for player in clubs.add_names(club=club, names=names, at=at)]
    perform(evening=evening, act=acts.OpenDoors(), by="script", at=at)
    evenings.check_in(evening=evening, players=players, by="script", at=at)
    perform(evening=evening, act=acts.Draw(), by="script", at=at)
    perform(evening=evening, act=acts.Start(), by="script", at=at)
    evening.refresh_from_db()
    setup, game = setup_of(evening), TableRound.objects.get(round__evening=evening)
    entries = LedgerEntry.objects.bulk_create(
        LedgerEntry(evening=evening, sequence=1000 + n, act="bench", body="{}", by="script", at=at,
                    previous_hash=f"{n}", hash=f"{n + 1}")
        for n in range(HANDS)
    )  # fmt: skip
    hands = []
    for number, (entry, hand) in enumerate(zip(entries, deal("chantecler", HANDS), strict=True), start=1):
        slip = setup.score(hand)
        points = points_of(setup.plan, slip)
        hands.append(
            Hand(table_round=game, table=game.table, entry=entry, number=number, hand=hand,
                 points_a=points[0], points_b=points[1], derivation=[line.as_stored for line in slip.lines],
                 played_at=at, entered_at=at + timedelta(seconds=1), key=f"{number}", fingerprint="", answer="")
        )  # fmt: skip
    Hand.objects.bulk_create(hands)
    return evening


def measured() -> Row:
    """Rescoring beside the engine and a bulk write."""
    from django.db import transaction

    from tournaments.evening.models import Hand, LedgerEntry
    from tournaments.evening.reads.facts import setup_of
    from tournaments.management.commands.rescore import rescore

    evening = stored_evening()
    setup = setup_of(evening)
    hands = list(Hand.objects.values_list("hand", flat=True))

    def engine() -> None:
        for _ in range(ENGINE_TIMES):
            for hand in hands:
                setup.score(hand)

    def bulk_write() -> None:
        written = [
            LedgerEntry(evening=evening, sequence=50_000 + n, act="bench", by="script", at=evening.made_at,
                        body="{}", previous_hash=f"bench {n}", hash="")
            for n in range(HANDS)
        ]  # fmt: skip
        with transaction.atomic():
            LedgerEntry.objects.bulk_create(written)
            transaction.set_rollback(True)

    def beside() -> float:
        return milliseconds(engine) + milliseconds(bulk_write)

    under = {"house_rules": {"set_side_keeps_counters": True}}

    def work() -> float:
        return milliseconds(lambda: rescore(evenings=[evening], under=under))

    took, took_beside = in_turn(work, beside, runs=RUNS)
    return Row(
        f"{HANDS} stored hands rescored in one transaction",
        took,
        reference=f"the engine alone, {ENGINE_TIMES} times, and one bulk write",
        beside=took_beside,
        most_ratio=1,
    )
