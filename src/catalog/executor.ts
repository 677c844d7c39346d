// The catalog's hop: the tool exists, and the call learns which bundle version answers and under which limits. Front process.

import { type Executor, NO_USAGE, type Outcome, type RoutedCall, type ToolCall } from '../protocol/call.ts';
import { CallError, failureOf } from '../protocol/errors.ts';
import { closest } from './closest.ts';
import { shown } from './refusal.ts';
import type { CatalogSnapshot } from './snapshot.ts';

const SUGGESTED_NAMES = 3;

const unknownTool = (toolName: string, { toolNames }: CatalogSnapshot): CallError => {
  const near = closest(toolName, toolNames, SUGGESTED_NAMES).map((name) => `"${name}"`);
  const suggestion = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  const detail = `There is no tool "${shown(toolName, 64)}" on this server.${suggestion} GET /mcp/metadata lists every tool.`;
  return new CallError('tool_not_found', detail);
};

const tooLong = (toolName: string, used: number, allowed: number): CallError => {
  const detail = `The arguments of "${toolName}" are ${used} bytes of JSON; it takes at most ${allowed}. Send less, or split the work into several calls.`;
  return new CallError('payload_too_large', detail, { more: { limit: 'argumentsBytes', allowed, used } });
};

const route = (call: ToolCall, catalog: CatalogSnapshot): RoutedCall => {
  const found = catalog.find(call.toolName);
  if (!found) throw unknownTool(call.toolName, catalog);
  const used = Buffer.byteLength(call.argumentsText);
  const { argumentsBytes } = found.limits;
  if (used > argumentsBytes) throw tooLong(call.toolName, used, argumentsBytes);
  return { ...call, route: found };
};

/**
 * Gives each call its route in the snapshot of that moment and passes it on.
 * Fails with: tool_not_found (with the nearest names), payload_too_large (over the tool's `argumentsBytes`).
 */
export const catalogExecutor = (options: {
  readonly snapshot: () => CatalogSnapshot;
  readonly next: Executor<RoutedCall>;
}): Executor => ({
  async execute(call: ToolCall): Promise<Outcome> {
    let routed: RoutedCall;
    try {
      routed = route(call, options.snapshot());
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      return { ok: false, failure: failureOf(error), usage: NO_USAGE };
    }
    return options.next.execute(routed);
  },
});
