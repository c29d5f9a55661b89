// SPDX-License-Identifier: MIT
// Español: the words of the analysis.

export default {
  'no engine': 'Esta página viene sin el motor que necesita un análisis.',
  'board': 'Tablero',
  'best moves': 'Mejores jugadas',
  'turning points': 'Momentos decisivos',
  'chances': 'Posibilidades de ganar',
  'thinking': 'Pensando …',
  'to move': 'Juega {name}',
  'after move': 'tras la jugada {n} de {all}',
  'what if': 'Y si: fuera de la partida tras la jugada {n}',
  'back to match': 'Volver a la partida',
  'looked at': 'Posibilidades según {n} posiciones.',
  'played best': 'Lo jugado es tan bueno como lo mejor.',
  'played loses': 'Se jugó lo ámbar, que regala {n} de cada cien.',
  'slip': '{name} cede algo: de {from} a {to}',
  'mistake': '{name} lo deja escapar: de {from} a {to}',
  'no mistakes made': 'Nadie cedió nada.',
  'going through': 'Repasándola: {n} de {all}',
  'analysis too long': 'Detenido: una respuesta tardó más de {n} s.',
  'open record': 'Elige el registro de una partida:',
  'or a game': 'O mira un juego desde el principio:',
  'begin': 'Empezar',
  'no file': 'No se eligió ningún archivo.',
  'record too large': 'El registro tiene más de 4 MB.',
  'no record': 'Ese archivo no es el registro de un juego de aquí.',
};
