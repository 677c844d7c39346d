// `toolcell doctor`: looks at all that a server needs on this machine, tries it, and says what to do about what is wrong.

import { resolve } from 'node:path';
import { NO_REACH } from '../../config/secrets.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, JSON_FLAG } from '../command.ts';
import { bad, type Finding, findingLines } from '../doctor/finding.ts';
import { cachedImage, cacheFolder, pluginsFolder, temporaryFolder } from '../doctor/folders.ts';
import { address, clock, node } from '../doctor/machine.ts';
import { runner } from '../doctor/runner.ts';
import { FOLDER_FLAGS } from '../operate/plugins-folder.ts';
import { reachFor, settingsFor } from '../settings.ts';

export const command: Command = {
  name: 'doctor',
  summary:
    'Look at all that a server needs on this machine, start a runner for real, and say what to do about what is wrong.',
  usage: {
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Checks Node, the folders, the address, the clock, what locks runners down, a runner with a call in it,',
      `and the store. Exit code ${EXIT.host} if something keeps calls from working, ${EXIT.usage} for a bad configuration, else 0.`,
    ],
    examples: ['toolcell doctor', 'toolcell doctor --json'],
  },
  async run(context) {
    const findings = await context.during('Looking', findingsOf(context));
    const isWell = findings.every(({ level }) => level !== 'bad');
    if (context.given.has('json')) context.print(JSON.stringify({ ok: isWell, findings }, null, 2));
    else context.print(...findingLines(findings, context.paint.stdout), summaryOf(findings));
    return isWell ? EXIT.done : EXIT.host;
  },
};

const findingsOf = async (context: CommandContext): Promise<readonly Finding[]> => {
  const settings = settingsFor(context);
  const { config } = settings;
  const folder = resolve(context.cwd, context.given.value('plugins') ?? config.plugins.folder);
  const found = [
    node(),
    temporaryFolder(),
    cacheFolder(context.cacheFolder),
    cachedImage(context.cacheFolder),
    pluginsFolder(folder),
  ];
  const reach = reachOf(context, settings);
  const [ofAddress, ofClock, ofRunner] = await Promise.all([
    address(config),
    clock(),
    runner(config, context, reach.parts),
  ]);
  return [...found, ofAddress, ofClock, ...reach.findings, ...ofRunner];
};

/** Secrets and certificates; a missing one is a finding, and the rest is looked at without them. */
const reachOf = (context: CommandContext, settings: ReturnType<typeof settingsFor>) => {
  try {
    return { parts: reachFor(settings, context), findings: [] };
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const findings = error.lines.map((line) =>
      bad('secrets', line, 'set what is named; the server does not start without it'),
    );
    return { parts: NO_REACH, findings };
  }
};

const summaryOf = (findings: readonly Finding[]): string => {
  const count = (wanted: Finding['level']): number => findings.filter(({ level }) => level === wanted).length;
  if (count('bad') > 0) return `${count('bad')} of ${findings.length} keep calls from working.`;
  return count('warning') > 0 ? `This host works; ${count('warning')} things could be better.` : 'This host works.';
};
