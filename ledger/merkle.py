"""The Merkle tree of RFC 6962 over a list of hashes that grows at its end.

A leaf is SHA-256(0x00 ‖ hash), a node SHA-256(0x01 ‖ left ‖ right); the left part of a tree over n leaves holds the
largest power of two below n. So the root over the first P of more leaves comes by on the way, and memory is log n.
"""

from __future__ import annotations

from hashlib import sha256


class Tree:
    """Add leaves in order; ask for the root whenever you like."""

    def __init__(self) -> None:
        self.size = 0
        self._peaks: list[bytes] = []
        """Roots of full subtrees, the largest first: one for each 1 in the binary number ``size``."""

    def add(self, hash: bytes) -> None:
        """``hash``: an event's, 32 bytes."""
        node = sha256(b"\x00" + hash).digest()
        size = self.size
        while size & 1:  # two trees of one size become one of the next
            node = sha256(b"\x01" + self._peaks.pop() + node).digest()
            size >>= 1
        self._peaks.append(node)
        self.size += 1

    def root(self) -> bytes:
        """Of no leaves: SHA-256 of nothing."""
        if not self._peaks:
            return sha256().digest()
        *others, node = self._peaks
        for peak in reversed(others):
            node = sha256(b"\x01" + peak + node).digest()
        return node
