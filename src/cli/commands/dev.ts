// `toolcell dev`: a plugin under an operator's limits while it is being written, loaded anew at each change, called from a prompt.

import { DEFAULT_FILE } from '../../config/load.ts';
import { CONFIG_FLAG, type Command, EXIT, misused, TRUST_FLAG } from '../command.ts';
import { DevSession } from '../dev/dev-session.ts';
import { watchPlugin } from '../dev/plugin-watch.ts';
import { Prompt } from '../dev/prompt.ts';
import { kindOf } from '../plugin/open-plugin.ts';
import { Workbench } from '../plugin/workbench.ts';
import { reachFor, settingsFor } from '../settings.ts';

export const command: Command = {
  name: 'dev',
  summary: 'Work on a plugin: loaded anew at each change, called from a prompt, under the limits it will have.',
  usage: {
    words: [{ name: 'FOLDER', meaning: 'the plugin; default: the current directory', isOptional: true }],
    flags: { ...TRUST_FLAG, ...CONFIG_FLAG },
    about: [
      'At the prompt: TOOL {"name": value} calls a tool, .help says what else there is. Lines from a pipe are taken too.',
      'If a version fails to load, it prints why and keeps the previous one.',
    ],
    examples: ['toolcell dev', 'toolcell dev ./word-count --config sandbox.config.json'],
  },
  async run(context) {
    const { given, cwd, paint } = context;
    const { path: folder, isFolder } = kindOf(cwd, given.word(0) ?? '.');
    if (!isFolder) throw misused(`${folder} is no folder. Name the folder that holds plugin.json.`);
    const settings = settingsFor(context, folder);
    const bench = await context.during(
      'Starting the sandbox',
      Workbench.open(settings.config, context, {
        examplesMayFail: true,
        reach: reachFor(settings, context),
      }),
    );
    const prompt = new Prompt(context);
    const say = (...lines: readonly string[]): void => prompt.say(...lines);
    const tell = (howFar: string): void => prompt.tell(howFar);
    const session = new DevSession({ folder, settings, bench, context, paint: paint.stdout, say, tell });
    const watching = await watchPlugin(folder, (names) => {
      if (names.includes(DEFAULT_FILE))
        say(paint.stdout.warning(`${DEFAULT_FILE} has changed: start dev again to use it.`));
      if (names.some((name) => name !== DEFAULT_FILE)) void session.load();
    });
    try {
      await Promise.race([session.load().then(() => prompt.serve(session)), prompt.interrupted]);
      return session.plugin === undefined ? EXIT.fault : EXIT.done;
    } finally {
      prompt.close();
      await watching.close();
      await bench.close();
    }
  },
};
