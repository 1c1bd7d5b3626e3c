"""What a move makes happen, or why it is refused. One function per move; all are pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from races.rules.protocol import (
    Abandon,
    AddSalt,
    AddSeat,
    By,
    CloseGame,
    CloseSeat,
    Event,
    Move,
    Pause,
    Paused,
    Refused,
    Resume,
    Resumed,
    SaltAdded,
    Sealed,
    SeatAdded,
    SeatClosed,
)
from races.rules.racehorse import dealing, turns
from races.rules.racehorse.auction import asked
from races.rules.racehorse.cards import HAND, counted, suit, taker
from races.rules.racehorse.events import (
    BidMade,
    CardPlayed,
    DealAbandoned,
    DealScored,
    DealStarted,
    Dealt,
    DeckSealed,
    GameFinished,
    Passed,
    PitchWon,
    SeatLeaving,
    SeatPaid,
    Tally,
    TrickTaken,
)
from races.rules.racehorse.moves import Bid, Deal, Pass, Play, PlayDefault, PrepareDeal
from races.rules.racehorse.scoring import Pile, next_open, payments, ranking, score
from races.rules.racehorse.state import FEWEST, MOST, Chair, Deck, State, auction_of, free_colour
from races.rules.racehorse.state import Deal as Table

Outcome = list[Event | Sealed]


def decide(state: State, move: Move, by: By) -> Outcome:
    """The events of ``move``. Raises :class:`Refused` with a code of the contract (``too_early``, for a clock that
    comes before its time, stays inside the server)."""
    handler = MOVES.get(type(move))
    if handler is None:
        raise Refused("invalid", "This game has no such move.")
    if state.phase == "finished":
        raise Refused("game_over", "This game is over.")
    return handler(state, move, by)


# Who may, and when


def _host_only(by: By, what: str) -> None:
    if not by.host and not by.clock:
        raise Refused("wrong_scope", f"Only the host {what}.")


def _server_only(by: By, what: str) -> None:
    if not by.clock:
        raise Refused("wrong_scope", f"Only the server {what}.")


def _own_chair(state: State, by: By) -> Chair:
    if by.seat is None:
        raise Refused("not_your_seat", "This move belongs to a seat: say which.")
    chair = state.chair(by.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {by.seat}.")
    return chair


def _this_deal(state: State, deal: int | None) -> None:
    if deal is not None and deal != state.number:
        raise Refused(
            "wrong_race", f"That was meant for deal {deal}; now it is deal {state.number}.", expected=state.number
        )


def _running(state: State) -> Table:
    if not state.running or state.deal is None:
        raise Refused("not_running", "No deal is on the table.")
    return state.deal


def _my_turn(state: State, by: By, deal: int | None, phase: str, code: str, otherwise: str) -> Table:
    """The deal on the table, if it is ``phase`` and the mover's turn; ``otherwise``: what is wrong in another phase."""
    chair = _own_chair(state, by)
    _this_deal(state, deal)
    table = _running(state)
    if state.paused:
        raise Refused("paused", "The game is paused.")
    if state.phase != phase:
        raise Refused(code, otherwise)
    if table.turn != chair.seat:
        raise Refused("not_your_turn", f"It is the turn of seat {table.turn}.", expected=table.turn)
    return table


def _after(table: Table, seat: int) -> int:
    """Who sits to the left of ``seat``."""
    return table.seats[(table.seats.index(seat) + 1) % len(table.seats)]


# The deck and the deal


def _prepare_deal(state: State, move: PrepareDeal, by: By) -> Outcome:
    _server_only(by, "seals a deck")
    coming = state.number + state.running
    if move.deal != coming:
        raise Refused("wrong_race", f"Deal {coming} comes next.", expected=coming)
    if state.deck is not None:
        raise Refused("already_running", "The deck of this deal is sealed already.")
    return [DeckSealed(deal=coming, commitments=dealing.commitments(state.setup, Deck(coming, move.seed)))]


def _deal(state: State, move: Deal, by: By) -> Outcome:
    _this_deal(state, move.deal)
    if state.phase != "ready":
        raise Refused("already_running", f"Deal {state.number} is on the table.")
    if state.options.deal_by == "server":
        _server_only(by, "deals in this game")
    elif not by.host and not by.clock:
        chair = _own_chair(state, by)
        if chair.seat != state.next_dealer():
            dealer = state.next_dealer()
            raise Refused("not_your_turn", f"Seat {dealer} deals.", expected=dealer)
    if state.deck is None or not state.deck.seed:
        raise Refused("unavailable", "The deck of this deal is not known here.")
    return _dealt(state, state.deck)


def _dealt(state: State, deck: Deck) -> Outcome:
    """The hands, each for its seat alone. The first to speak sits to the dealer's left."""
    dealer, seats = state.next_dealer(), state.open_seats
    at = seats.index(dealer) + 1
    order = (*seats[at:], *seats[:at])
    cards, salts = dealing.layout(state.setup, deck), dealing.card_salts(state.setup, deck)
    events: Outcome = [DealStarted(deal=deck.deal, dealer=dealer, seats=order)]
    places = dealing.places(state.setup, deck, order)
    for seat in order:
        own = places[seat]
        secret = {"cards": [cards[p - 1] for p in own], "salts": [salts[p - 1] for p in own]}
        event = Dealt(deal=deck.deal, seat=seat, places=own, next=order[0] if seat == dealer else None)
        events.append(Sealed(event=event, secret=secret, audience=(f"seat:{seat}",)))
    return events


# The auction


def _bid(state: State, move: Bid, by: By) -> Outcome:
    table = _my_turn(state, by, move.deal, "bidding", "illegal_bid", "The auction is over.")
    able = turns.sayable(state).points
    if move.points not in able:
        raise Refused("illegal_bid", f"A bid of {move.points} is not possible now.", expected=list(able))
    return _called(state, table, move.points)


def _pass(state: State, move: Pass, by: By) -> Outcome:
    table = _my_turn(state, by, move.deal, "bidding", "illegal_bid", "The auction is over.")
    if not turns.sayable(state).can_pass:
        raise Refused("illegal_bid", "All others have passed: the dealer must bid.", expected=_able(state))
    return _called(state, table, None)


def _able(state: State) -> list[int]:
    return list(turns.sayable(state).points)


def _called(state: State, table: Table, points: int | None) -> Outcome:
    """A call, and the end of the auction if it was the last one."""
    assert table.turn is not None
    seat, before = table.turn, auction_of(state.options, table)
    after = before.said(seat, points)
    following = asked(after)
    events: Outcome
    if points is None:
        events = [Passed(deal=table.number, seat=seat, next=following)]
    else:
        stolen = before.highest is not None and before.highest.points == points
        events = [BidMade(deal=table.number, seat=seat, points=points, stolen=stolen, next=following)]
    if following is None:
        highest = after.highest
        assert highest is not None and highest.points is not None
        events.append(PitchWon(deal=table.number, seat=highest.seat, points=highest.points))
    return events


# The tricks


def _play(state: State, move: Play, by: By) -> Outcome:
    table = _my_turn(state, by, move.deal, "playing", "illegal_card", "The auction is not over yet.")
    assert table.turn is not None
    hand = table.hand(table.turn)
    if hand is None or not hand.cards:
        raise Refused("unavailable", "This hand is not known here.")
    if move.card not in hand.left:
        raise Refused("illegal_card", f"Seat {table.turn} has no {move.card}.")
    if move.card not in turns.playable(state, table.turn):
        raise Refused("illegal_card", f"Who can follow suit must follow or trump: {move.card} does neither.")
    return _played(state, table, table.turn, move.card)


def _played(state: State, table: Table, seat: int, card: str) -> Outcome:
    """A card, and all that follows from it: the trick, the score, the payments, the end."""
    hand = table.hand(seat)
    assert hand is not None
    at, trump, trick = hand.cards.index(card), table.trump or suit(card), (*table.trick, (seat, card))
    number, full = len(table.piles) + 1, len(trick) == len(table.seats)
    events: Outcome = [
        CardPlayed(
            deal=table.number,
            trick=number,
            seat=seat,
            card=card,
            place=hand.places[at],
            salt=hand.salts[at],
            trump=trump,
            next=None if full else _after(table, seat),
        )
    ]
    if not full:
        return events
    winner, cards = taker(trick, trump), tuple(card for _, card in trick)
    last = number == HAND
    events.append(
        TrickTaken(
            deal=table.number,
            trick=number,
            seat=winner,
            cards=cards,
            points=counted(cards),
            next=None if last else winner,
        )
    )
    if last:
        events += _scored(state, table, (*table.piles, Pile(winner, cards)), trump)
    return events


def _scored(state: State, table: Table, piles: tuple[Pile, ...], trump: str) -> list[Event]:
    """Points, payments, who leaves, who deals next or who has won."""
    pitcher, bid = table.pitcher, table.bid
    result = score(piles, table.seats, trump, pitcher, bid, state.options.game)
    staying = state.open_seats
    over = state.scored + 1 == state.options.deals or len(staying) < FEWEST
    money = {chair.seat: chair.money for chair in state.chairs}
    events: list[Event] = [
        DealScored(
            deal=table.number,
            pitcher=pitcher,
            bid=bid,
            trump=trump,
            high=result.high,
            low=result.low,
            jack=result.jack,
            game=result.game,
            points=result.points,
            made=result.made,
            tallies=tuple(Tally(seat=seat, tricks=n, card_points=points) for seat, n, points in result.counts),
            next_dealer=None if over else _dealer_after(state, pitcher, result.made),
        )
    ]
    for seat, amount in payments(table.seats, pitcher, bid, result.made):
        money[seat] += amount
        events.append(SeatPaid(deal=table.number, seat=seat, pitcher=pitcher, amount=amount, balance=money[seat]))
    events += _leavers(state)
    if over:
        events.append(GameFinished(ranking=ranking(money.items())))
    return events


def _dealer_after(state: State, pitcher: int, made: bool) -> int:
    """A pitcher who made it deals next; of one who was set, the player on his right (rules page §2, H11)."""
    ring = [chair.seat for chair in state.chairs]
    start = pitcher if made else ring[ring.index(pitcher) - 1]
    return next_open(ring, start, 1 if made else -1, state.open_seats)


def _leavers(state: State) -> list[Event]:
    return [SeatClosed(seat=chair.seat) for chair in state.chairs if chair.state == "leaving"]


def _ended(state: State) -> GameFinished:
    """The end before its time. Without a scored deal there is no result."""
    return GameFinished(ranking=ranking((chair.seat, chair.money) for chair in state.chairs) if state.scored else ())


# The clock


def _play_default(state: State, move: PlayDefault, by: By) -> Outcome:
    """The stated default for the seat that the table waits for, once its time is up."""
    _server_only(by, "plays for a seat that sleeps")
    _this_deal(state, move.deal)
    due, seat = turns.due(state), turns.turn(state)
    if due is None or seat is None:
        raise Refused("not_running", "Nobody is waited for.")
    if due.move != move:
        raise Refused("roll_out_of_order", "That turn is over.", expected=getattr(due.move, "n", None))
    if by.at < due.at:
        raise Refused("too_early", "There is time left.")
    if state.running and by.at > due.at + state.options.pause_after_gap_s * 1_000_000:
        return [Paused(reason="gap")]
    default = turns.default(state, seat)
    if default is None:
        raise Refused("unavailable", "This hand is not known here.")
    return decide(state, default, By(at=by.at, seat=seat, clock=True))


# The host's hand on the game


def _pause(state: State, move: Pause, by: By) -> Outcome:
    _host_only(by, "pauses a game")
    _running(state)
    if state.paused:
        raise Refused("paused", "The game is paused.")
    return [Paused(reason="host")]


def _resume(state: State, move: Resume, by: By) -> Outcome:
    _host_only(by, "resumes a game")
    _running(state)
    if not state.paused:
        raise Refused("already_running", "The game is not paused.")
    return [Resumed()]


def _abandon(state: State, move: Abandon, by: By) -> Outcome:
    _host_only(by, "abandons a deal")
    table = _running(state)
    events: Outcome = [DealAbandoned(deal=table.number), *_leavers(state)]
    if len(state.open_seats) < FEWEST:
        events.append(_ended(state))
    return events


def _close_game(state: State, move: CloseGame, by: By) -> Outcome:
    """A running deal is void; no hand is opened."""
    _host_only(by, "closes a game")
    void: Outcome = [DealAbandoned(deal=state.number)] if state.running else []
    return [*void, *_leavers(state), _ended(state)]


# Seats


def _add_salt(state: State, move: AddSalt, by: By) -> Outcome:
    """From the sealing of a deck until it is dealt: so neither side can choose the hands."""
    chair = _own_chair(state, by)
    if state.deck is None:
        raise Refused("not_running", "No deck waits to be dealt.")
    return [SaltAdded(seat=chair.seat, salt=move.salt)]


def _close_seat(state: State, move: CloseSeat, by: By) -> Outcome:
    """Takes effect between deals: during one, after its payments. With fewer than five seats the game is over."""
    if by.seat != move.seat:
        _host_only(by, "closes the seat of somebody else")
    chair = state.chair(move.seat)
    if chair is None or chair.state == "closed":
        raise Refused("seat_closed", f"Nobody plays on seat {move.seat}.")
    if not state.running:
        staying = [seat for seat in state.open_seats if seat != move.seat]
        return [SeatClosed(seat=move.seat), *([_ended(state)] if len(staying) < FEWEST else [])]
    if chair.state == "leaving":
        raise Refused("seat_closed", f"Seat {move.seat} is leaving already, after this deal.")
    return [SeatLeaving(seat=move.seat)]


def _add_seat(state: State, move: AddSeat, by: By) -> Outcome:
    """A latecomer is dealt to from the next deal on."""
    _host_only(by, "adds a seat")
    if sum(chair.state != "closed" for chair in state.chairs) >= MOST:
        raise Refused("game_full", "This table is full.")
    seat = move.seat if move.seat is not None else max(chair.seat for chair in state.chairs) + 1
    if state.chair(seat) is not None:
        raise Refused("seat_taken", f"Seat {seat} has been given; a chair is never used again.")
    return [SeatAdded(seat=seat, colour=free_colour(state))]


MOVES: dict[type[Move], Callable[[State, Any, By], Outcome]] = {
    PrepareDeal: _prepare_deal,
    Deal: _deal,
    Bid: _bid,
    Pass: _pass,
    Play: _play,
    PlayDefault: _play_default,
    Pause: _pause,
    Resume: _resume,
    Abandon: _abandon,
    CloseGame: _close_game,
    AddSalt: _add_salt,
    CloseSeat: _close_seat,
    AddSeat: _add_seat,
}
