// The options of a game [0.6], from the registry of core by `PGG_BLESS=1 cargo test -p pgg-types`; do not edit.

export const OPTIONS = {
  edition: { standard: 'reference', values: ['reference', '1976'], case: '0.6' },
  rail_cut: { standard: true, case: '6.37' },
  leader_evacuation: { standard: false, case: '10.4' },
  historical_draw: { standard: false, case: '15.2' },
  free_leaders: { standard: false, case: '7.1' },
} as const;
