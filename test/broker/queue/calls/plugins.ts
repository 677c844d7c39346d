// The plugins of a modelled host, and the routes that they have now.

import type { ToolRoute } from '../../../../src/shared/protocol/call.ts';
import { NO_GRANTS } from '../../../../src/shared/protocol/capabilities.ts';
import type { FreshState } from '../../../../src/shared/protocol/fresh-state.ts';
import { LIMITS, routeFor } from '../../../support/hostile-runners.ts';

/** `store`: a realm whose calls reach out. Sixteen of them share a place. */
export const KINDS = ['isolate', 'realm', 'store'] as const;
export type Kind = (typeof KINDS)[number];

const QUEUE_MS = 2_000;
const CORDON_END: Readonly<Record<Kind, string>> = {
  isolate: '',
  realm: ' (realm)',
  store: ' (realm) (reaching out)',
};

export interface PluginChange {
  readonly kind?: Kind;
  readonly isGranted?: boolean;
  /** `concurrencyPerPlugin`. */
  readonly concurrency?: number;
}

interface Plugin extends Required<PluginChange> {
  readonly version: number;
  readonly route: ToolRoute;
  /** Name of its cordon, as the status has it. */
  readonly line: string;
}

export class Plugins {
  readonly #plugins = new Map<string, Plugin>();
  #versions = 0;

  get(name: string): Plugin {
    return this.#plugins.get(name) as Plugin;
  }

  /** Changes a plugin's route; what is not named stays. Returns the digest that no call will name any more, if there is one. */
  define(name: string, change: PluginChange, isNewVersion: boolean): string | undefined {
    const before = this.#plugins.get(name);
    if (isNewVersion) this.#versions += 1;
    const version = isNewVersion ? this.#versions : (before?.version ?? 0);
    const { kind, isGranted, concurrency } = {
      ...{ kind: 'isolate' as const, isGranted: true, concurrency: 2 },
      ...before,
      ...change,
    };
    const freshState: FreshState = kind === 'isolate' ? 'isolate' : 'realm';
    const route: ToolRoute = {
      ...routeFor(freshState),
      pluginName: name,
      version: `${version}.0.0`,
      digest: `sha256-${version}`,
      cordon: `plugin:${name}`,
      limits: { ...LIMITS, concurrencyPerPlugin: concurrency, queueMs: QUEUE_MS },
      grants: { ...NO_GRANTS, store: { scope: kind === 'store' ? 'plugin' : undefined, isGranted } },
    };
    const line = `${route.cordon}${CORDON_END[kind]}`;
    this.#plugins.set(name, { version, kind, isGranted, concurrency, route, line });
    return isNewVersion ? before?.route.digest : undefined;
  }
}
