// The types that are written for tools: right for every keyword, and only types, whatever a server sends.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { transform } from 'esbuild';
import fc from 'fast-check';
import type { Tool } from '../../../packages/client/src/client.ts';
import { toolTypesModule } from '../../../src/cli/typing/tool-types.ts';
import { compile } from '../../packages/plugin/compiler.ts';

const OBJECT = { type: 'object' };
const tool = (parts: Partial<Tool>): Tool => ({
  ...{ name: 'tool', description: 'Does it.', inputSchema: OBJECT, outputSchema: {} },
  ...parts,
});

/** The type that is written for a result, on one line. */
const resultOf = (outputSchema: object): string => {
  const text = toolTypesModule([tool({ outputSchema: outputSchema as Tool['outputSchema'] })]);
  const [, type = ''] = /^ {4}result: ([\s\S]*);\n {2}\};\n\}\n$/m.exec(text) ?? [];
  return type.replace(/\s+/g, ' ');
};
const argumentsOf = (inputSchema: object): string => {
  const text = toolTypesModule([tool({ inputSchema: inputSchema as Tool['inputSchema'] })]);
  const [, type = ''] = /^ {4}arguments: ([\s\S]*);\n {4}result:/m.exec(text) ?? [];
  return type.replace(/\s+/g, ' ');
};

const nested = (levels: number, inner: object): object =>
  levels === 0 ? inner : { type: 'object', properties: { a: nested(levels - 1, inner) }, required: ['a'] };

describe('the type of a schema', () => {
  const cases: readonly (readonly [schema: object, type: string])[] = [
    [{}, 'unknown'],
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ const: 'a"b' }, '"a\\"b"'],
    [{ const: null }, 'null'],
    [{ enum: ['a', 1, -2.5, true, null, 'a'] }, '"a" | 1 | -2.5 | true | null'],
    [{ enum: [] }, 'never'],
    [{ enum: Array.from({ length: 300 }, (_, index) => `v${index}`) }, 'string'],
    [{ const: 'x'.repeat(201) }, 'string'],
    [{ type: 'array' }, 'unknown[]'],
    [{ type: 'array', items: { type: ['string', 'number'] } }, 'Array<string | number>'],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1 },
      '[string, (number)?, ...unknown[]]',
    ],
    [{ type: 'array', prefixItems: [{ type: 'string' }], items: false, minItems: 1 }, '[string]'],
    [{ type: 'object' }, '{ [name: string]: unknown }'],
    [{ type: 'object', additionalProperties: false }, '{ [name: string]: never }'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, '{ [name: string]: number }'],
    [
      { type: 'object', patternProperties: { '^a': { type: 'null' } }, additionalProperties: false },
      '{ [name: string]: null }',
    ],
    [{ properties: { a: { type: 'string' } } }, '{ a?: string; }'],
    [
      { type: 'object', properties: { a: true, 'b-c': { type: 'boolean' } }, required: ['b-c', 'd'] },
      '{ a?: unknown; "b-c": boolean; d: unknown; }',
    ],
    [
      { type: 'object', properties: { a: {} }, additionalProperties: true },
      '{ a?: unknown; [name: string]: unknown; }',
    ],
    [{ anyOf: [{ type: 'string' }, { const: 1 }, false] }, 'string | 1'],
    [{ oneOf: [{ type: 'string' }, {}] }, 'unknown'],
    [{ type: 'string', allOf: [{ enum: ['a', 'b'] }] }, 'string & ("a" | "b")'],
    [{ allOf: [{ type: 'string' }, false] }, 'never'],
    [{ not: { type: 'string' }, if: {}, maxLength: 3 }, 'unknown'],
    [{ $ref: 'https://elsewhere.example/schema.json' }, 'unknown'],
    [{ $ref: '#/$defs/none' }, 'unknown'],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }, 'ToolResultA'],
    [{ anyOf: [{ $ref: '#word' }], $defs: { a: { $anchor: 'word', type: 'null' } } }, 'ToolResultWord'],
    [{ $ref: '#' }, 'unknown'],
    [{ $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } } }, 'unknown'],
  ];
  for (const [schema, type] of cases)
    it(`${JSON.stringify(schema).slice(0, 100)} is ${type.slice(0, 60)}`, () =>
      expect(resultOf(schema)).to.equal(type));

  it('takes lists that are read-only, and gives lists that are not', () => {
    const list = { type: 'array', items: { type: 'string' } };
    const schema = {
      type: 'object',
      properties: { a: list, b: { type: 'array', items: { anyOf: [list, { const: 1 }] } } },
    };
    expect(argumentsOf(schema)).to.equal('{ a?: readonly string[]; b?: ReadonlyArray<readonly string[] | 1>; }');
    expect(resultOf(schema)).to.equal('{ a?: string[]; b?: Array<string[] | 1>; }');
  });

  it('is always an object for arguments', () => {
    expect(argumentsOf({})).to.equal('(unknown) & object');
    expect(argumentsOf({ anyOf: [{ type: 'string' }] })).to.equal('(string) & object');
  });

  it('names what references lead to once, and lets it contain itself', () => {
    const tree = { type: 'object', properties: { left: { $ref: '#/$defs/tree' }, right: { $ref: '#/$defs/tree' } } };
    const text = toolTypesModule([tool({ outputSchema: { $ref: '#/$defs/tree', $defs: { tree } } })]);
    expect(text).to.contain(
      'export type ToolResultTree = {\n  left?: ToolResultTree;\n  right?: ToolResultTree;\n};\n',
    );
    expect(text.match(/export type/g)).to.have.lengthOf(1);
  });

  it('gives each named type a name of its own', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: { type: 'string' } } };
    const text = toolTypesModule([
      tool({ name: 'a-b', inputSchema: schema }),
      tool({ name: 'a_b', inputSchema: schema }),
    ]);
    expect([...text.matchAll(/export type (\w+)/g)].map(([, name]) => name)).to.deep.equal([
      'ABArgumentsX',
      'ABArgumentsX2',
    ]);
  });

  it('ends, in size and depth', () => {
    expect(resultOf(nested(47, { const: 7 }))).to.contain('7');
    expect(resultOf(nested(500, { const: 7 }))).not.to.contain('7');
    const wide = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 6_000 }, (_, i) => [`p${i}`, {}])),
    };
    expect(resultOf(wide)).to.equal('unknown');
    // Each one refers twice to the next: written out, that would be 2 to the power of 100.
    const defs = Object.fromEntries(
      Array.from({ length: 90 }, (_, index) => [
        `d${index}`,
        { type: 'object', properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } } },
      ]),
    );
    const text = toolTypesModule([tool({ outputSchema: { $ref: '#/$defs/d0', $defs: { ...defs, d90: {} } } })]);
    expect(text.match(/export type/g)).to.have.lengthOf(91);
    expect(text.length).to.be.below(20_000);
    // The product of all these unions has a hundred million members.
    const unions = Array.from({ length: 8 }, (_, n) => ({ enum: Array.from({ length: 10 }, (__, i) => `${n}-${i}`) }));
    expect(resultOf({ allOf: unions }).split(' & ')).to.have.lengthOf(3);
  });
});

/** Texts that would end a string, a comment or a line, or mean something to the compiler. */
const HOSTILE = [
  ...[
    '*/ export const leaked = 1; /*',
    '`$' + '{leaked}`',
    '"; leaked; "',
    "'; leaked; '",
    '\\',
    '\n}\nleaked();\n//',
    '\u2028leaked()',
  ],
  ...[
    '// @ts-ignore',
    '@ts-nocheck',
    '*\u200b/',
    '* /',
    '{@link leaked}',
    '/// <reference path="leaked" />',
    '__proto__',
  ],
  ...['constructor', '\u202e', '\ud800', '//# sourceMappingURL=leaked', '<!-- leaked -->', '*', '**/', '/', ''],
];

describe('the module of types', function () {
  this.timeout(60_000);
  const hostileTool = (text: string, index: number): Tool => {
    const schema = {
      type: 'object',
      description: text,
      properties: { [text]: { description: text, enum: [text, { [text]: text }] }, a: { $ref: `#/$defs/${text}` } },
      required: [text, `${text}2`],
      $defs: { [text]: { type: 'object', title: text, properties: { [text]: { const: text } } } },
    };
    return tool({ name: `${index}${text}`, description: text, inputSchema: schema, outputSchema: schema });
  };

  it('has nothing but types, whatever the texts of tools are', async () => {
    for (const [index, text] of HOSTILE.entries()) {
      const written = toolTypesModule([hostileTool(text, index)]);
      const { code } = await transform(written, { loader: 'ts', legalComments: 'inline' });
      expect(code.trim(), JSON.stringify(text)).to.equal('');
      expect(written).not.to.match(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\ud800-\udfff]/);
    }
  });

  it('has nothing but types, whatever the schemas are', async () => {
    const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 12 }));
    const keyword = fc.constantFrom(
      ...['type', 'enum', 'const', 'properties', 'required', 'items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', '$ref'],
      ...['additionalProperties', 'patternProperties', '$defs', '$anchor', 'description', 'nullable', 'minItems'],
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.dictionary(fc.oneof(keyword, text), tie('value'), { maxKeys: 5 }),
      value: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.oneof(
          text,
          fc.constantFrom('object', 'array', 'string', '#', '#/$defs/a'),
          fc.double(),
          fc.boolean(),
          fc.constant(null),
        ),
        tie('schema'),
        fc.array(tie('value'), { maxLength: 4 }),
      ),
    }));
    const property = fc.asyncProperty(schema, schema, text, async (inputSchema, outputSchema, name) => {
      const parts = { name, description: name, inputSchema, outputSchema } as Tool;
      const { code } = await transform(toolTypesModule([parts]), { loader: 'ts', legalComments: 'inline' });
      return code.trim() === '';
    });
    await fc.assert(property, { numRuns: 400 });
  });

  it('passes the compiler', () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-types-'));
    const circular = {
      $defs: {
        a: { type: 'object', properties: { b: { $ref: '#/$defs/b' } }, anyOf: [{ $ref: '#/$defs/b' }, {}] },
        b: { anyOf: [{ $ref: '#/$defs/c' }, { type: 'array', items: { $ref: '#/$defs/b' } }] },
        c: { allOf: [{ $ref: '#/$defs/a' }] },
        list: { type: 'array', items: { $ref: '#/$defs/list' } },
        pair: { type: 'array', prefixItems: [{ $ref: '#/$defs/pair' }, { $ref: '#/$defs/list' }], items: false },
      },
      type: 'object',
      properties: Object.fromEntries(
        ['a', 'b', 'c', 'list', 'pair'].map((name) => [name, { $ref: `#/$defs/${name}` }]),
      ),
    };
    const tools = [
      ...HOSTILE.map(hostileTool),
      tool({ name: 'circular', inputSchema: circular, outputSchema: circular }),
    ];
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src/tools.ts'), toolTypesModule(tools));
    const compilerOptions = { strict: true, noEmit: true, types: [], target: 'es2022', module: 'preserve' };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    const { output } = compile(folder);
    rmSync(folder, { recursive: true });
    expect(output).to.equal('');
  });
});
