// The programs that play, weakest first.
export const levels = {
  'level.random': 'でたらめ',
  'level.recruit': '新兵',
  'level.cadet': '士官候補生',
  'level.major': '少佐',
  'level.general': '将軍',
} as const;
