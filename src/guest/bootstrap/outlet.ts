// The one way out of an isolate: strings and numbers only. Runs inside it, and is never handed to a plugin.

/**
 * What leaves by itself while a call runs: kind, the call's number, a text.
 * Kinds: `d`, `i`, `w`, `x` a log line by level and `g` how far the call is, JSON, both behind the call's age, `ms text`; `z` that the
 * log is full, `lines limit`, with how many lines were dropped so far; `t` a timer, `id delayMs`; `c` a timer given up, `id`; `f` and
 * `s` a question, `id JSON`, to `fetch` or the store; `u` a question given up, `id`.
 */
export type Send = (kind: string, call: number, text: string) => void;

/** Lets something leave. */
export let send: Send;

/** Says how things leave; before anything else. */
export function leadOut(out: Send): void {
  send = out;
}
