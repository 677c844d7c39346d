// The catalog's step of a call: finds the tool and adds the route, which names the bundle version and the limits. Front process.

import { type Executor, NO_USAGE, type Outcome, type RoutedCall, type ToolCall } from '../../shared/protocol/call.ts';
import type { Failure } from '../../shared/protocol/errors.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { shown } from '../model/refusal.ts';
import { loweredRoute } from '../model/routes.ts';
import { type CallCatalog, type InspectionWaitOptions, inspectionWait } from './inspection-wait.ts';

const SUGGESTED_NAMES = 3;
/** Clients of MCP show a tool to a model as `mcp__SERVER__TOOL`, and models send that back. */
const PREFIX_END = '__';

/** The failure for a name that no tool has. `toolNames`: those of which the caller may know. */
export const unknownTool = (toolName: string, toolNames: readonly string[]): Failure => {
  const bare = toolName.split(PREFIX_END).at(-1) as string;
  const found = toolNames.includes(bare) ? [bare] : nearest(toolName, toolNames, SUGGESTED_NAMES);
  const near = found.map((name) => `"${name}"`);
  const suggestion = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  const detail = `There is no tool "${shown(toolName, 64)}" on this server.${suggestion} GET /mcp/metadata lists every tool.`;
  return { code: 'tool_not_found', detail };
};

const tooLong = (toolName: string, used: number, allowed: number): Failure => {
  const detail = `The arguments of "${toolName}" are ${used} bytes of JSON; it takes at most ${allowed}. Send less, or split the work into several calls.`;
  return { code: 'payload_too_large', detail, limit: 'argumentsBytes', allowed, used };
};

const refused = (failure: Failure): Promise<Outcome> => Promise.resolve({ ok: false, failure, usage: NO_USAGE });

export interface CatalogExecutorOptions {
  readonly catalog: CallCatalog;
  /** Calls that may wait at a time for the inspection of their bundle. */
  readonly maxWaiting: number;
  /** As {@link InspectionWaitOptions.runningMs}. */
  readonly runningMs?: number;
  readonly next: Executor<RoutedCall>;
}

/**
 * Gives each call its route in the current snapshot and passes it on. If the bundle is not inspected yet, the call waits for that first.
 * Fails with: tool_not_found (with the nearest names), payload_too_large (over the tool's `argumentsBytes`), and as `inspectionWait` does.
 */
export const catalogExecutor = ({ catalog, maxWaiting, runningMs, next }: CatalogExecutorOptions): Executor => {
  // Not async: the next step makes the answer, and each promise in between would be made for every call.
  const passOn = (call: ToolCall): Promise<Outcome> => {
    const { toolName, argumentsJson } = call;
    const { snapshot } = catalog;
    const known = snapshot.routes.get(toolName);
    if (!known) return refused(unknownTool(toolName, snapshot.toolNames));
    const route = call.limits === undefined ? known : loweredRoute(known, call.limits);
    call.onRoute?.(route);
    const used = argumentsJson.length;
    const { argumentsBytes } = route.limits;
    if (used > argumentsBytes) return refused(tooLong(toolName, used, argumentsBytes));
    return next.execute({ ...call, route, programs: snapshot.programs });
  };
  const wait = inspectionWait({ catalog, maxWaiting, ...(runningMs !== undefined && { runningMs }), next: passOn });
  return {
    execute(call: ToolCall): Promise<Outcome> {
      const inspected = catalog.whenInspected(call.toolName);
      return inspected ? wait(call, inspected) : passOn(call);
    },
  };
};
