"""Dates in English, as Django's templates write them."""

SHORT_DATE_FORMAT = "Y-m-d"
