// Reads headers as they were sent: Node's `headers` keeps one of two, and its `headersDistinct` has failed on a `__proto__` header. Front process.

import type { IncomingMessage } from 'node:http';

/** Every value of a header, in order. The name is lower case. */
export const headerValues = ({ rawHeaders }: IncomingMessage, name: string): string[] => {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const rawName = rawHeaders[at];
    // Few names have the right length, so few lower-case copies are made.
    if (rawName?.length === name.length && rawName.toLowerCase() === name) values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
};
