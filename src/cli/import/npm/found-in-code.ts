// Reads variables and origins out of the code of a server that no trial asked for: those that its own files write down, as far as they are in the bundle.
// Texts only; nothing runs. A proposal, since a text says less than a request. Runs on the author's machine. Decision 0066.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { originFault } from '../../../shared/protocol/origins.ts';
import { isOfServer } from './variable-names.ts';

export interface FoundInCode {
  /** Names of variables. */
  readonly variables: readonly string[];
  /** Addresses that a text begins with, without what comes after the path. */
  readonly addresses: readonly string[];
}

interface Bundled {
  readonly code: string;
  readonly metafile: Metafile;
}

/** Of one server. More would be a list that nobody reads. */
const MOST_VARIABLES = 40;
const MOST_ADDRESSES = 40;
const MOST_FILE_BYTES = 8_000_000;

const VARIABLE = /\bprocess\.env(?:\.([A-Za-z_]\w{0,99})|\[\s*["'`]([A-Za-z_]\w{0,99})["'`]\s*\])/g;
const DESTRUCTURED = /\{([^{}]{1,4000})\}\s*=\s*process\.env\b/g;
const ADDRESS = /["'`](https:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?)((?:\/[\w.~%/-]{0,300})?)/g;

/** Hosts that texts name for people and for schemas. */
const NO_UPSTREAM =
  /^(?:www|docs?|developers?|help|support|blog|spec|schemas?)\.|(?:^|\.)(?:example\.(?:com|org|net)|w3\.org|json-schema\.org|github\.com|npmjs\.(?:com|org)|nodejs\.org|mozilla\.org|schema\.org|ietf\.org|rfc-editor\.org|opensource\.org|stackoverflow\.com|wikipedia\.org|zod\.dev|js\.org|modelcontextprotocol\.io|example|localhost|invalid|test)$/;

/** The texts of the server's own files in the bundle. */
const ownTexts = ({ metafile }: Bundled, folder: string, name: string): readonly string[] => {
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const own = used.filter((file) => file.startsWith(`node_modules/${name}/`) && !file.includes('/node_modules/', 13));
  return own
    .map((file) => join(folder, file))
    .filter(
      (path) => existsSync(path) && (metafile.inputs[path.slice(folder.length + 1)]?.bytes ?? 0) <= MOST_FILE_BYTES,
    )
    .map((path) => readFileSync(path, 'utf8'));
};

const variablesIn = (text: string): readonly string[] => [
  ...[...text.matchAll(VARIABLE)].map(([, plain, quoted]) => String(plain ?? quoted)),
  ...[...text.matchAll(DESTRUCTURED)].flatMap(([, members = '']) =>
    members.split(',').map((member) => member.split(/[:=]/)[0]?.trim() ?? ''),
  ),
];

const addressesIn = (text: string): readonly string[] =>
  [...text.matchAll(ADDRESS)].flatMap(([, origin = '', path = '']) => {
    const url = URL.parse(`${origin}${path}`);
    if (url === null || originFault(url.origin) !== undefined) return [];
    return NO_UPSTREAM.test(url.hostname) || !url.hostname.includes('.') ? [] : [`${url.origin}${url.pathname}`];
  });

const distinct = (values: readonly string[], most: number): readonly string[] => [...new Set(values)].slice(0, most);

/** What the files of the package `name` below `folder` write down, and what is left of it in the bundle. */
export const foundInCode = (bundle: Bundled, folder: string, name: string): FoundInCode => {
  const texts = ownTexts(bundle, folder, name);
  const isLeft = (text: string): boolean => bundle.code.includes(text);
  return {
    variables: distinct(
      texts.flatMap(variablesIn).filter((one) => isOfServer(one) && isLeft(one)),
      MOST_VARIABLES,
    ),
    addresses: distinct(
      texts.flatMap(addressesIn).filter((one) => isLeft(one.replace(/\/$/, ''))),
      MOST_ADDRESSES,
    ),
  };
};
