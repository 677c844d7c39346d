// Checks whether there is room where a server writes, by writing there, and whether its log can be written.

import { constants, existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Config, isRedisStore } from '../../settings/config.ts';
import { holdRoom } from '../../shared/lifetime/room.ts';
import { systemCode } from '../../shared/machine/system-code.ts';
import { mayAccess } from '../common/named-file.ts';
import { bad, type Finding, good, warning } from './finding.ts';

const STORE = 'the store';
const FULL = ['ENOSPC', 'EDQUOT'];

/** Folder → what a server keeps there, for folders that exist. Others are found by the checks of their own. */
const writtenFolders = (config: Config, pluginsFolder: string): ReadonlyMap<string, readonly string[]> => {
  const { store, audit, log, access } = config;
  const files = [
    [STORE, isRedisStore(store) ? '' : store.file],
    ['the audit log', audit.file],
    ['the log', log.file],
    ['API keys', access.keysFile],
  ].filter(([, file]) => file !== '');
  const found = [['plugins', pluginsFolder], ...files.map(([what, file = '']) => [what, dirname(file)])];
  const there = found.flatMap(([what = '', folder = '']) => (existsSync(folder) ? [{ what, folder }] : []));
  return new Map(
    [...Map.groupBy(there, ({ folder }) => folder)].map(([folder, all]) => [folder, all.map(({ what }) => what)]),
  );
};

export const diskRoom = async (config: Config, pluginsFolder: string): Promise<readonly Finding[]> => {
  const folders = writtenFolders(config, pluginsFolder);
  const findings: Finding[] = [];
  for (const [folder, kept] of folders) {
    const code = await codeOfWrite(folder);
    if (code !== undefined && FULL.includes(code))
      findings.push(bad('disk', `${folder} has no room (${code}) for ${kept.join(', ')}`, 'make room on that disk'));
  }
  return findings.length > 0 ? findings : [good('disk', `there is room in ${[...folders.keys()].join(', ')}`)];
};

/** Types of file systems whose disk is another machine's, by the number that the kernel gives them. Linux. */
const NETWORK_DISKS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x00c36400, 'Ceph'],
  [0x01021997, '9P'],
  [0x0bd00bd0, 'Lustre'],
  [0x5346414f, 'AFS'],
]);

/** The findings about folders on disks of other machines, and what was checked of these. `typeOf` tells the type of a folder's file system. */
export const networkDisks = async (
  config: Config,
  pluginsFolder: string,
  typeOf: (folder: string) => Promise<number> = async (folder) => (await statfs(folder)).type,
): Promise<readonly Finding[]> => {
  if (process.platform !== 'linux') return [];
  const findings: Finding[] = [];
  for (const [folder, kept] of writtenFolders(config, pluginsFolder)) {
    const name = NETWORK_DISKS.get(await typeOf(folder).catch(() => 0));
    if (name === undefined) continue;
    const found = `${folder} is on a network disk (${name}), for ${kept.join(', ')}: that it can be written to was checked, not what happens while it is away`;
    findings.push(
      kept.includes(STORE)
        ? warning(
            'network disk',
            found,
            'SQLite needs a disk of this machine: set store.file to one, or store.redisUrl',
          )
        : good('network disk', `${found}. Then tools that are known go on, and changes wait`),
    );
  }
  return findings;
};

/** The finding about the file of the log; none if the log goes to the terminal. */
export const logFile = async ({ log: { file } }: Config): Promise<readonly Finding[]> => {
  const check = 'log file';
  if (file === '') return [];
  const folder = dirname(file);
  if (!existsSync(folder)) return [bad(check, `the folder ${folder} does not exist`, `make it: mkdir -p ${folder}`)];
  const code = await codeOfWrite(folder);
  const isWritable = code === undefined && (!existsSync(file) || mayAccess(file, constants.W_OK));
  if (isWritable || FULL.includes(code ?? '')) return [good(check, file)];
  return [
    bad(
      check,
      `${file} cannot be written (${code ?? 'EACCES'})`,
      'let the user of the server write to the file and its folder',
    ),
  ];
};

/** The system's error if some bytes cannot be written to a folder; undefined if they can. Leaves nothing. */
const codeOfWrite = async (folder: string): Promise<string | undefined> => {
  try {
    (await holdRoom(folder)).release();
    return undefined;
  } catch (error) {
    return systemCode(error) ?? String(error);
  }
};
