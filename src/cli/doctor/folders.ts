// Checks the folders and the audit log that a server writes to: whether they exist, whose they are, and whether this user may write to them.

import { constants, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keptImages } from '../../control/launch/image/kept.ts';
import { checkAppendable } from '../../server/audit/append.ts';
import { AuditBroken } from '../../server/audit/files.ts';
import { lostEntries } from '../../server/audit/lost.ts';
import type { Config } from '../../settings/config.ts';
import { mayAccess } from '../common/named-file.ts';
import { bad, type Finding, good, warning } from './finding.ts';

const OTHERS_MAY_WRITE = 0o022;

const isWritable = (folder: string): boolean => mayAccess(folder, constants.W_OK);

/** True if another user owns the folder or may write to it: what is kept there is then not used. */
const isOpenToOthers = (folder: string): boolean => {
  const { uid, mode } = statSync(folder);
  return process.getuid !== undefined && (uid !== process.getuid() || (mode & OTHERS_MAY_WRITE) !== 0);
};

export const pluginsFolder = (folder: string): Finding => {
  const check = 'plugins folder';
  const make = `make it, or name another one with --plugins DIR: mkdir -p ${folder}`;
  if (!existsSync(folder)) return warning(check, `${folder} does not exist, so no plugin is served`, make);
  try {
    const count = readdirSync(folder).filter((name) => !name.startsWith('.') && name !== 'toolcell.lock').length;
    if (isWritable(folder)) return good(check, `${folder}, with ${count} ${count === 1 ? 'entry' : 'entries'}`);
    const found = `${folder}, with ${count} entries, may not be written to by this user`;
    const advice = 'accepted versions are forgotten at a restart; let this user write to toolcell.lock there';
    return warning(check, found, advice);
  } catch (error) {
    return bad(check, `${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`, 'let this user read it');
  }
};

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));

export const cacheFolder = (folder: string | undefined): Finding => {
  const check = 'cache folder';
  const choose = 'every start builds everything again; set XDG_CACHE_HOME to a folder of this user';
  if (folder === undefined) return warning(check, 'none: this user has no home', choose);
  if (!existsSync(folder))
    return isWritable(nearestFolder(folder))
      ? good(check, `${folder} will be made at the first start`)
      : warning(check, `${folder} cannot be made`, choose);
  if (isOpenToOthers(folder))
    return warning(
      check,
      `${folder} is not used, because others may write to it`,
      `chmod go-w ${folder}, or set XDG_CACHE_HOME to a folder of this user`,
    );
  if (!isWritable(folder)) return warning(check, `${folder} may not be written to by this user`, choose);
  return good(check, folder);
};

/** The runner images that earlier starts have kept. */
export const cachedImage = (folder: string | undefined): Finding => {
  const check = 'cached image';
  const images = folder === undefined ? undefined : join(folder, 'images');
  if (images === undefined || !existsSync(images))
    return good(check, 'none yet; a checkout builds one at the first start, the package carries one');
  if (isOpenToOthers(images))
    return warning(check, `${images} is not used, because others may write to it`, `rm -r ${images}`);
  try {
    const kept = keptImages(images);
    const damaged = kept.filter(({ isWhole }) => !isWhole).map(({ path }) => path);
    if (damaged.length === 0) return good(check, `${kept.length} kept in ${images}`);
    const advice = 'it is built again at the next start, or by this command; see that the disk is sound and has room';
    return warning(check, `damaged: ${damaged.join(', ')}`, advice);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return warning(check, `${images} cannot be read (${code})`, `rm -r ${images}; the next start makes it again`);
  }
};

export const temporaryFolder = (): Finding => {
  const check = 'temporary folder';
  const folder = tmpdir();
  try {
    const own = mkdtempSync(join(folder, 'toolcell-doctor-'));
    writeFileSync(join(own, 'file'), '');
    rmSync(own, { recursive: true });
    return good(check, folder);
  } catch (error) {
    const advice = 'runners read their code from there; make room in it, or set TMPDIR to a folder of this user';
    return bad(check, `${folder} cannot be written to (${(error as NodeJS.ErrnoException).code})`, advice);
  }
};

/** The finding about the audit log; none if no setting names one. */
export const auditLog = async ({ audit }: Pick<Config, 'audit'>): Promise<readonly Finding[]> => {
  const check = 'audit log';
  const { file } = audit;
  if (file === '') return [];
  try {
    await checkAppendable(audit);
    const lost = await lostEntries(file);
    if (lost !== undefined) {
      const [found = '', advice = ''] = lost.split(' → ');
      return [warning(check, found, advice)];
    }
    const { mode } = await stat(file);
    if (process.platform === 'win32' || (mode & OTHERS_MAY_WRITE) === 0) return [good(check, file)];
    return [warning(check, `others may write to ${file}, and so change it`, `chmod 600 ${file}`)];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof AuditBroken)) {
      const advice = 'let the user of the server write to the file and its folder, and make room on its disk';
      return [bad(check, `${file} cannot be written (${code ?? message})`, advice)];
    }
    const [found = '', advice = ''] = message.split(' → ');
    return [bad(check, found, advice)];
  }
};
