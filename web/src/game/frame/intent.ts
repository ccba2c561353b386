// What a program means to do, told in the reader's language.
import { t } from '../../i18n/i18n.svelte';
import { objectiveName } from '../../i18n/names';
import type { Intent } from '../../wire/types';

/** `3 divisions drive on, 2 divisions make for Rzhev`; `means to delay, with more weight on Rzhev`. */
export function tellIntent(intent: Intent): string {
  return intent.side === 'german' ? tellGerman(intent) : tellSoviet(intent);
}

function tellGerman({ manners, goals }: Extract<Intent, { side: 'german' }>): string {
  const parts = [
    ...manners.map(({ manner, divisions }) => t(`frame.manner.${manner}`, { n: divisions })),
    ...goals.map(({ objective, divisions }) => t('frame.goal', { n: divisions, place: objectiveName(objective) })),
  ];
  return parts.length ? parts.join(t('list.comma')) : t('frame.manner.none');
}

function tellSoviet({ stance, emphasis }: Extract<Intent, { side: 'soviet' }>): string {
  const told = t(`frame.stance.${stance}`);
  if (!emphasis.length) return told;
  return t('frame.stance.emphasis', { stance: told, places: emphasis.map(objectiveName).join(t('list.comma')) });
}
