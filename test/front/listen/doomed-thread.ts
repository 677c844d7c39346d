// A listening thread that ends by an error if it is asked for /doom.

import { server } from '../../../src/front/listen/listening-thread.ts';

server.prependListener('request', ({ url }) => {
  if (url === '/doom')
    setImmediate(() => {
      throw new Error('doomed');
    });
});
