"""Before the end, for everybody: who can still win an evening or reach a place of a season, and what must happen."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from django import forms
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.club.reads.visitors import visitor_of
from tournaments.evening.api.allowance import LONG
from tournaments.evening.api.bodies import LARGEST_ID
from tournaments.evening.api.schema import operation
from tournaments.evening.api.views import PublicView
from tournaments.evening.reads.access import public_evenings
from tournaments.evening.reads.projections import WHY_NOT, BeforeTheEnd, WhyNot, before_the_end
from tournaments.league.api.seasons import CATEGORY, Unit, season_at
from tournaments.league.reads.projections import MOST_AHEAD, Question, SeasonAhead, season_ahead
from tournaments.league.reads.seasons import Season
from tournaments.ranking import last_round, last_round_of_points
from tournaments.ranking.series import outlook, projections
from tournaments.ranking.totals import Verdict, verdict_said
from tournaments.site.api import query
from tournaments.site.api.answers import (
    Answer,
    EntryNumber,
    Example,
    PersonId,
    PersonName,
    TicketCode,
    translate,
)

HIGHEST = 1_000_000


class OfSeason(forms.Form):
    """What can be asked about a season."""

    place = forms.IntegerField(min_value=1, max_value=HIGHEST, required=False)
    category = forms.CharField(max_length=40, required=False)
    left = forms.IntegerField(min_value=0, max_value=MOST_AHEAD, required=False)
    least = forms.IntegerField(min_value=-HIGHEST, max_value=HIGHEST, required=False)
    most = forms.IntegerField(min_value=-HIGHEST, max_value=HIGHEST, required=False)
    of = forms.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)


class OfEvening(forms.Form):
    """What can be asked about an evening."""

    of = forms.IntegerField(min_value=1, max_value=LARGEST_ID, required=False)


VerdictOf = Annotated[Verdict, Example("possible")]
VerdictText = Annotated[str, Example(str(verdict_said("possible", 1)))]


class SeasonProspect(Answer):
    """What may become of somebody: the verdict, between which totals they end, in units, and words."""

    player: PersonId
    name: PersonName
    verdict: VerdictOf
    least: Annotated[int, Example(136)]
    most: Annotated[int | None, Example(156)]
    text: VerdictText

    @classmethod
    def of(cls, seen: SeasonAhead, one: projections.SeriesProspect) -> Self:
        """What may become of one of them."""
        return cls.read(
            one, player=int(one.person), name=seen.names[one.person], text=translate(one.sentence)
        )


class SeasonCase(Answer):
    """What must happen if somebody takes a place at the last evening, or stays away (null)."""

    takes: Annotated[int | None, Example(1)]
    total: Annotated[int, Example(156)]
    text: Annotated[str, Example("If Ann Lee takes place 1: Nothing else has to happen.")]
    conditions: list[str]

    @classmethod
    def of(cls, case: outlook.Case) -> Self:
        """A case in the reader's language."""
        return cls(
            takes=case.place,
            total=case.total,
            text=" ".join(translate(sentence) for sentence in case.sentences),
            conditions=[
                " ".join(translate(sentence) for sentence in each.sentences) for each in case.conditions
            ],
        )


class SeasonMust(Answer):
    """What must happen for who was asked about; no cases where it is settled, or more evenings are left."""

    player: PersonId
    name: PersonName
    cases: list[SeasonCase]

    @classmethod
    def of(cls, seen: SeasonAhead, player: int) -> Self:
        """What must happen for `player`. Raises ValidationError for somebody without a line."""
        must = seen.must(str(player))
        if must is None:
            query.reject("of", "unknown-player", _("this player has no line in the table"))
        person = must.prospect.person
        cases = [SeasonCase.of(case) for case in must.cases]
        return cls(player=int(person), name=seen.names[person], cases=cases)


class SeasonWhatIf(Answer):
    """Who can still reach a place; `exact` unless the verdicts are bounds. `left_by` says who says what is left.

    By the `nights` that the clubs have until the season's last day; `unknown` where they have none and nobody has
    said, and then there are no prospects.

    `winners` are those in the first place now, or for ever where the season is closed.
    """

    version: EntryNumber
    category: str
    asked_place: int
    unit: Unit
    evenings_left: Annotated[int | None, Example(2)]
    left_by: Annotated[Literal["rules", "asked", "nights", "unknown", "closed"], Example("rules")]
    each_evening: list[int] | None
    exact: Annotated[bool, Example(value=True)]
    winners: Annotated[list[int], Example([12])]
    prospects: list[SeasonProspect]
    must: SeasonMust | None

    @classmethod
    def of(cls, version: int, seen: SeasonAhead, player: int | None) -> Self:
        """What may become of a season at this `version`, and what must happen for `player`."""
        prospects = seen.outlook.prospects if seen.outlook else ()
        return cls(
            version=version,
            category=seen.question.category,
            asked_place=seen.question.place,
            unit=seen.rules.unit,
            evenings_left=seen.left,
            left_by=seen.left_by,
            each_evening=seen.each and list(seen.each),
            exact=bool(seen.outlook and seen.outlook.is_exact),
            winners=[int(person) for person in seen.winners],
            prospects=[SeasonProspect.of(seen, prospect) for prospect in prospects],
            must=None if player is None else SeasonMust.of(seen, player),
        )


class EveningProspect(Answer):
    """Whether somebody can still come first.

    Where games count: the games won, and in how many ways, as texts of digits, for there may be very many. Where
    points count: those so far, and between what and what they end. What does not count is null.
    """

    ticket: TicketCode
    number: Annotated[int, Example(3)]
    name: PersonName
    won_halves: Annotated[int | None, Example(8)] = None
    points: Annotated[int | None, Example(41)] = None
    verdict: VerdictOf
    outright: Annotated[str | None, Example("12")] = None
    level: Annotated[str | None, Example("20")] = None
    least: Annotated[int | None, Example(41)] = None
    most: Annotated[int | None, Example(67)] = None
    text: VerdictText

    @classmethod
    def all_of(cls, found: BeforeTheEnd) -> list[Self]:
        """What may become of everybody."""
        if isinstance(found.maths, last_round.LastRound):
            halves = found.maths.halves
            return [
                cls._of(
                    found,
                    prospect,
                    won_halves=halves[prospect.person],
                    outright=str(prospect.outright),
                    level=str(prospect.level),
                )
                for prospect in found.maths.prospects()
            ]
        points = found.maths.points
        return [
            cls._of(found, prospect, points=points[prospect.person], least=prospect.least, most=prospect.most)
            for prospect in found.maths.prospects()
        ]

    @classmethod
    def _of(
        cls,
        found: BeforeTheEnd,
        one: last_round.PersonProspect | last_round_of_points.PointsProspect,
        **counted: Any,
    ) -> Self:
        holder = found.people[one.person]
        return cls(
            ticket=holder.code,
            number=holder.number,
            name=holder.name,
            verdict=one.verdict,
            text=translate(one.sentence),
            **counted,
        )


class EveningCase(Answer):
    """What must happen with one result of one's own; `wins` is null for whoever sits out."""

    wins: Annotated[bool | None, Example(value=True)]
    ways: Annotated[str, Example("12")]
    text: Annotated[str, Example("If Ann Lee wins at table 4 nothing else has to happen.")]
    needed: list[str]

    @classmethod
    def of(cls, case: last_round.Case) -> Self:
        """A case in the reader's language."""
        return cls(
            wins=case.has_won,
            ways=str(case.ways),
            text=translate(case.sentence),
            needed=[translate(condition.sentence) for condition in case.needed],
        )


class EveningMust(Answer):
    """What must happen for who was asked about, to come first alone (`outright`) or to be level.

    Where games count there are `cases`, by their own result; where points count `needed`, all of which must happen.
    """

    number: Annotated[int, Example(3)]
    name: PersonName
    outright: Annotated[bool, Example(value=True)]
    cases: list[EveningCase]
    needed: list[str]

    @classmethod
    def of(cls, found: BeforeTheEnd, number: int) -> Self:
        """What must happen for the ticket with this number. Raises ValidationError where it has no line."""
        holder = found.at(number)
        if holder is None:
            query.reject("of", "unknown-ticket", _("nobody with this ticket has a line"))
        must = found.maths.what_must_happen(holder.code)
        if isinstance(must, last_round.PersonNeeds):
            cases, needed = [EveningCase.of(case) for case in must.cases], []
        else:
            cases, needed = [], [translate(condition.sentence) for condition in must.needed]
        return cls(
            number=holder.number, name=holder.name, outright=must.is_outright, cases=cases, needed=needed
        )


class EveningWhatIf(Answer):
    """Who can still win an evening before its last round is settled; where it cannot be asked `why_not`.

    `ways` is null where points count.
    """

    version: EntryNumber
    why_not: WhyNot | None
    text: str
    last_round: Annotated[int | None, Example(6)]
    ways: Annotated[str | None, Example("64")]
    prospects: list[EveningProspect]
    must: EveningMust | None

    @classmethod
    def of(cls, version: int, found: BeforeTheEnd, number: int | None) -> Self:
        """What may become of an evening at this `version`, and what must happen for the ticket `number`."""
        return cls(
            version=version,
            why_not=None,
            text="",
            last_round=found.round,
            ways=str(found.maths.ways) if isinstance(found.maths, last_round.LastRound) else None,
            prospects=EveningProspect.all_of(found),
            must=None if number is None else EveningMust.of(found, number),
        )

    @classmethod
    def nothing(cls, version: int, why_not: WhyNot) -> Self:
        """The answer where it cannot be asked."""
        return cls(
            version=version,
            why_not=why_not,
            text=translate(WHY_NOT[why_not]),
            last_round=None,
            ways="0",
            prospects=[],
            must=None,
        )


class SeasonWhatIfEndpoint(PublicView):
    """What may still become of a season."""

    throttle_classes = LONG

    @operation(
        "season_what_if",
        answer=SeasonWhatIf,
        refusals=(400, 404, 429),
        public=True,
        parameters=(
            query.whole_number("place", "This place or better; 1 without.", least=1, most=HIGHEST),
            CATEGORY,
            query.whole_number(
                "left",
                f"How many evenings are left, at most {MOST_AHEAD}, where the rules do not say it; without, the "
                "nights of the clubs are counted.",
                least=0,
                most=MOST_AHEAD,
            ),
            query.whole_number(
                "least",
                "What an evening gives at the least, in whole points, where points do not go by places.",
                least=-HIGHEST,
                most=HIGHEST,
            ),
            query.whole_number(
                "most",
                "What one gives at the most; without these two as much as one has given so far.",
                least=-HIGHEST,
                most=HIGHEST,
            ),
            query.whole_number(
                "of", "The player of whom it is told what must happen.", least=1, most=LARGEST_ID
            ),
        ),
    )
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """Who can still reach a place of a season of evenings, and what must happen for one of them.

        Nothing is said of more than sixty evenings: there are no prospects then.
        """
        params = query.read_query(request, OfSeason)
        season_row = season_at(request, club, league, season, kind=Season.Kind.EVENINGS)
        question = Question(
            place=params["place"] or 1,
            category=params["category"],
            **{name: params[name] for name in ("left", "least", "most")},
        )
        ahead = season_ahead(season_row, question, timezone.now())
        if ahead is None:
            query.reject("category", "unknown-category", _("the season has no such category"))
        _refuse_what_is_known(ahead, params)
        return SeasonWhatIf.of(season_row.version, ahead, params["of"]).reply()


def _refuse_what_is_known(seen: SeasonAhead, wanted: dict[str, Any]) -> None:
    places = len(seen.state.lines)
    if wanted["place"] and wanted["place"] > max(1, places):
        query.reject("place", "out-of-range", _("the table has %(places)s lines") % {"places": places})
    if wanted["left"] is not None and seen.left_by != "asked":
        query.reject("left", "known", _("how many evenings are left is known"))
    for name in ("least", "most"):
        if wanted[name] is not None and seen.each is None:
            query.reject(name, "known", _("what an evening gives is said by the rules"))
    if wanted["least"] is not None and wanted["most"] is not None and wanted["least"] > wanted["most"]:
        query.reject("most", "out-of-range", _("the most an evening gives is not less than the least"))


class EveningWhatIfEndpoint(PublicView):
    """What may still become of an evening."""

    throttle_classes = LONG

    @operation(
        "evening_what_if",
        answer=EveningWhatIf,
        refusals=(400, 404, 429),
        public=True,
        parameters=(
            query.whole_number(
                "of",
                "The number of the ticket of whom it is told what must happen.",
                least=1,
                most=LARGEST_ID,
            ),
        ),
    )
    def get(self, request: Request, club: str, evening: str) -> Response:
        """Who can still win an evening of games, from the announcement of the last round until it is settled."""
        of = query.read_query(request, OfEvening)["of"]
        row = get_object_or_404(public_evenings(visitor_of(request)), club__slug=club, slug=evening)
        projection = before_the_end(row)
        if isinstance(projection, BeforeTheEnd):
            return EveningWhatIf.of(row.version, projection, of).reply()
        return EveningWhatIf.nothing(row.version, projection).reply()
