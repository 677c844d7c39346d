// Examples from the documentation of Zod, as tools.

import { defineTool } from '@toolcell/plugin';
import * as z from 'zod';

const VALUE = { type: 'object', properties: { value: {} }, required: ['value'] } as const;

const Player = z.object({ username: z.string(), xp: z.number() });

export const zodParse = defineTool(
  {
    description: 'A value checked; what is wrong with it is told.',
    inputSchema: VALUE,
    outputSchema: {},
    examples: [
      {
        arguments: { value: { username: 'billie', xp: 100, other: 1 } },
        result: { ok: { username: 'billie', xp: 100 } },
      },
      {
        arguments: { value: { username: 42, xp: '100' } },
        result: {
          issues: [
            'username: Invalid input: expected string, received number',
            'xp: Invalid input: expected number, received string',
          ],
        },
      },
    ],
  },
  ({ value }) => {
    const parsed = Player.safeParse(value);
    if (parsed.success) return { ok: parsed.data };
    return { issues: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  },
);

const Shape = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), data: z.string().trim().toUpperCase() }),
  z.object({ status: z.literal('failed'), error: z.string().default('unknown') }),
]);

export const zodUnion = defineTool(
  {
    description: 'A discriminated union, with transforms and a default.',
    inputSchema: VALUE,
    outputSchema: {},
    examples: [
      { arguments: { value: { status: 'success', data: ' abc ' } }, result: { status: 'success', data: 'ABC' } },
      { arguments: { value: { status: 'failed' } }, result: { status: 'failed', error: 'unknown' } },
    ],
  },
  ({ value }) => Shape.parse(value),
);

export const zodRefine = defineTool(
  {
    description: 'A refinement that waits, and coercion.',
    inputSchema: VALUE,
    outputSchema: {},
    examples: [
      { arguments: { value: { count: '12', even: 4 } }, result: { count: 12, even: 4 } },
      { arguments: { value: { count: '12', even: 3 } }, result: 'must be even' },
    ],
  },
  async ({ value }) => {
    const even = z.number().refine(async (number) => number % 2 === 0, { error: 'must be even' });
    const parsed = await z.object({ count: z.coerce.number(), even }).safeParseAsync(value);
    return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? '');
  },
);

export const zodJsonSchema = defineTool(
  {
    description: 'A schema written as JSON Schema, and formats checked.',
    inputSchema: VALUE,
    outputSchema: {},
    examples: [
      {
        arguments: { value: 'user@example.com' },
        result: { type: 'string', isEmail: true, isUuid: false },
      },
      {
        arguments: { value: '9491d710-3185-4e06-bea0-6a2f275345e0' },
        result: { type: 'string', isEmail: false, isUuid: true },
      },
    ],
  },
  ({ value }) => ({
    type: z.toJSONSchema(z.string()).type,
    isEmail: z.email().safeParse(value).success,
    isUuid: z.uuid().safeParse(value).success,
  }),
);

interface Category {
  name: string;
  subcategories: Category[];
}
const Category: z.ZodType<Category> = z.object({
  name: z.string(),
  get subcategories() {
    return z.array(Category);
  },
});

export const zodRecursive = defineTool(
  {
    description: 'A schema that contains itself.',
    inputSchema: VALUE,
    outputSchema: { type: 'boolean' },
    examples: [
      {
        arguments: { value: { name: 'People', subcategories: [{ name: 'Politicians', subcategories: [] }] } },
        result: true,
      },
      { arguments: { value: { name: 'People', subcategories: [{ name: 'Politicians' }] } }, result: false },
    ],
  },
  ({ value }) => Category.safeParse(value).success,
);
