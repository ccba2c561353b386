// The page without a server: what is named otherwise there.
import type { Messages } from '../message';

export const site = {
  'title.site.lobby': 'New game',
  'title.site.watch': 'Games to read',
  'nav.site.watch': 'Games',
  'site.ready': 'All of it is on this device: it plays without a network.',
  'site.unable': 'No game can be played here',
  'doors.site.own': 'A game your own way',
  'doors.site.own.note': 'Sides, options, a position, a record',
  'doors.site.watch': 'Games to read',
  'doors.site.watch.note': 'Five games, told turn by turn',
  'site.finished': 'Finished games',
  'site.finished.none': 'Games that are over stay here, to be replayed or saved as a record.',
  'site.remove': 'Remove the game {name}',
  'site.remove.sure': 'Remove?',
  'site.bring': 'Bring in a record',
  'read.title': 'Games to read',
  'read.lede': 'Whole games, with an account of what decided them. Each can be replayed on the map, action by action.',
  'read.sides': '{german} against {soviet}',
  'read.hand': 'a player by hand',
  'read.open': 'Show it on the map',
  'read.account': 'The account',
  'read.language': 'The accounts are in English.',
  'read.failed': 'The games could not be fetched just now.',
} as const satisfies Messages;
