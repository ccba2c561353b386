// The first hour: the briefing before the first game, and the coach.
import type { Messages } from '../message';

export const guide = {
  'brief.title': 'Before you begin',
  'brief.german': 'You lead the Germans',
  'brief.soviet': 'You lead the Soviets',
  'brief.map': 'The map with the objectives and what each is worth',
  'brief.other': 'The other side',
  'brief.go': 'To the map',
  'brief.menu': 'Briefing',
  'brief.wins': 'What wins',
  'brief.where': 'Where to go',
  'brief.good': 'What you are good at',
  'brief.german.wins':
    'After turn 12 the objectives that you hold count, if a free line leads from them to the west edge. Each division that you lose wholly costs {division} points. From {win} points on you win.',
  'brief.german.where':
    'Smolensk is worth {smolensk} points, and the roads to Vyazma and Roslavl meet there: be in it by turn 6. On the way take Vitebsk, Orsha and Mogilev, and leave nobody behind you who can walk back in. After that Yel’nya and Roslavl are near; Vyazma and Kaluga are far and worth it.',
  'brief.german.good':
    'Your panzer and motorized divisions move before and after combat, and count double while their regiments stay together. Go around the enemy first: a stack without a way to retreat is lost. Do not run ahead of the infantry, for half of an unsupplied division is gone.',
  'brief.soviet.wins':
    'Below {win} points the German has lost: you need not beat him, only make him late. Each German division that you destroy takes {division} points from him, and each city taken back takes {recapture}. You have more divisions than he has turns.',
  'brief.soviet.where':
    'Hold Smolensk behind the river and the forests as long as you can, with full stacks two hexes apart. Fall back on foot and by rail rather than be surrounded. Keep something in Vyazma, Roslavl and Kaluga: an empty city is taken by driving through.',
  'brief.soviet.good':
    'Eight divisions may ride each turn, thirty hexes far. Your divisions fight near their Leaders: move the Leader along, and never leave him alone. Nobody knows what an untried division is worth, not even you, so stack them and let the German find out.',

  'scenario.label': 'It begins',
  'scenario.whole': 'Turn 1',
  'scenario.turn-4': 'Turn 4',
  'scenario.turn-8': 'Turn 8',
  'scenario.whole.note': 'The whole game: twelve turns.',
  'scenario.turn-4.note':
    'Nine turns of a game that was open to the end: Orsha and Mogilev are taken, Smolensk is not.',
  'scenario.turn-8.note': 'Five turns, an evening: Smolensk is German, and 40 points. Ten more, or ten fewer?',

  'coach.show': 'Show me',
  'coach.off': 'Not this again',
  'coach.supply':
    '{name} in {hex} is out of supply. If it still is when your next Movement Phase begins, it has half its strength and half its movement.',
  'coach.open': '{place} in {hex} is empty, and {name} in {from} can walk into it: {points} points.',
  'coach.take': '{place} in {hex} is empty, and {name} in {from} can walk into it now: {points} points.',
  'coach.place': 'The objective',
  'coach.title': 'Coach',
  'coach.when': 'The coach speaks',
  'coach.when.first': 'In the first three games',
  'coach.when.always': 'Always',
  'coach.when.never': 'Never',
  'coach.note':
    'One quiet sentence, in games against the machine, when something costly is about to be missed. What he sees is the server’s answer, not a guess.',
  'coach.kind.supply': 'Units that stay out of supply',
  'coach.kind.open': 'A city of yours that the enemy can walk into',
  'coach.kind.take': 'A city that you can walk into',
} as const satisfies Messages;
