// `toolcell doctor`: checks everything that a server needs on this machine, and says what to do about each fault.

import { resolve } from 'node:path';
import { NO_EXTERNAL_VALUES } from '../../settings/load/secrets.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, JSON_FLAG } from '../common/command.ts';
import { externalValuesFor, settingsFor } from '../common/settings.ts';
import { diskRoom, logFile, networkDisks } from '../doctor/disk.ts';
import { bad, type Finding, findingLines } from '../doctor/finding.ts';
import { auditLog, cachedImage, cacheFolder, pluginsFolder, temporaryFolder } from '../doctor/folders.ts';
import { issuer } from '../doctor/issuer.ts';
import { apiKeys, certificate, whoMayCall } from '../doctor/keys.ts';
import { address, clock, machineRoom } from '../doctor/machine.ts';
import { node } from '../doctor/node.ts';
import { runner } from '../doctor/runner.ts';
import { FOLDER_FLAGS } from '../operate/plugins-folder.ts';

export const command: Command = {
  usage: {
    flags: { ...FOLDER_FLAGS, ...JSON_FLAG },
    about: [
      'Checks Node, the folders, the disk, network disks, memory, open files, the log file, the address, API keys, the issuer of tokens, the TLS certificate, the audit log, the clock, what locks runners down, a runner with a call in it,',
      `and the store. Exit code ${EXIT.host} if calls cannot work, ${EXIT.usage} for a bad configuration, otherwise 0.`,
    ],
    examples: ['toolcell doctor', 'toolcell doctor --json'],
  },
  async run(context) {
    const findings = await context.withProgress('Checking', findingsOf(context));
    const isWell = findings.every(({ level }) => level !== 'bad');
    context.answer({ ok: isWell, findings }, ...findingLines(findings, context.style.stdout), summaryOf(findings));
    return isWell ? EXIT.done : EXIT.host;
  },
};

const findingsOf = async (context: CommandContext): Promise<readonly Finding[]> => {
  const settings = settingsFor(context);
  const { config } = settings;
  const folder = resolve(context.cwd, context.args.value('plugins') ?? config.plugins.folder);
  const found = [
    node(process, context.env.PATH ?? ''),
    temporaryFolder(),
    cacheFolder(context.cacheFolder),
    cachedImage(context.cacheFolder),
    pluginsFolder(folder),
    ...machineRoom(config),
    ...whoMayCall(settings, context),
  ];
  const reach = reachOf(context, settings);
  const [ofDisk, ofNetwork, ofLog, ofAddress, ofKeys, ofIssuer, ofCertificate, ofAudit, ofClock, ofRunner] =
    await Promise.all([
      diskRoom(config, folder),
      networkDisks(config, folder),
      logFile(config),
      address(config),
      apiKeys(settings, context),
      issuer(config),
      certificate(config),
      auditLog(config),
      clock(),
      runner(config, context, reach.parts),
    ]);
  return [
    ...[
      ...found,
      ...ofDisk,
      ...ofNetwork,
      ...ofLog,
      ofAddress,
      ...ofKeys,
      ...ofIssuer,
      ...ofCertificate,
      ...ofAudit,
      ofClock,
    ],
    ...[...reach.findings, ...ofRunner],
  ];
};

/** Secrets and certificates. If they cannot be read, that is a finding, and the other checks run without them. */
const reachOf = (context: CommandContext, settings: ReturnType<typeof settingsFor>) => {
  try {
    return { parts: externalValuesFor(settings, context), findings: [] };
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    const findings = error.lines.map((line) =>
      bad('secrets', line, 'set what is named; the server does not start without it'),
    );
    return { parts: NO_EXTERNAL_VALUES, findings };
  }
};

const summaryOf = (findings: readonly Finding[]): string => {
  const count = (wanted: Finding['level']): number => findings.filter(({ level }) => level === wanted).length;
  if (count('bad') > 0) return `${count('bad')} of ${findings.length} keep calls from working.`;
  const things = count('warning') === 1 ? '1 thing' : `${count('warning')} things`;
  return count('warning') > 0 ? `This host works; ${things} could be better.` : 'This host works.';
};
