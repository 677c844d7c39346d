// Reads the corpus: each file has one hostile behaviour, and the comment at its top names the expected outcome. The files are plugins' modules: they are
// read as text here and never imported.

import { readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ManifestLimits, ManifestSchema } from '../../../packages/plugin/src/manifest.ts';
import { isFailureCode } from '../../shared/protocol/errors.ts';

/** An outcome that an attack may have: a failure's code, `ok` if it is answered and has achieved nothing, or `refused` if it does not load. */
export type Expected = string;

export interface Attack {
  readonly family: string;
  readonly behaviour: string;
  readonly title: string;
  readonly expects: readonly Expected[];
  /** The results that an `ok` may have. Empty if any will do. */
  readonly results: readonly unknown[];
  /** The `detail` that a failure must have, if the file names one. */
  readonly detail?: string;
  readonly limits: ManifestLimits;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly inputSchema: ManifestSchema;
  /** Absent if the tool answers content blocks and the file has none. */
  readonly outputSchema?: ManifestSchema;
  readonly contentBlocks?: true;
  /** Number of calls, one after the other unless `together`. */
  readonly calls: number;
  /** True if the calls are made at the same time. */
  readonly together: boolean;
  readonly source: string;
}

/** In a checkout and in the published package alike. */
const CORPUS_FOLDER = fileURLToPath(new URL('../../../test/attacks/', import.meta.url));

const FIELDS = new Set(
  'title expects result or detail limits arguments input output content calls together'.split(' '),
);

/** `family/behaviour`, as in the tables and for `--only`. */
export const nameOf = ({ family, behaviour }: Attack): string => `${family}/${behaviour}`;

/** Every attack, or those whose name fits a glob. A family's name alone means all of the family. */
export const readCorpus = (only = '**'): readonly Attack[] =>
  familyNames()
    .flatMap((family) => filesOf(family).map((file) => readAttack(family, file)))
    .filter((attack) => attack.family === only || matchesGlob(nameOf(attack), only));

const familyNames = (): readonly string[] =>
  readdirSync(CORPUS_FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

const filesOf = (family: string): readonly string[] =>
  readdirSync(join(CORPUS_FOLDER, family))
    .filter((name) => name.endsWith('.js'))
    .sort();

const readAttack = (family: string, file: string): Attack => {
  const where = `${family}/${file}`;
  const source = readFileSync(join(CORPUS_FOLDER, family, file), 'utf8');
  const fields = headerOf(source, where);
  const read = <Value>(field: string, otherwise: Value): Value => {
    const text = fields.get(field);
    if (text === undefined) return otherwise;
    try {
      return JSON.parse(text) as Value;
    } catch {
      throw new Error(`${where}: "${field}" in its header is not JSON`);
    }
  };
  const title = fields.get('title');
  const expects = (fields.get('expects') ?? '').split(',').map((code) => code.trim());
  if (!title || !expects.every((code) => code === 'ok' || code === 'refused' || isFailureCode(code)))
    throw new Error(`${where}: its header needs a title and the codes it expects`);
  const detail = fields.get('detail');
  return {
    family,
    behaviour: file.slice(0, -'.js'.length),
    title,
    expects,
    results: ['result', 'or'].filter((field) => fields.has(field)).map((field) => read<unknown>(field, null)),
    ...(detail === undefined ? {} : { detail }),
    limits: read<ManifestLimits>('limits', {}),
    arguments: read<Readonly<Record<string, unknown>>>('arguments', {}),
    inputSchema: read<ManifestSchema>('input', { type: 'object' }),
    ...(fields.get('content') === 'yes' ? { contentBlocks: true as const } : { outputSchema: {} }),
    ...(fields.has('output') && { outputSchema: read<ManifestSchema>('output', {}) }),
    calls: read('calls', 1),
    together: fields.get('together') === 'yes',
    source,
  };
};

/** The `// field: value` lines at the top of a file. */
const headerOf = (source: string, where: string): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>();
  for (const line of source.split('\n')) {
    const [, field, value] = /^\/\/ ([a-z]+): (.*)$/.exec(line) ?? [];
    if (field === undefined || value === undefined) return fields;
    if (!FIELDS.has(field) || fields.has(field)) throw new Error(`${where}: its header cannot have "${field}" here`);
    fields.set(field, value);
  }
  return fields;
};
