// Serves a mock of an API, made of its description by Prism: node mock.mjs DOCUMENT. Prints the address; ends when its input ends. Prism checks each
// request against the document, and answers with the document's examples, or with what it makes of the schemas.

import { createLogger } from '@stoplight/prism-core';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';

const [, , document] = process.argv;
const operations = await getHttpOperationsFromSpec(document);
const server = createServer(operations, {
  cors: false,
  components: { logger: createLogger('mock', { level: 'silent' }) },
  config: {
    isProxy: false,
    mock: { dynamic: false },
    checkSecurity: true,
    validateRequest: true,
    validateResponse: false,
    errors: false,
  },
});
const address = await server.listen(0, '127.0.0.1');
process.stdout.write(`${address}\n`);
process.stdin.resume().once('end', () => process.exit(0));
