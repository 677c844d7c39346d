// Checks the clock, the address of the server, and whether this machine has enough memory and open files for it.

import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { filesRoom, memoryRoom } from '../../server/machine-room.ts';
import type { Config } from '../../settings/config.ts';
import { bad, type Finding, good, warning } from './finding.ts';

const ANSWER_MS = 2_000;

/** No release of Toolcell is older, so a clock with an earlier time has never been set. */
const FIRST_RELEASE = Date.UTC(2026, 0, 1);
const FAR_FUTURE = Date.UTC(2100, 0, 1);
const LOOK_MS = 300;
const MOST_DRIFT_MS = 100;

/** Checks that the wall clock is set, and compares it with the monotonic one for 0.3 seconds. */
export const clock = async (): Promise<Finding> => {
  const check = 'clock';
  const advice = 'set it, and keep it set with a time service: certificates, signatures and logs depend on it';
  const [wallMs, steadyMs] = [Date.now(), performance.now()];
  await setTimeout(LOOK_MS);
  const driftMs = Math.round(Date.now() - wallMs - (performance.now() - steadyMs));
  const now = new Date(wallMs).toISOString();
  if (wallMs < FIRST_RELEASE || wallMs > FAR_FUTURE) return bad(check, `it says ${now}`, advice);
  if (Math.abs(driftMs) > MOST_DRIFT_MS)
    return warning(check, `${now}, and it jumped by ${driftMs} ms just now`, advice);
  return good(check, now);
};

/** As seen by this command: a service may have limits of its own, which the server's log names. */
export const machineRoom = (config: Config): readonly Finding[] =>
  [memoryRoom(config), filesRoom(config)].map(({ check, found, advice }) =>
    advice === undefined ? good(check, found) : warning(check, found, advice),
  );

/** Checks whether the address is free, or a Toolcell server answers there. */
export const address = async ({ server: { host, port } }: Config): Promise<Finding> => {
  const check = 'address';
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return good(check, `${host}:${port} is free`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const elsewhere = 'choose another server.host, or another port with --port N';
    if (code !== 'EADDRINUSE') return bad(check, `cannot listen on ${host}:${port} (${code})`, elsewhere);
    if (await isToolcell(host, port)) return good(check, `a Toolcell server answers on ${host}:${port}`);
    const advice = 'stop what listens there, or choose another port: server.port, --port N';
    return bad(check, `${host}:${port} is in use by another program`, advice);
  } finally {
    server.close();
  }
};

const isToolcell = async (host: string, port: number): Promise<boolean> => {
  try {
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`;
    const reply = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    return typeof ((await reply.json()) as { status?: unknown }).status === 'string';
  } catch {
    return false;
  }
};
