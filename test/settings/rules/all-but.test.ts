// "All but" in access rules and quotas: names and patterns that begin with `!`.

import { expect } from 'chai';
import fc from 'fast-check';
import { idleRules, unnameable } from '../../../src/settings/rules/idle-rules.ts';
import { matcherOf } from '../../../src/settings/rules/pattern.ts';
import { Policy } from '../../../src/settings/rules/policy.ts';
import { needsOf } from '../../../src/settings/rules/quota.ts';
import type { AccessSettings, Tool } from '../../../src/settings/rules/rule.ts';
import { judge } from '../../../src/settings/rules/verdict.ts';
import { CALLER_PATTERN, COUNTED_CALLER, PLUGIN_PATTERN, TOOL_PATTERN } from '../../../src/settings/table/forms.ts';

const toolOf = (toolName: string): Tool => ({ toolName, pluginName: 'notes', annotations: {} });
const TOOLS = ['get', 'put', 'drop'].map(toolOf);
const settingsWith = (rules: AccessSettings['rules'], standard: 'allow' | 'deny' = 'allow'): AccessSettings => ({
  ...{ rules, default: standard, unlisted: 'hidden' },
});

describe('"all but" in rules and quotas', () => {
  it('matches what the others match, and nothing that is excepted', () => {
    const name = fc.stringMatching(/^[abc]{1,3}$/);
    const text = fc.stringMatching(/^[abc*]{1,3}$/);
    fc.assert(
      fc.property(name, fc.array(text), fc.array(text, { minLength: 1 }), (one, included, excluded) => {
        const wanted = matcherOf(included.length === 0 ? ['*'] : included)(one) && !matcherOf(excluded)(one);
        expect(matcherOf([...excluded.map((each) => `!${each}`), ...included])(one)).to.equal(wanted);
      }),
    );
    expect(matcherOf([])('a')).to.equal(false);
  });

  it('lets a rule deny all tools but two', () => {
    const settings = settingsWith({ ada: { effect: 'deny', clients: ['ada'], tools: ['!get', '!put'] } });
    const policy = new Policy(settings);
    const allowed = (client: string) =>
      TOOLS.filter((tool) => judge(policy, policy.rulesFor({ client, scopes: [] }), tool).isAllowed);
    expect(allowed('ada').map(({ toolName }) => toolName)).to.deep.equal(['get', 'put']);
    expect(allowed('bob')).to.have.lengthOf(3);
    expect(idleRules(settings, TOOLS)).to.deep.equal([]);
  });

  it('lets a quota be about all clients but one, and about those without a name', () => {
    const needs = needsOf('each', { calls: 5, clients: ['!ada'] });
    const count = (client?: string) =>
      needs({ caller: { ...(client !== undefined && { client }) }, toolName: 'get', pluginName: 'notes' }).length;
    expect([count('ada'), count('bob'), count()]).to.deep.equal([0, 1, 1]);
    const named = needsOf('each', { calls: 5, clients: ['b*', '!bob'] });
    const countNamed = (client?: string) =>
      named({ caller: { ...(client !== undefined && { client }) }, toolName: 'get', pluginName: 'notes' }).length;
    expect([countNamed('bea'), countNamed('bob'), countNamed()]).to.deep.equal([1, 0, 0]);
  });

  it('is warned of if it excepts a name that nothing has, and covers no rule by mistake', () => {
    const slip = settingsWith({ ada: { effect: 'deny', clients: ['ada'], tools: ['!gett'] } });
    expect(idleRules(slip, TOOLS)).to.deep.equal([
      'access.rules.ada.tools: no tool has the name "gett" → did you mean "get"?',
    ]);
    const apart = { allows: { tools: ['get'] }, denies: { effect: 'deny', tools: ['*', '!get'] } } as const;
    expect(idleRules(settingsWith(apart, 'deny'), TOOLS)).to.deep.equal([]);
    const covered = { allows: { tools: ['!get'] }, denies: { effect: 'deny', tools: ['*'] } } as const;
    expect(idleRules(settingsWith(covered, 'deny'), TOOLS).join()).to.contain('access.rules.denies denies everything');
    const nameable = { clients: ['ada'], orgs: [], tokenClients: undefined };
    expect(unnameable({ 'throttling.quotas.each': { clients: ['!ada'] } }, nameable)).to.deep.equal([]);
    expect(unnameable({ 'throttling.quotas.each': { clients: ['!eve'] } }, nameable)).to.have.lengthOf(1);
  });

  it('is for tools, plugins and the callers of quotas, never for the callers of rules', () => {
    const takes = (form: { readonly pattern: string }, text: string) => new RegExp(form.pattern, 'u').test(text);
    for (const form of [TOOL_PATTERN, PLUGIN_PATTERN, COUNTED_CALLER]) expect(takes(form, '!ada')).to.equal(true);
    expect([takes(CALLER_PATTERN, '!ada'), takes(CALLER_PATTERN, 'ada')]).to.deep.equal([false, true]);
  });
});
