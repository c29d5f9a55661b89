// SPDX-License-Identifier: MIT
// Deutsch: the words of the editor for decks and the like.

export default {
  'choose file': 'Eine Datei wählen, hierher ziehen oder unten schreiben.',
  'check file': 'Prüfen',
  'put away': 'Weglegen',
  'at line': 'Zeile {n}',
  'file too large': 'Die Datei hat mehr als 48 KB.',
  'file no text': 'Die Datei ist kein Text in UTF-8.',
  'file fine': 'Daran ist nichts falsch.',
  'file wrong': 'Damit kann man noch nicht spielen:',
  'file odd': 'Damit kann man spielen; merkwürdig ist daran:',
  'kinds': '{n} Sorte|{n} Sorten',
};
