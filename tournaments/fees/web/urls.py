"""Addresses of the desk's pages of fees."""

from django.urls import URLPattern, path

from tournaments.evening.web.desk.urls import CLUB, EVENING
from tournaments.fees.web import desk

FEES = f"{EVENING}fees/"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}fees/", desk.of_club, name="desk-club-fees"),
    path(f"{CLUB}fees/fees.csv", desk.club_csv, name="desk-club-fees-csv"),
    path(FEES, desk.show, name="desk-fees"),
    path(f"{FEES}fees.csv", desk.evening_csv, name="desk-fees-csv"),
    path(f"{FEES}<int:pk>/paid/", desk.pay, name="desk-fee-paid"),
    path(f"{FEES}<int:pk>/back/", desk.take_back, name="desk-fee-back"),
]
