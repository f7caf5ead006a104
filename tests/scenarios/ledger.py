"""Where every card is after a move, by the events that were told and the seed alone.

A second reckoning, by the pages' words: the number stream, the order in which cards land, and
when a pile is made of a discard.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

State = dict[str, Any]


class Numbers:
    """The number stream of a seed (contract, Randomness)."""

    def __init__(self, rng: Any) -> None:
        self.seed, self.counter = rng["seed"], rng["counter"]

    def below(self, n: int) -> int:
        while True:
            text = f"{self.seed}:{self.counter}".encode()
            number = int.from_bytes(hashlib.sha256(text).digest()[:8], "big")
            self.counter += 1
            if number < 2**64 // n * n:
                return number % n

    def shuffle(self, cards: Sequence[str]) -> list[str]:
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


class Ledger:
    """What all games share: hands, the numbers used, and the events that move cards."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.hands = {player["id"]: list(player["hand"]) for player in state["players"]}
        self.numbers = Numbers(state["rng"])

    def follow(self, events: Sequence[Any]) -> None:
        """Take the events in, one after the other."""
        for event, following in pairwise([*events, {"type": ""}]):
            getattr(self, f"on_{event['type']}", lambda _: None)(event)
            self.between(following["type"])

    def between(self, following: str) -> None:
        """Hold what is true between an event and the next one."""

    def zones(self, after: State) -> list[tuple[Any, Any]]:
        """Return every zone as it is reckoned, and as the state after the events has it."""
        hands = {player["id"]: player["hand"] for player in after["players"]}
        return [(self.hands, hands), (self.numbers.counter, after["rng"]["counter"])]

    def give(self, player: str, *cards: str) -> None:
        for card in cards:
            self.hands[player].remove(card)


class WireburnLedger(Ledger):
    """Wireburn: `pile.recycle`, and the order of the page's events."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.docks = {dock: list(stack) for dock, stack in state["docks"].items()}
        self.pile, self.discard = list(state["draw_pile"]), list(state["discard"])

    def between(self, following: str) -> None:
        assert self.pile or not self.discard or following == "pile_recycled"

    def on_card_played(self, event: Any) -> None:
        cards = [event["card"], *event["modifiers"]]
        self.give(event["player"], *cards)
        self.docks[event["dock"]] += cards

    def on_washed(self, event: Any) -> None:
        self.give(event["player"], "+", "-")
        self.discard += ["+", "-"]

    def on_card_drawn(self, event: Any) -> None:
        assert self.pile.pop(0) == event["card"]
        self.hands[event["player"]].append(event["card"])

    on_penalty_drawn = on_card_drawn

    def on_dock_cleared(self, event: Any) -> None:
        assert self.docks[event["dock"]] == event["cards"]
        self.docks[event["dock"]] = []
        self.discard += event["cards"]

    def on_attack_deflected(self, event: Any) -> None:
        self.give(event["player"], "NULL")
        self.discard.append("NULL")

    def on_pile_recycled(self, event: Any) -> None:
        assert not self.pile
        assert event["cards"] == len(self.discard)
        self.pile, self.discard = self.numbers.shuffle(self.discard), []

    def zones(self, after: State) -> list[tuple[Any, Any]]:
        return [
            *super().zones(after),
            (self.docks, after["docks"]),
            (self.pile, after["draw_pile"]),
            (self.discard, after["discard"]),
        ]


class CircuitLedger(Ledger):
    """Circuit Sibz: one pile, which nothing comes back to."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.pile = list(state["draw_pile"])
        self.network = [placed["card"] for placed in state["network"]]

    def on_card_placed(self, event: Any) -> None:
        self.give(event["player"], event["card"])
        self.network.append(event["card"])

    def on_card_drawn(self, event: Any) -> None:
        self.on_hand_refilled({**event, "cards": [event["card"]]})

    def on_hand_refilled(self, event: Any) -> None:
        count = len(event["cards"])
        assert self.pile[:count] == event["cards"]
        self.pile = self.pile[count:]
        self.hands[event["player"]] += event["cards"]

    def zones(self, after: State) -> list[tuple[Any, Any]]:
        network = [placed["card"] for placed in after["network"]]
        piles = [(self.network, network), (self.pile, after["draw_pile"])]
        return [*super().zones(after), *piles]


class MindburnersLedger(Ledger):
    """Mindburners: `draw.reshuffle`, `pile.order`, `stack.cost`.

    Cards are told as dealt after the reshuffling that they may have needed, so that a new deck
    is laid under what had been left, and all that was dealt is taken off the top at the end.
    """

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.abilities, self.dropped = list(state["ability_deck"]), list(state["ability_discard"])
        self.events, self.past = list(state["event_deck"]), list(state["event_discard"])
        self.void, self.row = list(state["void_deck"]), list(state["void_row"])
        self.stack = {entry["id"]: entry["card"] for entry in state["stack"]}
        pending = state["pending"] or {"kind": None}
        self.pending = [pending["card"]] if pending["kind"] == "event" else []
        self.dealt: list[str] = []
        self.needed = 0

    def land_pending(self) -> None:
        self.past += self.pending
        self.pending = []

    def on_deck_reshuffled(self, event: Any) -> None:
        cards = {"abilities": self.dropped, "events": self.past, "void": self.void + self.row}
        assert event["cards"] == len(cards[event["deck"]])
        order = self.numbers.shuffle(cards[event["deck"]])
        if event["deck"] == "abilities":
            self.needed = len(self.abilities)
            self.abilities, self.dropped = self.abilities + order, []
        elif event["deck"] == "events":
            assert not self.events
            self.events, self.past = order, []
        else:
            self.void, self.row = order, []

    def on_cards_dealt(self, event: Any) -> None:
        self.hands[event["player"]] += event["cards"]
        self.dealt += event["cards"]

    def on_card_bought(self, event: Any) -> None:
        self.on_cards_dealt({**event, "cards": [event["card"]]})

    def on_void_revealed(self, event: Any) -> None:
        self.land_pending()
        assert self.void.pop(0) == event["card"]
        self.row.append(event["card"])

    def on_run_ended(self, event: Any) -> None:
        self.land_pending()

    def on_event_drawn(self, event: Any) -> None:
        assert self.events.pop(0) == event["card"]
        self.pending = [event["card"]]

    def on_die_rolled(self, event: Any) -> None:
        assert self.numbers.below(6) + 1 == event["value"]

    def on_ability_played(self, event: Any) -> None:
        self.give(event["player"], event["card"])
        self.stack[event["id"]] = event["card"]

    def on_ability_resolved(self, event: Any) -> None:
        self.dropped.append(self.stack.pop(event["id"]))

    on_ability_negated = on_ability_fizzled = on_ability_resolved

    def on_hand_discarded(self, event: Any) -> None:
        assert self.hands[event["player"]] == event["cards"]
        self.hands[event["player"]] = []
        self.dropped += event["cards"]

    def on_card_kept(self, event: Any) -> None:
        kept = [] if event["card"] is None else [event["card"]]
        self.give(event["player"], *kept, *event["discarded"])
        assert not self.hands[event["player"]]
        self.hands[event["player"]] = kept
        self.dropped += event["discarded"]

    def zones(self, after: State) -> list[tuple[Any, Any]]:
        count = len(self.dealt)
        assert count >= self.needed, "a deck that is not empty is not made anew"
        pending = after["pending"] or {"kind": None}
        if pending["kind"] != "event":
            self.land_pending()
        drawn = [pending["card"]] if pending["kind"] == "event" else []
        stack = {entry["id"]: entry["card"] for entry in after["stack"]}
        return [
            *super().zones(after),
            (Counter(self.abilities[:count]), Counter(self.dealt)),
            (self.abilities[count:], after["ability_deck"]),
            (self.dropped, after["ability_discard"]),
            (self.events, after["event_deck"]),
            (self.past, after["event_discard"]),
            (self.pending, drawn),
            (self.void, after["void_deck"]),
            (self.row, after["void_row"]),
            (self.stack, stack),
            (self.state["box"], after["box"]),
        ]


LEDGERS: dict[str, type[Ledger]] = {
    "wireburn": WireburnLedger,
    "circuit-sibz": CircuitLedger,
    "mindburners": MindburnersLedger,
}


def assert_followed(before: State, events: Sequence[Any], after: State) -> None:
    """Hold every zone after a move against what the events have told."""
    ledger = LEDGERS[before["game"]](before)
    ledger.follow(events)
    for reckoned, found in ledger.zones(after):
        assert reckoned == found
