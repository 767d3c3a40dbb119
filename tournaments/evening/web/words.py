"""What stands in the ledger in words; prizes, a forecast, how an evening goes on; how a table looks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.definition import reaches
from scoring.derivation import Sentence, coded
from scoring.described import described
from scoring.payments import Payment
from tournaments.club.reads import members
from tournaments.evening import acts
from tournaments.evening.acts.act import Names
from tournaments.evening.forecast import (
    MOST_ROUNDS,
    STEP,
    Forecast,
    Outlook,
    Tempo,
    about,
    end_of_evening,
    forecast,
    outlook,
)
from tournaments.evening.outcome import Unsettled
from tournaments.evening.plan import Plan, Setup
from tournaments.evening.reads import facts
from tournaments.evening.reads.access import EVERYTHING, HandVisibility
from tournaments.evening.reads.desk import Evening
from tournaments.evening.reads.rounds import GameView
from tournaments.evening.round_rules import Status
from tournaments.ranking.offered import Offer, Prizes
from tournaments.ranking.prizes import Prize
from tournaments.site.web.pages import isolate, translate
from tournaments.site.web.words import money

OF_HANDS = (
    acts.EnterHand.name,
    acts.EnterAgain.name,
    acts.ConfirmHand.name,
    acts.SettleDispute.name,
    acts.TakeLate.name,
    acts.CorrectHand.name,
    acts.NoteHand.name,
)
"""Entries that name a hand which counts, so that its page is worth opening."""


def trumps_of(evening: Evening, number: int = 0) -> dict[str, str] | None:
    """The trumps of a whole round, by default the one in play or next; None where hands have their own."""
    setup = facts.setup_of(evening)
    is_next = evening.status in (Status.SEATED, Status.DRAFTED, Status.MOVED)
    suit = setup.game.trumps_of_round(number or evening.current_round + is_next, setup.house_rules)
    return {"icon": suit, "name": translate(coded(f"suit.{suit}"))} if suit else None


def act_sentence(act: str, body: Mapping[str, Any], names: Names) -> str:
    """What an entry says happened; of an act that this version does not know, its name."""
    known = acts.ACTS.get(act)
    apart = {code: isolate(name) for code, name in names.items()}
    return translate(known.describe(dict(body), apart)) if known else act.replace("_", " ")


def entries_in_words(
    entries: Iterable[Any], names: Names, sight: HandVisibility = EVERYTHING
) -> list[dict[str, Any]]:
    """Each entry with `what` in a sentence, `who` by name and the `hand` it is about; a query for the users.

    One more where reasons name somebody.
    Of hands that are not in `sight` it is only said that there is one.
    """
    listed = [(entry, json.loads(entry.body)) for entry in facts.with_names(list(entries))]
    users = user_names(entry.by for entry, _body in listed)
    return [
        {
            "entry": entry,
            "what": act_sentence(entry.act, body, names) if sight.sees_entry(body) else _unseen(body),
            "who": who(entry.by, users),
            "hand": body if entry.act in OF_HANDS else None,
        }
        for entry, body in listed
    ]


def _unseen(body: Mapping[str, Any]) -> str:
    words = _("Round %(round)s, table %(table)s: a hand was entered.")
    return words % {"round": body["round"], "table": body["table"]}


def objected_in_words(round_number: int) -> str:
    """What somebody objects to: a round, or with 0 the standings."""
    return _("Round %(number)s") % {"number": round_number} if round_number else _("the standings")


def user_names(by: Iterable[str]) -> Mapping[int, str]:
    """The names of the users among those who acted; one query where there are any."""
    users = [_user(pseudonym) for pseudonym in by if pseudonym.startswith("user:")]
    return members.user_names(users) if users else {}


def _user(by: str) -> int:
    number = by.partition(":")[2]
    return int(number) if number.isdecimal() else 0


def who(by: str, users: Mapping[int, str]) -> str:
    """Who acted, in words, from the pseudonym that the ledger keeps."""
    kind, _colon, number = by.partition(":")
    if kind == "user":
        return users.get(_user(by)) or _("a director who is gone")
    if kind == "table":
        table, _space, seat = number.partition(" seat:")
        sentence = _("table %(number)s, seat %(seat)s") if seat else _("table %(number)s")
        return sentence % {"number": table, "seat": seat}
    if kind == "ticket":
        return _("the holder of ticket %(number)s") % {"number": number}
    words = {
        "door": _("at the door, by their own phone"),
        "job": _("automatic"),
        "clock": _("the clock"),
        "script": _("a script"),
        "former": _("somebody without an account here"),
    }
    return words.get(kind, by)


def payments_by_name(paid: Sequence[Payment] | None, names: Mapping[str, str]) -> list[Payment] | None:
    """The payments, with the name behind each ticket code; None where nobody pays."""
    if paid is None:
        return None
    return [Payment(names[payer], names[payee], points) for payer, payee, points in paid]


@dataclass(frozen=True, slots=True)
class Winner:
    code: str
    name: str
    sum: str
    why: str


@dataclass(frozen=True, slots=True)
class PrizeInWords:
    """A prize, or prizes that are divided, as pages show them.

    `winners` have it; or `tied` have to cut for it; or it waits for another cut. `sum` is what it is worth. One
    `of_a_part` is that of a ticket colour, of some rounds or of a feat.
    """

    label: str
    kind: str
    winners: tuple[Winner, ...]
    tied: tuple[str, ...]
    sum: str
    why: str
    rank: int = 1
    of_a_part: bool = False

    @property
    def winner(self) -> str:
        return self.winners[0].name if len(self.winners) == 1 else ""

    @property
    def people(self) -> int:
        return len(self.winners or self.tied)

    @property
    def shared(self) -> bool:
        return len(self.winners) > 1


def prize_title(
    kind: str, group: str | None, first: int = 1, last: int = 1, *, about: Sentence | None = None
) -> str:
    """`Best`, `Place 2, red`, `Places 1 to 3`, `Best, half-time`: what a prize is called everywhere.

    `group`, from `group_of`, says whose prizes they are; `first` to `last` are the places whose prizes are divided;
    `about` is what it is for, if not for the whole evening.
    """
    if kind == "booby":
        label = _("Booby")
    elif first < last:
        label = _("Places %(first)s to %(last)s") % {"first": first, "last": last}
    else:
        is_best = first == 1 and kind == "best"
        label = _("Best") if is_best else _("Place %(place)s") % {"place": first}
    return ", ".join(part for part in (label, translate(about) if about else "", group) if part)


def group_of(colour: str | None, beside: bool) -> str:
    """Whose prizes they are: of a ticket colour, or of the whole room where those stand `beside` them."""
    return colour or (_("whole room") if beside else "")


def prizes_in_words(prizes: Sequence[Prize], names: Mapping[str, str]) -> list[PrizeInWords]:
    groups: dict[tuple[str, int, str | None, int], list[Prize]] = {}
    for prize in prizes:
        groups.setdefault((prize.kind, prize.rank, prize.colour, prize.other), []).append(prize)
    coloured = {prize.other for prize in prizes if prize.colour}
    return [_prize_in_words(group, names, group[0].other in coloured) for group in groups.values()]


def _prize_in_words(group: Sequence[Prize], names: Mapping[str, str], beside: bool) -> PrizeInWords:
    first = group[0]
    colour = group_of(first.colour, beside)
    return PrizeInWords(
        label=prize_title(first.kind, colour, first.rank, first.last, about=first.about),
        kind=first.kind,
        winners=tuple(
            Winner(prize.winner, names[prize.winner], money(prize.amount), translate(prize.why))
            for prize in group
            if prize.winner
        ),
        tied=tuple(names[code] for code in first.tied),
        sum=money(sum(prize.amount for prize in group)),
        why=translate(first.why),
        rank=first.rank,
        of_a_part=bool(first.colour or first.other),
    )


def at_the_head(prizes: Sequence[PrizeInWords]) -> list[PrizeInWords]:
    """Those beside the places at the head of a result: the best of each part, then no more boobies than bests."""
    won = [prize for prize in prizes if prize.winners]
    best = [prize for prize in won if prize.kind == "best" and prize.rank == 1]
    boobies = [prize for prize in won if prize.kind == "booby"]
    return [*(prize for prize in best if prize.of_a_part), *boobies[: len(best) or 1]]


def offered_prizes(plan: Plan) -> Iterator[tuple[str, str]]:
    prizes = plan.prizes
    if prizes.overall is not None:
        yield _("Prizes of the whole room"), _offer(prizes.overall)
    yield _("Prizes of each ticket colour") if prizes.by_colour else _("Prizes"), _offer(prizes)
    for number, other in enumerate(prizes.others, start=1):
        about = translate(plan.about_others(number))
        of_each = _("%(about)s, each ticket colour") % {"about": about} if other.by_colour else about
        yield _("Prizes: %(about)s") % {"about": of_each}, _offer(other)
    if prizes.overall is not None and prizes.one_each:
        yield _("Prizes for one person"), _("one at most")
    if prizes.ties != "cut":
        yield _("Tied for a prize"), _(described(Prizes)["ties"].words[prizes.ties])
    if prizes.booby_cut != "gets":
        cut = described(Prizes)["booby_cut"].words[prizes.booby_cut]
        yield _("Who wins the booby cut"), _(cut)


def _offer(offer: Offer) -> str:
    # `2 for the best (50.00, 30.00), a booby (5.00)`.
    parts = []
    if offer.best:
        best = ngettext("%(count)s for the best", "%(count)s for the best", offer.best)
        sums = " · ".join(money(amount) or _("not money") for amount in offer.amounts)
        best %= {"count": offer.best}
        parts.append(f"{best} ({sums})" if any(offer.sums) else best)
    if offer.booby:
        booby = _("a booby")
        parts.append(f"{booby} ({money(offer.booby_sum)})" if offer.booby_sum else booby)
    return ", ".join(parts) or _("none")


MOST_SPELLED_OUT = 8
"""So many tables are named one by one; of more it is said how many there are of each size."""
HOUR = timedelta(hours=1)


class ForecastLine(NamedTuple):
    label: str
    text: str


def tables_in_words(tables: Sequence[int]) -> str:
    """How many tables there are: `3 tables`, where their sizes differ `5 tables (2 of 5, 3 of 4)`."""
    sizes = Counter(tables)
    words = ngettext("%(count)s table", "%(count)s tables", sizes.total()) % {"count": sizes.total()}
    if len(sizes) == 1:
        return words
    of_each = ", ".join(
        _("%(count)s of %(size)s") % {"count": sizes[size], "size": size}
        for size in sorted(sizes, reverse=True)
    )
    return f"{words} ({of_each})"


def missing_in_words(missing: int) -> str:
    words = ngettext("%(count)s more makes a table", "%(count)s more make a table", missing)
    return words % {"count": missing}


def sitting_out_in_words(out: int) -> str:
    if not out:
        return _("nobody sits out")
    return ngettext("%(count)s sits out each round", "%(count)s sit out each round", out) % {"count": out}


def lines_of(
    seen: Forecast, tempo: Tempo, began: datetime | None, ends_about: str | None
) -> Iterator[ForecastLine]:
    """What is forecast, a line for each thing. `began` is in the club's time zone, if anybody can tell."""
    label = pgettext("to sit at", "Tables")
    if not seen.tables:
        yield ForecastLine(label, missing_in_words(seen.missing))
        return
    yield ForecastLine(label, f"{_sizes(seen.tables)}, {sitting_out_in_words(seen.sitting_out)}")
    if seen.sitting_out and seen.needed is None:
        yield ForecastLine(_("Sitting out"), _sat_out(seen))
    yield ForecastLine(_("Rounds"), "; ".join(_rounds(seen)))
    yield ForecastLine(_("Length"), _length(seen, tempo, began))
    if began is not None and ends_about is not None:
        end = end_of_evening(ends_about, began)
        most = MOST_ROUNDS if seen.needed is None else seen.rounds
        end_outlook = outlook(
            tempo, planned=seen.rounds, played=0, begins=began, end=end, at=began, most=most
        )
        if end_outlook is not None:
            yield ForecastLine(_("End"), outlook_in_words(end_outlook))


def forecast_in_words(
    plan: Plan, count: int, tempo: Tempo, began: datetime | None
) -> dict[str, list[ForecastLine] | list[str]]:
    """What is forecast of a plan for so many players, as pages show it."""
    estimate = forecast(plan, count)
    lines = lines_of(estimate, tempo, began, plan.ends_about)
    return {"lines": list(lines), "problems": list(problems_of(estimate))}


def repeats_of(seen: Forecast) -> Iterator[str]:
    if seen.period == 1 and seen.rounds > 1:
        yield _(
            "With %(tables)s tables and these moves the same people sit together in every round. Choose other "
            "moves, or draw the seats anew each round."
        ) % {"tables": len(seen.tables)}
    elif seen.period is not None and seen.rounds > seen.period:
        yield _(
            "With these moves the same people sit together again after %(period)s rounds, and %(rounds)s are "
            "planned. Plan fewer rounds, or choose other moves."
        ) % {"period": seen.period, "rounds": seen.rounds}


def problems_of(seen: Forecast) -> Iterator[str]:
    """What this number of players makes impossible or awkward, each with its remedy."""
    if seen.is_too_short:
        yield _(
            "A knock-out of %(players)s is decided after %(needed)s rounds, and %(rounds)s are planned: enter "
            "%(needed)s under “Rounds”."
        ) % {"players": seen.players, "needed": seen.needed, "rounds": seen.rounds}
    if seen.meets_again:
        words = ngettext(
            "Everybody can meet new people for %(apart)s round at most, and %(rounds)s are planned, so some will "
            "meet again. Plan fewer rounds, or leave it.",
            "Everybody can meet new people for %(apart)s rounds at most, and %(rounds)s are planned, so some will "
            "meet again. Plan fewer rounds, or leave it.",
            seen.apart or 0,
        )
        yield words % {"apart": seen.apart, "rounds": seen.rounds}
    yield from repeats_of(seen)
    if seen.may_tie:
        words = ngettext(
            "With %(rounds)s round expect ties at the top. Choose what parts them under “Places and prizes”, "
            "such as points; otherwise they cut.",
            "With %(rounds)s rounds expect ties at the top. Choose what parts them under “Places and prizes”, "
            "such as points; otherwise they cut.",
            seen.rounds,
        )
        yield words % {"rounds": seen.rounds}


def outlook_in_words(seen: Outlook) -> str:
    """Which round is the last by the end that is planned, and why."""
    values = {
        "last": seen.last,
        "next": seen.last + 1,
        "ends": clock(seen.last_ends),
        "next_ends": clock(seen.next_ends),
        "end": clock(seen.end),
    }
    if seen.last_hand is None:
        words = _(
            "There is no time for another round: round %(next)s would end about %(next_ends)s, after your end at "
            "%(end)s. Finish the evening."
        )
    elif seen.is_short:
        words = _(
            "At this pace round %(last)s ends about %(ends)s; round %(next)s would end about %(next_ends)s, "
            "after your end at %(end)s: make round %(last)s the last."
        )
    elif seen.last_ends > seen.end:
        words = _(
            "Late: round %(last)s, the last, should end about %(ends)s; you want to be done by %(end)s."
        )
    else:
        words = _(
            "On time: round %(last)s, the last, should end about %(ends)s; you want to be done by %(end)s."
        )
        if seen.spare:
            more = ngettext(
                "There is time for %(count)s round more.",
                "There is time for %(count)s rounds more.",
                seen.spare,
            )
            words = f"{words} {more % {'count': seen.spare}}"
    return words % values


def clock(at: datetime) -> str:
    """A time of day, rounded, in the current time zone."""
    return date_format(localtime(about(at)), "TIME_FORMAT")


def _sizes(tables: Sequence[int]) -> str:
    # One by one, `5 + 5 + 4`, or how many there are of each size.
    count = ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    if len(set(tables)) == 1:
        return _("%(tables)s of %(size)s") % {"tables": count, "size": tables[0]}
    if len(tables) <= MOST_SPELLED_OUT:
        return _("%(label)s: %(text)s") % {"label": count, "text": " + ".join(map(str, tables))}
    return tables_in_words(tables)


def _sat_out(seen: Forecast) -> str:
    least, most = seen.sat_out
    words = _("everybody %(least)s or %(most)s rounds")
    if not least:
        words = ngettext("nobody more than once", "nobody more than %(most)s times", most)
    elif least == most:
        words = ngettext("everybody %(most)s round", "everybody %(most)s rounds", most)
    return words % {"least": least, "most": most}


def _rounds(seen: Forecast) -> Iterator[str]:
    yield ngettext("%(rounds)s is planned", "%(rounds)s are planned", seen.rounds) % {"rounds": seen.rounds}
    if seen.needed is not None:
        yield _("the knock-out is decided after round %(needed)s") % {"needed": seen.needed}
    elif seen.apart is not None and not seen.meets_again:
        yield _("nobody has to meet anybody twice")


def _length(seen: Forecast, tempo: Tempo, began: datetime | None) -> str:
    whole = tempo.after(seen.rounds)
    values = {"length": _hours(whole), "pace": _pace(tempo)}
    if began is None:
        return _("about %(length)s (%(pace)s)") % values
    values |= {"began": clock(began), "last": clock(began + whole - tempo.hand)}
    return _("about %(length)s (%(pace)s): start %(began)s, last hand about %(last)s") % values


def _pace(tempo: Tempo) -> str:
    minutes = max(1, round(tempo.round.total_seconds() / 60))
    words = {
        "tonight": _("%(minutes)s min a round so far tonight"),
        "earlier": _("%(minutes)s min a round at your earlier evenings"),
        "plan": _("reckoned with %(minutes)s min a round"),
    }
    return words[tempo.measured] % {"minutes": minutes}


def _hours(length: timedelta) -> str:
    steps = max(1, round(length / STEP)) * STEP
    hours, rest = divmod(steps, HOUR)
    minutes = int(rest.total_seconds() // 60)
    if not hours:
        return _("%(minutes)s min") % {"minutes": minutes}
    return _("%(hours)s h %(minutes)s") % {"hours": hours, "minutes": f"{minutes:02}"}


# A hand of four players takes five minutes or so; after this the director may want to walk over.
LONG = timedelta(minutes=15)
# From here a table may ring with its next hand.
NEAR = 4 / 5


@dataclass(frozen=True, slots=True)
class CardState:
    """A state by the name that partials/state.html knows, the tone of the card, and words where its own differ."""

    name: str
    tone: str
    label: str = ""


def rings(game: GameView, rules: Setup) -> bool:
    return rules.may_ring(game.table, game.points, game.decision)


def look_of(
    game: GameView, status: Status, rules: Setup, started_at: datetime | None, at: datetime
) -> CardState:
    if status is Status.PLAYING:
        return _in_play(game, rules, started_at, at)
    if game.decision:
        return CardState("done", "done", decided(game.decision))
    if status is Status.BELL:
        return _after_the_bell(game)
    if game.winner:
        return CardState("done", "done", _won(game, game.winner))
    if not game.score.keeping.is_won and game.hands:
        return CardState("done", "done")
    return CardState("waiting", "")


def decided(decision: str) -> str:
    words = {"not_played": _("Not played"), "totals": _("Totals only")}
    return words.get(decision) or _("Score set by the director")


def waits(look: CardState, *, calls: bool, silent: bool, unsettled: Collection[Unsettled]) -> CardState:
    """How a table looks that waits for the director, or for its other side to confirm."""
    if calls:
        return CardState("called", "alarm")
    if look.name == "rung":
        return look
    if any(hand.disputed for hand in unsettled):
        return CardState("confirm", "wait", _("In dispute"))
    if look.name != "tie" and unsettled:
        return CardState("confirm", "wait")
    return CardState("late", "wait") if silent else look


def _in_play(game: GameView, rules: Setup, started_at: datetime | None, at: datetime) -> CardState:
    if rings(game, rules):
        return CardState("rung", "alarm", _("At the target"))
    if rules.is_over(game.points, game.row.outright):
        return CardState("done", "done", _("Game over"))
    if rules.played_out(game.hands, game.points):
        return CardState("done", "done", _("All hands played"))
    since = game.last_hand_at or started_at
    if since is not None and at - since > LONG:
        return CardState("late", "wait")
    if rules.target is not None and reaches(game.points, NEAR * rules.target):
        return CardState("near", "near")
    return CardState("playing", "go")


def _after_the_bell(game: GameView) -> CardState:
    if game.score.needs_cut:
        return CardState("tie", "wait")
    winner = game.score.winner
    if winner is None:
        return CardState("done", "done", _("Play has stopped"))
    if game.rang:
        return CardState("rung", "alarm")
    return CardState("done", "done", _won(game, winner))


def _won(game: GameView, side: str) -> str:
    who = game.side(side) if game.by_seat else side
    return (
        _("%(couple)s won the cut") if game.cut and not game.score.uncut.winner else _("%(couple)s wins")
    ) % {"couple": who}


def hands_in_words(game: GameView) -> str:
    if not game.hands:
        return _("no hand yet")
    return ngettext("%(count)s hand", "%(count)s hands", game.hands) % {"count": game.hands}
