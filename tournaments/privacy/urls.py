"""Addresses of what is kept about whom."""

from django.urls import path

from tournaments.privacy import web

urlpatterns = [
    path("privacy/", web.privacy_notice, name="privacy"),
    path("access/data/", web.of_oneself, name="own-data"),
    path("desk/<slug:club>/members/<int:pk>/data/", web.of_player, name="desk-member-data"),
]
