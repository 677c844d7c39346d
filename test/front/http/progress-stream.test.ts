// Progress over plain HTTP: which requests get a stream of events, what is in it, and what a caller that does not read costs.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { createKey } from '../../../src/front/doors/issue-keys.ts';
import { Keyring } from '../../../src/front/doors/keyring.ts';
import { EventWriter, MOST_WAITING_BYTES } from '../../../src/front/http/event-stream.ts';
import type { Outcome, ToolCall } from '../../../src/shared/protocol/call.ts';
import type { Failure } from '../../../src/shared/protocol/errors.ts';
import { eventsIn, type SeenEvent } from '../../support/events.ts';
import { callBody, echo, startFront } from './front.ts';
import { openWire, requestText } from './wire.ts';

const USAGE = { queueMs: 1, runMs: 2.5, cpuMs: 2 };
const EVENTS = { accept: 'text/event-stream' };
const failure: Failure = { code: 'tool_error', detail: 'RangeError: no' };
const STREAM_REQUEST = ['Host: localhost', 'Content-Type: application/json', 'Accept: text/event-stream'];
const streamText = (body = callBody()): string =>
  requestText('POST /mcp/callTool', [...STREAM_REQUEST, `Content-Length: ${body.length}`], body);

/** Reports twice, and then ends as `echo` does, or with a failure. */
const reporting =
  (end?: Failure) =>
  async (call: ToolCall): Promise<Outcome> => {
    call.onQuotas?.([{ name: 'calls', allowed: 10, left: 9, resetS: 60, windowS: 60 }]);
    call.onProgress?.({ done: 0, total: 2, message: 'begun' });
    await pause(5);
    call.onProgress?.({ done: 1.5, message: '' });
    return end === undefined ? echo(call) : { ok: false, failure: end, usage: USAGE };
  };

describe('a call whose caller wants events', () => {
  describe('gets what Accept weighs most', () => {
    const isStream: Readonly<Record<string, boolean>> = {
      'text/event-stream': true,
      'Text/Event-Stream; charset=utf-8': true,
      'text/event-stream, application/json;q=0.9': true,
      'application/json; q=0.999, text/event-stream': true,
      'application/json;q=0, text/event-stream;q=0.001': true,
      'text/event-stream, */*;q=0.1': true,
      'text/event-stream, application/*;q=0.5, */*': true,
      'application/json': false,
      '*/*': false,
      'text/*': false,
      'application/json, text/event-stream': false,
      'text/event-stream, */*': false,
      'text/event-stream;q=0.5, application/json': false,
      'text/event-stream;q=0': false,
      'text/event-stream;q=2, application/json;q=0.1': false,
      'text/html;a="text/event-stream"': false,
      'text/html;a=", text/event-stream, "': false,
      [`${'a/b,'.repeat(100)}text/event-stream`]: false,
    };
    for (const [accept, expected] of Object.entries(isStream))
      it(`${expected ? 'events' : 'JSON'} for ${accept.trim().slice(0, 60)}`, async () => {
        const front = await startFront({ execute: reporting() });
        const { status, headers } = await front.post(callBody(), { accept });
        await front.close();
        expect(status).to.equal(200);
        expect(headers['content-type']).to.equal(expected ? 'text/event-stream' : 'application/json');
        expect(front.calls[0]?.onProgress === undefined).to.equal(!expected);
      });
  });

  for (const [path, body] of [
    ['/mcp/callTool', callBody('{"a":1}')],
    ['/tools/echo', '{"a":1}'],
  ] as const)
    it(`gets its progress and then its result from ${path}`, async () => {
      const front = await startFront({ execute: reporting() });
      const json = { 'Content-Type': 'application/json' };
      const { status, headers, body: text } = await front.request('POST', path, { ...json, ...EVENTS }, body);
      await front.close();
      expect(status).to.equal(200);
      expect(text).to.equal(
        [
          'event: progress\ndata: {"progress":0,"total":2,"message":"begun"}\n\n',
          'event: progress\ndata: {"progress":1.5}\n\n',
          'event: result\ndata: {"a":1}\n\n',
        ].join(''),
      );
      expect(headers).to.include({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
        ratelimit: '"calls";r=9;t=60',
        'toolcell-call-id': front.calls[0]?.callId,
      });
      // The times are not known when the headers leave.
      expect(headers).not.to.have.property('server-timing');
      expect(front.entries[0]).to.include({ code: 'ok', status: 200, replyBytes: text.length });
    });

  it('gets a stream with the result alone, and the times, if the tool reports nothing', async () => {
    const front = await startFront();
    const { headers, body } = await front.post(callBody('{"a":1}'), EVENTS);
    await front.close();
    expect(eventsIn(body)).to.deep.equal([{ name: 'result', data: { a: 1 } }]);
    expect(headers['server-timing']).to.match(/^queue;dur=1, run;dur=2\.5, cpu;dur=2, total;dur=[\d.]+$/);
  });

  it('ends with the reason within a second after its key was revoked, and so does its call', async function () {
    this.timeout(30_000);
    const { keys, result } = createKey([], { client: 'ada', scopes: [] }, undefined);
    const other = createKey(keys, { client: 'bob', scopes: [] }, undefined);
    const keyring = new Keyring(other.keys);
    let ended: string | undefined;
    const front = await startFront({
      door: { keys: keyring, allowsAnonymous: false, pauseBefore: async () => {} },
      execute: async (call) => {
        for (let done = 0; !call.signal.aborted && done < 1_000; done += 1) {
          call.onProgress?.({ done, message: '' });
          await pause(10);
        }
        ended = call.signal.aborted ? 'aborted' : 'by itself';
        return echo(call);
      },
    });
    const streamOf = (key: string, path: string, body: string) =>
      front.request('POST', path, { 'Content-Type': 'application/json', ...EVENTS, 'X-API-Key': key }, body);
    try {
      for (const [path, body] of [
        ['/mcp/callTool', callBody()],
        ['/tools/echo', '{}'],
      ] as const) {
        keyring.replace(other.keys);
        ended = undefined;
        const reply = streamOf(result.key, path, body);
        while (front.calls.at(-1)?.caller?.client !== 'ada' || ended !== undefined) await pause(5);
        await pause(200);
        keyring.replace(other.keys.filter(({ client }) => client !== 'ada'));
        const events = eventsIn((await reply).body);
        expect(events.at(0)?.name).to.equal('progress');
        expect(events.at(-1)).to.have.property('name', 'problem');
        expect(events.at(-1)?.data).to.include({ code: 'unauthenticated', status: 401 });
        while (ended === undefined) await pause(5);
        expect(ended).to.equal('aborted');
        while (front.entries.at(-1)?.path !== path) await pause(5);
        expect(front.entries.at(-1)).to.include({ code: 'unauthenticated', status: 200, client: 'ada' });
        expect(front.entries.at(-1)?.replyBytes).to.equal((await reply).body.length);
        front.entries.length = 0;
        front.calls.length = 0;
      }
    } finally {
      await front.close();
    }
  });

  it('gets no event that the text of a result forges', async () => {
    const front = await startFront({ execute: reporting() });
    const forged = '{"a":\r\r\n\n"x\\n\\nevent: problem\\ndata: {}\\n\\n",\n\n"é":["\u2028","\u0085"]}';
    const { body } = await front.post(callBody(forged), EVENTS);
    await front.close();
    expect(eventsIn(body).at(-1)).to.deep.equal({ name: 'result', data: JSON.parse(forged) });
    expect(eventsIn(body)).to.have.lengthOf(3);
  });

  it('gets no event that the message of a report forges', async () => {
    const message = 'x\n\nevent: result\ndata: 1\n\n\r\revent: result\rdata: 2\r\r';
    const front = await startFront({
      execute: (call) => {
        call.onProgress?.({ done: 1, message });
        return echo(call);
      },
    });
    const { body } = await front.post(callBody(), EVENTS);
    await front.close();
    expect(eventsIn(body)[0]).to.deep.equal({ name: 'progress', data: { progress: 1, message } });
    expect(eventsIn(body)).to.have.lengthOf(2);
  });

  it('gets the document of a failure after progress, exactly as a plain reply has it', async () => {
    const front = await startFront({ execute: reporting(failure) });
    const { status, headers, body } = await front.post(callBody(), EVENTS);
    const plain = await front.post(callBody());
    await front.close();
    expect([status, headers['content-type'], plain.status]).to.deep.equal([200, 'text/event-stream', 422]);
    const last = eventsIn(body).at(-1) as SeenEvent;
    expect(last.name).to.equal('problem');
    const { callId, ...members } = last.data as { readonly callId: string };
    expect(callId).to.equal(headers['toolcell-call-id']);
    const { callId: _, ...expected } = JSON.parse(plain.body);
    expect(members).to.deep.equal(expected);
    expect(members).to.include({ status: 422, code: 'tool_error' });
    expect(front.entries[0]).to.include({ code: 'tool_error', status: 200, replyBytes: body.length });
  });

  it('gets the problem if the call breaks after it has reported', async () => {
    const front = await startFront({
      execute: async (call) => {
        call.onProgress?.({ done: 1, message: '' });
        throw new Error('broken');
      },
    });
    const { body } = await front.post(callBody(), EVENTS);
    await front.close();
    expect(eventsIn(body).map(({ name }) => name)).to.deep.equal(['progress', 'problem']);
    expect(body).to.contain('"code":"internal"').and.not.to.contain('broken');
  });

  it('gets an ordinary reply if the call fails before it reports', async () => {
    const front = await startFront({
      execute: async () => ({
        ok: false,
        failure: { code: 'overloaded', detail: 'Full.', retryAfterMs: 1_500 },
        usage: USAGE,
      }),
    });
    const { status, headers, body } = await front.post(callBody(), EVENTS);
    const broken = await front.post('{', EVENTS);
    await front.close();
    expect(status).to.equal(503);
    expect(headers).to.include({ 'content-type': 'application/problem+json', 'retry-after': '2' });
    expect(JSON.parse(body)).to.include({ code: 'overloaded', status: 503 });
    expect([broken.status, broken.headers['content-type']]).to.deep.equal([400, 'application/problem+json']);
  });

  it('finds the receipt as soon as the last event is there', async () => {
    const front = await startFront({ execute: reporting() });
    const { headers, body } = await front.post(callBody(), { ...EVENTS, prefer: 'receipt' });
    const path = `/calls/${headers['toolcell-call-id']}`;
    expect(headers).to.include({ 'preference-applied': 'receipt', link: `<${path}>; rel="describedby"` });
    const receipt = await front.request('GET', path);
    await front.close();
    expect(eventsIn(body)).to.have.lengthOf(3);
    expect(JSON.parse(receipt.body)).to.include({ code: 'ok', toolName: 'echo', queueMs: 1 });
  });

  it('ends its call by closing the connection, before and after the first report', async () => {
    for (const reports of [0, 1]) {
      const aborted = Promise.withResolvers<void>();
      const front = await startFront({
        execute: async (call) => {
          if (reports > 0) call.onProgress?.({ done: 1, message: '' });
          await new Promise<void>((resolve) => call.signal.addEventListener('abort', resolve));
          // A report that was on its way.
          call.onProgress?.({ done: 2, message: '' });
          aborted.resolve();
          return { ok: false, failure: { code: 'cancelled', detail: 'It was.' }, usage: USAGE };
        },
      });
      const { socket, received } = await openWire(front.port);
      socket.write(streamText());
      while (front.calls.length === 0 || (reports > 0 && !received().includes('progress'))) await pause(2);
      socket.destroy();
      await aborted.promise;
      while (front.entries.length === 0) await pause(2);
      expect(front.entries[0]).to.include({ code: 'cancelled', status: 499 });
      await front.close();
    }
  });
});

describe('a caller that does not read its events', () => {
  const REPORTS = 3_000;
  const message = 'x'.repeat(8_000);
  /** Reports far more than sockets hold. */
  const flooding = async (call: ToolCall): Promise<Outcome> => {
    for (let done = 0; done < REPORTS; done += 1) {
      call.onProgress?.({ done, message });
      if (done % 10 === 0) await new Promise(setImmediate);
    }
    return { ok: true, resultJson: Buffer.from(JSON.stringify('r'.repeat(20_000))), usage: USAGE };
  };

  it('loses reports, but never the result, and makes nobody hold more than the bound', async () => {
    let most = 0;
    const front = await startFront({ execute: flooding });
    front.server.prependListener('request', (_req, res) => {
      const { write } = res;
      res.write = ((...given: Parameters<typeof write>) => {
        const written = Reflect.apply(write, res, given);
        most = Math.max(most, res.writableLength);
        return written;
      }) as typeof write;
    });
    const { socket, received } = await openWire(front.port);
    socket.pause();
    socket.write(streamText());
    while (front.entries.length === 0) await pause(5);
    socket.resume();
    await once(socket, 'end');
    socket.destroy();
    await front.close();
    const text = received();
    const reports = text.match(/^event: progress$/gm)?.length ?? 0;
    expect(reports).to.be.within(1, REPORTS - 1);
    // The last report that fits and the result come on top.
    expect(most).to.be.within(MOST_WAITING_BYTES, MOST_WAITING_BYTES + 40_000);
    expect(text).to.match(/event: result\r?\n/);
    expect(text.slice(-100)).to.match(/r"[\s\S]*\n\n\r\n0\r\n\r\n$/);
  });

  it('is cut off if it does not read the end in time', async () => {
    const front = await startFront({ execute: flooding, server: { requestTimeoutMs: 300 } });
    const { socket } = await openWire(front.port);
    socket.pause();
    socket.write(streamText());
    while (front.entries.length === 0) await pause(5);
    const count = () => new Promise((resolve) => front.server.getConnections((_error, open) => resolve(open)));
    for (let waited = 0; (await count()) !== 0 && waited < 5_000; waited += 20) await pause(20);
    expect(await count()).to.equal(0);
    socket.destroy();
    await front.close();
  });
});

describe('a stream on which nothing happens', () => {
  it('has a comment from time to time, until it ends', async () => {
    const server = createServer((_req, res) => {
      const events = new EventWriter(res, 20);
      events.offer('progress', '1');
      setTimeout(() => events.end('result', '2'), 150);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const text = await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();
    server.close();
    expect(text).to.match(/^event: progress\ndata: 1\n\n(?::\n\n)+event: result\ndata: 2\n\n$/);
    expect(eventsIn(text)).to.have.lengthOf(2);
  });
});
