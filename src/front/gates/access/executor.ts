// The access rules' step of a call: refuses what the caller may not call, and lowers limits. Front process, main thread.

import type { LoweredLimits, Verdict } from '../../../settings/rules/verdict.ts';
import { type Executor, NO_USAGE, type Outcome, type ToolCall } from '../../../shared/protocol/call.ts';
import { type Caller, NOBODY } from '../../../shared/protocol/caller.ts';
import type { Failure } from '../../../shared/protocol/errors.ts';
import type { Access } from './access.ts';
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
    const names = selection && (selections.namesFor(selection, view) ?? NO_NAMES);
    const isSelected = names?.has(toolName) !== false;
    if (view === undefined && isSelected) return next.execute(call);
    const verdict = view?.verdictOf(toolName);
    if (!isSelected || !verdict?.isAllowed) {
      const others =
        view === undefined ? [...(names ?? [])] : view.toolNames.filter((name) => names?.has(name) !== false);
      const unknown = unknownTool(toolName, others);
      const isTold = isSelected && access.tellsOfTools;
      return refused(refusalOf({ access, caller, toolName, verdict, unknown, isTold }));
    }
    const { limits } = verdict;
    if (limits === undefined) return next.execute(call);
    return next.execute({ ...call, limits }).then((outcome) => withRule(outcome, limits));
  },
});

const refused = (failure: Failure): Promise<Outcome> => Promise.resolve({ ok: false, failure, usage: NO_USAGE });

interface Refused {
  readonly access: Access;
  readonly caller: Caller;
  readonly toolName: string;
  /** Undefined if no tool has the name, or everyone may call everything. */
  readonly verdict: Verdict | undefined;
  /** The answer for a name that no tool has: its suggestions are what the caller sees under the address. */
  readonly unknown: Failure;
  /** The caller may know that the tool is there. */
  readonly isTold: boolean;
}

/**
 * A tool that does not exist, one that the caller may not know of, and one outside the selection take the same way, so that neither answer nor time
 * tells them apart.
 */
const refusalOf = ({ access, caller, toolName, verdict, unknown, isTold }: Refused): Failure => {
  const deniedBy = verdict?.isAllowed === false ? settingOf(verdict) : undefined;
  if (deniedBy === undefined || !isTold) return { ...unknown, ...(deniedBy !== undefined && { deniedBy }) };
  const scopes = access.scopesFor(caller, toolName);
  const how =
    scopes.length === 0
      ? 'GET /mcp/metadata lists the tools that you may call; the operator of this server decides.'
      : `It needs the scope ${scopes.map((scope) => `"${scope}"`).join(' and ')}.`;
  return {
    code: 'forbidden',
    detail: `You may not call "${toolName}". ${how}`,
    ...(scopes.length > 0 && { challenge: challengeFor([...caller.scopes, ...scopes]) }),
    deniedBy,
  };
};

const NO_NAMES: ReadonlySet<string> = new Set();

/**
 * Names all scopes that the next token needs: a client that asks for exactly these must not lose what it has. Scopes have no quotes and no
 * backslashes.
 */
export const challengeFor = (scopes: readonly string[]): string =>
  `Bearer realm="toolcell", error="insufficient_scope", scope="${scopes.join(' ')}"`;

export const settingOf = ({ rule }: Verdict): string =>
  rule === undefined ? 'access.default' : `access.rules.${rule}`;

/** Names the rule if one of its limits was passed. */
const withRule = (outcome: Outcome, { values, rules }: LoweredLimits): Outcome => {
  if (outcome.ok) return outcome;
  const { limit, allowed } = outcome.failure;
  if (limit === undefined || !Object.hasOwn(rules, limit)) return outcome;
  if (allowed !== undefined && allowed !== values[limit as keyof typeof values]) return outcome;
  return { ...outcome, failure: { ...outcome.failure, setting: `access.rules.${rules[limit]}.limits.${limit}` } };
};
