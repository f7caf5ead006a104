"""A turn: placing a card, drawing while stuck, passing; and solo's waves."""

from msgspec.structs import replace

from referee.core.cards import holding, take
from referee.core.records import (
    ALLOWED,
    UNKNOWN,
    Allowed,
    Assumption,
    Move,
    Refusal,
    TurnStarted,
    Verdict,
    counted,
    next_seat,
)
from referee.games.circuit_sibz.deck import Pack
from referee.games.circuit_sibz.ending import Circuit, finish
from referee.games.circuit_sibz.state import (
    CardDrawn,
    CardPlaced,
    Draw,
    HandRefilled,
    Pass,
    Place,
    Placed,
    State,
    Turn,
    TurnPassed,
    view,
)
from referee.games.circuit_sibz.table import Table, grow

WAVE = 5
STUCK_DRAWS = 3


def check_place(state: State, pack: Pack, move: Place) -> Verdict:
    """Judge a placement: the hand, then the cell (`turn.place`, `place.connect`)."""
    table = Table(state, pack)
    held = holding(state.hand(move.player), (move.card,), lambda: table.unseen)
    if isinstance(held, Refusal):
        return held
    return table.grid.refusal(move.card, (move.x, move.y), move.rotation) or ALLOWED


def check_draw(state: State, pack: Pack, player: str) -> Verdict:
    """Judge a draw (`draw.only-if-stuck`, `solo.stuck`, `draw.pass`)."""
    rule = "solo.stuck" if state.solo else "draw.only-if-stuck"
    stuck = _check_stuck(state, pack, player, rule)
    return stuck if isinstance(stuck, Refusal) else _nothing_to_draw(state) or stuck


def _nothing_to_draw(state: State) -> Refusal | None:
    """Say why nobody draws (`draw.pass`)."""
    if state.draw_pile:
        return None
    return Refusal("draw_pile_empty", "draw.pass", "The draw pile is empty.", {})


def check_pass(state: State, pack: Pack, player: str) -> Verdict:
    """Judge a pass (`draw.pass`)."""
    stuck = _check_stuck(state, pack, player, "draw.pass")
    return stuck if isinstance(stuck, Refusal) else _still_to_draw(state) or stuck


def _still_to_draw(state: State) -> Refusal | None:
    """Say why nobody passes (`draw.pass`)."""
    if not state.draw_pile:
        return None
    message = "While there are cards to draw, a player who is stuck draws."
    return Refusal("pass_with_draw_pile", "draw.pass", message, {})


def _check_stuck(state: State, pack: Pack, player: str, rule: str) -> Verdict:
    """Judge whether no card of the hand can be placed, as far as that is known."""
    hand = state.hand(player)
    # By what the player may see: a refusal must not tell what the other hands leave over. Where
    # the hand is known, nothing else bears on it.
    table = Table(view(state, player) if UNKNOWN in hand else state, pack)
    verdict = table.can_place(hand)
    if verdict == "hidden":
        text = "Some cards of the hand are hidden: it is taken for granted that none can be placed."
        return Allowed((Assumption(rule, text),))
    if not verdict:
        return ALLOWED
    card = table.places(hand)
    if card is None:
        message = "One of the hidden cards can be placed, whichever they are."
        return Refusal("placement_available", rule, message, {"placement": None})
    (x, y), rotation = table.grid.placements(card)[0]
    message = f"{card} can be placed, at {x},{y} for one."
    placement = {"card": card, "x": x, "y": y, "rotation": rotation}
    return Refusal("placement_available", rule, message, {"placement": placement})


def place(game: Circuit, pack: Pack, move: Place) -> None:
    """Lay a card into the network; what that ends, ends at once."""
    table, cell = Table(game.state, pack), (move.x, move.y)
    rotation = table.deck.smallest(move.card, move.rotation)
    connections = table.grid.connections(move.card, cell, rotation)
    hand = take(game.state.hand(move.player), (move.card,))
    laid = Placed(move.card, move.x, move.y, rotation, move.player)
    network = (*game.state.network, laid)
    game.become(players=game.state.with_hand(move.player, hand), network=network)
    grow(pack, network, table.grid)
    game.tell(CardPlaced(move.player, move.card, move.x, move.y, rotation, connections))
    if game.state.solo:
        _after_solo_placement(game, pack, move.player)
    elif not finish(game, pack):
        pass_on(game)


def _after_solo_placement(game: Circuit, pack: Pack, player: str) -> None:
    """Follow the network's length, and refill an empty hand (`solo.wave`, `end.closure`)."""
    game.become(turn=replace(game.state.turn, number=len(game.state.network)))
    closed = Table(game.state, pack).closed()
    if not game.state.hand(player) and game.state.draw_pile and not closed:
        game.tell(HandRefilled(player, _take_cards(game, player, WAVE)))
    finish(game, pack)


def draw(game: Circuit, pack: Pack, player: str) -> None:
    """Draw one card, in solo three (`draw.one-at-a-time`, `solo.stuck`)."""
    for card in _take_cards(game, player, STUCK_DRAWS if game.state.solo else 1):
        game.tell(CardDrawn(player, card))
    finish(game, pack)


def _take_cards(game: Circuit, player: str, count: int) -> tuple[str, ...]:
    """Move so many cards of the draw pile into a hand, as many as there are."""
    cards, rest = game.state.draw_pile[:count], game.state.draw_pile[count:]
    hand = (*game.state.hand(player), *cards)
    game.become(draw_pile=rest, players=game.state.with_hand(player, hand))
    game.turn_up()
    return cards


def pass_turn(game: Circuit, move: Pass) -> None:
    """End a turn without a card (`draw.pass`)."""
    game.tell(TurnPassed(move.player))
    pass_on(game)


def pass_on(game: Circuit) -> None:
    """Let the next player begin their turn (`turn.place`)."""
    turn = game.state.turn
    begun = Turn(counted(turn.number + 1), next_seat(game.state, turn.player).id)
    game.become(turn=begun)
    game.tell(TurnStarted(begun.player, begun.number))


def moves(state: State, pack: Pack, player: str) -> list[Move]:
    """List the placements of known cards: in hand order, by x, y and rotation; or what is left.

    Whoever can place neither draws nor passes (`draw.only-if-stuck`, `solo.stuck`, `draw.pass`).
    """
    grid = Table(state, pack).grid
    placements: list[Move] = [
        Place(player, card, x, y, rotation)
        for card in dict.fromkeys(state.hand(player))
        if card != UNKNOWN
        for (x, y), rotation in grid.placements(card)
    ]
    return placements or _without_placing(state, pack, player)


def _without_placing(state: State, pack: Pack, player: str) -> list[Move]:
    """List the draw and the pass of a player who is stuck, as far as the pile allows them."""
    if isinstance(_check_stuck(state, pack, player, "draw.pass"), Refusal):
        return []
    draws: list[Move] = [] if _nothing_to_draw(state) else [Draw(player)]
    return draws if state.solo or _still_to_draw(state) else [*draws, Pass(player)]
