"""The bell: rung, credited, taken back."""

from __future__ import annotations

from scoring.derivation import Sentence, gettext_noop
from tournaments.club.roles import Role
from tournaments.evening.acts.act import CORRECTABLE, Act, Button, Names, Now, TableNumber, check_table
from tournaments.evening.acts.round import Stop
from tournaments.evening.record import Body, Record, was_before
from tournaments.evening.round_rules import Status
from tournaments.ledger.chain import Entry, instant
from tournaments.refusals import refuse


class Ring(Act):
    """Ring the bell at a table where a couple has reached the target; play ceases everywhere.

    A bell that has rung already stays; but of two tables that ring the one that reached the target first, by the
    time of play, is credited with it.
    """

    name, title = "ring", gettext_noop("ring the bell")
    least = Role.SCORER
    sentence = gettext_noop("Table %(table)s rang the bell of round %(round)s.")
    when, to = (Status.PLAYING,), Status.BELL
    rounds_on = 0
    body_name, example = "OneTable", {"table": 4}

    table: TableNumber

    def resolve(self, record: Record, now: Now) -> Act | None:
        """Where it has rung: the credit to this table if it was there first, else nothing."""
        if record.status != Status.BELL:
            return self
        round_ = record.rounds[record.current_round]
        if round_.bell is None or round_.bell == self.table:
            return None
        if not was_before(record.reached_at(round_), self.table, round_.bell):
            return None
        return MoveBell(round=round_.number, table=self.table, rang=True)

    def decide(self, record: Record, now: Now) -> Body:
        round_ = record.rounds[record.current_round]
        check_table(round_, self.table)
        if self.table in round_.decisions:
            refuse(
                "table",
                "decided",
                "the director has decided the game of table %(table)s; it rings no bell",
                table=self.table,
            )
        self._check_target(record, round_.points(self.table))
        return {"round": round_.number, "stopped_at": instant(now.at), "table": self.table}

    def _check_target(self, record: Record, points: tuple[int, ...]) -> None:
        setup = record.setup()
        if setup.may_ring(self.table, points):
            return
        if not setup.rings:
            refuse(
                "table",
                "no-bell",
                "there is no bell tonight; a round ends by its hands, by time or by the director",
            )
        if setup.bell == "head_table" and self.table != 1:
            refuse("table", "not-the-head-table", "tonight only table 1 rings the bell")
        refuse(
            "table",
            "target-not-reached",
            "table %(table)s is at %(a)s to %(b)s; the bell rings at %(target)s",
            table=self.table,
            a=points[0],
            b=points[1],
            target=setup.target,
        )

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        Stop.apply(record, body, entry)


_PLAY_GOES_ON = (
    gettext_noop("Play resumes at every table; the phones, the desk and the wall say so. No hand is lost."),
    gettext_noop(
        "Cuts made in the meantime are void. A round that ended when time was up no longer has a time limit."
    ),
)


class TakeBackBell(Act):
    """Take the bell back: play resumes and nothing is lost. Cuts that tables made meanwhile are void.

    A round that ended by its time has none any more: the director ends it.
    """

    name, title = "take_back_bell", gettext_noop("take the bell back")
    sentence = gettext_noop("The bell of round %(round)s was taken back; play goes on.")
    when, to = (Status.BELL,), Status.PLAYING
    rounds_on = 0
    needs_reason = True
    usual_reasons = (
        gettext_noop("Rung by mistake"),
        gettext_noop("The points were wrong"),
        gettext_noop("A table had not finished"),
    )
    takes_back = ("ring", "stop")
    buttons = (
        Button(
            gettext_noop("Take the bell back"),
            gettext_noop("The bell is taken back: play goes on."),
            _PLAY_GOES_ON,
            "bell",
            menu=lambda button, board: button.label if board.has_rung else "",
        ),
        Button(
            gettext_noop("Resume play"),
            gettext_noop("Play goes on."),
            _PLAY_GOES_ON,
            "danger",
            "play-on",
            menu=lambda button, board: "" if board.has_rung else button.label,
        ),
    )

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        round_ = record.rounds[body["round"]]
        round_.stopped_at = round_.stopped_by = round_.bell = round_.ends_at = None
        round_.cuts.clear()
        round_.rang.clear()


class MoveBell(Act):
    """Credit a table with the bell of a round, because it `rang` or because of a change; None for no table."""

    name, title = "move_bell", gettext_noop("credit another table with the bell")
    when = CORRECTABLE
    address = None

    round: int
    table: int | None
    rang: bool = False

    def decide(self, record: Record, now: Now) -> Body:
        body: Body = {"round": self.round, "table": self.table}
        return {**body, "rang": True} if self.rang else body

    @classmethod
    def describe(cls, body: Body, names: Names) -> Sentence:
        template = (
            gettext_noop("The bell of round %(round)s is credited to table %(table)s.")
            if body["table"]
            else gettext_noop(
                "The bell of round %(round)s is credited to no table: none has reached the target."
            )
        )
        return Sentence(template, body)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        round_ = record.rounds[body["round"]]
        round_.bell = body["table"]
        if body.get("rang"):
            round_.rang.add(body["table"])
