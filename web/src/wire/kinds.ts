// Messages are told apart by their one key, such as `{ pong: 1 }`: handlers by kind, so that a kind without one does not compile.

export type KindOf<M> = M extends unknown ? keyof M : never;
type PartOf<M, K> = M extends unknown ? (K extends keyof M ? M[K] : never) : never;
/** What to do with each kind of message. */
export type Handlers<M> = { [K in KindOf<M>]: (part: PartOf<M, K>) => void };

/** Call the handler for a message's kind. Kinds that are newer than this page are ignored. */
export function handle<M extends object>(message: M, handlers: Handlers<M>) {
  for (const [kind, part] of Object.entries(message))
    if (Object.hasOwn(handlers, kind)) handlers[kind as KindOf<M>](part as never);
}
