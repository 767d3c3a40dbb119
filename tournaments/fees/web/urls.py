"""Addresses of the desk's pages of fees."""

from django.urls import URLPattern, path

from tournaments.evening.web.desk.urls import CLUB, EVENING
from tournaments.fees.web import desk

SEASON = f"{CLUB}fees/seasons/<int:pk>/"
FEES = f"{EVENING}fees/"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}fees/", desk.of_club, name="desk-club-fees"),
    path(f"{CLUB}fees/fees.csv", desk.club_csv, name="desk-club-fees-csv"),
    path(f"{CLUB}fees/seasons/", desk.add_season, name="desk-season-fees-add"),
    path(SEASON, desk.season, name="desk-season-fees"),
    path(f"{SEASON}fees.csv", desk.season_csv, name="desk-season-fees-csv"),
    path(f"{SEASON}remove/", desk.remove_season, name="desk-season-fees-remove"),
    path(f"{SEASON}<int:player>/paid/", desk.pay_season, name="desk-season-fee-paid"),
    path(f"{SEASON}<int:player>/back/", desk.take_season_back, name="desk-season-fee-back"),
    path(FEES, desk.show, name="desk-fees"),
    path(f"{FEES}fees.csv", desk.evening_csv, name="desk-fees-csv"),
    path(f"{FEES}<int:pk>/paid/", desk.pay, name="desk-fee-paid"),
    path(f"{FEES}<int:pk>/back/", desk.take_back, name="desk-fee-back"),
]
