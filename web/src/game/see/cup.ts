// The cup as a player may know it: which strengths nobody has seen, and how likely each is.
import type { CupView } from '../../wire/types';

export interface Bar {
  label: string;
  count: number;
  share: number;
}

/** How likely each strength is for a division that is turned up now, attack first. */
export function chances(view: CupView): Bar[] {
  const all = view.never_seen.reduce((n, s) => n + s.count, 0);
  return view.never_seen.map((s) => ({
    label: `${s.attack}-${s.defense}`,
    count: s.count,
    share: all ? s.count / all : 0,
  }));
}

/** The same by attack strength alone, without gaps from the weakest to the strongest. */
export function byAttack(view: CupView): Bar[] {
  const all = view.never_seen.reduce((n, s) => n + s.count, 0);
  const most = Math.max(0, ...view.never_seen.map((s) => s.attack));
  return Array.from({ length: most + 1 }, (_, attack) => {
    const count = view.never_seen.filter((s) => s.attack === attack).reduce((n, s) => n + s.count, 0);
    return { label: String(attack), count, share: all ? count / all : 0 };
  });
}
