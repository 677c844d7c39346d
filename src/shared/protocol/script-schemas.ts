// The JSON Schemas of a request for a script and of its answer, for the documents that describe them. Data; every zone.

import type { JsonObject } from './json.ts';

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const WHOLE = { type: 'integer', minimum: 1 };

const objectOf = (properties: JsonObject, required: readonly string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const listOf = (properties: JsonObject) => ({ type: 'array', items: objectOf(properties) });

/** What a request for a script may have. */
export const SCRIPT_INPUT = {
  ...objectOf(
    {
      code: {
        ...TEXT,
        description:
          'The body of an ES module, in JavaScript or TypeScript. Its last expression, or what it returns, is the answer.',
      },
      tools: {
        ...{ type: 'array', items: TEXT },
        description: 'Names of tools or patterns such as "get*": the script may call these alone.',
      },
      limits: {
        ...objectOf(
          {
            ...{ cpuMs: WHOLE, wallMs: WHOLE, memoryMb: WHOLE, resultBytes: WHOLE },
            ...{ calls: WHOLE, callsAtOnce: WHOLE, dataBytes: WHOLE },
          },
          [],
        ),
        ...{ additionalProperties: false, description: 'Limits that are lower than those of the server.' },
      },
    },
    ['code'],
  ),
  additionalProperties: false,
};

/** What the answer to one has. */
export const SCRIPT_OUTPUT = objectOf({
  result: { description: "The script's answer." },
  logs: listOf({ level: TEXT, text: TEXT, atMs: NUMBER }),
  calls: {
    ...listOf({ tool: TEXT, callId: TEXT, code: TEXT, ms: NUMBER, cpuMs: NUMBER }),
    description: 'The calls of tools that it made; "code" is "ok" or says why one failed.',
  },
  usage: objectOf({ queueMs: NUMBER, ms: NUMBER, cpuMs: NUMBER, calls: NUMBER, dataBytes: NUMBER }),
});
