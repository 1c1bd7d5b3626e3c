"""What a move makes happen, or why it is refused. One function per move; all are pure."""

from __future__ import annotations

from msgspec.structs import replace

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
    ReopenSeat,
    Resume,
    Sealed,
)
from races.rules.racehorse import dealing, hosting, turns
from races.rules.racehorse.auction import asked
from races.rules.racehorse.cards import HAND, counted, suit, taker
from races.rules.racehorse.events import (
    BidMade,
    CardPlayed,
    DealScored,
    DealStarted,
    Dealt,
    DeckSealed,
    GameFinished,
    Passed,
    PitchWon,
    SeatPaid,
    Tally,
    TrickTaken,
)
from races.rules.racehorse.guards import CLOCK, my_turn, this_deal
from races.rules.racehorse.moves import Bid, Deal, Pass, Play, PlayDefault, PrepareDeal
from races.rules.racehorse.scoring import Pile, next_open, payments, score
from races.rules.racehorse.state import FEWEST, Deck, State, auction_of
from races.rules.racehorse.state import Deal as Table
from races.rules.table import Outcome, Rule, decided, own_chair, ranking, server_only

# The deck and the deal


def _prepare_deal(state: State, move: PrepareDeal, by: By) -> Outcome:
    server_only(by, "seals a deck")
    coming = state.number + state.running
    if move.deal != coming:
        raise Refused("wrong_race", f"Deal {coming} comes next.", expected=coming)
    if state.deck is not None:
        raise Refused("already_running", "The deck of this deal is sealed already.")
    return [DeckSealed(deal=coming, commitments=dealing.commitments(state.setup, Deck(coming, move.seed)))]


def _deal(state: State, move: Deal, by: By) -> Outcome:
    this_deal(state, move.deal)
    if state.phase != "ready":
        raise Refused("already_running", f"Deal {state.number} is on the table.")
    if state.options.deal_by == "server":
        server_only(by, "deals in this game")
    elif not by.host and not by.clock:
        chair = own_chair(state, by)
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
    events: Outcome = [DealStarted(deal=deck.deal, dealer=dealer, seats=order, next=order[0])]
    places = dealing.places(state.setup, deck, seats)
    for seat in seats:
        own = places[seat]
        secret = {"cards": [cards[p - 1] for p in own], "salts": [salts[p - 1] for p in own]}
        event = Dealt(deal=deck.deal, seat=seat, places=own)
        events.append(Sealed(event=event, secret=secret, audience=(f"seat:{seat}",)))
    return events


# The auction


def _bid(state: State, move: Bid, by: By) -> Outcome:
    table = my_turn(state, by, move.deal, "bidding", "illegal_bid", "The auction is over.")
    able = turns.sayable(state).points
    if move.points not in able:
        raise Refused("illegal_bid", f"A bid of {move.points} is not possible now.", expected=list(able))
    return _called(state, table, move.points)


def _pass(state: State, move: Pass, by: By) -> Outcome:
    table = my_turn(state, by, move.deal, "bidding", "illegal_bid", "The auction is over.")
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


def _after(table: Table, seat: int) -> int:
    """Who sits to the left of ``seat``."""
    return table.seats[(table.seats.index(seat) + 1) % len(table.seats)]


def _play(state: State, move: Play, by: By) -> Outcome:
    """A card that a correction finds out of place has been seen all the same: then the deal is void, and the shell
    refuses the correction, as it would deal other cards."""
    try:
        return _card(state, move, by)
    except Refused:
        if by.replay and state.running and move.deal in (None, state.number):
            return hosting.void(state)
        raise


def _card(state: State, move: Play, by: By) -> Outcome:
    table = my_turn(state, by, move.deal, "playing", "illegal_card", "The auction is not over yet.")
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
    events += hosting.leavers(state)
    if over:
        events.append(GameFinished(ranking=ranking(money.items())))
    return events


def _dealer_after(state: State, pitcher: int, made: bool) -> int:
    """A pitcher who made it deals next; of one who was set, the player on his right (rules page §2, H11)."""
    ring = [chair.seat for chair in state.chairs]
    start = pitcher if made else ring[ring.index(pitcher) - 1]
    return next_open(ring, start, 1 if made else -1, state.open_seats)


# The clock


def _play_default(state: State, move: PlayDefault, by: By) -> Outcome:
    """The stated default for the seat that the table waits for, once its time is up."""
    server_only(by, "plays for a seat that sleeps")
    this_deal(state, move.deal)
    due, seat = turns.due(state), turns.turn(state)
    if due is None or seat is None:
        raise Refused("not_running", "Nobody is waited for.")
    if due.move != move:
        if by.replay and state.phase == "playing":
            return hosting.void(state)
        raise Refused("roll_out_of_order", "That turn is over.", expected=getattr(due.move, "n", None))
    if not by.replay:
        if by.at < due.at:
            raise Refused("too_early", "There is time left.")
        if state.running and by.at > due.at + state.options.pause_after_gap_s * 1_000_000:
            return [Paused(reason="gap")]
    default = turns.default(state, seat)
    if default is None:
        raise Refused("unavailable", "This hand is not known here.")
    return decided(RULES, state, default, replace(by, seat=seat))


RULES: dict[type[Move], Rule] = {
    PrepareDeal: _prepare_deal,
    Deal: _deal,
    Bid: _bid,
    Pass: _pass,
    Play: _play,
    PlayDefault: _play_default,
    Pause: CLOCK.pause,
    Resume: CLOCK.resume,
    Abandon: hosting.abandon,
    CloseGame: hosting.close_game,
    AddSalt: hosting.add_salt,
    CloseSeat: hosting.close_seat,
    ReopenSeat: hosting.open_seat,
    AddSeat: hosting.add_seat,
}
