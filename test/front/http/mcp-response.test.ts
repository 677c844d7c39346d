// The request that the SDK of MCP gets: the headers that it reads, and nothing else of the caller.

import { expect } from 'chai';
import type { Context } from '../../../src/front/http/context.ts';
import { webRequest } from '../../../src/front/http/mcp-response.ts';

describe('the request for the SDK of MCP', () => {
  it('has the headers of the protocol, and no credential', () => {
    const headers = {
      ...{ authorization: 'Bearer secret', 'x-api-key': 'secret', cookie: 'a=secret', 'x-my-secret': 'secret' },
      ...{ accept: 'application/json', 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28' },
      ...{ 'mcp-method': 'tools/call', 'mcp-name': 'echo' },
    };
    const context = { req: { method: 'POST', headers } } as unknown as Context;
    const request = webRequest(context, new AbortController().signal);
    expect(Object.fromEntries(request.headers)).to.deep.equal({
      accept: 'application/json',
      'content-type': 'application/json',
      'mcp-method': 'tools/call',
      'mcp-name': 'echo',
      'mcp-protocol-version': '2026-07-28',
    });
    expect(request.url).to.equal('http://toolcell/mcp');
  });

  it('takes both types from a program that takes anything', () => {
    const acceptOf = (headers: object): string | null =>
      webRequest({ req: { headers } } as unknown as Context, new AbortController().signal).headers.get('accept');
    expect(acceptOf({})).to.equal('application/json, text/event-stream');
    expect(acceptOf({ accept: '*/*' })).to.equal('application/json, text/event-stream');
    expect(acceptOf({ accept: 'text/html' })).to.equal('text/html');
  });
});
