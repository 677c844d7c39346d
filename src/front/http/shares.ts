// Counts what callers hold of something that all share, so that none of them takes it from the others. Front process.
//
// One owner may have half: then nobody can take all of it alone, and a client that is the only one is hardly bounded. Callers with several identities
// that the server has checked can have more; an operator who gives them out can take them back.

import { sharerOf } from '../../shared/protocol/caller.ts';
import type { RequestState } from './context.ts';

/** One owner may have half, and always one. */
const SHARES = 2;

/** The owner of a request's share: the caller, if the server has checked who it is, else its network. */
export const ownerOf = ({
  state: { caller, remoteAddress = 'nowhere' },
}: {
  readonly state: Pick<RequestState, 'caller' | 'remoteAddress'>;
}): string => sharerOf(caller, remoteAddress);

export class Shares {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #owners = new Map<string, number>();
  #taken = 0;

  /** `most`: of all owners together; at least one. */
  constructor(most: number) {
    this.#most = Math.max(1, Math.floor(most));
    this.#mostOfOne = Math.max(1, Math.floor(most / SHARES));
  }

  /** False if there are no more, or if this owner has its share already. */
  take(owner: string): boolean {
    const taken = this.#owners.get(owner) ?? 0;
    if (this.#taken >= this.#most || taken >= this.#mostOfOne) return false;
    this.#owners.set(owner, taken + 1);
    this.#taken += 1;
    return true;
  }

  giveBack(owner: string): void {
    const left = (this.#owners.get(owner) ?? 0) - 1;
    if (left > 0) this.#owners.set(owner, left);
    else this.#owners.delete(owner);
    this.#taken -= 1;
  }
}
