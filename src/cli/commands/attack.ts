// `toolcell attack`: runs the corpus of hostile plugins against the operator's own configuration on this machine.

import { nameOf, readCorpus } from '../attack/corpus.ts';
import { runAttacks } from '../attack/run.ts';
import { type Command, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { CONFIG_FLAGS, configOf } from '../common/settings.ts';

export const command: Command = {
  usage: {
    flags: {
      only: { argument: 'GLOB', meaning: "only these: a family such as builtins, or names such as 'escapes/call*'" },
      ...CONFIG_FLAGS,
      ...JSON_FLAG,
    },
    about: [
      'Ignores only the address, the plugins folder, the store and the quarantine: it listens on a free port of 127.0.0.1,',
      'serves the attacks in place of your plugins, and pauses none of them. All attacks take some minutes, mostly spent',
      'waiting for limits. Exit code 1 if an attack was not held.',
    ],
    examples: ['toolcell attack', 'toolcell attack --only builtins'],
  },
  async run(context) {
    const { args, env, print } = context;
    const { config } = configOf(context);
    const only = args.value('only');
    const attacks = readCorpus(only);
    if (attacks.length === 0) {
      const families = [...new Set(readCorpus().map((attack) => nameOf(attack).split('/')[0]))];
      throw misused(
        `--only: no attack fits ${JSON.stringify(only)} → a family (${families.join(', ')}), or a glob of names`,
      );
    }
    const run = { config, attacks, json: args.has('json'), searchPath: env.PATH ?? '', print };
    return (await runAttacks(run)) ? EXIT.done : EXIT.fault;
  },
};
