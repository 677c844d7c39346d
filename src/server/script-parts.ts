// What runs scripts for a host: who may send one, who compiles it, and how quotas count it. Front process, main thread.

import { ScriptAccess, type ScriptAccessParts } from '../front/gates/access/script-access.ts';
import { type Counts, type Quotas, throttledExecutor } from '../front/gates/throttle/executor.ts';
import { SCRIPT_USE, scriptDefinition } from '../front/mcp/script-tool.ts';
import type { OwnTool } from '../front/mcp/tool-list.ts';
import type { ScriptParts } from '../front/scripts/run-script.ts';
import type { Config } from '../settings/config.ts';
import { SCRIPT_TOOL_NAME, SCRIPTS_PLUGIN, scriptTool, type Tool } from '../settings/rules/rule.ts';
import type { SidePool } from '../shared/lifetime/side-pool.ts';
import type { Executor, RoutedCall } from '../shared/protocol/call.ts';
import { FIXED_LIMITS } from '../shared/protocol/limits.ts';
import { Scripts } from './scripts/scripts.ts';

export interface ScriptHostParts extends Omit<ScriptAccessParts, 'scriptTool'> {
  readonly side: SidePool;
  readonly dispatcher: Executor<RoutedCall>;
  readonly counts: Counts;
  readonly configNow: () => Config;
  readonly questions: ScriptParts['questions'];
}

/** Each script is counted by the quotas as a call of its caller, besides the calls that it makes. */
export const scriptsOver = (parts: ScriptHostParts): ScriptParts => {
  const { side, dispatcher, counts, configNow, questions } = parts;
  const scripts = new Scripts(side);
  const ruled = (): Tool => scriptTool(configNow().scripts.allow);
  const gate = new ScriptAccess({ ...parts, scriptTool: ruled });
  const routeOf = () => ({ pluginName: SCRIPTS_PLUGIN, limits: { ...FIXED_LIMITS, ...configNow().limits } });
  const quotas = (): Quotas => configNow().throttling.quotas;
  return {
    admit: (caller, selection) => gate.admit(caller, selection),
    isNameTaken: (caller, selection) => gate.isNameTaken(SCRIPT_TOOL_NAME, caller, selection),
    tool: (caller) => (gate.allows(caller) ? toolOf(ruled()) : undefined),
    questions,
    compile: (code) => scripts.compile(code),
    // The step passes on the object that it gets.
    executor: throttledExecutor({ quotas, counts, routeOf, next: dispatcher as Executor }),
    config: configNow,
  };
};

const toolOf = ({ annotations }: Tool): OwnTool => {
  const isReadOnly = annotations.readOnlyHint === true;
  return {
    key: JSON.stringify([isReadOnly]),
    definition: async () => JSON.stringify(scriptDefinition(SCRIPT_USE, { isReadOnly })),
  };
};
