// What the client makes of replies to a call with `onProgress`: streams, streams that break, and servers that know of none.

import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import {
  type CallProgress,
  createClient,
  ForeignReplyError,
  ToolcellError,
  UnreachableError,
} from '../../../packages/client/src/client.ts';
import {
  type Answering,
  type ScriptedServer,
  sendList,
  sendProblem,
  sendResult,
  startScripted,
} from './scripted-server.ts';

const CALL = '/mcp/callTool';
const LIST = '/mcp/metadata';
const PROBLEM = {
  ...{ type: 'urn:toolcell:error:overloaded', title: 'A title', detail: 'Full.', status: 503, code: 'overloaded' },
  ...{ fault: 'host', retryable: true, callId: 'a-call', retryAfterMs: 5, toolName: 'again' },
};
const STREAM = { 'content-type': 'text/event-stream', 'toolcell-call-id': 'a-call' };

/** What a promise rejects with. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => {
      throw new Error(`it resolved with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
const eventText = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const begin = (res: ServerResponse): ServerResponse => res.writeHead(200, STREAM);

describe('the client, of calls with progress', () => {
  let server: ScriptedServer;
  const seen: CallProgress[] = [];
  const onProgress = (progress: CallProgress): void => void seen.push(progress);
  const serve = async (call: Answering, more = {}) => {
    const list: Answering = (_count, _seen, res) => sendList(res, { again: { idempotentHint: true } });
    server = await startScripted({ [CALL]: call, [LIST]: list });
    return createClient({ url: server.url, retryDelayMs: 4, ...more });
  };
  /** Answers with the text of a stream. */
  const streaming =
    (...parts: readonly string[]): Answering =>
    (_count, _seen, res) =>
      begin(res).end(parts.join(''));
  beforeEach(() => {
    seen.length = 0;
  });
  afterEach(() => server?.close());

  it('asks for events, and passes on each report before the result', async () => {
    const arrived: number[] = [];
    const client = await serve(async (_count, _seen, res) => {
      begin(res).write(eventText('progress', { progress: 0, total: 2, message: 'é🎈' }));
      while (arrived.length === 0) await pause(2);
      // A character and an event in two parts.
      const bytes = Buffer.from(`:\n\n${eventText('progress', { progress: 1.5, message: '🎈' })}`);
      const cut = bytes.indexOf(0x9f);
      res.write(bytes.subarray(0, cut));
      await pause(10);
      res.write(bytes.subarray(cut));
      res.end(eventText('result', { done: true }));
    });
    const info = await client.callToolWithInfo(
      'again',
      { a: 1 },
      {
        onProgress: (progress) => {
          arrived.push(progress.progress);
          onProgress(progress);
        },
      },
    );
    expect(info).to.deep.equal({
      result: { done: true },
      callId: 'a-call',
      timing: {},
      attempts: 1,
      receipt: undefined,
    });
    expect(seen).to.deep.equal([
      { progress: 0, total: 2, message: 'é🎈' },
      { progress: 1.5, message: '🎈' },
    ]);
    expect(server.seen[0]?.headers.accept).to.equal('text/event-stream, application/json;q=0.9');
    expect(server.seen[0]?.body).to.equal('{"toolName":"again","arguments":{"a":1}}');
  });

  it('asks for JSON without it, and takes no stream then', async () => {
    const client = await serve(streaming(eventText('result', 1)));
    expect(await errorOf(client.callTool('again', {}))).to.be.instanceOf(ForeignReplyError);
    expect(server.seen[0]?.headers.accept).to.equal('application/json');
  });

  it('takes JSON from a server or a proxy that knows of no events', async () => {
    const client = await serve((_count, _seen, res) => sendResult(res, 'done'));
    expect(await client.callTool('again', {}, { onProgress })).to.equal('done');
    expect(seen).to.deep.equal([]);
  });

  it('throws the same for the event of a failure as for its status', async () => {
    const client = await serve((count, _seen, res) => {
      if (count === 1) begin(res).end(eventText('progress', { progress: 1 }) + eventText('problem', PROBLEM));
      else sendProblem(res, PROBLEM);
    });
    const streamed = (await errorOf(client.callTool('once', {}, { onProgress }))) as ToolcellError;
    const plain = (await errorOf(client.callTool('once', {}, { onProgress }))) as ToolcellError;
    expect(streamed).to.be.instanceOf(ToolcellError);
    expect({ ...streamed }).to.deep.equal({ ...plain });
    expect(streamed).to.include({
      status: 503,
      code: 'overloaded',
      retryAfterMs: 5,
      attempts: 1,
      message: plain.message,
    });
  });

  it('repeats as without progress, and reports from the beginning', async () => {
    const client = await serve((count, _seen, res) => {
      begin(res).write(eventText('progress', { progress: count }));
      res.end(count < 3 ? eventText('problem', PROBLEM) : eventText('result', 'done'));
    });
    const { result, attempts } = await client.callToolWithInfo('again', {}, { onProgress });
    expect([result, attempts]).to.deep.equal(['done', 3]);
    expect(seen.map(({ progress }) => progress)).to.deep.equal([1, 2, 3]);
  });

  it('leaves out reports that are none, and events that it does not know', async () => {
    const odd = ['null', '1', '{', '{"progress":"1"}', '{"total":1}', '[]'].map(
      (data) => `event: progress\ndata: ${data}\n\n`,
    );
    const own = eventText('progress', { progress: 1, total: '2', message: 3, more: 4 });
    const client = await serve(streaming(...odd, own, eventText('news', 1), 'data: 1\n\n', eventText('result', null)));
    expect(await client.callTool('again', {}, { onProgress })).to.equal(null);
    expect(seen).to.deep.equal([{ progress: 1 }]);
  });

  it('resolves at the result, though the stream goes on', async () => {
    const closed = Promise.withResolvers<void>();
    const client = await serve((_count, _seen, res) => {
      begin(res).write(eventText('result', 'done') + eventText('problem', PROBLEM));
      res.once('close', closed.resolve);
    });
    expect(await client.callTool('again', {}, { onProgress })).to.equal('done');
    await closed.promise;
  });

  for (const [what, parts] of Object.entries({
    'no result': [eventText('progress', { progress: 1 })],
    nothing: [],
    'half a result': ['event: result\ndata: 1\n'],
  }))
    it(`throws that the connection broke if a stream ends with ${what}`, async () => {
      const client = await serve(streaming(...parts));
      const error = (await errorOf(client.callTool('again', {}, { onProgress }))) as UnreachableError;
      expect(error).to.be.instanceOf(UnreachableError);
      expect(error.cause).to.have.property('message', 'the stream ended without a result');
      expect(server.count(CALL)).to.equal(1);
    });

  it('throws that the connection broke if it does', async () => {
    const client = await serve((_count, _seen, res) => {
      begin(res).write(eventText('progress', { progress: 1 }));
      setTimeout(() => res.destroy(), 20);
    });
    expect(await errorOf(client.callTool('again', {}, { onProgress }))).to.be.instanceOf(UnreachableError);
    expect(seen).to.have.lengthOf(1);
  });

  for (const [what, text] of Object.entries({
    'a result that is not JSON': 'event: result\ndata: {\n\n',
    'a problem that is not JSON': 'event: problem\ndata: {\n\n',
    'a problem that is none of ours': 'event: problem\ndata: {"status":500}\n\n',
    'an event that is too long': `event: progress\ndata: ${'x'.repeat(2_000)}`,
  }))
    it(`refuses ${what}`, async () => {
      const client = await serve((_count, _seen, res) => void begin(res).write(text), { mostReplyBytes: 1_000 });
      const error = await errorOf(client.callTool('again', {}, { onProgress }));
      expect(error).to.be.instanceOf(ForeignReplyError).and.to.have.property('status', 200);
    });

  it('ends the call if the program gives it up while reports arrive', async () => {
    const closed = Promise.withResolvers<void>();
    const client = await serve((_count, _seen, res) => {
      begin(res).write(eventText('progress', { progress: 1 }) + eventText('progress', { progress: 2 }));
      res.once('close', closed.resolve);
    });
    const controller = new AbortController();
    const stop = (progress: CallProgress): void => {
      onProgress(progress);
      controller.abort(new Error('enough'));
    };
    const error = await errorOf(client.callTool('again', {}, { onProgress: stop, signal: controller.signal }));
    expect(error).to.have.property('message', 'enough');
    expect(seen).to.deep.equal([{ progress: 1 }]);
    await closed.promise;
  });

  it('ends the call if the program’s own function throws, and throws its error', async () => {
    const closed = Promise.withResolvers<void>();
    const client = await serve((_count, _seen, res) => {
      begin(res).write(eventText('progress', { progress: 1 }));
      res.once('close', closed.resolve);
    });
    const mistake = new TypeError('a mistake');
    const onMistake = (): never => {
      throw mistake;
    };
    expect(await errorOf(client.callTool('again', {}, { onProgress: onMistake }))).to.equal(mistake);
    await closed.promise;
  });
});
