// What tests of the egress share: a scope with everything they do not test set far away, and an answer that can be read.

import type { FetchScope } from '../../../src/control/capabilities/egress/fetch-context.ts';
import type { Egress } from '../../../src/control/capabilities/egress.ts';
import type { Denial } from '../../../src/control/capabilities/refusal.ts';
import type {
  FetchRequest,
  FetchResponse,
  FetchRule,
  Grants,
  HostRequestError,
} from '../../../src/shared/protocol/capabilities.ts';
import type { Failure } from '../../../src/shared/protocol/errors.ts';
import type { Limits } from '../../../src/shared/protocol/limits.ts';
import { testLimits } from '../../support/config.ts';

const limitsWith = (own: Partial<Limits>): Limits => ({ ...testLimits(), ...own });

/** What a test says of a request; the rest is filled in. */
export interface Fetching {
  readonly requested?: readonly Partial<FetchRule>[];
  readonly granted?: readonly string[];
  readonly private?: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly plugin?: string;
  /** That the manifest names. */
  readonly requestedSecrets?: Grants['secrets']['requested'];
  readonly callerSecrets?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Requests that may be sent. */
  readonly calls?: number;
  /** Told when a request is about to leave. */
  readonly onAdmit?: () => void;
}

export interface Fetched {
  readonly ok: boolean;
  /** The whole answer, as it would cross to the guest. */
  readonly text: string;
  readonly given: FetchResponse;
  readonly error: HostRequestError;
  /** What becomes of a call that ends by it, and what the log is told. */
  readonly failure?: Failure;
  readonly denial?: Denial;
  /** Requests that were admitted. */
  readonly sent: number;
  readonly origins: readonly string[];
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly elapsedMs: number;
}

const grantsOf = (url: string, fetching: Fetching): Grants => {
  const origin = URL.parse(url)?.origin ?? 'https://nothing.example';
  const requested = fetching.requested ?? [{ origin }];
  const granted = fetching.granted ?? [origin];
  return {
    fetch: {
      requested: requested.map((rule) => ({ origin, methods: ['GET', 'HEAD', 'POST', 'PUT'], path: '/*', ...rule })),
      granted: [...granted, ...(fetching.private ?? [])],
      grantedPrivate: fetching.private ?? [],
    },
    store: { scope: undefined, isGranted: false },
    secrets: { requested: fetching.requestedSecrets ?? [] },
    signing: { requested: [] },
  };
};

/** Asks `egress` for `url`, or for the text as it is. */
export const fetchWith = async (
  egress: Egress,
  ask: string | ({ readonly url: string } & Partial<FetchRequest>),
  fetching: Fetching = {},
): Promise<Fetched> => {
  const text =
    typeof ask === 'string' ? ask : JSON.stringify({ method: 'GET', headers: [], redirect: 'follow', ...ask });
  const reached = { sent: 0, origins: new Set<string>(), requestBytes: 0, responseBytes: 0 };
  const scope: FetchScope = {
    pluginName: fetching.plugin ?? 'visitor',
    grants: grantsOf(typeof ask === 'string' ? '' : ask.url, fetching),
    limits: limitsWith({ fetchMs: 30_000, fetchCalls: 100, ...fetching.limits }),
    callerSecrets: fetching.callerSecrets ?? {},
    signal: fetching.signal ?? new AbortController().signal,
    admit: () => {
      reached.sent += 1;
      fetching.onAdmit?.();
      return reached.sent <= (fetching.calls ?? 100);
    },
    note: (origin, requestBytes, responseBytes) => {
      reached.origins.add(origin);
      reached.requestBytes += requestBytes;
      reached.responseBytes += responseBytes;
    },
  };
  const start = performance.now();
  const answer = await egress.fetch(text, scope);
  const value = JSON.parse(answer.text);
  return {
    ...answer,
    ...reached,
    given: value,
    error: value,
    origins: [...reached.origins],
    elapsedMs: performance.now() - start,
  };
};
