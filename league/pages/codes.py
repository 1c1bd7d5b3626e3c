"""QR codes for pages: pictures in the page itself, black on white so that every phone reads them."""

from __future__ import annotations

import segno


def qr(address: str) -> str:
    """A ``data:`` address of an SVG picture."""
    return str(segno.make(address, error="m").svg_data_uri(scale=6, border=3, dark="#000", light="#fff"))
