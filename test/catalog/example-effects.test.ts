// Effects of examples: what the manifest writes is what a tool is answered.

import { expect } from 'chai';
import { exampleEffects } from '../../src/catalog/load/example-effects.ts';
import type { ToolEffect } from '../../src/sdk/manifest.ts';

const answerOf = (effect: ToolEffect): unknown => {
  const [made] = exampleEffects([effect]);
  return { ...made, answer: { ok: made?.answer.ok, given: JSON.parse(made?.answer.text ?? '') } };
};

const url = 'https://api.example.com/v1';
const response = { url, redirected: false, status: 200, statusText: '', headers: [] };

describe('effects of examples', () => {
  it('answer a request, by default with 200 to GET', () => {
    const asked = { kind: 'fetch', url, method: 'GET' };
    expect(answerOf({ fetch: url, answer: {} })).to.deep.equal({ ...asked, answer: { ok: true, given: response } });
    expect(answerOf({ fetch: url, answer: { base64: 'AAE=' } })).to.deep.equal({
      ...asked,
      answer: { ok: true, given: { ...response, base64: 'AAE=' } },
    });
  });

  it('have their header names in small letters, and say that JSON is JSON unless the manifest does', () => {
    const given = { ...response, headers: [['content-type', 'application/json']], body: '{"a":1}' };
    expect(answerOf({ fetch: url, method: 'PUT', answer: { json: { a: 1 } } })).to.deep.equal({
      kind: 'fetch',
      url,
      method: 'PUT',
      answer: { ok: true, given },
    });
    const headers = { 'Content-Type': 'application/problem+json', 'X-A': 'b' };
    expect(answerOf({ fetch: url, answer: { status: 404, headers, json: null } })).to.deep.include({
      answer: {
        ok: true,
        given: {
          ...response,
          status: 404,
          headers: [
            ['content-type', 'application/problem+json'],
            ['x-a', 'b'],
          ],
          body: 'null',
        },
      },
    });
  });

  it('answer the store, and reject', () => {
    const question = { op: 'get', key: 'k' } as const;
    expect(answerOf({ store: question, answer: null })).to.deep.equal({
      kind: 'store',
      question,
      answer: { ok: true, given: null },
    });
    const error = { name: 'TimeoutError', message: 'Too slow.' };
    expect(answerOf({ store: question, error })).to.deep.include({ answer: { ok: false, given: error } });
    expect(answerOf({ fetch: url, error })).to.deep.include({ answer: { ok: false, given: error } });
  });
});
