// Counts what this process opens, whoever opens it: connections, and questions to resolvers.

import { createHook } from 'node:async_hooks';

/** What has been opened since it was made. */
export interface SocketCount {
  connections: number;
  lookups: number;
  stop(): void;
}

const LOOKUPS = new Set(['GETADDRINFOREQWRAP', 'QUERYWRAP', 'UDPSENDWRAP']);

export const countSockets = (): SocketCount => {
  const hook = createHook({
    init(_id, type) {
      if (type === 'TCPCONNECTWRAP' || type === 'PIPECONNECTWRAP') count.connections += 1;
      if (LOOKUPS.has(type)) count.lookups += 1;
    },
  });
  const count: SocketCount = { connections: 0, lookups: 0, stop: () => hook.disable() };
  hook.enable();
  return count;
};
