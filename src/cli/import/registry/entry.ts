// Reads an entry of the MCP registry (`server.json`), as a file: which package of npm it is about, and which variables it says the server needs.

import { closeSync, openSync, readSync } from 'node:fs';
import { ImportRefused } from '../kind.ts';
import { packageIn } from '../npm/fetch-package.ts';

const MOST_BYTES = 1_000_000;
const MOST_LISTED = 50;
const NPM = /^https:\/\/registry\.npmjs\.org\/?$/;

export interface RegistryEntry {
  /** As in `io.github.someone/weather`. */
  readonly name: string;
  /** As in `@someone/weather@1.2.3`. */
  readonly word: string;
  readonly variables: readonly { readonly name: string; readonly isRequired: boolean; readonly isSecret: boolean }[];
}

/** The beginning of a file, as text; undefined if it cannot be read. */
export const startOfFile = (path: string): string | undefined => {
  try {
    const file = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(MOST_BYTES + 1);
      return bytes.subarray(0, readSync(file, bytes)).toString('utf8');
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
};

type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const membersIn = (value: unknown): readonly Members[] =>
  Array.isArray(value) ? value.slice(0, MOST_LISTED).filter(isMembers) : [];
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 300) : '');

/** The entry in the text of a file, or in an answer of the registry; undefined if it is none. */
const entryIn = (text: string): Members | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    const entry = isMembers(value) && isMembers(value.server) ? value.server : value;
    if (!isMembers(entry) || typeof entry.name !== 'string') return undefined;
    return Array.isArray(entry.packages) || Array.isArray(entry.remotes) ? entry : undefined;
  } catch {
    return undefined;
  }
};

export const isRegistryEntry = (text: string): boolean => text.length <= MOST_BYTES && entryIn(text) !== undefined;

/** Older entries write `registry_type`. */
const typeOf = (one: Members): string => textOf(one.registryType ?? one.registry_type).toLowerCase();

/** What the entry says. Throws ImportRefused if it is none, or is about no package of npm. */
export const readEntry = (text: string): RegistryEntry => {
  const entry = text.length <= MOST_BYTES ? entryIn(text) : undefined;
  if (entry === undefined)
    throw new ImportRefused('it is no entry of the MCP registry', 'name a server.json with "name" and "packages"');
  const packages = membersIn(entry.packages);
  const found = packages.find((one) => typeOf(one) === 'npm');
  if (found === undefined) {
    const kinds = packages.map(typeOf).filter((kind) => kind !== '');
    const has = kinds.length > 0 ? `packages of ${kinds.join(', ')}` : 'an address of a server that runs elsewhere';
    throw new ImportRefused(`the entry has ${has}, and none of npm`, 'only code of npm can run in the sandbox');
  }
  const registry = textOf(found.registryBaseUrl ?? found.registry_base_url);
  if (registry !== '' && !NPM.test(registry))
    throw new ImportRefused(
      `the entry's package is on the registry ${registry}`,
      'if you trust that one: toolcell import npm:NAME --registry URL',
    );
  const word = `${textOf(found.identifier)}@${textOf(found.version)}`;
  if (packageIn(word) === undefined)
    throw new ImportRefused(`the entry's package ${JSON.stringify(word)} is no name and version`, 'correct the entry');
  return {
    name: textOf(entry.name),
    word,
    variables: membersIn(found.environmentVariables ?? found.environment_variables).flatMap((one) => {
      const name = textOf(one.name);
      if (!/^[A-Za-z_]\w{0,99}$/.test(name)) return [];
      const isRequired = (one.isRequired ?? one.is_required) === true;
      return [{ name, isRequired, isSecret: (one.isSecret ?? one.is_secret) === true }];
    }),
  };
};
