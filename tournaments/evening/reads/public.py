"""What a visitor reads: clubs, their evenings, rounds, tables, standings, before and after publication."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from django.db.models import (
    BooleanField,
    Case,
    ExpressionWrapper,
    IntegerField,
    Max,
    Q,
    QuerySet,
    Value,
    When,
)

from scoring.payments import Payment, payments
from tournaments.club.models import Club
from tournaments.club.models.clubs import are_public, name_at
from tournaments.club.reads.access import Visitor, public_clubs
from tournaments.club.roles import Role, is_allowed
from tournaments.evening import acts, outcome
from tournaments.evening.acts.act import IN_ROUND, RUNNING
from tournaments.evening.fold import fold, without_names
from tournaments.evening.models import Evening, Hand, Publication, Round, Standing, TableRound, Ticket
from tournaments.evening.reads import access, director_alerts, facts
from tournaments.evening.reads.hands import Mark, gravest, marks_of_players, marks_of_tables, told_marks
from tournaments.evening.reads.rounds import RoundView, games_of, views
from tournaments.evening.record import HandRecord, Record
from tournaments.evening.round_rules import OVER, Status
from tournaments.ranking.prizes import Prize
from tournaments.ranking.standings import heirs_of, line_of

__all__ = ["OVER", "Evening", "Prize", "Publication", "Round", "Standing"]

MOST_KEPT = 8
"""How many publications a process keeps folded."""


def is_reopened(evening: Evening) -> bool:
    """Whether results that were published are being changed, and have not been published again."""
    return evening.status == Status.FINISHED and evening.published_at is not None


class Visible(NamedTuple):
    """Which results of an evening are public; `prizes` says also whether its winners are.

    Prizes for half-time are told at half-time with the standings: `ResultsWithheld.prizes`.
    """

    rounds: bool
    standings: bool
    prizes: bool


def visible_results(evening: Evening) -> Visible:
    """What visitors see of the results of an evening; no query.

    Everything once it was published, before that what its plan says. Officers, in whose reads the
    evening has `held` (`access.as_officer`), see everything.
    """
    if evening.published_at is not None or is_allowed(evening, Role.SCORER):
        return Visible(rounds=True, standings=True, prizes=True)
    public_part = facts.plan_of(evening).before_publication
    return Visible(rounds=public_part != "nothing", standings=public_part == "standings", prizes=False)


def is_paid(evening: Evening) -> bool:
    return facts.game_of(evening).settle is not None


@dataclass(frozen=True)
class ResultsShown:
    """The results of an evening from its rows."""

    evening: Evening

    def folded_record(self) -> Record:
        """The record that these results are those of; nobody may change it."""
        return facts.record_of(self.evening)

    def of_rounds(self, rounds: QuerySet[Round]) -> QuerySet[Round]:
        return rounds

    def rounds(self, rounds: list[Round]) -> list[Round]:
        return rounds

    def game(self, game: TableRound, round_number: int) -> TableRound:
        """A table in a round, read with its table: points, cut, winner, decision; no query."""
        return game

    def hands(self, game: TableRound, round_number: int) -> list[Hand]:
        return list(game.hands.filter(live=True).order_by("number"))

    def standings(self) -> list[Standing]:
        lines = self.evening.standings.select_related("ticket__player")
        return list(lines.order_by("place", "ticket__number"))

    def prizes(self) -> tuple[Prize, ...]:
        """The prizes once the evening is over, before that only those for rounds that have all been played."""
        if self.evening.status in OVER:
            return facts.prizes_of(self.evening)
        return facts.prizes_so_far(self.evening) if self.evening.status in RUNNING else ()

    def decisions(self) -> list[director_alerts.ReadEntry]:
        return director_alerts.standing_decisions(self.evening)

    def payments(self) -> tuple[Payment, ...] | None:
        """The payments that settle the differences of the standings once the evening is over, by ticket codes.

        None before, and where nobody pays. A penalty takes points from one and gives them to nobody: it counts in the
        standings, and is not paid.
        """
        if self.evening.status not in OVER or not is_paid(self.evening):
            return None
        owed = {line.ticket.code: line.points_difference for line in self.standings()}
        tickets = self.evening.tickets.select_related("replaces")
        inherits = facts.plan_of(self.evening).options.substitute == "inherits"
        heirs = heirs_of(facts.replaced(tickets)) if inherits else {}
        for decision in self.decisions():
            if decision.act == acts.Penalty.name:
                for code in decision.body["tickets"]:
                    owed[line_of(code, heirs, owed)] -= decision.body["points"]
        # Lines are read a moment before or after the decisions: in between somebody may have mended something.
        return () if sum(owed.values()) else payments(owed)

    def marks_of_tables(self, round_: Round) -> dict[int, Mark]:
        return marks_of_tables(round_, facts.plan_of(self.evening))

    def marks_of_players(self) -> dict[str, Mark]:
        return marks_of_players(self.evening, facts.plan_of(self.evening))


@dataclass(frozen=True)
class ResultsWithheld(ResultsShown):
    """The results before they are published: without what is not public yet."""

    @property
    def visible(self) -> Visible:
        return visible_results(self.evening)

    def of_rounds(self, rounds: QuerySet[Round]) -> QuerySet[Round]:
        """All of them, or where rounds are not public the one whose seats people have now; no query."""
        if self.visible.rounds:
            return rounds
        if self.evening.status in OVER:
            return rounds.none()
        return rounds.filter(
            number=max(1, self.evening.current_round + (self.evening.status == Status.MOVED))
        )

    def rounds(self, rounds: list[Round]) -> list[Round]:
        """Rounds of the evening; where they are not public, without bell and reasons for seats."""
        if not self.visible.rounds:
            for round_ in rounds:
                round_.bell_table, round_.reasons = None, []
        return rounds

    def game(self, game: TableRound, round_number: int) -> TableRound:
        if not self.visible.rounds:
            game.points_a = game.points_b = game.hands_count = 0
            game.seat_points = [0] * len(game.seat_points)
            game.decision = game.outright = game.cut = game.winner = ""
        return game

    def hands(self, game: TableRound, round_number: int) -> list[Hand]:
        return super().hands(game, round_number) if self.visible.rounds else []

    def standings(self) -> list[Standing]:
        """The standings' lines, if public; players parted only by cuts for prizes share a place."""
        lines = super().standings() if self.visible.standings else []
        shared: dict[int, int] = {}
        for above, line in pairwise(lines):
            if line.decided_by == "cut":
                line.decided_by, line.explanation = "shared", None
                shared[line.place] = shared.get(above.place, above.place)
        for line in lines:
            line.place = shared.get(line.place, line.place)
        return sorted(lines, key=lambda line: (line.place, line.ticket.number))

    def prizes(self) -> tuple[Prize, ...]:
        """Those for rounds just over, from the last of them to the next round, where standings are public."""
        evening = self.evening
        is_between = evening.status in RUNNING and evening.status not in IN_ROUND
        goes_on = evening.current_round < facts.plan_of(evening).rounds
        return facts.prizes_just_won(evening) if is_between and goes_on and self.visible.standings else ()

    def payments(self) -> tuple[Payment, ...] | None:
        return None

    def marks_of_tables(self, round_: Round) -> dict[int, Mark]:
        return super().marks_of_tables(round_) if self.visible.rounds else {}

    def marks_of_players(self) -> dict[str, Mark]:
        return super().marks_of_players() if self.visible.standings else {}


@dataclass(frozen=True)
class ResultsAsPublished(ResultsShown):
    """The results as last published, folded from the ledger of that publication (`length` entries), and its lines.

    The record is shared between requests, and only read.
    """

    record: Record
    lines: tuple[dict[str, Any], ...]
    length: int

    def folded_record(self) -> Record:
        return self.record

    def rounds(self, rounds: list[Round]) -> list[Round]:
        tables = {table.number: table for table in self.evening.tables.all()}
        for round_ in rounds:
            rang = self.record.rounds[round_.number].bell
            round_.bell_table = None if rang is None else tables[rang]
        return rounds

    def game(self, game: TableRound, round_number: int) -> TableRound:
        round_, table = self.record.rounds[round_number], game.table.number
        points = round_.points(table)
        if round_.keeping.by_seat:
            game.seat_points = list(points)
        else:
            game.points_a, game.points_b = points
        decided = round_.decisions.get(table)
        game.hands_count = len(round_.hands.get(table, ()))
        game.decision = decided.kind if decided else ""
        game.outright = round_.outright(table)
        game.cut = round_.cut_order(table)
        game.winner = round_.settled_winner(table) or ""
        return game

    def hands(self, game: TableRound, round_number: int) -> list[Hand]:
        versions = self.record.rounds[round_number].hands.get(game.table.number, ())
        counted = {version.sequence: version for version in versions}
        rows = Hand.objects.filter(table_round=game, entry__sequence__in=counted).select_related("entry")
        return sorted(
            (_as_it_was(row, counted[row.entry.sequence]) for row in rows), key=lambda row: row.number
        )

    def standings(self) -> list[Standing]:
        tickets = {ticket.code: ticket for ticket in self.evening.tickets.select_related("player")}
        worked_out = {line.player: line for line in outcome.standings_of(self.record)}
        rows: list[Standing] = []
        for line_data in self.lines:
            values = {name: value for name, value in line_data.items() if name != "ticket"}
            row = Standing(evening=self.evening, ticket=tickets[line_data["ticket"]], **values)
            line = worked_out.get(line_data["ticket"])
            # Why it is below the one above is said where today's rules give the same line.
            if line is not None and outcome.standing_data(line) == line_data:
                row.decided_by = line.decided_by
                row.explanation = line.explanation and line.explanation.as_data()
            elif rows and rows[-1].place == row.place:
                row.decided_by = "shared"
            rows.append(row)
        return rows

    def prizes(self) -> tuple[Prize, ...]:
        return outcome.prizes_of(self.record)

    def decisions(self) -> list[director_alerts.ReadEntry]:
        return director_alerts.standing_decisions(self.evening, until=self.length)

    def marks_of_tables(self, round_: Round) -> dict[int, Mark]:
        hands = [hand for number, hand in self._unsettled() if number == round_.number]
        return told_marks(hands, self.record.made_plan(), stopped=True)

    def marks_of_players(self) -> dict[str, Mark]:
        games = gravest(((number, hand.table), hand.disputed) for number, hand in self._unsettled())
        return gravest(
            (code, mark == "disputed")
            for (number, table), mark in games.items()
            for code in self.record.rounds[number].seating.tables[table - 1]
        )

    def _unsettled(self) -> Iterator[tuple[int, outcome.Unsettled]]:
        for round_ in self.record.closed_rounds():
            yield from ((round_.number, hand) for hand in outcome.unsettled_hands(self.record, round_))


def results_shown(evening: Evening) -> ResultsShown:
    """The results as everybody may see them; one query while they are being corrected, else none.

    They stand as published until they are published again: meanwhile the rows hold the correction, which is the
    director's. Pages and files for everybody get results from here alone.
    """
    return results_for_players(evening) if visible_results(evening).prizes else ResultsWithheld(evening)


def results_for_players(evening: Evening) -> ResultsShown:
    """The results as those may see them who have played, each their own games; before publication too."""
    last = evening.publications.order_by("-number") if is_reopened(evening) else None
    key = last.values_list("pk", "ledger_head").first() if last is not None else None
    if key is None:
        return ResultsShown(evening)
    record, lines, length = _folded(*key)
    return ResultsAsPublished(evening, record, lines, length)


@lru_cache(maxsize=MOST_KEPT)
def _folded(publication: int, head: str) -> tuple[Record, tuple[dict[str, Any], ...], int]:
    archive = json.loads(Publication.objects.get(pk=publication, ledger_head=head).archive)
    return fold(outcome.entries_of(archive["ledger"])), tuple(archive["standings"]), len(archive["ledger"])


def _as_it_was(row: Hand, version: HandRecord) -> Hand:
    row.number, row.state, row.confirmed_by = version.number, version.state, version.confirmed_by
    return row


LEFT_OPEN = timedelta(hours=12)


def clubs() -> QuerySet[Club]:
    return public_clubs().order_by("name", "pk")


def on_now(visitor: Visitor, at: datetime) -> Evening | None:
    """The evening that a wall shows where nobody says which, the one in play first; one query.

    Of several it is the one with the latest act; an evening without an act for half a day counts as
    left open. The demo's comes after a club's own.
    """
    latest = Max("ledger__at")
    on = access.public_evenings(visitor).exclude(status__in=OVER).annotate(acted_at=latest)
    lately = Q(acted_at__gte=at - LEFT_OPEN)
    return on.order_by(
        _first_if(lately),
        "club__is_demo",
        _first_if(lately & Q(status__in=RUNNING)),
        "-acted_at",
        "-pk",
    ).first()


def _first_if(condition: Q) -> Case:
    return Case(When(condition, then=Value(0)), default=Value(1), output_field=IntegerField())


def winners(evenings: list[Evening]) -> dict[int, str]:
    """Who stands first in each of these evenings where that is public, by key; one query, more for reopened ones."""
    visible = [evening for evening in evenings if visible_results(evening).prizes]
    rows = (
        Standing.objects.filter(evening__in=[row for row in visible if not is_reopened(row)], place=1)
        .order_by("evening", "ticket__number")
        .values_list("evening_id", name_at("ticket__player__"))
    )
    names: dict[int, list[str]] = defaultdict(list)
    for evening, name in rows:
        names[evening].append(name)
    for reopened in filter(is_reopened, visible):
        names[reopened.pk] = [
            line.ticket.player.name for line in results_shown(reopened).standings() if line.place == 1
        ]
    return {evening: ", ".join(first) for evening, first in names.items()}


def people(evening: Evening) -> dict[str, str]:
    return facts.full_names(facts.holders(evening))


def shown_rounds(evening: Evening) -> QuerySet[Round]:
    """The rounds that a visitor may see: begun, announced, or drawn; a drafted move is the director's."""
    begun = Q(announced_at__isnull=False) | Q(number__lte=max(1, evening.current_round))
    return evening.rounds.filter(begun).order_by("number")


def rounds(evening: Evening, *, number: int | None = None) -> list[RoundView]:
    """The rounds with their seats and results, or the one with `number`; three queries."""
    results = results_shown(evening)
    visible = results.of_rounds(shown_rounds(evening)).select_related("bell_table")
    rows = results.rounds(list(visible if number is None else visible.filter(number=number)))
    numbers = {round_.pk: round_.number for round_ in rows}
    return views(rows, [results.game(game, numbers[game.round_id]) for game in games_of(rows)])


def with_marks(seen: RoundView, evening: Evening) -> RoundView:
    """The round with what is not agreed about the scores of its games; one query, none before its start."""
    if seen.round.started_at is None:
        return seen
    marks = results_shown(evening).marks_of_tables(seen.round)
    return replace(seen, games=tuple(replace(game, mark=marks.get(game.table)) for game in seen.games))


def lines_of(evening: Evening, codes: Collection[str]) -> list[Standing]:
    lines = evening.standings.filter(ticket__code__in=codes)
    return list(lines.select_related("ticket__player").order_by("place", "ticket__number"))


def race(evening: Evening) -> tuple[facts.Runner, ...]:
    """The standings after each settled round; () where standings are not public, or are being corrected."""
    hidden = is_reopened(evening) or not visible_results(evening).standings
    return () if hidden else facts.race_of(evening)


def archive_to_show(archive: str, club: str, evening: str) -> str:
    """An archive as whoever asks may read it: in public without withheld names; one query there.

    Nothing is left beside such a name by which others could be tried against the ledger, which stays whole.
    """
    if not are_public():
        return archive
    withheld = Ticket.objects.filter(evening__club__slug=club, evening__slug=evening).exclude(
        player__public_name=""
    )
    codes = set(withheld.values_list("code", flat=True))
    if not codes:
        return archive
    return json.dumps(without_names(json.loads(archive), codes), ensure_ascii=False, indent=1)


def last_publication(evening: Evening) -> Publication | None:
    if evening.published_at is None:
        return None
    return evening.publications.order_by("-number").first()


def published_head(evening: Evening) -> tuple[int, str] | None:
    """How many entries the ledger had when it was published last, and the hash of the last of them; two queries."""
    publication = last_publication(evening)
    if publication is None:
        return None
    head = publication.ledger_head
    return evening.ledger.values_list("sequence", flat=True).get(hash=head), head


def publications(evening: Evening) -> QuerySet[Publication]:
    """All of them, the newest first, without their archives; each knows whether its own `is_kept`."""
    is_kept = ExpressionWrapper(~Q(archive=""), BooleanField())
    return evening.publications.defer("archive").annotate(is_kept=is_kept).order_by("-number")


def results_of(publication: Publication) -> ResultsAsPublished:
    """The results as they were published then, whose archive is kept."""
    folded = _folded(publication.pk, publication.ledger_head)
    return ResultsAsPublished(publication.evening, *folded)


def evenings_over(visitor: Visitor, club: str) -> QuerySet[Evening]:
    over = access.public_evenings(visitor).filter(club__slug=club, status__in=OVER)
    return over.order_by("-date", "-pk")


def archive_of(visitor: Visitor, club: str, evening: str, number: int | None = None) -> str | None:
    """The archive of a publication, the last one where no `number` is named; None where there is none."""
    evenings = access.public_evenings(visitor).filter(club__slug=club, slug=evening)
    archived = Publication.objects.filter(evening__in=evenings).exclude(archive="")
    rows = archived if number is None else archived.filter(number=number)
    text = rows.order_by("-number").values_list("archive", flat=True).first()
    return None if text is None else archive_to_show(text, club, evening)
