// What `toolcell check` tells of the formats of model providers: the tools that they leave out, and those that cannot be strict.

import { expect } from 'chai';
import type { Manifest, ManifestTool } from '../../../packages/plugin/src/manifest.ts';
import { lintManifest } from '../../../src/catalog/lint/lint.ts';
import { lintFormats } from '../../../src/catalog/lint/lint-formats.ts';

const TEXT = { type: 'string', description: 'The text.' };
const closed = (properties: object, more: object = {}): object => ({
  ...{ type: 'object', properties, required: Object.keys(properties), additionalProperties: false, ...more },
});

const manifestWith = (inputSchema: object, name = 'work'): Manifest =>
  ({
    ...{ name: 'subject' },
    tools: [{ name, description: 'Works on a text.', inputSchema, outputSchema: {} }],
  }) as Manifest;

const lint = (inputSchema: object, name?: string): readonly string[] =>
  lintFormats(manifestWith(inputSchema, name)).map(({ level, where, finding }) => `${level} ${where}: ${finding}`);

describe('the lint of formats', () => {
  it('finds nothing in a tool that each format carries and that can be strict', () => {
    expect(lint(closed({ text: TEXT }))).to.deep.equal([]);
  });

  it('gives at most 100 findings', () => {
    const [tool] = manifestWith(closed({ text: TEXT }), '3d').tools;
    expect(lintFormats({ tools: Array.from({ length: 150 }, () => tool as ManifestTool) })).to.have.length(100);
  });

  it('warns of a tool that a format leaves out, and says what to do', () => {
    const manifest = manifestWith(closed({ text: TEXT }), '3d');
    expect(lintFormats(manifest)).to.deep.equal([
      {
        level: 'warning',
        where: '/tools/0/name',
        finding: 'is left out of lists for Gemini: Gemini refuses the name "3d"',
        hint: 'use a letter or _ first, then letters, digits, _, -, . and :, at most 128',
      },
    ]);
  });

  it('notes with the place and the rule that a tool cannot be strict', () => {
    expect(lint(closed({ text: TEXT, size: { type: 'integer' } }, { required: ['text'] }))).to.deep.equal([
      'note /tools/0/inputSchema/properties/size: cannot be strict for OpenAI: OpenAI leaves no argument out, and this one has no default and may not be null',
    ]);
    expect(lint(closed({ text: { ...TEXT, maxLength: 9 } }))).to.deep.equal([
      'note /tools/0/inputSchema/properties/text/maxLength: cannot be strict for OpenAI and Anthropic: OpenAI cannot hold a model to "maxLength"',
    ]);
  });

  it('notes what exceeds the limits of OpenAI’s strict mode', () => {
    const deep = (levels: number): object => (levels === 0 ? TEXT : closed({ a: deep(levels - 1) }));
    const long = { type: 'string', enum: Array.from({ length: 1_001 }, (_, index) => `v${index}`) };
    expect(lint(closed({ a: deep(10) }))).to.deep.equal([
      'note /tools/0/inputSchema: cannot be strict for OpenAI: it has 11 levels of objects; OpenAI takes 10',
    ]);
    expect(lint(closed({ a: deep(9) }))).to.deep.equal([]);
    expect(lint(closed({ long }))).to.deep.equal([
      'note /tools/0/inputSchema: cannot be strict for OpenAI: it has 1001 values in enums; OpenAI takes 1000',
    ]);
  });

  it('does not say again what the lint of schemas has warned of', () => {
    for (const [schema, place] of [
      [{ type: 'object', anyOf: [closed({ text: TEXT })] }, '/anyOf'],
      [closed({ 'a b': TEXT }), '/properties/a b'],
    ] as const) {
      const manifest = manifestWith(schema);
      const known = lintManifest(manifest);
      const where = `/tools/0/inputSchema${place}`;
      expect(known.map((finding) => finding.where)).to.include(where);
      expect(lintFormats(manifest).map((finding) => finding.where)).to.include(where);
      expect(lintFormats(manifest, known).map((finding) => finding.where)).not.to.include(where);
    }
  });
});
