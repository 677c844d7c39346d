// Arguments that do not fit are passed on unchanged, and diagnosed if the call fails in its tool. If the operator wants that, they are
// refused before the tool runs. In both modes.

import { expect } from 'chai';
import type { Failure, Violation } from '../../src/shared/protocol/errors.ts';
import { type Answer, startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
const CASES = { camel: (words) => words, pascal: (words) => words };
export const changeCase = ({ input, to }) => { console.log('ran'); return CASES[to](input.split(' ')).join(''); };
export const asIs = (args) => args;
export const spins = ({ text }) => { if (text !== 'go') throw new Error('not go'); for (;;); };
export const throwsAlways = () => { throw new RangeError('always'); };
export const slow = async ({ ms }) => { await new Promise((resolve) => setTimeout(resolve, ms)); throw new Error('late'); };
export const guarded = ({ text }) => { throw new Error('guarded ' + typeof text); };
export const flooded = () => { throw new Error('flooded'); };
export const recursive = () => { throw new Error('recursive'); };
`;

const CHANGE_CASE = {
  inputSchema: {
    type: 'object',
    properties: { input: { type: 'string' }, to: { enum: ['camel', 'pascal'] } },
    required: ['input', 'to'],
    additionalProperties: false,
  },
  outputSchema: { type: 'string' },
};
const TOOLS = {
  changeCase: CHANGE_CASE,
  asIs: { inputSchema: CHANGE_CASE.inputSchema, outputSchema: { type: 'object', required: ['input'] } },
  spins: { inputSchema: { type: 'object', properties: { text: { const: 'go' } } }, limits: { cpuMs: 300 } },
  throwsAlways: { inputSchema: { type: 'object', properties: { n: { type: 'integer' } } } },
  slow: { inputSchema: { type: 'object', properties: { ms: { type: 'number', maximum: 1 } } } },
  guarded: { inputSchema: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } } },
  flooded: { inputSchema: { type: 'object', additionalProperties: { type: 'string' } } },
  recursive: { inputSchema: { type: 'object', properties: { a: { $ref: '#' } }, maxProperties: 1 } },
};

type Problem = Failure & { readonly fault: string };
const problemOf = ({ body }: Answer): Problem => body as unknown as Problem;
const pathsOf = ({ violations = [] }: Problem): readonly string[] => violations.map(({ path }) => path);

for (const freshState of ['realm', 'isolate'] as const)
  describe(`arguments that do not fit, in ${freshState} mode`, function () {
    this.timeout(60_000);
    let host: TestHost;
    let strict: TestHost;
    before(async () => {
      const plugins = { caser: { source: SOURCE, tools: TOOLS } };
      host = await startTestHost({ plugins, freshState });
      strict = await startTestHost({ plugins, freshState, validateArguments: true });
    });
    after(async () => {
      await host.close();
      await strict.close();
    });

    const WRONG = { input: 5, to: 'snek', extra: 1 };
    const VIOLATIONS: readonly Violation[] = [
      {
        path: '/extra',
        message: 'is not a member that is known here; Known are "input", "to"',
        got: 'number',
        allowed: ['input', 'to'],
      },
      { path: '/input', message: 'must be a string, but is a number', expected: ['string'], got: 'number' },
      { path: '/to', message: 'must be one of "camel", "pascal"', got: 'string', allowed: ['camel', 'pascal'] },
    ];

    it('are diagnosed even if they are long, and another thread parses those', async () => {
      const long = { ...WRONG, extra: 'x'.repeat(100_000) };
      const expected = VIOLATIONS.map((violation) =>
        violation.path === '/extra' ? { ...violation, got: 'string' } : violation,
      );
      for (const at of [host, strict])
        expect(problemOf(await at.call('changeCase', long)).violations).to.deep.equal(expected);
    });

    it("are the caller's fault if the tool fails with them, and every violation is listed", async () => {
      const problem = problemOf(await host.call('changeCase', WRONG));
      expect(problem).to.include({ code: 'invalid_arguments', fault: 'caller', status: 422 });
      expect(problem.violations).to.deep.equal(VIOLATIONS);
      expect(problem.detail).to.match(/^The arguments do not fit the tool's input schema: \/extra is not a member/);
      expect(problem.detail).to.match(/ The tool failed with them: TypeError: .*input\.split is not a function/);
      expect(host.guestLog.some((line) => line.startsWith('TypeError: '))).to.equal(true);
    });

    it('are reported with the place of a missing member', async () => {
      const problem = problemOf(await host.call('changeCase', { input: 'a b' }));
      expect(problem.violations).to.deep.equal([{ path: '/to', message: 'is missing' }]);
      expect(pathsOf(problemOf(await host.call('changeCase', {})))).to.deep.equal(['/input', '/to']);
    });

    it('are diagnosed if the result does not fit, too', async () => {
      const problem = problemOf(await host.call('asIs', { to: 'camel', inputt: 'x' }));
      expect(problem).to.include({ code: 'invalid_arguments', fault: 'caller' });
      expect(pathsOf(problem)).to.have.members(['/input', '/inputt']);
      const [, surplus] = problem.violations ?? [];
      expect(surplus?.didYouMean).to.equal('input');
    });

    it('reach the tool unchanged, and are not checked if it answers', async () => {
      const { body } = await host.call('asIs', { input: 5, more: null });
      expect(body).to.deep.equal({ input: 5, more: null });
    });

    it("do not change the tool's own failure if they do fit", async () => {
      const problem = problemOf(await host.call('throwsAlways', { n: 1 }));
      expect(problem).to.include({ code: 'tool_error', fault: 'plugin', detail: 'RangeError: always' });
      const limit = problemOf(await host.call('spins', { text: 'go' }));
      // On a busy machine the loop may not have got its share of CPU.
      expect(limit.code).to.be.oneOf(['exceeded_cpu', 'overloaded']);
    });

    it('cost the plugin no time: the check is on nobody’s clock', async () => {
      const answer = await host.call('slow', { ms: 50 });
      expect(problemOf(answer).code).to.equal('invalid_arguments');
      const { queueMs = 0, runMs = 0, cpuMs = 0, totalMs = 0 } = host.log.at(-1) ?? {};
      expect(runMs).to.be.above(0);
      // If the main thread has no core, it reads late that the call has begun, and counts that time as queued.
      expect(queueMs + runMs).to.be.within(45, totalMs);
      expect(cpuMs).to.be.below(1_000);
    });

    it('are reported with the first violation if there are too many', async () => {
      const flood = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`n${index}`, index]));
      const problem = problemOf(await host.call('flooded', flood));
      expect(problem.code).to.be.oneOf(['invalid_arguments', 'tool_error']);
      expect(JSON.stringify(problem).length).to.be.below(20_000);
      const some = problemOf(await host.call('flooded', Object.fromEntries(Object.entries(flood).slice(0, 50))));
      expect(some.violations).to.have.lengthOf(21);
      expect(some.violations?.at(-1)?.message).to.contain('30 more');
    });

    it('are not diagnosed if the schema takes too long, and the next check works', async () => {
      const startMs = performance.now();
      const problem = problemOf(await host.call('guarded', { text: `${'a'.repeat(50)}!` }));
      expect(problem).to.include({ code: 'tool_error', fault: 'plugin', detail: 'guarded string' });
      expect(performance.now() - startMs).to.be.below(10_000);
      expect(problemOf(await host.call('guarded', { text: 5 })).code).to.equal('invalid_arguments');
    });

    it('can be nested as deeply as a body', async () => {
      let nested: object = { b: 1, c: 2 };
      for (let level = 0; level < 50; level += 1) nested = { a: nested };
      const problem = problemOf(await host.call('recursive', nested));
      expect(problem.code).to.equal('invalid_arguments');
      expect(pathsOf(problem)).to.deep.equal(['/a'.repeat(50)]);
    });

    it('are refused before the tool runs if the operator asks for that, with the same list', async () => {
      const before = strict.guestLog.length;
      const problem = problemOf(await strict.call('changeCase', WRONG));
      expect(problem).to.include({ code: 'invalid_arguments', fault: 'caller' });
      expect(problem.violations).to.deep.equal(VIOLATIONS);
      expect(problem.detail).not.to.contain('The tool failed');
      expect(strict.guestLog.slice(before)).to.deep.equal([]);
    });
  });
