// Looks at the audit log: whether it can be written, and whether others may change it.

import { stat } from 'node:fs/promises';
import { checkAppendable } from '../../server/audit/append.ts';
import { AuditBroken } from '../../server/audit/files.ts';
import type { Config } from '../../settings/config.ts';
import { bad, type Finding, good, warning } from './finding.ts';

const CHECK = 'audit log';
/** Others who may write to it could change it. */
const OTHERS_MAY_WRITE = 0o022;

/** The finding about the audit log; none if no setting names one. */
export const auditLog = async ({ audit }: Pick<Config, 'audit'>): Promise<readonly Finding[]> => {
  const { file } = audit;
  if (file === '') return [];
  try {
    await checkAppendable(audit);
    const { mode } = await stat(file);
    if (process.platform === 'win32' || (mode & OTHERS_MAY_WRITE) === 0)
      return [good(CHECK, `can be written: ${file}`)];
    return [warning(CHECK, `others may write to ${file}, and so change it`, `chmod 600 ${file}`)];
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof AuditBroken)) {
      const advice = 'let the user of the server write to the file and its folder, and make room on its disk';
      return [bad(CHECK, `${file} cannot be written (${code ?? message})`, advice)];
    }
    const [found = '', advice = ''] = message.split(' → ');
    return [bad(CHECK, found, advice)];
  }
};
