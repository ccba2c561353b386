// A cache of requests, one per question, so that each is asked once.

export class RequestCache<T> {
  readonly #answers = new Map<string, Promise<T>>();
  readonly #known = new Map<string, T>();
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(key);
    if (known) return known;
    const answer = ask();
    this.#answers.set(key, answer);
    answer.then(
      (told) => this.#known.set(key, told),
      // A question that failed without a connection may be asked again.
      () => this.#answers.delete(key),
    );
    return answer;
  }
  /** The answer, if it has come. */
  known(key: string): T | undefined {
    return this.#known.get(key);
  }
}
