// Makes the tools of a manifest from the defineTool exports of a packed entry. Runs on the author's machine. The caller decides
// how an entry is evaluated, because it is the author's code.

import { BundleRefused, refused, shown } from '../../catalog/model/refusal.ts';
import type { Refusal } from '../../shared/protocol/program.ts';
import type { ExportedTool } from './read-definitions.ts';

/** A tool as plugin.json lists it, not checked yet. */
export type DefinedTool = { readonly export: string; readonly name: string; readonly [field: string]: unknown };

/** An entry to be evaluated for the tools that its exports define. */
export interface DefiningEntry {
  /** File name, as the author gave it. */
  readonly entryName: string;
  /** One ES module without imports. */
  readonly code: string;
  readonly sourceMap: string;
}

/** Evaluates an entry. Throws BundleRefused if the entry throws or takes too long. */
export type Evaluate = (entry: DefiningEntry) => Promise<readonly ExportedTool[]>;

const toolOf = ({ exportName, definition }: Extract<ExportedTool, { definition: object }>): DefinedTool => {
  const { name = exportName, ...fields } = definition;
  return { ...fields, name: String(name), export: exportName };
};

const schemaRefusal = (
  entryName: string,
  { exportName, fault }: Extract<ExportedTool, { fault: object }>,
): Refusal => ({
  where: `${entryName}: ${shown(exportName)}, ${shown(fault.field)}`,
  reason: `the schema cannot be written as JSON Schema: ${shown(fault.message, 300)}`,
  hint: fault.message.includes('does not write JSON Schema')
    ? 'follow this advice, or write the schema as JSON Schema'
    : 'use types that JSON has, and transform values inside the tool; or write the schema as JSON Schema',
});

const nameRefusals = (entryName: string, tools: readonly DefinedTool[]): readonly Refusal[] =>
  tools.flatMap(({ export: exportName, name }, index) => {
    if (exportName === 'default' && name === 'default') {
      const reason = 'the default export is a tool without a name';
      const hint = 'add "name" to its definition, or export it by its name';
      return [{ where: `${entryName}: default`, reason, hint }];
    }
    const first = tools.findIndex((tool) => tool.name === name);
    if (first === index) return [];
    const reason = `the export "${shown(tools[first]?.export ?? '')}" has the tool name "${shown(name)}" too`;
    return [{ where: `${entryName}: ${shown(exportName)}`, reason, hint: 'give each tool a name of its own' }];
  });

/**
 * The tools that an entry's exports define, in the order of the exports' names. Throws BundleRefused if a schema has no JSON form, if two tools
 * have one name, or if there are no tools.
 */
export const definedTools = (entryName: string, exported: readonly ExportedTool[]): readonly DefinedTool[] => {
  const faults = exported.flatMap((tool) => ('fault' in tool ? [schemaRefusal(entryName, tool)] : []));
  const tools = exported.flatMap((tool) => ('definition' in tool ? [toolOf(tool)] : []));
  const refusals = [...faults, ...nameRefusals(entryName, tools)];
  if (refusals.length > 0) throw new BundleRefused(refusals);
  if (tools.length > 0) return tools;
  const hint = 'make tools with defineTool from "@toolcell/plugin" and export them, or list "tools" in plugin.json';
  throw refused(entryName, 'exports no tool, and plugin.json lists none', hint);
};
