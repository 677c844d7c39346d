// The control threads of a host. Runner processes are shared out among them in turn; what the calls of one plugin ask of the host is always
// asked of the same thread, which knows how much of everything the plugin has had.

import type { Effects } from '../control/capabilities/effects.ts';
import type { Control, ControlledListener, ControlledProcess, VerifyClaims } from '../control/control.ts';
import type { AskingCall } from '../control/link-messages.ts';
import { argumentViolations } from '../control/violations.ts';
import type { Secret } from '../protocol/capabilities.ts';
import { ControlLink, type ControlLinkOptions } from './control-link.ts';
import { RunnerDoor } from './runner-door.ts';

/** Characters and bytes of claims and arguments together that the listening thread parses itself. */
const VERIFIED_AT_ONCE = 32_768;

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

  openEffects(call: AskingCall): Effects {
    let hash = 0;
    for (const character of call.route.pluginName) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
    return this.#linkAt(hash).openEffects(call);
  }

  argumentViolations: VerifyClaims = (said, argumentsJson, onVerified) => {
    if (said.length + argumentsJson.length <= VERIFIED_AT_ONCE)
      return onVerified(argumentViolations(said, argumentsJson.toString()));
    this.#linkAt(0).argumentViolations(said, argumentsJson, onVerified);
  };

  get peakRssMb(): number {
    return Math.max(...this.#links.map((link) => link.peakRssMb));
  }

  /** Requests carry these from now on. */
  async useSecrets(secrets: readonly Secret[]): Promise<void> {
    await Promise.all(this.#links.map((link) => link.useSecrets(secrets)));
  }

  /** Why the store does not serve; undefined if it does. Takes up to 5 s. */
  async storeTrouble(): Promise<string | undefined> {
    const troubles = await Promise.all(this.#links.map((link) => link.storeTrouble()));
    return troubles.find((trouble) => trouble !== undefined);
  }

  async close(): Promise<void> {
    await Promise.all(this.#links.map((link) => link.close()));
    this.#door.close();
  }

  #linkAt(number: number): ControlLink {
    return this.#links[number % this.#links.length] as ControlLink;
  }
}
