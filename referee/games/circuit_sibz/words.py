"""A Circuit Sibz position in words, with a map, and the facts that can be derived from it."""

from typing import Any

from msgspec.structs import asdict

from referee.core.game import Description
from referee.core.records import UNKNOWN
from referee.games.circuit_sibz.grid import Grid, Port, beside, opposite
from referee.games.circuit_sibz.state import State
from referee.games.circuit_sibz.table import Table


def describe(table: Table, player: str | None) -> Description:
    """Describe a position; a hidden hand is spelled out for `player` alone."""
    state = table.state
    lines = [
        *(_player_line(state, p.id, player) for p in state.players),
        f"Draw pile: {_count(len(state.draw_pile), 'card')}.",
        _port_line(table.grid),
        *_map(table),
    ]
    return Description(headline(state), tuple(lines), facts(table))


def headline(state: State) -> str:
    """Say in a sentence what the game waits for."""
    if state.outcome is not None:
        return _ending(state)
    if state.chance is not None:
        return "The table lays the Live Tile: which card is it?"
    if state.solo:
        built = _count(len(state.network), "card")
        return f"{state.turn.player} builds: {built} in the network."
    return f"Turn {state.turn.number}: {state.turn.player} plays."


def _ending(state: State) -> str:
    outcome = state.outcome
    assert outcome is not None
    how = {
        "hand_emptied": "the hand is empty",
        "structural_closure": "no live port is left",
        "total_lock": "nobody can draw or place",
        "solo_over": "nothing can be drawn or placed",
    }[outcome.reason]
    if state.solo:
        return f"The game is over, {how}: {outcome.score} cards, {outcome.rank}."
    verb = "wins" if len(outcome.winners) == 1 else "win"
    return f"The game is over, {how}: {' and '.join(outcome.winners)} {verb}."


def _player_line(state: State, player: str, reader: str | None) -> str:
    hand = state.hand(player)
    held = _count(len(hand), "card")
    shown = player == reader or not state.options.hidden_hands
    return f"{player}: {held}: {' '.join(hand)}." if hand and shown else f"{player}: {held}."


def _port_line(grid: Grid) -> str:
    kinds: dict[str, int] = {}
    for port in grid.live_ports():
        kinds[port.kind] = kinds.get(port.kind, 0) + 1
    live = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    return f"Live ports: {live or 'none'}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def facts(table: Table) -> dict[str, Any]:
    """Derive what the state does not say itself."""
    state = table.state
    verdicts = {player.id: table.can_place(player.hand) for player in state.players}
    return {
        "network": [
            {**asdict(placed), "edges": table.grid.edges[placed.x, placed.y]}
            for placed in state.network
        ],
        "sides": {card: table.deck.sides(card, 0) for card in _shown(state)},
        "live_ports": [_port(port) for port in table.grid.live_ports()],
        "blocked_ports": blocked(table.grid),
        "open_cells": [{"x": x, "y": y} for x, y in sorted(table.grid.offers)],
        "cards_in_hand": {player.id: len(player.hand) for player in state.players},
        "can_place": {p: None if can == "hidden" else can for p, can in verdicts.items()},
        "draw_pile": len(state.draw_pile),
    }


def _shown(state: State) -> list[str]:
    """List the cards that lie open in the network or in a hand, each once."""
    network = (placed.card for placed in state.network)
    hands = (card for player in state.players for card in player.hand)
    return [card for card in dict.fromkeys((*network, *hands)) if card != UNKNOWN]


def blocked(grid: Grid) -> list[dict[str, Any]]:
    """List the ports that face a placed card and do not connect, each with what blocks it."""
    found = []
    for port in grid.ports():
        facing = grid.edges.get(beside(port.cell, port.direction))
        met = facing[opposite(port.direction)] if facing else port.kind
        if met != port.kind:
            found.append({**_port(port), "by": "other-kind" if met else "no-port"})
    return found


def _port(port: Port) -> dict[str, Any]:
    x, y = port.cell
    return {"x": x, "y": y, "direction": port.direction, "kind": port.kind}


def _map(table: Table) -> list[str]:
    """Draw the network: three lines a row of cards, a letter a port, `+` an open cell."""
    grid = table.grid
    cells = [*grid.edges, *grid.offers]
    if not cells:
        return []
    letters = _letters(table)
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    rows = range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1)
    legend = ", ".join(f"{letter} {kind}" for kind, letter in letters.items())
    lines = [f"Map, north is up (* Live Tile, # card, + open cell; {legend}):"]
    for y in rows:
        tiles = [_tile(grid, (x, y), letters) for x in columns]
        lines += ["".join(tile[line] for tile in tiles).rstrip() for line in range(3)]
    left, right = columns[0], columns[-1]
    return [*lines, f"Columns x {left} to {right}, rows y {rows[0]} to {rows[-1]}."]


def _letters(table: Table) -> dict[str, str]:
    """Give each kind of port of the deck a letter: its first, or else the next free one."""
    letters: dict[str, str] = {}
    for kind in table.deck.pack.ports:
        wanted = (*kind, *"abcdefghijklmnopqrstuvwxyz")
        letters[kind] = next(c for c in wanted if c != "-" and c not in letters.values())
    return letters


def _tile(grid: Grid, cell: tuple[int, int], letters: dict[str, str]) -> tuple[str, str, str]:
    if cell in grid.offers:
        return "     ", "  +  ", "     "
    if cell not in grid.edges:
        return "     ", "     ", "     "
    north, east, south, west = (letters[kind] if kind else "." for kind in grid.edges[cell])
    centre = "*" if cell == (0, 0) else "#"
    return f"  {north}  ", f" {west}{centre}{east} ", f"  {south}  "
