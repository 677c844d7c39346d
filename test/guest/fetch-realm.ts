// The group `fetch` and what it builds on, in a realm of its own, with a host that a test plays. Read by tests.

import vm from 'node:vm';
import type { PlatformParts } from '../../src/guest/parts.ts';
import { buildPlatform } from '../../src/launch/image/platform-scripts.ts';
import { groupsNamedIn } from '../../src/runner/isolates/platform-groups.ts';

/** What the groups that fetch needs ask for. */
type FetchParts = Pick<PlatformParts, 'isShared' | 'elapsed' | 'startTimer' | 'placeOf' | 'ask' | 'fail'>;

type Group = (
  parts: FetchParts,
  made: Record<string, unknown>,
) => { readonly globals: Readonly<Record<string, unknown>> };

export interface Asked {
  /** The question, parsed. */
  readonly question: Readonly<Record<string, unknown>>;
  readonly answer: (ok: boolean, given: unknown) => void;
  isGivenUp: boolean;
}

export interface FetchRealm {
  /** What the guest has asked so far. */
  readonly asked: readonly Asked[];
  /** Runs the body of an async function in the realm; gives what it returns, as JSON would have it. */
  readonly run: (body: string) => Promise<unknown>;
}

/** A realm in which a plugin that names `fetch` could run. `onAsk` is told of every question. */
export const openFetchRealm = async (onAsk: (asked: Asked) => void): Promise<FetchRealm> => {
  const scripts = await buildPlatform();
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  const asked: Asked[] = [];
  const parts: FetchParts = {
    isShared: true,
    elapsed: () => 0,
    startTimer: () => {},
    placeOf: () => ({}),
    ask: (_kind, text, onAnswer) => {
      const answer = (ok: boolean, given: unknown): void =>
        void setImmediate(() => onAnswer(ok, JSON.stringify(given), (error) => error));
      const each: Asked = { question: JSON.parse(text) as Asked['question'], answer, isGivenUp: false };
      asked.push(each);
      onAsk(each);
      return () => {
        each.isGivenUp = true;
      };
    },
    fail: (error) => {
      throw error;
    },
  };
  const made: Record<string, unknown> = {};
  for (const name of groupsNamedIn('fetch')) {
    const text = scripts.find(({ path }) => path.endsWith(`${name}.js`))?.text ?? '';
    const { globals } = (vm.runInContext(text, context, { filename: name }) as Group)(parts, made);
    for (const [key, value] of Object.entries(globals)) {
      made[key] = value;
      Object.defineProperty(context, key, { value, writable: true, configurable: true });
    }
  }
  const run = async (body: string): Promise<unknown> => {
    const code = `(async () => JSON.stringify((await (async () => { ${body} })()) ?? null))()`;
    return JSON.parse((await vm.runInContext(code, context)) as string);
  };
  return { asked, run };
};
