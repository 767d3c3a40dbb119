"""Addresses of the secretary's pages of leagues."""

from django.urls import URLPattern, path

from tournaments.league.web.desk import adjust, entrants, fixtures, leagues, persons, season

LEAGUES = "desk/<slug:club>/leagues/"
SEASON = f"{LEAGUES}<slug:league>/<slug:season>/"

PERSONS = "desk/<slug:club>/persons/"
FEDERATION = "desk/<slug:club>/federation/"

LEAGUE = f"{LEAGUES}<slug:league>/"

urlpatterns: list[URLPattern] = [
    path(LEAGUES, leagues.leagues, name="desk-leagues"),
    path(f"{LEAGUES}asked/work/<int:pk>/<slug:name>/", leagues.decide, name="desk-league-work"),
    path(f"{LEAGUES}asked/<int:pk>/", leagues.answer, name="desk-league-answer"),
    path(LEAGUE, leagues.league, name="desk-league"),
    path(f"{LEAGUE}clubs/ask/", leagues.ask, name="desk-league-ask"),
    path(f"{LEAGUE}clubs/<int:pk>/without/", leagues.without, name="desk-league-without"),
    path(f"{LEAGUE}new/<slug:kind>/", leagues.new, name="desk-season-new"),
    path(SEASON, season.overview, name="desk-season"),
    path(f"{SEASON}work/<int:pk>/<slug:name>/", season.job_action, name="desk-season-work"),
    path(f"{SEASON}do/<slug:name>/", season.season_action, name="desk-season-deed"),
    path(f"{SEASON}rules/", leagues.rules, name="desk-season-rules"),
    path(f"{SEASON}evenings/", season.evenings_page, name="desk-season-evenings"),
    path(f"{SEASON}evenings/<int:pk>/", season.choose, name="desk-season-choose"),
    path(f"{SEASON}people/", season.people, name="desk-season-people"),
    path(f"{SEASON}adjust/", adjust.adjust, name="desk-season-adjust"),
    path(f"{SEASON}adjust/lots/", adjust.draw, name="desk-season-lots"),
    path(f"{SEASON}adjust/<int:sequence>/withdraw/", adjust.withdraw, name="desk-season-withdraw"),
    path(f"{SEASON}entrants/", entrants.page, name="desk-season-entrants"),
    path(f"{SEASON}entrants/list/", entrants.paste, name="desk-season-paste"),
    path(f"{SEASON}entrants/divisions/", entrants.divide, name="desk-season-divide"),
    path(f"{SEASON}entrants/seeds/", entrants.arrange, name="desk-season-arrange"),
    path(f"{SEASON}entrants/<int:number>/", entrants.show_entrant, name="desk-season-entrant"),
    path(f"{SEASON}entrants/<int:number>/leave/", entrants.leave, name="desk-season-leave"),
    path(f"{SEASON}fixtures/", fixtures.page, name="desk-season-fixtures"),
    path(f"{SEASON}fixtures/make/", fixtures.make, name="desk-season-make"),
    path(f"{SEASON}fixtures/pairings/", fixtures.enter_pairings, name="desk-season-pairings"),
    path(f"{SEASON}fixtures/undo/", fixtures.undo, name="desk-season-undo"),
    path(f"{SEASON}fixtures/left-out/", adjust.absences_page, name="desk-season-left-out"),
    path(f"{SEASON}fixtures/days/<int:number>/", fixtures.days, name="desk-season-days"),
    path(f"{SEASON}fixtures/of/<path:code>/", fixtures.act, name="desk-season-fixture"),
    path(f"{SEASON}end/", adjust.end_page, name="desk-season-end"),
    path(f"{SEASON}end/lots/", adjust.draw_lots, name="desk-season-draw-lots"),
    path(
        f"{SEASON}end/lots/<int:sequence>/withdraw/", adjust.withdraw_lots, name="desk-season-withdraw-lots"
    ),
    path(f"{SEASON}end/play-offs/", adjust.play_offs, name="desk-season-play-offs"),
    path(FEDERATION, persons.show_federation, name="desk-federation"),
    path(f"{FEDERATION}ask/", persons.ask_into_federation, name="desk-federation-ask"),
    path(f"{FEDERATION}asked/<int:pk>/", persons.answer_invitation, name="desk-federation-answer"),
    path(f"{FEDERATION}<int:pk>/end/", persons.end_membership, name="desk-federation-end"),
    path(f"{FEDERATION}people/", persons.show_bonds, name="desk-bonds"),
    path(f"{FEDERATION}people/<int:pk>/agree/", persons.agree_to_bond, name="desk-bond-agree"),
    path(f"{FEDERATION}people/<int:pk>/end/", persons.end_bond, name="desk-bond-end"),
    path(PERSONS, persons.persons, name="desk-persons"),
    path(f"{PERSONS}merge/", persons.merge, name="desk-persons-merge"),
    path(f"{PERSONS}<int:pk>/undo/", persons.undo, name="desk-persons-undo"),
]
