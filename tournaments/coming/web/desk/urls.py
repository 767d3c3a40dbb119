"""Addresses of the desk before an evening."""

from django.urls import URLPattern, path

from tournaments.coming.web.desk import sign_ups
from tournaments.evening.web.desk.urls import CLUB, EVENING

COMING = f"{EVENING}coming/"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}several/", sign_ups.show_several, name="desk-several"),
    path(COMING, sign_ups.show_sign_ups, name="desk-coming"),
    path(f"{COMING}announce/", sign_ups.announce, name="desk-announce"),
    path(f"{COMING}withdraw/", sign_ups.withdraw_announcement, name="desk-announcement-withdraw"),
    path(f"{COMING}add/", sign_ups.add, name="desk-sign-up"),
    path(f"{COMING}group/", sign_ups.add_group, name="desk-sign-up-group"),
    path(f"{COMING}<int:pk>/take-out/", sign_ups.take_out, name="desk-sign-up-withdraw"),
    path(f"{EVENING}door/", sign_ups.show_door, name="desk-door"),
    path(f"{EVENING}door/paper/", sign_ups.paper, name="desk-door-paper"),
    path(f"{EVENING}door/make/", sign_ups.make_door_code, name="desk-door-make"),
    path(f"{EVENING}door/end/", sign_ups.end_door_code, name="desk-door-end"),
]
