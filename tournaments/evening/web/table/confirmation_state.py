"""What the sides of a table have still to agree on: hands to confirm, disputes, hands in the late tray."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from scoring.derivation import gettext_noop
from tournaments.evening import acts
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts
from tournaments.evening.reads.facts import with_names
from tournaments.evening.reads.hands import Hand, HandState
from tournaments.evening.reads.rounds import GameView, SeatView, TableLink
from tournaments.evening.reads.scoresheets import ScoreSheet, is_own
from tournaments.evening.record.record import AT_A_TABLE, may_confirm, seat_of
from tournaments.evening.round_rules import Status
from tournaments.evening.web.slips import Slip, drawn_slip, stored_slip
from tournaments.evening.web.table.app import own_seat, phone_id, table_url
from tournaments.evening.web.table.hand_form import side_by_side

IN_THE_ROUND: Final = (Status.PLAYING, Status.BELL)
BECAUSE: Final = {
    "after-the-bell": gettext_noop("It was finished after play had stopped."),
    "round-closed": gettext_noop("The round had been closed already."),
    "game-decided": gettext_noop("The game had been decided already."),
    "earlier-hand-late": gettext_noop("An earlier hand of the table waits for the director."),
}


@dataclass(frozen=True, slots=True)
class Reader:
    """The table as one phone reads it: `seat` is its owner's, None for a phone in the middle."""

    link: TableLink
    game: GameView
    setup: Setup
    sheet: ScoreSheet
    seat: int | None

    @property
    def couples(self) -> bool:
        return not self.setup.plan.keeping.by_seat

    def statuses(self) -> list[dict[str, Any]]:
        return [self._status_of(hand) for hand in reversed(self.sheet.live)]

    def speakers(self, entry: Hand) -> tuple[SeatView, ...]:
        """The seats of other sides than the one that made an entry, for which this phone may speak.

        A phone does not speak for two sides: on the one that made it nobody does.
        """
        if is_own(entry, phone_id(self.link)):
            return ()
        table = self.link.table.number
        return tuple(
            sitter
            for sitter in self.game.seats
            if self.seat in (None, sitter.seat)
            and may_confirm(entry.entry.by, f"table:{table} seat:{sitter.seat}", couples=self.couples)
        )

    def who(self, by: str) -> str:
        seat = seat_of(by)
        if not by.startswith(AT_A_TABLE):
            return _("the director")
        named = next((sitter.short for sitter in self.game.seats if sitter.seat == seat), "")
        return named or _("a phone of this table")

    def _status_of(self, hand: Hand) -> dict[str, Any]:
        # `state` is "waits", "confirmed", "taken" (counts as confirmed without a word) or "disputed".
        disputing = self.sheet.disputing(hand.number)
        state = self.sheet.agreement(hand, self.setup.plan.confirmation)
        entries = (hand, *disputing) if disputing else ()
        rows = side_by_side(self.setup, self.game.seats, [entry.hand for entry in entries]) if entries else []
        in_play = Status(self.link.table.evening.status) in IN_THE_ROUND
        return {
            "hand": hand,
            "is_void": hand.hand is None,
            "slip": drawn_slip(hand, self.setup.game),
            "of": hand.entry.sequence,
            "who": self.who(hand.entry.by),
            "state": state,
            "words": self._words(hand, state),
            "confirms": self.speakers(hand) if state in ("waits", "taken") else (),
            "entries": list(map(self._entry, entries, self._names(entries))),
            "rows": [row for row in rows if row.differs],
            "before": list(self._before(hand)),
            "may_correct": in_play and hand.number == self.game.hands,
            "may_dispute": in_play,
            "urls": urls_of(self.link, hand.number),
        }

    def _words(self, hand: Hand, state: str) -> str:
        if state == "confirmed":
            if any(entry.hand == hand.hand for entry in self.sheet.agreeing(hand.number)):
                return _("both phones say the same")
            return _("by %(name)s") % {"name": self.who(hand.confirmed_by or hand.entry.by)}
        if state == "waits" and self.setup.plan.confirmation == "taken":
            return _("counts as confirmed with the next hand, or when play stops")
        return ""

    def _names(self, entries: Sequence[Hand]) -> list[str]:
        # By who made them, or by their order where that tells too little.
        makers = [self.who(hand.entry.by) for hand in entries]
        known = all(seat_of(hand.entry.by) for hand in entries) and len(set(makers)) == len(makers)
        numbered = [_("entry %(number)s") % {"number": place} for place in range(1, len(makers) + 1)]
        return makers if known else numbered

    def _entry(self, hand: Hand, who: str) -> dict[str, Any]:
        return {
            "of": hand.entry.sequence,
            "who": who,
            "slip": {**stored_slip(hand, self.setup.game), "title": _("As %(name)s has it") % {"name": who}},
            "void": hand.hand is None,
            "agrees": self.speakers(hand),
        }

    def _before(self, hand: Hand) -> Iterator[Slip]:
        # The last one first, each with why it was replaced.
        versions = [version for version in self.sheet.earlier(hand.number) if version.hand != hand.hand]
        with_names([version.entry for version in (hand, *versions)])
        after: Hand = hand
        for old in sorted(versions, key=lambda version: version.entry.sequence, reverse=True):
            corrected = after.entry.act == acts.CorrectHand.name and old.state == HandState.REPLACED
            title = _("Was, entered by %(name)s") % {"name": self.who(old.entry.by)}
            slip = stored_slip(old, self.setup.game)
            yield {**slip, "title": title, "note": after.entry.reason if corrected else ""}
            after = old if old.state == HandState.REPLACED else after


def urls_of(link: TableLink, number: int) -> dict[str, str]:
    names = ("confirm", "settle", "other", "correct")
    return {name: table_url(link, f"table-{name}", number) for name in names}


def context(link: TableLink, here: GameView, sheet: ScoreSheet) -> dict[str, Any]:
    setup = facts.setup_of(link.table.evening)
    reader = Reader(link, here, setup, sheet, own_seat(link, here))
    statuses = reader.statuses()
    waits = [status for status in statuses if status["state"] == "waits"]
    disputed = [status for status in statuses if status["state"] == "disputed"]
    if here.decision:
        waits, disputed = [], []  # The hands do not count.
    return {
        "told": statuses,
        "asked": disputed + waits[:1],
        "owner": next((sitter.short for sitter in here.seats if sitter.seat == reader.seat), ""),
        "seat_url": table_url(link, "table-seat"),
        "open_hands": {"waits": len(waits), "disputed": len(disputed)},
        "marks_waiting": bool(waits) and setup.plan.confirmation == "needed",
        "tray": tray(sheet.tray),
    }


def tray(hands: Sequence[Hand]) -> list[dict[str, Any]]:
    return [
        {
            "number": hand.number,
            "round": hand.table_round.round.number,
            "left_out": hand.state == HandState.LEFT_OUT,
            "because": _(BECAUSE[hand.late_because]) if hand.late_because in BECAUSE else "",
        }
        for hand in hands
    ]
