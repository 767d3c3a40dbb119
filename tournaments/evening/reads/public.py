"""What a visitor reads: clubs, their evenings, rounds, tables, standings."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import replace
from datetime import datetime, timedelta

from django.db.models import Case, IntegerField, Max, Q, QuerySet, Value, When

from scoring.payments import Payment
from tournaments.club.models import Club
from tournaments.club.reads import permissions
from tournaments.club.reads.visitors import Visitor
from tournaments.club.shown_names import are_public, name_at
from tournaments.evening.models import Evening, Hand, Publication, Round, Standing, Ticket
from tournaments.evening.reads import access
from tournaments.evening.reads.names import Named, full_names
from tournaments.evening.reads.payments import is_paid, payments_of
from tournaments.evening.reads.published import is_reopened, results_shown, visible_results
from tournaments.evening.reads.race import Runner, race_of
from tournaments.evening.reads.rounds import GameView, RoundView, games_of, views
from tournaments.evening.replay.names import without_names
from tournaments.evening.status import Status
from tournaments.ranking.prizes import Prize

__all__ = [
    "Club",
    "Evening",
    "Hand",
    "Prize",
    "Publication",
    "Round",
    "Standing",
]

OVER = (Status.FINISHED, Status.PUBLISHED)
UNDER_WAY = (Status.PLAYING, Status.BELL, Status.SETTLED, Status.DRAFTED, Status.MOVED)
LEFT_OPEN = timedelta(hours=12)


def clubs() -> QuerySet[Club]:
    """The clubs a visitor may see, by name."""
    return permissions.public_clubs().order_by("name", "pk")


def on_now(visitor: Visitor, at: datetime) -> Evening | None:
    """The evening that a wall shows where nobody says which, the one in play before any other; one query.

    Of several the one in which something was done last; one in which nothing was for half a day was left open. The
    demo's comes after a club's own.
    """
    latest = Max("ledger__at")
    on = access.public_evenings(visitor).exclude(status__in=OVER).annotate(acted_at=latest)
    lately = Q(acted_at__gte=at - LEFT_OPEN)
    return on.order_by(
        _first_if(lately),
        "club__is_demo",
        _first_if(lately & Q(status__in=UNDER_WAY)),
        "-acted_at",
        "-pk",
    ).first()


def _first_if(condition: Q) -> Case:
    return Case(When(condition, then=Value(0)), default=Value(1), output_field=IntegerField())


def winners(evenings: list[Evening]) -> dict[int, str]:
    """Who stands first in each of these evenings where that is public, by its primary key.

    One query, and a few more for each whose results are being corrected.
    """
    told = [evening for evening in evenings if visible_results(evening).prizes]
    rows = (
        Standing.objects.filter(evening__in=[row for row in told if not is_reopened(row)], place=1)
        .order_by("evening", "ticket__number")
        .values_list("evening_id", name_at("ticket__player__"))
    )
    names: dict[int, list[str]] = defaultdict(list)
    for evening, name in rows:
        names[evening].append(name)
    for reopened in filter(is_reopened, told):
        names[reopened.pk] = [line.ticket.player.name for line in standings(reopened) if line.place == 1]
    return {evening: ", ".join(first) for evening, first in names.items()}


def people(evening: Evening) -> dict[str, str]:
    """The name of every ticket, by code; one query."""
    rows = evening.tickets.order_by("number").values_list("code", name_at("player__"), "number")
    return full_names([Named(*row) for row in rows])


def shown_rounds(evening: Evening) -> QuerySet[Round]:
    """The rounds that a visitor may see: begun, announced, or drawn; a drafted move is the director's."""
    begun = Q(announced_at__isnull=False) | Q(number__lte=max(1, evening.current_round))
    return evening.rounds.filter(begun).order_by("number")


def rounds(evening: Evening, *, number: int | None = None) -> list[RoundView]:
    """The rounds with their seats and results, or the one with `number`; three queries."""
    shown = results_shown(evening)
    wanted = shown.of_rounds(shown_rounds(evening)).select_related("bell_table")
    found = shown.rounds(list(wanted if number is None else wanted.filter(number=number)))
    numbers = {round_.pk: round_.number for round_ in found}
    return views(found, [shown.game(game, numbers[game.round_id]) for game in games_of(found)])


def with_marks(seen: RoundView, evening: Evening) -> RoundView:
    """The round with what is not agreed about the scores of its games; one query, none before it is begun."""
    if seen.round.started_at is None:
        return seen
    marks = results_shown(evening).marks_of_tables(seen.round)
    return replace(seen, games=tuple(replace(game, mark=marks.get(game.table)) for game in seen.games))


def hands(evening: Evening, game: GameView) -> list[Hand]:
    """The hands of a game, in order; one query."""
    return results_shown(evening).hands(game.row, game.round.number)


def standings(evening: Evening) -> list[Standing]:
    """The standings' lines, best first, with ticket and player; one query."""
    return results_shown(evening).standings()


def prizes(evening: Evening) -> tuple[Prize, ...]:
    """The prizes of an evening that is published; none before."""
    return results_shown(evening).prizes()


def payments(evening: Evening) -> tuple[Payment, ...] | None:
    """Who pays whom after an evening that is settled in differences, by ticket codes; None where nobody pays.

    Nobody does in other games, and before that is public. Three queries.
    """
    if evening.status not in OVER or not visible_results(evening).prizes or not is_paid(evening):
        return None
    shown = results_shown(evening)
    return payments_of(evening, shown.standings(), shown.decisions())


def race(evening: Evening) -> tuple[Runner, ...]:
    """The standings after each settled round; nobody where standings are not public, or are being corrected."""
    hidden = is_reopened(evening) or not visible_results(evening).standings
    return () if hidden else race_of(evening)


def archive_to_show(archive: str, club: str, evening: str) -> str:
    """An archive as whoever asks now may read it: in public without names that are withheld; one query there.

    Nothing is left beside such a name by which others could be tried against the ledger, which stays whole.

    Arguments:
        archive: as it is kept.
        club: the addresses of the club and the evening.
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
    """The latest publication; one query, none where nothing was published."""
    if evening.published_at is None:
        return None
    return evening.publications.order_by("-number").first()
