// Two SDKs make one server if it lists the same tools, whole, and answers the same.

import { expect } from 'chai';
import type { ListedTool } from '../../../../src/cli/import/npm/describe-server.ts';
import { changedTool, isSameAnswer, missingTools } from '../../../../src/cli/import/npm/same-server.ts';

const TOOL: ListedTool = {
  name: 'read',
  description: 'Reads.',
  inputSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  annotations: { readOnlyHint: true },
};
const must = { tools: [TOOL], answered: undefined };

describe('the server with another SDK', () => {
  it('must list each tool', () => {
    expect(missingTools(must, [TOOL])).to.equal(undefined);
    expect(missingTools(must, [{ name: 'other' }])).to.contain('read');
  });

  it('must list it with the same description, schemas and annotations, in any order of members', () => {
    const { description, inputSchema, annotations } = TOOL;
    expect(changedTool(must, [{ annotations, inputSchema, description, name: 'read' }])).to.equal(undefined);
    const changes = [
      { description: 'Writes.' },
      { inputSchema: { type: 'object' } },
      { annotations: { readOnlyHint: false } },
      { outputSchema: { type: 'object' } },
      { title: 'Read' },
    ];
    for (const change of changes)
      expect(changedTool(must, [{ ...TOOL, ...change }]), JSON.stringify(change)).to.contain('read in another way');
  });

  it('may list no schemas, and times of its own', () => {
    expect(changedTool(must, [{ name: 'read', description: 'Reads.' }])).to.equal(undefined);
    const dated = (text: string): ListedTool => ({ ...TOOL, description: `Reads since ${text}.` });
    const tools = [dated('2026-01-01T10:00:00.123Z')];
    expect(changedTool({ ...must, tools }, [dated('2026-01-01T10:00:01.456Z')])).to.equal(undefined);
  });

  it('must answer with the same texts', () => {
    const text = (words: string) => [{ type: 'text', text: words }];
    expect(isSameAnswer(text('a'), [{ type: 'text', text: 'a', _meta: {} }])).to.equal(true);
    expect(isSameAnswer(text('a'), text('b'))).to.equal(false);
    expect(isSameAnswer(text('a'), undefined)).to.equal(false);
  });
});
