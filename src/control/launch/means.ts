// Finds out which means of the system lock runners down. It tries all of them together with a real runner. If that fails, it tries each by itself,
// all at the same time, and uses those that work. Front process, main thread.

/** The means of each part of the lock. A part that is absent is not in force. */
export interface Means {
  /** Makes the whole box. If it is used, `limits` is the only other means. */
  readonly box?: 'bwrap';
  readonly limits?: 'prlimit' | 'sh';
  /** Namespaces made as root or as an ordinary user; `with-proc` also has its own process list. */
  readonly namespaces?: 'root-with-proc' | 'root' | 'user-with-proc' | 'user';
  /** The runner becomes an unprivileged user if the host is root. */
  readonly user?: 'setpriv' | 'spawn';
  readonly noNewPrivileges?: 'perl' | 'setpriv';
  readonly files?: 'perl' | 'setpriv';
  readonly syscalls?: 'perl' | 'setpriv';
  /** `narrow` shows few files; `wide` all that the user can read. */
  readonly seatbelt?: 'narrow' | 'wide';
}

export type Part = keyof Means;

/** The means that this machine may have for each part, best first. */
export type Offers = { readonly [Name in Part]?: readonly NonNullable<Means[Name]>[] };

/** Starts a runner as a trial. Returns undefined if it starts, else the reason. */
export type TryOut = (means: Means) => Promise<string | undefined>;

export interface Choice {
  readonly means: Means;
  /** Why a part does not work here although its tools are present. */
  readonly failures: Readonly<Partial<Record<Part, string>>>;
  /** Why not even a bare runner starts. */
  readonly broken?: string;
}

/** The best means of every part: tried first, and enough on most machines. */
export const likeliestMeans = ({ box, ...bare }: Offers): Means =>
  box ? { box: 'bwrap', ...(bare.limits?.[0] && { limits: bare.limits[0] }) } : firstOf(bare);

/** The best means that work. Never rejects: if none works, runners are bare processes. */
export const chooseMeans = async (offers: Offers, tryOut: TryOut): Promise<Choice> => {
  const failures: Partial<Record<Part, string>> = {};
  const { box, ...bare } = offers;
  if (box) {
    const means = likeliestMeans(offers);
    const why = await tryOut(means);
    if (why === undefined) return { means, failures };
    failures.box = why;
  }
  const best = firstOf(bare);
  const broken = await tryOut(best);
  if (broken === undefined) return { means: best, failures };
  if (Object.keys(best).length === 0) return { means: best, failures, broken };
  return chooseOneByOne(bare, tryOut, failures);
};

const firstOf = (offers: Offers): Means =>
  Object.fromEntries(Object.entries(offers).map(([part, [first]]) => [part, first])) as Means;

/** Tries the user first, because root may do things that an ordinary user may not; then the other parts, all at the same time. */
const chooseOneByOne = async (
  { user: users, ...others }: Offers,
  tryOut: TryOut,
  failures: Partial<Record<Part, string>>,
): Promise<Choice> => {
  const user = users && (await firstThatWorks('user', users, tryOut));
  if (user?.why !== undefined) failures.user = user.why;
  const base: Means = user?.way === undefined ? {} : ({ user: user.way } as Means);
  const tryWithUser: TryOut = (means) => tryOut({ ...base, ...means });
  const parts = Object.entries(others) as [Part, readonly string[]][];
  const tried = await Promise.all(
    parts.map(async ([part, ways]) => ({ part, ...(await firstThatWorks(part, ways, tryWithUser)) })),
  );
  for (const { part, why } of tried) if (why !== undefined) failures[part] = why;
  const working = tried.flatMap(({ part, way }) => (way === undefined ? [] : [[part, way]]));
  const means = { ...base, ...Object.fromEntries(working) } as Means;
  const why = await tryOut(means);
  if (why === undefined) return { means, failures };
  return withoutLocks(means, { why, failures }, tryOut);
};

/** For parts that work alone but not together: leaves one out, or else all. Few locks are better than no server, and start-up reports them. */
const withoutLocks = async (
  means: Means,
  { why, failures }: { readonly why: string; readonly failures: Partial<Record<Part, string>> },
  tryOut: TryOut,
): Promise<Choice> => {
  const parts = Object.keys(means) as Part[];
  const fewer = parts.map((part) => ({ part, means: { ...means, [part]: undefined } as Means }));
  const whys = await Promise.all(fewer.map((each) => tryOut(each.means)));
  const left = fewer[whys.indexOf(undefined)];
  for (const part of left ? [left.part] : parts) failures[part] = `it does not work with the others: ${why}`;
  if (left) return { means: left.means, failures };
  const broken = await tryOut({});
  return { means: {}, failures, ...(broken !== undefined && { broken }) };
};

interface Tried {
  readonly way?: string;
  readonly why?: string;
}

/** The first candidate that works; all are tried at the same time. */
const firstThatWorks = async (part: Part, ways: readonly string[], tryOut: TryOut): Promise<Tried> => {
  const whys = await Promise.all(ways.map((way) => tryOut({ [part]: way })));
  const at = whys.indexOf(undefined);
  return at === -1 ? { why: whys[0] ?? 'it failed' } : { way: ways[at] as string };
};
