// What the runner of `--inspect` and the command that started it say to each other: JSON texts, one a line. Both processes.

import type { Socket } from 'node:net';

/** An isolate has a number of its own in its runner. A text is one message of the Chrome DevTools Protocol. */
export type FromRunner =
  | { readonly t: 'opened'; readonly isolate: number; readonly isPreview: boolean }
  | { readonly t: 'said'; readonly isolate: number; readonly text: string }
  | { readonly t: 'closed'; readonly isolate: number };

/** `preview`: compile this module, and do not run it, so that a debugger can show it before the first call. */
export type ToRunner =
  | { readonly t: 'say'; readonly isolate: number; readonly text: string }
  | { readonly t: 'preview'; readonly fileName: string; readonly code: string };

export const sendLine = (socket: Socket, message: FromRunner | ToRunner): void => {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
};

/** Calls `onMessage` for each line. Both ends are this host's own code, so lines are neither checked nor limited. */
export const readLines = <Message>(socket: Socket, onMessage: (message: Message) => void): void => {
  let parts: string[] = [];
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n');
    parts.push(first);
    for (const other of others) {
      onMessage(JSON.parse(parts.join('')) as Message);
      parts = [other];
    }
  });
};

/** The last line of a module that is debugged begins so. Only isolates with such a module get a session. */
export const MAP_COMMENT = '//# sourceMappingURL=data:application/json;base64,';
