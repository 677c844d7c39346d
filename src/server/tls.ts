// Reads the certificate of the server, follows its files while the server runs, and says in time that it ends. Front process, main thread.

import { expiryNotice } from '../front/tls/expiry.ts';
import type { TlsMaterial } from '../front/tls/material.ts';
import type { Config } from '../settings/config.ts';
import { watchFiles } from '../settings/live/watch-file.ts';
import { hasTls } from '../settings/load/tls-relations.ts';
import type { Notice } from '../shared/protocol/task.ts';
import { StartRefused } from './start-refused.ts';

/** A change is noticed within twice this time and two looks at the files. */
const LOOK_EVERY_MS = 250;
const HOUR_MS = 3_600_000;
/** How often files that could not be used are read again: they may have been out of reach, and nothing changes when they are back. */
const AGAIN_MS = 5_000;

/** Loaded only if needed: Node's TLS takes long to load. */
const readMaterial = async (settings: Config['server']['tls']): Promise<TlsMaterial> =>
  (await import('../front/tls/read-material.ts')).readMaterial(settings);

/** The certificate at start; undefined if the server speaks HTTP. Throws {@link StartRefused} if its files cannot be used. */
export const tlsAtStart = async (config: Config): Promise<TlsMaterial | undefined> => {
  if (!hasTls(config)) return undefined;
  return readMaterial(config.server.tls).catch((error: unknown) => {
    throw new StartRefused(`server.tls: ${(error as Error).message}`);
  });
};

export interface TlsWatchParts {
  readonly settings: Config['server']['tls'];
  readonly material: TlsMaterial;
  /** Puts other files in force, for new connections. */
  readonly onMaterial: (material: TlsMaterial) => void;
  readonly onNotice: (notice: Notice) => void;
}

export interface TlsWatch {
  /** Reads the files now. Never rejects. */
  reread(): Promise<void>;
  close(): void;
}

/** Takes each change of the files up if they fit together, and else logs why not. Its timers keep no process alive. */
export const watchTls = ({ settings, material, onMaterial, onNotice }: TlsWatchParts): TlsWatch => {
  let inForce = material;
  let problem = '';
  let toldStage = Number.POSITIVE_INFINITY;
  const tellExpiry = (): void => {
    const notice = expiryNotice(inForce.notAfterMs, Date.now());
    if (notice !== undefined && notice.stage < toldStage) onNotice({ level: notice.level, text: notice.text });
    toldStage = notice?.stage ?? Number.POSITIVE_INFINITY;
  };
  const read = async (): Promise<void> => {
    try {
      const next = await readMaterial(settings);
      const isNews = !isSame(next, inForce);
      if (isNews) onMaterial(next);
      inForce = next;
      problem = '';
      if (!isNews) return;
      toldStage = Number.POSITIVE_INFINITY;
      const until = new Date(next.notAfterMs).toISOString();
      onNotice({ level: 'info', text: `another TLS certificate is in force for new connections, until ${until}` });
      tellExpiry();
    } catch (error) {
      const text = `server.tls: ${(error as Error).message}`;
      if (text !== problem) onNotice({ level: 'error', text: `${text}. The certificate from before stays in force.` });
      problem = text;
    }
  };
  // One reading at a time: a later one must not be overtaken by an earlier one.
  let reading = Promise.resolve();
  const reread = (): Promise<void> => {
    reading = reading.then(read);
    return reading;
  };
  const { certificateFile, keyFile, clientCaFile, crlFile } = settings;
  const files = [certificateFile, keyFile, clientCaFile, crlFile].filter((path) => path !== '');
  const watching = watchFiles(() => files, reread, LOOK_EVERY_MS);
  const timer = setInterval(tellExpiry, HOUR_MS).unref();
  const again = setInterval(() => problem !== '' && void reread(), AGAIN_MS).unref();
  tellExpiry();
  // The files may have changed before the watch began.
  void reread();
  return {
    reread,
    close: () => {
      watching.close();
      clearInterval(timer);
      clearInterval(again);
    },
  };
};

const isSame = (one: TlsMaterial, other: TlsMaterial): boolean => JSON.stringify(one) === JSON.stringify(other);
