"""What waits for the director, first thing on the board: each with its icon, its words and what to do about it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from django.urls import resolve
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.club.roles import is_allowed
from tournaments.club.web.pages import needs_at
from tournaments.evening.acts.act import IN_ROUND, points_said
from tournaments.evening.outcome import Unsettled
from tournaments.evening.plan import Setup
from tournaments.evening.reads import director_alerts, facts, rounds
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.director_alerts import DirectorCall, First, Pace, PlayerRequest, Ticket
from tournaments.evening.reads.hands import OpenHands, sums_beside_totals, unsettled_hands
from tournaments.evening.reads.rounds import GameView, RoundView
from tournaments.evening.round_rules import Status
from tournaments.evening.web.desk.decorators import desk_url
from tournaments.evening.web.desk.menu import BUTTONS, Action
from tournaments.evening.web.words import objected_in_words, rings
from tournaments.site.web.pages import isolate, translate
from tournaments.site.web.words import came_to, topic

Holds = Literal["", "anyway", "until-done"]
"""Whether a round can be closed all the same: without a word, at the director's word, or not before it is done."""

# A worker that is awake answers within a second; after this the director is told.
PATIENCE = timedelta(seconds=5)
# From here on what many tables have in common is one thing to look at, not many.
MOST_OF_A_KIND = 2


@dataclass(frozen=True, slots=True)
class Blocker:
    icon: str
    what: str
    more: str = ""
    table: int | None = None
    alarm: bool = False
    holds: Holds = ""
    remedies: tuple[Action, ...] = ()
    game: GameView | None = None
    cut: GameView | None = None


@dataclass(frozen=True, slots=True)
class InRound:
    evening: Evening
    view: RoundView
    status: Status
    rules: Setup
    at: datetime
    unsettled: tuple[Unsettled, ...]
    pace: Pace
    first: First | None

    @property
    def ringing(self) -> tuple[GameView, ...]:
        if self.status is not Status.PLAYING:
            return ()
        return tuple(game for game in self.view.games if rings(game, self.rules))

    @property
    def level(self) -> tuple[GameView, ...]:
        if self.status is not Status.BELL:
            return ()
        return tuple(game for game in self.view.games if game.score.needs_cut)

    def silent_since(self, game: GameView) -> datetime | None:
        """Since when a table has entered no hand, if much longer than the other tables take; else None."""
        since = game.last_hand_at or self.view.round.started_at
        silence = self.pace.silence
        if self.status is not Status.PLAYING or silence is None or since is None:
            return None
        is_done = rings(game, self.rules) or self.rules.played_out(game.hands, game.points, game.row.outright)
        return since if not is_done and self.at - since > silence else None

    def url(self, name: str, *args: object) -> str:
        return desk_url(self.evening, name, *args)


def _post(label: str, url: str, id_: str, icon: str = "", look: str = "", **fields: str) -> Action:
    return Action(label, url, icon, look, fields=tuple(fields.items()), id=id_)


def _page(label: str, url: str, look: str = "") -> Action:
    return Action(label, url, look=look, is_link=True)


def in_round(evening: Evening, at: datetime) -> InRound:
    """What there is to say of the round at the tables; two queries more than its own, one more once play has stopped.

    While play goes on the last hand of a table is not yet waited for: the others are just reading it.
    """
    view = rounds.round_views(evening, [evening.current_round])[evening.current_round]
    status, rules = Status(evening.status), facts.setup_of(evening)
    is_playing = status is Status.PLAYING
    hands = {game.table: game.hands for game in view.games}
    unsettled = unsettled_hands(view.round, rules.plan) if status in IN_ROUND else []
    return InRound(
        evening=evening,
        view=view,
        status=status,
        rules=rules,
        at=at,
        unsettled=tuple(
            hand
            for hand in unsettled
            if hand.disputed or not is_playing or hand.number < hands.get(hand.table, 0)
        ),
        pace=director_alerts.pace(view.round) if is_playing else Pace(None),
        first=director_alerts.first_at_target(rules, view.round) if status is Status.BELL else None,
    )


def of_round(now: InRound, *, each: bool = False) -> Iterator[Blocker]:
    for game in now.ringing:
        yield _ringing(now, game, several=len(now.ringing) > 1)
    if now.first is not None:
        yield _first(now, now.first)
    for game in now.level:
        yield _level(now, game)
    most = len(now.view.games) if each else MOST_OF_A_KIND
    yield from _unsettled(now, most=most)
    if now.status is Status.BELL:
        yield from _missing(now, most=most)
    yield from _slips_beside_hands(now)
    yield from _silences(now)


def _ringing(now: InRound, game: GameView, *, several: bool) -> Blocker:
    label = _("Ring for table %(table)s") % {"table": game.table}
    ring = _post(label, now.url("desk-ring", game.table), f"ring-{game.table}", "bell", "bell")
    return Blocker(
        "bell",
        _("Table %(table)s has reached the target.") % {"table": game.table},
        table=game.table,
        alarm=True,
        game=game,
        # One alone is the next step itself.
        remedies=(ring,) if several else (),
    )


def _first(now: InRound, first: First) -> Blocker:
    values = {"table": first.table, "time": time(first.at), "bell": first.bell}
    label = _("Credit table %(table)s with the bell") % values
    credit = _post(label, now.url("desk-ring", first.table), f"credit-{first.table}", "bell")
    return Blocker(
        "bell",
        _("Table %(table)s reached the target at %(time)s, before table %(bell)s.") % values,
        table=first.table,
        remedies=(credit,),
    )


def _level(now: InRound, game: GameView) -> Blocker:
    values, has_points = {"table": game.table, "points": game.score.level_at}, game.hands or game.decision
    return Blocker(
        "cut",
        _("Table %(table)s is level at %(points)s.") % values,
        _("Who won the cut?") if has_points else _("It has entered no hand. Who won the cut?"),
        table=game.table,
        holds="until-done",
        cut=game,
        remedies=() if has_points else _of_missing(now, game),
    )


def _unsettled(now: InRound, *, most: int) -> Iterator[Blocker]:
    disputed: dict[int, list[Unsettled]] = defaultdict(list)
    unconfirmed: dict[int, list[Unsettled]] = defaultdict(list)
    for hand in now.unsettled:
        (disputed if hand.disputed else unconfirmed)[hand.table].append(hand)
    for table, hands in sorted(disputed.items()):
        yield _disputed(now, table, hands)
    if len(unconfirmed) > most:
        words = _("table %(table)s (%(hands)s)")
        parts = [
            words % {"table": table, "hands": _numbers(hands)} for table, hands in sorted(unconfirmed.items())
        ]
        yield _many(now, "confirm", _("Hands of %(count)s tables are not confirmed:"), parts)
        return
    for table, hands in sorted(unconfirmed.items()):
        yield _unconfirmed(now, table, hands)


def _many(now: InRound, icon: str, what: str, parts: Sequence[str]) -> Blocker:
    each = _page(_("See each"), now.url("desk-act", "close"))
    more = ", ".join(parts)
    return Blocker(icon, what % {"count": len(parts)}, more, holds="anyway", remedies=(each,))


def _disputed(now: InRound, table: int, hands: Sequence[Unsettled]) -> Blocker:
    words = ngettext(
        "Table %(table)s: hand %(hands)s is in dispute.",
        "Table %(table)s: hands %(hands)s are in dispute.",
        len(hands),
    )
    what = words % {"table": table, "hands": _numbers(hands)}
    return replace(_in_dispute(now.evening, what), table=table, holds="anyway")


def _in_dispute(evening: Evening, what: str) -> Blocker:
    more = _("Two results were entered; the first counts until you say otherwise.")
    settle = _page(_("Settle it"), desk_url(evening, "desk-disputes"))
    return Blocker("warning", what, more, remedies=(settle,))


def _unconfirmed(now: InRound, table: int, hands: Sequence[Unsettled]) -> Blocker:
    words = ngettext(
        "Table %(table)s: hand %(hands)s is not confirmed.",
        "Table %(table)s: hands %(hands)s are not confirmed.",
        len(hands),
    )
    confirm = replace(
        _post(_("Confirm it myself"), now.url("desk-confirm", table), f"confirm-{table}", "check"),
        fields=tuple(("hand", f"{hand.number}:{hand.entry}") for hand in hands),
    )
    see = _page(_("See the slips"), now.url("desk-table", table), look="quiet")
    return Blocker(
        "confirm",
        words % {"table": table, "hands": _numbers(hands)},
        _("The other side's phones are asking them to confirm."),
        table=table,
        holds="anyway",
        remedies=(confirm, see),
    )


def _numbers(hands: Iterable[Unsettled]) -> str:
    return ", ".join(str(hand.number) for hand in hands)


def _missing(now: InRound, *, most: int) -> Iterator[Blocker]:
    # Tables that have to cut are told already.
    due = {game.table: now.rules.fewest_hands(game.points) for game in now.view.games}
    missing = [
        game
        for game in now.view.games
        if not game.decision and game not in now.level and game.hands < due[game.table]
    ]
    if len(missing) > most:
        words = _("table %(table)s (%(hands)s of %(wanted)s)")
        parts = [
            words % {"table": game.table, "hands": game.hands, "wanted": due[game.table]} for game in missing
        ]
        yield _many(now, "cards", _("Hands of %(count)s tables are missing:"), parts)
        return
    for game in missing:
        words = (
            _("Table %(table)s has entered %(hands)s of %(wanted)s hands.")
            if game.hands
            else _("Table %(table)s has entered no hand.")
        )
        what = words % {"table": game.table, "hands": game.hands, "wanted": due[game.table]}
        more = (
            ""
            if game.hands or game.score.winner
            else _("If the round is closed like this, the game counts as drawn, without points.")
        )
        yield Blocker("cards", what, more, table=game.table, holds="anyway", remedies=_of_missing(now, game))


def _slips_beside_hands(now: InRound) -> Iterator[Blocker]:
    sums = sums_beside_totals(game.row for game in now.view.games)
    for game in now.view.games:
        by_hands = sums.get(game.row.pk, game.points)
        if by_hands != game.points:
            words = _("Table %(table)s: slip and hands differ (slip %(slip)s, hands %(hands)s).")
            slip, hands = (translate(points_said(points)) for points in (game.points, by_hands))
            compare = _page(_("Compare"), now.url("desk-adjust", game.table, now.view.number))
            yield Blocker(
                "warning",
                words % {"table": game.table, "slip": slip, "hands": hands},
                _("The slip counts until you decide."),
                table=game.table,
                holds="anyway",
                remedies=(compare,),
            )


def _of_missing(now: InRound, game: GameView) -> tuple[Action, ...]:
    number = now.view.round.number
    decide = _page(_("Decide the game"), now.url("desk-adjust", game.table, number), look="quiet")
    return (
        _page(_("Enter a hand"), now.url("desk-table", game.table)),
        *(() if game.hands else (decide,)),
        _page(_("Not played"), now.url("desk-not-played", game.table, number), look="quiet"),
    )


def _silences(now: InRound) -> Iterator[Blocker]:
    silent = {game.table: since for game in now.view.games if (since := now.silent_since(game))}
    between = waited(now.pace.between or timedelta())
    pace = _("The room takes about %(wait)s for a hand.") % {"wait": between}
    if len(silent) > MOST_OF_A_KIND:
        words = _("table %(table)s since %(time)s")
        parts = [words % {"table": table, "time": time(since)} for table, since in silent.items()]
        what = _("No hand for a while at %(count)s tables:") % {"count": len(silent)}
        yield Blocker("clock", what, f"{', '.join(parts)}. {pace}")
        return
    for table, since in silent.items():
        what = _("No hand from table %(table)s since %(time)s.") % {"table": table, "time": time(since)}
        go = _page(_("Open"), now.url("desk-table", table))
        yield Blocker("clock", what, pace, table=table, remedies=(go,))


def of_empty_seats(evening: Evening) -> Iterator[Blocker]:
    """The seats of the next round whose holders have left, with who may take each; one query for none."""
    for table, seat, ticket in director_alerts.empty_seats(evening):
        takers = [taker for taker in director_alerts.stand_ins(evening, ticket) if taker.left_in is None]
        values = {"name": isolate(ticket.player.name), "seat": seat, "table": table}
        remedies = [
            _post(
                _("%(name)s takes the seat") % {"name": taker.player.name},
                desk_url(evening, "desk-substitute", ticket.code),
                f"seat-{table}-{seat}",
                "check",
                player=str(taker.player_id),
            )
            for taker in takers[:1]
        ]
        if evening.current_round:
            anew = _page(_("New seats for all"), desk_url(evening, "desk-act", "draft"), look="quiet")
            others = _page(
                _("Somebody else"), desk_url(evening, "desk-substitute", ticket.code), look="quiet"
            )
            remedies += [others, anew]
        yield Blocker(
            "person",
            _("%(name)s has left: seat %(seat)s of table %(table)s is empty.") % values,
            ""
            if takers
            else nobody_in_knock_out(evening, ticket) or _("Nobody sits out; a guest can take it."),
            table=table,
            alarm=True,
            holds="anyway",
            remedies=tuple(remedies),
        )


def nobody_in_knock_out(evening: Evening, ticket: Ticket) -> str:
    """Why nobody stands in for somebody in a knock-out; "" where that is no reason."""
    if not director_alerts.in_knock_out(evening, [ticket]):
        return ""
    return _("Whoever is out of the knock-out does not come back into it; a guest can take the seat.")


def of_calls(evening: Evening, calls: Iterable[DirectorCall], at: datetime) -> Iterator[Blocker]:
    for call in calls:
        values = {"table": call.table.number, "reason": call.get_reason_display()}
        answer = desk_url(evening, "desk-answer", call.pk)
        going = _post(_("I am going"), answer, f"call-{call.pk}", "check", "primary")
        quote = _("“%(said)s”") % {"said": call.words}
        waits = _("Waiting %(wait)s") % {"wait": waited(at - call.called_at)}
        yield Blocker(
            "call",
            _("Table %(table)s needs you (%(reason)s).") % values,
            f"{quote} · {waits}" if call.words else waits,
            table=call.table.number,
            alarm=True,
            remedies=(going,),
        )


def of_requests(
    evening: Evening, requests: Sequence[PlayerRequest], at: datetime, *, without: str
) -> Iterator[Blocker]:
    """What players ask for on their own pages, the longest waiting first, unless it is seen to already.

    Arguments:
        without: the headcount, in words, once all who want to leave have left.
    """
    resting = [request.ticket_id for request in requests if request.kind == PlayerRequest.Kind.SIT_OUT]
    for request in requests:
        waits = _("Asked %(wait)s ago.") % {"wait": waited(at - request.made_at)}
        values = {"name": isolate(request.ticket.player.name), "round": request.round}
        sits_out = _("%(name)s wants to sit out round %(round)s.") % values
        if request.kind == PlayerRequest.Kind.LEAVE:
            leaves = _("Let %(name)s leave") % {"name": request.ticket.player.name}
            what = _("%(name)s wants to leave.") % values
            more = _("If all leave who want to: %(text)s.") % {"text": without}
            yield _request_blocker(evening, request, what, f"{waits} {more}", leaves)
        elif evening.status in AT_THE_TABLES:
            more = _("You decide when the next seats are worked out.")
            yield _request_blocker(evening, request, sits_out, f"{waits} {more}")
        elif evening.status == Status.DRAFTED and not director_alerts.sits_out_next(request.ticket):
            more, label = _of_draft(evening, request, resting)
            yield _request_blocker(evening, request, sits_out, f"{waits} {more}".strip(), label)


def of_objections(evening: Evening) -> Iterator[Blocker]:
    """What players object to once results are published, until it is answered."""
    if rounds_objected_to := director_alerts.objected_to(evening):
        what = ", ".join(map(objected_in_words, rounds_objected_to))
        words = _("Players object to the results: %(what)s.") % {"what": what}
        page = _page(_("Read and answer"), desk_url(evening, "desk-objections"))
        yield Blocker("waiting", words, remedies=(page,))


AT_THE_TABLES = (Status.PLAYING, Status.BELL, Status.SETTLED)


def _of_draft(evening: Evening, one: PlayerRequest, resting: Sequence[int]) -> tuple[str, str]:
    # Why it cannot be done, or the label of the button that does it.
    other = director_alerts.stand_in(evening, one.ticket, but=resting)
    if other is not None:
        return "", _("%(name)s plays instead") % {"name": other.player.name}
    if director_alerts.anybody_sits_out_next(evening):
        return _("Nobody who sits out can take the seat. Change places by hand, or say no."), ""
    return _("Everybody is needed at a table and nobody sits out, so it cannot be done."), ""


def _request_blocker(evening: Evening, one: PlayerRequest, what: str, more: str, yes: str = "") -> Blocker:
    grant, decline = (desk_url(evening, f"desk-request-{answer}", one.pk) for answer in ("grant", "decline"))
    said_yes = _post(yes, grant, f"yes-{one.pk}", "check")
    said_no = _post(_("Say no"), decline, f"no-{one.pk}", look="quiet")
    return Blocker("person", what, more, remedies=(said_yes, said_no) if yes else (said_no,))


def within(evening: Evening, found: Iterable[Blocker]) -> Iterator[Blocker]:
    for blocker in found:
        yield replace(blocker, remedies=tuple(remedy for remedy in blocker.remedies if _may(evening, remedy)))


def _may(evening: Evening, remedy: Action) -> bool:
    at = resolve(remedy.url)
    if at.url_name == "desk-act":
        return is_allowed(evening, BUTTONS[at.kwargs["name"]][0].least)
    need = needs_at(at.url_name or "")
    return is_allowed(evening, need.read if remedy.is_link else need.write)


def of_open_hands(evening: Evening, hands: OpenHands, *, told: int = 0) -> Iterator[Blocker]:
    """Hands in the late tray, and disputes of earlier rounds: those beside the `told` ones shown by table."""
    disputed = hands.disputed - told
    if disputed > 0:
        words = ngettext("%(count)s hand is in dispute.", "%(count)s hands are in dispute.", disputed)
        yield _in_dispute(evening, words % {"count": disputed})
    if hands.late:
        words = ngettext(
            "%(count)s hand waits in the late tray.", "%(count)s hands wait in the late tray.", hands.late
        )
        tray = _page(_("Open the tray"), desk_url(evening, "desk-late"))
        what = words % {"count": hands.late}
        yield Blocker("waiting", what, _("It counts only if you say so."), remedies=(tray,))


def of_jobs(evening: Evening, jobs: Sequence[Any], at: datetime) -> Iterator[Blocker]:
    see = _page(_("See the jobs"), desk_url(evening, "desk-jobs"), look="quiet")
    for job in jobs:
        if job.outcome == "failed":
            values = {"tries": job.attempts, "kind": topic(job)}
            again = Action(_("Try again"), desk_url(evening, "desk-try-again", job.pk))
            what = _("A job has failed after %(tries)s tries: %(kind)s.") % values
            yield Blocker("warning", what, came_to(job), alarm=True, remedies=(again, see))
    late = [job for job in jobs if job.outcome == "waiting" and at - job.made_at > PATIENCE]
    if late:
        words = ngettext(
            "The worker has not answered for %(wait)s: %(count)s job waits (%(kinds)s).",
            "The worker has not answered for %(wait)s: %(count)s jobs wait (%(kinds)s).",
            len(late),
        )
        kinds = ", ".join(dict.fromkeys(topic(job) for job in late))
        wait = waited(at - min(job.made_at for job in late))
        what = words % {"wait": wait, "count": len(late), "kinds": kinds}
        yield Blocker("warning", what, _("Hands can be entered all the same."), remedies=(see,))


def waited(stretch: timedelta) -> str:
    """A stretch of time in the largest unit that says enough: `12 s`, `4 min`, `2 h`."""
    seconds = max(0, int(stretch.total_seconds()))
    if seconds < 120:
        return _("%(count)s s") % {"count": seconds}
    if seconds < 7200:
        return _("%(count)s min") % {"count": seconds // 60}
    return _("%(count)s h") % {"count": seconds // 3600}


def time(at: datetime) -> str:
    return date_format(localtime(at), "TIME_FORMAT")
