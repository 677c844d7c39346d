// Finds the validators whose verdict a changed RegExp.prototype could change.

import { expect } from 'chai';
import { compileValidators } from '../../../../src/cell/runner/inspection/schema-compile.ts';
import { usesRegExp } from '../../../../src/cell/runner/isolates/validator-library.ts';
import type { JsonSchema } from '../../../../src/shared/protocol/json.ts';
import type { Program } from '../../../../src/shared/protocol/program.ts';

const codeOf = (outputSchema: JsonSchema): string => {
  const tool = { name: 'tool', exportName: 'tool', inputSchema: true, outputSchema };
  return compileValidators({ tools: [tool] } as unknown as Program, () => {});
};

const WITH: Readonly<Record<string, JsonSchema>> = {
  pattern: { type: 'string', pattern: '^a' },
  patternProperties: { type: 'object', patternProperties: { '^a': { type: 'string' } } },
  'a pattern that is evaluated by reference': { $ref: '#/$defs/a', $defs: { a: { pattern: 'b' } } },
  'the format date': { type: 'string', format: 'date' },
  'the format email': { type: 'string', format: 'email' },
  'the format uri': { type: 'string', format: 'uri' },
  'the format uuid': { type: 'string', format: 'uuid' },
  'the format regex': { type: 'string', format: 'regex' },
};

const WITHOUT: Readonly<Record<string, JsonSchema>> = {
  lengths: { type: 'string', minLength: 1, maxLength: 5 },
  numbers: { type: 'number', minimum: 1, multipleOf: 2 },
  enumerations: { enum: ['a', { b: [1] }], const: 'a' },
  objects: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'], additionalProperties: false },
  lists: { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 1 },
  branches: { anyOf: [{ type: 'string' }, { type: 'null' }], not: { const: 'x' } },
};

describe('validators', () => {
  for (const [keywords, schema] of Object.entries(WITH))
    it(`of ${keywords} are known to use regular expressions`, () => {
      expect(usesRegExp(codeOf(schema))).to.equal(true);
    });

  for (const [keywords, schema] of Object.entries(WITHOUT))
    it(`of ${keywords} are known to use none`, () => {
      expect(usesRegExp(codeOf(schema))).to.equal(false);
    });
});
