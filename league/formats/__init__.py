"""Formats of dates that differ from Django's, a package a language."""
