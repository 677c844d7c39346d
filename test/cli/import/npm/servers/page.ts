// Writes docs/imported-servers.md: what the nightly test found.

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { ImportedServer } from '../../../../../src/cli/import/npm/import-npm.ts';
import { installedPackage, type ServedServer } from './run.ts';

const PAGE = join(import.meta.dirname, '../../../../../docs/imported-servers.md');

/** A server of the list that was imported. */
export interface ImportedRow {
  readonly made: ImportedServer;
  readonly importMs: number;
  readonly figures: ServedServer['figures'];
}

/** One that was not, and why. */
export interface RefusedRow {
  readonly name: string;
  readonly reason: string;
  readonly afterMs: number;
}

const number = (value: number): string => Math.round(value).toLocaleString('en-US');

/** The middle value. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const reachOf = ({ manifest }: ImportedServer): string => {
  const { fetch = [], secrets = [] } = manifest.capabilities ?? {};
  const paths = fetch.map(({ origin, methods = ['GET'], path = '/*' }) => `${methods.join(', ')} \`${origin}${path}\``);
  return [...paths, ...secrets.map(({ name }) => `the secret \`${name}\``)].join('; ') || 'nothing';
};

const rowOf = ({ made, importMs, figures: { firstMs, cpuMs, heapBytes } }: ImportedRow): string => {
  const { manifest, listedTools, bundleBytes } = made;
  const cells = [
    `${manifest.importedFrom?.source} ${manifest.version}`,
    number(listedTools),
    `${number(bundleBytes / 1_000)} kB`,
    `${number(importMs / 1_000)} s`,
    `${number(firstMs)} ms`,
    `${number(median(cpuMs))} ms`,
    `${number(heapBytes / 1_000_000)} MB`,
    reachOf(made),
  ];
  return `| ${cells.join(' | ')} |`;
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const refusedText = (refused: readonly RefusedRow[]): string =>
  refused.length === 0
    ? ''
    : `
## Those that cannot be

| server | what the command says |
|---|---|
${refused.map(({ name, reason }) => `| ${name} ${installedPackage(name).version} | ${cell(reason)} |`).join('\n')}
`;

/** Writes the page. */
export const writePage = (imported: readonly ImportedRow[], refused: readonly RefusedRow[]): void => {
  const cpu = imported.map(({ figures }) => median(figures.cpuMs));
  const text = `# Imported servers

MCP servers of npm as [\`toolcell import\`](import-npm.md) makes plugins of them, unchanged. \`test/cli/import/npm/servers.nightly.test.ts\` writes this page. For each server it compares

* the list of tools with the one of the same version in Node, over standard streams: equal, after sorting the keys;
* one call with the same call in Node: the request that reaches a stand-in of the upstream over TLS, and the answer;
* what the guest and the caller saw with the secrets' values: none of them is in it.

Each server is granted just what the import proposed.

| server | tools | code | import | first call | CPU of a call | heap | reaches |
|---|---|---|---|---|---|---|---|
${imported.map(rowOf).join('\n')}

* **import**: without fetching the package. **first call**: over HTTP, with the start of a runner process. **CPU of a call**: the median of seven more, each in fresh state; ${number(median(cpu))} ms is the median of the servers, ${number(Math.max(...cpu))} ms the most. **heap**: the largest that was measured.
* Measured on ${cpus().length} cores that had other work, too.
${refusedText(refused)}`;
  writeFileSync(PAGE, text);
};
