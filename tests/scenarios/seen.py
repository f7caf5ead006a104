"""What a seat may see of a state and of its events, by the pages' words."""

import copy
import hashlib
from typing import Any

State = dict[str, Any]

PRIVATE = {
    "wireburn": {"card_drawn": "card", "penalty_drawn": "card", "card_revealed": "card"},
    "circuit-sibz": {"card_drawn": "card", "card_revealed": "card"},
    "mindburners": {
        "cards_dealt": "cards",
        "card_bought": "card",
        "card_kept": "card",
        "card_revealed": "card",
    },
}
FACE_DOWN = {
    "wireburn": ("draw_pile",),
    "circuit-sibz": ("draw_pile",),
    "mindburners": ("ability_deck", "event_deck"),
}


def hidden(cards: list[str]) -> list[str]:
    return ["?" for _ in cards]


def hides_hands(state: State) -> bool:
    return bool(state["options"].get("hidden_hands", True))


def seen(state: State, reader: str | None) -> State:
    """Return the state as a player, or a spectator (None), may see it."""
    state = copy.deepcopy(state)
    if state["rng"]:
        state["rng"]["seed"] = None
    for pile in FACE_DOWN[state["game"]]:
        state[pile] = hidden(state[pile])
    for player in state["players"]:
        if hides_hands(state) and player["id"] != reader:
            player["hand"] = hidden(player["hand"])
    if state["game"] == "wireburn" and state["turn"]["player"] != reader:
        state["turn"]["drawn"] = hidden(state["turn"]["drawn"])
    if state["game"] == "mindburners":
        scanned = state["scanned"]
        state["void_deck"][scanned:] = hidden(state["void_deck"][scanned:])
        state["box"] = {kind: hidden(cards) for kind, cards in state["box"].items()}
    return state


def seen_event(state: State, event: Any, reader: str | None) -> Any:
    """Return an event as a player, or a spectator (None), may see it."""
    field = PRIVATE[state["game"]].get(event["type"])
    owner = event.get("holder", event.get("player"))
    if field is None or owner == reader or not hides_hands(state) or event[field] is None:
        return event
    value = event[field]
    return {**event, field: hidden(value) if isinstance(value, list) else "?"}


def readers(state: State) -> list[str | None]:
    """List who may look: every player, and a spectator."""
    return [*(player["id"] for player in state["players"]), None]


def committed(seed: str) -> str:
    return hashlib.sha256(seed.encode()).hexdigest()
