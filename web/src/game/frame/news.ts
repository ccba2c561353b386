// What happens at the table besides the game itself, told to everybody but its author: who comes and goes, what became of an
// offer, what is said. Read off the entries in order, since an answer does not name the offer it is to.
import { t } from '../../i18n/i18n.svelte';
import type { EntryView, Offer, Offered, Side } from '../../wire/types';
import type { ToldKind } from '../told.svelte';
import { seatName } from './seats';

export interface News {
  /** The entry that brought it. */
  n: number;
  at: number;
  kind: Exclude<ToldKind, 'refusal'>;
  text: string;
  /** Who said it, and from which seat. */
  by?: string;
  side?: Side;
}

export interface Onlooker {
  you: readonly Side[];
  /** The name under which one watches. */
  me: string | null;
  name: (side: Side) => string;
}

/** `offer` is what had been offered before the first of these entries. */
export function newsOf(entries: readonly EntryView[], who: Onlooker, offer: Offered | null = null): News[] {
  const news: News[] = [];
  let open = offer;
  for (const entry of entries) {
    const { n, at, what } = entry;
    const tell = (text: string, more: Partial<News> = {}) =>
      news.push({ n, at: Number(at), kind: 'news', text, ...more });
    const mine = (side: Side) => who.you.includes(side);
    const answered: Offered | null = open;
    if (what === 'redid') {
      open = null;
      continue;
    }
    if ('said' in what) {
      const { name, text, side } = what.said;
      const own = side ? mine(side) : name === who.me;
      if (!own) tell(text, { kind: 'chat', by: name, ...(side && { side }) });
    } else if ('seated' in what) {
      const { side, seat } = what.seated;
      const name = seatName(seat);
      const values = { side: t(`side.${side}`) };
      if (mine(side)) continue;
      if (seat === 'open') tell(t('frame.news.left', values));
      else if (!('invited' in seat) && name) tell(t('frame.news.joined', { ...values, name }));
    } else if ('offered' in what) open = what.offered;
    else if ('declined' in what) {
      open = null;
      const { side } = what.declined;
      if (!answered || mine(side)) continue;
      const withdrawn = answered.side === side;
      tell(t(`frame.news.${withdrawn ? 'withdrawn' : 'declined'}.${kindOf(answered.offer)}`, { name: who.name(side) }));
    } else if ('undid' in what) {
      open = null;
      // Taken back exactly as far as was asked for: that is the answer.
      if (!answered || answered.offer === 'draw' || answered.offer.takeback.to !== what.undid.to) continue;
      const other = answered.side === 'german' ? 'soviet' : 'german';
      if (!mine(other)) tell(t('frame.news.accepted.takeback', { name: who.name(other) }));
    } else if ('acted' in what) {
      open = null;
      const { side } = what.acted;
      if (answered && answered.side !== side && !mine(side))
        tell(t(`frame.news.lapsed.${kindOf(answered.offer)}`, { name: who.name(side) }));
    }
  }
  return news;
}

const kindOf = (offer: Offer) => (offer === 'draw' ? 'draw' : 'takeback');
