// The schema and the docs agree with the table of settings, and the schema with the loader.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { GENERATED, outdated, writeGenerated } from '../../scripts/config/generated.ts';
import { configSchemaText } from '../../scripts/config/schema.ts';
import { loadConfig } from '../../src/settings/load/load.ts';
import { DEFAULT_PATHS } from '../../src/settings/load/paths.ts';
import { SETTING_BY_PATH } from '../../src/settings/settings.ts';
import { FIXED_LIMITS } from '../../src/shared/protocol/limits.ts';
import { accepted, inFolder, loadValues } from './config-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ['allowTrailingCommas'] });
/** How long clients of MCP wait for an answer by default: `DEFAULT_REQUEST_TIMEOUT_MSEC` of their SDKs. */
const CLIENTS_WAIT_MS = 60_000;
const fits = ajv.compile(JSON.parse(configSchemaText()));

/** Words of the problems that the schema cannot find, because they are about several settings, or about the meaning of a text. */
const RELATION =
  / it needs | is no address with https| ends with \/mcp| names no amount|says how many of| is also \w+\.\w+, and each writes|, since | already in the cordon | says who may call|nobody could call| is not an address| is every address| is not the address of| means every host| has another meaning| is not in the form in which/;

describe('the generated files', () => {
  it('are up to date; `npm run docs` writes them', () => {
    expect(outdated(root)).to.deep.equal([]);
  });

  it('are written if they are missing or differ, and only once', () => {
    inFolder({ 'docs/configuration.md': 'old' }, (folder) => {
      expect(writeGenerated(folder)).to.deep.equal(Object.keys(GENERATED));
      expect(writeGenerated(folder)).to.deep.equal([]);
    });
  });

  it('document every setting', () => {
    const page = GENERATED['docs/configuration.md']?.() ?? '';
    for (const [path, { meaning }] of SETTING_BY_PATH) {
      expect(page).to.include(`| \`${path}\` | `);
      expect(page).to.include(meaning);
    }
  });

  it('say once how long lists and maps may be', () => {
    const settings = [...SETTING_BY_PATH.values()];
    const bounds = settings.flatMap((each) => {
      if (each.type === 'list') return [`list: ${each.maxItems}`];
      return each.type === 'map' ? [`map: ${each.maxEntries}`] : [];
    });
    expect(new Set(bounds)).to.have.all.keys('list: 256', 'map: 1000');
  });
});

describe('the shipped sandbox.config.json', () => {
  const text = readFileSync(`${root}/sandbox.config.json`, 'utf8');

  it('loads, and sets only defaults', () => {
    const { values } = accepted(loadConfig({ cwd: root }));
    for (const [path, setting] of SETTING_BY_PATH) {
      if (!DEFAULT_PATHS.some((known) => known === path)) expect(values[path], path).to.deep.equal(setting.default);
    }
  });

  it('lets no call take as long as clients of MCP wait', () => {
    const { values } = accepted(loadConfig({ cwd: root }));
    const longest = [
      ...['limits.queueMs', 'limits.wallMs'].map((path) => Number(values[path])),
      FIXED_LIMITS.killGraceMs,
    ];
    expect(longest.reduce((sum, each) => sum + each)).to.be.within(1, CLIENTS_WAIT_MS - 1);
  });

  it('fits the schema that it names', () => {
    expect(fits(JSON.parse(text)), JSON.stringify(fits.errors)).to.equal(true);
    expect(JSON.parse(text).$schema).to.equal('./schemas/sandbox.config.schema.json');
  });
});

describe('the schema', () => {
  it('describes each setting with its range, default and reason', () => {
    const { properties } = JSON.parse(configSchemaText()).properties.limits;
    expect(properties.memoryMb).to.include({ type: 'integer', minimum: 16, maximum: 1_024, default: 64 });
    expect(properties.memoryMb.description).to.match(/Range: 16 to 1024\. Default: 64\. It holds /);
  });

  it('closes every object', () => {
    const open: unknown[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('type' in node && node.type === 'object' && !('additionalProperties' in node)) open.push(node);
      Object.values(node).forEach(visit);
    };
    visit(JSON.parse(configSchemaText()));
    expect(open).to.deep.equal([]);
  });

  it('accepts the values that the loader accepts, apart from relations between settings', () => {
    const number = fc.oneof(fc.integer({ min: -5, max: 200 }), fc.integer(), fc.constantFrom(65_535, 65_536, 0.5));
    const text = fc.constantFrom(
      'a',
      '*',
      '::1',
      'a.b:1',
      'https://a',
      'https://a/b',
      'isolate',
      '1',
      '',
      'A b',
      '\u0000',
    );
    const value = fc.oneof(
      number,
      text,
      fc.boolean(),
      fc.constant(null),
      fc.array(text, { maxLength: 3 }),
      fc.constant({}),
    );
    const override = fc.record({
      limits: fc.dictionary(fc.constantFrom('hostCalls', 'cpu'), number),
      tools: fc.dictionary(text, fc.constant({})),
    });
    const at = fc.oneof(
      fc.record({ path: fc.constantFrom(...SETTING_BY_PATH.keys(), 'limits.no', 'no'), value }),
      fc.record({ path: fc.constant('plugins.overrides'), value: fc.dictionary(text, override) }),
      fc.record({ path: fc.constant('pool.cordons'), value: fc.dictionary(text, value) }),
    );
    fc.assert(
      fc.property(at, ({ path, value }) => {
        const [section = '', name] = path.split('.');
        const values = name === undefined ? { [section]: value } : { [section]: { [name]: value } };
        const loaded = loadValues(values);
        const alone = loaded.ok ? [] : loaded.problems.filter((line) => !RELATION.test(line));
        expect(alone.length === 0, `${JSON.stringify(values)}: ${alone.join()}`).to.equal(fits(values));
      }),
      { numRuns: 500 },
    );
  });
});
