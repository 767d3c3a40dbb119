"""Addresses of leagues and people: the secretary's pages, and those that everybody sees."""

from django.urls import URLPattern, path

from tournaments.league.web.desk import archives, entrants, fixtures, leagues, persons, season
from tournaments.league.web.public import clubs, feeds
from tournaments.league.web.public import fixtures as public_fixtures
from tournaments.league.web.public import seasons as public_seasons

DESK = "desk/<slug:club>/"
CLUB = "c/<slug:club>/"
LEAGUE = "leagues/<slug:league>/"
ELSEWHERE = f"{DESK}leagues/asked/<slug:host>/<slug:league>/"
SEASON = f"{LEAGUE}<slug:season>/"
FEDERATION = "f/<slug:federation>/"
ASKED = f"{DESK}federation/asked/<slug:federation>/"

desk: list[URLPattern] = [
    path(f"{DESK}new/archive/", archives.bring_in, name="desk-archive"),
    path(f"{DESK}leagues/", leagues.leagues, name="desk-leagues"),
    path(f"{DESK}leagues/jobs/<int:job>/again/", leagues.try_job_again, name="desk-league-job-again"),
    path(f"{DESK}leagues/jobs/<int:job>/drop/", leagues.drop_job, name="desk-league-job-drop"),
    path(f"{ELSEWHERE}agree/", leagues.agree, name="desk-league-agree"),
    path(f"{ELSEWHERE}leave/", leagues.leave, name="desk-league-leave"),
    path(f"{DESK}{LEAGUE}", leagues.league, name="desk-league"),
    path(f"{DESK}{LEAGUE}clubs/ask/", leagues.ask_club, name="desk-league-ask"),
    path(f"{DESK}{LEAGUE}clubs/<slug:guest>/without/", leagues.let_go, name="desk-league-without"),
    path(f"{DESK}{LEAGUE}new/<slug:kind>/", leagues.new, name="desk-season-new"),
    path(f"{DESK}{SEASON}", season.overview, name="desk-season"),
    path(f"{DESK}{SEASON}jobs/<int:job>/again/", season.try_job_again, name="desk-season-job-again"),
    path(f"{DESK}{SEASON}jobs/<int:job>/drop/", season.drop_job, name="desk-season-job-drop"),
    path(f"{DESK}{SEASON}do/<slug:name>/", season.season_action, name="desk-season-deed"),
    path(f"{DESK}{SEASON}rules/", leagues.rules, name="desk-season-rules"),
    path(f"{DESK}{SEASON}evenings/", season.evenings_page, name="desk-season-evenings"),
    path(f"{DESK}{SEASON}evenings/<int:pk>/", season.choose, name="desk-season-choose"),
    path(f"{DESK}{SEASON}people/", season.people, name="desk-season-people"),
    path(f"{DESK}{SEASON}adjust/", season.adjust, name="desk-season-adjust"),
    path(f"{DESK}{SEASON}adjust/lots/", season.draw, name="desk-season-lots"),
    path(f"{DESK}{SEASON}adjust/<int:sequence>/withdraw/", season.withdraw, name="desk-season-withdraw"),
    path(f"{DESK}{SEASON}entrants/", entrants.page, name="desk-season-entrants"),
    path(f"{DESK}{SEASON}entrants/list/", entrants.paste, name="desk-season-paste"),
    path(f"{DESK}{SEASON}entrants/divisions/", entrants.divide, name="desk-season-divide"),
    path(f"{DESK}{SEASON}entrants/seeds/", entrants.arrange, name="desk-season-arrange"),
    path(f"{DESK}{SEASON}entrants/<int:number>/", entrants.show_entrant, name="desk-season-entrant"),
    path(f"{DESK}{SEASON}entrants/<int:number>/leave/", entrants.leave, name="desk-season-leave"),
    path(f"{DESK}{SEASON}fixtures/", fixtures.page, name="desk-season-fixtures"),
    path(f"{DESK}{SEASON}fixtures/make/", fixtures.make, name="desk-season-make"),
    path(f"{DESK}{SEASON}fixtures/pairings/", fixtures.enter_pairings, name="desk-season-pairings"),
    path(f"{DESK}{SEASON}fixtures/undo/", fixtures.undo, name="desk-season-undo"),
    path(f"{DESK}{SEASON}fixtures/left-out/", fixtures.absences_page, name="desk-season-left-out"),
    path(f"{DESK}{SEASON}fixtures/save/<slug:key>/", fixtures.save_round, name="desk-season-round"),
    path(f"{DESK}{SEASON}fixtures/days/<int:number>/", fixtures.days, name="desk-season-days"),
    path(f"{DESK}{SEASON}fixtures/of/<path:code>/", fixtures.act, name="desk-season-fixture"),
    path(f"{DESK}{SEASON}end/", fixtures.end_page, name="desk-season-end"),
    path(f"{DESK}{SEASON}end/lots/", fixtures.draw_lots, name="desk-season-draw-lots"),
    path(
        f"{DESK}{SEASON}end/lots/<int:sequence>/withdraw/",
        fixtures.withdraw_lots,
        name="desk-season-withdraw-lots",
    ),
    path(f"{DESK}{SEASON}end/play-offs/", fixtures.play_offs, name="desk-season-play-offs"),
    path(f"{DESK}federation/", persons.show_federation, name="desk-federation"),
    path(f"{DESK}federation/ask/", persons.ask_into_federation, name="desk-federation-ask"),
    path(f"{ASKED}agree/", persons.agree_to_federation, name="desk-federation-agree"),
    path(f"{ASKED}decline/", persons.decline_federation, name="desk-federation-decline"),
    path(f"{DESK}federation/<slug:member>/end/", persons.end_membership, name="desk-federation-end"),
    path(f"{DESK}federation/people/", persons.show_bonds, name="desk-bonds"),
    path(f"{DESK}federation/people/<int:bond>/agree/", persons.agree_to_bond, name="desk-bond-agree"),
    path(f"{DESK}federation/people/<int:bond>/end/", persons.end_bond, name="desk-bond-end"),
    path(f"{DESK}persons/", persons.persons, name="desk-persons"),
    path(f"{DESK}persons/merge/", persons.merge, name="desk-persons-merge"),
    path(f"{DESK}persons/<int:merge>/undo/", persons.undo, name="desk-persons-undo"),
]
public: list[URLPattern] = [
    path(f"{CLUB}leagues/", clubs.leagues, name="leagues"),
    path(f"{CLUB}{SEASON}", public_seasons.season, name="season"),
    path(f"{CLUB}{SEASON}table.csv", public_seasons.download_table, {"kind": "csv"}, name="season-csv"),
    path(f"{CLUB}{SEASON}table.xlsx", public_seasons.download_table, {"kind": "xlsx"}, name="season-xlsx"),
    path(
        f"{CLUB}{SEASON}evenings.csv", public_seasons.evenings_long, {"kind": "csv"}, name="season-long-csv"
    ),
    path(
        f"{CLUB}{SEASON}evenings.xlsx",
        public_seasons.evenings_long,
        {"kind": "xlsx"},
        name="season-long-xlsx",
    ),
    path(
        f"{CLUB}{SEASON}by-evening.csv", public_seasons.evenings_wide, {"kind": "csv"}, name="season-wide-csv"
    ),
    path(
        f"{CLUB}{SEASON}by-evening.xlsx",
        public_seasons.evenings_wide,
        {"kind": "xlsx"},
        name="season-wide-xlsx",
    ),
    path(f"{CLUB}{SEASON}division-<int:division>.trf", public_fixtures.trf, name="season-trf"),
    path(f"{CLUB}{SEASON}archive.json", public_seasons.archive, name="season-archive"),
    path(
        f"{CLUB}{SEASON}archive.json.minisig",
        public_seasons.archive_signature,
        name="season-archive-signature",
    ),
    path(f"{CLUB}{SEASON}picture.png", public_seasons.picture, name="season-picture"),
    path(f"{CLUB}{SEASON}why/<int:number>/", public_seasons.why_by_number, name="season-why-by-number"),
    path(f"{CLUB}{SEASON}why/<path:address>/", public_seasons.why, name="season-why"),
    path(f"{CLUB}{SEASON}evenings/", public_seasons.evenings, name="season-evenings"),
    path(f"{CLUB}{SEASON}fixtures/", public_fixtures.fixtures, name="season-fixtures"),
    path(f"{CLUB}{SEASON}what-if/", public_seasons.what_if, name="season-what-if"),
    path(f"{CLUB}{SEASON}rules/", public_seasons.rules, name="season-rules"),
    path(f"{CLUB}{SEASON}prizes/", public_seasons.prizes, name="season-prizes"),
    path(f"{CLUB}{SEASON}ledger/", public_seasons.entries, name="season-entries"),
    path(f"{CLUB}sheet/", clubs.sheet, name="club-sheet"),
    path(f"{CLUB}results.atom", feeds.results, name="results-feed"),
    path(f"{CLUB}embed/", feeds.club_frame, name="club-embed"),
    path(f"{CLUB}<slug:evening>/embed/", feeds.evening_frame, name="evening-embed"),
    path(f"{CLUB}<slug:evening>/embed/live/", feeds.live_evening_frame, name="evening-embed-live"),
    path(f"{CLUB}sitemap.xml", feeds.club_map, name="club-map"),
    path("robots.txt", feeds.robots, name="robots"),
    path(f"{CLUB}results/", clubs.results, name="results"),
    path(f"{CLUB}players/", clubs.everybody, name="players"),
    path(f"{CLUB}players/<int:pk>/", clubs.player_by_number, name="player-by-number"),
    path(f"{CLUB}players/<slug:address>/", clubs.player, name="player"),
    path(f"{CLUB}players/<slug:address>/picture.png", clubs.picture, name="player-picture"),
    path(f"{CLUB}players/<slug:address>/photo.png", clubs.photo, name="player-photo"),
    path("me/", persons.show_own_players, name="own-players"),
    path("me/<slug:federation>/one/", persons.as_one, name="own-players-as-one"),
    path("me/<slug:federation>/several/", persons.as_several, name="own-players-as-several"),
    path(f"{CLUB}ratings/<slug:game>/", clubs.ratings, name="ratings"),
    path(FEDERATION, clubs.federation, name="federation"),
    path(f"{FEDERATION}ratings/<slug:game>/", clubs.federation_ratings, name="federation-ratings"),
]
