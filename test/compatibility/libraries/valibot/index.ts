// Examples from the documentation of Valibot, as tools. Valibot writes JSON Schema through @valibot/to-json-schema.

import { defineTool } from '@toolcell/plugin';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

const Login = v.object({ email: v.pipe(v.string(), v.email()), password: v.pipe(v.string(), v.minLength(8)) });

export const valibotInput = defineTool(
  {
    description: 'A schema of Valibot for the arguments, with a default.',
    inputSchema: toStandardJsonSchema(
      v.object({ text: v.string(), times: v.optional(v.pipe(v.number(), v.maxValue(9)), 2) }),
    ),
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { text: 'ab' }, result: 'abab' },
      { arguments: { text: 'a', times: 3 }, result: 'aaa' },
    ],
  },
  ({ text, times }) => text.repeat(times),
);

export const valibotParse = defineTool(
  {
    description: 'What is wrong with a login.',
    inputSchema: { type: 'object', properties: { login: {} }, required: ['login'] },
    outputSchema: {},
    examples: [
      { arguments: { login: { email: 'jane@example.com', password: '12345678' } }, result: { ok: true } },
      {
        arguments: { login: { email: 'jane', password: '' } },
        result: {
          ok: false,
          issues: {
            email: ['Invalid email: Received "jane"'],
            password: ['Invalid length: Expected >=8 but received 0'],
          },
        },
      },
    ],
  },
  ({ login }) => {
    const result = v.safeParse(Login, login);
    return result.success ? { ok: true } : { ok: false, issues: v.flatten<typeof Login>(result.issues).nested };
  },
);
