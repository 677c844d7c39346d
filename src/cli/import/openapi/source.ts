// Where a document and its neighbours are read from: files below one folder, or addresses of one origin. Nothing else is opened.

import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ImportRefused } from '../kind.ts';
import { MOST_CHARACTERS } from './parse.ts';

/** Opens the document and what lies beside it. */
export interface Source {
  /** What `importedFrom` of the manifest has. */
  readonly name: string;
  /** The document's own address, to which those of its neighbours are relative. */
  readonly url: URL;
  /** The text at an address. Rejects with ImportRefused if it is not beside the document, or cannot be read. */
  read(url: URL): Promise<string>;
}

const MOST_BYTES = MOST_CHARACTERS;
const REQUEST_MS = 30_000;
const MOST_REDIRECTS = 5;

const cannotRead = (name: string, why: string): ImportRefused =>
  new ImportRefused(`${name} cannot be read: ${why}`, 'name a file or an address that can be read');

const tooLong = (name: string): ImportRefused =>
  new ImportRefused(`${name} has more than ${MOST_BYTES} bytes`, 'cut out the part that you need');

/** A document in a file. Its neighbours lie in the same folder or below, links resolved. */
export const fileSource = (path: string, cwd: string): Source => {
  const absolute = resolve(cwd, path);
  const folder = realpath(dirname(absolute));
  return {
    name: basename(absolute),
    url: pathToFileURL(absolute),
    async read(url) {
      if (url.protocol !== 'file:')
        throw new ImportRefused(
          `the reference to ${url.href.slice(0, 200)} leads away from this machine`,
          "download it into the document's folder",
        );
      const name = relative(cwd, fileURLToPath(url)) || fileURLToPath(url);
      let real: string;
      try {
        real = await realpath(fileURLToPath(url));
        const stats = await stat(real);
        if (!stats.isFile()) throw cannotRead(name, 'it is not a file');
        if (stats.size > MOST_BYTES) throw tooLong(name);
      } catch (error) {
        throw error instanceof ImportRefused
          ? error
          : cannotRead(name, (error as NodeJS.ErrnoException).code ?? 'it has no path');
      }
      const isOwn = resolve(absolute) === fileURLToPath(url);
      if (!isOwn && !real.startsWith(`${await folder}${sep}`))
        throw new ImportRefused(
          `the reference to ${name} leads out of the document's folder`,
          'put the files that the document refers to beside it',
        );
      return readFile(real, 'utf8');
    },
  };
};

/** A document at an address. Its neighbours have the same origin. */
export const webSource = (address: URL): Source => ({
  name: address.href,
  url: address,
  async read(url) {
    if (url.origin !== address.origin)
      throw new ImportRefused(
        `the reference to ${url.href} leads to another server`,
        'download the documents into one folder, and import the file',
      );
    return fetched(url, address.origin);
  },
});

const fetched = async (url: URL, origin: string, redirects = 0): Promise<string> => {
  let response: Response;
  try {
    response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_MS) });
  } catch (error) {
    throw cannotRead(
      url.href,
      String((error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message),
    );
  }
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && location !== null) {
    const next = URL.parse(location, url);
    if (next === null || redirects === MOST_REDIRECTS || !/^https?:$/.test(next.protocol))
      throw cannotRead(url.href, `it is redirected to ${location.slice(0, 200)}`);
    // Who named an address trusts its server, and nobody that it names in turn: an operator allows the admin API single origins.
    if (next.origin !== origin)
      throw new ImportRefused(
        `${url.href} is redirected to another server, ${next.href.slice(0, 200)}`,
        'import from that address if you trust it',
      );
    return fetched(next, origin, redirects + 1);
  }
  if (!response.ok) throw cannotRead(url.href, `the server answered ${response.status}`);
  return textOf(response, url.href);
};

const textOf = async (response: Response, name: string): Promise<string> => {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw tooLong(name);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};
