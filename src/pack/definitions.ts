// The tools that a packed entry defines with defineTool, made of what its exports say of themselves. Runs on the author's machine; whoever
// packs says how an entry is evaluated, since that is the author's code.

import { BundleRefused, refused, shown } from '../catalog/model/refusal.ts';
import type { Refusal } from '../protocol/program.ts';
import type { ToldTool } from './tell-definitions.ts';

/** A tool as plugin.json lists it, not checked yet. */
export type DefinedTool = { readonly export: string; readonly name: string; readonly [field: string]: unknown };

/** An entry that is to be evaluated for what its exports say. */
export interface DefiningEntry {
  /** As the author named it. */
  readonly entryName: string;
  /** One ES module that needs no other. */
  readonly code: string;
  readonly sourceMap: string;
}

/** Evaluates an entry. Throws BundleRefused where it throws, or takes too long. */
export type Evaluate = (entry: DefiningEntry) => Promise<readonly ToldTool[]>;

const toolOf = ({ exportName, definition }: Extract<ToldTool, { definition: object }>): DefinedTool => {
  const { name = exportName, ...fields } = definition;
  return { ...fields, name: String(name), export: exportName };
};

const schemaRefusal = (entryName: string, { exportName, fault }: Extract<ToldTool, { fault: object }>): Refusal => ({
  where: `${entryName}: ${shown(exportName)}, ${shown(fault.field)}`,
  reason: `the schema has no JSON Schema: ${shown(fault.message, 300)}`,
  hint: fault.message.includes('does not write JSON Schema')
    ? 'make it write JSON Schema as told, or write that schema as JSON Schema'
    : 'use types that JSON has, and do transforms inside the tool; or write that schema as JSON Schema',
});

const nameRefusals = (entryName: string, tools: readonly DefinedTool[]): readonly Refusal[] =>
  tools.flatMap(({ export: exportName, name }, index) => {
    if (exportName === 'default' && name === 'default') {
      const reason = 'the default export is a tool without a name';
      return [
        { where: `${entryName}: default`, reason, hint: 'add "name" to its definition, or export it by its name' },
      ];
    }
    const first = tools.findIndex((tool) => tool.name === name);
    if (first === index) return [];
    const reason = `the tool name "${shown(name)}" is that of the export "${shown(tools[first]?.export ?? '')}" too`;
    return [{ where: `${entryName}: ${shown(exportName)}`, reason, hint: 'give each tool a name of its own' }];
  });

/**
 * The tools that an entry's exports define, in the order of the exports' names. Throws BundleRefused where one has a schema that is none in JSON, two
 * have one name, or there is none.
 */
export const definedTools = (entryName: string, told: readonly ToldTool[]): readonly DefinedTool[] => {
  const faults = told.flatMap((tool) => ('fault' in tool ? [schemaRefusal(entryName, tool)] : []));
  const tools = told.flatMap((tool) => ('definition' in tool ? [toolOf(tool)] : []));
  const refusals = [...faults, ...nameRefusals(entryName, tools)];
  if (refusals.length > 0) throw new BundleRefused(refusals);
  if (tools.length > 0) return tools;
  const hint = 'make tools with defineTool from "@toolcell/plugin" and export them, or list "tools" in plugin.json';
  throw refused(entryName, 'exports no tool, and plugin.json lists none', hint);
};
