"""The whole rehearsal: from the doors to the published results, and what is to be told of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from scoring.derivation import coded, listed
from scoring.faults import Fault, Faults
from tournaments.club.models import Player
from tournaments.club.services import clubs
from tournaments.evening import acts
from tournaments.evening.models import Hand, Round, TableRound
from tournaments.evening.plan import MOST_ROUNDS
from tournaments.evening.reads.facts import prizes_of, seating_of, seatings, standings_of
from tournaments.evening.record import HandState
from tournaments.evening.round_rules import Status
from tournaments.evening.services import evenings, results, scoresheets
from tournaments.evening.services.perform import perform, stop_overdue
from tournaments.movement.certificate import Provenance, certify
from tournaments.movement.certificate.certifying import without_words
from tournaments.movement.seating import Seating
from tournaments.publishing.publish import check_rows
from tournaments.ranking.prizes import ties_to_cut
from tournaments.rehearsal.random_hands import Dealt, NoHand
from tournaments.rehearsal.report import FORMAT, as_data, correlation, fault_said
from tournaments.rehearsal.services import Brief
from tournaments.rehearsal.session import BY, Session, Tell, Troubles, Wrong, is_due

# One round of a rehearsal: every table plays at its own pace until the round ends, and the director
# closes it.

MOST_HANDS = 30
"""A table that plays more hands than this in a round will not come to an end by itself."""
MOST_HANDS_OF_A_GAME = 40
"""The same of a table that plays its own game to the end."""
ENOUGH_HANDS = 8
"""After so many hands of every table the director ends a round that nothing else ends."""
TOLD_EVERY = 20
ASKED = 4
CUT_SECONDS, SETTLED_SECONDS, CONFIRMED_SECONDS = 60, 120, 30


class RoundInPlay:
    def __init__(self, stage: Session, troubles: Troubles) -> None:
        self.stage = stage
        self.troubles = troubles
        self.hands: Counter[int] = Counter()
        self.round: Round

    def play(self) -> bool:
        stage = self.stage
        stage.do(acts.Start())
        self.round = stage.evening.rounds.get(number=stage.evening.current_round)
        self.seating = seating_of(self.round)
        tables = range(1, len(self.seating.tables) + 1)
        self.forgets = stage.people.dice.choice(tables)
        self.troubles.begin(tables)
        self.next = {table: self._after(stage.at) for table in tables}
        while stage.evening.status == Status.PLAYING and self.next:
            self._next_hand()
        self.troubles.meet()
        return stage.evening.status == Status.BELL and self._close()

    def _after(self, at: datetime) -> datetime:
        return at + timedelta(seconds=self.stage.people.seconds())

    def _next_hand(self) -> None:
        stage = self.stage
        table = min(self.next, key=lambda number: (self.next[number], number))
        if self.round.ends_at is not None and self.next[table] >= self.round.ends_at:
            stage.at = max(stage.at, self.round.ends_at)
            stop_overdue(at=stage.at)
            stage.read()
            return
        if self._goes_on_for_ever():
            return
        stage.at = max(stage.at, self.next[table])
        try:
            dealt = stage.people.deal([stage.strengths[code] for code in self.seating.tables[table - 1]])
        except NoHand:
            what = coded("rehearsal.no-hand", game=stage.setup.game.name)
            stage.note("refused", "nobody", what, coded("rehearsal.stopped"), unexpected=True)
            stage.do(acts.Stop())
            return
        if not stage.attempt(acts.EnterHand, partial(self._enter, table, dealt), table=table):
            del self.next[table]
            return
        if self.hands.total() >= len(self.seating.tables):
            self.troubles.meet()
        game = self.round.tables.get(table__number=table)
        if stage.setup.played_out(self.hands[table], game.points, game.outright):
            del self.next[table]
        else:
            self.next[table] = self._after(stage.at)

    def _goes_on_for_ever(self) -> bool:
        # Stops such a round, too.
        stage, setup = self.stage, self.stage.setup
        if self.round.ends_at is not None or setup.plan.ends == "hands":
            return False
        if not setup.rings:
            enough = MOST_HANDS_OF_A_GAME if setup.plan.ends == "game" else ENOUGH_HANDS
            if min(self.hands[table] for table in self.next) < enough:
                return False
            what = coded("rehearsal.nothing-ends-it")
            stage.note("nothing-ends-it", "director", what, coded("rehearsal.stopped"))
        else:
            if max(self.hands.values(), default=0) < MOST_HANDS:
                return False
            what = coded("rehearsal.no-bell", hands=MOST_HANDS, target=setup.target)
            stage.note("no-bell", "nobody", what, coded("rehearsal.stopped"), unexpected=True)
        stage.do(acts.Stop())
        return True

    def _enter(self, table: int, dealt: Dealt) -> None:
        stage = self.stage
        number = self.hands[table] + 1
        wrong = is_due(self.troubles.now.wrong, table, dealt)
        entered = scoresheets.enter_hand(
            evening_id=stage.evening.pk,
            table_number=table,
            hand=dealt.mistaken if wrong else dealt.hand,
            key=f"{stage.round}.{table}.{number}",
            by=f"table:{table} seat:1",
            at=stage.at,
        )
        self.hands[table] = number
        answer = json.loads(entered.answer)
        stage.hands += 1
        if stage.hands % TOLD_EVERY == 0:
            stage.progress()
        if wrong:
            entry = answer["ledger"]["sequence"]
            self.troubles.to_correct.append(Wrong(stage.round, table, number, entry, dealt.hand))
        elif is_due(self.troubles.now.disputes, table, dealt):
            self.troubles.dispute(table, number, dealt.mistaken)
        self._confirm(table, number, answer["ledger"]["sequence"])
        self._ring(table, answer["running"])

    def _ring(self, table: int, running: dict[str, int] | list[int]) -> None:
        stage = self.stage
        points = (running["A"], running["B"]) if isinstance(running, dict) else tuple(running)
        if stage.setup.may_ring(table, points):
            perform(evening=stage.evening, act=acts.Ring(table=table), by=f"table:{table}", at=stage.at)

    def _confirm(self, table: int, number: int, entry: int) -> None:
        # Each round one table forgets it for its first hand.
        plan = self.stage.setup.plan
        forgets = table == self.forgets and number == 1
        disputed = self._versions(table, number).filter(state=HandState.DISPUTES)
        if plan.confirmation == "needed" and not forgets and not disputed.exists():
            self._say_yes(table, number, entry)

    def _say_yes(self, table: int, number: int, entry: int) -> None:
        stage = self.stage
        confirmed = acts.ConfirmHand(round=stage.round, table=table, number=number, of=entry)
        perform(evening=stage.evening, act=confirmed, by=f"table:{table} seat:2", at=stage.at)

    def _versions(self, table: int, number: int) -> QuerySet[Hand]:
        return Hand.objects.filter(table_round__round=self.round, table__number=table, number=number)

    def _close(self) -> bool:
        # What the house refuses it for is what the real evening would wait for.
        stage = self.stage
        for _ in range(ASKED):
            try:
                stage.do(acts.Close())
            except Faults as refused:
                for fault in refused.faults:
                    stage.attempt(acts.Close, partial(self._clear, fault))
            else:
                return True
        return stage.attempt_act(acts.Close(anyway=True))

    def _clear(self, found: Fault) -> None:
        stage, table = self.stage, int(found.field.rpartition(".")[2])
        if found.code == "level-needs-a-cut":
            stage.wait(seconds=CUT_SECONDS)
            game = self.round.tables.get(table__number=table)
            winner = stage.people.dice.choice(game.score.level)
            by = f"table:{table}"
            perform(evening=stage.evening, act=acts.Cut(table=table, winner=winner), by=by, at=stage.at)
            by_seat = coded("rehearsal.cut-by-seat", winner=winner)
            how = by_seat if game.keeping.by_seat else coded("rehearsal.cut", winner=winner)
            stage.note("cut", "table", fault_said(found), how, table=table)
            return
        number = found.sentence.values["number"]
        entry = self._versions(table, int(str(number))).get(live=True).entry.sequence
        if found.code == "disputed":
            stage.wait(seconds=SETTLED_SECONDS)
            settled = acts.SettleDispute(round=stage.round, table=table, number=int(str(number)), keep=entry)
            perform(evening=stage.evening, act=settled, by=BY, at=stage.at)
            stage.note("disputed", "director", fault_said(found), coded("rehearsal.settled"), table=table)
        else:
            stage.wait(seconds=CONFIRMED_SECONDS)
            self._say_yes(table, int(str(number)), entry)
            stage.note("unconfirmed", "table", fault_said(found), coded("rehearsal.confirmed"), table=table)


BETWEEN_ROUNDS = 180
"""Seconds from the end of a round until everybody sits at the next table."""
MOST_TIES = MOST_ROUNDS


def play(brief: Brief, tell: Tell = lambda _progress: None) -> dict[str, Any]:
    """Rehearse an evening in the database at hand, take all of it back, and report.

    Raises Faults where it cannot begin.
    """
    with transaction.atomic():
        rehearsal = _Rehearsal(Session(brief, tell))
        with evenings.coded_by(rehearsal.stage.people.code):
            rehearsal.play()
        report = report_of(rehearsal.stage)
        transaction.set_rollback(True)
    return report


class _Rehearsal:
    def __init__(self, stage: Session) -> None:
        self.stage = stage
        people = self._players()
        late = stage.brief.late
        self.early = people[: len(people) - late]
        self.troubles = Troubles(stage, people[len(people) - late :])

    def _players(self) -> list[tuple[Player, str]]:
        stage = self.stage
        names = [f"Player {number}" for number in range(1, len(stage.brief.tickets) + 1)]
        known = clubs.add_names(club=stage.club, names=names, at=stage.at)
        return list(zip(known, stage.brief.tickets, strict=True))

    def play(self) -> None:
        stage = self.stage
        stage.do(acts.OpenDoors())
        for ticket in stage.act(acts.CheckIn, evenings.check_in, players=self.early):
            stage.welcome(ticket)
        try:
            stage.do(acts.Draw())
        except Faults as refused:
            why = fault_said(refused.faults[0])
            stage.note("too-few", "nobody", why, coded("rehearsal.not-begun"), unexpected=True)
            return
        stage.at = stage.first_signal
        stage.remember_schedule()
        while self._round():
            pass
        for wrong in list(self.troubles.to_correct):
            self.troubles.put_right(wrong)
        stage.work()
        self._finish()

    def _round(self) -> bool:
        # True if another round follows.
        stage = self.stage
        upcoming = seating_of(stage.evening.rounds.get(number=stage.evening.current_round + 1))
        if not upcoming.tables:
            no_table, over = coded("rehearsal.no-table"), coded("rehearsal.over-early")
            stage.note("too-few", "nobody", no_table, over, unexpected=True)
            return False
        stage.round += 1
        stage.progress()
        idle = len(upcoming.sitting_out)
        if idle >= min(stage.setup.plan.tables.allowed):
            what = coded("rehearsal.idle", count=idle)
            stage.note("waiting", "players", what, coded("rehearsal.by-the-movement"))
        in_play = RoundInPlay(stage, self.troubles)
        closed: list[bool] = []
        stage.attempt(acts.Start, lambda: closed.append(in_play.play()))
        if not any(closed):
            return False
        stage.work()
        return stage.round < stage.setup.plan.rounds and self._move()

    def _move(self) -> bool:
        stage = self.stage
        if stage.evening.status == Status.SETTLED and not stage.attempt_act(acts.DraftMove(again=True)):
            return False
        stage.schedule_may_have_changed(coded("rehearsal.others-are-there"))
        self.troubles.leave()
        done = stage.attempt_act(acts.PublishMove())
        stage.wait(seconds=BETWEEN_ROUNDS)
        return done

    def _finish(self) -> None:
        stage = self.stage
        if not stage.attempt_act(acts.Finish()):
            return
        for _ in range(MOST_TIES):
            if not (ties := ties_to_cut(prizes_of(stage.evening))):
                break
            tie = ties[0]
            player_numbers = listed(sorted(stage.numbers[code] for code in tie.players))
            level = coded("rehearsal.prize-tie", players=player_numbers)
            stage.note("prize-cut", "players", level, coded("rehearsal.cut-by-seed"))
            cut = acts.CutPrize(
                prize=tie.prize, colour=tie.colour, other=tie.other, order=tie.players, how="seed"
            )
            if not stage.attempt_act(cut):
                break
        ask = partial(stage.act, acts.Publish, results.request_publication)
        if stage.attempt(acts.Publish, ask):
            stage.work()
        for finding in check_rows(stage.evening):
            stage.note("check", "nobody", coded("rehearsal.differs", finding=finding), unexpected=True)


def report_of(stage: Session) -> dict[str, Any]:
    played = list(
        stage.evening.rounds.filter(closed_at__isnull=False).select_related("bell_table").order_by("number")
    )
    placed = seatings(played)
    rounds = [_round(stage, round_, placed[round_.pk]) for round_ in played]
    standings = _standings(stage) if rounds else []
    strength = {stage.numbers[code]: strength for code, strength in stage.strengths.items()}
    best = max(standings, key=lambda line: strength[line["player"]], default=None)
    plan = stage.setup.plan
    return {
        "format": FORMAT,
        "seed": stage.brief.seed,
        "game": plan.game,
        "movement": plan.movement,
        "counting": plan.counting,
        "complete": stage.evening.status == Status.PUBLISHED,
        "unexpected": sum(stop["unexpected"] for stop in stage.stops),
        "minutes": rounds[-1]["closed"] if rounds else 0,
        "hands": stage.hands,
        "stops": stage.stops,
        "routine": [{"act": act, "times": times} for act, times in sorted(stage.routine.items())],
        "rounds": rounds,
        "players": _players(stage, rounds),
        "standings": standings,
        "prizes": _prizes(stage) if rounds and stage.evening.finished_at else [],
        "strongest": best and {"player": best["player"], "place": best["place"]},
        "correlation": correlation(
            [(strength[line["player"]], line["place"]) for line in standings if line["played"]]
        ),
        "certificate": _certificate(stage, rounds) if rounds else None,
    }


def _round(stage: Session, round_: Round, seating: Seating) -> dict[str, Any]:
    games = list(TableRound.objects.filter(round=round_).select_related("table").order_by("table__number"))
    hands = [game.hands_count for game in games]
    stopped = _minute(stage, round_.stopped_at)
    bell = round_.bell_table
    return {
        "round": round_.number,
        "started": _minute(stage, round_.started_at),
        "stopped": stopped,
        "closed": _minute(stage, round_.closed_at),
        "tables": [[stage.numbers[code] for code in table] for table in seating.tables],
        "sitting_out": sorted(stage.numbers[code] for code in seating.sitting_out),
        "points": [list(game.points) for game in games],
        "winners": [game.winner for game in games],
        "hands": hands,
        "cuts": [game.table.number for game in games if game.cut],
        "bell": {"table": bell.number, "hands": hands[bell.number - 1], "minute": stopped} if bell else None,
    }


def _minute(stage: Session, at: datetime | None) -> int:
    return stage.minute_of(at or stage.at)


def _players(stage: Session, rounds: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    sat_out = Counter(number for round_ in rounds for number in round_["sitting_out"])
    return [
        {
            "number": ticket.number,
            "colour": ticket.colour,
            "strength": stage.strengths[ticket.code],
            "came_in": ticket.arrived_in,
            "left_in": ticket.left_in,
            "replaces": ticket.replaces.number if ticket.replaces else None,
            "sat_out": sat_out[ticket.number],
        }
        for ticket in stage.evening.tickets.select_related("replaces").order_by("number")
    ]


def _standings(stage: Session) -> list[dict[str, Any]]:
    return [
        {
            "place": line.place,
            "player": stage.numbers[line.player],
            "played": line.played,
            "won_halves": line.won_halves,
            "points": line.points_for,
            "difference": line.points_difference,
        }
        for line in standings_of(stage.evening)
    ]


def _prizes(stage: Session) -> list[dict[str, Any]]:
    return [
        {
            "prize": won.kind,
            "rank": won.rank,
            "last": won.last,
            "colour": won.colour,
            "player": stage.numbers[won.winner],
            "among": won.among,
            "amount": won.amount,
            **({"other": won.other, "about": as_data(won.about)} if won.about else {}),
            "why": as_data(won.why),
        }
        for won in prizes_of(stage.evening)
        if won.winner
    ]


def _certificate(stage: Session, rounds: Sequence[Mapping[str, Any]]) -> dict[str, object]:
    plan = stage.setup.plan
    everybody = [str(number) for number in sorted(stage.numbers.values())]
    seats = [
        (
            [[str(number) for number in table] for table in round_["tables"]],
            [str(number) for number in round_["sitting_out"]],
        )
        for round_ in rounds
    ]
    absent = [
        sorted(set(everybody) - {player for table in tables for player in table} - set(out))
        for tables, out in seats
    ]
    certificate = certify(
        seats,
        partnership=plan.tables.partnership,
        players=everybody,
        sizes=plan.tables.allowed,
        absent=absent,
        provenance=Provenance(generator=plan.movement, seed=stage.brief.seed, played=True),
    )
    return without_words(certificate.as_data())
