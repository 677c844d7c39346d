// Answers about the tools that a caller's scripts may call: those that it may call itself, and that the operator lets scripts call. Front process,
// main thread.

import { type CatalogSnapshot, listedIn, listedTool } from '../catalog/model/snapshot.ts';
import { unknownTool } from '../catalog/serve/executor.ts';
import type { Access, Tools } from '../front/gates/access/access.ts';
import type { Selections } from '../front/gates/access/selection.ts';
import { scriptMayNot, scriptsMay } from '../front/gates/scripts.ts';
import type { FindTools } from '../front/http/discovery.ts';
import type { ToolQuestions } from '../front/scripts/run-script.ts';
import type { Config } from '../settings/config.ts';
import { CallError, type Failure } from '../shared/protocol/errors.ts';

export interface QuestionsParts {
  readonly access: Access;
  readonly selections: Selections;
  readonly tools: () => Tools;
  readonly snapshot: () => CatalogSnapshot;
  readonly configNow: () => Config;
  readonly find: FindTools;
}

export interface HostQuestions extends ToolQuestions {
  /** Names of all tools that scripts may call, whoever sends them. */
  readonly callable: () => readonly string[];
}

export const questionsOver = (parts: QuestionsParts): HostQuestions => {
  const { access, selections, tools, snapshot, configNow, find } = parts;
  const mayNow = (): ((toolName: string) => boolean) => {
    const may = scriptsMay(configNow().scripts.allow);
    const all = tools();
    return (toolName) => {
      const tool = all.get(toolName);
      return tool !== undefined && may(tool);
    };
  };
  return {
    callable: () => [...tools().keys()].filter(mayNow()),
    find: (caller, search) => find(caller, { ...search, allows: mayNow() }),
    describe(caller, toolName, selection) {
      const view = access.viewOf(caller);
      const names = selection && (selections.namesFor(selection, view) ?? new Set<string>());
      const sees = (name: string): boolean => view?.allows(name) !== false && names?.has(name) !== false;
      const plugins = listedIn(snapshot().loaded, configNow()).map(({ manifest }) => manifest);
      const found = plugins.flatMap((plugin) => plugin.tools.map((tool) => ({ plugin, tool })));
      const seen = found.filter(({ tool }) => sees(tool.name));
      const one = seen.find(({ tool }) => tool.name === toolName);
      if (one === undefined)
        throw errorOf(
          unknownTool(
            toolName,
            seen.map(({ tool }) => tool.name),
          ),
        );
      if (!mayNow()(toolName)) throw errorOf(scriptMayNot(toolName));
      return { ...listedTool(one.tool), pluginName: one.plugin.name };
    },
  };
};

const errorOf = ({ code, detail, ...more }: Failure): CallError => new CallError(code, detail, { more });
