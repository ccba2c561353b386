// The rules as hypertext, and the keyboard help.
import type { Messages } from '../message';

export const rules = {
  'rules.case': '[{case}]',
  'rules.search': 'Search the rules: retreat, 9.72…',
  'rules.hits': 'Cases found',
  'rules.count': { one: '{n} case found', other: '{n} cases found' },
  'rules.nothing': 'No case speaks of “{query}”.',
  'rules.contents': 'Contents',
  'rules.turn': 'Neighbouring chapters',
  'rules.figure': 'The example on the map',
  'rules.fallback': 'There is no translation of the rules yet; this is the English text.',
  'rules.failed': 'The rules could not be loaded. Try again in a moment.',
  'rules.missing': 'There is no case {case}',
  'rules.missing.text': 'Look for a word in the search, or choose a chapter.',
  'rules.back': 'Back',
  'rules.whole': 'All the rules',
  'help.typed': 'Typed commands',
  'help.typed.note': 'Open the line with the key for commands, then type, for example:',
  'help.typed.move': 'move the units of a hex',
  'help.typed.attack': 'attack a hex from others',
  'help.typed.attack.example': 'attack 1414 from 1313,1413',
  'help.settings': 'Change the keys in the settings',

  // for paper
  'print.rules': 'The rules as a booklet',
  'print.aid': 'Player aid',
  'print.now': 'Print, or save as PDF',
  'print.note': 'From the same data as the game. In the dialog of the browser choose paper, or a PDF file.',
  'print.crt': 'Combat results',
  'print.terrain': 'Terrain',
  'print.objectives': 'Objectives',
  'print.levels': 'Levels of victory',
  'print.leaders': 'Leaders',
  'print.soviet-arrivals': 'Soviet arrivals',
  'print.german-arrivals': 'German arrivals',
  'print.link': 'To print: rules and player aid',
} as const satisfies Messages;
