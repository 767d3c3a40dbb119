"""Addresses of the secretary's pages of leagues."""

from django.urls import URLPattern, path

from tournaments.web.desk.leagues import adjust, leagues, persons, season

LEAGUES = "desk/<slug:club>/leagues/"
SEASON = f"{LEAGUES}<slug:league>/<slug:season>/"

PERSONS = "desk/<slug:club>/persons/"

LEAGUE = f"{LEAGUES}<slug:league>/"

urlpatterns: list[URLPattern] = [
    path(LEAGUES, leagues.leagues, name="desk-leagues"),
    path(f"{LEAGUES}asked/<int:pk>/", leagues.answer, name="desk-league-answer"),
    path(LEAGUE, leagues.league, name="desk-league"),
    path(f"{LEAGUE}clubs/ask/", leagues.ask, name="desk-league-ask"),
    path(f"{LEAGUE}clubs/<int:pk>/without/", leagues.without, name="desk-league-without"),
    path(f"{LEAGUE}new/<slug:kind>/", leagues.new, name="desk-season-new"),
    path(SEASON, season.overview, name="desk-season"),
    path(f"{SEASON}do/<slug:name>/", season.deed, name="desk-season-deed"),
    path(f"{SEASON}rules/", season.rules, name="desk-season-rules"),
    path(f"{SEASON}evenings/", season.evenings_page, name="desk-season-evenings"),
    path(f"{SEASON}evenings/<int:pk>/", season.choose, name="desk-season-choose"),
    path(f"{SEASON}people/", season.people, name="desk-season-people"),
    path(f"{SEASON}adjust/", adjust.adjust, name="desk-season-adjust"),
    path(f"{SEASON}adjust/lots/", adjust.draw, name="desk-season-lots"),
    path(f"{SEASON}adjust/<int:sequence>/withdraw/", adjust.withdraw, name="desk-season-withdraw"),
    path(PERSONS, persons.persons, name="desk-persons"),
    path(f"{PERSONS}merge/", persons.merge, name="desk-persons-merge"),
    path(f"{PERSONS}<int:pk>/undo/", persons.undo, name="desk-persons-undo"),
]
