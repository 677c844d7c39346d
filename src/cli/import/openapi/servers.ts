// The server of an operation: an origin and the path that all paths begin with.

import { originFault } from '../../../shared/protocol/origins.ts';
import { ImportRefused } from '../kind.ts';
import type { Operation } from './operations.ts';
import { mapIn, memberOf, textIn } from './values.ts';

export interface Server {
  readonly origin: string;
  /** Without a slash at its end. */
  readonly path: string;
}

const withVariables = (url: string, server: unknown): string =>
  url.replaceAll(
    /\{([^{}]+)\}/g,
    (_, name: string) => textIn(memberOf(mapIn(server, 'variables'), name), 'default') ?? name,
  );

/** The server. `own`: what `--server` names, in place of the document's. `base`: the document's address. Throws ImportRefused. */
export const serverOf = ({ servers, method, path }: Operation, own: string | undefined, base: URL): Server => {
  const [first] = servers;
  const written = own ?? withVariables(textIn(first, 'url') ?? '/', first);
  const url = URL.parse(written, base.protocol === 'file:' ? undefined : base);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ImportRefused(
      `${method} ${path}: the document does not say where the API is: its server is ${JSON.stringify(written.slice(0, 100))}`,
      'name it: --server https://api.example.com',
    );
  const fault = originFault(url.origin);
  if (fault) throw new ImportRefused(`${method} ${path}: the server ${url.origin} ${fault.wrong}`, fault.fix);
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') };
};
