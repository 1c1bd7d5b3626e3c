"""The Merkle tree: the test vectors of Certificate Transparency (RFC 6962), and the same tree written naively."""

from __future__ import annotations

from hashlib import sha256

import pytest

from ledger import verify
from ledger.merkle import Tree

LEAVES = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
]
"""The inputs of the reference implementation's tests, and the roots over the first 1 to 8 of them."""
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def naive(hashes: list[bytes]) -> bytes:
    if len(hashes) == 1:
        return sha256(b"\x00" + hashes[0]).digest()
    k = 1
    while k * 2 < len(hashes):
        k *= 2
    return sha256(b"\x01" + naive(hashes[:k]) + naive(hashes[k:])).digest()


def test_the_reference_vectors() -> None:
    tree, offline = Tree(), verify.Tree()
    assert tree.root() == sha256().digest()
    for leaf, root in zip(LEAVES, ROOTS, strict=True):
        tree.add(bytes.fromhex(leaf))
        offline.add(bytes.fromhex(leaf))
        assert (tree.root().hex(), offline.root()) == (root, "sha256:" + root)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 31, 32, 33, 100])
def test_as_the_rfc_defines_it(size: int) -> None:
    hashes = [sha256(bytes([n])).digest() for n in range(size)]
    tree = Tree()
    for hash_ in hashes:
        tree.add(hash_)
    assert tree.root() == naive(hashes)
