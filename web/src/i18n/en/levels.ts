// The programs that play, weakest first.
export const levels = {
  'level.random': 'Random',
  'level.recruit': 'Recruit',
  'level.cadet': 'Cadet',
  'level.major': 'Major',
  'level.general': 'General',
} as const;
