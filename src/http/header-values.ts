// Headers as they came: Node's `headers` keeps one of two, and its `headersDistinct` has stumbled over a `__proto__` header.

import type { IncomingMessage } from 'node:http';

/** Every value of a header, in order. The name is lower case. */
export const headerValues = ({ rawHeaders }: IncomingMessage, name: string): string[] => {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
};
