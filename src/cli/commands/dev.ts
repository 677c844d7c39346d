// `toolcell dev`: runs a plugin while its author writes it, under an operator's limits. Reloads it at each change, and calls its tools from a prompt.

import { fileStamps } from '../../catalog/bundle/stamps.ts';
import { StampWatch } from '../../catalog/serve/watch.ts';
import { DEFAULT_FILE } from '../../settings/load/load.ts';
import { CONFIG_FLAG, type Command, EXIT, TRUST_FLAG } from '../common/command.ts';
import { DevSession } from '../dev/dev-session.ts';
import { Prompt } from '../dev/prompt.ts';
import { namedFolder } from '../plugin/open-plugin.ts';
import { Workbench } from '../plugin/workbench.ts';

export const command: Command = {
  usage: {
    words: [{ name: 'FOLDER', meaning: 'the plugin; default: the current directory', isOptional: true }],
    flags: { ...TRUST_FLAG, ...CONFIG_FLAG },
    about: [
      'At the prompt, TOOL {"name": value} calls a tool, and .help lists the other commands. Lines can come from a pipe too.',
      'If a version fails to load, it prints why and keeps the previous one.',
    ],
    examples: ['toolcell dev', 'toolcell dev ./word-count --config sandbox.config.json'],
  },
  async run(context) {
    const { style } = context;
    const { path: folder, settings } = namedFolder(context);
    await using bench = await context.withProgress('Starting the sandbox', Workbench.forAuthor(settings, context));
    const prompt = new Prompt(context);
    const session = new DevSession({ folder, settings, bench, context, prompt });
    await using _watching = await watchPlugin(folder, (names) => {
      if (names.includes(DEFAULT_FILE))
        prompt.say(style.stdout.warning(`${DEFAULT_FILE} has changed: start dev again to use it.`));
      if (names.some((name) => name !== DEFAULT_FILE)) void session.load();
    });
    try {
      await Promise.race([session.load().then(() => prompt.serve(session)), prompt.interrupted]);
      return session.plugin === undefined ? EXIT.fault : EXIT.done;
    } finally {
      prompt.close();
    }
  },
};

/** More often than a server looks, because an author waits. */
const LOOK_EVERY_MS = 250;
const REST_MS = 120;

/** True for files that are not part of the plugin: hidden files, installed packages, and the files that packing and signing write. */
const isIgnored = (name: string): boolean =>
  name === 'node_modules' || name.startsWith('.') || /\.(tgz|minisig|key|pub)$/.test(name);

/**
 * Calls `onChange` with the paths of files and folders that were written, made or removed, relative to the folder. Resolves when it watches. Dispose of
 * the watch to end it.
 */
const watchPlugin = async (folder: string, onChange: (names: readonly string[]) => void): Promise<AsyncDisposable> => {
  const watch = new StampWatch({
    take: () => fileStamps(folder, isIgnored),
    everyMs: LOOK_EVERY_MS,
    restMs: REST_MS,
  });
  await watch.look();
  watch.follow(onChange);
  return { [Symbol.asyncDispose]: () => watch.close() };
};
