// The sheet about who one is: which part of it is open, and what was refused.
import { goTo } from '../app/router.svelte';
import { tellFault } from '../i18n/faults';
import * as api from '../net/api';
import { server, setSelf } from '../net/session.svelte';
import { setSettings } from '../settings/settings.svelte';
import { lists } from './lists.svelte';

export type Part = 'sign-in' | 'register' | 'me';

/** What went wrong, in the reader's language. */
export const tell = (error: unknown): string => tellFault(api.faultOf(error));

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
