"""The OpenAPI 3.1 document, made from the endpoints' declarations.

Nothing is described twice: addresses come from the URLconf, everything else from ``@operation`` and the msgspec types
it names. Import this module only when the document is asked for: drf-spectacular is heavy.
"""

# drf-spectacular is typed in part only.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import re
from typing import Any

import msgspec
from drf_spectacular.generators import EndpointEnumerator, SchemaGenerator
from drf_spectacular.openapi import AutoSchema as SpectacularSchema
from drf_spectacular.plumbing import ComponentRegistry, ResolvedComponent, resolve_django_path_parameter
from drf_spectacular.settings import patched_settings

from ledger.http import problems
from ledger.http.codes import CODES
from ledger.http.endpoint import Endpoint
from ledger.http.operation import Operation
from ledger.http.streams import STREAMS

PREFIX = "/api/v1/"
_VARIABLE = re.compile(r"{(\w+)}")
_MEDIA_TYPES = {"json": "application/json", "csv": "text/csv", "jsonl": "application/jsonl"}
_HEADERS: dict[str, dict[str, Any]] = {
    "Request-Id": {"description": "Names this answer, in our log too.", "schema": {"type": "string"}},
    "Location": {"description": "Where the new thing is.", "schema": {"type": "string", "format": "uri"}},
    "ETag": {"description": "Version and viewer of this answer.", "schema": {"type": "string"}},
    "Idempotent-Replayed": {
        "description": "`true`: the answer to an earlier request with this key.",
        "schema": {"const": "true"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
}
_BEARER = {"type": "http", "scheme": "bearer", "description": "A club's token, a seat's or a game's host link."}
_QUERY_KEY = {"type": "apiKey", "in": "query", "name": "key", "description": "A read-only token, for GET."}


class _TypeOf:
    """Stands in an operation for the schema of a type, until all types of the document are known: only then can
    components get names that don't clash."""

    def __init__(self, kind: Any, **more: Any) -> None:
        self.kind, self.more = kind, more


class AutoSchema(SpectacularSchema):
    """One operation of the document. ``view`` is an :class:`Endpoint`."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: ComponentRegistry
    ) -> dict[str, Any] | None:
        """None for a method without a declaration."""
        declared: Operation | None = getattr(getattr(self.view, method.lower()), "operation", None)
        if declared is None:
            return None
        described: dict[str, Any] = {
            "operationId": method.lower() + type(self.view).__name__,
            "summary": declared.summary,
            "tags": list(self.view.tags),
            "parameters": [*_path(path, path_regex), *_query(declared), *_request_headers(declared)],
            "responses": _responses(declared, method),
        }
        if declared.description:
            described["description"] = declared.description
        if declared.body is not None:
            described["requestBody"] = {
                "required": declared.body_required,
                "content": {declared.media_type: {"schema": _body(declared.body)}},
            }
        described["security"] = _security(declared, method)
        return described


class _Enumerator(EndpointEnumerator):
    def should_include_endpoint(self, path: str, callback: Any) -> bool:
        return path.startswith(PREFIX) and issubclass(getattr(callback, "cls", object), Endpoint)


class Generator(SchemaGenerator):
    endpoint_inspector_cls = _Enumerator

    def create_view(self, callback: Any, method: str, request: Any = None) -> Any:
        view = super().create_view(callback, method, request)
        self._set_schema_to_view(view, AutoSchema())
        return view

    def parse(self, input_request: Any, public: bool) -> dict[str, Any]:
        """All operations, with types in place; components are registered on the way."""
        paths = super().parse(input_request, public)
        found: list[_TypeOf] = []
        _walk(paths, found.append)
        schemas, components = msgspec.json.schema_components(
            [each.kind for each in found], ref_template="#/components/schemas/{name}"
        )
        by_marker = {id(each): dict(schema) | each.more for each, schema in zip(found, schemas, strict=True)}
        for name, schema in components.items():
            self._register(name, ResolvedComponent.SCHEMA, schema)
        for name, header in _HEADERS.items():
            self._register(name, ResolvedComponent.HEADER, header)
        self._register("bearer", ResolvedComponent.SECURITY_SCHEMA, _BEARER)
        self._register("key", ResolvedComponent.SECURITY_SCHEMA, _QUERY_KEY)
        placed: dict[str, Any] = _place(paths, by_marker)
        return placed

    def _register(self, name: str, kind: str, schema: Any) -> None:
        self.registry.register_on_missing(ResolvedComponent(name, kind, schema=schema, object=name))


def document(urlconf: str | None = None) -> dict[str, Any]:
    """The whole document, of all endpoints under ``/api/v1/`` of ``urlconf`` (if not given the root one, and the
    streams beside it)."""
    # The default hook moves enums into components of its own naming; ours have names already.
    with patched_settings({"OAS_VERSION": "3.1.0", "POSTPROCESSING_HOOKS": [], "SERVERS": [{"url": "/"}]}):
        made: dict[str, Any] = Generator(urlconf=urlconf).get_schema(request=None, public=True)
    if urlconf is None:
        made["paths"] |= STREAMS
    return made


def _path(path: str, path_regex: str) -> list[dict[str, Any]]:
    parameters = []
    for name in _VARIABLE.findall(path):
        known = resolve_django_path_parameter(path_regex, name, [])
        schema = known["schema"] if known else {"type": "string"}
        parameters.append({"name": name, "in": "path", "required": True, "schema": schema})
    return parameters


def _query(declared: Operation) -> list[dict[str, Any]]:
    parameters: list[dict[str, Any]] = []
    for field in msgspec.structs.fields(declared.query) if declared.query else ():
        more = {} if field.required or field.default in (msgspec.NODEFAULT, None) else {"default": field.default}
        parameters.append(
            {
                "name": field.encode_name,
                "in": "query",
                "required": field.required,
                "explode": False,
                "schema": _TypeOf(field.type, **more),
            }
        )
    if len(declared.formats) > 1:
        parameters.append({"name": "format", "in": "query", "schema": {"enum": list(declared.formats)}})
    return parameters


def _request_headers(declared: Operation) -> list[dict[str, Any]]:
    headers: list[dict[str, Any]] = []
    if declared.idempotent:
        schema = {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[ -~]+$"}
        headers.append({"name": "Idempotency-Key", "in": "header", "schema": schema})
    if declared.if_match:
        headers.append({"name": "If-Match", "in": "header", "schema": {"type": "string"}})
    if declared.etag:
        headers.append({"name": "If-None-Match", "in": "header", "schema": {"type": "string"}})
    return headers


def _body(kind: Any) -> Any:
    return {"oneOf": [_TypeOf(each) for each in kind]} if isinstance(kind, tuple) else _TypeOf(kind)


def _responses(declared: Operation, method: str) -> dict[str, Any]:
    names = ["Request-Id"]
    names += ["Location"] if declared.status == 201 else []
    names += ["ETag"] if declared.etag else []
    names += ["Idempotent-Replayed"] if declared.idempotent else []
    success: dict[str, Any] = {"description": "Done." if method != "GET" else "Here it is.", "headers": _refs(names)}
    if declared.answer is not None:
        success["content"] = {
            _MEDIA_TYPES[name]: {"schema": _TypeOf(declared.answer) if name == "json" else {"type": "string"}}
            for name in declared.formats
        }
    responses: dict[str, Any] = {str(declared.status): success}
    if declared.etag and method == "GET":
        responses["304"] = {"description": "Not changed.", "headers": _refs(["Request-Id", "ETag"])}
    by_status: dict[int, list[str]] = {}
    for code in declared.all_codes():
        by_status.setdefault(CODES[code].status, []).append(code)
    for status, codes in sorted(by_status.items()):
        responses[str(status)] = {
            "description": "; ".join(f"`{code}`: {CODES[code].title}" for code in codes) + ".",
            "headers": _refs(["Request-Id", *(["Retry-After"] if status in (429, 503) else [])]),
            "content": {
                problems.MEDIA_TYPE: {
                    "schema": {"allOf": [_TypeOf(problems.Problem), {"properties": {"code": {"enum": codes}}}]}
                }
            },
        }
    return responses


def _security(declared: Operation, method: str) -> list[dict[str, list[str]]]:
    """Nothing needed for what is free; scopes are named as roles, which OpenAPI 3.1 allows for any scheme."""
    if declared.scope is None and not declared.public:
        return []
    roles = [declared.scope] if declared.scope else ["read"]
    ways: list[dict[str, list[str]]] = [{"bearer": roles}]
    if method == "GET":
        ways.append({"key": roles})
    return [*ways, {}] if declared.public else ways


def _refs(names: list[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _walk(value: Any, found: Any) -> None:
    if isinstance(value, _TypeOf):
        found(value)
    elif isinstance(value, dict):
        for inner in value.values():
            _walk(inner, found)
    elif isinstance(value, list):
        for inner in value:
            _walk(inner, found)


def _place(value: Any, by_marker: dict[int, dict[str, Any]]) -> Any:
    if isinstance(value, _TypeOf):
        return by_marker[id(value)]
    if isinstance(value, dict):
        return {key: _place(inner, by_marker) for key, inner in value.items()}
    if isinstance(value, list):
        return [_place(inner, by_marker) for inner in value]
    return value
