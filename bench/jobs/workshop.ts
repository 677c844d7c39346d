// Makes the folder from which all peers load their tools. Each tool is bundled once, so that every peer runs the same text:
//
//   <tool>.mjs          an ES module that exports the tool
//   <tool>.js           the same as a script that leaves callTool(argumentsText) → resultText on the global object
//   <tool>.worker.mjs   the script, answering one message: for a Deno worker
//   <tool>.stdin.mjs    the script, answering its standard input: for a Deno process
//   <tool>.body.json    the request body of a call
//   plugins/<tool>/     a Toolcell bundle of that one tool
//   tools.json          the names of the tools

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Manifest, ManifestCapabilities, ManifestTool } from '../../packages/plugin/src/manifest.ts';
import { bodyOf, type Job } from './jobs.ts';

export const PROJECT_FOLDER = join(import.meta.dirname, '../..');

/** Path of a setting of Toolcell → value. */
export type ToolcellSettings = Readonly<Record<string, unknown>>;

export interface Workshop {
  readonly folder: string;
  readonly pluginsFolder: string;
  /** Settings for every Toolcell of this run, such as `pool.runners` → 4. */
  readonly toolcellSettings: ToolcellSettings;
  remove(): void;
}

/** Bundles the tools of the jobs into a new temporary folder. */
export const openWorkshop = async (
  jobs: readonly Job[],
  toolcellSettings: ToolcellSettings = {},
): Promise<Workshop> => {
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-bench-'));
  const pluginsFolder = join(folder, 'plugins');
  for (const job of jobs) await addTool(job, folder, pluginsFolder);
  writeFileSync(join(folder, 'tools.json'), JSON.stringify(jobs.map(({ toolName }) => toolName)));
  return { folder, pluginsFolder, toolcellSettings, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Path of a job's request body in a workshop. */
export const bodyFile = (folder: string, { toolName }: Pick<Job, 'toolName'>): string =>
  join(folder, `${toolName}.body.json`);

const addTool = async (job: Job, folder: string, pluginsFolder: string): Promise<void> => {
  const { toolName } = job;
  const tool = toolOf(job);
  const exportName = tool.export ?? toolName;
  const path = (ending: string): string => join(folder, `${toolName}.${ending}`);
  const moduleText = await bundle(job, exportName, 'esm');
  writeFileSync(path('mjs'), moduleText);
  const script = `${await bundle(job, exportName, 'iife')}
globalThis.callTool = (text) => JSON.stringify(tool.${exportName}(JSON.parse(text)));
`;
  writeFileSync(path('js'), script);
  writeFileSync(path('worker.mjs'), script + ANSWER_MESSAGE);
  writeFileSync(path('stdin.mjs'), script + ANSWER_STDIN);
  writeFileSync(bodyFile(folder, job), bodyOf(job));
  writeBundle(join(pluginsFolder, toolName.toLowerCase()), { ...tool, export: exportName }, moduleText);
};

/** Writes a Toolcell bundle of one tool. */
export const writeBundle = (
  folder: string,
  tool: ManifestTool,
  moduleText: string,
  capabilities?: ManifestCapabilities,
): void => {
  const manifest: Manifest = {
    name: tool.name.toLowerCase(),
    version: '1.0.0',
    license: 'MIT',
    tools: [tool],
    ...(capabilities && { capabilities }),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(manifest, undefined, 2));
  writeFileSync(join(folder, 'index.js'), moduleText);
};

/** The tool's entry in the manifest of a job's plugin. Throws if there is none. */
export const toolOf = ({ plugin, toolName }: Job): ManifestTool => {
  const manifest = JSON.parse(readFileSync(join(PROJECT_FOLDER, plugin, 'plugin.json'), 'utf8')) as Manifest;
  const tool = manifest.tools.find(({ name }) => name === toolName);
  if (!tool) throw new Error(`${plugin} has no tool ${toolName}.`);
  return tool;
};

const bundle = async (job: Job, exportName: string, format: 'esm' | 'iife'): Promise<string> => {
  const source = JSON.stringify(join(PROJECT_FOLDER, job.plugin, 'index.js'));
  const built = await build({
    stdin: { contents: `export { ${exportName} } from ${source};`, resolveDir: PROJECT_FOLDER },
    bundle: true,
    format,
    globalName: 'tool',
    platform: 'neutral',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
  });
  return built.outputFiles[0]?.text ?? '';
};

const ANSWER_MESSAGE = 'self.onmessage = ({ data }) => self.postMessage(globalThis.callTool(data));\n';

const ANSWER_STDIN = `const input = await new Response(Deno.stdin.readable).text();
await new Response(globalThis.callTool(input)).body.pipeTo(Deno.stdout.writable);
`;
