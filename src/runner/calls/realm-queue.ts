// The order of realm calls across all plugins of a runner. The broker takes the first call it sent that has no answer for the
// one that runs; so where a plugin's realm is still being made, the calls of other plugins that came later wait as well.

import type { CallMessage } from '../../protocol/messages.ts';
import type { RealmCalls } from './realm-calls.ts';

export class RealmQueue {
  readonly #realms = new Set<RealmCalls>();
  readonly #queue: [realm: RealmCalls, message: CallMessage, argumentsText: string][] = [];
  #isPumping = false;

  add(realm: RealmCalls): void {
    this.#realms.add(realm);
  }

  /** Calls wait in one of the realms. */
  get hasWaiting(): boolean {
    for (const realm of this.#realms) if (realm.hasWaiting) return true;
    return false;
  }

  call(realm: RealmCalls, message: CallMessage, argumentsText: string): void {
    this.#queue.push([realm, message, argumentsText]);
    this.pump();
  }

  /** Takes a call out that has not been handed to its realm; false where there is none. */
  cancel(id: number): boolean {
    const at = this.#queue.findIndex(([, message]) => message.id === id);
    if (at !== -1) this.#queue.splice(at, 1);
    return at !== -1;
  }

  /** Hands calls on, in order, while no realm holds one back. Called again whenever a realm is free. */
  pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    while (this.#queue.length > 0 && !this.#isHeld()) {
      const [realm, message, argumentsText] = this.#queue.shift() as [RealmCalls, CallMessage, string];
      realm.call(message, argumentsText);
    }
    this.#isPumping = false;
  }

  #isHeld(): boolean {
    for (const realm of this.#realms) if (realm.isHeld) return true;
    return false;
  }
}
