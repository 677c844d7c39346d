// `toolcell pack`: packs a plugin's folder into one file, which an operator puts into a plugins folder.

import { readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readArchive } from '../../catalog/bundle/archive/archive.ts';
import { type BundleCaps, capsOf } from '../../catalog/bundle/bundle-caps.ts';
import { CONFIG_FLAG, type Command, EXIT, JSON_FLAG, TRUST_FLAG } from '../common/command.ts';
import { writeNamed } from '../common/named-file.ts';
import type { Evaluate } from '../pack/definitions.ts';
import { nodePartTexts } from '../pack/node-parts.ts';
import { packFolder } from '../pack/pack.ts';
import { checkTypes, typeWarnings } from '../pack/type-errors.ts';
import { boxOptions, warningLines } from '../plugin/code-findings.ts';
import { evaluateEntry } from '../plugin/evaluate-entry.ts';
import { BenchOnDemand, namedFolder } from '../plugin/open-plugin.ts';
import { Workbench } from '../plugin/workbench.ts';

export const command: Command = {
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
      'The plugin is tried out as a server does. If that refuses it, as for an example that does not hold, nothing is written.',
    ],
    examples: ['toolcell pack', 'toolcell pack ./word-count --out dist/'],
  },
  async run(context) {
    const { args, cwd, style } = context;
    const {
      path,
      settings: { config },
    } = namedFolder(context);
    const caps = capsOf(config.plugins);
    await using onDemand = new BenchOnDemand(() => Workbench.open(config, context));
    const evaluate: Evaluate = async (entry) => evaluateEntry(await onDemand.get(), entry);
    const packed = await context.withProgress('Packing', packFolder(path, { caps, evaluate }));
    const checking = checkTypes(path, boxOptions(context));
    // What a server would refuse is no file to hand over.
    const bench = await onDemand.get();
    const trying = readArchive(packed.bytes, caps).then((bundle) => bench.load(bundle));
    const [tried] = await Promise.allSettled([context.withProgress('Trying the plugin out', trying), checking]);
    if (tried.status === 'rejected') throw tried.reason;
    const types = await context.withProgress('Checking types', checking);
    const out = outPath(resolve(cwd, args.value('out') ?? '.'), packed.fileName);
    const replaced = await digestAt(out, caps);
    writeNamed(out, packed.bytes, { mayReplace: true });
    const { manifest, digest, variants, nodeModules } = packed;
    const warnings = [...packed.warnings, ...typeWarnings(types, packed.warnings)];
    const { name, version } = manifest;
    const sizes = packed.files.map((file) => ({ path: file.path, bytes: file.bytes.length }));
    if (args.has('json')) {
      const report = {
        ok: true,
        file: out,
        name,
        version,
        digest,
        bytes: packed.bytes.length,
        files: sizes,
        warnings,
        variants,
        nodeModules,
      };
      context.print(JSON.stringify(report, null, 2));
      return EXIT.done;
    }
    context.print(
      `${style.stdout.good('✓')} ${relative(cwd, out)}  ${packed.bytes.length.toLocaleString('en-US')} bytes`,
      `  ${digest}`,
      ...sizes.map((file) => style.stdout.faint(`  ${file.path}  ${file.bytes.toLocaleString('en-US')} bytes`)),
    );
    if (replaced !== undefined && replaced !== digest && version !== undefined)
      context.printError(style.stderr.faint(`This is other content under the version ${version}. ${WAITS}`));
    context.printError(...[...variants, ...nodePartTexts(nodeModules)].map((one) => style.stderr.faint(`  ${one}`)));
    if (types.state === 'not checked')
      context.printError(style.stderr.faint(`The types were not checked: ${types.why}`));
    context.printError(...warningLines(warnings, style.stderr));
    return EXIT.done;
  },
};

const WAITS =
  'A server that has served the content before keeps it until an operator approves this one: give it another version. "toolcell dev --serve" tries it in an agent without that.';

/** Digest of the archive that is there; undefined if there is none. */
const digestAt = async (path: string, caps: BundleCaps): Promise<string | undefined> => {
  try {
    return (await readArchive(readFileSync(path), caps)).digest;
  } catch {
    // Whatever is there is replaced.
    return undefined;
  }
};

/** If `path` is a folder, the file gets its own name in it; otherwise `path` is the file. */
const outPath = (path: string, fileName: string): string =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, fileName) : path;
