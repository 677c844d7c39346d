// The access rules' step of a call: refuses what the caller may not call, and lowers limits. Front process, main thread.

import type { LoweredLimits, Verdict } from '../../../settings/rules/verdict.ts';
import { type Executor, NO_USAGE, type Outcome, type ToolCall } from '../../../shared/protocol/call.ts';
import { type Caller, NOBODY } from '../../../shared/protocol/caller.ts';
import type { Failure } from '../../../shared/protocol/errors.ts';
import type { Access, View } from './access.ts';
import type { Selections } from './selection.ts';

export interface AccessExecutorOptions {
  readonly access: Access;
  readonly selections: Selections;
  /** The failure for a name that no tool has, of which only these tools exist for the caller. */
  readonly unknownTool: (toolName: string, toolNames: readonly string[]) => Failure;
  readonly next: Executor;
}

/**
 * Passes on what the caller may call. Fails with: tool_not_found, also for a tool that the caller may not know of; forbidden, with the scopes
 * that are missing, if `access.unlisted` lets it know.
 */
export const accessExecutor = ({ access, selections, unknownTool, next }: AccessExecutorOptions): Executor => ({
  // Not async: most calls are passed on as they are, without a promise of their own.
  execute(call: ToolCall): Promise<Outcome> {
    const { caller = NOBODY, toolName, selection } = call;
    const view = access.viewOf(caller);
    if (selection !== undefined) {
      const names = selections.namesIn(selection);
      if (!names?.has(toolName)) {
        const others = [...(names ?? [])].filter((name) => view?.allows(name) !== false);
        return refused(unknownTool(toolName, others));
      }
    }
    if (view === undefined) return next.execute(call);
    const verdict = view.verdictOf(toolName);
    if (!verdict?.isAllowed) return refused(refusalOf(access, view, caller, toolName, verdict, unknownTool));
    const { limits } = verdict;
    if (limits === undefined) return next.execute(call);
    return next.execute({ ...call, limits }).then((outcome) => withRule(outcome, limits));
  },
});

const refused = (failure: Failure): Promise<Outcome> => Promise.resolve({ ok: false, failure, usage: NO_USAGE });

/** A tool that does not exist and one that the caller may not know of take the same way, so that neither answer nor time tells them apart. */
const refusalOf = (
  access: Access,
  view: View,
  caller: Caller,
  toolName: string,
  verdict: Verdict | undefined,
  unknownTool: AccessExecutorOptions['unknownTool'],
): Failure => {
  const deniedBy = verdict && settingOf(verdict);
  if (verdict === undefined || !access.tellsOfTools)
    return { ...unknownTool(toolName, view.toolNames), ...(deniedBy !== undefined && { deniedBy }) };
  const scopes = access.scopesFor(caller, toolName);
  const how =
    scopes.length === 0
      ? 'GET /mcp/metadata lists the tools that you may call; the operator of this server decides.'
      : `It needs the scope ${scopes.map((scope) => `"${scope}"`).join(' and ')}.`;
  return {
    code: 'forbidden',
    detail: `You may not call "${toolName}". ${how}`,
    ...(scopes.length > 0 && { challenge: challengeFor([...caller.scopes, ...scopes]) }),
    ...(deniedBy !== undefined && { deniedBy }),
  };
};

/**
 * Names all scopes that the next token needs: a client that asks for exactly these must not lose what it has. Scopes have no quotes and no
 * backslashes.
 */
const challengeFor = (scopes: readonly string[]): string =>
  `Bearer realm="toolcell", error="insufficient_scope", scope="${scopes.join(' ')}"`;

const settingOf = ({ rule }: Verdict): string => (rule === undefined ? 'access.default' : `access.rules.${rule}`);

/** Names the rule if one of its limits was passed. */
const withRule = (outcome: Outcome, { values, rules }: LoweredLimits): Outcome => {
  if (outcome.ok) return outcome;
  const { limit, allowed } = outcome.failure;
  if (limit === undefined || !Object.hasOwn(rules, limit)) return outcome;
  if (allowed !== undefined && allowed !== values[limit as keyof typeof values]) return outcome;
  return { ...outcome, failure: { ...outcome.failure, setting: `access.rules.${rules[limit]}.limits.${limit}` } };
};
