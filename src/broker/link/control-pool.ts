// The control threads of a host. They take turns to start runner processes. Host requests of one plugin always go to the same thread, which counts
// them. Main thread.

import type { HostCalls } from '../../control/capabilities/host-calls.ts';
import type { Control, ControlledListener, ControlledProcess, VerifyClaims } from '../../control/control.ts';
import { argumentViolations } from '../../control/violations.ts';
import type { Secret } from '../../shared/protocol/capabilities.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../shared/protocol/embeddings.ts';
import type { RequestingCall } from '../../shared/protocol/task.ts';
import { ControlLink, type ControlLinkOptions } from './control-link.ts';
import { RunnerDoor } from './runner-door.ts';

/** Characters of claims plus bytes of arguments that the main thread parses itself. */
const VERIFIED_AT_ONCE = 32_768;

/** Starts its threads at once; {@link close} ends them. */
export class ControlPool implements Control {
  readonly #door = new RunnerDoor();
  readonly #links: readonly ControlLink[];
  #starts = 0;

  constructor(options: Omit<ControlLinkOptions, 'door'>, threads: number) {
    this.#links = Array.from({ length: threads }, () => new ControlLink({ ...options, door: this.#door }));
  }

  start(memory: SharedArrayBuffer, listener: ControlledListener): ControlledProcess {
    this.#starts += 1;
    return this.#linkAt(this.#starts).start(memory, listener);
  }

  openHostCalls(call: RequestingCall): HostCalls {
    let hash = 0;
    for (const character of call.route.pluginName) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
    return this.#linkAt(hash).openHostCalls(call);
  }

  argumentViolations: VerifyClaims = (claims, argumentsJson, onVerified) => {
    if (claims.length + argumentsJson.length <= VERIFIED_AT_ONCE)
      return onVerified(argumentViolations(claims, argumentsJson.toString()));
    this.#linkAt(0).argumentViolations(claims, argumentsJson, onVerified);
  };

  get peakRssMb(): number {
    return Math.max(...this.#links.map((link) => link.peakRssMb));
  }

  /** Sets the secrets of later requests. */
  async useSecrets(secrets: readonly Secret[]): Promise<void> {
    await Promise.all(this.#links.map((link) => link.useSecrets(secrets)));
  }

  /** Why the store does not serve; undefined if it does. Takes up to 5 s. */
  async storeTrouble(): Promise<string | undefined> {
    const troubles = await Promise.all(this.#links.map((link) => link.storeTrouble()));
    return troubles.find((trouble) => trouble !== undefined);
  }

  /** Asks the operator's embedding endpoint, always from the same thread. Rejects if that thread is lost. */
  embed(request: EmbeddingRequest): Promise<EmbeddingAnswer> {
    return this.#linkAt(0).embed(request);
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
    this.#door.close();
  }

  #linkAt(number: number): ControlLink {
    return this.#links[number % this.#links.length] as ControlLink;
  }
}
