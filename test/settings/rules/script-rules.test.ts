// What access rules say of scripts, which they see as a tool of the server's own.

import { expect } from 'chai';
import { idleRules } from '../../../src/settings/rules/idle-rules.ts';
import { Policy } from '../../../src/settings/rules/policy.ts';
import { type Rule, ruledTools, scriptTool } from '../../../src/settings/rules/rule.ts';
import { judge } from '../../../src/settings/rules/verdict.ts';

const NOBODY = { scopes: [] };
const READING = ['readOnly'];

const verdictBy = (rule: Rule, allow: readonly string[] = READING, otherwise: 'allow' | 'deny' = 'deny') => {
  const policy = new Policy({ rules: { one: rule }, default: otherwise, unlisted: 'hidden' });
  return judge(policy, policy.rulesFor(NOBODY), scriptTool(allow));
};

describe('access rules about scripts', () => {
  it('name them as a tool, and match them as any other', () => {
    expect(verdictBy({ tools: ['run_script'] }).isAllowed).to.equal(true);
    expect(verdictBy({ tools: ['run_*'] }).isAllowed).to.equal(true);
    expect(verdictBy({ plugins: ['notes'] }).isAllowed).to.equal(false);
    expect(verdictBy({ effect: 'deny', tools: ['run_script'] }, READING, 'allow').isAllowed).to.equal(false);
    expect(verdictBy({ effect: 'deny', tools: ['!getNote'] }, READING, 'allow').isAllowed).to.equal(false);
    expect(verdictBy({ tools: ['getNote'] }).isAllowed).to.equal(false);
  });

  it('take them for as mild as the tools that they may call', () => {
    const rule: Rule = { annotations: ['readOnlyHint'] };
    expect(verdictBy(rule).isAllowed).to.equal(true);
    expect(verdictBy(rule, ['readOnly', '!getSecret']).isAllowed).to.equal(true);
    for (const allow of [['all'], ['readOnly', 'createDraft'], ['get*']])
      expect(verdictBy(rule, allow).isAllowed, allow.join()).to.equal(false);
    expect(verdictBy({ annotations: ['!destructiveHint'] }, ['all']).isAllowed).to.equal(false);
  });

  it('lower limits that tools do not have for scripts alone', () => {
    const rule: Rule = { limits: { calls: 5, cpuMs: 50, fetchCalls: 1 } };
    const policy = new Policy({ rules: { one: rule }, default: 'deny', unlisted: 'hidden' });
    const verdict = verdictBy(rule);
    expect(verdict.isAllowed && verdict.limits?.values).to.deep.equal({ calls: 5, cpuMs: 50 });
    const tool = { toolName: 'a', pluginName: 'b', annotations: {} };
    const ofTool = judge(policy, policy.rulesFor(NOBODY), tool);
    expect(ofTool.isAllowed && ofTool.limits?.values).to.deep.equal({ cpuMs: 50, fetchCalls: 1 });
  });

  it('are idle if the server runs no scripts', () => {
    const settings = { rules: { one: { tools: ['run_script'] } }, default: 'deny', unlisted: 'hidden' } as const;
    const manifests = [{ name: 'notes', tools: [{ name: 'getNote' }] }];
    expect(idleRules(settings, ruledTools(manifests, { enabled: true, allow: READING }))).to.deep.equal([]);
    expect(idleRules(settings, ruledTools(manifests, { enabled: false, allow: READING }))).to.deep.equal([
      'access.rules.one.tools: no tool has the name "run_script" → correct it, or remove it',
    ]);
  });
});
