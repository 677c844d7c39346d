// What the running servers of a plugins folder have made of a configuration file, for the commands that change it and for `toolcell status`.

import { realpathSync } from 'node:fs';
import { shown } from '../../catalog/model/refusal.ts';
import { askServers, type ServerAnswer } from '../../server/ask-servers.ts';
import type { Style } from '../common/command.ts';
import type { ServedFolder } from './plugins-folder.ts';

/** Asks the servers that follow the configuration file of a command, and those that do not answer. Each reads it first, unless it waits for a signal. Never rejects. */
export const serversOf = async ({
  folder,
  configFile,
}: Pick<ServedFolder, 'folder' | 'configFile'>): Promise<readonly ServerAnswer[]> =>
  (await askServers(folder)).filter((server) => isSilent(server) || realPath(server.file) === realPath(configFile));

const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

export const refuses = ({ problems }: ServerAnswer): boolean => problems.length > 0;

export const isSilent = ({ state }: ServerAnswer): boolean => state === 'silent';

/** True if the server goes on with another configuration, or may do so. */
export const hasNotTakenUp = (server: ServerAnswer): boolean => refuses(server) || isSilent(server);

const PROBLEMS_SHOWN = 10;

/** Why servers do not use the configuration file as it is, or not yet; no lines if they do. */
export const standingLines = (servers: readonly ServerAnswer[], style: Style): readonly string[] =>
  servers.flatMap(({ processId, state, problems, waiting }) => [
    ...(state === 'silent'
      ? [`${style.bad('✗')} A server (process ${processId}) did not answer, so what it has taken up is not known.`]
      : []),
    ...(state === 'starting'
      ? [
          `${style.warning('!')} The server (process ${processId}) is still starting. Its log says if it refuses the file.`,
        ]
      : []),
    ...(problems.length === 0
      ? []
      : [
          `${style.bad('✗')} The running server (process ${processId}) refuses the configuration file and goes on with the one before:`,
          ...problems.slice(0, PROBLEMS_SHOWN).map((problem) => `    ${shown(problem, 1_000)}`),
        ]),
    ...(waiting.length === 0
      ? []
      : [
          `${style.warning('!')} The running server (process ${processId}) takes these up after a restart: ${shown(waiting.join(', '), 1_000)}`,
        ]),
  ]);
