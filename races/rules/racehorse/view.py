"""What people see of a game: legal moves, the view of a seat, the line on the scoreboard."""

from __future__ import annotations

from typing import Any, Literal

from msgspec.structs import replace

from races.rules.protocol import Summary
from races.rules.racehorse import turns
from races.rules.racehorse.auction import SMUDGE
from races.rules.racehorse.cards import HAND, PACK, POINTS, RANKS, SUITS, order, suit
from races.rules.racehorse.state import FEWEST, MOST, Chair, Deal, LastDeal, State, auction_of
from races.rules.table import reopenable, scores
from races.rules.telling import Said, Seats, _, counted

Status = Literal["open", "running", "paused", "finished"]
SUIT_NAMES = {"C": _("clubs"), "D": _("diamonds"), "H": _("hearts"), "S": _("spades")}


def public(state: State) -> State:
    """The state as everybody may know it: without seed and hands."""
    deck = None if state.deck is None else replace(state.deck, seed="")
    deal = state.deal
    if deal is not None:
        deal = replace(deal, hands=tuple(replace(hand, cards=(), salts=()) for hand in deal.hands))
    return replace(state, deck=deck, deal=deal)


def legal(state: State, seat: int | None) -> list[dict[str, Any]]:
    """Moves to offer to ``seat`` (None: the host) as JSON, ready to send; but where one has ``fill``, the fields named
    in it come from a person and ``fill`` itself is not sent.

    A seat may also close itself, and add salt to the next deck while a deal is on the table; nobody is offered that.
    """
    if state.phase == "finished":
        return []
    if seat is None:
        return _host_moves(state)
    chair = state.chair(seat)
    if chair is None or chair.state == "closed" or state.paused:
        return []
    if state.phase == "ready":
        deals = [{"type": "deal", "deal": state.number}] if turns.turn(state) == seat else []
        return [*deals, {"type": "add_salt", "fill": ["salt"]}] if state.deck is not None else []
    if turns.turn(state) != seat:
        return []
    number = state.number
    if state.phase == "bidding":
        able = turns.sayable(state)
        bids = [{"type": "bid", "deal": number, "points": points} for points in able.points]
        return [*([{"type": "pass", "deal": number}] if able.can_pass else []), *bids]
    hand = state.deal.hand(seat) if state.deal is not None else None
    if hand is None or not hand.cards:  # whoever asks may not know it
        return [{"type": "play", "deal": number, "fill": ["card"]}]
    return [{"type": "play", "deal": number, "card": card} for card in _sorted(turns.playable(state, seat))]


def _host_moves(state: State) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = []
    if state.phase == "ready" and turns.turn(state) is not None:
        moves.append({"type": "deal", "deal": state.number})
    if state.running:
        moves.append({"type": "resume"} if state.paused else {"type": "pause"})
        moves.append({"type": "abandon", "fill": ["reason"]})
    leavable = ("playing",) if state.running else ("playing", "leaving")
    moves.extend({"type": "close_seat", "seat": chair.seat} for chair in state.chairs if chair.state in leavable)
    return [*moves, *reopenable(state, MOST), {"type": "close_game", "fill": ["reason"]}]


def phase(state: State) -> str:
    """``ready``, ``bidding``, ``playing`` or ``finished``."""
    return "finished" if state.phase in ("scored", "settled") else state.phase


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What ``seat`` (None: the public) may see, as JSON.

    ``hand``: the seat's own cards, the highest of each suit first; null for the public. ``turn``: the seat that the
    table waits for. ``trick``: the cards that lie, ``last_trick`` the one just taken, until the next card is led; older
    ones are only counted. ``auction.calls``: ``points`` null is a pass. ``last``: the deal before.
    """
    deal = state.deal
    return {
        "seat": seat,
        "phase": phase(state),
        "deal": state.number,
        "deals": state.options.deals,
        "dealer": deal.dealer if deal is not None else _coming_dealer(state),
        "turn": turns.turn(state),
        "paused": state.paused or None,
        "next_at": None if (due := turns.due(state)) is None else due.at,
        "auction": None if deal is None else _auction(state, deal),
        "pitcher": (deal.pitcher or None) if deal is not None else None,
        "bid": (deal.bid or None) if deal is not None else None,
        "trump": (deal.trump or None) if deal is not None else None,
        "trick": _trick(deal),
        "last_trick": _last_trick(deal),
        "hand": _hand(deal, seat),
        "seats": [_seat(chair, deal) for chair in state.chairs],
        "salt": state.setup.salt,
        "salts": [] if state.deck is None else [{"seat": giver, "salt": salt} for giver, salt in state.deck.salts],
        "last": None if state.last is None else _last(state.last),
        "ranking": [{"seat": line.seat, "rank": line.rank, "money": line.money} for line in state.ranking],
    }


def _coming_dealer(state: State) -> int | None:
    return state.next_dealer() if state.phase == "ready" and state.open_seats else None


def _auction(state: State, deal: Deal) -> dict[str, Any]:
    highest = auction_of(state.options, deal).highest
    return {
        "kind": state.options.auction,
        "calls": [{"seat": call.seat, "points": call.points} for call in deal.calls],
        "highest": None if highest is None else {"seat": highest.seat, "points": highest.points},
    }


def _trick(deal: Deal | None) -> list[dict[str, Any]]:
    return [] if deal is None else [{"seat": seat, "card": card} for seat, card in deal.trick]


def _last_trick(deal: Deal | None) -> dict[str, Any] | None:
    if deal is None or deal.trick or not deal.piles:
        return None
    return {"seat": deal.piles[-1].seat, "cards": list(deal.piles[-1].cards)}


def _hand(deal: Deal | None, seat: int | None) -> list[str] | None:
    own = deal.hand(seat) if deal is not None and seat is not None else None
    return None if own is None or not own.cards else _sorted(own.left)


def _sorted(cards: tuple[str, ...]) -> list[str]:
    return sorted(cards, key=lambda card: (SUITS.index(suit(card)), order(card)), reverse=True)


def _seat(chair: Chair, deal: Deal | None) -> dict[str, Any]:
    hand = None if deal is None else deal.hand(chair.seat)
    dealt = deal is not None and hand is not None
    return {
        "seat": chair.seat,
        "colour": chair.colour,
        "money": chair.money,
        "delta": chair.delta,
        "state": chair.state,
        "cards": HAND - len(hand.played) if hand is not None else 0,
        "tricks": sum(pile.seat == chair.seat for pile in deal.piles) if deal is not None and dealt else 0,
        "passed": any(c.seat == chair.seat and c.points is None for c in deal.calls) if deal is not None else False,
    }


def _last(last: LastDeal) -> dict[str, Any]:
    return {
        "deal": last.number,
        "pitcher": last.pitcher,
        "bid": last.bid,
        "trump": last.trump,
        "high": last.high,
        "low": last.low,
        "jack": last.jack,
        "game": last.game,
        "points": last.points,
        "made": last.made,
        "tallies": [{"seat": seat, "tricks": n, "card_points": points} for seat, n, points in last.counts],
        "paid": [{"seat": seat, "amount": amount} for seat, amount in last.paid],
    }


def summary(state: State) -> Summary:
    """The line on the scoreboard. ``open``: before the first deal; between deals a game counts as running."""
    return Summary(
        status=_status(state),
        phase=phase(state),
        progress={"unit": "deal", "n": state.number, "of": state.options.deals},
        told=_told(state),
        seats=scores(state.chairs),
    )


def _status(state: State) -> Status:
    if state.phase == "finished":
        return "finished"
    if state.paused:
        return "paused"
    return "open" if not state.running and not state.scored else "running"


def _told(state: State) -> tuple[Said, ...]:
    """The headline."""
    if state.phase == "finished":
        return (_outcome(state),)
    here = {"deal": state.number, "deals": state.options.deals}
    deal = state.deal
    if state.running and deal is not None:
        return (_standing(state, deal, here), *((Said(_("Paused.")),) if state.paused else ()))
    if state.last is not None:
        last = state.last
        args = {"seats": Seats((last.pitcher,)), "points": bid_name(last.bid)}
        outcome = Said(_("{seats} made {points}.") if last.made else _("{seats} was set at {points}."), args)
        return (outcome, Said(_("Deal {deal} of {deals} comes next."), here))
    return (Said(_("Deal {deal} of {deals} is about to begin."), here),)


def _standing(state: State, deal: Deal, here: dict[str, int]) -> Said:
    if state.phase == "bidding":
        highest = auction_of(state.options, deal).highest
        if highest is None or highest.points is None:
            assert deal.turn is not None  # somebody is asked while there is bidding
            return Said(_("Deal {deal} of {deals}: {seats} may bid."), {**here, "seats": Seats((deal.turn,))})
        args = {**here, "seats": Seats((highest.seat,)), "points": bid_name(highest.points)}
        return Said(_("Deal {deal} of {deals}: {seats} bids {points}."), args)
    args = {**here, "seats": Seats((deal.pitcher,)), "points": bid_name(deal.bid)}
    if not deal.trump:
        return Said(_("Deal {deal} of {deals}: {seats} pitches for {points}."), args)
    text = _("Deal {deal} of {deals}: {seats} pitches for {points}, {suit} are trump.")
    return Said(text, {**args, "suit": Said(SUIT_NAMES[deal.trump])})


def bid_name(points: int) -> str:
    return "Smudge" if points == SMUDGE else str(points)


def _outcome(state: State) -> Said:
    winners = tuple(line.seat for line in state.ranking if line.rank == 1)
    if not winners:
        return Said(_("Closed before a deal was scored: no result."))
    money = state.ranking[0].money
    args = {"seats": Seats(winners), "money": f"${money}" if money >= 0 else f"−${-money}"}
    return counted("{seats} wins with {money}.", "{seats} share the win with {money}.", len(winners), args)


def board() -> dict[str, Any]:
    """What a client needs to draw the cards; JSON. ``ranks`` from the lowest, ``suits`` in the order of the default."""
    return {
        "pack": list(PACK),
        "ranks": list(RANKS),
        "suits": [{"suit": key, "name": name, "red": key in "DH"} for key, name in SUIT_NAMES.items()],
        "points": dict(POINTS.items()),
        "hand": HAND,
        "seats": {"fewest": FEWEST, "most": MOST},
        "bids": [{"points": points, "name": bid_name(points)} for points in (2, 3, 4, 5)],
    }
