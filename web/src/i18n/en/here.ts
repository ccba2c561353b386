// Games that this browser keeps by itself, and the page as an application of its own.
import type { Messages } from '../message';

export const here = {
  'here.trouble': 'This game is not kept',
  'here.trouble.refused':
    'The browser keeps nothing for this page, as in a private window. The game lasts as long as this page is open: save the record to go on with it another day.',
  'here.trouble.full':
    'The browser takes no more for this page. What was played since lasts as long as this page is open: save the record, or make room; it is tried again with every move.',
  'here.trouble.apart':
    'Another tab has gone on with this game from a moment that could not be kept here. What you play here lasts as long as this page is open: save the record.',
  'here.lost': 'The table broke, and is set up again',
  'here.lost.text': 'It is set up from the log of the game, to the last move.',
  'here.renewal': 'A new version is here',
  'here.renewal.text': 'Your games stay as they are.',
  'here.renewal.load': 'Load it',
  'here.renewal.later': 'Later',
} as const satisfies Messages;
