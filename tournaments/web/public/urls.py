"""Addresses of this family of screens."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
