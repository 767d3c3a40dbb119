"""The REST door."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
