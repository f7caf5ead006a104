"""Deck packs of Mindburners: abilities, roll events and creatures, their effects as data."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import asdict

from referee.core.game import CardInfo
from referee.core.packs import Slug, count_faults, slug_faults
from referee.core.records import Fault, Integer, Record

ABILITIES, EVENTS, CREATURES = 24, 12, 6
TOUCHING = 11
BEACON, CHANCE_MATRIX = "beacon", "chance-matrix"
BEACONS = MATRICES = 2
FACES = range(1, 7)

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Amount = Annotated[int, Meta(ge=1, le=20)]
Target = Literal["none", "opponent", "opponents", "ability"]


class Effect(Record, frozen=True, tag_field="op", tag=str.lower):
    """One op of an effect list."""


class Prevent(Effect, frozen=True, omit_defaults=True):
    """Absorb so much of the damage that comes in the rest of this step, or all of it."""

    amount: Amount | None = None
    all: bool = False


class Survive(Effect, frozen=True):
    """For the rest of this step HP that would drop below 1 stays at 1."""


class Heal(Effect, frozen=True):
    """HP up, to 10 at the most."""

    amount: Amount


class Energy(Effect, frozen=True):
    """Stored energy up; in event tables perhaps down, to 0 at the least."""

    amount: Annotated[int, Meta(ge=-20, le=20)]


class Draw(Effect, frozen=True):
    """Draw abilities."""

    amount: Amount


class Reroll(Effect, frozen=True):
    """Roll one's die of the pending event anew."""


class Scan(Effect, frozen=True):
    """Turn up the next void card that lies face down, for all to see."""


class Damage(Effect, frozen=True):
    """Damage the targets; in event tables, whoever rolled."""

    amount: Amount


class Eject(Effect, frozen=True):
    """The targets leave the void alive at once."""


class Steal(Effect, frozen=True):
    """Take stored energy from the targets, as much as there is."""

    amount: Amount


class Negate(Effect, frozen=True):
    """The target ability leaves the stack without effect."""


class Vp(Effect, frozen=True):
    """Victory points, in event tables only."""

    amount: Amount


class Manual(Effect, frozen=True):
    """What no other op says: the table rules."""

    text: Annotated[str, Meta(min_length=1, max_length=400)]


AnyEffect = (
    Prevent
    | Survive
    | Heal
    | Energy
    | Draw
    | Reroll
    | Scan
    | Damage
    | Eject
    | Steal
    | Negate
    | Vp
    | Manual
)
ASKING = (Scan, Reroll, Manual)
IN_TABLES = (Damage, Heal, Energy, Draw, Vp, Manual)


Effects = Annotated[tuple[AnyEffect, ...], Meta(max_length=20)]
"""What a card does, op by op; bounded, so that a state fits into a request with room to grow."""


class Ability(Record, frozen=True):
    """An ability card."""

    id: Slug
    name: Name
    count: Annotated[int, Meta(ge=1, le=ABILITIES)]
    cost: Annotated[int, Meta(ge=0, le=20)]
    preparation: bool
    target: Target
    effects: Effects

    @property
    def negates(self) -> bool:
        """Whether it takes an ability off the stack."""
        return any(isinstance(effect, Negate) for effect in self.effects)

    @property
    def rerolls(self) -> bool:
        """Whether it repeats a roll."""
        return any(isinstance(effect, Reroll) for effect in self.effects)


class Row(Record, frozen=True):
    """What happens to whoever rolls one of these."""

    rolls: Annotated[tuple[Integer, ...], Meta(max_length=len(FACES))]
    effects: Effects


class RollEvent(Record, frozen=True):
    """A roll event card."""

    id: Slug
    name: Name
    count: Annotated[int, Meta(ge=1, le=EVENTS)]
    table: Annotated[tuple[Row, ...], Meta(max_length=len(FACES))]

    def effects(self, roll: int) -> tuple[AnyEffect, ...]:
        """Return what a roll does."""
        return next(row.effects for row in self.table if roll in row.rolls)


class Creature(Record, frozen=True):
    """A creature of the void."""

    id: Slug
    name: Name
    damage: Annotated[int, Meta(ge=0, le=20)]
    count: Annotated[int, Meta(ge=1, le=CREATURES)]


class Pack(Record, frozen=True, cache_hash=True):
    """A deck pack (`deck.pack`)."""

    name: Name
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=ABILITIES)]
    events: Annotated[tuple[RollEvent, ...], Meta(max_length=EVENTS)]
    creatures: Annotated[tuple[Creature, ...], Meta(max_length=CREATURES)]


def pack_faults(pack: Pack) -> list[Fault]:
    """List every defect of a decoded pack (`deck.pack`)."""
    return [
        *_id_faults(pack),
        *(f for i, card in enumerate(pack.abilities) for f in _ability_faults(card, i)),
        *(f for i, card in enumerate(pack.events) for f in _event_faults(card, i)),
        *count_faults("/abilities", pack.abilities, ABILITIES),
        *count_faults("/events", pack.events, EVENTS),
        *count_faults("/creatures", pack.creatures, CREATURES),
        *_touching_faults(pack),
    ]


def _id_faults(pack: Pack) -> Iterator[Fault]:
    kinds: dict[str, Sequence[Any]] = {
        "abilities": pack.abilities,
        "events": pack.events,
        "creatures": pack.creatures,
    }
    met = {BEACON, CHANCE_MATRIX}
    for kind, cards in kinds.items():
        for place, card in enumerate(cards):
            pointer = f"/{kind}/{place}/id"
            if card.id in met:
                yield Fault(pointer, f"There is a card {card.id!r} already.")
            yield from slug_faults(pointer, card.id)
            met.add(card.id)


def _ability_faults(card: Ability, place: int) -> Iterator[Fault]:
    pointer = f"/abilities/{place}"
    if card.preparation and card.target != "none":
        yield Fault(f"{pointer}/target", "An ability for the preparation has no target.")
    for number, effect in enumerate(card.effects):
        at = f"{pointer}/effects/{number}"
        if isinstance(effect, Damage | Eject | Steal) and card.target[:8] != "opponent":
            yield Fault(at, "This needs the target opponent or opponents.")
        if isinstance(effect, Negate) and card.target != "ability":
            yield Fault(at, "This needs the target ability.")
        if isinstance(effect, Vp):
            yield Fault(at, "Victory points are for event tables only.")
        if isinstance(effect, Energy) and effect.amount < 1:
            yield Fault(f"{at}/amount", "Energy goes down in event tables only.")
        if isinstance(effect, Prevent) and (effect.amount is None) == (not effect.all):
            yield Fault(at, "This prevents an amount, or all.")
    yield from _order_faults(card.effects, pointer)


def _event_faults(card: RollEvent, place: int) -> Iterator[Fault]:
    pointer = f"/events/{place}/table"
    named = [roll for row in card.table for roll in row.rolls]
    if sorted(named) != list(FACES):
        yield Fault(pointer, "The rows together name each of 1 to 6 exactly once.")
    for number, row in enumerate(card.table):
        for place_of, effect in enumerate(row.effects):
            at = f"{pointer}/{number}/effects/{place_of}"
            if not isinstance(effect, IN_TABLES):
                yield Fault(at, "Tables have damage, heal, energy, draw, vp and manual only.")
            if isinstance(effect, Energy) and effect.amount == 0:
                yield Fault(f"{at}/amount", "Amounts are 1 to 20, of energy also -20 to -1.")
        yield from _order_faults(row.effects, f"{pointer}/{number}")


def _order_faults(effects: Sequence[AnyEffect], pointer: str) -> Iterator[Fault]:
    for number, effect in enumerate(effects[:-1]):
        if isinstance(effect, ASKING):
            yield Fault(f"{pointer}/effects/{number}", "What asks the table stands last.")


def _touching_faults(pack: Pack) -> Iterator[Fault]:
    touching = sum(card.count for card in pack.abilities if card.target != "none")
    if touching != TOUCHING:
        message = f"Exactly {TOUCHING} abilities have a target; here {touching} have."
        yield Fault("/abilities", message)


class Deck:
    """A pack made ready."""

    def __init__(self, pack: Pack) -> None:
        """Read a sound pack."""
        self.pack = pack
        self.abilities = {card.id: card for card in pack.abilities}
        self.events = {card.id: card for card in pack.events}
        self.creatures = {card.id: card for card in pack.creatures}
        self.copies: Mapping[str, int] = {card.id: card.count for card in pack.abilities}
        self.solo_copies: Mapping[str, int] = {
            card.id: card.count for card in pack.abilities if card.target == "none"
        }
        self.event_copies: Mapping[str, int] = {card.id: card.count for card in pack.events}
        creatures = {card.id: card.count for card in pack.creatures}
        self.void_copies = {BEACON: BEACONS, **creatures, CHANCE_MATRIX: MATRICES}
        self.ids = {*self.copies, *self.event_copies, *self.void_copies}

    def ability_copies(self, solo: bool) -> Mapping[str, int]:
        """Return the abilities of a game: in solo those that touch nobody (`solo.setup`)."""
        return self.solo_copies if solo else self.copies


def pile_of(copies: Mapping[str, int]) -> tuple[str, ...]:
    """Return every card in catalogue order, copies adjacent."""
    return tuple(Counter(copies).elements())


@lru_cache(maxsize=64)
def deck_of(pack: Pack) -> Deck:
    """Make a sound pack ready."""
    return Deck(pack)


def _reference() -> Pack:
    """Make the built-in pack (`deck.pack`)."""

    def ability(
        name: str,
        count: int,
        cost: int,
        *effects: AnyEffect,
        target: Target = "none",
        p: bool = False,
    ) -> Ability:
        return Ability(_slug(name), name, count, cost, p, target, effects)

    def event(name: str, *rows: tuple[tuple[int, ...], tuple[AnyEffect, ...]]) -> RollEvent:
        return RollEvent(_slug(name), name, 2, tuple(Row(*row) for row in rows))

    def creature(name: str, damage: int) -> Creature:
        return Creature(_slug(name), name, damage, 1)

    abilities = (
        ability("Phase Shield", 3, 1, Prevent(2)),
        ability("Null Field", 1, 3, Prevent(all=True)),
        ability("Last Breath", 2, 2, Survive()),
        ability("Patch Kit", 2, 1, Heal(2), p=True),
        ability("Reserve Cell", 2, 0, Energy(3), p=True),
        ability("Deep Scan", 1, 1, Scan()),
        ability("Second Throw", 1, 1, Reroll()),
        ability("Quick Study", 1, 1, Draw(2), p=True),
        ability("Static Lash", 3, 1, Damage(1), target="opponent"),
        ability("Void Spike", 2, 2, Damage(2), target="opponent"),
        ability("Ejector", 2, 3, Eject(), target="opponent"),
        ability("Siphon", 2, 1, Steal(2), target="opponent"),
        ability("Countermand", 2, 1, Negate(), target="ability"),
    )
    events = (
        event("Surge", ((1, 2), (Damage(2),)), ((3, 4), ()), ((5, 6), (Energy(2),))),
        event("Fracture", ((1,), (Damage(3),)), ((2, 3), (Damage(1),)), ((4, 5, 6), ())),
        event("Salvage", ((1, 2), ()), ((3, 4, 5), (Draw(1),)), ((6,), (Vp(1),))),
        event("Undertow", ((1, 2, 3), (Damage(1),)), ((4, 5), ()), ((6,), (Heal(2),))),
        event("Resonance", ((1,), (Energy(-2),)), ((2, 3, 4), (Energy(1),)), ((5, 6), (Heal(1),))),
        event("Rift Storm", ((1, 2), (Damage(2),)), ((3, 4, 5), (Damage(1),)), ((6,), (Vp(1),))),
    )
    damages = (("Mite", 1), ("Wisp", 1), ("Drifter", 1), ("Stalker", 2), ("Lurker", 2), ("Maw", 3))
    return Pack("reference", abilities, events, tuple(creature(*about) for about in damages))


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


REFERENCE = _reference()

_TEXTS: Mapping[type[Record], str] = {
    Survive: "HP that would drop below 1 stays at 1 for the rest of the step",
    Reroll: "roll your die of the event again",
    Scan: "turn up the next void card that lies face down",
    Eject: "the target leaves the void alive",
    Negate: "the target ability has no effect",
}


def told(effects: Sequence[AnyEffect]) -> str:
    """Put an effect list into words."""
    return ", then ".join(map(_told, effects)) or "nothing"


def _told(effect: AnyEffect) -> str:
    match effect:
        case Prevent(amount=amount):
            return f"prevent {amount or 'all'} damage for the rest of the step"
        case Heal(amount=amount):
            return f"heal {amount}"
        case Energy(amount=amount):
            return f"{'gain' if amount > 0 else 'lose'} {abs(amount)} energy"
        case Draw(amount=amount):
            return f"draw {amount}"
        case Damage(amount=amount):
            return f"{amount} damage"
        case Steal(amount=amount):
            return f"steal {amount} energy"
        case Vp(amount=amount):
            return f"gain {amount} VP"
        case Manual(text=text):
            return f"the table rules: {text}"
    return _TEXTS[type(effect)]


def catalogue(pack: Pack) -> tuple[CardInfo, ...]:
    """List the cards of a pack, then the void cards, each with what it does."""
    void = {"kind": "void"}
    text = "Draw a roll event; each rolls."
    return (
        *(_listed(card, "ability", _about(card), "stack.cost") for card in pack.abilities),
        *(_listed(card, "event", _rows(card), "void.chance") for card in pack.events),
        CardInfo(BEACON, "Void Beacon", BEACONS, "Gain 1 VP.", ("void.beacon",), void),
        *(
            _listed(card, "creature", f"{card.damage} damage.", "void.creature")
            for card in pack.creatures
        ),
        CardInfo(CHANCE_MATRIX, "Chance Matrix", MATRICES, text, ("void.chance",), void),
    )


def _listed(card: Ability | RollEvent | Creature, kind: str, text: str, rule: str) -> CardInfo:
    """Make the catalogue's entry; its facts are what the pack says of the card besides."""
    about = asdict(card)
    card_id, name, count = (about.pop(member) for member in ("id", "name", "count"))
    return CardInfo(card_id, name, count, text, (rule,), {"kind": kind, **about})


def _about(card: Ability) -> str:
    marked = ", also in preparation" if card.preparation else ""
    aimed = {"none": "", "opponent": ", at an opponent", "ability": ", at an ability"}
    where = aimed.get(card.target, ", at all opponents")
    return f"Costs {card.cost}{marked}{where}: {told(card.effects)}."


def _rows(card: RollEvent) -> str:
    rows = (f"{'/'.join(map(str, row.rolls))}: {told(row.effects)}" for row in card.table)
    return "; ".join(rows) + "."
