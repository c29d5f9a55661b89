// SPDX-License-Identifier: MIT
// Hrvatski: the words of moves that are planned, and of tables that were played without a network.

export default {
  'planned': 'Planirano: {move}',
  'planned off': 'Povuci',
  'planned not': '{move} se sada ne može odigrati: plan je zaboravljen.',
  'sent':
    'Partija odigrana bez mreže sada je među tvojim partijama.|{n} partije odigrane bez mreže sada ' +
    'su među tvojim partijama.|{n} partija odigranih bez mreže sada je među tvojim partijama.',
};
