// Results with content blocks for clients of each revision, and of runners that were broken into.

import { expect } from 'chai';
import { contentFor, contentPartsOf } from '../../../src/front/mcp/content-results.ts';
import { BLOCKS } from './tools.ts';

const LEVELS = 16;
const CONTENT = JSON.stringify(BLOCKS);
const typesFor = (revision?: string): readonly string[] =>
  (JSON.parse(contentFor(CONTENT, revision)) as { type: string }[]).map(({ type }) => type);

describe('content blocks for a client', () => {
  it('are the same bytes if its revision knows all of them', () => {
    for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28'])
      expect(contentFor(CONTENT, revision)).to.equal(CONTENT);
    const known = JSON.stringify(BLOCKS.filter(({ type }) => type !== 'resource_link' && type !== 'audio'));
    expect(contentFor(known, '2024-11-05')).to.equal(known);
  });

  it('are text in place of what its revision lacks', () => {
    const withoutLinks = ['text', 'image', 'audio', 'text', 'resource'];
    expect(typesFor('2025-03-26')).to.deep.equal(withoutLinks);
    // A client that names no revision speaks that one.
    expect(typesFor()).to.deep.equal(withoutLinks);
    expect(typesFor('2024-11-05')).to.deep.equal(['text', 'image', 'text', 'text', 'resource']);
  });

  it('say what was left out', () => {
    const link = { type: 'resource_link', uri: 'https://a.example', name: 'A', description: 'B', annotations: {} };
    const audio = { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' };
    expect(JSON.parse(contentFor(JSON.stringify([link, audio]), '2024-11-05'))).to.deep.equal([
      { type: 'text', text: 'Link: A (https://a.example)\nB', annotations: {} },
      {
        type: 'text',
        text: '(Audio of type audio/wav was left out, because this client speaks a revision of MCP that has none.)',
      },
    ]);
  });

  it('are found in a result as they are', () => {
    const parts = (text: string) => contentPartsOf(Buffer.from(text), LEVELS);
    expect(parts('{"content":[1.50]}')).to.deep.equal({ content: '[1.50]', structured: undefined });
    expect(parts('{"structuredContent":{"n":1e2},"content":[]}')).to.deep.equal({
      content: '[]',
      structured: '{"n":1e2}',
    });
  });

  it('are refused if a runner lies about the result that holds them', () => {
    for (const lie of [
      '[]',
      '5',
      'null',
      '{}',
      '{"content":{}}',
      '{"content":null}',
      '{"structuredContent":{}}',
      '{"content":[],"structuredContent":[]}',
      '{"content":[],"isError":true}',
      '{"content":[],"content":[]}',
      '{"content":[],"structuredContent":{},"_meta":{}}',
      '{"content":[],"structuredContent":{},"structuredContent":{}}',
      '{"__proto__":[],"content":[]}',
      '{"content":[]}}',
      `{"content":${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}}`,
    ])
      expect(() => contentPartsOf(Buffer.from(lie), LEVELS), lie)
        .to.throw()
        .with.nested.property('failure.code', 'invalid_result');
  });

  it('become text even if a runner lies in them', () => {
    const lies = [null, 5, { type: 'resource_link' }, { type: 'resource_link', name: { toString: 1, valueOf: 1 } }];
    const texts = JSON.parse(contentFor(JSON.stringify(lies), '2025-03-26'));
    expect(texts).to.have.lengthOf(4);
    expect(texts[2]).to.have.property('type', 'text');
  });
});
