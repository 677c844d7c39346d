// `toolcell config`: the settings in force, where each value comes from, and which of them name what is not there.

import { shown } from '../../catalog/model/refusal.ts';
import { idleSettings, knownBy } from '../../catalog/operate/idle-settings.ts';
import { survey } from '../../catalog/operate/survey.ts';
import { explainConfig } from '../../config/explain.ts';
import type { LoadedConfig } from '../../config/load.ts';
import { redactedConfig } from '../../config/redact.ts';
import { type Command, EXIT, JSON_FLAG } from '../command.ts';
import { CONFIG_FLAGS, configOf } from '../config-words.ts';

export const command: Command = {
  name: 'config',
  summary: 'Print every setting in force, its value, and where the value comes from.',
  usage: {
    flags: { ...CONFIG_FLAGS, ...JSON_FLAG },
    about: [
      'Warns on standard error of settings that name a plugin, a tool or an origin that is not there.',
      'With --json: {"file", "config", "sources", "idleSettings"}. docs/configuration.md describes the settings.',
    ],
    examples: ['toolcell config', 'toolcell config --config ./staging.json --json'],
  },
  async run(context) {
    const { given, paint, print, stdout, stderr } = context;
    const loaded = configOf(context);
    const { file = null, config, sources } = loaded;
    const idle = await idleIn(config);
    if (given.has('json')) {
      print(JSON.stringify({ file, config: redactedConfig(config), sources, idleSettings: idle }, null, 2));
      return EXIT.done;
    }
    stdout.write(explainConfig(loaded));
    for (const finding of idle) stderr.write(`${paint.stderr.warning('!')} ${shown(finding, 500)}\n`);
    return EXIT.done;
  },
};

/** Settings without effect. A folder that cannot be read says nothing about settings: other commands tell of it. */
const idleIn = async (config: LoadedConfig['config']): Promise<readonly string[]> => {
  try {
    return idleSettings(knownBy(await survey(config.plugins.folder, config)), config);
  } catch {
    return [];
  }
};
