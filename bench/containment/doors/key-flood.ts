// Floods a server with keys that nobody has. Each connection hangs up before its slow answer, as an attacker would.

import { connect } from 'node:net';
import { makeKey } from '../../../src/front/doors/api-key.ts';
import { pause } from '../statistics.ts';

const AT_ONCE = 20;
const HANG_UP_MS = 50;

/** Sends requests until the signal aborts. Resolves with their number. */
export const floodWithKeys = async (url: string, signal: AbortSignal): Promise<number> => {
  const { hostname, port } = new URL(url);
  let sent = 0;
  const attack = async (): Promise<void> => {
    while (!signal.aborted) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(`GET /mcp/metadata HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-Key: ${makeKey()}\r\n\r\n`);
      await pause(HANG_UP_MS);
      socket.destroy();
      sent += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, attack));
  return sent;
};
