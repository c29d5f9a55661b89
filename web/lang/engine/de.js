// SPDX-License-Identifier: MIT
// Deutsch: the words of moves that are planned, and of tables that were played without a network.

export default {
  'planned': 'Geplant: {move}',
  'planned off': 'Zurücknehmen',
  'planned not': '{move} geht jetzt nicht: was geplant war, ist vergessen.',
};
