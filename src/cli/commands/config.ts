// `toolcell config`: prints the settings in force and the source of each value, and warns of settings that name something that does not exist.

import { shown } from '../../catalog/model/refusal.ts';
import { idleSettings, knownBy } from '../../catalog/operate/idle-settings.ts';
import { listInstalled } from '../../catalog/operate/list-installed.ts';
import { explainConfig, redactedConfig } from '../../settings/load/explain.ts';
import type { LoadedConfig } from '../../settings/load/load.ts';
import { type Command, EXIT, JSON_FLAG } from '../common/command.ts';
import { CONFIG_FLAGS, configOf, configWords, portProblems } from '../common/settings.ts';

export const command: Command = {
  usage: {
    flags: { ...CONFIG_FLAGS, ...JSON_FLAG },
    about: [
      'Warns on standard error of settings that name a plugin, a tool or an origin that does not exist, and if a server would not open its port.',
      'With --json: {"file", "config", "sources", "idleSettings"}. docs/configuration.md describes the settings.',
    ],
    examples: ['toolcell config', 'toolcell config --config ./staging.json --json'],
  },
  async run(context) {
    const { args, style, print, stdout, stderr } = context;
    const loaded = configOf(context);
    const { file = null, config, sources } = loaded;
    const idle = await idleIn(config);
    if (args.has('json')) {
      print(JSON.stringify({ file, config: redactedConfig(config), sources, idleSettings: idle }, null, 2));
      return EXIT.done;
    }
    stdout.write(explainConfig(loaded));
    for (const finding of [...portProblems({ cwd: context.cwd, args: configWords(args), env: context.env }), ...idle])
      stderr.write(`${style.stderr.warning('!')} ${shown(finding, 500)}\n`);
    return EXIT.done;
  },
};

/** Settings without effect; see idle-settings.ts. Empty if the folder cannot be read: other commands report that. */
const idleIn = async (config: LoadedConfig['config']): Promise<readonly string[]> => {
  try {
    return idleSettings(knownBy(await listInstalled(config.plugins.folder, config)), config);
  } catch {
    return [];
  }
};
