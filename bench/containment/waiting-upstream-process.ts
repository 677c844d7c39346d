// Runs a server that answers after 300 ms. Sends its origin over IPC. share-attacks.ts starts it. It ends with the process that started it.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const WAIT_MS = 300;

const server = createServer((_, response) => void setTimeout(() => response.end('there'), WAIT_MS));
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on('disconnect', () => process.exit(0));
