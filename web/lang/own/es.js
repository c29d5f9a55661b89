// SPDX-License-Identifier: MIT
// Español: the words of the editor for decks and the like.

export default {
  'choose file': 'Elige un archivo, suéltalo aquí o escríbelo abajo.',
  'check file': 'Revisar',
  'put away': 'Apartarlo',
  'at line': 'Línea {n}',
  'file too large': 'El archivo tiene más de 48 KB.',
  'file no text': 'El archivo no es texto en UTF-8.',
  'file fine': 'No tiene ningún error.',
  'file wrong': 'Todavía no se puede jugar con él:',
  'file odd': 'Se puede jugar con él; esto es raro:',
  'kinds': '{n} tipo|{n} tipos',
};
