// SPDX-License-Identifier: MIT
// Hrvatski: the words of the analysis.

export default {
  'no engine': 'Ova stranica nema pogon koji analiza treba.',
  'board': 'Ploča',
  'best moves': 'Najbolji potezi',
  'turning points': 'Prekretnice',
  'chances': 'Izgledi za pobjedu',
  'thinking': 'Razmišlja …',
  'to move': 'Na potezu: {name}',
  'after move': 'nakon poteza {n} od {all}',
  'what if': 'Što ako: izvan partije nakon poteza {n}',
  'back to match': 'Natrag na partiju',
  'looked at': 'Izgledi prema {n} pozicija.',
  'played best': 'Odigrano je dobro kao i najbolje.',
  'played loses': 'Odigran je jantarni potez, koji gubi {n} od sto.',
  'slip': '{name} nešto gubi: s {from} na {to}',
  'mistake': '{name} ispušta iz ruku: s {from} na {to}',
  'no mistakes made': 'Nitko nije ništa izgubio.',
  'going through': 'Prolazi se: {n} od {all}',
  'analysis too long': 'Zaustavljeno: jedan odgovor trajao je više od {n} s.',
  'open record': 'Odaberite zapis partije:',
  'or a game': 'Ili pogledajte igru od početka:',
  'begin': 'Počni',
  'no file': 'Nije odabrana datoteka.',
  'record too large': 'Zapis ima više od 4 MB.',
  'no record': 'Ta datoteka nije zapis igre koja je ovdje.',
};
