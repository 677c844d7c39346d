// Runs a server that sends nearly all of a response and never the rest. Sends its origin over IPC. byte-attacks.ts starts it. It ends with
// the process that started it.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const SENT_BYTES = 3_900_000;
const LENGTH_BYTES = 4_000_000;
const PART = Buffer.alloc(SENT_BYTES, 'x');

const server = createServer((_request, response) => {
  response.on('error', () => {});
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': LENGTH_BYTES });
  response.write(PART);
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('disconnect', () => process.exit(0));
