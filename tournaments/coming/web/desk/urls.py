"""Addresses of the desk before an evening."""

from django.urls import URLPattern, path

from tournaments.coming.web.desk import door, several, sign_ups
from tournaments.evening.web.desk.urls import CLUB, EVENING

COMING = f"{EVENING}coming/"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}several/", several.show, name="desk-several"),
    path(COMING, sign_ups.show, name="desk-coming"),
    path(f"{COMING}announce/", sign_ups.announce, name="desk-announce"),
    path(f"{COMING}withdraw/", sign_ups.withdraw_announcement, name="desk-announcement-withdraw"),
    path(f"{COMING}add/", sign_ups.add, name="desk-sign-up"),
    path(f"{COMING}group/", sign_ups.add_group, name="desk-sign-up-group"),
    path(f"{COMING}<int:pk>/take-out/", sign_ups.take_out, name="desk-sign-up-withdraw"),
    path(f"{EVENING}door/", door.show, name="desk-door"),
    path(f"{EVENING}door/paper/", door.paper, name="desk-door-paper"),
    path(f"{EVENING}door/make/", door.make, name="desk-door-make"),
    path(f"{EVENING}door/end/", door.end, name="desk-door-end"),
]
