// The ways out of a broker, opened when the first call asks for one: a host whose tools only compute pays for none of their code.
// Runs in a control thread.

import type { Secret } from '../../protocol/capabilities.ts';
import type { Notice } from '../../protocol/task.ts';
import type { ControlSettings } from '../settings.ts';
import { DenialBudget } from './denials.ts';
import type { Capabilities } from './effects.ts';

export interface OpenCapabilities extends Capabilities {
  /** From now on these are put into requests. */
  useSecrets(secrets: readonly Secret[]): void;
  /** Tries the store; why it does not serve, undefined if it does. Takes up to 5 s. */
  storeTrouble(): Promise<string | undefined>;
  /** Lets go of connections, files and threads. */
  close(): Promise<void>;
}

type Settings = Pick<ControlSettings, 'egress' | 'store'>;

/** `onNotice` is told what the operator should know. */
export const openCapabilities = ({ egress, store }: Settings, onNotice: (notice: Notice) => void): OpenCapabilities => {
  const onFault = seldom((text) => onNotice({ level: 'error', text }));
  let { secrets } = egress;
  const network = once(async () => new (await import('./egress.ts')).Egress({ ...egress, secrets }, onFault));
  const memory = once(async () => new (await import('./store.ts')).Store(store, onNotice));
  return {
    denials: new DenialBudget(),
    onFault,
    egress: { fetch: async (askText, scope) => (await network()).fetch(askText, scope) },
    store: { perform: async (askText, scope) => (await memory()).perform(askText, scope) },
    storeTrouble: async () => (await memory()).trouble(),
    useSecrets: (next) => {
      secrets = next;
      void network.opened?.then((open) => open.useSecrets(next));
    },
    close: async () => {
      await Promise.all([network.opened?.then((open) => open.close()), memory.opened?.then((open) => open.close())]);
    },
  };
};

/** A plugin could bring one error of ours about again and again: the log has it once in a while. */
const FAULT_EVERY_MS = 1_000;

const seldom = (tell: (text: string) => void): ((text: string) => void) => {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (performance.now() - toldAtMs < FAULT_EVERY_MS) return;
    toldAtMs = performance.now();
    tell(text);
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
