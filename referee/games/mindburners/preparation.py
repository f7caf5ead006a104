"""Preparation: refreshing, boosting, buying, overcharging, and getting ready."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from referee.core.records import ALLOWED, Move, Refusal, Verdict
from referee.games.mindburners.events import (
    CardBought,
    CardsDealt,
    HpBoosted,
    Overcharged,
    PlayerReady,
    PreparationStarted,
)
from referee.games.mindburners.mind import Mind
from referee.games.mindburners.moves import Boost, BuyCard, Overcharge, Ready
from referee.games.mindburners.state import MOST_HP, State

HP, OVERCHARGED_HP = 5, 6
HAND, OVERCHARGED_HAND = 3, 4
BOOST_COST, OVERCHARGE_COST = 2, 10
EXTRA_DRAWS = 2
REFRESHED: Mapping[str, Any] = {
    "status": "preparing",
    "decided": False,
    "passed": False,
    "ready": False,
    "cards_cleared": 0,
    "absorb": 0,
    "guarded": False,
    "extra_draws": 0,
}
"""What every preparation sets anew, whatever the run before has left."""


def begin(game: Mind) -> None:
    """Refresh everybody and deal round the table (`prep.refresh`)."""
    game.become(phase="preparation")
    for player in game.state.players:
        game.change(
            player.id,
            hp=OVERCHARGED_HP if player.overcharged else HP,
            **REFRESHED,
        )
    game.tell(PreparationStarted(game.state.run))
    _deal_round(game)


def _deal_round(game: Mind) -> None:
    """Deal one card at a time round the table, up to everybody's full hand."""
    dealt: dict[str, list[str]] = {player.id: [] for player in game.state.players}
    for _ in range(OVERCHARGED_HAND):
        for player in game.state.players:
            full = OVERCHARGED_HAND if player.overcharged else HAND
            if len(player.hand) + len(dealt[player.id]) < full:
                card = game.draw_ability()
                dealt[player.id] += [card] if card is not None else []
    for player in game.state.players:
        cards = tuple(dealt[player.id])
        if cards:
            game.change(player.id, hand=(*player.hand, *cards))
            game.tell(CardsDealt(player.id, cards))


def check_boost(state: State, move: Boost) -> Verdict:
    """Judge a boost (`prep.boost`)."""
    player = state.player(move.player)
    cost = BOOST_COST * move.hp
    if cost > player.energy:
        message = f"{move.hp} HP cost {cost} energy; {player.energy} is stored."
        details = {"cost": cost, "energy": player.energy}
        return Refusal("not_enough_energy", "prep.boost", message, details)
    if player.hp + move.hp > MOST_HP:
        message = f"HP goes up to {MOST_HP} at the most; {player.hp} are there."
        return Refusal("hp_at_most_ten", "prep.boost", message, {"hp": player.hp})
    return ALLOWED


def check_buy_card(state: State, player_id: str) -> Verdict:
    """Judge the buying of a card (`prep.draw`, `draw.reshuffle`)."""
    player = state.player(player_id)
    if player.hp < 2:
        message = "A card costs 1 HP, and HP never falls below 1 by it."
        return Refusal("hp_would_fall_below_one", "prep.draw", message, {})
    if player.extra_draws >= EXTRA_DRAWS:
        message = f"At most {EXTRA_DRAWS} cards are bought in a preparation."
        return Refusal("extra_draws_used", "prep.draw", message, {})
    if not state.ability_deck and not state.ability_discard:
        return Refusal("nothing_to_draw", "draw.reshuffle", "No ability is left to draw.", {})
    return ALLOWED


def check_overcharge(state: State, player_id: str) -> Verdict:
    """Judge overcharging (`prep.overcharge`)."""
    player = state.player(player_id)
    if player.energy < OVERCHARGE_COST:
        message = f"Overcharging costs {OVERCHARGE_COST} energy; {player.energy} is stored."
        details = {"cost": OVERCHARGE_COST, "energy": player.energy}
        return Refusal("not_enough_energy", "prep.overcharge", message, details)
    if player.overcharged:
        message = f"{player_id} is overcharged already."
        return Refusal("already_overcharged", "prep.overcharge", message, {})
    if state.solo:
        message = "There is no overcharging in solo."
        return Refusal("no_overcharge_in_solo", "prep.overcharge", message, {})
    return ALLOWED


def moves(state: State, player_id: str) -> list[Move]:
    """List what a player may do before the run besides playing, in a fixed order."""
    boosts = (Boost(player_id, hp) for hp in range(1, MOST_HP + 1))
    # Where one is refused, so is every larger one.
    listed: list[Move] = [*takewhile(lambda boost: check_boost(state, boost) is ALLOWED, boosts)]
    if check_buy_card(state, player_id) is ALLOWED:
        listed.append(BuyCard(player_id))
    if check_overcharge(state, player_id) is ALLOWED:
        listed.append(Overcharge(player_id))
    return [*listed, Ready(player_id)]


def boost(game: Mind, move: Boost) -> None:
    """Buy HP for this run."""
    player = game.player(move.player)
    boosted = game.change(
        player.id, hp=player.hp + move.hp, energy=player.energy - BOOST_COST * move.hp
    )
    game.tell(HpBoosted(player.id, boosted.hp, boosted.energy))


def buy_card(game: Mind, player_id: str) -> None:
    """Buy an ability with 1 HP."""
    card = game.draw_ability()
    assert card is not None
    player = game.player(player_id)
    bought = game.change(
        player_id,
        hp=player.hp - 1,
        extra_draws=player.extra_draws + 1,
        hand=(*player.hand, card),
    )
    game.tell(CardBought(player_id, card, bought.hp))


def overcharge(game: Mind, player_id: str) -> None:
    """Overcharge a player; the benefits begin with the next preparation."""
    energy = game.player(player_id).energy - OVERCHARGE_COST
    game.change(player_id, energy=energy, overcharged=True)
    game.tell(Overcharged(player_id, energy))


def get_ready(game: Mind, player_id: str) -> bool:
    """Note that a player is ready, and say whether all are (`prep.ready`)."""
    game.change(player_id, ready=True)
    game.tell(PlayerReady(player_id))
    return all(player.ready for player in game.state.players)
