// The OpenAPI document: a linter that knows OpenAPI 3.1 finds nothing in it, and its schemas mean what those of the tools mean.

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import type { ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import { type DocumentedDoor, openApiText } from '../../../src/front/openapi/document.ts';
import type { JsonObject } from '../../../src/shared/protocol/json.ts';
import { schemasIn } from '../../../src/shared/protocol/schema-walk.ts';
import { SHIPPED_PLUGINS } from '../../support/examples.ts';

const OPEN = { hasKeys: false, allowsAnonymous: true };
const CERTIFICATES = { hasKeys: false, hasCertificates: true, allowsAnonymous: false };
const KEYS = { hasKeys: true, allowsAnonymous: false };

/** Rules of the recommended set that are off. */
const RULES_OFF = {
  // The licence of the document would be that of every tool in it, and their authors choose different ones.
  'info-license': 'off',
  'info-license-strict': 'off',
} as const;

const SHIPPED_TOOLS = SHIPPED_PLUGINS.flatMap(({ manifest }) => manifest.tools);

const documentOf = (tools: readonly Partial<ManifestTool>[], door: DocumentedDoor = OPEN): string =>
  openApiText(JSON.stringify({ tools, plugins: [] }), door);

const lint = async (source: string): Promise<readonly string[]> => {
  const config = await createConfig({ extends: ['recommended'], rules: RULES_OFF });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location.map(({ pointer }) => pointer).join(' ')}`,
  );
};

/** Compiles a schema of the document, with references resolved against the whole document. */
const validatorFor = (source: string, name: string) => {
  const ajv = new Ajv2020({ strict: false });
  (addFormats as unknown as (to: Ajv2020) => void)(ajv);
  ajv.addSchema({ ...JSON.parse(source), $id: 'https://document.test/' });
  return ajv.compile({ $ref: `https://document.test/#/components/schemas/${name}` });
};

const tool = (name: string, inputSchema: JsonObject, more: object = {}) =>
  ({ name, description: `The tool ${name}.`, inputSchema, outputSchema: {}, ...more }) as ManifestTool;

const TREE = tool('tree', {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['root'],
  properties: { root: { $ref: '#/$defs/node' }, twin: { $ref: '#' }, mark: { $ref: '#mark' } },
  additionalProperties: false,
  $defs: {
    node: {
      type: 'object',
      required: ['value'],
      properties: { value: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
    },
    mark: { $anchor: 'mark', type: 'string', maxLength: 3 },
  },
});

describe('the OpenAPI document', () => {
  for (const [name, door] of Object.entries({
    OPEN,
    KEYS,
    CERTIFICATES,
    TOKENS: { hasKeys: false, hasTokens: true, allowsAnonymous: false },
    both: { hasKeys: true, allowsAnonymous: true },
  })) {
    it(`of all shipped tools passes the linter (${name})`, async () => {
      expect(SHIPPED_TOOLS).to.have.length.greaterThan(20);
      expect(await lint(documentOf(SHIPPED_TOOLS, door))).to.deep.equal([]);
    });
  }

  it('names both kinds of answer of every call', () => {
    const { paths, components } = JSON.parse(documentOf([TREE]));
    const own = { 'text/event-stream': { schema: { $ref: '#/components/schemas/Events' } } };
    const contentOf = (path: string): object => paths[path].post.responses[200].content;
    expect(contentOf('/mcp/callTool')).to.deep.equal({ 'application/json': { schema: {} }, ...own });
    expect(contentOf('/tools/tree')).to.deep.equal({
      'application/json': { schema: { $ref: '#/components/schemas/tree.output' } },
      ...own,
    });
    expect(components.schemas.Events).to.include({ type: 'string' });
  });

  it('of no tools, and of tools with references, passes the linter', async () => {
    expect(await lint(documentOf([]))).to.deep.equal([]);
    expect(await lint(documentOf([TREE, { ...TREE, name: 'callTool' }, tool('-_', {})]))).to.deep.equal([]);
  });

  it('has no defaults, for which generators would require arguments that may be left out', async () => {
    const schema = {
      type: 'object',
      required: ['input'],
      properties: {
        input: { type: 'string' },
        separator: { type: 'string', default: '-' },
        more: { type: 'array', items: { type: 'object', properties: { deep: { default: null } } } },
        default: { type: 'boolean', default: false },
      },
      default: { input: '' },
    };
    const source = documentOf([tool('words', schema, { outputSchema: schema })]);
    const { components } = JSON.parse(source);
    const expected = {
      type: 'object',
      required: ['input'],
      properties: {
        input: { type: 'string' },
        separator: { type: 'string', 'x-default': '-' },
        more: { type: 'array', items: { type: 'object', properties: { deep: { 'x-default': null } } } },
        default: { type: 'boolean', 'x-default': false },
      },
      'x-default': { input: '' },
    };
    expect(components.schemas['words.input']).to.deep.equal(expected);
    expect(components.schemas['words.output']).to.deep.equal(expected);
    expect(await lint(source)).to.deep.equal([]);
    const { schemas } = JSON.parse(documentOf(SHIPPED_TOOLS)).components;
    for (const [name, component] of Object.entries<JsonObject>(schemas))
      for (const { schema: node } of schemasIn(component)) expect(node, name).not.to.have.property('default');
  });

  it('is refused by the linter if a reference leads nowhere', async () => {
    const broken = documentOf([TREE]).replaceAll('/$defs/node"', '/$defs/gone"');
    expect(String(await lint(broken))).to.include('no-unresolved-refs');
  });

  it('keeps the meaning of definitions, recursion and anchors', () => {
    const source = documentOf([TREE, { ...TREE, name: 'other' }]);
    const isValid = validatorFor(source, 'tree.input');
    const deep = { value: 1, children: [{ value: 2, children: [{ value: 3 }] }] };
    expect(isValid({ root: deep, twin: { root: deep }, mark: 'abc' })).to.equal(true);
    expect(isValid({ root: { value: 1, children: [{ value: 2, children: [{ value: 'x' }] }] } })).to.equal(false);
    expect(isValid({ root: deep, twin: { root: {} } })).to.equal(false);
    expect(isValid({ root: deep, mark: 'abcd' })).to.equal(false);
    expect(source).not.to.include('$anchor');
  });

  it('takes every example of the shipped tools, and their results', () => {
    const source = documentOf(SHIPPED_TOOLS);
    for (const { name, examples = [] } of SHIPPED_TOOLS) {
      const [isInput, isOutput] = [validatorFor(source, `${name}.input`), validatorFor(source, `${name}.output`)];
      for (const { arguments: args, result } of examples) {
        expect(isInput(args), name).to.equal(true);
        expect(isOutput(result), name).to.equal(true);
      }
    }
  }).timeout(20_000);

  it('keeps a reference through a name with special characters', () => {
    const schema = { $ref: '#/$defs/odd~1na~0me%20%25', $defs: { 'odd/na~me %': { const: 1 } } };
    const isValid = validatorFor(documentOf([tool('odd', schema)]), 'odd.input');
    expect([isValid(1), isValid(2)]).to.deep.equal([true, false]);
  });

  it('has no reference that leads out of it, even if a value of a schema looks like one', async () => {
    const lure = { $ref: 'https://attacker.test/steal' };
    const schema = {
      type: 'object',
      default: { inner: lure },
      properties: { a: { const: lure }, b: { enum: [lure, 1] }, c: { examples: [lure] }, $ref: { type: 'string' } },
    };
    const source = documentOf([tool('lure', schema)]);
    expect(source).not.to.include('attacker.test');
    expect(validatorFor(source, 'lure.input')({ a: 1, $ref: 'x' })).to.equal(true);
    expect(validatorFor(source, 'lure.input')({ $ref: 1 })).to.equal(false);
  });

  it('keeps the operations of tools and those of the protocol apart', () => {
    const { paths } = JSON.parse(documentOf([{ ...TREE, name: 'callTool' }, tool('__proto__', {})]));
    const ids = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids).to.include.members(['callTool', 'toolcell.callTool', '__proto__']);
    expect(new Set(ids).size).to.equal(ids.length);
  });

  it('says which key to send, if there are keys', () => {
    const { security, components } = JSON.parse(documentOf([], KEYS));
    expect(security).to.deep.equal([{ bearer: [] }, { apiKey: [] }]);
    expect(components.securitySchemes.apiKey).to.include({ in: 'header', name: 'X-API-Key' });
    const certified = JSON.parse(documentOf([], CERTIFICATES));
    expect(certified.security).to.deep.equal([{ certificate: [] }]);
    expect(certified.components.securitySchemes.certificate.type).to.equal('mutualTLS');
    expect(JSON.parse(documentOf([])).security).to.deep.equal([]);
    expect(JSON.parse(documentOf([], { ...KEYS, allowsAnonymous: true })).security).to.deep.include({});
  });
});
