// Looks at the files of `server.tls`: whether they fit together, and how long the certificate holds.

import { expiryNotice } from '../../front/tls/expiry.ts';
import { readMaterial, TlsBroken } from '../../front/tls/read-material.ts';
import type { Config } from '../../settings/config.ts';
import { hasTls } from '../../settings/load/tls-relations.ts';
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
