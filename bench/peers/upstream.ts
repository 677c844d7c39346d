// The server that the tools of the part `reach` ask. Runs in a process of its own, so that neither peer answers itself. It answers
// `/late` after 200 ms, and anything else at once.

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
