// What the tools that reach out ask: a server of its own process, so that neither side answers itself. `/now` is answered at
// once, anything else after 200 ms.

import { createServer } from 'node:http';
import { commandLine } from './tool-folder.ts';

const LATE_MS = 200;
const BODY = JSON.stringify({
  items: Array.from({ length: 10 }, (_, n) => ({ n, name: `item ${n}`, isOpen: n % 2 === 0 })),
});

const { port } = commandLine();
createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const answer = (): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': BODY.length });
    response.end(BODY);
  };
  if (request.url === '/late') setTimeout(answer, LATE_MS);
  else answer();
}).listen(port, '127.0.0.1');
