// The diagnosis of arguments finds the violations that ajv finds, for any schema and value, and within limits.

import vm from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { compileDiagnosis } from '../../../../src/cell/runner/inspection/schema-compile.ts';
import { libraryOf } from '../../../../src/cell/runner/isolates/validator-library.ts';
import { buildGuestScripts } from '../../../../src/control/launch/image/guest-scripts.ts';
import type { JsonSchema } from '../../../../src/shared/protocol/json.ts';
import type { Program } from '../../../../src/shared/protocol/program.ts';

type ViolationsOf = (toolName: string, side: 'input', text: string) => string;
type Check = (makeValidators: unknown) => {
  readonly provide: (name: string, source: unknown) => void;
  readonly violationsOf: ViolationsOf;
};

let checkText = '';
before(async () => {
  checkText = (await buildGuestScripts()).find(({ path }) => path.endsWith('check.js'))?.text ?? '';
});

/** Runs the code of a diagnosis in this process. */
const diagnosisOf = (inputSchema: JsonSchema): ((argumentsText: string, toolName?: string) => string) => {
  const tools = [{ name: 'tool', exportName: 'tool', inputSchema, outputSchema: true }];
  const code = compileDiagnosis({ tools } as unknown as Program, () => {});
  const { provide, violationsOf } = (vm.runInThisContext(checkText) as Check)(vm.runInThisContext(code));
  for (const [name, text] of libraryOf(code))
    provide(name, vm.runInThisContext(`(function (module, exports, require) {${text}\n})`));
  return (argumentsText, toolName = 'tool') => violationsOf(toolName, 'input', argumentsText);
};

interface Said {
  readonly path: string;
  readonly keyword: string;
}

const pointer = (path: string, name: unknown): string =>
  typeof name === 'string' ? `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : path;

/** Path and keyword of every error that ajv finds, each once, in ajv's order. */
const errorsOf = (schema: JsonSchema, value: unknown): readonly string[] => {
  const validate = new Ajv2020({ strict: false, ownProperties: true, allErrors: true }).compile(schema as object);
  if (validate(value)) return [];
  const errors = (validate.errors ?? []).map(({ instancePath, keyword, params }) => {
    const name = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
    return `${pointer(instancePath, name)} ${keyword}`;
  });
  return [...new Set(errors)];
};

const NAMES = ['a', 'b', 'long-name', '~/'] as const;
const name = fc.constantFrom(...NAMES);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, 7, 1.5, '', 'camel', 'text'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}));
const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'object', 'array').map((type) => ({ type })),
    fc.uniqueArray(fc.constantFrom('camel', 'pascal', 7, null), { minLength: 1 }).map((values) => ({ enum: values })),
    fc.constantFrom({ const: 'camel' }, { minimum: 3 }, { maxLength: 2, minLength: 1 }, { minItems: 2 }),
    fc
      .record({
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(name, { maxLength: 3 }),
        additionalProperties: fc.boolean(),
      })
      .map((members) => ({ type: 'object', ...members })),
    tie('schema').map((items) => ({ type: 'array', items })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
  ) as fc.Arbitrary<JsonSchema>,
}));

describe('a diagnosis of arguments', function () {
  this.timeout(60_000);

  it('finds the first twenty violations that ajv finds, for any schema and value', () => {
    fc.assert(
      fc.property(schema, value, (inputSchema, argument) => {
        const text = diagnosisOf(inputSchema)(JSON.stringify(argument));
        const said = text === '' ? [] : (JSON.parse(text) as Said[]);
        // Two branches may expect different types in one place.
        const found = [...new Set(said.map(({ path, keyword }) => `${path} ${keyword}`))];
        const expected = errorsOf(inputSchema, argument);
        if (said.length <= 20) expect(found).to.deep.equal(expected);
        else expect(expected).to.include.members(found.slice(0, -1));
      }),
      { numRuns: 60 },
    );
  });

  it('lists the allowed types, values and names', () => {
    const inputSchema: JsonSchema = {
      type: 'object',
      properties: { input: { type: 'string' }, to: { enum: ['camel', 'snake'] } },
      required: ['input', 'to'],
      additionalProperties: false,
    };
    const diagnosis = diagnosisOf(inputSchema);
    const said = JSON.parse(diagnosis('{"to":"snek","extra":1}')) as object[];
    expect(said.map((one) => ({ ...one, message: '' }))).to.deep.equal([
      { path: '/input', keyword: 'required', message: '', expected: ['string'] },
      { path: '/extra', keyword: 'additionalProperties', message: '', allowed: ['input', 'to'], got: 'number' },
      { path: '/to', keyword: 'enum', message: '', allowed: ['camel', 'snake'], got: 'string' },
    ]);
    expect(diagnosis('{"to":"camel","input":""}')).to.equal('');
    expect(diagnosis('{}', 'other')).to.equal('');
  });

  it('counts the violations that it leaves out, and always fits into a message', () => {
    const diagnosis = diagnosisOf({ type: 'object', additionalProperties: { type: 'string' } });
    const some = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`n${index}`, index]));
    const list = JSON.parse(diagnosis(JSON.stringify(some))) as { message: string }[];
    expect(list).to.have.lengthOf(21);
    expect(list.at(-1)?.message).to.contain('30 more');
    const long = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${'\u0001'.repeat(5_000)}${index}`, index]),
    );
    const text = diagnosis(JSON.stringify(long));
    // The head of a message escapes the text once more.
    expect(Buffer.byteLength(JSON.stringify(text))).to.be.below(60_000);
  });
});
