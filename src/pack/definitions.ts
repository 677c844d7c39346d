// The tools that a packed entry defines with defineTool, read by evaluating it once in a process of its own.
// Runs on the author's machine.

import { spawn } from 'node:child_process';
import { SourceMap } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BundleRefused, refused, shown } from '../catalog/refusal.ts';
import { OWN_SESSION, ownChild } from '../lifetime/belongings.ts';
import type { Refusal } from '../protocol/program.ts';
import type { BundledEntry } from './bundle-entry.ts';
import type { DefinitionsReport, ToldTool } from './definitions-report.ts';

/** A tool as plugin.json lists it, not checked yet. */
export type DefinedTool = { readonly export: string; readonly name: string; readonly [field: string]: unknown };

const PROCESS_FILE = fileURLToPath(new URL('./definitions-process.ts', import.meta.url));
const OWN_FOLDER = fileURLToPath(new URL('./', import.meta.url));

/** How long a module may take to be evaluated here; a server asks for far less. */
const EVALUATE_MS = 10_000;
const HEAP_MB = 256;

const FLAGS = [
  '--permission',
  `--allow-fs-read=${OWN_FOLDER}`,
  '--experimental-vm-modules',
  '--no-warnings',
  `--max-old-space-size=${HEAP_MB}`,
];

/** What the process writes; undefined where it was stopped or died. */
const runProcess = async (code: string, evaluateMs: number): Promise<string | undefined> => {
  const child = ownChild(
    spawn(process.execPath, [...FLAGS, PROCESS_FILE], {
      ...OWN_SESSION,
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: evaluateMs,
      killSignal: 'SIGKILL',
    }),
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(code);
  const [written, exitCode] = await Promise.all([buffer(child.stdout), ended]);
  return exitCode === 0 ? written.toString() : undefined;
};

const readReport = (text: string | undefined): DefinitionsReport | undefined => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as DefinitionsReport);
  } catch {
    return undefined;
  }
};

/** Where in the author's sources an error was thrown, as `src/index.ts:3:9`; undefined where that cannot be told. */
const originOf = (stack: string, sourceMap: string): string | undefined => {
  const map = new SourceMap(JSON.parse(sourceMap));
  for (const [, line, column] of stack.matchAll(/\bindex\.js:(\d+):(\d+)/g)) {
    const origin = map.findOrigin(Number(line), Number(column));
    if ('fileName' in origin && origin.fileName)
      return `${origin.fileName}:${origin.lineNumber}:${origin.columnNumber}`;
  }
  return undefined;
};

const toolOf = ({ exportName, definition }: Extract<ToldTool, { definition: object }>): DefinedTool => {
  const { name = exportName, ...fields } = definition;
  return { ...fields, name: String(name), export: exportName };
};

const schemaRefusal = (entryName: string, { exportName, fault }: Extract<ToldTool, { fault: object }>): Refusal => ({
  where: `${entryName}: ${exportName}, ${fault.field}`,
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
    const reason = `the tool name "${shown(name)}" is that of the export "${tools[first]?.export}" too`;
    return [{ where: `${entryName}: ${exportName}`, reason, hint: 'give each tool a name of its own' }];
  });

/**
 * The tools that a module's exports define, in the order of their exports' names. Throws BundleRefused where it throws while it is
 * evaluated, takes more than `evaluateMs` or 256 MB, has a schema that is none in JSON, or gives two tools one name.
 */
export const readDefinitions = async (
  entryName: string,
  { code, sourceMap }: BundledEntry,
  evaluateMs = EVALUATE_MS,
): Promise<readonly DefinedTool[]> => {
  const report = readReport(await runProcess(code, evaluateMs));
  if (!report) {
    const reason = `the module did not finish loading within ${evaluateMs / 1000} s and ${HEAP_MB} MB`;
    throw refused(entryName, reason, 'do the work inside the tools, not while the module loads');
  }
  if (!report.ok) {
    const where = originOf(report.stack, sourceMap) ?? entryName;
    const hint =
      'a tool has ECMAScript and the common web APIs (timers, URL, fetch, crypto, streams), and nothing of Node or a page; see docs/writing-plugins.md';
    throw refused(where, `the module throws while it loads: ${shown(report.message, 300)}`, hint);
  }
  const faults = report.tools.flatMap((tool) => ('fault' in tool ? [schemaRefusal(entryName, tool)] : []));
  const tools = report.tools.flatMap((tool) => ('definition' in tool ? [toolOf(tool)] : []));
  const refusals = [...faults, ...nameRefusals(entryName, tools)];
  if (refusals.length > 0) throw new BundleRefused(refusals);
  if (tools.length > 0) return tools;
  const hint = 'make tools with defineTool from "@toolcell/plugin" and export them, or list "tools" in plugin.json';
  throw refused(entryName, 'exports no tool, and plugin.json lists none', hint);
};
