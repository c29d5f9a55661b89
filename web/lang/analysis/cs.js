// SPDX-License-Identifier: MIT
// Čeština: the words of the analysis.

export default {
  'no engine': 'Tato stránka je bez stroje, který rozbor potřebuje.',
  'board': 'Deska',
  'best moves': 'Nejlepší tahy',
  'turning points': 'Zlomové okamžiky',
  'chances': 'Šance na výhru',
  'thinking': 'Přemýšlí …',
  'to move': 'Na tahu: {name}',
  'after move': 'po tahu {n} z {all}',
  'what if': 'Co kdyby: mimo partii po tahu {n}',
  'back to match': 'Zpět k partii',
  'looked at': 'Šance podle {n} pozic.',
  'played best': 'Zahraný tah je stejně dobrý jako nejlepší.',
  'played loses': 'Jantarový tah byl zahrán a ztrácí {n} ze sta.',
  'slip': '{name} něco ztrácí: z {from} na {to}',
  'mistake': '{name} to pouští z ruky: z {from} na {to}',
  'no mistakes made': 'Nikdo nic neztratil.',
  'going through': 'Prochází se: {n} z {all}',
  'analysis too long': 'Zastaveno: jedna odpověď trvala přes {n} s.',
  'open record': 'Vyberte záznam partie:',
  'or a game': 'Nebo se podívejte na hru od začátku:',
  'begin': 'Začít',
  'no file': 'Nebyl vybrán žádný soubor.',
  'record too large': 'Záznam má víc než 4 MB.',
  'no record': 'Ten soubor není záznam zdejší hry.',
};
