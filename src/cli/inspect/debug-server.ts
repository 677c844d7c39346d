// Where Chrome DevTools and VS Code attach: the same addresses as those of Node's own inspector, on 127.0.0.1 alone. Runs in the command's process.
//
// Whoever attaches can run code in the plugin's isolates. So the address has a random token; a web page that has renamed its own address to
// 127.0.0.1 is refused by the name in its Host header, and any other page by its Origin. Every process of this machine can ask for the token.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import packageJson from '../../../package.json' with { type: 'json' };
import { CommandFailed, EXIT } from '../common/command.ts';
import type { DebugTarget } from './debug-target.ts';

const ADDRESS = '127.0.0.1';
const HOSTS = new Set([ADDRESS, 'localhost']);
/** Version of the Chrome DevTools Protocol. */
const PROTOCOL = '1.3';

/** True if the request was made to this machine by a name that only this machine has, and not by a web page. */
const isFromHere = ({ headers: { host = '', origin } }: Pick<IncomingMessage, 'headers'>): boolean =>
  HOSTS.has(host.replace(/:\d+$/, '')) && !/^https?:/.test(origin ?? '');

export interface DebugServer extends AsyncDisposable {
  readonly port: number;
}

/** Listens until it is disposed of. Throws `CommandFailed` if the port is taken. `title`: what the debuggers' lists show. */
export const openDebugServer = async (
  { port, title }: { readonly port: number; readonly title: string },
  target: DebugTarget,
): Promise<DebugServer> => {
  const token = randomUUID();
  const server = createServer((request, response) => {
    const { port: own } = server.address() as AddressInfo;
    const body = isFromHere(request) ? listAt(request.url ?? '', { token, title, at: `${ADDRESS}:${own}` }) : undefined;
    const status = isFromHere(request) ? (body === undefined ? 404 : 200) : 403;
    const text = body === undefined ? '' : JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json; charset=UTF-8',
      'cache-control': 'no-cache',
      // Without it, chrome://inspect waits until the connection ends, and lists nothing.
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    const refuse = (status: string): void => {
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
    };
    socket.on('error', () => {});
    if (!isFromHere(request)) return refuse('403 Forbidden');
    if (request.url !== `/${token}`) return refuse('404 Not Found');
    // Two debuggers would each let go on what the other one has paused.
    if (target.hasClient) return refuse('409 Conflict');
    sockets.handleUpgrade(request, socket, head, (client) => carry(client, target));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new CommandFailed(
          EXIT.usage,
          `--inspect: cannot listen on ${ADDRESS}:${port}: ${error.message}. Give another port: --inspect=PORT, 0 for any free one.`,
        ),
      ),
    );
    server.listen(port, ADDRESS, resolve);
  });
  const close = async (): Promise<void> => {
    for (const client of sockets.clients) client.terminate();
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close };
};

const carry = (client: WebSocket, target: DebugTarget): void => {
  target.attach((text) => client.send(text));
  client.on('message', (data: RawData) => {
    // What is no message of the protocol ends the connection.
    target.receive(String(data)).catch(() => client.terminate());
  });
  client.on('error', () => client.terminate());
  client.on('close', () => target.detach());
};

/** The answers of the addresses that debuggers ask; undefined for any other address. */
const listAt = (
  url: string,
  { token, title, at }: { readonly token: string; readonly title: string; readonly at: string },
): unknown => {
  if (url === '/json/version') return { Browser: `toolcell/${packageJson.version}`, 'Protocol-Version': PROTOCOL };
  if (url !== '/json' && url !== '/json/list') return undefined;
  const link = `${at}/${token}`;
  const devtoolsFrontendUrl = `devtools://devtools/bundled/js_app.html?experiments=true&v8only=true&ws=${link}`;
  return [
    {
      description: 'a plugin',
      id: token,
      title,
      type: 'node',
      url: 'file://',
      devtoolsFrontendUrl,
      webSocketDebuggerUrl: `ws://${link}`,
    },
  ];
};
