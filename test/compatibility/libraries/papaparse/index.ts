// Examples from the documentation of Papa Parse, as tools.

import { defineTool } from '@toolcell/plugin';
import Papa from 'papaparse';

export const papaparseRows = defineTool(
  {
    description: 'Rows as arrays, or as records with types of their own.',
    inputSchema: {
      type: 'object',
      properties: { csv: { type: 'string' }, hasHeader: { type: 'boolean' } },
      required: ['csv', 'hasHeader'],
    },
    outputSchema: {},
    examples: [
      {
        arguments: { csv: 'a,b,c\n1,"2,2",3', hasHeader: false },
        result: {
          data: [
            ['a', 'b', 'c'],
            ['1', '2,2', '3'],
          ],
          errors: [],
          delimiter: ',',
        },
      },
      {
        arguments: { csv: 'name;age;member\r\nAda;36;true\r\n', hasHeader: true },
        result: { data: [{ name: 'Ada', age: 36, member: true }], errors: [], delimiter: ';' },
      },
      {
        arguments: { csv: 'a,b\n1,2\n3', hasHeader: true },
        result: { data: [{ a: 1, b: 2 }, { a: 3 }], errors: ['UndetectableDelimiter', 'TooFewFields'], delimiter: ',' },
      },
    ],
  },
  ({ csv, hasHeader }) => {
    const { data, errors, meta } = Papa.parse(csv, {
      header: hasHeader,
      dynamicTyping: hasHeader,
      skipEmptyLines: true,
    });
    return { data, errors: errors.map(({ code }) => code), delimiter: meta.delimiter };
  },
);

export const papaparseUnparse = defineTool(
  {
    description: 'Records as CSV.',
    inputSchema: { type: 'object', properties: { rows: { type: 'array' } }, required: ['rows'] },
    outputSchema: { type: 'string' },
    examples: [
      {
        arguments: {
          rows: [
            { a: 1, b: 'x, y' },
            { a: 2, b: 'say "hi"' },
          ],
        },
        result: 'a,b\r\n1,"x, y"\r\n2,"say ""hi"""',
      },
      {
        arguments: {
          rows: [
            ['1-1', '1-2'],
            ['2-1', '2-2'],
          ],
        },
        result: '1-1,1-2\r\n2-1,2-2',
      },
    ],
  },
  ({ rows }) => Papa.unparse(rows),
);

export const papaparseSteps = defineTool(
  {
    description: 'Row by row, and ended early.',
    inputSchema: { type: 'object', properties: { csv: { type: 'string' } }, required: ['csv'] },
    outputSchema: { type: 'array' },
    examples: [{ arguments: { csv: '1,2\n3,4\n5,6' }, result: ['1+2', '3+4'] }],
  },
  ({ csv }) => {
    const seen: string[] = [];
    Papa.parse<string[]>(csv, {
      step: ({ data }, parser) => {
        seen.push(data.join('+'));
        if (seen.length === 2) parser.abort();
      },
    });
    return seen;
  },
);
