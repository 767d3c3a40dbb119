"""The pages, one list for each family of screens."""

from django.urls import URLPattern, path, register_converter

from tournaments.audit.views import urlpatterns as audit
from tournaments.club.web import account, officers, pages, settings, sign_in
from tournaments.club.web.members import urlpatterns as members
from tournaments.evening.web.desk import (
    acts,
    board,
    check_in,
    clubs,
    corrections,
    decisions,
    decorators,
    members_import,
    menu,
    papers,
    people,
    plan,
    schedule,
    seating,
    table,
    workshop,
)
from tournaments.evening.web.desk.decorators import CLUB, EVENING
from tournaments.evening.web.player import own_ticket
from tournaments.evening.web.player import urlpatterns as player_pages
from tournaments.evening.web.public import chart, evenings, report, standings, wall
from tournaments.evening.web.table.views import urlpatterns as table_pages
from tournaments.fees.web import urlpatterns as desk_fees
from tournaments.league.web import urls as of_leagues
from tournaments.league.web.public.clubs import club as public_club
from tournaments.league.web.public.clubs import home as public_home
from tournaments.live import bridge
from tournaments.operations import health, metrics
from tournaments.privacy.views import urlpatterns as privacy
from tournaments.rehearsal import web
from tournaments.search import urlpatterns as search
from tournaments.signup.desk import urlpatterns as desk_coming
from tournaments.signup.links import urlpatterns as coming_by_link
from tournaments.signup.public import at_address
from tournaments.signup.public import urlpatterns as coming
from tournaments.site.web import page_help
from tournaments.site.web.pages import Dated

app_name = "web"
register_converter(Dated, "dated")

GAME = f"{EVENING}table/<int:table>/round/<int:number>/"
HAND = f"{GAME}hand/<int:hand>/"
WEBHOOK = f"{CLUB}webhooks/<int:webhook>/"
PUBLIC_EVENING = "c/<slug:club>/<slug:evening>/"
ROUND = f"{PUBLIC_EVENING}rounds/<int:number>/"

public: list[URLPattern] = [
    path("wall/", wall.tonight, name="wall-tonight"),
    path("schedule/", chart.show, name="chart"),
    path("schedule.csv", chart.download, name="chart-csv"),
    path(PUBLIC_EVENING, evenings.evening, name="evening"),
    path(f"{PUBLIC_EVENING}who/", evenings.who_is_where, name="evening-who"),
    path(f"{PUBLIC_EVENING}me/", own_ticket, name="own-ticket"),
    path(ROUND, evenings.round_, name="round"),
    path(f"{ROUND}tables/<int:table>/", evenings.table, name="round-table"),
    path(f"{PUBLIC_EVENING}rounds/", standings.race, name="evening-race"),
    path(f"{PUBLIC_EVENING}rules/", evenings.rules, name="evening-rules"),
    path(f"{PUBLIC_EVENING}check/", evenings.check, name="evening-check"),
    path(f"{PUBLIC_EVENING}print/", evenings.print_view, name="evening-print"),
    path(f"{PUBLIC_EVENING}report/", report.show_report, name="evening-report"),
    path(f"{PUBLIC_EVENING}prizes/", standings.prize_list, name="prizes"),
    path(f"{PUBLIC_EVENING}rounds.csv", report.rounds_long, {"kind": "csv"}, name="rounds-csv"),
    path(f"{PUBLIC_EVENING}rounds.xlsx", report.rounds_long, {"kind": "xlsx"}, name="rounds-xlsx"),
    path(f"{PUBLIC_EVENING}by-round.csv", report.rounds_wide, {"kind": "csv"}, name="by-round-csv"),
    path(f"{PUBLIC_EVENING}by-round.xlsx", report.rounds_wide, {"kind": "xlsx"}, name="by-round-xlsx"),
    path(f"{PUBLIC_EVENING}bridgewebs.csv", report.bridgewebs, name="bridgewebs"),
    path(f"{PUBLIC_EVENING}line/", report.one_line, name="evening-line"),
    path(f"{PUBLIC_EVENING}stream/", wall.stream, name="stream"),
    path(f"{PUBLIC_EVENING}prizes.csv", standings.prizes_csv, name="prizes-csv"),
    path(f"{PUBLIC_EVENING}wall/", wall.wall, name="wall"),
    path(f"{PUBLIC_EVENING}what-if/", standings.what_if, name="evening-what-if"),
    path(f"{PUBLIC_EVENING}standings.csv", standings.standings, {"kind": "csv"}, name="standings-csv"),
    path(f"{PUBLIC_EVENING}standings.xlsx", standings.standings, {"kind": "xlsx"}, name="standings-xlsx"),
    path(f"{PUBLIC_EVENING}picture.png", evenings.picture, name="evening-picture"),
    path(f"{PUBLIC_EVENING}archive.json", evenings.archive, name="archive"),
    path(f"{PUBLIC_EVENING}archive.json.minisig", evenings.archive_signature, name="archive-signature"),
    path(f"{PUBLIC_EVENING}publications/", evenings.publications, name="publications"),
    path(f"{PUBLIC_EVENING}publications/<int:number>/", evenings.publication, name="publication"),
    path(
        f"{PUBLIC_EVENING}publications/<int:number>/archive.json",
        evenings.archive,
        name="publication-archive",
    ),
    path(f"{PUBLIC_EVENING}schedule/", evenings.schedule, name="schedule"),
    path(f"{PUBLIC_EVENING}certificate/", evenings.certificate, name="certificate"),
    path(f"{PUBLIC_EVENING}certificate.json", evenings.certificate_file, name="certificate-file"),
    path("rules/<slug:game>/", evenings.rulebook, name="rulebook"),
]

desk: list[URLPattern] = [
    path("start/", settings.start, name="first-run"),
    path("start/<str:token>/", settings.start, name="first-run-link"),
    path("start/<str:token>/look-around/", settings.look_around, name="look-around"),
    path("sign-in/", sign_in.SignIn.as_view(), name="sign-in"),
    # Before the links that sign in: these words are no token.
    path("sign-in/second-step/", sign_in.ask_second_step, name="second-step"),
    path("sign-in/passkey/", sign_in.by_passkey, name="sign-in-passkey"),
    path("sign-in/forgotten/", account.forgotten_password, name="forgotten"),
    path("sign-in/<str:token>/", sign_in.by_link, name="sign-in-link"),
    path("invitation/<str:token>/", officers.invitation, name="invitation"),
    path("new-password/<str:token>/", account.new_password, name="new-password"),
    path("own-address/<str:token>/", account.own_address, name="own-address"),
    path("claim/<str:token>/", officers.claim_account, name="claim"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("access/", officers.show_own_access, name="own-access"),
    path("access/account/", account.show, name="own-account"),
    path("access/account/session/<int:session>/end/", account.end_session, name="own-session-end"),
    path("access/account/sessions/end/", account.end_others, name="own-sessions-end"),
    path("access/account/app/", account.add_app, name="own-app"),
    path("access/account/app/remove/", account.remove_app, name="own-app-remove"),
    path("access/account/codes/", account.new_codes, name="own-codes"),
    path("access/account/passkeys/", account.add_passkey, name="own-passkeys"),
    path("access/account/passkeys/<int:passkey>/remove/", account.remove_passkey, name="own-passkey-remove"),
    path("access/office/<int:office>/give-up/", officers.give_up, name="own-office-give-up"),
    path("access/token/<int:token>/revoke/", officers.revoke_token, name="own-token-revoke"),
    path("access/link/<int:link>/revoke/", officers.revoke_link, name="own-link-revoke"),
    path("desk/", clubs.home, name="desk"),
    path(CLUB, clubs.club, name="desk-club"),
    path(f"{CLUB}officers/", officers.show_officers, name="desk-officers"),
    path(f"{CLUB}officers/<int:officer>/dismiss/", officers.dismiss, name="desk-officer-dismiss"),
    path(f"{CLUB}officers/<int:officer>/role/", officers.change, name="desk-officer-role"),
    path(f"{CLUB}officers/<int:officer>/password/", officers.password_link, name="desk-officer-password"),
    path(
        f"{CLUB}officers/<int:officer>/second-factor/", officers.take_factor_off, name="desk-officer-factor"
    ),
    path(
        f"{CLUB}officers/invitation/<int:invitation>/withdraw/",
        officers.withdraw_invitation,
        name="desk-invitation-withdraw",
    ),
    path(f"{CLUB}settings/", settings.show, name="desk-settings"),
    path(f"{CLUB}settings/look/", settings.look, name="desk-settings-look"),
    path(f"{CLUB}settings/look/colour/", settings.colour, name="desk-settings-colour"),
    path(f"{CLUB}settings/look/no-logo/", settings.remove_logo, name="desk-settings-no-logo"),
    path(f"{CLUB}settings/public/", settings.public, name="desk-settings-public"),
    path(f"{CLUB}settings/public/link/", settings.renew_link, name="desk-settings-link"),
    path(f"{CLUB}settings/public/key/", settings.renew_key, name="desk-settings-key"),
    path(f"{CLUB}settings/nights/", clubs.show_nights, name="desk-nights"),
    path(f"{CLUB}settings/nights/<int:night>/", clubs.change_night, name="desk-night"),
    path(f"{CLUB}settings/nights/<int:night>/remove/", clubs.remove_night, name="desk-night-remove"),
    path(f"{CLUB}settings/demo/", settings.put_demo_away, name="desk-demo-away"),
    path(f"{CLUB}webhooks/", settings.show_webhooks, name="desk-webhooks"),
    path(f"{WEBHOOK}pause/", settings.pause_webhook, name="desk-webhook-pause"),
    path(f"{WEBHOOK}resume/", settings.resume_webhook, name="desk-webhook-resume"),
    path(f"{WEBHOOK}secret/", settings.replace_webhook_secret, name="desk-webhook-secret"),
    path(f"{WEBHOOK}test/", settings.send_test_event, name="desk-webhook-test"),
    path(f"{WEBHOOK}remove/", settings.remove_webhook, name="desk-webhook-remove"),
    path(f"{WEBHOOK}<int:delivery>/replay/", settings.replay, name="desk-webhook-replay"),
    path(f"{CLUB}tour/leave/", menu.leave_tour, name="desk-tour-leave"),
    path(f"{CLUB}new/", plan.new, name="desk-new"),
    path(f"{CLUB}new/forecast/", plan.show_forecast, name="desk-forecast"),
    path(f"{CLUB}presets/", plan.show_presets, name="desk-presets"),
    path(f"{CLUB}presets/<int:preset>/rename/", plan.rename_preset, name="desk-preset-rename"),
    path(f"{CLUB}presets/<int:preset>/remove/", plan.remove_preset, name="desk-preset-remove"),
    path(f"{CLUB}members/", clubs.members, name="desk-members"),
    path(f"{CLUB}members/me/", clubs.who_plays, name="desk-member-me"),
    path(f"{CLUB}members/attendance/", clubs.show_attendance, name="desk-attendance"),
    path(f"{CLUB}members/attendance.csv", clubs.show_attendance, {"kind": "csv"}, name="desk-attendance-csv"),
    path(f"{CLUB}members/import/", members_import.import_members, name="desk-members-import"),
    path(f"{CLUB}members/members.csv", clubs.download_members, {"kind": "csv"}, name="desk-members-csv"),
    path(f"{CLUB}members/members.xlsx", clubs.download_members, {"kind": "xlsx"}, name="desk-members-xlsx"),
    path(f"{CLUB}members/<int:player>/", clubs.member, name="desk-member"),
    path(f"{CLUB}members/<int:player>/erase/", clubs.erase, name="desk-member-erase"),
    path(f"{CLUB}members/<int:player>/claim/", check_in.give_claim_link, name="desk-member-claim"),
    path(f"{CLUB}members/<int:player>/claim/end/", check_in.end_claim, name="desk-member-claim-end"),
    path(f"{CLUB}house-rules/", clubs.house_rules_games, name="desk-house-rules"),
    path(f"{CLUB}house-rules/<slug:game>/", clubs.house_rules_game, name="desk-house-rules-game"),
    path(f"{CLUB}games/<slug:game>/", workshop.workshop, name="desk-workshop-game"),
    path(f"{CLUB}games/<slug:game>/preview/", workshop.preview, name="desk-workshop-preview"),
    path(f"{CLUB}games/", clubs.own_games, name="desk-own-games"),
    path(f"{CLUB}games/<slug:game>/publish/", clubs.own_game_publish, name="desk-own-game-publish"),
    path(f"{CLUB}games/<slug:game>/retire/", clubs.own_game_retire, name="desk-own-game-retire"),
    path(f"{CLUB}games/<slug:game>/file/", clubs.own_game_file, name="desk-own-game-file"),
    path(EVENING, board.board, name="desk-evening"),
    path(f"{EVENING}plan/", plan.change, name="desk-plan"),
    path(f"{EVENING}keep/", plan.keep_preset, name="desk-keep"),
    path(f"{EVENING}clone/", plan.clone, name="desk-clone"),
    path(f"{EVENING}do/<slug:name>/", acts.act, name="desk-act"),
    path(f"{EVENING}next-round/", acts.next_round, name="desk-next-round"),
    path(f"{EVENING}check-in/guest/", check_in.guest, name="desk-guest"),
    path(f"{EVENING}check-in/names/", check_in.names, name="desk-names"),
    path(f"{EVENING}check-in/everybody/", check_in.everybody, name="desk-everybody"),
    path(f"{EVENING}check-in/<int:pk>/", check_in.tick, name="desk-tick"),
    path(f"{EVENING}check-out/<slug:code>/", check_in.untick, name="desk-untick"),
    path(f"{EVENING}seats/", seating.show_seats, name="desk-seats"),
    path(f"{EVENING}seats/swap/", acts.swap, name="desk-swap"),
    path(f"{EVENING}seats/by-hand/", seating.by_hand, name="desk-by-hand"),
    path(f"{EVENING}schedule/", schedule.show, name="desk-schedule"),
    path(f"{EVENING}schedule/search/", schedule.search, name="desk-schedule-search"),
    path(
        f"{EVENING}schedule/search/<int:pk>/<slug:name>/", schedule.search_action, name="desk-schedule-deed"
    ),
    path(f"{EVENING}schedule/file/", schedule.bring, name="desk-schedule-file"),
    path(f"{EVENING}schedule/movement.csv", papers.to_csv, name="desk-schedule-csv"),
    path(f"{EVENING}schedule/movement.txt", papers.to_text, name="desk-schedule-text"),
    path(f"{EVENING}certificate/", papers.certificate, name="desk-certificate"),
    path(f"{EVENING}certificate.json", papers.certificate_file, name="desk-certificate-file"),
    path(f"{EVENING}people/", people.show_people, name="desk-people"),
    path(f"{EVENING}people/arrive/", people.arrive, name="desk-arrive"),
    path(f"{EVENING}people/<slug:code>/leave/", people.leave, name="desk-leave"),
    path(f"{EVENING}people/<slug:code>/substitute/", people.substitute, name="desk-substitute"),
    path(f"{EVENING}people/<slug:code>/link/", people.show_own_link, name="desk-personal"),
    path(f"{EVENING}people/<slug:code>/link/renew/", people.renew_own_link, name="desk-personal-renew"),
    path(f"{EVENING}people/<slug:code>/link/revoke/", people.revoke_own_link, name="desk-personal-revoke"),
    path(f"{EVENING}table/<int:table>/", table.show, name="desk-table"),
    path(f"{EVENING}table/<int:table>/hands/", table.enter, name="desk-enter"),
    path(f"{EVENING}table/<int:table>/preview/", table.preview, name="desk-preview"),
    path(f"{EVENING}table/<int:table>/ring/", acts.ring, name="desk-ring"),
    path(f"{EVENING}table/<int:table>/use/", acts.use_table, name="desk-use-table"),
    path(f"{EVENING}table/<int:table>/cut/", acts.cut, name="desk-cut"),
    path(f"{EVENING}table/<int:table>/look/", decorators.reveal, name="desk-look"),
    path(f"{EVENING}table/<int:table>/confirm/", acts.confirm, name="desk-confirm"),
    path(f"{EVENING}undo/<int:entry>/", decorators.undo, name="desk-undo"),
    path(f"{EVENING}calls/<int:call>/", acts.answer, name="desk-answer"),
    path(f"{EVENING}calls/<int:call>/wait/", acts.wait_again, name="desk-wait-again"),
    path(f"{EVENING}requests/<int:asked>/grant/", people.grant, name="desk-request-grant"),
    path(f"{EVENING}requests/<int:asked>/decline/", people.decline, name="desk-request-decline"),
    path(f"{EVENING}table/<int:table>/link/", acts.renew_link, name="desk-renew-link"),
    path(f"{EVENING}table/<int:number>/phones/revoke/", table.revoke_table_link, name="desk-phones-revoke"),
    path(f"{EVENING}table/<int:table>/phones/renew/", table.renew_table_link, name="desk-phones-renew"),
    path(
        f"{EVENING}table/<int:number>/phones/<int:phone>/away/", table.send_phone_away, name="desk-phone-away"
    ),
    path(HAND, corrections.show_versions, name="desk-hand"),
    path(f"{HAND}correct/", corrections.correct, name="desk-correct"),
    path(f"{HAND}correct/preview/", corrections.preview, name="desk-correct-preview"),
    path(f"{HAND}settle/", corrections.settle, name="desk-settle"),
    path(f"{GAME}adjust/", decisions.adjust, name="desk-adjust"),
    path(f"{GAME}not-played/", decisions.not_played, name="desk-not-played"),
    path(f"{EVENING}totals/", decisions.totals, name="desk-totals"),
    path(f"{EVENING}objections/", corrections.show_objections, name="desk-objections"),
    path(
        f"{EVENING}objections/<int:objection>/answer/",
        corrections.answer_objection,
        name="desk-objection-answer",
    ),
    path(
        f"{EVENING}objections/<int:objection>/photo/",
        corrections.objection_photo,
        name="desk-objection-photo",
    ),
    path(f"{EVENING}disputes/", corrections.disputes, name="desk-disputes"),
    path(f"{EVENING}late/", table.tray, name="desk-late"),
    path(f"{EVENING}late/<int:entry>/", table.decide, name="desk-late-hand"),
    path(f"{EVENING}wrong-seats/", decisions.show_wrong_seats, name="desk-wrong-seats"),
    path(f"{EVENING}decisions/", decisions.show, name="desk-decisions"),
    path(f"{EVENING}decisions/penalty/", decisions.penalty, name="desk-penalty"),
    path(f"{EVENING}decisions/<int:entry>/withdraw/", decisions.withdraw, name="desk-withdraw"),
    path(f"{EVENING}prizes/cut/", acts.cut_prize, name="desk-cut-prize"),
    path(f"{EVENING}standings/", board.show_standings, name="desk-standings"),
    path(f"{EVENING}papers/", papers.papers, name="desk-papers"),
    path(f"{EVENING}papers/all/", papers.print_all, name="desk-print-all"),
    path(f"{EVENING}papers/tickets/", papers.tickets, name="desk-tickets"),
    path(f"{EVENING}papers/cards/", papers.cards, name="desk-cards"),
    path(f"{EVENING}papers/slips/", papers.show_blank_slips, name="desk-blank-slips"),
    path(f"{EVENING}papers/seating/", papers.seating_list, name="desk-seating-list"),
    path(f"{EVENING}papers/payments/", papers.payments, name="desk-payments"),
    path(f"{EVENING}papers/movement/", papers.movement, name="desk-movement-sheet"),
    path(f"{EVENING}papers/guides/", papers.guides, name="desk-guide-cards"),
    path(f"{EVENING}jobs/", acts.jobs, name="desk-jobs"),
    path(f"{EVENING}jobs/<int:job>/again/", acts.try_again, name="desk-try-again"),
    path(f"{EVENING}jobs/<int:job>/drop/", acts.drop_job, name="desk-drop-job"),
    path(f"{EVENING}ledger/", acts.ledger, name="desk-ledger"),
]

urlpatterns = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics, name="metrics"),
    path("c/<slug:club>/<slug:evening>/version", bridge.version, name="version"),
    # An address is looked for from above: first what a full room asks for.
    path("c/<slug:club>/<dated:evening>/", at_address),
    *table_pages,
    *player_pages,
    # Before those of evenings: `coming`, `leagues`, `players`, `results` and `search` are no evening.
    path("", public_home, name="home"),
    path("words/", page_help.words, name="words"),
    path("c/<slug:club>/", public_club, name="club"),
    *privacy,
    path("c/<slug:club>/logo/<slug:fingerprint>.png", settings.logo, name="club-logo"),
    path("c/<slug:club>/colours/<slug:fingerprint>.css", settings.colours, name="club-colours"),
    path("visit/<str:link>/", pages.open_link, name="visit"),
    *search,
    *of_leagues.public,
    *coming,
    *coming_by_link,
    *public,
    path("desk/<slug:club>/<slug:evening>/rehearsal/", web.show, name="desk-rehearsal"),
    *audit,
    *of_leagues.desk,
    *desk_fees,
    *desk_coming,
    *members,
    *desk,
]
