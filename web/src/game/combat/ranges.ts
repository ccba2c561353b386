// Strengths that may not be known, in a few characters.
import { t } from '../../i18n/i18n.svelte';
import type { StrengthRange } from '../../wire/types';

export const range = (r: StrengthRange) =>
  r.least === r.most ? String(r.most) : t('combat.about', { n: Math.round(r.mean) });
export const spread = (r: StrengthRange) =>
  r.least === r.most ? '' : t('combat.range', { least: r.least, most: r.most });
