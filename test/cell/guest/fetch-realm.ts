// Runs the group `fetch` and the groups that it needs in a realm of a `vm` context. The test plays the host. Imported by tests.

import vm from 'node:vm';
import type { WebParts } from '../../../src/cell/guest/scripts/parts.ts';
import { groupsNamedIn } from '../../../src/cell/runner/isolates/web-groups.ts';
import { buildWebScripts } from '../../../src/control/launch/image/web-scripts.ts';

/** The parts that these groups use. */
type FetchParts = Pick<WebParts, 'isShared' | 'elapsed' | 'startTimer' | 'placeOf' | 'hostRequest' | 'fail'>;

type Group = (
  parts: FetchParts,
  made: Record<string, unknown>,
) => { readonly globals: Readonly<Record<string, unknown>> };

export interface Asked {
  /** The JSON of the host request, parsed. */
  readonly question: Readonly<Record<string, unknown>>;
  readonly answer: (ok: boolean, given: unknown) => void;
  isGivenUp: boolean;
}

export interface FetchRealm {
  /** The host requests of the guest so far. */
  readonly asked: readonly Asked[];
  /** Runs the body of an async function in the realm. Resolves with its result, after a round trip through JSON. */
  readonly run: (body: string) => Promise<unknown>;
}

/** Opens a realm with the globals of a plugin that names `fetch`. Calls `onAsk` with every host request. */
export const openFetchRealm = async (onAsk: (asked: Asked) => void): Promise<FetchRealm> => {
  const scripts = await buildWebScripts();
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  const asked: Asked[] = [];
  const parts: FetchParts = {
    isShared: true,
    elapsed: () => 0,
    startTimer: () => {},
    placeOf: () => ({}),
    hostRequest: (_kind, text, onAnswer) => {
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
