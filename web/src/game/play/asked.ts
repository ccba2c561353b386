// Questions to the server that are asked once.

/** Remembers what was asked, so that it is asked once. */
export class Asked<T> {
  readonly #answers = new Map<string, Promise<T>>();
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = ask();
    this.#answers.set(key, answer);
    // What went wrong for want of a connection may be asked again.
    answer.catch(() => this.#answers.delete(key));
    return answer;
  }
}
