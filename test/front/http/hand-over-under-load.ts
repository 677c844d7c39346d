// Hands a port from one server to the next again and again while clients connect to it. Prints how many calls were answered and which were lost.

import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handOverPort } from '../../../src/front/http/hand-over.ts';

const ROUNDS = 20;
const CLIENTS = 16;

const listen = async (port: number): Promise<Server> => {
  const server = createServer({ keepAliveTimeout: 100 }, (_req, res) => res.setHeader('Connection', 'close').end());
  server.listen({ port, host: '127.0.0.1', reusePort: true });
  await once(server, 'listening');
  return server;
};

let server = await listen(0);
const { port } = server.address() as AddressInfo;
const lost: string[] = [];
let [answered, isOver] = [0, false];

const client = async (): Promise<void> => {
  while (!isOver)
    await new Promise<void>((resolve) => {
      get({ port, host: '127.0.0.1', agent: false }, (response) => {
        response.resume().once('end', () => {
          answered += 1;
          resolve();
        });
      }).once('error', ({ message }) => {
        lost.push(message);
        resolve();
      });
    });
};
const clients = Array.from({ length: CLIENTS }, client);
for (let round = 0; round < ROUNDS; round += 1) {
  const next = await listen(port);
  await handOverPort(server, 100);
  server = next;
}
isOver = true;
await Promise.all(clients);
server.close();
process.stdout.write(JSON.stringify({ answered, lost }));
