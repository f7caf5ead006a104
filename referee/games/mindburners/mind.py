"""A Mindburners move as it unfolds: its players, its decks, and what happens to them."""

from msgspec.structs import replace

from referee.core.chance import Unfolding
from referee.core.records import GameWon, counted, reseated
from referee.games.mindburners.deck import Deck
from referee.games.mindburners.events import CardsDealt, DeckReshuffled, VpGained
from referee.games.mindburners.state import TEN, Outcome, Player, State


def by_points(state: State) -> Outcome | None:
    """Return who has won by ten points, of several the best (`end.ten`, `end.tie`)."""
    top = max(player.vp for player in state.players)
    if top < TEN:
        return None
    best = [player for player in state.players if player.vp == top]
    most = max(player.hp + player.energy for player in best)
    winners = tuple(player.id for player in best if player.hp + player.energy == most)
    return Outcome(winners, "ten_points", points_of(state))


def out_of_time(state: State) -> Outcome | None:
    """Return the outcome of solo with no time left (`solo.lose`)."""
    return Outcome((), "time_expired", points_of(state)) if state.time_left == 0 else None


def points_of(state: State) -> dict[str, int]:
    """Return everybody's victory points."""
    return {player.id: player.vp for player in state.players}


class Mind(Unfolding[State]):
    """A state on its way, with its deck made ready."""

    def __init__(self, state: State, deck: Deck) -> None:
        """Begin with the state before the move."""
        super().__init__(state)
        self.deck = deck

    def player(self, player_id: str) -> Player:
        """Return a player as they are now."""
        return self.state.player(player_id)

    def change(self, player_id: str, **changes: object) -> Player:
        """Change a player, and return them."""
        self.become(players=reseated(self.state.players, player_id, **changes))
        return self.player(player_id)

    def change_all(self, **changes: object) -> None:
        """Change every player alike."""
        self.become(players=tuple([replace(p, **changes) for p in self.state.players]))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.outcome is not None

    def draw_ability(self) -> str | None:
        """Take the next ability, the discard shuffled in where the deck is empty.

        None where there is neither (`draw.reshuffle`).
        """
        if not self.state.ability_deck and self.state.ability_discard:
            cards = self.state.ability_discard
            self.become(ability_deck=self.shuffle(cards), ability_discard=())
            self.tell(DeckReshuffled("abilities", len(cards)))
        if not self.state.ability_deck:
            return None
        card, *rest = self.state.ability_deck
        self.become(ability_deck=tuple(rest))
        self.turn_up()
        return card

    def deal(self, player_id: str, count: int) -> None:
        """Let a player draw so many abilities, as many as there are."""
        drawn = []
        for _ in range(count):
            card = self.draw_ability()
            if card is not None:
                drawn.append(card)
        if drawn:
            self.change(player_id, hand=(*self.player(player_id).hand, *drawn))
            self.tell(CardsDealt(player_id, tuple(drawn)))

    def discard_abilities(self, *cards: str) -> None:
        """Put abilities onto the discard, the first of them first."""
        self.become(ability_discard=(*self.state.ability_discard, *cards))

    def gain_vp(self, player_id: str, gain: int) -> None:
        """Give a player victory points."""
        player = self.change(player_id, vp=counted(self.player(player_id).vp + gain))
        self.tell(VpGained(player_id, gain, player.vp))

    def end_at_ten(self) -> bool:
        """End the game if somebody has ten points; say whether it has (`end.ten`, `end.tie`)."""
        outcome = by_points(self.state)
        if outcome is None:
            return False
        self.finish(outcome)
        self.tell(GameWon(outcome.winners, outcome.reason))
        return True

    def finish(self, outcome: Outcome) -> None:
        """End the game; everything else stays as it was."""
        self.become(phase="over", outcome=outcome)
