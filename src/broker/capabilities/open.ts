// The ways out of a broker, opened when the first call asks for one: a host whose tools only compute pays for none of their code.
// Runs in a broker thread.

import type { BrokerSettings } from '../settings.ts';
import type { Capabilities } from './effects.ts';

export interface OpenCapabilities extends Capabilities {
  /** Lets go of connections, files and threads. */
  close(): Promise<void>;
}

type Settings = Pick<BrokerSettings, 'egress' | 'store'>;

/** `onNotice` is told what the operator should know; its text may name paths and hosts. */
export const openCapabilities = ({ egress, store }: Settings, onNotice: (text: string) => void): OpenCapabilities => {
  const network = once(async () => new (await import('./egress.ts')).Egress(egress));
  const memory = once(async () => new (await import('./store.ts')).Store(store, onNotice));
  return {
    egress: { fetch: async (askText, scope) => (await network()).fetch(askText, scope) },
    store: { perform: async (askText, scope) => (await memory()).perform(askText, scope) },
    close: async () => {
      await Promise.all([network.opened?.then((open) => open.close()), memory.opened?.then((open) => open.close())]);
    },
  };
};

interface Once<Value> {
  (): Promise<Value>;
  /** Undefined as long as nobody has asked. */
  readonly opened?: Promise<Value>;
}

const once = <Value>(open: () => Promise<Value>): Once<Value> => {
  const get: { (): Promise<Value>; opened?: Promise<Value> } = () => {
    get.opened ??= open();
    return get.opened;
  };
  return get;
};
