// The ways out of a broker, opened when the first call asks for one: a host whose tools only compute pays for none of their code.

import type { Secret } from '../../shared/protocol/capabilities.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../shared/protocol/embeddings.ts';
import type { Notice } from '../../shared/protocol/task.ts';
import { DenialBudget } from './denials.ts';
import type { Egress, EgressOptions } from './egress.ts';
import type { Capabilities } from './host-calls.ts';
import type { Signer } from './signer.ts';
import type { Store, StoreSettings } from './store.ts';

export interface OpenCapabilities extends Capabilities {
  useSecrets(secrets: readonly Secret[]): void;
  /** Tries the store. Returns why it does not serve, or undefined if it does. Takes up to 5 s. */
  storeTrouble(): Promise<string | undefined>;
  /** Asks the operator's embedding endpoint. Never rejects for what the endpoint does. */
  embed(request: EmbeddingRequest): Promise<EmbeddingAnswer>;
  /** Lets go of connections, files and threads. */
  close(): Promise<void>;
}

export interface CapabilitySettings {
  readonly egress: EgressOptions;
  readonly store: StoreSettings;
}

/** `onNotice` is called with what the operator should know. */
export const openCapabilities = (
  { egress, store }: CapabilitySettings,
  onNotice: (notice: Notice) => void,
): OpenCapabilities => {
  const onFault = seldom((text) => onNotice({ level: 'error', text }));
  let { secrets } = egress;
  let network: Promise<Egress> | undefined;
  let memory: Promise<Store> | undefined;
  let signing: Promise<Signer> | undefined;
  const openNetwork = (): Promise<Egress> =>
    (network ??= import('./egress.ts').then(({ Egress }) => new Egress({ ...egress, secrets }, onFault)));
  const openMemory = (): Promise<Store> =>
    (memory ??= import('./store.ts').then(({ Store }) => new Store(store, onNotice)));
  const openSigner = (): Promise<Signer> =>
    (signing ??= import('./signer.ts').then(({ Signer }) => new Signer(secrets, onFault)));
  const egressNow: Capabilities['egress'] = {
    fetch: async (requestText, scope) => (await openNetwork()).fetch(requestText, scope),
  };
  return {
    denials: new DenialBudget(),
    onFault,
    egress: egressNow,
    embed: async (request) => (await import('./embeddings.ts')).embed(request, egressNow),
    store: { perform: async (requestText, scope) => (await openMemory()).perform(requestText, scope) },
    signer: { sign: async (requestText, scope) => (await openSigner()).sign(requestText, scope) },
    storeTrouble: async () => (await openMemory()).trouble(),
    useSecrets: (next) => {
      secrets = next;
      void network?.then((open) => open.useSecrets(next));
      void signing?.then((open) => open.useSecrets(next));
    },
    close: async () => {
      await Promise.all([network?.then((open) => open.close()), memory?.then((open) => open.close())]);
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
