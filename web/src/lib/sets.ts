// Sets and maps that are made once and then only read: nothing has to follow their changes.
export const unique = <T>(items: Iterable<T>): T[] => [...new Set(items)];
export const setOf = <T>(items: Iterable<T>): ReadonlySet<T> => new Set(items);
export const mapOf = <K, V>(entries: Iterable<readonly [K, V]>): ReadonlyMap<K, V> => new Map(entries);

/** The map with an entry put in, or taken out if the value is null. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V | null): ReadonlyMap<K, V> {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

/** Items by what they have in common, in the order they come. */
export function groups<K, T>(items: Iterable<T>, by: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const item of items) {
    const group = found.get(by(item));
    if (group) group.push(item);
    else found.set(by(item), [item]);
  }
  return found;
}
