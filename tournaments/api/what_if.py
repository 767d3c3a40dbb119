"""Before the end, for everybody: who can still win an evening or reach a place of a season, and what must happen."""

from __future__ import annotations

from typing import Any

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import season_answers as answers
from tournaments.api.asked import asked, wrong
from tournaments.api.documents import Document
from tournaments.api.doors import PublicDoor
from tournaments.api.errors import said
from tournaments.api.leagues import CATEGORY, season_at
from tournaments.api.schema import described
from tournaments.queries.access import public_evenings
from tournaments.queries.last_rounds import WHY_NOT, BeforeTheEnd, before_the_end
from tournaments.queries.leagues.outlooks import MOST_AHEAD, Question, SeasonAhead, ahead
from tournaments.queries.leagues.seasons import Season
from tournaments.ranking.last_round import Prospect

HIGHEST = 1_000_000


class OfSeason(forms.Form):
    """What can be asked about a season."""

    place = forms.IntegerField(min_value=1, max_value=HIGHEST, required=False)
    category = forms.CharField(max_length=40, required=False)
    left = forms.IntegerField(min_value=0, max_value=MOST_AHEAD, required=False)
    least = forms.IntegerField(min_value=-HIGHEST, max_value=HIGHEST, required=False)
    most = forms.IntegerField(min_value=-HIGHEST, max_value=HIGHEST, required=False)
    of = forms.IntegerField(min_value=1, required=False)


class OfEvening(forms.Form):
    """What can be asked about an evening."""

    of = forms.IntegerField(min_value=1, required=False)


class SeasonWhatIf(PublicDoor):
    """What may still become of a season."""

    @described(
        "season_what_if",
        answer=answers.SeasonWhatIf,
        refusals=(400, 404),
        public=True,
        parameters=(
            OpenApiParameter("place", int, description="This place or better; 1 without."),
            CATEGORY,
            OpenApiParameter(
                "left",
                int,
                description=f"How many evenings are left, at most {MOST_AHEAD}, where the rules do not say it;"
                " 1 without.",
            ),
            OpenApiParameter(
                "least",
                int,
                description="What an evening gives at the least, in whole points, where points do not go by places.",
            ),
            OpenApiParameter(
                "most",
                int,
                description="What one gives at the most; without these two as much as one has given so far.",
            ),
            OpenApiParameter("of", int, description="The player of whom it is told what must happen."),
        ),
    )
    def get(self, request: Request, club: str, league: str, season: str) -> Response:
        """Who can still reach a place of a season of evenings, and what must happen for one of them.

        Nothing is said of more than sixty evenings: there are no prospects then.
        """
        wanted = asked(request, OfSeason)
        found = season_at(club, league, season, kind=Season.Kind.EVENINGS)
        question = Question(
            place=wanted["place"] or 1,
            category=wanted["category"],
            **{name: wanted[name] for name in ("left", "least", "most")},
        )
        seen = ahead(found, question)
        if seen is None:
            wrong("category", "unknown-category", _("the season has no such category"))
        _refuse_what_is_known(seen, wanted)
        return Response({"version": found.version, **_season(seen, wanted["of"])})


def _refuse_what_is_known(seen: SeasonAhead, wanted: dict[str, Any]) -> None:
    """Raise ValidationError for a place that there is not, and for what the rules say already."""
    places = len(seen.state.lines)
    if wanted["place"] and wanted["place"] > max(1, places):
        wrong("place", "out-of-range", _("the table has %(places)s lines") % {"places": places})
    if wanted["left"] is not None and seen.left_by != "asked":
        wrong("left", "known", _("how many evenings are left is known"))
    for name in ("least", "most"):
        if wanted[name] is not None and seen.each is None:
            wrong(name, "known", _("what an evening gives is said by the rules"))
    if wanted["least"] is not None and wanted["most"] is not None and wanted["least"] > wanted["most"]:
        wrong("most", "out-of-range", _("the most an evening gives is not less than the least"))


def _season(seen: SeasonAhead, of: int | None) -> Document:
    prospects = seen.outlook.prospects if seen.outlook else ()
    return {
        "category": seen.question.category,
        "asked_place": seen.question.place,
        "unit": seen.rules.unit,
        "evenings_left": seen.left,
        "left_by": seen.left_by,
        "each_evening": seen.each and list(seen.each),
        "exact": bool(seen.outlook and seen.outlook.is_exact),
        "winners": [int(person) for person in seen.winners],
        "prospects": [
            {
                "player": int(one.person),
                "name": seen.names[one.person],
                "verdict": one.verdict,
                "least": one.least,
                "most": one.most,
                "text": said(one.sentence),
            }
            for one in prospects
        ],
        "must": None if of is None else _season_must(seen, of),
    }


def _season_must(seen: SeasonAhead, of: int) -> Document:
    must = seen.must(str(of))
    if must is None:
        wrong("of", "unknown-player", _("this player has no line in the table"))
    cases = [
        {
            "takes": case.place,
            "total": case.total,
            "text": " ".join(said(sentence) for sentence in case.sentences),
            "conditions": [" ".join(said(one) for one in each.sentences) for each in case.conditions],
        }
        for case in must.cases
    ]
    person = must.prospect.person
    return {"player": int(person), "name": seen.names[person], "cases": cases}


class EveningWhatIf(PublicDoor):
    """What may still become of an evening."""

    @described(
        "evening_what_if",
        answer=answers.EveningWhatIf,
        refusals=(400, 404),
        public=True,
        parameters=(
            OpenApiParameter(
                "of", int, description="The number of the ticket of whom it is told what must happen."
            ),
        ),
    )
    def get(self, request: Request, club: str, evening: str) -> Response:
        """Who can still win an evening of games, from the announcement of the last round until it is settled."""
        of = asked(request, OfEvening)["of"]
        row = get_object_or_404(public_evenings(), club__slug=club, slug=evening)
        found = before_the_end(row)
        if isinstance(found, BeforeTheEnd):
            return Response({"version": row.version, **_evening(found, of)})
        nothing: Document = {"last_round": None, "ways": "0", "prospects": [], "must": None}
        return Response({"version": row.version, "why_not": found, "text": said(WHY_NOT[found]), **nothing})


def _evening(found: BeforeTheEnd, of: int | None) -> Document:
    return {
        "why_not": None,
        "text": "",
        "last_round": found.round,
        "ways": str(found.maths.ways),
        "prospects": [_prospect(found, one) for one in found.maths.prospects()],
        "must": None if of is None else _evening_must(found, of),
    }


def _prospect(found: BeforeTheEnd, one: Prospect) -> Document:
    holder = found.people[one.person]
    return {
        "ticket": holder.code,
        "number": holder.number,
        "name": holder.name,
        "won_halves": found.maths.halves[one.person],
        "verdict": one.verdict,
        "outright": str(one.outright),
        "level": str(one.level),
        "text": said(one.sentence),
    }


def _evening_must(found: BeforeTheEnd, of: int) -> Document:
    holder = found.at(of)
    if holder is None:
        wrong("of", "unknown-ticket", _("nobody with this ticket has a line"))
    must = found.maths.what_must_happen(holder.code)
    cases = [
        {
            "wins": case.has_won,
            "ways": str(case.ways),
            "text": said(case.sentence),
            "needed": [said(one.sentence) for one in case.needed],
        }
        for case in must.cases
    ]
    return {"number": holder.number, "name": holder.name, "outright": must.is_outright, "cases": cases}
