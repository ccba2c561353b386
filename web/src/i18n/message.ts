// The form of a message: a text, or two of them chosen by the plural rule of its `n`.
export type Message = string | { one: string; other: string };
export type Messages = Record<string, Message>;
