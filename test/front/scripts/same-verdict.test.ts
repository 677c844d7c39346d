// A call that a script makes gets the verdict of the same direct call of its caller, whatever the rules, quotas, toolsets, grants and keys are. Both take
// the real steps; only what runs tools is a stand-in, whose answer depends on all that the steps hand to it. Of `scripts.allow` a plain model decides.

import { expect } from 'chai';
import fc from 'fast-check';
import type { Quota } from '../../../src/settings/rules/quota.ts';
import type { Tool } from '../../../src/settings/rules/rule.ts';
import type { Executor } from '../../../src/shared/protocol/call.ts';
import type { ToolFilter } from '../../../src/shared/protocol/selection.ts';
import { anyCaller, anySettings, anyTool, settingsOf } from '../gates/access/world.ts';
import { type Call, directCall, scriptCallsOf, serverOf, type Verdict, type World } from './world.ts';

/** What the same caller's script gets: from what its runner asks to what it is answered. */
const innerCall = (world: World, server: Executor): ((call: Call) => Promise<Verdict>) => {
  const calls = scriptCallsOf(world, server);
  let id = 0;
  return ({ toolName, argumentsText, key }) =>
    new Promise((resolve) => {
      id += 1;
      calls.request(id, `${toolName}\n${key}\n${argumentsText}`, ({ ok, text }) => {
        const { code, fault, retryable } = ok ? {} : JSON.parse(text);
        resolve(ok ? 'ok' : [code, fault, retryable]);
      });
    });
};

const fits = (pattern: string, name: string): boolean =>
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`).test(name);

/** The model of `scripts.allow`. */
const mayBeCalled = (allow: readonly string[], { toolName, annotations }: Tool): boolean => {
  if (allow.some((text) => text.startsWith('!') && fits(text.slice(1), toolName))) return false;
  if (allow.includes('all')) return true;
  if (allow.includes('readOnly') && annotations.readOnlyHint === true) return true;
  return allow.some((text) => text !== 'readOnly' && !text.startsWith('!') && fits(text, toolName));
};

/** The verdicts that the calls must get: those of direct ones, but for tools that scripts may not call and their caller may. */
const expectedOf = async (world: World): Promise<readonly Verdict[]> => {
  const direct = directCall(world, serverOf(world));
  const found: Verdict[] = [];
  for (const call of world.calls) {
    const tool = world.tools.find(({ toolName }) => toolName === call.toolName);
    // Nothing but the rules and the selection refuses this one.
    const mayCall = directCall(
      { ...world, quotas: {}, reaching: [] },
      serverOf({ ...world, quotas: {}, reaching: [] }),
    );
    const isRefused =
      tool && !mayBeCalled(world.allow, tool) && (await mayCall({ ...call, argumentsText: '{}' })) === 'ok';
    const isWhole =
      isRefused && !['invalid_request', 'invalid_json', 'payload_too_large'].includes(String((await mayCall(call))[0]));
    found.push(isWhole ? ['forbidden', 'caller', false] : await direct(call));
  }
  return found;
};

const NAMES = ['getText', 'setText', 'gettext', 'constructor', 'a-b_c'];
const ALLOW = ['readOnly', 'all', 'get*', 'setText', '!set*', '!getText', '*', '*-*', 'constructor', '!*'];
const some = <Value>(values: readonly Value[], most = 3) =>
  fc.uniqueArray(fc.constantFrom(...values), { maxLength: most });

const anyQuota: fc.Arbitrary<Quota> = fc.record(
  {
    per: some(['client', 'org', 'user', 'plugin', 'tool']),
    tools: some([...NAMES, 'get*', '!setText']),
    clients: some(['ada', 'ci-*', '*']),
    every: fc.constant('day' as const),
    calls: fc.integer({ min: 1, max: 3 }),
    cpuMs: fc.integer({ min: 1, max: 12 }),
    concurrentCalls: fc.integer({ min: 1, max: 2 }),
  },
  { requiredKeys: ['every'] },
);

const anyFilter: fc.Arbitrary<ToolFilter> = fc.record(
  {
    tools: some([...NAMES, 'get*', '*ext']),
    plugins: some(['text-tools', 'text*']),
    annotations: some(['readOnlyHint', '!openWorldHint'], 1),
  },
  { requiredKeys: [] },
);

const anyArguments = fc.oneof(
  { weight: 9, arbitrary: fc.constant('{}') },
  fc.constantFrom(
    '{"code":"tool_error"}',
    '{"code":"runner_lost"}',
    '{"code":"invalid_result"}',
    '{"code":"overloaded"}',
  ),
  { weight: 2, arbitrary: fc.constant('{"cpuMs":51}') },
  fc.constantFrom(
    '',
    '[]',
    'null',
    '{',
    '{"a":1}{}',
    ' {} ',
    '{"a":[[[[[[[[]]]]]]]]}',
    `{"a":"${'x'.repeat(300)}"}`,
    '5\n{}',
  ),
);

const anyCall: fc.Arbitrary<Call> = fc.record({
  toolName: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
    fc.constantFrom('getTex', '', 'get Text', '__proto__', 'run_script', 'x'.repeat(65)),
  ),
  argumentsText: anyArguments,
  key: fc.constantFrom('', '', 'one', 'two', 'a key', 'k'.repeat(256)),
});

const anyWorld: fc.Arbitrary<World> = fc.record({
  caller: anyCaller,
  tools: fc.uniqueArray(anyTool, { selector: ({ toolName }) => toolName, minLength: 4, maxLength: 5 }),
  access: fc.oneof(
    anySettings,
    anySettings.map((settings) => ({ ...settings, default: 'allow' as const })),
    { weight: 2, arbitrary: fc.constant(settingsOf({})) },
  ),
  quotas: fc
    .array(anyQuota, { maxLength: 3 })
    .map((list) => Object.fromEntries(list.map((each, at) => [`q${at}`, each]))),
  toolsets: fc.record({ set: anyFilter }),
  selection: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    anyFilter,
    fc.constantFrom({ set: 'set' }, { set: 'none' }),
  ),
  allow: fc.oneof(some(ALLOW), fc.constant(['all'])),
  reaching: some(NAMES, 1),
  granted: some(NAMES),
  calls: fc.array(anyCall, { minLength: 5, maxLength: 12 }),
});

describe('the verdict of a call that a script makes', () => {
  it('is that of the same direct call, but for what scripts.allow refuses', async () => {
    const seen = new Map<string, number>();
    const each = async (world: World): Promise<void> => {
      const expected = await expectedOf(world);
      const inner = innerCall(world, serverOf(world));
      const found: Verdict[] = [];
      for (const call of world.calls) found.push(await inner(call));
      expect(found).to.deep.equal(expected);
      for (const verdict of found) {
        const code = verdict === 'ok' ? verdict : verdict[0];
        seen.set(code, (seen.get(code) ?? 0) + 1);
      }
    };
    await fc.assert(fc.asyncProperty(anyWorld, each), { numRuns: 200 });
    // Each comes dozens of times: the worlds are not all alike.
    const often = ['ok', 'tool_not_found', 'forbidden', 'invalid_json', 'key_reused', 'invalid_request'];
    expect([...seen.keys()]).to.include.members(often);
  });
});
