// The English messages of everything around a game: home, guide, rules, settings. Loaded when one of these is first wanted.
import { home } from './en/home';
import { learn } from './en/learn';
import { position } from './en/position';
import { rules } from './en/rules';
import { settings } from './en/settings';
import { site } from './en/site';

export const around = { ...home, ...learn, ...position, ...rules, ...settings, ...site } as const;
