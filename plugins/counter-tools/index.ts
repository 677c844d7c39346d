// Counters that outlive a call, kept in the store of the host. Runs inside the isolate as it stands: one file of TypeScript, no imports.

const MAX_NAME_LENGTH = 100;
const MAX_STEP = 1_000_000_000;
const PAGE = 50;
/** A try asks the store twice and sets a timer: together they stay below the 1,000 host calls of a call. */
const MOST_TRIES = 250;
const LONGEST_PAUSE_MS = 64;

/** What of `context.store` is used here. */
interface Store {
  entry(key: string): Promise<{ readonly value: unknown; readonly version: string } | undefined>;
  set(key: string, value: number, options: { readonly ifVersion: string | null }): Promise<unknown>;
  delete(key: string, options: { readonly ifVersion: string }): Promise<boolean>;
  list(options: {
    readonly prefix: string;
    readonly after: string;
    readonly limit: number;
  }): Promise<{ readonly entries: readonly { readonly key: string }[]; readonly next?: string }>;
}

interface Context {
  readonly store: Store;
}

interface Counter {
  readonly name: string;
  readonly value: number;
}

/** Adds `by` to a counter, which begins at 0, and gives its new value. No call that counts at the same time is lost. */
export async function count({ name, by = 1 }: { readonly name: string; readonly by?: number }, { store }: Context) {
  checkName('name', name);
  if (!Number.isInteger(by) || by === 0 || Math.abs(by) > MAX_STEP)
    throw new TypeError(`"by" must be a whole number from -${MAX_STEP} to ${MAX_STEP}, and not 0.`);
  return inTurn(name, async (): Promise<Counter> => {
    const entry = await store.entry(name);
    const value = countIn(entry) + by;
    if (!Number.isSafeInteger(value)) throw new RangeError(`"${name}" would become too large to be counted exactly.`);
    await store.set(name, value, { ifVersion: entry?.version ?? null });
    return { name, value };
  });
}

/** A counter's value; 0 for one that nothing was counted with. */
export async function readCounter({ name }: { readonly name: string }, { store }: Context): Promise<Counter> {
  checkName('name', name);
  return { name, value: countIn(await store.entry(name)) };
}

/** The next 50 counters by name, with their values; `next` is what `after` has to be for those behind them. */
export async function listCounters(
  { prefix = '', after = '' }: { readonly prefix?: string; readonly after?: string },
  { store }: Context,
) {
  if (prefix !== '') checkName('prefix', prefix);
  if (after !== '') checkName('after', after);
  const { entries, next = null } = await store.list({ prefix, after, limit: PAGE });
  const found = await Promise.all(entries.map(async ({ key }) => ({ name: key, entry: await store.entry(key) })));
  // What was reset in between is not there any more.
  const counters = found.flatMap(({ name, entry }) => (entry ? [{ name, value: countIn(entry) }] : []));
  return { counters, next };
}

/** Takes a counter away, so that it begins at 0 again, and gives the value that it had. */
export async function resetCounter({ name }: { readonly name: string }, { store }: Context): Promise<Counter> {
  checkName('name', name);
  return inTurn(name, async () => {
    const entry = await store.entry(name);
    if (entry) await store.delete(name, { ifVersion: entry.version });
    return { name, value: countIn(entry) };
  });
}

/** Runs a change that holds only where nobody else was quicker, until it does. */
async function inTurn<Result>(name: string, change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ConflictError') throw error;
      // Each for a time of its own: those that met once would meet again.
      await pause(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE_MS));
    }
  }
  throw new Error(`Too many calls change "${name}" at the same time. Nothing was counted; call again in a second.`);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function countIn(entry: { readonly value: unknown } | undefined): number {
  return typeof entry?.value === 'number' ? entry.value : 0;
}

function checkName(argument: string, name: unknown): asserts name is string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are refused.
  const isName = typeof name === 'string' && /^[^\u0000-\u001f\u007f-\u009f]+$/.test(name) && name.isWellFormed();
  if (!isName || name.length > MAX_NAME_LENGTH)
    throw new TypeError(`"${argument}" must be a text of 1 to ${MAX_NAME_LENGTH} characters without line breaks.`);
}
