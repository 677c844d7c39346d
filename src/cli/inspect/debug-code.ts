// Makes the module that is debugged: the packed entry as a factory that pauses before anything of it runs, with one map to the author's files in its last line.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { EXPORTS, loaderOf, openedFactoryOf } from '../../catalog/compile/entry-module.ts';
import { COMMON_ARGUMENTS, runEsbuild } from '../../catalog/compile/esbuild.ts';
import { MAP_COMMENT } from './inspector-lines.ts';

const COMPILE_MS = 30_000;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

interface MapText {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** The author's file as VS Code knows it, or a name that no file has. */
const sourceUrl = (folder: string, name: string): string => {
  const path = join(folder, name);
  return existsSync(path) ? pathToFileURL(path).href : `toolcell:///${name}`;
};

export interface DebugCode {
  readonly factoryCode: string;
  /** From the factory to the author's files, by their names in the folder, as JSON text. */
  readonly mapText: string;
}

/** Throws if the compiler fails, which it did not when the bundle was loaded. */
export const debugCode = async (bundle: Bundle, folder: string): Promise<DebugCode> => {
  const { entryName, entrySource, sourceMap } = bundle;
  const options = [`--loader=${loaderOf(bundle)}`, '--format=iife', `--global-name=${EXPORTS}`];
  const args = [...options, `--sourcefile=${entryName}`, '--sourcemap=inline', ...COMMON_ARGUMENTS];
  // The compiler follows a map in its input, so its own map leads to the author's files.
  const input = sourceMap === undefined ? entrySource : `${entrySource}\n${MAP_COMMENT}${base64(sourceMap)}\n`;
  const ran = await runEsbuild({ args, input, timeoutMs: COMPILE_MS });
  if (!ran.ok) throw new Error(`${entryName} could not be compiled for a debugger`);
  const at = ran.output.lastIndexOf(MAP_COMMENT);
  const map = JSON.parse(Buffer.from(ran.output.slice(at + MAP_COMMENT.length), 'base64').toString()) as MapText;
  // A semicolon for the line that the factory begins with.
  const moved = { ...map, mappings: `;${map.mappings}` };
  const shown = { ...moved, sources: map.sources.map((name) => sourceUrl(folder, name)) };
  const factory = openedFactoryOf(ran.output.slice(0, at), 'debugger;');
  return {
    factoryCode: `${factory}\n${MAP_COMMENT}${base64(JSON.stringify(shown))}`,
    mapText: JSON.stringify(moved),
  };
};
