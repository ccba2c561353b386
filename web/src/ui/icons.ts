// Line icons on a 20 x 20 field, stroke 1.6: our own.
export const ICONS = {
  zones:
    '<path d="M6.5 3.5h7L17 10l-3.5 6.5h-7L3 10Z"/><path d="M10 7l2.6 1.5v3L10 13l-2.6-1.5v-3Z" fill="currentColor" stroke="none"/>',
  supply:
    '<path d="M2.5 5.5h9v8h-9Z"/><path d="M11.5 8.5h3.4l2.6 2.6v2.4h-6"/><circle cx="6" cy="14.6" r="1.7"/><circle cx="14" cy="14.6" r="1.7"/>',
  command:
    '<path d="M10 5.4l1.4 2.9 3.2.4-2.3 2.2.6 3.2-2.9-1.6-2.9 1.6.6-3.2-2.3-2.2 3.2-.4Z" fill="currentColor" stroke="none"/><circle cx="10" cy="10" r="7.6" stroke-dasharray="2.4 2.2"/>',
  reach:
    '<path d="M3 16.5c1-6 4-9 10-9.5"/><path d="M9.8 3.6L13.6 7 10.4 11"/><circle cx="3" cy="16.5" r="1.2" fill="currentColor"/>',
  objectives: '<path d="M5 17.5V3"/><path d="M5 3.6h10l-2.6 3.2L15 10H5Z"/>',
  rail: '<path d="M7 2.5L4 17.5M13 2.5l3 15M6.2 6h7.6M5.5 10h9M4.7 14h10.6"/>',
  hide: '<path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Z"/><circle cx="10" cy="10" r="2.3"/>',
  plus: '<path d="M10 4v12M4 10h12"/>',
  minus: '<path d="M4 10h12"/>',
  fit: '<path d="M3 7V3h4M17 7V3h-4M3 13v4h4M17 13v4h-4"/>',
  undo: '<path d="M7.4 4L3.5 7.8 7.4 11.6"/><path d="M3.8 7.8H12a4.4 4.4 0 0 1 0 8.8H8"/>',
  redo: '<path d="M12.6 4l3.9 3.8-3.9 3.8"/><path d="M16.2 7.8H8a4.4 4.4 0 0 0 0 8.8h4"/>',
  menu: '<path d="M3 5.5h14M3 10h14M3 14.5h14"/>',
  cog: '<circle cx="10" cy="10" r="2.6"/><path d="M10 2.5v2.3M10 15.2v2.3M2.5 10h2.3M15.2 10h2.3M4.7 4.7l1.6 1.6M13.7 13.7l1.6 1.6M15.3 4.7l-1.6 1.6M6.3 13.7l-1.6 1.6"/>',
  swords: '<path d="M3 3l9.5 9.5M17 3L7.5 12.5M5 11.2L8.8 15M15 11.2L11.2 15M6.4 13.6L3.2 16.8M13.6 13.6l3.2 3.2"/>',
  x: '<path d="M5 5l10 10M15 5L5 15"/>',
  check: '<path d="M4 10.5l4 4 8-9"/>',
  right: '<path d="M4 10h12M11 5l5 5-5 5"/>',
  chevron: '<path d="M7.5 4.5L13 10l-5.5 5.5"/>',
  down: '<path d="M4.5 7.5L10 13l5.5-5.5"/>',
  play: '<path d="M6 3.8v12.4L16.2 10Z" fill="currentColor"/>',
  users:
    '<circle cx="7.2" cy="7" r="2.9"/><path d="M1.8 16.5c.4-3.4 2.4-5.2 5.4-5.2s5 1.8 5.4 5.2"/><path d="M12.6 4.3a2.9 2.9 0 0 1 0 5.4M15 11.9c1.9.7 3 2.2 3.2 4.6"/>',
  link: '<path d="M8.4 11.6a3.4 3.4 0 0 0 4.8 0l3-3a3.4 3.4 0 0 0-4.8-4.8l-1 1"/><path d="M11.6 8.4a3.4 3.4 0 0 0-4.8 0l-3 3a3.4 3.4 0 0 0 4.8 4.8l1-1"/>',
  book: '<path d="M10 5.2C8.4 3.8 6 3.4 3 3.4v11.4c3 0 5.4.4 7 1.8 1.6-1.4 4-1.8 7-1.8V3.4c-3 0-5.4.4-7 1.8Z"/><path d="M10 5.2v11.4"/>',
  clock: '<circle cx="10" cy="10" r="7.2"/><path d="M10 5.8V10l3 2"/>',
  bell: '<path d="M5 14V9a5 5 0 0 1 10 0v5l1.4 1.6H3.6Z"/><path d="M8.4 17.6h3.2"/>',
  chat: '<path d="M3 4h14v9.4H9.6L6 16.6v-3.2H3Z"/>',
  moon: '<path d="M16 11.6A6.6 6.6 0 0 1 8.4 4a6.6 6.6 0 1 0 7.6 7.6Z"/>',
  sun: '<circle cx="10" cy="10" r="3.2"/><path d="M10 2.6v2M10 15.4v2M2.6 10h2M15.4 10h2M4.8 4.8l1.4 1.4M13.8 13.8l1.4 1.4M15.2 4.8l-1.4 1.4M6.2 13.8l-1.4 1.4"/>',
  layers: '<path d="M10 3l7.4 4L10 11 2.6 7Z"/><path d="M3.4 10.6L10 14.2l6.6-3.6M3.4 13.8L10 17.4l6.6-3.6"/>',
  die: '<rect x="3" y="3" width="14" height="14" rx="3"/><circle cx="7" cy="7" r="1" fill="currentColor"/><circle cx="13" cy="13" r="1" fill="currentColor"/><circle cx="10" cy="10" r="1" fill="currentColor"/>',
  search: '<circle cx="9" cy="9" r="5.4"/><path d="M13 13l4 4"/>',
  shield: '<path d="M10 2.8l6 2.2v4.6c0 3.8-2.4 6.4-6 7.8-3.6-1.4-6-4-6-7.8V5Z"/>',
  lock: '<rect x="4.5" y="9" width="11" height="7.5" rx="1.6"/><path d="M7 9V6.6a3 3 0 0 1 6 0V9"/>',
  eye: '<path d="M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5Z"/><circle cx="10" cy="10" r="2.3"/>',
  'arrow-left': '<path d="M16 10H4M9 5l-5 5 5 5"/>',
} as const;
export type IconName = keyof typeof ICONS;
