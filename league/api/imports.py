"""``/clubs/{slug}/imports`` and ``/imports/{id}``: plays from elsewhere, looked at first, then applied, or voided."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from msgspec import Meta
from rest_framework.request import Request

from league import access
from league.api.base import READ_CODES, WRITE_CODES, BecauseOf, LeagueEndpoint
from league.imports import jobs, reporting, staging
from league.imports.formats.tabular import CsvMapping
from league.imports.reading import FORMATS, Format
from league.imports.reporting import ImportLine, ImportOut
from league.models import Import
from league.selectors import clubs
from league.services.refusing import invalid
from ledger.errors import Refused
from ledger.http import parsing
from ledger.http.endpoint import operation
from ledger.http.paging import ListQuery, Page, list_page

SLACK = 64 * 1024
"""What a multipart body has beside the file."""
FIELDS = frozenset({"format", "mapping", "timezone"})


class Upload(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of an upload. ``mapping``: JSON text of a mapping, which column of a table is which."""

    file: Annotated[str, Meta(extra_json_schema={"contentMediaType": "application/octet-stream"})]
    format: Format | None = None
    mapping: Annotated[str, Meta(max_length=20_000)] | None = None
    timezone: Annotated[str, Meta(max_length=60)] | None = None


class Applying(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """``people``: who is whom, member by key of the report; ``use_suggestions``: whoever has a member's name is that
    member; everybody else becomes a guest. ``count_teams``, ``count_cooperative``: such plays count for tables."""

    people: dict[Annotated[str, Meta(max_length=300)], UUID] = {}
    use_suggestions: bool = False
    count_teams: bool = False
    count_cooperative: bool = False


class Imports(LeagueEndpoint):
    tags = ("imports",)

    @operation(answer=Page[ImportLine], query=ListQuery, scope="host", codes=READ_CODES)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The club's imports, the latest first."""
        club = clubs.find(slug, self.caller)
        access.require_host(self.caller, club.club)
        rows = Import.objects.filter(club=club.club)
        return self.answer(list_page(rows, ["-staged_at", "-id"], self.query(), request, reporting.line))

    @operation(
        body=Upload,
        media_type="multipart/form-data",
        answer=ImportOut,
        status=201,
        scope="manage",
        idempotent=True,
        codes=WRITE_CODES,
    )
    def post(self, request: Request, slug: str) -> HttpResponse:
        """Take a file in, and say what applying it would do; nothing is applied.

        ``multipart/form-data`` with ``file`` (at most 16 MB), and if need be ``format`` (found out otherwise),
        ``mapping`` (JSON: which column of a table is which) and ``timezone`` (the club's otherwise).
        """
        club = clubs.find(slug, self.caller)
        access.require_manager(self.caller, club.club)
        raw, fields = _uploaded(request._request)
        mapping = None
        if "mapping" in fields:
            mapping = parsing.decode(fields["mapping"].encode(), CsvMapping)
        if fields.get("format", FORMATS[0]) not in FORMATS:
            raise invalid("format", f"is one of {', '.join(FORMATS)}")
        id, replayed = staging.take_in(
            club,
            raw,
            self.caller,
            format=fields.get("format"),
            mapping=mapping,
            zone=fields.get("timezone"),
            key=self.idempotency_key(),
        )
        shown = reporting.report(reporting.find(id, self.caller))
        return self.created(shown, f"/api/v1/imports/{id}", replayed=replayed)


class ImportView(LeagueEndpoint):
    tags = ("imports",)

    @operation(answer=ImportOut, scope="host", codes=READ_CODES)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """What applying the import would do as things stand, or what it did."""
        return self.answer(reporting.report(reporting.find(id, self.caller)))


class ApplyImport(LeagueEndpoint):
    tags = ("imports",)

    @operation(
        body=Applying,
        body_required=False,
        answer=ImportOut,
        status=202,
        scope="manage",
        idempotent=True,
        codes=(*WRITE_CODES, "already_recorded", "already_running", "not_running"),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Apply an import: workers do it in pieces, and tables show all of it at once when the last one is in.

        Asked again for one that is being applied it changes nothing. Look at ``GET /imports/{id}`` for how far it is.
        """
        stream = reporting.find(id, self.caller)
        body: Applying = self.body(Applying) or Applying()
        outcome = staging.start(
            stream,
            self.caller,
            people=body.people,
            suggested=body.use_suggestions,
            teams=body.count_teams,
            cooperative=body.count_cooperative,
            key=self.idempotency_key(),
        )
        if not outcome.events:  # it is being applied, and somebody asks why nothing happens
            jobs.tell(stream)
        return self.answer(reporting.report(stream), replayed=outcome.replayed)


class VoidImportView(LeagueEndpoint):
    tags = ("imports",)

    @operation(
        body=BecauseOf,
        answer=ImportOut,
        scope="manage",
        idempotent=True,
        codes=(*WRITE_CODES, "already_running"),
    )
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Void an import, finished or not: every table is as it would be without it. To undo that, take the file in
        again."""
        stream = reporting.find(id, self.caller)
        outcome = staging.void(stream, self.body(BecauseOf).reason, self.caller, self.idempotency_key())
        return self.answer(reporting.report(stream), replayed=outcome.replayed)


def _uploaded(request: HttpRequest) -> tuple[bytes, dict[str, str]]:
    """→ (the file, the other fields). Refuses ``unsupported, too_large, malformed, unknown_field, invalid``."""
    kind = request.META.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise Refused("unsupported", "Send the file as multipart/form-data, in the field file.")
    try:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        length = 0
    if length > staging.MOST_BYTES + SLACK:
        raise Refused("too_large", f"A file has at most {staging.MOST_BYTES // 2**20} MB here; split it.")
    try:
        files, posted = request.FILES, request.POST
    except RequestDataTooBig:
        raise Refused("too_large", "The fields beside the file are too large.") from None
    except (MultiPartParserError, TooManyFilesSent, TooManyFieldsSent, UnreadablePostError):
        raise Refused("malformed", "The upload is broken or cut off.") from None
    unknown = sorted((posted.keys() | files.keys()) - FIELDS - {"file"})
    if unknown:
        raise Refused("unknown_field", f"There is no field {unknown[0][:80]!r} here.")
    if "file" not in files:
        raise invalid("file", "is missing")
    file: Any = files["file"]
    if file.size > staging.MOST_BYTES:
        raise Refused("too_large", f"A file has at most {staging.MOST_BYTES // 2**20} MB here; split it.")
    return file.read(), {name: posted[name] for name in FIELDS if name in posted}
