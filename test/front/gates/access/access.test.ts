// Who may call what: the verdicts on callers, tools and rules, compared with a model, and the tricks by which a caller may want to get more.

import { expect } from 'chai';
import fc from 'fast-check';
import { Access } from '../../../../src/front/gates/access/access.ts';
import type { AccessSettings, Rule, Tool } from '../../../../src/settings/rules/rule.ts';
import type { Caller } from '../../../../src/shared/protocol/caller.ts';
import { cpuMsOf } from '../../../support/cpu-time.ts';
import { anyCaller, anySettings, anyTool, callerOf, modelAllows, modelCpuMs, settingsOf, toolOf } from './world.ts';

const accessOver = (settings: AccessSettings, ...tools: readonly Tool[]): Access => {
  const byName = new Map(tools.map((tool) => [tool.toolName, tool]));
  return new Access({ settings: () => settings, tools: () => byName });
};

const allows = (settings: AccessSettings, caller: Caller, tool: Tool = toolOf('getText')): boolean =>
  accessOver(settings, tool).viewOf(caller)?.allows(tool.toolName) ?? true;

/** Everything is denied but what this rule allows. */
const only = (rule: Rule): AccessSettings => settingsOf({ only: rule }, { default: 'deny' });

describe('access rules', () => {
  it('agree with a model that tries every rule', () => {
    fc.assert(
      fc.property(anySettings, anyCaller, anyTool, (settings, caller, tool) => {
        expect(allows(settings, caller, tool)).to.equal(modelAllows(settings, caller, tool));
      }),
      { numRuns: 5_000 },
    );
  });

  it('agree with it for many callers, one after the other', () => {
    fc.assert(
      fc.property(
        anySettings,
        fc.array(anyCaller, { minLength: 2, maxLength: 20 }),
        anyTool,
        (settings, callers, tool) => {
          const access = accessOver(settings, tool);
          for (const caller of callers)
            expect(access.viewOf(caller)?.allows(tool.toolName) ?? true).to.equal(modelAllows(settings, caller, tool));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('lower a limit to the lowest of the rules that match', () => {
    fc.assert(
      fc.property(anySettings, anyCaller, anyTool, (settings, caller, tool) => {
        const verdict = accessOver(settings, tool).viewOf(caller)?.verdictOf(tool.toolName);
        fc.pre(verdict?.isAllowed === true);
        if (verdict?.isAllowed !== true) return;
        expect(verdict.limits?.values.cpuMs).to.equal(modelCpuMs(settings, caller, tool));
      }),
      { numRuns: 2_000 },
    );
  });

  it('do not ask anything of a server without rules', () => {
    expect(accessOver(settingsOf({}), toolOf('getText')).viewOf(callerOf('ada'))).to.equal(undefined);
  });

  it('let nobody call anything without rules if the default denies', () => {
    expect(allows(settingsOf({}, { default: 'deny' }), callerOf('ada'))).to.equal(false);
  });

  it('name the rule that decided', () => {
    const settings = settingsOf(
      { all: { clients: ['*'] }, but: { effect: 'deny', tools: ['set*'] } },
      { default: 'deny' },
    );
    const access = accessOver(settings, toolOf('getText'), toolOf('setText'));
    expect(access.viewOf(callerOf('ada'))?.verdictOf('getText')).to.deep.equal({ isAllowed: true, rule: 'all' });
    expect(access.viewOf(callerOf('ada'))?.verdictOf('setText')).to.deep.equal({ isAllowed: false, rule: 'but' });
    expect(access.viewOf(callerOf(undefined))?.verdictOf('getText')).to.deep.equal({ isAllowed: false });
    expect(access.viewOf(callerOf('ada'))?.verdictOf('none')).to.equal(undefined);
  });

  it('take annotations that are left out, or are no truth values, as the protocol says', () => {
    const readers = only({ annotations: ['readOnlyHint', '!destructiveHint'] });
    const said = (annotations: Tool['annotations']) =>
      allows(readers, callerOf('ada'), toolOf('getText', 'p', annotations));
    expect(said({ readOnlyHint: true, destructiveHint: false })).to.equal(true);
    expect(said({ readOnlyHint: true })).to.equal(true);
    expect(said({ readOnlyHint: true, destructiveHint: true })).to.equal(false);
    expect(said({})).to.equal(false);
    expect(said({ readOnlyHint: 'true', destructiveHint: 0 })).to.equal(false);
  });

  it('share what is known of callers whom the same rules match, and forget it when rules or tools change', () => {
    let settings = settingsOf({ ci: { effect: 'deny', clients: ['ci-*'] } });
    let tools = new Map([['getText', toolOf('getText')]]);
    const access = new Access({ settings: () => settings, tools: () => tools });
    expect(access.viewOf(callerOf('ci-1'))).to.equal(access.viewOf(callerOf('ci-2')));
    expect(access.viewOf(callerOf('ci-1'))?.allows('getText')).to.equal(false);
    settings = settingsOf({ ci: { effect: 'deny', clients: ['ci-2'] } });
    expect(access.viewOf(callerOf('ci-1'))?.allows('getText')).to.equal(true);
    expect(access.viewOf(callerOf('ci-2'))?.allows('getText')).to.equal(false);
    tools = new Map([['setText', toolOf('setText')]]);
    expect(access.viewOf(callerOf('ci-1'))?.toolNames).to.deep.equal(['setText']);
  });

  it('find the scopes that would help, and none if a rule denies the call anyhow', () => {
    const access = accessOver(
      settingsOf(
        { write: { scopes: ['write', 'extra'], tools: ['setText'] }, no: { effect: 'deny', clients: ['bob'] } },
        { default: 'deny' },
      ),
      toolOf('setText'),
    );
    const scopesFor = (caller: Caller) => {
      access.viewOf(caller);
      return access.scopesFor(caller, 'setText');
    };
    expect(scopesFor(callerOf('ada'))).to.deep.equal(['write', 'extra']);
    expect(scopesFor(callerOf('ada', { scopes: ['extra'] }))).to.deep.equal(['write']);
    expect(scopesFor(callerOf('bob'))).to.deep.equal([]);
  });
});

describe('a caller who wants more than it may', () => {
  const ESCALATIONS: readonly (readonly [string, Rule, Caller])[] = [
    ['a scope in capitals', { scopes: ['admin'] }, callerOf('eve', { scopes: ['ADMIN', 'Admin'] })],
    ['a scope with a letter that looks alike', { scopes: ['admin'] }, callerOf('eve', { scopes: ['аdmin'] })],
    ['a scope in another normal form', { scopes: ['caf\u00e9'] }, callerOf('eve', { scopes: ['cafe\u0301'] })],
    ['a scope of full-width letters', { scopes: ['admin'] }, callerOf('eve', { scopes: ['ａｄｍｉｎ'] })],
    ['two scopes in one', { scopes: ['read', 'admin'] }, callerOf('eve', { scopes: ['read admin'] })],
    ['a scope that begins with the right one', { scopes: ['admin'] }, callerOf('eve', { scopes: ['admin:x', 'admi'] })],
    ['a scope that is a pattern', { scopes: ['admin'] }, callerOf('eve', { scopes: ['*', 'adm*'] })],
    ['a client that is a pattern', { clients: ['ada'] }, callerOf('*')],
    ['a client that is a pattern of the rule', { clients: ['ada', 'ci-1'] }, callerOf('ci-*')],
    ['a client in capitals', { clients: ['ada'] }, callerOf('ADA')],
    ['a client with a blank behind it', { clients: ['ada'] }, callerOf('ada ')],
    ['a client with a line break behind it', { clients: ['ada'] }, callerOf('ada\n')],
    ['a client before a pattern begins', { clients: ['ci-*'] }, callerOf('xci-1')],
    ['a user named like the client', { clients: ['ada'] }, callerOf(undefined, { user: 'ada', org: 'ada' })],
    ['an organisation named like the client', { orgs: ['acme'] }, callerOf('acme')],
    ['nobody', { clients: ['*'] }, callerOf(undefined)],
    ['nobody, if users match', { users: ['*'] }, callerOf('eve')],
    [
      'a name of every object',
      { clients: ['ada'] },
      callerOf('constructor', { org: '__proto__', scopes: ['toString'] }),
    ],
  ];
  for (const [trick, rule, caller] of ESCALATIONS)
    it(`does not get it as ${trick}`, () => expect(allows(only(rule), caller)).to.equal(false));

  it('gets no tool by a name that looks alike or has another case', () => {
    for (const toolName of ['GetText', 'gettext', 'getText2', 'xgetText'])
      expect(allows(only({ tools: ['getText'] }), callerOf('eve'), toolOf(toolName))).to.equal(false);
  });

  it('gets no tool of another plugin that has taken an allowed name, if the rule names the plugin', () => {
    const rule = only({ plugins: ['text-tools'], tools: ['getText'] });
    expect(allows(rule, callerOf('eve'), toolOf('getText', 'text-tools'))).to.equal(true);
    expect(allows(rule, callerOf('eve'), toolOf('getText', 'evil-tools'))).to.equal(false);
  });

  it('cannot be kept from a denied name by an allowing rule with the same pattern', () => {
    const settings = settingsOf({
      a: { tools: ['*'] },
      b: { effect: 'deny', tools: ['*'] },
      c: { tools: ['getText'] },
    });
    expect(allows(settings, callerOf('eve'))).to.equal(false);
  });

  it('matches long patterns in time that grows with their length', () => {
    const rule = only({ clients: [`${'a*'.repeat(120)}b`] });
    const match = (): unknown => expect(allows(rule, callerOf('a'.repeat(100_000)))).to.equal(false);
    expect(cpuMsOf(match)).to.be.lessThan(2_000);
  });
});
