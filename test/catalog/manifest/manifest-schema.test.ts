import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { readManifest } from '../../../src/catalog/manifest/manifest.ts';
import { BundleRefused } from '../../../src/catalog/model/refusal.ts';
import { LIMIT_NAMES } from '../../../src/settings/limits.ts';

interface SchemaPart {
  readonly description?: string;
  readonly type?: string;
  readonly additionalProperties?: boolean;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
  readonly $defs?: Readonly<Record<string, SchemaPart>>;
}

const schema = JSON.parse(
  readFileSync(new URL('../../../schemas/plugin.schema.json', import.meta.url), 'utf8'),
) as SchemaPart;

/** Every key the types know; a key that is missing here, or one too many, does not compile. */
const WHOLE = {
  $schema: './plugin.schema.json',
  name: 'whole',
  version: '1.0.0-rc.1+build.5',
  description: 'Everything\n\tat once: émoji 👩‍🚀 too.',
  author: 'Ada Lovelace <ada@example.com>',
  license: 'MIT OR Apache-2.0',
  homepage: 'https://example.com/whole',
  importedFrom: {
    kind: 'openapi',
    source: 'https://example.com/openapi.json',
    version: '1.2',
    integrity: `sha256-${'a'.repeat(64)}`,
  },
  entry: 'src/index.mts',
  files: ['data/*.json'],
  environment: { MODE: 'fast' },
  limits: {
    cpuMs: 1,
    wallMs: 1,
    memoryMb: 16,
    argumentsBytes: 1,
    resultBytes: 1,
    resultDepth: 1,
    logBytes: 1,
    logLines: 1,
    hostCalls: 1,
    fetchCalls: 1,
    fetchConcurrency: 1,
    fetchRequestBytes: 1,
    fetchResponseBytes: 1,
    fetchMs: 10,
    storeBytes: 1,
    storeKeys: 1,
    storeValueBytes: 1,
    signCalls: 1,
  },
  freshState: 'isolate',
  capabilities: {
    fetch: [
      { origin: 'https://*.example.com', methods: ['GET', 'POST'], path: '/v1/*', optional: true },
      { origin: 'https://[::1]:8' },
    ],
    store: { scope: 'caller', optional: false },
    secrets: [
      {
        name: 'API_KEY',
        origin: 'https://api.example.com',
        headers: ['x-api-key'],
        parameters: ['key'],
        bodyMembers: ['client_secret'],
        description: 'From the account page.',
        optional: true,
      },
    ],
    signing: [{ name: 'APP_KEY', algorithms: ['HS256', 'HS512'], description: 'From the app page.', optional: true }],
  },
  tools: [
    {
      name: 'tool_A-1',
      title: 'Tool A',
      description: 'Does it.',
      inputSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      contentBlocks: true,
      annotations: {
        title: 'A',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
      export: '$größe',
      limits: { cpuMs: 5 },
      examples: [
        {
          description: 'One.',
          arguments: { constructor: 1, prototype: 2 },
          result: null,
          effects: [
            {
              fetch: 'https://api.example.com/v1/a?b=c',
              method: 'POST',
              answer: { status: 201, headers: { 'Content-Type': 'text/plain' }, body: 'made' },
            },
            { fetch: 'https://api.example.com/', answer: { json: { a: [1] } } },
            { fetch: 'https://api.example.com/', answer: { base64: 'AAE=' } },
            { fetch: 'https://api.example.com/', error: { name: 'TimeoutError', message: 'It took too long.' } },
            { store: { op: 'get', key: 'k' }, answer: { key: 'k', version: '1', value: '{}', expiresAt: 5 } },
            { store: { op: 'get', key: 'gone' }, answer: null },
            {
              store: { op: 'set', key: 'k', value: '1', ttlMs: 1, ifVersion: null },
              error: { name: 'ConflictError', message: 'There is one.' },
            },
            { store: { op: 'delete', key: 'k', ifVersion: '1' }, answer: true },
            {
              store: { op: 'list', prefix: 'a', after: 'ab', limit: 5 },
              answer: { entries: [{ key: 'ac', version: '1' }], next: 'ac' },
            },
          ],
        },
      ],
    },
  ],
} as const satisfies Required<Manifest>;

const keysOf = (part: SchemaPart | undefined): string[] => Object.keys(part?.properties ?? {});

const refusalOf = (text: string): BundleRefused => {
  try {
    readManifest(Buffer.from(text));
  } catch (error) {
    if (error instanceof BundleRefused) return error;
    throw error;
  }
  throw new Error('it was read');
};

describe('the published schema of the manifest', () => {
  it('has the same keys as the types', () => {
    const [tool] = WHOLE.tools;
    expect(keysOf(schema)).to.have.members(Object.keys(WHOLE));
    expect(keysOf(schema.$defs?.tool)).to.have.members(Object.keys(tool));
    expect(keysOf(schema.$defs?.limits)).to.have.members(Object.keys(WHOLE.limits));
    expect(keysOf(schema.$defs?.annotations)).to.have.members(Object.keys(tool.annotations));
    expect(keysOf(schema.$defs?.example)).to.have.members(Object.keys(tool.examples[0]));
    expect(keysOf(schema.$defs?.capabilities)).to.have.members(Object.keys(WHOLE.capabilities));
    expect(keysOf(schema.$defs?.fetchWish)).to.have.members(Object.keys(WHOLE.capabilities.fetch[0]));
    expect(keysOf(schema.$defs?.storeWish)).to.have.members(Object.keys(WHOLE.capabilities.store));
    expect(keysOf(schema.$defs?.secretWish)).to.have.members(Object.keys(WHOLE.capabilities.secrets[0]));
    expect(keysOf(schema.$defs?.signingWish)).to.have.members(Object.keys(WHOLE.capabilities.signing[0]));
    expect(LIMIT_NAMES).to.include.members(keysOf(schema.$defs?.limits));
  });

  it('describes every key and closes every object', () => {
    for (const part of [schema, ...Object.values(schema.$defs ?? {})]) {
      expect(part.additionalProperties).to.equal(false);
      for (const [key, held] of Object.entries(part.properties ?? {})) {
        if (!('$ref' in held)) expect(held.description, key).to.be.a('string').that.is.not.empty;
      }
    }
  });

  it('accepts a manifest that uses all of it, which is then deeply frozen', () => {
    const manifest = readManifest(Buffer.from(JSON.stringify(WHOLE)));
    expect(manifest).to.deep.equal(WHOLE);
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(manifest)).to.equal(true);
  });

  it('refuses a manifest with twenty problems at most, whatever they are', () => {
    const [tool] = WHOLE.tools;
    const many = (change: (index: number) => object): object => ({
      ...WHOLE,
      tools: Array.from({ length: 30 }, (_, index) => ({ ...tool, name: `tool${index}`, ...change(index) })),
    });
    const faulty: Readonly<Record<string, string>> = {
      form: JSON.stringify(many(() => ({ unknown: 1 }))),
      schemas: JSON.stringify(many(() => ({ inputSchema: { type: 'object', $ref: '#/$defs/none' } }))),
      names: JSON.stringify(many(() => ({ name: 'same' }))),
      keys: `{${Array.from({ length: 30 }, () => '"name": "a"').join()}}`,
    };
    for (const [what, text] of Object.entries(faulty)) {
      const error = refusalOf(text);
      expect(error.refusals, what).to.have.length.within(15, 20);
    }
  });

  it('accepts a byte order mark, and __proto__ as plain data of an example', () => {
    const text = JSON.stringify(WHOLE).replace('"constructor":1', '"__proto__":1');
    const manifest = readManifest(Buffer.from(`\ufeff${text}`));
    expect(Object.keys(manifest.tools[0]?.examples?.[0]?.arguments ?? {})).to.include('__proto__');
    expect(Object.hasOwn(Object.prototype, 'polluted')).to.equal(false);
  });
});
