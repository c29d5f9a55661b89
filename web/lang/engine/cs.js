// SPDX-License-Identifier: MIT
// Čeština: the words of moves that are planned, and of tables that were played without a network.

export default {
  'planned': 'Naplánováno: {move}',
  'planned off': 'Vzít zpět',
  'planned not': '{move} teď nelze zahrát: plán je zapomenut.',
};
