"""Dates in Slovenian, as Django's templates write them: Django's own have month names with capitals."""

SHORT_DATE_FORMAT = "j. n. Y"
SHORT_DATETIME_FORMAT = "j. n. Y H:i"
