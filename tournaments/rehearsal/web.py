"""The rehearsal of an evening at the desk: asked for, watched, and read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from scoring.derivation import Sentence
from tournaments.club.web.pages import Shown, run_form
from tournaments.evening.models import Evening as EveningModel
from tournaments.evening.reads import desk, facts
from tournaments.evening.reads.desk import Evening
from tournaments.evening.web.desk.decorators import evening_form, to_desk
from tournaments.evening.web.words import PrizeInWords, prizes_in_words
from tournaments.movement.certificate import Certificate
from tournaments.ranking.prizes import Prize
from tournaments.ranking.tie_breaks import half_games
from tournaments.rehearsal import services
from tournaments.rehearsal.models import Rehearsal
from tournaments.rehearsal.report import clock
from tournaments.rehearsal.services import FEW, MOST_PLAYERS, USUAL_PLAYERS
from tournaments.site.web.forms import WholeNumber, bound_form, sentence_case
from tournaments.site.web.pages import now, translate


def last_of(evening: EveningModel) -> Rehearsal | None:
    return evening.rehearsals.order_by("-pk").first()


Told = Mapping[str, Any]
WHO = {
    "director": later("You"),
    "table": later("The table"),
    "players": later("Players"),
    "nobody": later("Nobody"),
}
"""Who has to act."""
DO = {
    "cut": later("The table cuts and says on its phone who won; you can also draw it at random."),
    "disputed": later("Open the disputes, compare the two slips and settle for one."),
    "unconfirmed": later("Ask the other side to confirm on a phone, or close the round anyway."),
    "nothing-ends-it": later(
        "Stop each round yourself, or give the plan a number of hands or a length in minutes."
    ),
    "no-bell": later("Set a lower target in the plan, or a length in minutes."),
    "planned-again": later("Look at the new seats and announce them."),
    "waiting": later("They wait for the next seats."),
    "too-few": later("Find more players, or plan for tables of another size."),
    "wrong-hand": later("Open the hand, look at what the correction changes, and apply it."),
    "left": later("Record under People that they leave."),
    "substitute": later("Name their substitute under People."),
    "prize-cut": later("Let them cut for the prize, or draw it at random."),
    "refused": later("Change the plan: the evening would not get past this."),
    "crashed": later("Tell whoever looks after the program: the evening would not get past this."),
    "check": later("Tell whoever looks after the program: what is kept does not agree."),
}
"""What the director would do at a stop of each kind."""
CERTIFICATE = {
    "repeated_partnerships": later("Partners again"),
    "repeated_meetings": later("At one table again"),
    "never_met": later("Pairs who never met"),
    "sit_out_spread": later("Sit-outs: difference between most and fewest"),
}


def report_context(report: Told) -> dict[str, Any]:
    strength = {player["number"]: player["strength"] for player in report["players"]}
    return {
        **{
            name: report[name]
            for name in ("complete", "unexpected", "hands", "strongest", "correlation", "seed")
        },
        "by_points": report["counting"] == "points",
        "length": clock(report["minutes"]),
        "stops": [_stop(stop) for stop in report["stops"]],
        "rounds": [_round(round_) for round_ in report["rounds"]],
        "standings": [
            {
                **line,
                "won": half_games(line["won_halves"]),
                "strength": _minus(f"{strength[line['player']] / 100:+.1f}"),
            }
            for line in report["standings"]
        ],
        "prizes": _prizes(report),
        "certificate": list(_certificate(report["certificate"])),
        "faults": _faults(report["certificate"]),
    }


def _prizes(report: Told) -> list[PrizeInWords]:
    # Reports from before prizes were part of them have none.
    won = [
        Prize(
            kind=prize["prize"],
            rank=prize["rank"],
            last=prize["last"],
            colour=prize["colour"],
            winner=str(prize["player"]),
            why=Sentence.from_data(prize["why"]),
            among=prize["among"],
            amount=prize["amount"],
            other=prize.get("other", 0),
            about=Sentence.from_data(prize["about"]) if "about" in prize else None,
        )
        for prize in report.get("prizes", ())
    ]
    names = {prize.winner: _("player %(number)s") % {"number": prize.winner} for prize in won if prize.winner}
    return prizes_in_words(won, names)


def _minus(numbers: str) -> str:
    return numbers.replace("-", "−")


def _words(data: Told) -> str:
    return sentence_case(translate(Sentence.from_data(data)))


def _stop(stop: Told) -> dict[str, Any]:
    return {
        "at": clock(stop["minute"]),
        "round": stop["round"],
        "table": stop["table"],
        "unexpected": stop["unexpected"],
        "who": WHO[stop["who"]],
        "what": _words(stop["what"]),
        "resolved": _words(stop["resolved"]),
        "do": DO[stop["kind"]],
    }


def _round(round_: Told) -> dict[str, Any]:
    bell = round_["bell"]
    if bell:
        words = _("Table %(table)s rang at %(at)s, after %(hands)s hands")
        ended = words % {"table": bell["table"], "at": clock(bell["minute"]), "hands": bell["hands"]}
    else:
        ended = _("Play stopped at %(at)s") % {"at": clock(round_["stopped"])}
    rows = zip(round_["tables"], round_["points"], round_["hands"], round_["winners"], strict=True)
    return {
        "number": round_["round"],
        "started": clock(round_["started"]),
        "closed": clock(round_["closed"]),
        "ended": ended,
        "sitting_out": ", ".join(map(str, round_["sitting_out"])),
        "tables": [
            {
                "number": number,
                "seats": ", ".join(map(str, seats)),
                "points": _minus(" : ".join(map(str, points))),
                "hands": hands,
                "winner": winner,
                "cut": number in round_["cuts"],
            }
            for number, (seats, points, hands, winner) in enumerate(rows, start=1)
        ],
    }


def _certificate(certificate: Told | None) -> Iterator[dict[str, Any]]:
    if certificate is None:
        return
    bounds = certificate["bounds"] or {}
    for name, label in CERTIFICATE.items():
        if name == "repeated_partnerships" and not certificate["partnership"]:
            continue
        least = bounds[name]["least"] if name in bounds else None
        yield {"label": label, "value": certificate["summary"][name], "least": least}


def _faults(certificate: Told | None) -> list[str]:
    if certificate is None or not certificate["faults"]:
        return []
    return [sentence_case(translate(fault.sentence)) for fault in Certificate.from_data(certificate).faults]


TROUBLES = {
    "refused": later("The plan cannot be rehearsed as it is."),
    "broken": later("The rehearsal broke off."),
    "too_long": later("The rehearsal took too long and was stopped. Try fewer players or rounds."),
    "interrupted": later("The rehearsal was interrupted. Start it again."),
}


def _number(label: Any, most: int, help_text: Any = "", *, least: int = 0) -> WholeNumber:
    return WholeNumber(
        label=label,
        help_text=help_text,
        least=least,
        most=most,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class RehearsalForm(forms.Form):
    players = _number(
        later("Players"), MOST_PLAYERS, later("Everybody who comes, latecomers included."), least=1
    )
    minutes_a_hand = _number(
        later("Minutes a hand takes"),
        60,
        later("Used to work out the length of the evening."),
        least=1,
    )
    late = _number(later("Come late"), FEW)
    leavers = _number(later("Leave early"), FEW)
    wrong = _number(later("Hands entered wrong"), FEW)
    seed = forms.CharField(
        label=later("Seed"),
        max_length=60,
        help_text=later("Another word gives another evening; the same word gives the same one again."),
    )

    def clean_seed(self) -> str:
        return " ".join(str(self.cleaned_data["seed"]).split())


def _fresh(evening: Evening) -> dict[str, Any]:
    inside = desk.players_present(evening)
    last = last_of(evening)
    fresh: dict[str, Any] = {"minutes_a_hand": 5, "late": 2, "leavers": 1, "wrong": 1, "seed": _("rehearsal")}
    if last is not None:
        fresh |= {name: last.brief[name] for name in fresh}
    before = len(last.brief["tickets"]) if last is not None else USUAL_PLAYERS
    players = min(inside, MOST_PLAYERS) or before
    spare = max(0, players - min(facts.plan_of(evening).tables.allowed))
    fresh["late"] = min(fresh["late"], spare)
    fresh["leavers"] = min(fresh["leavers"], spare - fresh["late"])
    return {"players": players, **fresh}


@evening_form(template="desk/rehearsal.html")
def show(request: HttpRequest, evening: Evening) -> Shown:
    form = bound_form(RehearsalForm, request, initial=_fresh(evening))
    if run_form(request, form, services.ask, evening=evening):
        return to_desk(evening, "desk-rehearsal")
    return {"form": form, **_context(evening)}


def _context(evening: Evening) -> dict[str, Any]:
    last = last_of(evening)
    context: dict[str, Any] = {"may_rehearse": services.may_rehearse(evening)}
    if last is None:
        return context
    if services.is_lost(last, now()):
        return context | {"trouble": TROUBLES["interrupted"]}
    if last.stage == last.Stage.FAILED:
        return context | {"trouble": TROUBLES[last.trouble], "remark": last.remark}
    if last.report is not None:
        return context | {"rehearsal": last, "report": report_context(last.report)}
    return context | {"rehearsal": last, "under_way": True, "progress": last.progress}
