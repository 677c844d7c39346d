// `toolcell config`: the settings in force, and where each value comes from.

import { explainConfig } from '../../config/explain.ts';
import { redactedConfig } from '../../config/redact.ts';
import { type Command, EXIT, JSON_FLAG } from '../command.ts';
import { CONFIG_FLAGS, configOf } from '../config-words.ts';

export const command: Command = {
  name: 'config',
  summary: 'Print every setting in force, its value, and where the value comes from.',
  usage: {
    flags: { ...CONFIG_FLAGS, ...JSON_FLAG },
    about: ['With --json: {"file", "config", "sources"}. docs/configuration.md describes the settings.'],
    examples: ['toolcell config', 'toolcell config --config ./staging.json --json'],
  },
  async run(context) {
    const { given, print, stdout } = context;
    const loaded = configOf(context);
    const { file = null, config, sources } = loaded;
    if (given.has('json')) print(JSON.stringify({ file, config: redactedConfig(config), sources }, null, 2));
    else stdout.write(explainConfig(loaded));
    return EXIT.done;
  },
};
