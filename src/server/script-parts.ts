// What runs scripts for a host: who may send one, who compiles it, and how quotas count it. Front process, main thread.

import type { Definitions } from '../catalog/search/definitions.ts';
import type { FormedLists } from '../catalog/search/formed-lists.ts';
import { ScriptApis } from '../catalog/search/script-apis.ts';
import { SCRIPT_USE } from '../catalog/typing/script-api.ts';
import { ScriptAccess, type ScriptAccessParts } from '../front/gates/access/script-access.ts';
import { type Counts, type Quotas, throttledExecutor } from '../front/gates/throttle/executor.ts';
import { scriptDefinition } from '../front/mcp/script-tool.ts';
import type { ListedTools, OwnTool } from '../front/mcp/tool-list.ts';
import type { ScriptParts } from '../front/scripts/run-script.ts';
import type { Config } from '../settings/config.ts';
import { SCRIPT_TOOL_NAME, SCRIPTS_PLUGIN, scriptTool, type Tool } from '../settings/rules/rule.ts';
import type { SidePool } from '../shared/lifetime/side-pool.ts';
import type { Executor, RoutedCall } from '../shared/protocol/call.ts';
import { SCRIPT_API_TOKENS } from '../shared/protocol/discovery.ts';
import { CallError } from '../shared/protocol/errors.ts';
import { FIXED_LIMITS } from '../shared/protocol/limits.ts';
import { Scripts } from './scripts/scripts.ts';
import type { HostQuestions } from './tool-questions.ts';

const PLAIN_FORM = { isStrict: false, isExplained: false, hasTokens: false };

export interface ScriptHostParts extends Omit<ScriptAccessParts, 'scriptTool'> {
  readonly side: SidePool;
  readonly dispatcher: Executor<RoutedCall>;
  readonly counts: Counts;
  readonly configNow: () => Config;
  readonly questions: HostQuestions;
  readonly definitions: Definitions;
  readonly lists: FormedLists;
}

/** Each script is counted by the quotas as a call of its caller, besides the calls that it makes. */
export const scriptsOver = (parts: ScriptHostParts): ScriptParts => {
  const { side, dispatcher, counts, configNow, questions, definitions, lists } = parts;
  const apis = new ScriptApis(definitions);
  const keyNow = (): string => JSON.stringify(configNow().scripts.allow);
  const api: ScriptParts['api'] = (listed, maxTokens) =>
    apis.of(listed, keyNow(), { names: questions.callable(), maxTokens });
  const scripts = new Scripts(side);
  const ruled = (): Tool => scriptTool(configNow().scripts.allow);
  const gate = new ScriptAccess({ ...parts, scriptTool: ruled });
  const routeOf = () => ({ pluginName: SCRIPTS_PLUGIN, limits: { ...FIXED_LIMITS, ...configNow().limits } });
  const quotas = (): Quotas => configNow().throttling.quotas;
  return {
    admit: (caller, selection) => gate.admit(caller, selection),
    isNameTaken: (caller, selection) => gate.isNameTaken(SCRIPT_TOOL_NAME, caller, selection),
    tool: (caller) => (gate.allows(caller) ? toolOf(ruled(), keyNow(), api) : undefined),
    api,
    formedTool: (description, format) => {
      const tool = scriptDefinition(description, { isReadOnly: ruled().annotations.readOnlyHint === true });
      return lists.textOf(JSON.stringify({ tools: [tool] }), { ...PLAIN_FORM, format });
    },
    questions,
    compile: (code) => scripts.compile(code),
    // The step passes on the object that it gets.
    executor: throttledExecutor({ quotas, counts, routeOf, next: dispatcher as Executor }),
    config: configNow,
  };
};

const toolOf = ({ annotations }: Tool, key: string, api: ScriptParts['api']): OwnTool => {
  const isReadOnly = annotations.readOnlyHint === true;
  return {
    key,
    definition: async (listed) => JSON.stringify(scriptDefinition(await describedBy(api, listed), { isReadOnly })),
  };
};

/** A list of tools must not depend on what the thread makes of their schemas. */
const describedBy = async (api: ScriptParts['api'], listed: ListedTools): Promise<string> => {
  try {
    return await api(listed, SCRIPT_API_TOKENS.standard);
  } catch (error) {
    if (error instanceof CallError) throw error;
    return SCRIPT_USE;
  }
};
