// Tools that keep notes between calls. A call starts with fresh state, so a tool puts what it keeps into the store. With the scope "caller" in
// plugin.json, each caller sees only its own entries.

import { defineTool } from '@toolcell/plugin';

const DAY_MS = 86_400_000;
const MOST_CHARACTERS = 10_000;

export const exampleToolSave = defineTool(
  {
    title: 'Save a note',
    description:
      'Keeps a text of at most 10,000 characters under a name for 30 days, in place of what was there. Returns when it expires.',
    inputSchema: {
      type: 'object',
      properties: {
        name: {
          type: 'string',
          description: 'Name of the note: letters, digits and "-".',
          pattern: '^[A-Za-z0-9-]{1,60}$',
        },
        text: { type: 'string', description: 'The text of the note.', maxLength: MOST_CHARACTERS },
      },
      required: ['name', 'text'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { saved: { type: 'string' } },
      required: ['saved'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: false },
    // An example needs no store: "effects" are the answers of the host while it runs.
    examples: [
      {
        description: 'A new note',
        arguments: { name: 'shopping', text: 'Milk' },
        result: { saved: 'shopping' },
        effects: [
          {
            store: { op: 'set', key: 'note/shopping', value: '"Milk"', ttlMs: 2_592_000_000 },
            answer: { key: 'note/shopping', version: '1' },
          },
        ],
      },
    ],
  },
  async ({ name, text }, { store }) => {
    // The server has checked the arguments against the input schema.
    await store.set(`note/${name}`, text, { ttlMs: 30 * DAY_MS });
    return { saved: name };
  },
);

export const exampleToolRead = defineTool(
  {
    title: 'Read a note',
    description: 'Returns the text of a note that was saved before, or null if there is none under that name.',
    inputSchema: {
      type: 'object',
      properties: {
        name: {
          type: 'string',
          description: 'Name of the note: letters, digits and "-".',
          pattern: '^[A-Za-z0-9-]{1,60}$',
        },
      },
      required: ['name'],
      additionalProperties: false,
    },
    outputSchema: { type: ['string', 'null'] },
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    examples: [
      {
        description: 'A note that is there',
        arguments: { name: 'shopping' },
        result: 'Milk',
        effects: [
          {
            store: { op: 'get', key: 'note/shopping' },
            answer: { key: 'note/shopping', version: '1', value: '"Milk"' },
          },
        ],
      },
      {
        description: 'A note that is not',
        arguments: { name: 'nothing' },
        result: null,
        effects: [{ store: { op: 'get', key: 'note/nothing' }, answer: null }],
      },
    ],
  },
  async ({ name }, { store }) => {
    const text = await store.get(`note/${name}`);
    return typeof text === 'string' ? text : null;
  },
);
