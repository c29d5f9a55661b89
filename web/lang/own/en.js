// SPDX-License-Identifier: MIT
// English: the words of the editor for decks and the like.

export default {
  'choose file': 'Choose a file, drop it here, or write it below.',
  'check file': 'Check it',
  'put away': 'Put it away',
  'at line': 'Line {n}',
  'file too large': 'The file is longer than 48 KB.',
  'file no text': 'The file is no text in UTF-8.',
  'file fine': 'Nothing is wrong with it.',
  'file wrong': 'It cannot be played yet:',
  'file odd': 'It can be played; this is odd about it:',
  'kinds': '{n} kind|{n} kinds',
};
