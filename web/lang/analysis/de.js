// SPDX-License-Identifier: MIT
// Deutsch: the words of the analysis.

export default {
  'no engine': 'Diese Seite hat die Engine nicht, die eine Analyse braucht.',
  'board': 'Brett',
  'best moves': 'Beste Züge',
  'turning points': 'Wendepunkte',
  'chances': 'Gewinnaussichten',
  'thinking': 'Denkt nach …',
  'to move': '{name} am Zug',
  'after move': 'nach Zug {n} von {all}',
  'what if': 'Was wäre wenn: nach Zug {n} neben der Partie',
  'back to match': 'Zurück zur Partie',
  'looked at': 'Aussichten aus {n} Stellungen.',
  'played best': 'Der gespielte Zug ist so gut wie jeder andere.',
  'played loses': 'Bernstein wurde gespielt und gibt {n} von hundert her.',
  'slip': '{name} gibt etwas her: {from} auf {to}',
  'mistake': '{name} gibt es aus der Hand: {from} auf {to}',
  'no mistakes made': 'Niemand gab etwas her.',
  'going through': 'Geht sie durch: {n} von {all}',
  'analysis too long': 'Angehalten: Eine Antwort dauerte mehr als {n} s.',
  'open record': 'Die Aufzeichnung einer Partie wählen:',
  'or a game': 'Oder ein Spiel von Anfang an ansehen:',
  'begin': 'Beginnen',
  'no file': 'Es wurde keine Datei gewählt.',
  'record too large': 'Die Aufzeichnung hat mehr als 4 MB.',
  'no record': 'Diese Datei ist keine Aufzeichnung eines Spiels, das es hier gibt.',
};
