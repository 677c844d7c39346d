// `toolcell attack`: the corpus of hostile plugins against the operator's own configuration, on this machine.

import { nameOf, readCorpus } from '../../attack/corpus.ts';
import { runAttacks } from '../../attack/run.ts';
import { type Command, EXIT, JSON_FLAG, misused } from '../command.ts';
import { CONFIG_FLAGS, configOf } from '../config-words.ts';

export const command: Command = {
  name: 'attack',
  summary: 'Run hostile plugins against your own configuration on this machine, and tell what held.',
  usage: {
    flags: {
      only: { argument: 'GLOB', meaning: "only these: a family such as builtins, or names such as 'escapes/call*'" },
      ...CONFIG_FLAGS,
      ...JSON_FLAG,
    },
    about: [
      'Only the address, the plugins folder, the store and the quarantine are set aside: it listens on a free port of 127.0.0.1,',
      'serves the attacks in place of your plugins, and pauses none of them. All of them take some minutes, mostly spent',
      'waiting for limits. Exit code 1 if an attack was not held.',
    ],
    examples: ['toolcell attack', 'toolcell attack --only builtins'],
  },
  async run(context) {
    const { given, env, print } = context;
    const { config } = configOf(context);
    const only = given.value('only');
    const attacks = readCorpus(only);
    if (attacks.length === 0) {
      const families = [...new Set(readCorpus().map((attack) => nameOf(attack).split('/')[0]))];
      throw misused(
        `--only: no attack fits ${JSON.stringify(only)} → a family (${families.join(', ')}), or a glob of names`,
      );
    }
    const run = { config, attacks, json: given.has('json'), searchPath: env.PATH ?? '', print };
    return (await runAttacks(run)) ? EXIT.done : EXIT.fault;
  },
};
