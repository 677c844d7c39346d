// `toolcell pack`: a folder becomes the one file that an operator drops into a plugins folder.

import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { Evaluate } from '../../pack/definitions.ts';
import { packFolder } from '../../pack/pack.ts';
import { checkTypes, typeWarnings } from '../../pack/type-errors.ts';
import { CONFIG_FLAG, type Command, EXIT, JSON_FLAG, misused, TRUST_FLAG } from '../command.ts';
import { writeNamed } from '../named-file.ts';
import { BenchOnDemand } from '../plugin/bench-on-demand.ts';
import { boxOptions } from '../plugin/code-findings.ts';
import { evaluateEntry } from '../plugin/evaluate-entry.ts';
import { kindOf } from '../plugin/open-plugin.ts';
import { warningLines } from '../plugin/warning-lines.ts';
import { Workbench } from '../plugin/workbench.ts';
import { settingsFor } from '../settings.ts';

export const command: Command = {
  name: 'pack',
  summary: 'Make one file of a plugin, with its libraries in it: what an operator drops into place.',
  usage: {
    words: [{ name: 'FOLDER', meaning: 'the plugin; default: the current directory', isOptional: true }],
    flags: {
      out: { argument: 'PATH', meaning: 'file to write, or folder to write into; default: the current directory' },
      ...TRUST_FLAG,
      ...CONFIG_FLAG,
      ...JSON_FLAG,
    },
    about: [
      'The same folder gives the same bytes and the same digest, on any machine. An earlier file of that name is replaced.',
    ],
    examples: ['toolcell pack', 'toolcell pack ./word-count --out dist/'],
  },
  async run(context) {
    const { given, cwd, paint } = context;
    const { path, isFolder } = kindOf(cwd, given.word(0) ?? '.');
    if (!isFolder) throw misused(`${path} is no folder. Name the folder that holds plugin.json.`);
    const { config } = settingsFor(context, path);
    const { bundleBytes: bytes, bundleFiles: files } = config.plugins;
    const onDemand = new BenchOnDemand(() => Workbench.open(config, context));
    const evaluate: Evaluate = async (entry) => evaluateEntry(await onDemand.get(), entry);
    const packing = packFolder(path, { caps: { bytes, files }, evaluate }).finally(() => onDemand.close());
    const packed = await context.during('Packing', packing);
    const types = await context.during('Checking types', checkTypes(path, boxOptions(context)));
    const out = outPath(resolve(cwd, given.value('out') ?? '.'), packed.fileName);
    writeNamed(out, packed.bytes, { mayReplace: true });
    const { manifest, digest } = packed;
    const warnings = [...packed.warnings, ...typeWarnings(types, packed.warnings)];
    const { name, version } = manifest;
    const sizes = packed.files.map((file) => ({ path: file.path, bytes: file.bytes.length }));
    if (given.has('json')) {
      const told = { ok: true, file: out, name, version, digest, bytes: packed.bytes.length, files: sizes, warnings };
      context.print(JSON.stringify(told, null, 2));
      return EXIT.done;
    }
    context.print(
      `${paint.stdout.good('✓')} ${relative(cwd, out)}  ${packed.bytes.length.toLocaleString('en-US')} bytes`,
      `  ${digest}`,
      ...sizes.map((file) => paint.stdout.faint(`  ${file.path}  ${file.bytes.toLocaleString('en-US')} bytes`)),
    );
    if (types.state === 'not checked') context.complain(paint.stderr.faint(`The types were not checked: ${types.why}`));
    context.complain(...warningLines(warnings, paint.stderr));
    return EXIT.done;
  },
};

/** A folder gets the file's own name in it; anything else is the file. */
const outPath = (path: string, fileName: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, fileName) : path;
