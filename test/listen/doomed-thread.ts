// A listening thread that ends by an error as soon as somebody asks it for /doom.

import { server } from '../../src/listen/listening-thread.ts';

server.prependListener('request', ({ url }) => {
  if (url === '/doom')
    setImmediate(() => {
      throw new Error('doomed');
    });
});
