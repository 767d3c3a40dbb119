"""The words of the trade, each with one sentence: for the "?" beside a word and for the page that lists them all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe


class Term(NamedTuple):
    """A word that a newcomer may not know, and one sentence that says what it means."""

    code: str
    words: str | Promise
    sentence: str | Promise


TERMS: Final[Mapping[str, Term]] = {
    term.code: term
    for term in (
        Term(
            "progressive",
            _("Progressive"),
            _(
                "After each round the winners move up a table, the losers stay or move down, and partners change."
            ),
        ),
        Term(
            "ladder",
            _("Ladder"),
            _("The winners of each table go up one table, and the losers go down one."),
        ),
        Term(
            "swiss",
            _("Swiss"),
            _(
                "In each round you meet somebody who has done about as well as you so far; nobody is knocked out."
            ),
        ),
        Term(
            "knock-out",
            _("Knock-out"),
            _("The losers of a round are out, and the winners go on until one is left."),
        ),
        Term(
            "schedule",
            _("By a schedule"),
            _("Every round is worked out in advance, so that players meet each other as evenly as possible."),
        ),
        Term(
            "couple",
            _("Couple"),
            _(
                "Two partners who sit opposite each other: couple A in seats 1 and 3, couple B in seats 2 and 4."
            ),
        ),
        Term(
            "round",
            _("Round"),
            _("The play between two moves: everybody keeps their seat until the round is over."),
        ),
        Term(
            "hand",
            _("Hand"),
            _("One deal of the cards, played out and scored; a round is made of several hands."),
        ),
        Term(
            "head-table",
            _("Head table"),
            _("Table 1, which the winners climb to; in a progressive evening its winners stay there."),
        ),
        Term(
            "bell",
            _("Bell"),
            _("The first table to reach the target rings the bell, and play stops at every table."),
        ),
        Term(
            "cut",
            _("Cut"),
            _("Players who are level each draw a card from a shuffled pack, and the higher card wins."),
        ),
        Term(
            "sit-out",
            _("Sit-out"),
            _(
                "A round in which you rest because the players do not fill the tables exactly; everybody takes turns."
            ),
        ),
        Term(
            "game-points",
            _("Game points"),
            _("Points for a game that grow with the margin by which it was won."),
        ),
        Term(
            "tie-break",
            _("Tie-break"),
            _(
                "What decides between two players who have won equally often, in the order of the evening's rules."
            ),
        ),
        Term(
            "booby", _("Booby prize"), _("A consolation prize, given in good humour to whoever comes last.")
        ),
        Term(
            "hort",
            _("Hort"),
            _("A way to divide prize money: half of it by place, and half in equal shares."),
        ),
        Term(
            "seed",
            _("Seed"),
            _(
                "A secret number that decides the draw; it is shown afterwards, so that anybody can repeat the draw."
            ),
        ),
        Term(
            "seeding",
            _("Seeding"),
            _("An order of strength set before play, which keeps the favourites apart at first."),
        ),
        Term(
            "ticket",
            _("Ticket"),
            _("A player's number for the evening, sometimes in a colour; it shows where to sit."),
        ),
        Term(
            "late-tray",
            _("Late tray"),
            _("Where hands wait that arrived after their round; the director decides which of them count."),
        ),
        Term(
            "confirmation",
            _("Confirmation"),
            _("The other side says that a hand was entered correctly, on any phone at the table."),
        ),
        Term(
            "certificate",
            _("Certificate"),
            _("A count of who met whom and who sat out, beside the best that can be achieved."),
        ),
        Term(
            "ledger",
            _("Ledger"),
            _("The list of everything that happened during the evening; nothing in it is ever erased."),
        ),
        Term(
            "rehearsal",
            _("Rehearsal"),
            _(
                "The whole evening played in advance by simulated players, to see whether anything would stop it."
            ),
        ),
        Term(
            "fixture",
            _("Fixture"),
            _("A match of a season between two entrants, to be played in a given round."),
        ),
    )
}


def terms(_request: HttpRequest) -> dict[str, Any]:
    """The terms by their codes, `-` written as `_`, for `partials/what_is.html` on any page."""
    return {"terms": _BY_NAME}


_BY_NAME: Final = {code.replace("-", "_"): term for code, term in TERMS.items()}


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """All terms in the reader's alphabetical order."""
    listed = sorted(TERMS.values(), key=lambda term: str(term.words).casefold())
    return render(request, "public/words.html", {"listed": listed})
