"""Addresses of the desk before an evening."""

from django.urls import URLPattern, path

from tournaments.evening.web.desk.urls import CLUB, EVENING
from tournaments.signup.web import desk

COMING = f"{EVENING}coming/"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}several/", desk.show_several, name="desk-several"),
    path(COMING, desk.show_sign_ups, name="desk-coming"),
    path(f"{COMING}announce/", desk.announce, name="desk-announce"),
    path(f"{COMING}withdraw/", desk.withdraw_announcement, name="desk-announcement-withdraw"),
    path(f"{COMING}add/", desk.add, name="desk-sign-up"),
    path(f"{COMING}group/", desk.add_group, name="desk-sign-up-group"),
    path(f"{COMING}<int:pk>/take-out/", desk.take_out, name="desk-sign-up-withdraw"),
    path(f"{EVENING}door/", desk.show_door, name="desk-door"),
    path(f"{EVENING}door/paper/", desk.paper, name="desk-door-paper"),
    path(f"{EVENING}door/make/", desk.make_door_code, name="desk-door-make"),
    path(f"{EVENING}door/end/", desk.end_door_code, name="desk-door-end"),
]
