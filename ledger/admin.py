"""Django's admin, read-only: events, found by whatever one has of them (the id of a request, move, event or stream, a
cursor), with ways from a request to its moves, to their events, to what these posted."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ledger.correlation import prefix_of
from ledger.models import EventRow, Posting
from ledger.records import event_id


@admin.register(EventRow)
class EventAdmin(admin.ModelAdmin):
    list_display = ("cursor", "type", "stream_link", "version", "move_link", "who", "recorded_at")
    list_display_links = ("cursor", "type")
    list_filter = ("type", "club")
    search_fields = ("type",)
    search_help_text = "An id of a request, move, event, stream or club; a cursor; or a part of a type."
    ordering = ("-recorded_at", "-cursor")
    show_full_result_count = False
    list_per_page = 50
    fields = readonly_fields = (
        *("event_id", "club", "cursor", "stream_link", "version", "type", "schema", "recorded_at", "who", "move_link"),
        *("hash", "postings", "pretty_record"),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> EventRow | None:
        """By the columns behind ``STREAM/VERSION``, which have an index."""
        stream, _, version = object_id.partition("/")
        try:
            found: EventRow | None = EventRow.objects.filter(stream=UUID(stream), version=int(version)).first()
        except (ValueError, OverflowError):
            return None
        return found

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[EventRow], search_term: str
    ) -> tuple[QuerySet[EventRow], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        found = Q(type__icontains=term) | Q(move__startswith=prefix_of(term))
        if term.isdecimal() and len(term) < 18:
            found |= Q(cursor=int(term))
        try:
            id = UUID(term)
        except ValueError:
            return queryset.filter(found), False
        # An event's id is cut from its hash; two of its digits are those of a UUID.
        found |= Q(stream=id) | Q(club=id) | Q(move=str(id)) | Q(hash__startswith=id.hex[:12])
        return queryset.filter(found), False

    @admin.display(description="event id")
    def event_id(self, row: EventRow) -> UUID:
        return event_id(bytes.fromhex(row.hash))

    @admin.display(description="by")
    def who(self, row: EventRow) -> str:
        return f"{row.actor} ({row.actor_id})"

    @admin.display(description="stream")
    def stream_link(self, row: EventRow) -> SafeString:
        return _search(str(row.stream))

    @admin.display(description="move: all its events")
    def move_link(self, row: EventRow) -> SafeString:
        return _search(row.move)

    @admin.display(description="postings")
    def postings(self, row: EventRow) -> SafeString | str:
        rows = Posting.objects.filter(club=row.club, stream=row.stream, version=row.version).order_by("idx")
        told = [(p.payer, p.payee, p.amount, p.why) for p in rows]
        return format_html_join(SafeString("<br>"), "{} → {}: {} $ ({})", told) or "none"

    @admin.display(description="record")
    def pretty_record(self, row: EventRow) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(json.loads(row.record), indent=2, ensure_ascii=False))


def _search(term: str) -> SafeString:
    address = reverse("admin:ledger_eventrow_changelist") + "?" + urlencode({"q": term})
    return format_html('<a href="{}">{}</a>', address, term)
