// SPDX-License-Identifier: MIT
// Hrvatski: the words of the editor for decks and the like.

export default {
  'choose file': 'Odaberite datoteku, povucite je ovamo ili je napišite dolje.',
  'check file': 'Provjeri',
  'put away': 'Odloži',
  'at line': 'Redak {n}',
  'file too large': 'Datoteka ima više od 48 KB.',
  'file no text': 'Datoteka nije tekst u UTF-8.',
  'file fine': 'U njoj nema pogrešaka.',
  'file wrong': 'S njom se još ne može igrati:',
  'file odd': 'S njom se može igrati; neobično je:',
  'kinds': '{n} vrsta|vrsta: {n}',
};
