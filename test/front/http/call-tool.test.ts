// POST /mcp/callTool with good requests: the call that the executor gets, and the reply that the caller gets.

import { expect } from 'chai';
import type { CallSignal } from '../../../src/shared/protocol/call.ts';
import { type Failure, failureOf } from '../../../src/shared/protocol/errors.ts';
import { expectProblem, expectWell } from './expect.ts';
import { callBody, echo, type Front, startFront } from './front.ts';
import { exchange, openWire, requestText } from './wire.ts';

const HEADERS = ['Host: localhost', 'Content-Type: application/json'];
const failing = (failure: Failure) =>
  startFront({ execute: async () => ({ ok: false, failure, usage: { queueMs: 3, runMs: 40, cpuMs: 30 } }) });

describe('POST /mcp/callTool', () => {
  let front: Front;
  before(async () => {
    front = await startFront();
  });
  beforeEach(() => {
    front.calls.length = 0;
    front.entries.length = 0;
  });
  after(() => front.close());

  it('answers with the bare result and its receipt', async () => {
    const { status, headers, body } = await front.post(callBody('{"a":1}'));
    expect({ status, body }).to.deep.equal({ status: 200, body: '{"a":1}' });
    expect(headers).to.include({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'content-length': '7',
    });
    expect(headers['x-content-type-options']).to.equal('nosniff');
    expect(headers['toolcell-call-id']).to.equal(front.calls[0]?.callId);
    expect(headers['server-timing']).to.match(/^queue;dur=1, run;dur=2\.5, cpu;dur=2, total;dur=[\d.]+$/);
  });

  for (const resultText of ['null', '[]', '"abc..."', '0', 'false', '{}', '""', '"\\ud800 é 🎈"', ' [1.50] ']) {
    it(`passes the result ${resultText} on unchanged`, async () => {
      const other = await startFront({
        execute: async () => ({
          ok: true,
          resultJson: Buffer.from(resultText),
          usage: { queueMs: 0, runMs: 0, cpuMs: 0 },
        }),
      });
      const { status, body } = await other.post(callBody());
      await other.close();
      expect({ status, body }).to.deep.equal({ status: 200, body: resultText });
    });
  }

  const untouched = [
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    '{ "b" : 1.0, "a":1E400,\n"n": 12345678901234567890, "a":-0 }',
    '{"toolName":"x","arguments":{"arguments":[]},"t":"}{\\"\\\\"}',
    '{"s":"\\ud800\\u0000\\/é🎈"}',
    '{}',
  ];
  for (const argumentsText of untouched) {
    it(`passes the arguments ${JSON.stringify(argumentsText)} on as text`, async () => {
      const { body } = await front.post(` {"arguments"\t: ${argumentsText} ,\r\n"tool\\u004eame":"echo"}\n`);
      expect(front.calls[0]?.toolName).to.equal('echo');
      expect(String(front.calls[0]?.argumentsJson)).to.equal(argumentsText);
      expect(body).to.equal(argumentsText);
      await expectWell(front);
    });
  }

  for (const toolName of ['__proto__', 'constructor', 'toString', 'no_such-tool', 'a'.repeat(64)]) {
    it(`asks the executor for the tool ${toolName}`, async () => {
      const problem = expectProblem(await front.post(callBody('{}', toolName)), 'tool_not_found');
      expect(problem.toolName).to.equal(toolName);
      expect(front.calls).to.have.lengthOf(1);
    });
  }

  for (const toolName of ['', 'a b', 'a.b', '../x', 'é', 'a'.repeat(65), '<script>\n\u202e', `"${'z'.repeat(5000)}`]) {
    it(`refuses the tool name ${JSON.stringify(toolName.slice(0, 20))} by itself`, async () => {
      const problem = expectProblem(await front.post(callBody('{}', toolName)), 'tool_not_found');
      expect(problem).not.to.have.property('toolName');
      expect(problem.detail)
        .to.match(/^[ -~]+…?[ -~]+$/)
        .and.have.length.below(200);
      expect(front.calls).to.have.lengthOf(0);
    });
  }

  for (const [toolName, bare] of [
    ['functions.slugify', 'slugify'],
    ['text-tools.slugify', 'slugify'],
    ['mcp:text/slugify', 'slugify'],
  ] as const)
    it(`tells that ${toolName} has a prefix`, async () => {
      const { detail } = expectProblem(await front.post(callBody('{}', toolName)), 'tool_not_found');
      expect(detail).to.contain(`Send its name alone, without what is before it: "${bare}".`);
    });

  it('takes a body whose type names its charset, or is written in capitals', async () => {
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON;Charset="UTF-8"',
      'application/json; profile=x',
    ]) {
      expect((await front.post(callBody(), { 'Content-Type': type })).status, type).to.equal(200);
    }
  });

  it('skips a byte order mark', async () => {
    expect((await front.post(`\ufeff${callBody('{"a":2}')}`)).body).to.equal('{"a":2}');
  });

  it('takes a body that arrives in chunks, split inside a character', async () => {
    const bytes = Buffer.from(callBody('{"s":"é🎈"}'));
    const head = requestText('POST /mcp/callTool', [...HEADERS, 'Transfer-Encoding: chunked']);
    const chunks = [...bytes].map((byte) => Buffer.from([0x31, 0x0d, 0x0a, byte, 0x0d, 0x0a]));
    const { replies } = await exchange(front.port, [head, ...chunks, '0\r\n\r\n']);
    expect(Buffer.from(replies[0]?.body ?? '', 'latin1').toString()).to.equal('{"s":"é🎈"}');
  });

  it('asks for the body if the caller waits for that', async () => {
    const body = callBody('{"a":3}');
    const head = requestText('POST /mcp/callTool', [
      ...HEADERS,
      'Expect: 100-continue',
      `Content-Length: ${body.length}`,
    ]);
    const { replies } = await exchange(front.port, [head, body], { pauseMs: 100 });
    expect(replies.map(({ status }) => status)).to.deep.equal([100, 200]);
    expect(replies[1]?.body).to.equal('{"a":3}');
  });

  it('answers many calls over one connection, in order', async () => {
    const body = (n: number) => callBody(`{"n":${n}}`);
    const call = (n: number, connection?: string) =>
      requestText('POST /mcp/callTool', [...HEADERS, `Content-Length: ${body(n).length}`], body(n), connection);
    const { replies } = await exchange(front.port, [
      call(1, 'Connection: keep-alive') + call(2, 'Connection: keep-alive') + call(3),
    ]);
    expect(replies.map((reply) => reply.body)).to.deep.equal(['{"n":1}', '{"n":2}', '{"n":3}']);
    expect(new Set(front.calls.map(({ callId }) => callId)).size).to.equal(3);
  });

  it('logs a call without its contents', async () => {
    const { headers } = await front.post(callBody('{"secret":"xyzzy"}'));
    expect(front.entries).to.have.lengthOf(1);
    const { totalMs, ...entry } = front.entries[0] ?? { totalMs: -1 };
    expect(totalMs).to.be.above(0);
    expect(entry).to.deep.equal({
      callId: headers['toolcell-call-id'],
      method: 'POST',
      path: '/mcp/callTool',
      toolName: 'echo',
      remoteAddress: '127.0.0.1',
      code: 'ok',
      status: 200,
      queueMs: 1,
      runMs: 2.5,
      cpuMs: 2,
      argumentsBytes: 18,
      replyBytes: 18,
    });
  });
});

describe('a failed call', () => {
  it('is a problem with a receipt, and with the setting of the limit that was passed', async () => {
    const failure = { code: 'exceeded_cpu', detail: 'Send less.', limit: 'cpuMs', allowed: 300, used: 312 } as const;
    const front = await failing(failure);
    const reply = await front.post(callBody());
    await front.close();
    const problem = expectProblem(reply, 'exceeded_cpu');
    expect(problem).to.include({ detail: 'Send less.', toolName: 'echo', limit: 'cpuMs', allowed: 300, used: 312 });
    expect(problem.setting).to.equal('limits.cpuMs');
    expect(reply.headers['server-timing']).to.match(/^queue;dur=3, run;dur=40, cpu;dur=30, total;dur=[\d.]+$/);
    expect(front.entries[0]).to.include({ code: 'exceeded_cpu', status: 504, cpuMs: 30, detail: 'Send less.' });
    expect(front.entries[0]).to.include({ limit: 'cpuMs', allowed: 300, used: 312, setting: 'limits.cpuMs' });
  });

  it('says when to call again', async () => {
    const front = await failing({ code: 'quarantined', detail: 'Paused.', retryAfterMs: 1200 });
    const reply = await front.post(callBody());
    await front.close();
    expect(expectProblem(reply, 'quarantined').retryAfterMs).to.equal(1200);
    expect(reply.headers['retry-after']).to.equal('2');
  });

  it('lists every violation', async () => {
    const violations = [{ path: '/input', message: 'must be string' }];
    const front = await failing({ code: 'invalid_arguments', detail: 'See violations.', violations });
    const reply = await front.post(callBody());
    await front.close();
    expect(expectProblem(reply, 'invalid_arguments').violations).to.deep.equal(violations);
  });

  it('shows a fixed phrase if the host is at fault, and logs the rest', async () => {
    const front = await failing({ code: 'internal', detail: 'The broker at /srv/x fell over' });
    const reply = await front.post(callBody());
    await front.close();
    expect(expectProblem(reply, 'internal').detail).to.equal(failureOf(undefined).detail);
    expect(front.entries[0]?.detail).to.equal('The broker at /srv/x fell over');
  });

  it('is internal if the executor rejects', async () => {
    const error = new Error('boom in /srv/y');
    const front = await startFront({ execute: () => Promise.reject(error) });
    const reply = await front.post(callBody());
    await front.close();
    expectProblem(reply, 'internal');
    expect(reply.body).not.to.include('boom');
    expect(front.entries[0]).to.include({ code: 'internal', toolName: 'echo', cause: error });
  });
});

describe('a server that drains', () => {
  it('refuses new calls, lets those that run finish, and closes connections', async () => {
    let isDraining = false;
    const running = Promise.withResolvers<void>();
    const front = await startFront({
      isDraining: () => isDraining,
      execute: async (call) => {
        await running.promise;
        return echo(call);
      },
    });
    const early = front.post(callBody('{"early":1}'), { Connection: 'keep-alive' });
    while (front.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    isDraining = true;
    const late = await front.post(callBody(), { Connection: 'keep-alive' });
    expectProblem(late, 'shutting_down');
    expect(late.headers.connection).to.equal('close');
    expectProblem(await front.request('GET', '/healthz'), 'shutting_down');
    running.resolve();
    const { status, body, headers } = await early;
    expect({ status, body }).to.deep.equal({ status: 200, body: '{"early":1}' });
    expect(headers.connection).to.equal('close');
    expect(front.calls).to.have.lengthOf(1);
    await front.close();
  });
});

const callText = (body: string, connection = 'keep-alive'): string =>
  requestText('POST /mcp/callTool', [...HEADERS, `Content-Length: ${body.length}`], body, `Connection: ${connection}`);

describe('a caller that sends several requests at once', () => {
  it('gets the replies in order, and no call begins before the one in front of it has been answered', async () => {
    let running = 0;
    const front = await startFront({
      execute: async (call) => {
        running += 1;
        expect(running).to.equal(1);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return echo(call);
      },
    });
    const bodies = Array.from({ length: 12 }, (_, at) => `{"at":${at}}`);
    const texts = bodies.map((each, at) => callText(callBody(each), at === bodies.length - 1 ? 'close' : 'keep-alive'));
    const { replies } = await exchange(front.port, [texts.join('')], { waitMs: 30_000 });
    expect(replies.map(({ body }) => body)).to.deep.equal(bodies);
    await front.close();
  });
});

describe('a caller that hangs up', () => {
  const body = callBody();
  const call = callText(body);
  const untilAborted = (signal: CallSignal) =>
    new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));

  const startSlowFront = (): Promise<Front> =>
    startFront({
      execute: async (call) => {
        if (String(call.argumentsJson) !== '{}') return echo(call);
        await untilAborted(call.signal);
        return {
          ok: false,
          failure: { code: 'cancelled', detail: 'Stopped.' },
          usage: { queueMs: 0, runMs: 9, cpuMs: 1 },
        };
      },
    });
  const until = async (holds: () => boolean): Promise<void> => {
    for (let tries = 0; !holds() && tries < 400; tries += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(holds(), 'what was waited for').to.equal(true);
  };

  it('cancels its call, gets nothing, and is logged', async () => {
    const front = await startSlowFront();
    const { socket, received } = await openWire(front.port);
    socket.write(call);
    await until(() => front.calls.length === 1);
    socket.destroy();
    await until(() => front.entries.length === 1);
    expect(front.calls[0]?.signal.aborted).to.equal(true);
    expect(front.entries[0]).to.include({ code: 'cancelled', status: 499, toolName: 'echo', runMs: 9 });
    expect(received()).to.equal('');
    await expectWell(front);
    await front.close();
  });

  it('cancels the call that runs, and begins none that waits behind it on its connection', async () => {
    const front = await startSlowFront();
    const { socket } = await openWire(front.port);
    socket.write(call.repeat(12));
    await until(() => front.calls.length === 1);
    socket.destroy();
    await until(() => front.entries.length === 1);
    expect(front.entries[0]).to.include({ code: 'cancelled' });
    await expectWell(front);
    expect(front.calls).to.have.lengthOf(2);
    await front.close();
  });

  it('is logged as cancelled even if the call had a result', async () => {
    const front = await startFront({
      execute: async (call) => {
        if (String(call.argumentsJson) === '{}') await untilAborted(call.signal);
        return echo(call);
      },
    });
    const { socket } = await openWire(front.port);
    socket.write(call);
    await until(() => front.calls.length === 1);
    socket.destroy();
    await until(() => front.entries.length === 1);
    expect(front.entries[0]).to.include({ code: 'cancelled' });
    await expectWell(front);
    await front.close();
  });

  it('leaves the signals of answered calls alone', async () => {
    const front = await startFront();
    await front.post(body);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(front.calls[0]?.signal.aborted).to.equal(false);
    await front.close();
  });

  for (const encoding of ['identity', 'gzip']) {
    it(`while it sends a body (${encoding}) frees the request`, async () => {
      const front = await startFront();
      const { socket } = await openWire(front.port);
      const headers = [...HEADERS, 'Content-Length: 1000', `Content-Encoding: ${encoding}`];
      socket.write(requestText('POST /mcp/callTool', headers, '\x1f'));
      await new Promise((resolve) => setTimeout(resolve, 50));
      socket.resetAndDestroy();
      await until(() => front.entries.length === 1);
      expect(front.entries[0]).to.include({ code: 'cancelled' });
      expect(front.calls).to.have.lengthOf(0);
      await expectWell(front);
      await front.close();
    });
  }
});
