// Requests next to the operations of a document: as near as possible, and described by none of them.

export interface Requested {
  readonly method: string;
  readonly path: string;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const filled = (path: string, value = 'x1'): string => path.replaceAll(/\{[^{}]+\}/g, value);

/** Ways away from a path. `last`: of a path whose last segment is fixed, since a parameter may be anything. */
const WAYS: readonly ((path: string) => string)[] = [
  (path) => `${filled(path)}/`,
  (path) => `${filled(path)}/x`,
  (path) => `/x${filled(path)}`,
  (path) => `/${filled(path)}`,
  (path) => filled(path).toUpperCase(),
  (path) => filled(path).replace(/\/[^/]*$/, ''),
  (path) => `${filled(path)}/../x`,
  (path) => `${filled(path)}/%2e%2e/x`,
  (path) => `${filled(path)}//`,
  (path) => filled(path, 'a%2Fb'),
  (path) => filled(path, '..'),
  (path) => filled(path, '%2e%2e'),
  (path) => filled(path, 'a%5Cb'),
  (path) => filled(path, 'a/b'),
  (path) => filled(path, ''),
  (path) => filled(path).replace(/\/([^/]*)/, '/$1x'),
  (path) => filled(path).replace(/\/([^/]*)/, '/$1%2F..%2Fx'),
  (path) => filled(path).replace(/\/([^/]*)/, '/$1;x'),
  (path) => filled(path).replace('/', '/%2F'),
  (path) => filled(path).replace('/', '/.x/'),
];

/** As a request has it: without "..". Undefined if it leaves `base`, which is then tested by itself. */
const asSent = (base: string, path: string): string | undefined => {
  const { pathname } = new URL(`http://x${base}${path}`);
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : undefined;
};

/** Fits the paths that the document means. */
export const expressionFor = (path: string): RegExp =>
  new RegExp(
    `^${path
      .split(/(\{[^{}]+\})/)
      .map((piece) =>
        piece.startsWith('{')
          ? '(?!(?:\\.|%2e){1,2}(?:/|$))(?:(?!%2f|%5c)[^/])+'
          : piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'),
      )
      .join('')}$`,
    'i',
  );

/** `count` requests that no operation describes, spread over the operations. Paths begin with `base`. Throws if there are not as many. */
export const neighboursOf = (operations: readonly Requested[], base: string, count: number): readonly Requested[] => {
  const described = operations.map(({ method, path }) => ({ method, path, expression: expressionFor(path) }));
  const isDescribed = (method: string, path: string): boolean =>
    described.some((one) => one.method === method && (one.path === path || one.expression.test(path)));
  const found = new Map<string, Requested>();
  const add = (method: string, path: string): void => {
    const sent = asSent(base, path);
    if (sent !== undefined && isDescribed(method, sent)) return;
    found.set(`${method} ${path}`, { method, path: `${base}${path}` });
  };
  const far = Math.max(WAYS.length, operations.length);
  for (let at = 0; at < far && found.size < count - 4; at += 1) {
    const { method, path } = operations[at % operations.length] as Requested;
    add(method, (WAYS[at % WAYS.length] as (path: string) => string)(path));
    add(METHODS[at % METHODS.length] as string, filled(path));
  }
  for (const { method, path } of operations) for (const way of WAYS) if (found.size < count - 2) add(method, way(path));
  const { method, path } = operations[0] as Requested;
  found.set('away', { method, path: filled(path) });
  found.set('beside', { method, path: `${base}x${filled(path)}` });
  if (found.size !== count) throw new Error(`${found.size} neighbours, not ${count}`);
  return [...found.values()];
};
