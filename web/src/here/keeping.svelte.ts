// What the player has to know about the games of this browser: that one is not kept, and why.

export type Trouble =
  /** The browser keeps nothing for this page. */
  | 'refused'
  /** It takes no more. */
  | 'full'
  /** Another tab has gone on with the game from where this one could not be kept. */
  | 'apart';

let troubles = $state.raw<Readonly<Record<string, Trouble>>>({});

/** What is wrong with a game, by its id in the module. */
export const troubleOf = (id: string): Trouble | null => troubles[id] ?? null;

export function setTrouble(id: string, trouble: Trouble | null) {
  if (troubleOf(id) === trouble) return;
  const others = Object.entries(troubles).filter(([other]) => other !== id);
  troubles = Object.fromEntries(trouble ? [...others, [id, trouble]] : others);
  // Closing the page would lose what is only in it.
  if (Object.keys(troubles).length) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
}

const warn = (event: Event) => event.preventDefault();
