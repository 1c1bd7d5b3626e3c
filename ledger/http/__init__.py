"""The conventions of the HTTP API, for every application on top: problem documents, one JSON parser, typed
endpoints, pages of a list, events in their public shape, the OpenAPI document. Knows no game and no league."""
