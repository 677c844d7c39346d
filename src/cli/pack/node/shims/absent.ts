// A module of Node that a tool cannot have, for a library that imports it and may never use it: whatever is used of it throws, by name. Runs inside the
// isolate, as part of the packed entry.

import { refused } from 'toolcell:bundle';
import { notInTool } from './errors.ts';

const INSTEAD: Readonly<Record<string, string>> = {
  child_process: 'a tool cannot start a process',
  cluster: 'a tool is one process',
  dgram: 'use fetch',
  dns: 'use fetch, which resolves names',
  inspector: 'use toolcell dev --inspect',
  net: 'use fetch',
  http2: 'use fetch',
  sqlite: 'use context.store',
  tls: 'use fetch',
  vm: 'use eval or Function, which run in the sandbox',
  worker_threads: 'a tool has one thread',
};

/** Values that code reads while it loads, to find out where it runs. */
const PLAIN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  worker_threads: { isMainThread: true, parentPort: null, workerData: null, threadId: 0 },
  cluster: { isMaster: true, isPrimary: true, isWorker: false },
  net: {
    isIP: (text: string) => (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) ? 4 : /^[\da-f:]*:[\da-f:.]*$/i.test(text) ? 6 : 0),
  },
  http2: { constants: {} },
  tls: { rootCertificates: [], DEFAULT_MIN_VERSION: 'TLSv1.2', DEFAULT_MAX_VERSION: 'TLSv1.3' },
  v8: { getHeapStatistics: () => ({ heap_size_limit: 0, total_heap_size: 0, used_heap_size: 0 }) },
};

/** A function or class of the module: it can be extended and passed on, not called. */
const unusable = (name: string, key: string): unknown => {
  const [root = ''] = name.split('/');
  const fail = (): never => {
    refused?.(`${name}.${key}`);
    throw notInTool(
      `node:${name} (${key})`,
      INSTEAD[root] ?? 'docs/node-modules.md lists the modules that a tool can have',
    );
  };
  return function absent(): never {
    return fail();
  };
};

/** The module. Its parts are inherited, because a bundler copies what a module owns. */
export const absent = (name: string): object => {
  const known = new Map<string, unknown>();
  const parts = new Proxy(
    {},
    {
      get(_target, key) {
        if (typeof key === 'symbol' || key === 'then' || key === '__esModule' || key === 'default' || key === 'toJSON')
          return undefined;
        const plain = PLAIN[name];
        if (plain && Object.hasOwn(plain, key)) return plain[key];
        if (!known.has(key)) known.set(key, unusable(name, key));
        return known.get(key);
      },
      has: (_target, key) => typeof key === 'string' && key !== 'then',
    },
  );
  return Object.create(parts) as object;
};
