// A small shedding game: play a card of the top card's colour or number, else draw one.
'use strict';

const { INVALID_MOVE } = require('boardgame.io/core');

const COLOURS = ['red', 'yellow', 'green', 'blue'];
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const DEALT = 7;

function setup({ ctx, random }) {
  const deck = random.Shuffle(
    COLOURS.flatMap((colour) => NUMBERS.map((number) => ({ colour, number }))),
  );
  const hands = ctx.playOrder.map(() => deck.splice(0, DEALT));
  const discard = deck.splice(0, 1);
  return { hands, deck, discard };
}

function fits(card, top) {
  return card.colour === top.colour || card.number === top.number;
}

function play({ G, playerID }, place) {
  const hand = G.hands[playerID];
  const card = hand[place];
  if (!card || !fits(card, G.discard[G.discard.length - 1])) return INVALID_MOVE;
  hand.splice(place, 1);
  G.discard.push(card);
  return undefined;
}

function draw({ G, playerID, random }) {
  if (G.deck.length === 0) {
    const top = G.discard.pop();
    G.deck = random.Shuffle(G.discard);
    G.discard = [top];
  }
  if (G.deck.length > 0) G.hands[playerID].push(G.deck.pop());
}

function action(type, args, playerID) {
  return { type: 'MAKE_MOVE', payload: { type, args, playerID } };
}

// The legal moves of the player whose turn it is; none where the game is over.
function list({ G, ctx }) {
  if (ctx.gameover) return [];
  const player = ctx.currentPlayer;
  const top = G.discard[G.discard.length - 1];
  const moves = [];
  G.hands[player].forEach((card, place) => {
    if (fits(card, top)) moves.push(action('play', [place], player));
  });
  moves.push(action('draw', [], player));
  return moves;
}

function game(seed) {
  return {
    name: 'shedding',
    seed,
    setup,
    disableUndo: true,
    moves: { play, draw },
    turn: { minMoves: 1, maxMoves: 1 },
    endIf: ({ G, ctx }) => {
      const winner = ctx.playOrder.find((player) => G.hands[player].length === 0);
      return winner === undefined ? undefined : { winner };
    },
  };
}

module.exports = { game, list };
