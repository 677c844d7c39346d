// Looks at what callers rely on: whether the API keys can be read and let anybody in, and whether the TLS certificate holds.

import { KeysBroken } from '../../front/doors/key-file.ts';
import { hasExpired, type KeyRecord } from '../../front/doors/key-record.ts';
import { KeysOutOfReach } from '../../front/doors/redis-keys.ts';
import { expiryNotice } from '../../front/tls/expiry.ts';
import { readMaterial, TlsBroken } from '../../front/tls/read-material.ts';
import { type Config, isShared } from '../../settings/config.ts';
import { allowsAnonymous, hasKeys } from '../../settings/load/access-relations.ts';
import { hasTls } from '../../settings/load/tls-relations.ts';
import type { CommandContext } from '../common/command.ts';
import { portProblems, type Settings } from '../common/settings.ts';
import { keyPlaceOf } from '../operate/key-place.ts';
import { bad, type Finding, good, warning } from './finding.ts';

/** Why a server would not start; none if it would. Commands run all the same. */
export const whoMayCall = ({ file }: Settings, { cwd, env }: CommandContext): readonly Finding[] =>
  portProblems({ cwd, args: file === undefined ? [] : ['--config', file], env }).map((problem) => {
    const [found = '', advice = ''] = problem.split(' → ');
    return bad('who may call', found, advice);
  });

/** The finding about the keys; none if there are none by the settings. */
export const apiKeys = async (settings: Settings, context: CommandContext): Promise<readonly Finding[]> => {
  const { config } = settings;
  if (!hasKeys(config)) return [];
  try {
    const keys = await readAll(settings, context);
    const held = keys.filter((record) => !hasExpired(record, Date.now())).length;
    const found = `${held} that hold, ${keys.length - held} expired, in ${isShared(config, 'keys') ? 'Redis' : config.access.keysFile}`;
    const advice = 'nobody can call: toolcell key create --client NAME';
    return [held > 0 || allowsAnonymous(config) ? good('API keys', found) : warning('API keys', found, advice)];
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof KeysBroken || error instanceof KeysOutOfReach))
      return [bad('API keys', message, 'let the user of the server read the file')];
    const [found = '', advice = ''] = message.split(' → ');
    return [bad('API keys', found, advice)];
  }
};

const readAll = async (settings: Settings, context: CommandContext): Promise<readonly KeyRecord[]> => {
  const place = keyPlaceOf(settings, context);
  try {
    return (await place?.read()) ?? [];
  } finally {
    place?.close();
  }
};

/** The finding about the certificate; none if the server speaks HTTP. */
export const certificate = async ({ server }: Config): Promise<readonly Finding[]> => {
  const check = 'TLS certificate';
  if (!hasTls({ server })) return [];
  try {
    const { notAfterMs } = await readMaterial(server.tls);
    const notice = expiryNotice(notAfterMs, Date.now());
    if (notice === undefined) return [good(check, `holds until ${new Date(notAfterMs).toISOString()}`)];
    return [warning(check, notice.text, `put another one into ${server.tls.certificateFile}, with its key`)];
  } catch (error) {
    if (!(error instanceof TlsBroken)) throw error;
    const [found = '', advice = ''] = error.message.split(' → ');
    return [bad(check, found, advice)];
  }
};
