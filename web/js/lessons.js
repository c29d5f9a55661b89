// SPDX-License-Identifier: MIT
// Lessons of two minutes: what a game's own leaflet says, cut into steps, each with something to look at or
// to do. A game without a lesson of its own gets a guide to its first moves.

import { t } from './words.js';

/**
 * @typedef {'look'|'pick'|'move'} Deed what ends a step: a button, something held, a move made
 * @typedef {{words: string, task: string, deed: Deed, where: string}} Step
 * @typedef {[RegExp|null, Deed, string?, string?]} Line from the leaflet, deed, area to look at, task
 */

/** @type {Object<string, Line[]>} */
const LESSONS = {
  chess: [
    [/You may not leave your king attacked\. Who cannot move has lost.*?\(stalemate\)\./, 'look', 'board'],
    [/Pawns step one square ahead, .*?diagonally ahead\./, 'pick', 'board', 'lesson pick'],
    [/What you move onto is taken\./, 'move', 'board', 'lesson place'],
    [null, 'look', 'board', 'lesson answer'],
    [/The knight leaps two squares and one to the side\./, 'move', 'board', 'lesson again'],
    [/Rooks go along .*?as far as the way is free\./, 'look', 'board'],
    [/The king goes two squares towards the rook and the rook to its other side\./, 'look', 'board'],
    [/On the far row a pawn becomes .*?knight\./, 'look', 'board'],
  ],
  azul: [
    [/Every display gets four tiles from the bag\./, 'look', 'table'],
    [/In turn, take all tiles of one colour .*? from the centre\./, 'pick', 'table', 'lesson pick'],
    [/All tiles you take go .*?What does not fit falls to the floor\./, 'move', 'mine', 'lesson place'],
    [null, 'look', 'table', 'lesson answer'],
    [/When all tiles are taken, each full line, .*?incomplete lines stay\./, 'look', 'mine'],
    [/The tile scores the length .*?scores 1\./, 'look', 'mine'],
    [/Then the floor costs .*?seven spaces\./, 'look', 'mine'],
    [/The first to take from the centre .*?next round\./, 'move', 'table', 'lesson again'],
    [/The game ends after the round .*?Most points win/, 'look', 'mine'],
  ],
  projectl: [
    [/Fill the recesses of your puzzles with pieces\. .*?in it back\./, 'look', 'mine'],
    [/take a puzzle from a row, .*?in front of you\)/, 'move', 'table', 'lesson pick'],
    [/A turn is three actions, any of these, in any order/, 'look', 'mine'],
    [/basic take a new level-1 piece; .*?the next higher/, 'move', 'hand', 'lesson again'],
    [/place lay a piece into one of your puzzles/, 'move', 'mine', 'lesson turn'],
    [/master \(once a turn\) .*?each of your puzzles/, 'look', 'mine'],
    [/When the black deck is empty, .*?taken a turn\./, 'look', 'table'],
    [/Unfinished puzzles cost their points\. Most points win/, 'look', 'mine'],
  ],
  unicorns: [
    [/Be the first with 7 unicorns in your stable/, 'look', 'mine'],
    [/Play one card from your hand, or draw another\./, 'move', 'hand', 'lesson pick'],
    [/Instants \(Neigh\) are played out of turn: .*?itself be answered\./, 'look', 'table'],
    [/A card that is stopped is discarded\./, 'look', 'table', 'lesson answer'],
    [/Unicorns, upgrades and downgrades go .*?are discarded\./, 'move', 'hand', 'lesson again'],
    [/sacrifice\s=\syour own card to the discard pile; .*?from your hand;/, 'look', 'hand'],
    [/discard down to 7 cards\./, 'look', 'hand'],
  ],
  go: [
    [/Black begins\. On your turn put a stone on an empty point, or pass\./, 'move', 'board', 'lesson pick'],
    [/Stones of one colour joined along the lines are a group; .*?liberties\./, 'look', 'board'],
    [/After you have played, enemy groups .*?taken off\./, 'move', 'board', 'lesson again'],
    [/You may not leave a group of your own without one, .*?before\./, 'look', 'board'],
    [/When both have passed in a row .*?White adds 7\.5\./, 'look', 'board'],
  ],
};

// Where the same lines stand in /lang/leaflets, counted by steps.
const STEPS = {
  chess: [9, 3, 4, null, 1, 0, 6, 8],
  azul: [1, 2, 4, null, 5, 6, 7, 3, 9],
  projectl: [0, 2, 1, 4, 5, 6, 7, 9],
  unicorns: [0, 3, 6, 7, 5, 8, 4],
  go: [0, 1, 2, 3, 4],
};

/** Games with a lesson of their own. */
export const TAUGHT = Object.keys(LESSONS);

/** Smaller boards are enough to learn on. */
export const LESSON_OPTIONS = { go: { size: 9 } };

const SOURCE = 'The rules as the program reads them:';
const plain = (text) => text.replace(/\s+/g, ' ').trim();

/** The paragraphs of a leaflet that explain the game: without its title, its options and its source. */
function paragraphs(leaflet) {
  const [words] = leaflet.split(SOURCE);
  return words
    .split(/\n\s*\n/)
    .map(plain)
    .slice(1) // title and list line
    .filter((p) => p.length > 40 && !/^(Players|Options|Moves)\b/.test(p));
}

// The first sentences of a paragraph, so that a step can be read at a glance.
function brief(paragraph) {
  const sentences = paragraph.match(/[^.]+(\.|$)(?!\d)/g) || [paragraph];
  let text = '';
  for (const s of sentences) if (!text || text.length + s.length < 240) text += s;
  return text.trim();
}

/** The first moves of any game, between the beginning of its leaflet and what comes after it. */
function guide(leaflet, twoPicks) {
  const [first = '', second = ''] = paragraphs(leaflet).map(brief);
  /** @type {[string, Deed, string?][]} */
  const steps = [
    [first, 'look'],
    ...(twoPicks ? /** @type {[string, Deed, string?][]} */ ([['', 'pick', 'lesson pick']]) : []),
    ['', 'move', twoPicks ? 'lesson place' : 'lesson pick'],
    ['', 'look', 'lesson answer'],
    [second, 'look'],
    ['', 'move', 'lesson again'],
  ];
  return steps
    .filter(([words, , task]) => words || task)
    .map(([words, deed, task]) => ({ words, deed, where: '', task: task ? t(task) : '' }));
}

/**
 * The steps of a lesson.
 * @param {string} game @param {string} leaflet @param {boolean} [twoPicks] whether a move is more than a pick
 * @param {string[]|null} [told] the leaflet's steps in another language
 * @returns {Step[]}
 */
export function lessonOf(game, leaflet, twoPicks = true, told = null) {
  if (!LESSONS[game]) return guide(leaflet, twoPicks);
  const text = plain(leaflet);
  return LESSONS[game].map(([of, deed, where = '', task], i) => {
    const own = told && STEPS[game][i] !== null ? told[STEPS[game][i]] : '';
    const found = told ? own : of ? (of.exec(text) || [''])[0] : '';
    const words = found && found[0].toUpperCase() + found.slice(1);
    return { words, deed, where, task: task ? t(task) : '' };
  });
}
