// Callers, tools and rules for tests of access, and a model of the rules that walks all of them.

import fc from 'fast-check';
import type { AccessSettings, Rule, Tool } from '../../../../src/settings/rules/rule.ts';
import type { Caller } from '../../../../src/shared/protocol/caller.ts';

/** A caller with a key of this client. */
export const callerOf = (client: string | undefined, more: Partial<Caller> = {}): Caller => ({
  name: client === undefined ? 'anonymous' : `client:${client}`,
  ...(client !== undefined && { client }),
  scopes: [],
  ...more,
});

export const toolOf = (toolName: string, pluginName = 'text-tools', annotations: Tool['annotations'] = {}): Tool => ({
  toolName,
  pluginName,
  annotations,
});

export const settingsOf = (
  rules: Readonly<Record<string, Rule>>,
  more: Partial<Omit<AccessSettings, 'rules'>> = {},
): AccessSettings => ({ rules, default: 'allow', unlisted: 'hidden', ...more });

const fits = (pattern: string, name: string): boolean =>
  new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`, 's').test(name);

const fitsOne = (patterns: readonly string[] | undefined, name: string | undefined): boolean =>
  patterns === undefined || (name !== undefined && patterns.some((pattern) => fits(pattern, name)));

const says = ({ annotations }: Tool, wanted: string): boolean => {
  const name = wanted.replace('!', '');
  const assumed: Record<string, boolean> = { destructiveHint: annotations.readOnlyHint !== true, openWorldHint: true };
  const value = annotations[name];
  return (typeof value === 'boolean' ? value : assumed[name] === true) === !wanted.startsWith('!');
};

const matches = (rule: Rule, caller: Caller, tool: Tool): boolean =>
  fitsOne(rule.clients, caller.client) &&
  fitsOne(rule.orgs, caller.org) &&
  fitsOne(rule.users, caller.user) &&
  (rule.scopes ?? []).every((scope) => caller.scopes.includes(scope)) &&
  fitsOne(rule.plugins, tool.pluginName) &&
  fitsOne(rule.tools, tool.toolName) &&
  (rule.annotations ?? []).every((wanted) => says(tool, wanted));

/** The model: true if the rules allow the call. */
export const modelAllows = (settings: AccessSettings, caller: Caller, tool: Tool): boolean => {
  const matching = Object.values(settings.rules).filter((rule) => matches(rule, caller, tool));
  if (matching.some(({ effect }) => effect === 'deny')) return false;
  return matching.length > 0 || settings.default === 'allow';
};

/** The model: the lowest `cpuMs` of the rules that match. */
export const modelCpuMs = (settings: AccessSettings, caller: Caller, tool: Tool): number | undefined => {
  const found = Object.values(settings.rules)
    .filter((rule) => matches(rule, caller, tool))
    .flatMap(({ limits }) => limits?.cpuMs ?? []);
  return found.length === 0 ? undefined : Math.min(...found);
};

const NAMES = ['ada', 'bob', 'ci-1', 'ci-2', 'ci-build', 'Ada', '__proto__', 'constructor', 'a*b'];
const PATTERNS = [...NAMES, '*', 'ci-*', '*-1', 'c*-*d', 'a*', '**', 'A*'];
const SCOPES = ['read', 'READ', 'write', 'tools:call', 'read write', 'toString'];
const TOOLS = ['getText', 'setText', 'gettext', 'constructor', 'a-b_c'];
const PLUGINS = ['text-tools', 'text', 'hash-tools'];

const listOf = (values: readonly string[], most = 3) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: most });

const rule: fc.Arbitrary<Rule> = fc.record(
  {
    effect: fc.constantFrom('allow', 'deny'),
    clients: listOf(PATTERNS),
    orgs: listOf(PATTERNS),
    users: listOf(PATTERNS),
    scopes: listOf(SCOPES, 2),
    plugins: listOf([...PLUGINS, 'text*', '*-tools']),
    tools: listOf([...TOOLS, 'get*', '*Text', '*']),
    annotations: listOf(['readOnlyHint', '!readOnlyHint', 'destructiveHint', '!destructiveHint', 'openWorldHint'], 2),
    limits: fc.record({ cpuMs: fc.integer({ min: 10, max: 50 }) }),
  },
  { requiredKeys: [] },
);

export const anySettings: fc.Arbitrary<AccessSettings> = fc.record({
  rules: fc
    .array(rule, { maxLength: 12 })
    .map((rules) => Object.fromEntries(rules.map((each, at) => [`r${at}`, each]))),
  default: fc.constantFrom('allow', 'deny'),
  unlisted: fc.constantFrom('hidden', 'forbidden'),
});

const name = fc.option(fc.constantFrom(...NAMES), { nil: undefined });

export const anyCaller: fc.Arbitrary<Caller> = fc
  .record({ client: name, org: name, user: name, scopes: listOf(SCOPES) })
  .map(({ client, org, user, scopes }) =>
    callerOf(client, { ...(org !== undefined && { org }), ...(user !== undefined && { user }), scopes }),
  );

const annotation = fc.constantFrom(true, false, 'yes', undefined);

export const anyTool: fc.Arbitrary<Tool> = fc.record({
  toolName: fc.constantFrom(...TOOLS),
  pluginName: fc.constantFrom(...PLUGINS),
  annotations: fc
    .record({ readOnlyHint: annotation, destructiveHint: annotation })
    .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))),
});
