// The ways out of a broker, made when the first call asks for one. Runs in a broker thread.

import type { AskAnswer } from '../../protocol/capabilities.ts';
import type { Capabilities } from './effects.ts';

const nothing = async (): Promise<AskAnswer> => ({
  ok: false,
  text: JSON.stringify({ name: 'NotAllowedError', message: 'this host reaches nothing' }),
});

/** Opens nothing until it is asked for. */
export const openCapabilities = (): Capabilities => ({ egress: { fetch: nothing }, store: { perform: nothing } });
