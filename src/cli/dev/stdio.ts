// MCP over the standard streams of `toolcell dev --mcp`, to its own server.

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { StdioBridge } from '../bridge/stdio-bridge.ts';
import type { CommandContext } from '../common/command.ts';

export interface CarriedStdio {
  /** Begins to read. Requests that came before wait. */
  begin(): void;
  /** Tells a client of a revision with handshakes that the list of tools may have changed. Others listen for it themselves. */
  announce(): void;
  /** Resolves when the client has closed its end, and everything is answered. */
  readonly ended: Promise<void>;
}

export const carryStdio = ({ stdin, stdout }: CommandContext, serverUrl: string): CarriedStdio => {
  const bridge = new StdioBridge({
    url: `${serverUrl}/mcp`,
    headers: {},
    announcesChanges: true,
    write: async (line) => {
      if (!stdout.write(`${line}\n`)) await once(stdout, 'drain');
    },
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  return {
    begin: () => {
      const lines = createInterface({ input: stdin, crlfDelay: Infinity });
      lines.on('line', (line) => bridge.take(line));
      once(lines, 'close')
        .then(() => bridge.settled())
        .then(resolve, reject);
    },
    announce: () => void bridge.announce(),
    ended,
  };
};
