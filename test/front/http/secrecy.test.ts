// Puts a marker wherever a caller's token or key may be. No reply, log entry or receipt has it, however the request ends.

import { inspect } from 'node:util';
import { expect } from 'chai';
import type { Outcome, ToolCall } from '../../../src/shared/protocol/call.ts';
import { callBody, type Front, startFront } from './front.ts';
import { exchange, requestText } from './wire.ts';

const MARKER = 'mArKeR0123456789';
const AUTHORIZATION = `Authorization: Bearer ${MARKER}`;
const KEY = `X-Api-Key: ${MARKER}`;
const SECRETS = [AUTHORIZATION, KEY, 'Prefer: receipt'];
const JSON_TYPE = 'Content-Type: application/json';
const HOST = 'Host: localhost';

/** Answers, fails or breaks, depending on the tool's name. As the host's own code, it sees the call and must not repeat it. */
const execute = async ({ toolName, argumentsJson }: ToolCall): Promise<Outcome> => {
  if (toolName === 'broken') throw new Error('a bug of ours');
  const usage = { queueMs: 0, runMs: 1, cpuMs: 1 };
  return toolName === 'echo'
    ? { ok: true, resultJson: argumentsJson, usage }
    : { ok: false, failure: { code: 'tool_error', detail: 'It failed.' }, usage };
};

const post = (body: string, headers: readonly string[], target = '/mcp/callTool'): string =>
  requestText(`POST ${target}`, [HOST, ...headers, `Content-Length: ${Buffer.byteLength(body)}`], body);

const get = (target: string, headers: readonly string[]): string => requestText(`GET ${target}`, headers);

const REQUESTS: Readonly<Record<string, string>> = {
  'a call': post(callBody(), [JSON_TYPE, ...SECRETS]),
  'a call that fails': post(callBody('{}', 'fail'), [JSON_TYPE, ...SECRETS]),
  'a call that meets a bug': post(callBody('{}', 'broken'), [JSON_TYPE, ...SECRETS]),
  'a call by way of the router': post(callBody(), [JSON_TYPE, ...SECRETS], '/mcp/callTool?a=b'),
  'a key in the query': post(callBody(), [JSON_TYPE], `/mcp/callTool?key=${MARKER}`),
  'a body that is not JSON': post('{', [JSON_TYPE, ...SECRETS]),
  'a body of another type': post(callBody(), ['Content-Type: text/plain', ...SECRETS]),
  'a body that is too large': requestText('POST /mcp/callTool', [
    HOST,
    JSON_TYPE,
    ...SECRETS,
    'Content-Length: 9999999',
  ]),
  'two tokens': post(callBody(), [JSON_TYPE, AUTHORIZATION, ...SECRETS]),
  'a token with a space': post(callBody(), [JSON_TYPE, `${AUTHORIZATION} ${MARKER}`]),
  'a token that is too long': post(callBody(), [JSON_TYPE, AUTHORIZATION + MARKER.repeat(300)]),
  'a password': post(callBody(), [JSON_TYPE, `Authorization: Basic ${MARKER}`]),
  'two keys': post(callBody(), [JSON_TYPE, KEY, KEY]),
  'a key that is too long': post(callBody(), [JSON_TYPE, KEY + MARKER.repeat(300)]),
  'a key with a tab': post(callBody(), [JSON_TYPE, `${KEY}\t${MARKER}`]),
  'a key with other letters': post(callBody(), [JSON_TYPE, `${KEY}\xe9`]),
  'a key with a zero byte': post(callBody(), [JSON_TYPE, `${KEY}\0`]),
  'a key on two lines': post(callBody(), [JSON_TYPE, KEY, ` ${MARKER}`]),
  'a key in a header without a colon': post(callBody(), [JSON_TYPE, `X-Api-Key ${MARKER}`]),
  'headers that are too large': post(callBody(), [JSON_TYPE, KEY + MARKER.repeat(2_000)]),
  'a foreign host': get('/mcp/metadata', ['Host: evil.example', ...SECRETS]),
  'a foreign page': get('/healthz', [HOST, 'Origin: https://evil.example', ...SECRETS]),
  'a page that asks beforehand': requestText('OPTIONS /mcp/callTool', [
    HOST,
    'Access-Control-Request-Method: POST',
    ...SECRETS,
  ]),
  'an unknown path': get('/nothing', [HOST, ...SECRETS]),
  'another method': get('/mcp/callTool', [HOST, ...SECRETS]),
  'the list of tools': get('/mcp/metadata', [HOST, ...SECRETS]),
  'no receipt': get('/calls/one', [HOST, ...SECRETS]),
  'an admin path': get('/admin/plugins', [HOST, ...SECRETS]),
  'a proxy request': requestText('CONNECT localhost:80', [HOST, ...SECRETS]),
};

describe('a secret of a caller', () => {
  let front: Front;
  before(async () => {
    front = await startFront({ execute, callerHeaders: ['x-api-key'] });
  });
  after(() => front.close());

  for (const [name, request] of Object.entries(REQUESTS)) {
    it(`is in no answer to ${name}, and in no log`, async () => {
      front.entries.length = 0;
      const { replies } = await exchange(front.port, [Buffer.from(request, 'latin1')]);
      const visible = [
        ...replies.map(({ body, headers }) => inspect([body, ...headers])),
        inspect(front.entries, { depth: 9 }),
      ];
      expect(replies).to.have.lengthOf(1);
      expect(visible.join('\n')).not.to.include(MARKER.slice(0, 8));
      const place = /^<(.*?)>/.exec(replies[0]?.headers.get('link') ?? '')?.[1];
      if (place === undefined) return;
      // A caller whose token counts for none finds the receipt without it.
      const asked = [get(place, [HOST, AUTHORIZATION]), get(place, [HOST])].map((text) => exchange(front.port, [text]));
      const found = (await Promise.all(asked)).flatMap(({ replies }) => replies.filter(({ status }) => status === 200));
      expect(found).to.have.lengthOf(1);
      expect(found[0]?.body).not.to.include(MARKER.slice(0, 8));
    });
  }

  it('still reaches the executor', async () => {
    front.calls.length = 0;
    await exchange(front.port, [REQUESTS['a call'] ?? '']);
    expect(front.calls[0]?.callerSecrets?.['x-api-key']).to.equal(MARKER);
    expect(front.calls[0]?.caller?.name).to.match(/^bearer:/);
  });
});
