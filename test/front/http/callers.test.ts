// The caller and the secrets that callers bring: both come from headers, are bounded, and are never repeated.

import { expect } from 'chai';
import { expectProblem, expectWell } from './expect.ts';
import { callBody, type Front, startFront } from './front.ts';
import { exchange, requestText } from './wire.ts';

const BODY = callBody('{"a":1}');
const HEADERS = ['Host: localhost', 'Content-Type: application/json', `Content-Length: ${BODY.length}`];

describe('the caller of a call', () => {
  let front: Front;
  before(async () => {
    front = await startFront();
  });
  beforeEach(() => {
    front.calls.length = 0;
  });
  after(() => front.close());

  /** The caller that the executor saw, with each header on a line of its own. */
  const callerBy = async (...lines: readonly string[]): Promise<string | undefined> => {
    const { replies } = await exchange(front.port, [requestText('POST /mcp/callTool', [...HEADERS, ...lines], BODY)]);
    expect(replies[0]?.status).to.equal(200);
    return front.calls.at(-1)?.caller?.name;
  };

  it('is known by a digest of its token, which is always the same', async () => {
    const caller = await callerBy('Authorization: Bearer one');
    // The names of stored values depend on it, so it must not change between releases.
    expect(caller).to.equal('bearer:65XrENBt58f9ogRKfV-fRA');
    expect(await callerBy('authorization: BEARER   one ')).to.equal(caller);
    expect(await callerBy('Authorization: Bearer two'))
      .to.match(/^bearer:[\w-]{22}$/)
      .and.not.equal(caller);
    expect(await callerBy(`Authorization: Bearer ${'x'.repeat(4_096)}`)).to.match(/^bearer:[\w-]{22}$/);
  });

  for (const lines of [
    [],
    ['Authorization: Bearer'],
    ['Authorization: Bearer '],
    ['Authorization: Basic b25l'],
    ['Authorization: Bearer one two'],
    ['Authorization: Bearer \xe9'],
    ['Authorization: Bearerone'],
    ['Authorization: Bearer one', 'Authorization: Bearer two'],
    [`Authorization: Bearer ${'x'.repeat(4_097)}`],
    ['X-Authorization: Bearer one'],
  ]) {
    it(`is anonymous with ${JSON.stringify(lines).slice(0, 60)}`, async () => {
      expect(await callerBy(...lines)).to.equal('anonymous');
    });
  }
});

describe('secrets that callers bring', () => {
  const callerHeaders = ['x-api-key', 'x-other-key', 'constructor', '__proto__'];
  let front: Front;
  before(async () => {
    front = await startFront({ callerHeaders, server: { allowedOrigins: ['https://app.example.com'] } });
  });
  beforeEach(() => {
    front.calls.length = 0;
  });
  after(() => front.close());

  const send = async (...lines: readonly string[]) => {
    const { replies } = await exchange(front.port, [requestText('POST /mcp/callTool', [...HEADERS, ...lines], BODY)]);
    return replies[0];
  };

  it('are passed on under the names in the configuration, in lower case', async () => {
    const reply = await send('X-API-Key: a b=c', 'x-other-key: 2', 'X-Third-Key: no', 'Authorization: Bearer one');
    expect(reply?.status).to.equal(200);
    expect({ ...front.calls[0]?.callerSecrets }).to.deep.equal({ 'x-api-key': 'a b=c', 'x-other-key': '2' });
  });

  it('are absent if there are none', async () => {
    expect((await send('X-Third-Key: no'))?.status).to.equal(200);
    expect(front.calls[0]).not.to.have.property('callerSecrets');
  });

  it('may have names of object members', async () => {
    await send('__proto__: 1', 'constructor: 2');
    const secrets = front.calls[0]?.callerSecrets ?? {};
    expect(Object.entries(secrets).toSorted()).to.deep.equal([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
    await expectWell(front);
  });

  it('are at most 4096 characters long', async () => {
    expect((await send(`X-API-Key: ${'k'.repeat(4_096)}`))?.status).to.equal(200);
  });

  for (const [wrong, ...lines] of [
    ['is there twice', 'X-API-Key: MARKER1', 'x-api-key: MARKER2'],
    ['is longer than 4096 characters', `X-API-Key: MARKER${'k'.repeat(4_091)}`],
    ['has characters that no header may carry', 'X-API-Key: MARKER\xe9'],
    ['has characters that no header may carry', 'X-API-Key: MARKER\tb'],
    ['is empty', 'X-API-Key:'],
  ] as const) {
    it(`are refused if one ${wrong}`, async () => {
      const reply = await send(...lines);
      const { detail } = expectProblem(reply, 'invalid_request');
      expect(detail).to.include(`The header x-api-key ${wrong}.`);
      expect(reply?.body).not.to.include('MARKER');
      expect(front.calls).to.have.lengthOf(0);
      await expectWell(front);
    });
  }

  it('may be sent by pages that may call', async () => {
    const asks = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'POST' };
    const { headers } = await front.request('OPTIONS', '/mcp/callTool', asks);
    expect(headers['access-control-allow-headers']?.split(', ')).to.include.members([
      'Authorization',
      'Prefer',
      ...callerHeaders,
    ]);
  });
});
