// SPDX-License-Identifier: MIT
// English: the words of the analysis.

export default {
  'no engine': 'This page comes without the engine that an analysis needs.',
  'board': 'Board',
  'best moves': 'Best moves',
  'turning points': 'Turning points',
  'chances': 'Chances to win',
  'thinking': 'Thinking …',
  'to move': '{name} to move',
  'after move': 'after move {n} of {all}',
  'what if': 'What if: away from the match after move {n}',
  'back to match': 'Back to the match',
  'looked at': 'Chances out of {n} positions.',
  'played best': 'What was played is as good as any.',
  'played loses': 'Amber was played, and gives away {n} of a hundred.',
  'slip': '{name} gives a little away: {from} to {to}',
  'mistake': '{name} gives it away: {from} to {to}',
  'no mistakes made': 'Nobody gave anything away.',
  'going through': 'Going through it: {n} of {all}',
  'analysis too long': 'Stopped: one answer took more than {n} s.',
  'open record': 'Choose the record of a match:',
  'or a game': 'Or look at a game from its start:',
  'begin': 'Begin',
  'no file': 'No file was chosen.',
  'record too large': 'The record has more than 4 MB.',
  'no record': 'That file is no record of a game that is here.',
};
