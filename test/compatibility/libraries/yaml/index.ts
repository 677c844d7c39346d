// Examples from the documentation of yaml, as tools.

import { defineTool } from '@toolcell/plugin';
import { parse, parseAllDocuments, parseDocument, stringify, YAMLParseError } from 'yaml';

const TEXT = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } as const;

export const yamlParse = defineTool(
  {
    description: 'YAML as a value; where it is none, the code and place of the fault.',
    inputSchema: TEXT,
    outputSchema: {},
    examples: [
      { arguments: { text: '2.5' }, result: 2.5 },
      { arguments: { text: '[ true, false, maybe, null ]\n' }, result: [true, false, 'maybe', null] },
      {
        arguments: { text: 'base: &base { a: 1 }\nother:\n  <<: *base\n  b: |\n    two\n    lines\n' },
        result: { base: { a: 1 }, other: { '<<': { a: 1 }, b: 'two\nlines\n' } },
      },
      { arguments: { text: 'a: 1\na: 2' }, result: 'DUPLICATE_KEY 2:1' },
    ],
  },
  ({ text }) => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof YAMLParseError)) throw error;
      const [{ line, col } = { line: 0, col: 0 }] = error.linePos ?? [];
      return `${error.code} ${line}:${col}`;
    }
  },
);

export const yamlStringify = defineTool(
  {
    description: 'A value as YAML.',
    inputSchema: { type: 'object', properties: { value: {} }, required: ['value'] },
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { value: 2.5 }, result: '2.5\n' },
      { arguments: { value: [true, false, 'maybe', null] }, result: '- true\n- false\n- maybe\n- null\n' },
      {
        arguments: { value: { number: 3, plain: 'string', block: 'two\nlines\n' } },
        result: 'number: 3\nplain: string\nblock: |\n  two\n  lines\n',
      },
    ],
  },
  ({ value }) => stringify(value),
);

export const yamlDocument = defineTool(
  {
    description: 'A document changed in place, its comments kept; and how many documents a text has.',
    inputSchema: TEXT,
    outputSchema: {},
    examples: [
      {
        arguments: { text: '# top\nversion: 1 # first\nlist: [ 1, 2 ]\n' },
        result: { text: '# top\nversion: 2 # first\nlist: [ 1, 2 ]\nadded: yes\n', documents: 1 },
      },
    ],
  },
  ({ text }) => {
    const document = parseDocument(text, { schema: 'core' });
    document.set('version', 2);
    document.set('added', 'yes');
    return { text: String(document), documents: parseAllDocuments(text).length };
  },
);
