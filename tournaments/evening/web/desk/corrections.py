"""A hand of the evening with all its versions; correcting it, the impact first; and settling a dispute about it.

And what players object to once results are published.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import neg
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.derivation import Derivation
from scoring.faults import Faults
from tournaments.club.roles import Role
from tournaments.club.web.pages import Shown, Unrefused
from tournaments.evening import acts
from tournaments.evening.acts.games import in_turn
from tournaments.evening.plan import Setup, points_of
from tournaments.evening.reads import access, director_alerts, facts, hands, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.hands import Dispute, Hand, HandState, Version
from tournaments.evening.reads.scoresheets import hands_of, hands_so_far, with_running
from tournaments.evening.services import player_requests, scoresheets
from tournaments.evening.web.desk import decorators, impact_preview, seating
from tournaments.evening.web.table.form_data import Values, prefilled_values, read_hand
from tournaments.evening.web.table.hand_form import FieldRow, Typed, draw, side_by_side
from tournaments.evening.web.table.hands import Previewed, previewed_slip, read_posted, slip_of
from tournaments.evening.web.words import objected_in_words, user_names, who
from tournaments.refusals import LONGEST_REASON
from tournaments.site.web import query_params
from tournaments.site.web.pages import Refusal, or_404, refusals

MOST_DIGITS = 9

STAMPS = {HandState.COUNTS: "counts", HandState.DISPUTES: "disputes", HandState.NOTE: "note"}


@dataclass(frozen=True, slots=True)
class HandPages:
    evening: Evening
    round: int
    table: int
    number: int

    def url(self, name: str) -> str:
        return decorators.desk_url(self.evening, name, self.table, self.round, self.number)

    @property
    def sheet(self) -> str:
        return sheet_url(self.evening, self.table, self.round)

    @property
    def title(self) -> str:
        words = _("Hand %(number)s of table %(table)s in round %(round)s")
        return words % {"number": self.number, "table": self.table, "round": self.round}


def sheet_url(evening: Evening, table: int, number: int) -> str:
    return f"{decorators.desk_url(evening, 'desk-table', table)}?round={number}"


def game_at(evening: Evening, table: int, number: int) -> rounds.GameView:
    return or_404(rounds.game_view(evening, table, number))


def hand_at(here: rounds.GameView, number: int) -> Hand:
    return or_404(hands.live_hand(here.row, number))


@decorators.evening_read(Role.SCORER, template="desk/hand.html")
@decorators.hands_seen
def show_versions(request: HttpRequest, evening: Evening, table: int, number: int, hand: int) -> Shown:
    game = game_at(evening, table, number)
    hand_at(game, hand)
    setup = facts.setup_of(evening)
    versions = hands.versions_of(game.row, hand)
    names = whose(versions)
    field_rows = side_by_side(setup, game.seats, [version.hand.hand for version in versions])
    return {
        "at": HandPages(evening, number, table, hand),
        "here": game,
        "lines": [
            _version_line(version, names, setup, field_rows, place) for place, version in enumerate(versions)
        ],
    }


def whose(versions: Sequence[Version]) -> Mapping[int, str]:
    """The names of the users who entered the versions or acted on them later; one query."""
    actors = [version.hand.entry.by for version in versions]
    actors += [later.by for version in versions for later in version.later]
    return user_names(actors)


def _version_line(
    version: Version, names: Mapping[int, str], setup: Setup, told: list[FieldRow], place: int
) -> dict[str, Any]:
    hand = version.hand
    state = HandState(hand.state)
    return {
        "hand": hand,
        "sequence": version.sequence,
        "slip": slip_of(hand, setup),
        "who": who(hand.entry.by, names),
        "what": ACTS_IN_WORDS[hand.entry.act],
        "state": hand.STATE_LABELS[state],
        "stamp": STAMPS.get(state, ""),
        "counts": state is HandState.COUNTS,
        "may_come_back": state in (HandState.REPLACED, HandState.REJECTED, HandState.NOTE),
        "fields": [(row.label, row.texts[place]) for row in told if row.differs],
        "later": later_in_words(version, names),
    }


def later_in_words(version: Version, names: Mapping[int, str]) -> list[dict[str, Any]]:
    return [
        {"entry": later, "what": ACTS_IN_WORDS[later.act], "who": who(later.by, names)}
        for later in version.later
    ]


ACTS_IN_WORDS = {
    acts.EnterHand.name: gettext_lazy("entered"),
    acts.EnterAgain.name: gettext_lazy("entered once more"),
    acts.LateHand.name: gettext_lazy("entered late"),
    acts.CorrectHand.name: gettext_lazy("corrected"),
    acts.NoteHand.name: gettext_lazy("noted"),
    acts.ConfirmHand.name: gettext_lazy("confirmed"),
    acts.SettleDispute.name: gettext_lazy("settled for this"),
    acts.TakeLate.name: gettext_lazy("let it count"),
    acts.LeaveOutLate.name: gettext_lazy("left it out"),
}


@dataclass(frozen=True, slots=True)
class Correcting:
    at: HandPages
    game: rounds.GameView
    live: Hand
    setup: Setup

    @property
    def seats(self) -> int:
        return len(self.game.seats)

    def score(self, hand: Mapping[str, Any]) -> Derivation:
        """What a hand would score in its place, after those before it. Raises Faults."""
        at = self.at
        if not self.setup.remembers:
            return self.setup.score(hand)
        before = hands_so_far(at.evening, at.table, before=at.number, round_number=at.round)
        return self.setup.score(hand, before)

    def values(self, hand: Mapping[str, Any] | None) -> Values:
        return prefilled_values(self.setup.game, hand, self.seats)

    def read(self, posted: Mapping[str, str]) -> tuple[Values, dict[str, Any]]:
        """The posted values and the hand they describe: the live hand itself where both say the same."""
        game = self.setup.game
        values, hand = read_posted(posted, game, self.seats)
        if self.live.hand is not None and hand == read_hand(game, self.values(self.live.hand), self.seats):
            hand = self.live.hand
        return values, hand


def _correcting(evening: Evening, table: int, number: int, hand: int) -> Correcting:
    game = game_at(evening, table, number)
    return Correcting(
        HandPages(evening, number, table, hand), game, hand_at(game, hand), facts.setup_of(evening)
    )


@decorators.evening_form(template="desk/correct.html")
@decorators.hands_seen
def correct(request: HttpRequest, evening: Evening, table: int, number: int, hand: int) -> Shown:
    """The form of a hand as it counts, or as an earlier version had it (`from`); a post shows the impact."""
    this = _correcting(evening, table, number, hand)
    if request.method != "POST":
        before = _version(this, query_params.whole_number(request, "from", digits=MOST_DIGITS))
        version = this.live if before is None else before
        return _form(this, Typed(this.values(version.hand)), before=before)
    values, read = this.read(request.POST.dict())
    entered = None if "void" in request.POST else read
    reason = request.POST.get("reason", "")[:LONGEST_REASON]
    change = _change(this, entered, reason, of=number_in(request.POST.get("of", "")))
    try:
        weighed = impact_preview.weigh(request, evening, change)
        return weighed or Unrefused(_form(this, Typed(values), reason=reason))
    except Faults as refused:
        return _form(this, Typed(values, refusals(refused)), reason=reason)


def _version(this: Correcting, asked: int | None) -> Hand | None:
    version = None if asked is None else hands.version(this.at.evening, asked)
    is_its = version and (version.table_round_id, version.number) == (this.game.row.pk, this.at.number)
    return version if is_its else None


def _change(
    this: Correcting, hand: Mapping[str, Any] | None, reason: str, *, of: int
) -> impact_preview.ProposedChange:
    at = this.at
    bound: dict[str, Any] = {"round": at.round, "table": at.table, "number": at.number}
    bound |= {"of": of, "hand": hand, "reason": reason}
    title = _("Void %(hand)s") if hand is None else _("Correct %(hand)s")
    return impact_preview.ProposedChange(
        title=title % {"hand": at.title[:1].lower() + at.title[1:]},
        act=scoresheets.rescored_act(at.evening, acts.CorrectHand(**bound)),
        note=(
            scoresheets.rescored_act(at.evening, acts.NoteHand(**bound)),
            _("The note is kept beside the hand; nothing else changes."),
        ),
        done=_("Hand %(number)s is corrected.") % {"number": at.number},
        back=at.sheet,
        game=(at.round, at.table),
        about=_two(this, hand),
    )


def number_in(text: str) -> int:
    """A whole number from a hidden field; -1, which nothing has, where it is none."""
    number = query_params.as_number(text, digits=MOST_DIGITS)
    return -1 if number is None else number


def _two(this: Correcting, hand: Mapping[str, Any] | None) -> dict[str, Any]:
    setup, slip = this.setup, None
    points = (0,) * len(this.live.points)
    if hand is not None:
        try:
            derivation = this.score(hand)
            points = points_of(setup.plan, derivation)
        except Faults:
            return {}
        slip = previewed_slip(derivation, setup.game)
    return two_slips(setup, this.game, this.live, hand, slip, points)


def two_slips(
    setup: Setup,
    here: rounds.GameView,
    live: Hand,
    hand: Mapping[str, Any] | None,
    slip: dict[str, Any] | None,
    points: Sequence[int],
) -> dict[str, Any]:
    """The context of desk/parts/two_slips.html: the hand that counts and its replacement; one query."""
    old = slip_of(live, setup)
    return {
        "old_slip": {**old, "title": _("As it counts now")} if old else None,
        "new_slip": {**slip, "title": _("As it would count")} if slip else None,
        "rows": side_by_side(setup, here.seats, [live.hand, hand]),
        "running": _running(setup, here, live, hand, points),
        "columns": [player.name for player in here.own_points] or ["A", "B"],
    }


def _running(
    setup: Setup, here: rounds.GameView, live: Hand, hand: Mapping[str, Any] | None, points: Sequence[int]
) -> list[dict[str, Any]]:
    rows = hands_of(here.row)
    becomes = _becomes(setup, rows, live.number, hand, points)
    difference = [0] * len(points)
    lines: list[dict[str, Any]] = []
    for row, running in with_running(rows):
        changed = becomes.get(row.number, row.points)
        difference = [sum(parts) for parts in zip(difference, changed, map(neg, row.points), strict=True)]
        if row.number >= live.number:
            totals = [(was, was + more) for was, more in zip(running, difference, strict=True)]
            lines.append({"number": row.number, "totals": totals})
    return lines if any(was != now for line in lines for was, now in line["totals"]) else []


def _becomes(
    setup: Setup, rows: Sequence[Hand], number: int, hand: Mapping[str, Any] | None, points: Sequence[int]
) -> dict[int, Sequence[int]]:
    # Where the game remembers, the hands after it may score otherwise too.
    if not setup.remembers:
        return {number: points}
    slips = in_turn(setup, [hand if row.number == number else row.hand for row in rows])
    scored = zip(rows, slips, strict=True)
    later = {row.number: points_of(setup.plan, slip) for row, slip in scored if row.number > number and slip}
    return {number: points, **later}


def _form(this: Correcting, typed: Typed, *, before: Hand | None = None, reason: str = "") -> dict[str, Any]:
    # A post replaces the version that counts now (`of`), even where an earlier one is shown.
    own_refusals = [refusal for refusal in typed.refusals if refusal.field in ("reason", "of")]
    others = [refusal for refusal in typed.refusals if refusal not in own_refusals]
    form = draw(
        this.setup.game,
        this.game.seats,
        rules=this.setup.house_rules,
        round_number=this.at.round,
        number=this.at.number,
        typed=Typed(typed.values, others),
    )
    entry = this.live.entry
    return {
        "at": this.at,
        "form": form,
        "of": entry.sequence,
        "live": this.live,
        "slip": slip_of(this.live, this.setup),
        "who": who(entry.by, user_names([entry.by])),
        "before": before,
        "stale": any(refusal.code == "changed-meanwhile" for refusal in own_refusals),
        "reason": reason,
        "usual": seating.usual_reasons(acts.CorrectHand),
        "reason_errors": [refusal.message for refusal in own_refusals if refusal.field == "reason"],
        "acts": {"preview": this.at.url("desk-correct-preview")},
        "preview": None,
    }


@decorators.evening_button()
@decorators.hands_seen
def preview(request: HttpRequest, evening: Evening, table: int, number: int, hand: int) -> HttpResponse:
    this = _correcting(evening, table, number, hand)
    values, read = this.read(request.POST.dict())
    scored = Previewed.of(
        values, read, this.setup.game, this.setup.house_rules, this.seats, partial(this.score, read)
    )
    return render(request, "table/preview.html", {"previewed": scored})


@decorators.evening_read(template="desk/disputes.html")
def disputes(request: HttpRequest, evening: Evening) -> Shown:
    return _disputes(request, evening)


def _disputes(
    request: HttpRequest,
    evening: Evening,
    at: HandPages | None = None,
    reason: str = "",
    refused: Sequence[Refusal] = (),
) -> dict[str, Any]:
    sight = access.sight_of(request.user, evening)
    everything = hands.disputes(evening)
    visible = [dispute for dispute in everything if sight.sees(dispute.round, dispute.table)]
    hidden_tables = sorted({dispute.table for dispute in everything if dispute not in visible})
    games = rounds.games_by_place(evening, {dispute.round for dispute in visible})
    names = user_names([hand.entry.by for dispute in visible for hand in dispute.entries])
    setup = facts.setup_of(evening)
    lines = [
        _line(evening, dispute, games[dispute.round, dispute.table], setup, names) for dispute in visible
    ]
    for line in lines:
        line["reason"] = reason if line["at"] == at else ""
    return {
        "lines": lines,
        "kept": hidden_tables,
        "refused_at": at,
        "refused": refused,
        "usual": seating.usual_reasons(acts.SettleDispute),
    }


def _line(
    evening: Evening, dispute: Dispute, game: rounds.GameView, setup: Setup, names: Mapping[int, str]
) -> dict[str, Any]:
    entries = dispute.entries
    rows = side_by_side(setup, game.seats, [hand.hand for hand in entries])
    at = HandPages(evening, dispute.round, dispute.table, dispute.number)
    return {
        "at": at,
        "reason_id": f"reason-{at.round}-{at.table}-{at.number}",
        "game": game,
        "rows": [row for row in rows if row.differs],
        "entries": [
            {
                "sequence": hand.entry.sequence,
                "who": who(hand.entry.by, names),
                "at": hand.entry.at,
                "slip": slip_of(hand, setup),
                "counts": hand.live,
            }
            for hand in entries
        ],
    }


@decorators.evening_form(template="desk/disputes.html")
@decorators.hands_seen
def settle(request: HttpRequest, evening: Evening, table: int, number: int, hand: int) -> Shown:
    if request.method != "POST":
        return decorators.to_desk(evening, "desk-disputes")
    game = game_at(evening, table, number)
    live = hand_at(game, hand)
    at = HandPages(evening, number, table, hand)
    sequence = number_in(request.POST.get("keep", ""))
    reason = request.POST.get("reason", "")[:LONGEST_REASON]
    version = hands.version(evening, sequence)
    setup = facts.setup_of(evening)
    about: dict[str, Any] = {}
    if version is not None and version.pk != live.pk and version.table_round_id == game.row.pk:
        about = two_slips(setup, game, live, version.hand, slip_of(version, setup), version.points)
    change = impact_preview.ProposedChange(
        title=_("Settle the dispute: %(hand)s") % {"hand": at.title[:1].lower() + at.title[1:]},
        act=acts.SettleDispute(round=number, table=table, number=hand, keep=sequence, reason=reason),
        done=_("The dispute about hand %(number)s of table %(table)s is settled.")
        % {"number": hand, "table": table},
        back=decorators.desk_url(evening, "desk-disputes"),
        game=(number, table),
        about=about,
    )
    try:
        weighed = impact_preview.weigh(request, evening, change)
        return weighed or Unrefused(_disputes(request, evening, at, reason))
    except Faults as refused:
        return _disputes(request, evening, at, reason, refusals(refused))


@decorators.evening_read(template="desk/objections.html")
def show_objections(request: HttpRequest, evening: Evening) -> Shown:
    rows = list(director_alerts.objections(evening))
    names = user_names(row.answered_by for row in rows)
    lines = [(objected_in_words(row.round), row, who(row.answered_by, names)) for row in rows]
    return {
        "waiting": [line for line in lines if not line[1].outcome],
        "answered": [line for line in lines if line[1].outcome],
    }


@decorators.evening_read()
def objection_photo(
    request: HttpRequest, evening: Evening, objection: director_alerts.Objection
) -> HttpResponse:
    return HttpResponse(or_404(bytes(objection.photo) or None), content_type="image/png")


answer_objection = decorators.evening_command(player_requests.answer_objection, "desk-objections")
