// Looks at the files of `server.tls`: whether they fit together, and how long the certificate holds.

import type { Config } from '../../config/config.ts';
import { hasTls } from '../../config/load/tls-relations.ts';
import { expiryNotice } from '../../tls/expiry.ts';
import { readMaterial, TlsBroken } from '../../tls/read-material.ts';
import { bad, type Finding, good, warning } from './finding.ts';

const CHECK = 'TLS certificate';

/** The finding about the certificate; none if the server speaks HTTP. */
export const certificate = async ({ server }: Config): Promise<readonly Finding[]> => {
  if (!hasTls({ server })) return [];
  try {
    const { notAfterMs } = await readMaterial(server.tls);
    const notice = expiryNotice(notAfterMs, Date.now());
    if (notice === undefined) return [good(CHECK, `holds until ${new Date(notAfterMs).toISOString()}`)];
    return [warning(CHECK, notice.text, `put another one into ${server.tls.certificateFile}, with its key`)];
  } catch (error) {
    if (!(error instanceof TlsBroken)) throw error;
    const [found = '', advice = ''] = error.message.split(' → ');
    return [bad(CHECK, found, advice)];
  }
};
