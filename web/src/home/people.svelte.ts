// The sheet about who one is: which part of it is open, and what was refused.
import { goTo } from '../app/router.svelte';
import { hasMessage, t } from '../i18n/i18n.svelte';
import * as api from '../net/api';
import { server, setSelf } from '../net/session.svelte';
import { setSettings } from '../settings/settings.svelte';
import { lists } from './lists.svelte';

export type Part = 'sign-in' | 'register' | 'me';

/** What went wrong, in the reader's language where we have words for it, else as the server said it. */
export function tell(error: unknown): string {
  if (!(error instanceof api.Refusal)) return t('home.refused.unexpected');
  const key = `home.refused.${error.code}`;
  if (error.retryAfter && error.code === 'too_many_requests') return t('home.refused.wait', { n: error.retryAfter });
  return hasMessage(key) ? t(key) : error.fault.message;
}

class People {
  part = $state<Part | null>(null);
  busy = $state(false);
  refused = $state<string | null>(null);
  /** From an invitation's link. */
  invitation = $state('');

  open(part: Part) {
    this.part = part;
    this.refused = null;
  }
  close = () => {
    this.part = null;
  };

  /** May somebody register here? */
  get registration(): 'open' | 'invitation' | 'closed' {
    return (server()?.registration ?? 'open') as 'open' | 'invitation' | 'closed';
  }

  async #try(task: () => Promise<void>) {
    this.busy = true;
    this.refused = null;
    try {
      await task();
    } catch (error) {
      this.refused = tell(error);
    } finally {
      this.busy = false;
    }
  }

  signIn(login: string, password: string) {
    return this.#try(async () => {
      setSelf(await api.logIn(login.trim().toLowerCase(), password));
      this.part = null;
      lists.refresh();
    });
  }

  register(login: string, password: string, name: string) {
    return this.#try(async () => {
      const invitation = this.invitation.trim();
      setSelf(
        await api.register({
          login: login.trim().toLowerCase(),
          password,
          ...(name.trim() && { name: name.trim() }),
          ...(invitation && { invitation }),
        }),
      );
      this.part = null;
      lists.refresh();
      if (location.pathname === '/register') goTo('/', true);
    });
  }

  rename(name: string) {
    return this.#try(async () => {
      const me = await api.rename(name.trim());
      setSelf(me);
      if (me.kind === 'guest') setSettings({ name: me.name });
      this.part = null;
    });
  }

  signOut() {
    return this.#try(async () => {
      await api.leave();
      setSelf(null);
      this.part = null;
      lists.refresh();
    });
  }
}

export const people = new People();
