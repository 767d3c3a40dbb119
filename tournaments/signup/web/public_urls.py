"""Addresses of what is to come, before those of evenings: the word `coming` is none; and of codes that are typed."""

from django.urls import URLPattern, path

from tournaments.signup.web import door, my_place, public

CALENDAR = "c/<slug:club>/coming/"
OWN = "my-place/<str:token>/"
DOOR = "door/<str:token>/"

urlpatterns: list[URLPattern] = [
    path(CALENDAR, public.calendar, name="coming"),
    path(f"{CALENDAR}calendar.ics", public.calendar_file, name="coming-file"),
    path(f"{CALENDAR}<slug:evening>/", public.evening, name="coming-evening"),
    path(OWN, my_place.show, name="my-place"),
    path(f"{OWN}withdraw/", my_place.withdraw, name="my-place-withdraw"),
    path(f"{OWN}come-back/", my_place.come_back, name="my-place-back"),
    path("t/", my_place.type_code, name="type-code"),
    path(DOOR, door.show_door, name="door"),
    path(f"{DOOR}screen/", door.door_screen, name="door-screen"),
]
