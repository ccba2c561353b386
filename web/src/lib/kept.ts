// What this browser keeps of a game under a key, as JSON. Without storage everything holds until the page is closed.
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const standard = (): Store | null => (typeof localStorage === 'undefined' ? null : localStorage);

export function readKept(key: string, store = standard()): string | null {
  try {
    return store?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** A list with nothing in it is not kept. */
export function keep(key: string, value: object, store = standard()) {
  try {
    if (Array.isArray(value) && !value.length) store?.removeItem(key);
    else store?.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing is kept then.
  }
}

/** The value of a text that somebody may have changed; null if it cannot be read. */
export function untrusted(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
