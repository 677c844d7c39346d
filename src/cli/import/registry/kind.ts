// `toolcell import registry server.json`: the package of npm that an entry of the MCP registry names.

import { resolve } from 'node:path';
import { type ImportKind, ImportRefused } from '../kind.ts';
import { npmKind } from '../npm/kind.ts';
import { isRegistryEntry, type RegistryEntry, readEntry, startOfFile } from './entry.ts';

/** Variables that the entry requires and the command line does not give. */
const missingIn = ({ variables }: RegistryEntry, given: string): readonly string[] =>
  variables
    .filter(({ name, isRequired }) => isRequired && !new RegExp(`(?:^|,)\\s*${name}(?:[=@,]|$)`).test(given))
    .map(
      ({ name, isSecret }) =>
        `the entry says that the server needs ${name} → ${isSecret ? `--secret ${name}@https://HOST` : `--set ${name}=VALUE`}`,
    );

export const registryKind: ImportKind = {
  name: 'registry',
  meaning: 'a file with an entry of the MCP registry whose package is one of npm',
  flags: npmKind.flags,
  recognise(word, cwd) {
    const text = startOfFile(resolve(cwd, word));
    return text !== undefined && isRegistryEntry(text) ? 'a file with an entry of the MCP registry' : undefined;
  },
  async run({ word, pluginName, context }) {
    const { args, cwd } = context;
    const text = startOfFile(resolve(cwd, word));
    if (text === undefined) throw new ImportRefused('it cannot be read', 'name a file');
    const entry = readEntry(text);
    const made = await npmKind.run({ word: entry.word, pluginName, context });
    const given = [args.value('set'), args.value('secret')].join(',');
    return {
      ...made,
      lines: [`${entry.name} in the MCP registry is the package ${entry.word}`, ...made.lines],
      notes: [...missingIn(entry, given), ...made.notes],
      report: { ...made.report, registryName: entry.name },
    };
  },
};
