"""The director's decision on a whole game: other points than its hands make, or not played at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.club.reads import members
from tournaments.club.roles import Role, needs
from tournaments.evening import acts
from tournaments.evening.acts.act import MOST_POINTS
from tournaments.evening.plan import Setup
from tournaments.evening.reads import facts, hands, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.hands import Hand, HandState, Version
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.web.desk.decisions import ReasonForm
from tournaments.evening.web.desk.decorators import evening_page
from tournaments.evening.web.desk.impact_preview import ProposedChange, weigh, where
from tournaments.evening.web.desk.ledger import hands_seen, pseudonyms, who
from tournaments.evening.web.table.hand_form import FieldRow, side_by_side, slip_of
from tournaments.site.web.forms import REFUSED

# --- One hand with all that was ever entered for it: who, when, why, and what became of each ----------

STAMPS = {HandState.COUNTS: "counts", HandState.DISPUTES: "disputes", HandState.NOTE: "note"}


@dataclass(frozen=True, slots=True)
class HandPages:
    evening: Evening
    round: int
    table: int
    number: int

    def url(self, name: str) -> str:
        where = (self.evening.club.slug, self.evening.slug, self.table, self.round, self.number)
        return reverse(f"web:{name}", args=where)

    @property
    def sheet(self) -> str:
        return sheet_url(self.evening, self.table, self.round)

    @property
    def title(self) -> str:
        words = _("Hand %(number)s of table %(table)s in round %(round)s")
        return words % {"number": self.number, "table": self.table, "round": self.round}


def sheet_url(evening: Evening, table: int, number: int) -> str:
    url = reverse("web:desk-table", args=[evening.club.slug, evening.slug, table])
    return f"{url}?round={number}"


def game_at(evening: Evening, table: int, number: int) -> GameView:
    game = rounds.game_view(evening, table, number)
    if game is None:
        raise Http404
    return game


def hand_at(here: GameView, number: int) -> Hand:
    hand = hands.live_hand(here.row, number)
    if hand is None:
        raise Http404
    return hand


@require_safe
@evening_page
@hands_seen
@needs(Role.SCORER)
def show_versions(request: HttpRequest, evening: Evening, table: int, number: int, hand: int) -> HttpResponse:
    game = game_at(evening, table, number)
    hand_at(game, hand)
    setup = facts.setup_of(evening)
    versions = hands.versions_of(game.row, hand)
    names = whose(versions)
    field_rows = side_by_side(setup, game.seats, [version.hand.hand for version in versions])
    context = {
        "at": HandPages(evening, number, table, hand),
        "evening": evening,
        "here": game,
        "lines": [_line(version, names, setup, field_rows, place) for place, version in enumerate(versions)],
    }
    return render(request, "desk/hand.html", context)


def whose(versions: Sequence[Version]) -> dict[int, str]:
    """The names of the users who entered the versions or acted on them later; one query."""
    actors = [version.hand.entry.by for version in versions]
    actors += [later.by for version in versions for later in version.later]
    return members.user_names(pseudonyms(actors))


def _line(
    version: Version, names: Mapping[int, str], setup: Setup, told: list[FieldRow], place: int
) -> dict[str, Any]:
    hand = version.hand
    state = HandState(hand.state)
    return {
        "hand": hand,
        "sequence": version.sequence,
        "slip": slip_of(hand, setup),
        "who": who(hand.entry.by, names),
        "what": act_in_words(hand.entry.act),
        "state": hand.STATE_LABELS[state],
        "stamp": STAMPS.get(state, ""),
        "counts": state is HandState.COUNTS,
        "may_come_back": state in (HandState.REPLACED, HandState.REJECTED, HandState.NOTE),
        "fields": [(row.label, row.texts[place]) for row in told if row.differs],
        "later": [
            {
                "what": act_in_words(later.act),
                "who": who(later.by, names),
                "at": later.at,
                "reason": later.reason,
            }
            for later in version.later
        ],
    }


def act_in_words(act: str) -> str:
    words = {
        acts.EnterHand.name: _("entered"),
        acts.EnterAgain.name: _("entered once more"),
        acts.LateHand.name: _("entered late"),
        acts.CorrectHand.name: _("corrected"),
        acts.NoteHand.name: _("noted"),
        acts.ConfirmHand.name: _("confirmed"),
        acts.SettleDispute.name: _("settled for this"),
        acts.TakeLate.name: _("let it count"),
        acts.LeaveOutLate.name: _("left it out"),
    }
    return words[act]


class AdjustForm(ReasonForm):
    """The points of each couple, or of each seat."""

    def __init__(self, *args: Any, whose: Sequence[str], **settings: Any) -> None:
        super().__init__(*args, act=acts.AdjustGame, **settings)
        self.paths = [f"points-{place}" for place in range(len(whose))]
        reason = self.fields.pop("reason")
        for path, name in zip(self.paths, whose, strict=True):
            self.fields[path] = forms.IntegerField(
                label=_("Points of %(name)s") % {"name": name},
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                error_messages={"required": _("Nothing was entered; a whole number is needed.")},
            )
        self.fields["reason"] = reason

    def points(self) -> tuple[int, ...]:
        return tuple(self.cleaned_data[path] for path in self.paths)


def _whose(here: GameView) -> list[str]:
    if here.own_points:
        return [player.name for player in here.own_points]
    couples = (("A", here.names_a), ("B", here.names_b))
    return [_("%(couple)s (%(names)s)") % {"couple": couple, "names": names} for couple, names in couples]


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def adjust(request: HttpRequest, evening: Evening, table: int, number: int) -> HttpResponse:
    game = game_at(evening, table, number)
    whose = _whose(game)
    stand = {f"points-{place}": points for place, points in enumerate(game.points)}
    form = AdjustForm(request.POST if request.method == "POST" else None, whose=whose, initial=stand)
    title = _("Adjust the score: %(where)s") % {"where": where(number, table).lower()}
    return _decide(
        request,
        evening,
        game,
        form,
        title=title,
        act=lambda reason: acts.AdjustGame(round=number, table=table, points=form.points(), reason=reason),
        done=_("The score of the game is adjusted."),
        words=_("The game counts these points in place of its hands; the hands stay readable."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@evening_page
def not_played(request: HttpRequest, evening: Evening, table: int, number: int) -> HttpResponse:
    game = game_at(evening, table, number)
    by_points = facts.plan_of(evening).by_points

    return _decide(
        request,
        evening,
        game,
        ReasonForm(request.POST if request.method == "POST" else None, act=acts.NotPlayed),
        title=_("Not played: %(where)s") % {"where": where(number, table).lower()},
        act=lambda reason: acts.NotPlayed(round=number, table=table, reason=reason),
        done=_("The game is recorded as not played."),
        words=_("The game counts for nobody: no points, no winner in the standings.")
        if by_points
        else _(
            "The game counts for nobody: no points and no winner. The evening's seed draws which couple moves as its "
            "winners."
        ),
    )


def _decide(
    request: HttpRequest,
    evening: Evening,
    here: GameView,
    form: ReasonForm,
    *,
    title: str,
    act: Callable[[str], acts.Act],
    done: str,
    words: str,
) -> HttpResponse:
    table, number = here.table, here.round.number

    def page() -> HttpResponse:
        context = {
            "evening": evening,
            "form": form,
            "title": title,
            "words": words,
            "back": sheet_url(evening, table, number),
        }
        return render(request, "desk/decide_game.html", context, status=REFUSED if form.errors else 200)

    if request.method != "POST" or not form.is_valid():
        return page()
    reason = form.cleaned_data["reason"]
    change = ProposedChange(
        title=title,
        act=act(reason),
        done=done,
        back=sheet_url(evening, table, number),
        again=form.again(page),
        game=(number, table),
        about={"reason": reason},
    )
    return weigh(request, evening, change)
