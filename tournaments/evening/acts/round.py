"""A round from the signal to the settled games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Literal

from scoring.derivation import Sentence, coded, gettext_noop, wordings
from scoring.faults import Fault, Faults
from tournaments.evening.acts.act import IN_ROUND, Act, Button, Now, Work, check_cut, check_table, never
from tournaments.evening.acts.fields import TableNumber
from tournaments.evening.acts.words import Names
from tournaments.evening.record.open_hands import Unsettled, unsettled_hands
from tournaments.evening.record.record import Body, Record, RoundRecord
from tournaments.evening.status import Status
from tournaments.ledger.chain import Entry, instant
from tournaments.movement.draw import cut_for_game
from tournaments.refusals import refuse

wordings(
    {
        "round.disputed": gettext_noop(
            "hand %(number)s of table %(table)s is disputed; settle it, or close anyway"
        ),
        "round.not-confirmed": gettext_noop(
            "hand %(number)s of table %(table)s is not confirmed by the other side; "
            "let them confirm it, or close anyway"
        ),
        "round.level": gettext_noop("table %(table)s is level at %(points)s; it has to cut"),
    }
)


class Start(Act):
    """Give the signal for the round whose seats are announced, or, for the first, drawn.

    The first start pins the game, its house rules and the rulebook's version, and fixes the start order.
    """

    name, title = "start", gettext_noop("start the round")
    said = gettext_noop("Round %(round)s started.")
    when, to = (Status.SEATED, Status.MOVED), Status.PLAYING
    rounds_on = 1
    buttons = (
        Button(
            gettext_noop("Start the round"),
            gettext_noop("The round has started."),
            (gettext_noop("The tables play, and hands can be entered."),),
            menu=never,
        ),
    )

    def decide(self, record: Record, now: Now) -> Body:
        """The round, what play is bound to, and when it ends by time."""
        plan, number = record.made_plan(), record.current_round + 1
        body: Body = {"round": number}
        if number == 1:
            game = record.setup().game
            body["pinned"] = {
                "game": game.slug,
                "house_rules": plan.house_rules,
                "rulebook": game.version,
            }
        minutes = plan.movement_options.round_minutes
        if minutes:
            body["ends_at"] = instant(now.at + timedelta(minutes=minutes))
        return body

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """The round is in play."""
        record.current_round = body["round"]
        round_ = record.rounds[record.current_round]
        round_.announced_at = round_.announced_at or entry.at
        round_.started_at = entry.at
        round_.ends_at = body.get("ends_at")
        if "pinned" in body:
            record.pinned = body["pinned"]
            record.started_at = entry.at
            record.start_order = list(round_.seating.players())


class Stop(Act):
    """End the round by time or by the director's word, without a bell from a table."""

    name, title = "stop", gettext_noop("stop the round")
    said = gettext_noop("Round %(round)s was stopped without a bell.")
    when, to = (Status.PLAYING,), Status.BELL
    rounds_on = 0
    buttons = (
        Button(
            gettext_noop("Stop the round"),
            gettext_noop("The round is stopped."),
            (
                gettext_noop("Play stops at every table, on every phone and on the wall."),
                gettext_noop(
                    "Hands finished before now still count, also when they come in later; a hand in play does not."
                ),
                gettext_noop("Where couples play, those with more points win the game; level tables cut."),
            ),
            "bell",
            menu=never,
        ),
    )

    def decide(self, record: Record, now: Now) -> Body:
        """The round, and when play ceased."""
        return {"round": record.current_round, "stopped_at": instant(now.at)}

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """Play has ceased; the bell is that of the table named, if one is."""
        round_ = record.rounds[body["round"]]
        round_.stopped_at = body["stopped_at"]
        round_.bell = body.get("table")
        if round_.bell is not None:
            round_.rang.add(round_.bell)


class Cut(Act):
    """Record the cut of a level table: with cards, or by the evening's seed, which anybody can draw again."""

    name, title = "cut", gettext_noop("record a cut")
    when = (Status.BELL,)
    rounds_on = 0
    address = "cuts"

    table: TableNumber
    how: Literal["cards", "seed"] = "cards"
    winner: str = ""

    def decide(self, record: Record, now: Now) -> Body:
        """Who won it. Refused for a table that is not level, and where everybody counts their own points."""
        number, winner = record.current_round, self.winner
        if self.how == "seed":
            winner = cut_for_game(seed=record.seed, round_number=number, table=self.table)
        elif winner not in ("A", "B"):
            refuse("winner", "not-a-couple", "“%(entered)s” was entered; A or B is allowed", entered=winner)
        round_ = record.rounds[number]
        check_table(round_, self.table)
        if round_.by_points:
            refuse(
                "table", "no-cut", "everybody counts their own points tonight; there is nothing to cut for"
            )
        score = round_.score(self.table)
        if not score.is_level:
            refuse(
                "table",
                "not-level",
                "table %(table)s ended %(a)s to %(b)s; only level tables cut",
                table=self.table,
                a=score.points[0],
                b=score.points[1],
            )
        return {"round": number, "table": self.table, "winner": winner, "how": self.how}

    @classmethod
    def says(cls, body: Body, names: Names) -> Sentence:
        """Who won it, and whether the seed drew it."""
        said = (
            gettext_noop(
                "Round %(round)s, table %(table)s: couple %(winner)s won the cut, drawn by the seed."
            )
            if body.get("how") == "seed"
            else gettext_noop("Round %(round)s, table %(table)s: couple %(winner)s won the cut.")
        )
        return Sentence(said, body)

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """The table's game goes to whoever won the cut."""
        round_, table = record.rounds[body["round"]], body["table"]
        check_cut(body)
        round_.cuts[table] = body["winner"]
        (round_.cut_by_seed.add if body["how"] == "seed" else round_.cut_by_seed.discard)(table)


class Close(Act):
    """Settle every game of the round; the next seats and the standings are worked out in the background.

    With `anyway` also where hands are disputed, or not confirmed where that is needed; the entry names their tables.
    """

    name, title = "close", gettext_noop("close the round")
    when, to = (Status.BELL,), Status.SETTLED
    rounds_on = 0
    example = {"anyway": True}
    buttons = (
        Button(
            gettext_noop("Close the round"),
            gettext_noop("The round is closed."),
            (gettext_noop("The games are settled; a hand that comes in after this waits in the late tray."),),
            menu=never,
        ),
    )

    anyway: bool = False

    def decide(self, record: Record, now: Now) -> Body:
        """The round. Refused naming each table (`tables.N`) that is level, in a dispute, or has to confirm."""
        round_ = record.rounds[record.current_round]
        unsettled = unsettled_hands(record, round_)
        if unsettled and not self.anyway:
            raise Faults(map(_unsettled, unsettled))
        level = tuple(_level_tables(round_))
        if level:
            raise Faults(level)
        body: Body = {"round": round_.number}
        if unsettled:
            body["anyway"] = sorted({found.table for found in unsettled})
        return body

    @classmethod
    def says(cls, body: Body, names: Names) -> Sentence:
        """The round, and the tables whose hands were not settled."""
        if "anyway" not in body:
            return Sentence(gettext_noop("Round %(round)s was closed."), body)
        said = gettext_noop(
            "Round %(round)s was closed although hands of these tables were not settled: %(tables)s."
        )
        return Sentence(said, {"round": body["round"], "tables": ", ".join(map(str, body["anyway"]))})

    @staticmethod
    def apply(record: Record, body: Body, entry: Entry) -> None:
        """Its games are settled."""
        record.rounds[body["round"]].closed_at = entry.at

    def work(self, record: Record) -> Sequence[Work]:
        """The standings, and the next seats where another round is planned."""
        more = record.current_round < record.made_plan().rounds
        return ("standings", "draft_move") if more else ("standings",)


def _unsettled(found: Unsettled) -> Fault:
    field, told = f"tables.{found.table}", {"table": found.table, "number": found.number}
    if found.disputed:
        return Fault(field, "disputed", coded("round.disputed", **told))
    return Fault(field, "not-confirmed", coded("round.not-confirmed", **told))


def _level_tables(round_: RoundRecord) -> Iterable[Fault]:
    """A fault for each table that is level and has not cut."""
    for table in range(1, len(round_.seating.tables) + 1):
        score = round_.score(table)
        if score.needs_cut:
            level = coded("round.level", table=table, points=score.points[0])
            yield Fault(f"tables.{table}", "level-needs-a-cut", level)


class Look(Act):
    """Record that a director who plays tonight looks at the hands of another table in play."""

    name, title = "look", gettext_noop("look at the hands of a table in play")
    said = gettext_noop(
        "A director who plays tonight looked at the hands of table %(table)s in round %(round)s."
    )
    when = IN_ROUND
    body_name, example = "OneTable", {"table": 4}

    table: TableNumber

    def decide(self, record: Record, now: Now) -> Body:
        """Which table."""
        check_table(record.rounds[record.current_round], self.table)
        return {"round": record.current_round, "table": self.table}
