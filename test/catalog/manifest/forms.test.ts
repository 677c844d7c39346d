// The checks that are made ahead say yes and no where ajv does.

import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { isLock, isManifest, isSchema } from '../../../schemas/checks.js';
import { FORMS_FILE, formsText } from '../../../scripts/forms/forms.ts';
import { LOCK_CHECK, MANIFEST_CHECK, newAjv, SCHEMA_CHECK } from '../../../src/catalog/manifest/ajv.ts';
import type { Json } from '../../../src/shared/protocol/json.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): Json => JSON.parse(readFileSync(`${ROOT}/${path}`, 'utf8')) as Json;

const manifests = globSync('plugins/*/plugin.json', { cwd: ROOT }).map(read);
const digest = `sha256-${'a'.repeat(64)}`;
const LOCK: Json = {
  lockVersion: 2,
  plugins: {
    'text-tools': {
      version: '1.0.0',
      digest,
      tools: { count: { description: 'Counts.', inputSchema: { type: 'object' }, outputSchema: {} } },
      dropped: {},
      limits: { cpuMs: 10 },
      toolLimits: { count: { wallMs: 5 } },
      capabilities: {
        store: { scope: 'plugin' },
        fetch: [{ origin: 'https://a.example', methods: ['GET'], path: '/' }],
      },
      accepted: [digest],
      versions: [{ version: '1.0.0', digest }],
      pinned: '1.0.0',
    },
  },
};
const schemas = readdirSync(`${ROOT}/test/fixtures/json-schema-suite`)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) =>
    (read(`test/fixtures/json-schema-suite/${name}`) as { schema: Json }[]).map(({ schema }) => schema),
  )
  .filter((schema) => typeof schema === 'object');

const compiledIn = (options: object, schema: string): ((value: unknown) => boolean) => {
  const validate = newAjv(options).compile(read(`schemas/${schema}.schema.json`) as object);
  return (value) => validate(value) === true;
};

const meta = newAjv(SCHEMA_CHECK).getSchema('https://json-schema.org/draft/2020-12/schema');
const CASES = [
  { name: 'manifests', values: manifests, check: isManifest, ajv: compiledIn(MANIFEST_CHECK, 'plugin') },
  { name: 'lock files', values: [LOCK], check: isLock, ajv: compiledIn(LOCK_CHECK, 'lock') },
  // What names another dialect is refused before it comes to this check.
  {
    name: 'schemas',
    values: schemas.filter((schema) => !JSON.stringify(schema).includes('"$schema"')),
    check: isSchema,
    ajv: (value: unknown) => meta?.(value) === true,
  },
];

/** Every place of a value. */
const placesOf = (value: Json, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, held]) =>
    placesOf(held as Json, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner];
};

/** A copy with something else at one place, or nothing. */
const changed = (value: Json, path: readonly (string | number)[], put: Json | undefined): Json => {
  const copy = structuredClone(value);
  const key = path.at(-1);
  if (key === undefined) return put ?? null;
  const holder = path.slice(0, -1).reduce((at, step) => (at as Record<string, Json>)[step] as Json, copy) as Record<
    string | number,
    Json
  >;
  if (put === undefined) Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
  else holder[key] = put;
  return copy;
};

const SMALL = fc.constantFrom<(Json | undefined)[]>(
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e9,
  '',
  'x',
  'GET',
  'a'.repeat(5_000),
  '\u0000',
  [],
  ['a', 'a'],
  {},
  { type: 'object' },
  { unknown: 1 },
);

describe('the generated checks', () => {
  it('are up to date; `npm run forms` writes them', async () => {
    expect(await formsText()).to.equal(readFileSync(FORMS_FILE, 'utf8'));
  });

  for (const { name, values, check, ajv } of CASES) {
    it(`judge ${name} as ajv does`, () => {
      for (const value of values) expect(check(value), JSON.stringify(value)).to.equal(ajv(value));
      expect(values.some(check)).to.equal(true);
    });

    it(`judge ${name} with a change in them as ajv does`, () => {
      const place = fc
        .constantFrom(...values)
        .chain((value) => fc.constantFrom(...placesOf(value)).map((path) => ({ value, path })));
      fc.assert(
        fc.property(place, SMALL, ({ value, path }, put) => {
          const other = changed(value, path, put);
          expect(check(other)).to.equal(ajv(other));
        }),
        { numRuns: 500 },
      );
    });
  }

  it('make it unnecessary to load ajv for valid values', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { readFileSync } from 'node:fs';
      import { readManifest } from './src/catalog/manifest/manifest.ts';
      import { readLock } from './src/catalog/lock/lock.ts';
      readManifest(readFileSync('plugins/text-tools/plugin.json'));
      await readLock('plugins');
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('/ajv/')).length;
      const before = loaded();
      try { readManifest(Buffer.from('{}')); } catch {}
      console.log(JSON.stringify([before, loaded() > 0]));`;
    const words = ['--input-type=module', '-e', script];
    expect(JSON.parse(execFileSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' }))).to.deep.equal([0, true]);
  });
});
