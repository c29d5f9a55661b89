// SPDX-License-Identifier: MIT
// Deutsch: the words of moves that are planned, and of tables that were played without a network.

export default {
  'planned': 'Geplant: {move}',
  'planned off': 'Zurücknehmen',
  'planned not': '{move} geht jetzt nicht: was geplant war, ist vergessen.',
  'sent':
    'Eine Partie, die du offline gespielt hast, ist jetzt bei deinen Partien.|{n} Partien, die du ' +
    'offline gespielt hast, sind jetzt bei deinen Partien.',
};
