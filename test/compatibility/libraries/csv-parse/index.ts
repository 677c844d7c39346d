// Examples from the documentation of csv-parse, as tools.

import { defineTool } from '@toolcell/plugin';
import { parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';

const text = { type: 'string' } as const;
const list = { type: 'array' } as const;

export const csvSync = defineTool(
  {
    description: 'Records of a text, with options.',
    inputSchema: { type: 'object', properties: { text, options: { type: 'object' } }, required: ['text'] },
    outputSchema: list,
    examples: [
      {
        arguments: { text: '"key_1","key_2"\n"value 1","value 2"', options: { columns: true, skip_empty_lines: true } },
        result: [{ key_1: 'value 1', key_2: 'value 2' }],
      },
      {
        arguments: { text: 'a;1\n# no\nb;2', options: { delimiter: ';', comment: '#', cast: true } },
        result: [
          ['a', 1],
          ['b', 2],
        ],
      },
    ],
  },
  ({ text, options = {} }) => parseNow(text, options) as unknown[],
);

export const csvStream = defineTool(
  {
    description: 'Records of a stream.',
    inputSchema: { type: 'object', properties: { lines: { type: 'array', items: text } }, required: ['lines'] },
    outputSchema: list,
    examples: [
      {
        arguments: { lines: ['root:x:0', 'someone:x:1022'] },
        result: [
          ['root', 'x', '0'],
          ['someone', 'x', '1022'],
        ],
      },
    ],
  },
  async ({ lines }) => {
    const parser = parse({ delimiter: ':' });
    for (const line of lines) parser.write(`${line}\n`);
    parser.end();
    const records: unknown[] = [];
    for await (const record of parser) records.push(record);
    return records;
  },
);

export const csvError = defineTool(
  {
    description: 'The code of the error for a text that is no CSV.',
    inputSchema: { type: 'object', properties: { text }, required: ['text'] },
    outputSchema: text,
    examples: [{ arguments: { text: 'a,b\nc' }, result: 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH' }],
  },
  ({ text }) => {
    try {
      parseNow(text);
      return 'none';
    } catch (error) {
      return String((error as { code?: unknown }).code);
    }
  },
);
