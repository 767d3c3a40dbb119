"""Addresses of this family of screens."""

from django.urls import URLPattern, path

from tournaments.web.desk import (
    acts,
    board,
    check_in,
    clubs,
    members,
    papers,
    people,
    plan,
    records,
    seats,
    sign_in,
    table,
)

CLUB = "desk/<slug:club>/"
EVENING = "desk/<slug:club>/<slug:evening>/"

urlpatterns: list[URLPattern] = [
    path("sign-in/", sign_in.SignIn.as_view(), name="sign-in"),
    path("sign-in/<str:token>/", sign_in.by_link, name="sign-in-link"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    path("desk/", clubs.home, name="desk"),
    path(CLUB, clubs.club, name="desk-club"),
    path(f"{CLUB}new/", plan.new, name="desk-new"),
    path(f"{CLUB}members/", members.members, name="desk-members"),
    path(f"{CLUB}members/paste/", members.paste, name="desk-members-paste"),
    path(f"{CLUB}members/file/", members.import_file, name="desk-members-file"),
    path(f"{CLUB}members/<int:pk>/", members.member, name="desk-member"),
    path(EVENING, board.board, name="desk-evening"),
    path(f"{EVENING}plan/", plan.change, name="desk-plan"),
    path(f"{EVENING}clone/", plan.clone, name="desk-clone"),
    path(f"{EVENING}do/<slug:name>/", acts.act, name="desk-act"),
    path(f"{EVENING}check-in/guest/", check_in.guest, name="desk-guest"),
    path(f"{EVENING}check-in/names/", check_in.names, name="desk-names"),
    path(f"{EVENING}check-in/<int:pk>/", check_in.tick, name="desk-tick"),
    path(f"{EVENING}check-out/<slug:code>/", check_in.untick, name="desk-untick"),
    path(f"{EVENING}seats/", seats.show, name="desk-seats"),
    path(f"{EVENING}seats/swap/", seats.swap, name="desk-swap"),
    path(f"{EVENING}seats/by-hand/", seats.by_hand, name="desk-by-hand"),
    path(f"{EVENING}people/", people.show, name="desk-people"),
    path(f"{EVENING}people/arrive/", people.arrive, name="desk-arrive"),
    path(f"{EVENING}people/<slug:code>/leave/", people.leave, name="desk-leave"),
    path(f"{EVENING}people/<slug:code>/substitute/", people.substitute, name="desk-substitute"),
    path(f"{EVENING}table/<int:table>/", table.show, name="desk-table"),
    path(f"{EVENING}table/<int:table>/hands/", table.enter, name="desk-enter"),
    path(f"{EVENING}table/<int:table>/preview/", table.preview, name="desk-preview"),
    path(f"{EVENING}table/<int:table>/ring/", acts.ring, name="desk-ring"),
    path(f"{EVENING}table/<int:table>/cut/", acts.cut, name="desk-cut"),
    path(f"{EVENING}table/<int:table>/link/", acts.renew_link, name="desk-renew-link"),
    path(f"{EVENING}prizes/cut/", acts.cut_prize, name="desk-cut-prize"),
    path(f"{EVENING}standings/", records.standings, name="desk-standings"),
    path(f"{EVENING}papers/", papers.papers, name="desk-papers"),
    path(f"{EVENING}papers/tickets/", papers.tickets, name="desk-tickets"),
    path(f"{EVENING}papers/cards/", papers.cards, name="desk-cards"),
    path(f"{EVENING}papers/seating/", papers.seating_list, name="desk-seating-list"),
    path(f"{EVENING}jobs/", records.jobs, name="desk-jobs"),
    path(f"{EVENING}jobs/<int:pk>/again/", acts.try_again, name="desk-try-again"),
    path(f"{EVENING}ledger/", records.ledger, name="desk-ledger"),
]
