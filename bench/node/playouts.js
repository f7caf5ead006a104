// Measures boardgame.io's reducer: for each line with a number of seconds, prints a line of JSON.
//
//   node playouts.js playouts|stateless PLAYERS POSITIONS STRIDE
//   node playouts.js version
'use strict';

const { performance } = require('node:perf_hooks');
const { createInterface } = require('node:readline');
const { CreateGameReducer, InitializeGame } = require('boardgame.io/internal');
const { game, list } = require('./shedding');

const [task, ...sizes] = process.argv.slice(2);
const [players, positions, stride] = sizes.map(Number);
const WARMING = 2;

// Park and Miller's generator: seeded, so that every run plays the same games.
let number = 20_011;
function random() {
  number = (number * 48_271) % 2_147_483_647;
  return number / 2_147_483_647;
}

const reduce = CreateGameReducer({ game: game('any') });

function* decisions() {
  for (let seed = 0; ; seed += 1) {
    let state = InitializeGame({ game: game(`seed ${seed}`), numPlayers: players });
    for (let legal = list(state); legal.length > 0; legal = list(state)) {
      const move = legal[Math.floor(random() * legal.length)];
      yield { state, move, legal };
      state = reduce(state, move);
    }
  }
}

function timed(limit, step) {
  const began = performance.now();
  let elapsed = 0;
  do {
    step();
    elapsed = (performance.now() - began) / 1000;
  } while (elapsed < limit);
  return elapsed;
}

function playouts() {
  const going = decisions();
  return (limit) => {
    const told = { decisions: 0, legal: 0 };
    const seconds = timed(limit, () => {
      told.legal += going.next().value.legal.length;
      told.decisions += 1;
    });
    return { ...told, seconds };
  };
}

function collect() {
  const going = decisions();
  const cases = [];
  for (let made = 0; cases.length < positions; made += 1) {
    const { state, move } = going.next().value;
    if (made % stride === 0) cases.push([JSON.stringify(state), JSON.stringify(move)]);
  }
  return cases;
}

function answer([text, move]) {
  const state = reduce(JSON.parse(text), JSON.parse(move));
  if (state.transients) throw new Error(`refused: ${move}`);
  return JSON.stringify(state);
}

function stateless() {
  const cases = collect();
  return (limit) => {
    let moves = 0;
    const seconds = timed(limit, () => {
      answer(cases[moves % cases.length]);
      moves += 1;
    });
    return { moves, seconds };
  };
}

function print(told) {
  console.log(JSON.stringify(told));
}

async function main() {
  if (task === 'version') {
    print({ version: require('boardgame.io/package.json').version });
    return;
  }
  const measure = { playouts, stateless }[task]();
  // The compiler takes its time.
  measure(WARMING);
  for await (const line of createInterface({ input: process.stdin })) print(measure(Number(line)));
}

main();
