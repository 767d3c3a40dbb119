"""Addresses of the desk's pages of fees."""

from django.urls import URLPattern, path

from tournaments.evening.web.desk.urls import CLUB, EVENING
from tournaments.fees import web

SEASON = f"{CLUB}fees/seasons/<int:pk>/"
FEES = f"{EVENING}fees/"

urlpatterns: list[URLPattern] = [
    path(f"{CLUB}fees/", web.of_club, name="desk-club-fees"),
    path(f"{CLUB}fees/fees.csv", web.club_csv, name="desk-club-fees-csv"),
    path(f"{CLUB}fees/seasons/", web.add_season, name="desk-season-fees-add"),
    path(SEASON, web.season, name="desk-season-fees"),
    path(f"{SEASON}fees.csv", web.season_csv, name="desk-season-fees-csv"),
    path(f"{SEASON}remove/", web.remove_season, name="desk-season-fees-remove"),
    path(f"{SEASON}<int:player>/paid/", web.pay_season, name="desk-season-fee-paid"),
    path(f"{SEASON}<int:player>/back/", web.take_season_back, name="desk-season-fee-back"),
    path(FEES, web.show, name="desk-fees"),
    path(f"{FEES}fees.csv", web.evening_csv, name="desk-fees-csv"),
    path(f"{FEES}<int:pk>/paid/", web.pay, name="desk-fee-paid"),
    path(f"{FEES}<int:pk>/back/", web.take_back, name="desk-fee-back"),
]
