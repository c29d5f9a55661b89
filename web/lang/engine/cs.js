// SPDX-License-Identifier: MIT
// Čeština: the words of moves that are planned, and of tables that were played without a network.

export default {
  'planned': 'Naplánováno: {move}',
  'planned off': 'Vzít zpět',
  'planned not': '{move} teď nelze zahrát: plán je zapomenut.',
  'sent':
    'Partie hraná bez sítě je teď mezi tvými partiemi.|{n} partie hrané bez sítě jsou teď mezi tvými ' +
    'partiemi.|{n} partií hraných bez sítě je teď mezi tvými partiemi.',
};
