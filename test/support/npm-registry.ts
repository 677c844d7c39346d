// A registry of npm for tests: it serves packages that a test writes down, over HTTP on this machine.

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tgzOf } from '../../src/cli/pack/tgz.ts';

/** A package: its description, and its other files by their paths. */
export interface RegistryPackage {
  readonly description: {
    readonly name: string;
    readonly version: string;
    readonly [field: string]: unknown;
  };
  readonly files: Readonly<Record<string, string>>;
  /** The archive, if it is not that of the files. */
  readonly archive?: Uint8Array;
}

export interface NpmRegistry {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Paths that were asked for. */
  readonly requests: readonly string[];
  /** Offers a package, or a further version of one. */
  publish(added: RegistryPackage): void;
  close(): Promise<void>;
}

const archiveOf = ({ description, files, archive }: RegistryPackage): Uint8Array =>
  archive ??
  tgzOf(
    Object.entries({ 'package.json': JSON.stringify(description), ...files }).map(([path, text]) => ({
      path,
      bytes: new TextEncoder().encode(text),
    })),
  );

/** Starts a registry. The last version of a package that was published is the latest. */
export const startNpmRegistry = async (...packages: readonly RegistryPackage[]): Promise<NpmRegistry> => {
  const published = new Map<string, RegistryPackage[]>();
  const requests: string[] = [];
  const publish = (added: RegistryPackage): void => {
    const { name } = added.description;
    published.set(name, [...(published.get(name) ?? []), added]);
  };
  for (const one of packages) publish(one);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    requests.push(path);
    const [name = '', file] = path.split('/-/');
    const versions = published.get(name) ?? [];
    const found = versions.find(({ description }) => file === `${description.version}.tgz`);
    if (found) return response.end(archiveOf(found));
    if (versions.length === 0) return response.writeHead(404).end('{"error":"not found"}');
    const { port } = server.address() as AddressInfo;
    const listed = versions.map(({ description, ...one }) => {
      const integrity = `sha512-${createHash('sha512')
        .update(archiveOf({ description, ...one }))
        .digest('base64')}`;
      const tarball = `http://127.0.0.1:${port}/${name}/-/${description.version}.tgz`;
      return [description.version, { ...description, dist: { tarball, integrity } }] as const;
    });
    const latest = versions.at(-1)?.description.version;
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(listed) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    publish,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
