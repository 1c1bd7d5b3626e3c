"""Which address links are made from, which are printed, and under which Host we answer."""

from __future__ import annotations

import pytest

from deploy import addresses


@pytest.fixture
def two_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ["192.168.1.20", "10.0.0.5"])


def test_without_options_only_this_machine_gets_in():
    chosen = addresses.choose(8000, lan=False, url=None)
    assert chosen == addresses.Addresses(
        public="http://127.0.0.1:8000",
        shown=["http://127.0.0.1:8000"],
        bind="127.0.0.1",
        hosts=["127.0.0.1", "localhost"],
    )


@pytest.mark.usefixtures("two_networks")
def test_on_the_network_links_name_the_first_address():
    chosen = addresses.choose(8000, lan=True, url=None)
    assert chosen.public == "http://192.168.1.20:8000"
    assert chosen.shown == ["http://192.168.1.20:8000", "http://10.0.0.5:8000"]
    assert chosen.bind.startswith("0.0.0.0")
    assert {"127.0.0.1", "localhost", "192.168.1.20", "10.0.0.5"} <= set(chosen.hosts)


@pytest.mark.usefixtures("two_networks")
def test_a_given_address_goes_before_all_others():
    chosen = addresses.choose(8000, lan=True, url="https://races.example.org/")
    assert chosen.public == "https://races.example.org"
    assert chosen.shown[1:] == ["http://192.168.1.20:8000", "http://10.0.0.5:8000"]
    assert "races.example.org" in chosen.hosts


def test_a_given_address_alone_is_served_to_a_proxy_on_this_machine():
    chosen = addresses.choose(8000, lan=False, url="https://races.example.org")
    assert (chosen.public, chosen.bind) == ("https://races.example.org", "127.0.0.1")


@pytest.mark.parametrize(
    "url", ["races.example.org", "ftp://races.example.org", "https://", "https://example.org/races"]
)
def test_what_is_no_address_is_refused(url: str):
    with pytest.raises(SystemExit, match="--url takes an address like"):
        addresses.choose(8000, lan=False, url=url)


def test_a_qr_code_fits_a_terminal():
    lines = addresses.qr("http://192.168.1.20:8000/").splitlines()
    assert 10 < len(lines) < 24
