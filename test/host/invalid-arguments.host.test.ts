// Arguments that do not fit are refused before the tool runs, with all violations. In both modes.

import { expect } from 'chai';
import type { Failure, Violation } from '../../src/shared/protocol/errors.ts';
import { type Answer, startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
const CASES = { camel: (words) => words, pascal: (words) => words };
export const changeCase = ({ input, to }) => { console.log('ran'); return CASES[to](input.split(' ')).join(''); };
export const asIs = (args) => args;
export const spins = ({ text }) => { if (text !== 'go') throw new Error('not go'); for (;;); };
export const throwsAlways = () => { throw new RangeError('always'); };
export const optional = ({ input, maxLength = 50 }) => input.slice(0, maxLength);
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
  optional: {
    inputSchema: {
      type: 'object',
      properties: { input: { type: 'string' }, maxLength: { type: 'integer' } },
      required: ['input'],
      additionalProperties: false,
    },
    outputSchema: { type: 'string' },
  },
  guarded: {
    inputSchema: { type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' } } },
    limits: { cpuMs: 300 },
  },
  flooded: { inputSchema: { type: 'object', additionalProperties: { type: 'string' } } },
  recursive: { inputSchema: { type: 'object', properties: { a: { $ref: '#' } }, maxProperties: 1 } },
};

type Problem = Failure & { readonly fault: string };
const problemOf = ({ body }: Answer): Problem => body as unknown as Problem;
const pathsOf = ({ violations = [] }: Problem): readonly string[] => violations.map(({ path }) => path);

for (const freshState of ['realm', 'isolate'] as const)
  describe(`arguments that do not fit, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      const plugins = { caser: { source: SOURCE, tools: TOOLS } };
      host = await startTestHost({ plugins, freshState });
    });
    after(async () => {
      await host.close();
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
      expect(problemOf(await host.call('changeCase', long)).violations).to.deep.equal(expected);
    });

    it("are the caller's fault, every violation is listed, and the tool does not run", async () => {
      const before = host.guestLog.length;
      const problem = problemOf(await host.call('changeCase', WRONG));
      expect(problem).to.include({ code: 'invalid_arguments', fault: 'caller', status: 422 });
      expect(problem.violations).to.deep.equal(VIOLATIONS);
      expect(problem.detail).to.match(/^The arguments do not fit the tool's input schema: \/extra is not a member/);
      expect(host.guestLog.slice(before)).to.deep.equal([]);
    });

    it('are reported with the place of a missing member', async () => {
      const problem = problemOf(await host.call('changeCase', { input: 'a b' }));
      expect(problem.violations).to.deep.equal([{ path: '/to', message: 'is missing' }]);
      expect(pathsOf(problemOf(await host.call('changeCase', {})))).to.deep.equal(['/input', '/to']);
    });

    it('name the member that was meant', async () => {
      const problem = problemOf(await host.call('asIs', { to: 'camel', inputt: 'x' }));
      expect(problem).to.include({ code: 'invalid_arguments', fault: 'caller' });
      expect(pathsOf(problem)).to.have.members(['/input', '/inputt']);
      const [, surplus] = problem.violations ?? [];
      expect(surplus?.didYouMean).to.equal('input');
    });

    it('are refused if the tool would answer, so that a misspelt optional argument is not ignored', async () => {
      const problem = problemOf(await host.call('optional', { input: 'Hello', max_length: 2 }));
      expect(problem).to.include({ code: 'invalid_arguments', fault: 'caller', status: 422 });
      expect(pathsOf(problem)).to.deep.equal(['/max_length']);
      const { body } = await host.call('optional', { input: 'Hello', maxLength: 2 });
      expect(body).to.equal('He');
    });

    it("do not change the tool's own failure if they do fit", async () => {
      const problem = problemOf(await host.call('throwsAlways', { n: 1 }));
      expect(problem).to.include({ code: 'tool_error', fault: 'plugin', detail: 'RangeError: always' });
      const limit = problemOf(await host.call('spins', { text: 'go' }));
      // On a busy machine the loop may not have got its share of CPU.
      expect(limit.code).to.be.oneOf(['exceeded_cpu', 'overloaded']);
    });

    it('are reported with the first violation if there are too many', async () => {
      const flood = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`n${index}`, index]));
      const problem = problemOf(await host.call('flooded', flood));
      expect(problem.code).to.equal('invalid_arguments');
      expect(JSON.stringify(problem).length).to.be.below(20_000);
      const some = problemOf(await host.call('flooded', Object.fromEntries(Object.entries(flood).slice(0, 50))));
      expect(some.violations).to.have.lengthOf(21);
      expect(some.violations?.at(-1)?.message).to.contain('30 more');
    });

    it("are the plugin's fault if its schema takes too long for them, and the next check works", async () => {
      const problem = problemOf(await host.call('guarded', { text: `${'a'.repeat(50)}!` }));
      // On a busy machine the check may not have got its share of CPU.
      expect(problem.code).to.be.oneOf(['exceeded_cpu', 'exceeded_wall_time', 'overloaded']);
      if (problem.code !== 'overloaded') expect(problem.fault).to.equal('plugin');
      expect(problemOf(await host.call('guarded', { text: 5 })).code).to.equal('invalid_arguments');
    });

    it('can be nested as deeply as a body', async () => {
      let nested: object = { b: 1, c: 2 };
      for (let level = 0; level < 50; level += 1) nested = { a: nested };
      const problem = problemOf(await host.call('recursive', nested));
      expect(problem.code).to.equal('invalid_arguments');
      expect(pathsOf(problem)).to.deep.equal(['/a'.repeat(50)]);
    });
  });
