// console in both modes: the lines that its methods write, the limits of a call's log, and the marks of what was cut.

import { expect } from 'chai';
import type { GuestLogLine } from '../../../../src/shared/protocol/task.ts';
import { startTestHost, type TestHost } from '../../../support/host.ts';

/** What Node's console prints as well, but for members of classes and functions, which are not shown, and for the last lines: JSON, bounds and a count. */
const FUNCTIONS = `
  let ran = 0;
  class A {} function f() {}
  class C {} Object.setPrototypeOf(C, null);
  const named = (value, name) => Object.defineProperty(value, 'name', name);
  console.log(A, () => 1, f);
  console.log(class B extends A {}, class {}, class extends A {}, C, class N { static x = 1 });
  console.log(async function g() {}, function* h() {}, async function* i() {}, { class_() {} }.class_, Math.max, Map);
  console.log(Object.setPrototypeOf(function bare() {}, null), named(() => 1, { get: () => (ran += 1) }), f.bind(), { in: [A] });
  console.log(named(() => 1, { value: 'n'.repeat(1_000_000) }));
  console.log('getters run: %d', ran);`;

/** Body → the lines it writes. */
const WRITES: Readonly<Record<string, readonly [body: string, lines: readonly string[]]>> = {
  levels: [
    `console.debug('a'); console.info('b'); console.log('c'); console.warn('d'); console.error('e');`,
    ['debug a', 'info b', 'info c', 'warn d', 'error e'],
  ],
  placeholders: [
    `console.log('%s is %d, %i, %f, %j, %o, %c%O %% %x %s', 'it', '42px', 7.9, '1.5', { a: 1 }, [1], 'color: red', { b: 2 }); console.log('100%', 1, '%s'); console.log('%s'); console.log('%d', Symbol('s'));`,
    ['info it is 42, 7, 1.5, {"a":1}, [1], {"b":2} % %x %s', 'info 100% 1 %s', 'info %s', 'info NaN'],
  ],
  values: [
    `const loop = { a: [1] }; loop.loop = loop; console.log(loop, 1n, undefined, null, Symbol('s'), new Map([['k', new Set([1])]]), function named() {}, { big: 2n, f() {}, e: new RangeError('r') });`,
    [
      'info {"a":[1],"loop":"[circular]"} 1n undefined null Symbol(s) {"Map":[["k",{"Set":[1]}]]} [Function: named] {"big":"2n","f":"[Function: f]","e":"[RangeError: r]"}',
    ],
  ],
  functions: [
    FUNCTIONS,
    [
      'info [class A] [Function (anonymous)] [Function: f]',
      'info [class B extends A] [class (anonymous)] [class (anonymous) extends A] [class C extends [null prototype]] [class N]',
      'info [AsyncFunction: g] [GeneratorFunction: h] [AsyncGeneratorFunction: i] [Function: class_] [Function: max] [Function: Map]',
      'info [Function (null prototype): bare] [Function (anonymous)] [Function: bound f] {"in":["[class A]"]}',
      `info [Function: ${'n'.repeat(200)}…]`,
      'info getters run: 0',
    ],
  ],
  asserts: [
    `console.assert(true, 'no'); console.assert(false); console.assert(0, 'zero is %s', 'false'); console.assert(null, { a: 1 });`,
    ['error Assertion failed', 'error Assertion failed: zero is false', 'error Assertion failed: {"a":1}'],
  ],
  counts: [
    `console.count(); console.count(); console.count('x'); console.countReset(); console.count(); console.countReset('never');`,
    ['info default: 1', 'info default: 2', 'info x: 1', 'info default: 1', 'warn There is no counter never'],
  ],
  groups: [
    `console.group('outer'); console.log('in\\nside'); console.groupCollapsed(); console.warn('deep'); console.groupEnd(); console.groupEnd(); console.groupEnd(); console.log('out');`,
    ['info outer', 'info   in\n  side', 'warn     deep', 'info out'],
  ],
  tables: [
    `console.table([{ a: 1 }, 'b']); console.table({ k: [1] }); console.table(5); console.dir({ a: 1 }); console.dirxml('x', 1); console.clear();`,
    ['info 0: {"a":1}', 'info 1: b', 'info k: [1]', 'info 5', 'info {"a":1}', 'info x 1'],
  ],
};

const source = (bodies: Readonly<Record<string, string>>): string =>
  Object.entries(bodies)
    .map(([name, body]) => `export async function ${name}(args, { progress }) { ${body} return null; }`)
    .join('\n');

const OTHERS = {
  times: `console.time('t'); await new Promise((r) => setTimeout(r, 60)); console.timeLog('t', 'more'); console.timeEnd('t'); console.timeEnd('t');`,
  traces: `(function inner() { console.trace('at %s', 'once'); })();`,
  errs: `console.error('it failed:', new Error('outside', { cause: new TypeError('inside') }));`,
  manyLines: `for (let i = 0; i < 100_000; i += 1) console.log('line', i);`,
  longLine: `console.log('a'); console.log('€'.repeat(5_000)); console.log('b');`,
  killed: `for (let i = 0; i < 100; i += 1) console.log(i); await new Promise((r) => setTimeout(r, 20)); for (;;);`,
  never: `console.log('before'); await new Promise(() => {});`,
  goes: `progress(1, 2, 'half'); console.log('between'); progress(2);`,
  bad: `progress(-1);`,
};
const TOOLS = [...Object.keys(WRITES), ...Object.keys(OTHERS)];

for (const freshState of ['isolate', 'realm'] as const)
  describe(`the console, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      const bodies = { ...Object.fromEntries(Object.entries(WRITES).map(([name, [body]]) => [name, body])), ...OTHERS };
      const tools = Object.fromEntries(
        TOOLS.map((name) => [name, name === 'killed' ? { limits: { cpuMs: 100, wallMs: 2_000 } } : {}]),
      );
      host = await startTestHost({
        freshState,
        plugins: { chatty: { source: source(bodies), tools } },
        limits: { logLines: 20, logBytes: 8_000, hostCalls: 10, cpuMs: 2_000 },
      });
    });
    after(() => host.close());

    /** The lines of one call. */
    const linesOf = async (tool: string): Promise<readonly GuestLogLine[]> => {
      const { headers } = await host.call(tool);
      const callId = headers.get('toolcell-call-id');
      return host.guestLines.filter((line) => line.callId === callId);
    };

    for (const [name, [, lines]] of Object.entries(WRITES))
      it(`writes as browsers do: ${name}`, async () => {
        // Called twice: nothing of the first call may show in the second.
        for (const time of ['first', 'second'])
          expect(
            (await linesOf(name)).map(({ level, text }) => `${level} ${text}`),
            time,
          ).to.deep.equal(lines);
      });

    it('times in whole milliseconds', async () => {
      const [log, end, none] = (await linesOf('times')).map(({ text }) => text);
      expect(log).to.match(/^t: \d+ ms more$/);
      expect(end).to.match(/^t: \d+ ms$/);
      expect(none).to.equal('There is no timer t');
    });

    it('traces from the line that called it, without frames of its own', async () => {
      const [line] = await linesOf('traces');
      expect(line?.text).to.match(/^Trace: at once\n {4}at inner \(index\.js:\d+:\d+\)\n/);
    });

    it('writes errors with their stacks and causes', async () => {
      const [line] = await linesOf('errs');
      expect(line?.text).to.match(/^it failed: Error: outside\n +at errs \(index\.js/);
      expect(line?.text).to.contain('\n[cause] TypeError: inside\n');
    });

    it('gives each line the time at which it was written', async () => {
      const [log] = await linesOf('times');
      expect(log?.atMs).to.be.within(4, 60_000);
    });

    it('is cut off after logLines lines, and the call goes on', async () => {
      const { code } = await host.call('manyLines');
      expect(code).to.equal(undefined);
      const lines = await linesOf('manyLines');
      expect(lines).to.have.lengthOf(21);
      expect(lines[19]?.text).to.equal('line 19');
      expect(lines[20]).to.deep.include({ level: 'warn', dropped: { limit: 'logLines', lines: 99_980 } });
    });

    it('cuts a line that is longer than what is left, with a mark', async () => {
      const [first, cut, end, ...rest] = await linesOf('longLine');
      expect([first?.text, rest.length]).to.deep.equal(['a', 0]);
      expect(cut?.text).to.match(/^€+…$/);
      // Each of the two lines has a record around it.
      expect(Buffer.byteLength(cut?.text ?? '')).to.be.within(7_400, 7_700);
      expect(end?.dropped).to.deep.equal({ limit: 'logBytes', lines: 1 });
    });

    it('says that it was cut off, even if the host ended the call', async () => {
      const lines = await linesOf('killed');
      expect(lines[0]?.text).to.equal('0');
      expect(lines.at(-1)?.dropped?.limit).to.equal('logLines');
    });

    it('keeps the lines of a call that never answers', async () => {
      expect((await linesOf('never')).map(({ text }) => text)).to.include('before');
    });

    it('puts progress lines in their place among the others', async () => {
      expect((await linesOf('goes')).map(({ text, progress }) => [text, progress])).to.deep.equal([
        ['half', { done: 1, total: 2 }],
        ['between', undefined],
        ['', { done: 2 }],
      ]);
      expect((await host.call('bad')).code).to.equal('tool_error');
    });

    it('costs no host calls', async () => {
      const { headers } = await host.call('manyLines');
      const entry = host.log.find(({ callId }) => callId === headers.get('toolcell-call-id'));
      expect(entry?.hostCalls).to.equal(0);
    });
  });
