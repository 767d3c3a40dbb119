"""Before the end, for everybody: who can still win an evening or reach a place of a season, and what must happen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from operator import attrgetter
from typing import Annotated, Any, Literal

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from rest_framework.request import Request

from tournaments.club.api.operations import Address
from tournaments.club.api.views import LONG, PublicView
from tournaments.club.reads.access import visitor_of
from tournaments.evening.api.views import EVENING
from tournaments.evening.reads.access import public_evenings
from tournaments.evening.reads.projections import WHY_NOT, BeforeTheEnd, WhyNot, before_the_end
from tournaments.league.api.seasons import SEASON, OfCategory, OpenedSeasonOfEvenings, Unit
from tournaments.league.reads.tables import MOST_AHEAD, Question, SeasonAhead, season_ahead
from tournaments.ranking import last_round
from tournaments.ranking.totals import Verdict, verdict_said
from tournaments.site.api import answers, query
from tournaments.site.api.answers import Answer, AsText, At, Example, InWords, text_of, translate
from tournaments.site.arguments import LARGEST_ID

HIGHEST = 1_000_000


class OfSeason(query.Query):
    place = query.whole_number("This place or better; 1 without.", least=1, most=HIGHEST)
    category = OfCategory.base_fields["category"]
    left = query.whole_number(
        f"How many evenings are left, at most {MOST_AHEAD}, where the rules do not say it; without, the "
        "nights of the clubs are counted.",
        least=0,
        most=MOST_AHEAD,
    )
    least = query.whole_number(
        "What an evening gives at the least, in whole points, where points do not go by places.",
        least=-HIGHEST,
        most=HIGHEST,
    )
    most = query.whole_number(
        "What one gives at the most; without these two as much as one has given so far.",
        least=-HIGHEST,
        most=HIGHEST,
    )
    of = query.whole_number("The player of whom it is told what must happen.", least=1, most=LARGEST_ID)


class OfEvening(query.Query):
    of = query.whole_number(
        "The number of the ticket of whom it is told what must happen.", least=1, most=LARGEST_ID
    )


VerdictOf = Annotated[Verdict, Example("possible")]
VerdictText = Annotated[InWords, Example(str(verdict_said("possible", 1)))]


ConditionText = Annotated[InWords, text_of(attrgetter("sentence"))]


class SeasonProspect(Answer):
    """What may become of somebody: the verdict, between which totals they end, in units, and words."""

    player: Annotated[answers.PersonId, At("person")]
    name: answers.PersonName
    verdict: VerdictOf
    least: Annotated[int, Example(136)]
    most: Annotated[int | None, Example(156)]
    text: Annotated[VerdictText, At("sentence")]


class SeasonCase(Answer):
    """What must happen if somebody takes a place at the last evening, or stays away (null)."""

    takes: Annotated[int | None, At("place"), Example(1)]
    total: Annotated[int, Example(156)]
    text: Annotated[
        InWords, At("sentences"), Example("If Ann Lee takes place 1: Nothing else has to happen.")
    ]
    conditions: list[Annotated[InWords, text_of(attrgetter("sentences"))]]


class SeasonMust(Answer):
    """What must happen for who was asked about; no cases where it is settled, or more evenings are left."""

    player: Annotated[answers.PersonId, At("prospect.person")]
    name: answers.PersonName
    cases: list[SeasonCase]


class SeasonWhatIf(Answer):
    """Who can still reach a place; `exact` unless the verdicts are bounds. `left_by` says who says what is left.

    By the `nights` that the clubs have until the season's last day; `unknown` where they have none and nobody has
    said, and then there are no prospects.

    `winners` are those in the first place now, or for ever where the season is closed.
    """

    version: answers.EntryNumber
    category: Annotated[str, At("question.category")]
    asked_place: Annotated[int, At("question.place")]
    unit: Annotated[Unit, At("rules.unit")]
    evenings_left: Annotated[int | None, At("left"), Example(2)]
    left_by: Annotated[Literal["rules", "asked", "nights", "unknown", "closed"], Example("rules")]
    each_evening: Annotated[list[int] | None, At("each")]
    exact: Annotated[bool, Example(value=True)]
    winners: Annotated[list[int], Example([12])]
    prospects: list[SeasonProspect]
    must: SeasonMust | None


class EveningProspect(Answer):
    """Whether somebody can still come first.

    Where games count: the games won, and in how many ways, as texts of digits, for there may be very many. Where
    points count: those so far, and between what and what they end. What does not count is null.
    """

    ticket: answers.TicketCode
    number: Annotated[int, Example(3)]
    name: answers.PersonName
    won_halves: Annotated[int | None, Example(8)] = None
    points: Annotated[int | None, Example(41)] = None
    verdict: VerdictOf
    outright: Annotated[str | None, Example("12")] = None
    level: Annotated[str | None, Example("20")] = None
    least: Annotated[int | None, Example(41)] = None
    most: Annotated[int | None, Example(67)] = None
    text: VerdictText


class EveningCase(Answer):
    """What must happen with one result of one's own; `wins` is null for whoever sits out."""

    wins: Annotated[bool | None, At("has_won"), Example(value=True)]
    ways: Annotated[AsText, Example("12")]
    text: Annotated[
        InWords, At("sentence"), Example("If Ann Lee wins at table 4 nothing else has to happen.")
    ]
    needed: list[ConditionText]


class EveningMust(Answer):
    """What must happen for who was asked about, to come first alone (`outright`) or to be level.

    Where games count there are `cases`, by their own result; where points count `needed`, all of which must happen.
    """

    number: Annotated[int, Example(3)]
    name: answers.PersonName
    outright: Annotated[bool, Example(value=True)]
    cases: list[EveningCase]
    needed: list[ConditionText]


class EveningWhatIf(Answer):
    """Who can still win an evening before its last round is settled; where it cannot be asked `why_not`.

    `ways` is null where points count.
    """

    version: answers.EntryNumber
    why_not: WhyNot | None
    text: str
    last_round: Annotated[int | None, Example(6)]
    ways: Annotated[str | None, Example("64")]
    prospects: list[EveningProspect]
    must: EveningMust | None


@Address(f"{SEASON}what-if/", "season-what-if", view=PublicView, throttles=LONG).get()
def season_what_if(season: OpenedSeasonOfEvenings, asked: OfSeason, at: datetime) -> SeasonWhatIf:
    """Who can still reach a place of a season of evenings, and what must happen for one of them.

    Nothing is said of more than sixty evenings: there are no prospects then.
    """
    params = asked.cleaned_data
    question = Question(
        place=params["place"] or 1,
        category=params["category"],
        **{name: params[name] for name in ("left", "least", "most")},
    )
    ahead = season_ahead(season, question, at)
    if ahead is None:
        query.reject("category", "unknown-category", _("the season has no such category"))
    _refuse_what_is_known(ahead, params)
    return SeasonWhatIf.read(
        ahead,
        version=season.version,
        exact=bool(ahead.outlook and ahead.outlook.is_exact),
        prospects=[
            SeasonProspect.read(prospect, name=ahead.names[prospect.person])
            for prospect in (ahead.outlook.prospects if ahead.outlook else ())
        ],
        must=None if params["of"] is None else _season_must(ahead, params["of"]),
    )


def _refuse_what_is_known(ahead: SeasonAhead, params: dict[str, Any]) -> None:
    places = len(ahead.state.lines)
    if params["place"] and params["place"] > max(1, places):
        query.reject("place", "out-of-range", _("the table has %(places)s lines") % {"places": places})
    if params["left"] is not None and ahead.left_by != "asked":
        query.reject("left", "known", _("how many evenings are left is known"))
    for name in ("least", "most"):
        if params[name] is not None and ahead.each is None:
            query.reject(name, "known", _("what an evening gives is said by the rules"))
    if params["least"] is not None and params["most"] is not None and params["least"] > params["most"]:
        query.reject("most", "out-of-range", _("the most an evening gives is not less than the least"))


def _season_must(ahead: SeasonAhead, player: int) -> SeasonMust:
    must = ahead.must(str(player))
    if must is None:
        query.reject("of", "unknown-player", _("this player has no line in the table"))
    return SeasonMust.read(must, name=ahead.names[must.prospect.person])


@Address(f"{EVENING}what-if/", "evening-what-if", view=PublicView, throttles=LONG).get()
def evening_what_if(request: Request, club: str, evening: str, asked: OfEvening) -> EveningWhatIf:
    """Who can still win an evening of games, from the announcement of the last round until it is settled."""
    of = asked.cleaned_data["of"]
    row = get_object_or_404(public_evenings(visitor_of(request)), club__slug=club, slug=evening)
    ahead = before_the_end(row)
    if not isinstance(ahead, BeforeTheEnd):
        nothing: dict[str, Any] = {"last_round": None, "ways": "0", "prospects": [], "must": None}
        return EveningWhatIf.read(row, why_not=ahead, text=translate(WHY_NOT[ahead]), **nothing)
    return EveningWhatIf.read(
        row,
        why_not=None,
        text="",
        last_round=ahead.round,
        ways=str(ahead.maths.ways) if isinstance(ahead.maths, last_round.LastRound) else None,
        prospects=list(_evening_prospects(ahead)),
        must=None if of is None else _evening_must(ahead, of),
    )


def _evening_prospects(ahead: BeforeTheEnd) -> Iterator[EveningProspect]:
    maths = ahead.maths
    so_far = maths.halves if isinstance(maths, last_round.LastRound) else maths.points
    for prospect in maths.prospects():
        holder, own = ahead.people[prospect.person], so_far[prospect.person]
        counts: dict[str, Any]
        if isinstance(prospect, last_round.PersonProspect):
            counts = {"won_halves": own, "outright": str(prospect.outright), "level": str(prospect.level)}
        else:
            counts = {"points": own, "least": prospect.least, "most": prospect.most}
        yield EveningProspect(
            ticket=holder.code,
            number=holder.number,
            name=holder.name,
            verdict=prospect.verdict,
            text=translate(prospect.sentence),
            **counts,
        )


def _evening_must(ahead: BeforeTheEnd, number: int) -> EveningMust:
    holder = ahead.at(number)
    if holder is None:
        query.reject("of", "unknown-ticket", _("nobody with this ticket has a line"))
    must = ahead.maths.what_must_happen(holder.code)
    cases, needed = getattr(must, "cases", ()), getattr(must, "needed", ())
    return EveningMust.read(holder, outright=must.is_outright, cases=cases, needed=needed)
