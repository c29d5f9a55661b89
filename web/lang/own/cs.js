// SPDX-License-Identifier: MIT
// Čeština: the words of the editor for decks and the like.

export default {
  'choose file': 'Vyberte soubor, přetáhněte ho sem, nebo ho napište níže.',
  'check file': 'Zkontrolovat',
  'put away': 'Odložit',
  'at line': 'Řádek {n}',
  'file too large': 'Soubor má víc než 48 KB.',
  'file no text': 'Soubor není text v UTF-8.',
  'file fine': 'Nic na něm není špatně.',
  'file wrong': 'Zatím se s ním nedá hrát:',
  'file odd': 'Dá se s ním hrát; zvláštní je na něm:',
  'kinds': '{n} druh|druhů: {n}',
};
