// Headers as they came: Node's `headers` keeps one of two, and its `headersDistinct` has stumbled over a `__proto__` header.

import type { IncomingMessage } from 'node:http';

/** Every value of a header, in order. The name is lower case. */
export const headerValues = ({ rawHeaders }: IncomingMessage, name: string): string[] => {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at];
    // Few names are of the right length, and only those are worth a lower-case copy.
    if (given?.length === name.length && given.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
};
