// The step of calls that scripts make: refuses tools that scripts may not call. It comes after the access rules, so it tells of no tool that the caller
// may not know. Front process, main thread. Decision 0068.

import { matcherOf } from '../../settings/rules/pattern.ts';
import { hasAnnotation, type Tool } from '../../settings/rules/rule.ts';
import { type Executor, NO_USAGE, type Outcome, type ToolCall } from '../../shared/protocol/call.ts';
import type { Failure } from '../../shared/protocol/errors.ts';

const READ_ONLY = 'readOnly';
const ALL = 'all';

/** Tells whether scripts may call a tool. */
export const scriptsMay = (allow: readonly string[]): ((tool: Tool) => boolean) => {
  if (allow.includes(ALL)) {
    const excluding = allow.filter((text) => text.startsWith('!'));
    if (excluding.length === 0) return () => true;
    const isLeft = matcherOf(excluding);
    return ({ toolName }) => isLeft(toolName);
  }
  const names = allow.filter((text) => text !== READ_ONLY);
  const isExcluded = matcherOf(names.filter((text) => text.startsWith('!')).map((text) => text.slice(1)));
  const isNamed = matcherOf(names.filter((text) => !text.startsWith('!')));
  const isReadOnlyEnough = allow.includes(READ_ONLY);
  return (tool) =>
    !isExcluded(tool.toolName) && (isNamed(tool.toolName) || (isReadOnlyEnough && hasAnnotation(tool, 'readOnlyHint')));
};

export interface ScriptsExecutorOptions {
  readonly allow: () => readonly string[];
  readonly tools: () => ReadonlyMap<string, Tool>;
  readonly next: Executor;
}

/** Fails with: forbidden, for a call of a script. */
export const scriptsExecutor = ({ allow, tools, next }: ScriptsExecutorOptions): Executor => {
  let of: readonly string[] | undefined;
  let may = scriptsMay([]);
  return {
    // Not async: other calls cost no promise of its own.
    execute(call: ToolCall): Promise<Outcome> {
      if (call.ofScript === undefined) return next.execute(call);
      const now = allow();
      if (now !== of) [of, may] = [now, scriptsMay(now)];
      const tool = tools().get(call.toolName);
      if (tool === undefined || may(tool)) return next.execute(call);
      return Promise.resolve({ ok: false, failure: scriptMayNot(call.toolName), usage: NO_USAGE });
    },
  };
};

export const scriptMayNot = (toolName: string): Failure => ({
  code: 'forbidden',
  detail: `A script may not call "${toolName}". Call it directly, or ask the operator of this server, whose setting scripts.allow decides.`,
  setting: 'scripts.allow',
});
