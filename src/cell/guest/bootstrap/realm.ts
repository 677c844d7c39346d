// Keeps what the runner has set for this realm: the one way out, for strings and numbers only, and whether calls share it. Runs inside the isolate.

import type { PostLetter } from '../../../shared/protocol/guest-wire.ts';

/** True if many calls enter this realm, one after the other. */
export let isShared = false;

/** Marks the realm as shared. Called before anything is made in it. */
export function share(): void {
  isShared = true;
}

/** Sends a post to the runner: its letter, the call's number, a text. */
export type Post = (letter: PostLetter, call: number, text: string) => void;

/** The way out, set by {@link leadOut}. Never handed to a plugin. */
export let post: Post;

/** Sets the way out. Called before anything else. */
export function leadOut(out: Post): void {
  post = out;
}
