// Effects of examples: what the manifest writes is what a tool is answered.

import { expect } from 'chai';
import type { ToolEffect } from '../../../packages/plugin/src/manifest.ts';
import { exampleEffects } from '../../../src/catalog/load/inspect.ts';

const answerOf = (effect: ToolEffect): unknown => {
  const [made] = exampleEffects([effect]);
  return { ...made, reply: { ok: made?.reply.ok, given: JSON.parse(made?.reply.text ?? '') } };
};

const url = 'https://api.example.com/v1';
const response = { url, redirected: false, status: 200, statusText: '', headers: [] };

describe('effects of examples', () => {
  it('answer a request, by default with 200 to GET', () => {
    const request = { kind: 'fetch', url, method: 'GET' };
    expect(answerOf({ fetch: url, answer: {} })).to.deep.equal({ ...request, reply: { ok: true, given: response } });
    expect(answerOf({ fetch: url, answer: { base64: 'AAE=' } })).to.deep.equal({
      ...request,
      reply: { ok: true, given: { ...response, base64: 'AAE=' } },
    });
  });

  it('have their header names in small letters, and say that JSON is JSON unless the manifest does', () => {
    const given = { ...response, headers: [['content-type', 'application/json']], body: '{"a":1}' };
    expect(answerOf({ fetch: url, method: 'PUT', answer: { json: { a: 1 } } })).to.deep.equal({
      kind: 'fetch',
      url,
      method: 'PUT',
      reply: { ok: true, given },
    });
    const headers = { 'Content-Type': 'application/problem+json', 'X-A': 'b' };
    expect(answerOf({ fetch: url, answer: { status: 404, headers, json: null } })).to.deep.include({
      reply: {
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
    const request = { op: 'get', key: 'k' } as const;
    expect(answerOf({ store: request, answer: null })).to.deep.equal({
      kind: 'store',
      request,
      reply: { ok: true, given: null },
    });
    const error = { name: 'TimeoutError', message: 'Too slow.' };
    expect(answerOf({ store: request, error })).to.deep.include({ reply: { ok: false, given: error } });
    expect(answerOf({ fetch: url, error })).to.deep.include({ reply: { ok: false, given: error } });
  });

  it('answer a signature, whose bytes may be written as text', () => {
    const sign = { name: 'KEY', algorithm: 'HS256' } as const;
    const made = {
      kind: 'sign',
      request: { ...sign, base64: 'w6k=' },
      reply: { ok: true, given: { base64: 'AAAA' } },
    };
    expect(answerOf({ sign: { ...sign, text: 'é' }, answer: 'AAAA' })).to.deep.equal(made);
    expect(answerOf({ sign: { ...sign, base64: 'w6k=' }, answer: 'AAAA' })).to.deep.equal(made);
    const error = { name: 'NotAllowedError', message: 'No.' };
    expect(answerOf({ sign: { ...sign, text: '' }, error })).to.deep.include({ reply: { ok: false, given: error } });
  });
});
