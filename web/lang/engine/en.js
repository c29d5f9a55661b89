// SPDX-License-Identifier: MIT
// English: the words of moves that are planned, and of tables that were played without a network.

export default {
  'planned': 'Planned: {move}',
  'planned off': 'Take it back',
  'planned not': '{move} cannot be played now: what was planned is forgotten.',
  'sent':
    'A match that you played offline is among your matches now.|{n} matches that you played offline ' +
    'are among your matches now.',
};
