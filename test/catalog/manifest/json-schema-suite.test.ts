// The official suite of JSON Schema 2020-12: whatever the guard lets through is judged as the suite says, and what it refuses is on a list.

import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { guardSchema } from '../../../src/catalog/manifest/schema-guard.ts';
import type { Json, JsonSchema } from '../../../src/shared/protocol/json.ts';
import { validatorsOf } from '../../support/validator.ts';

const SUITE = new URL('../../fixtures/json-schema-suite/', import.meta.url);
const LIST = new URL('json-schema-refused.json', import.meta.url);

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

const groupsOf = (file: string): readonly Group[] => JSON.parse(readFileSync(new URL(file, SUITE), 'utf8'));

/** Why a schema is refused, which as a tool's whole schema has to be an object; undefined if it is not. */
const refusalOf = (schema: JsonSchema): string | undefined => {
  if (typeof schema === 'boolean') return 'is no object';
  const [problem] = guardSchema(schema);
  return problem && `${problem.path} ${problem.reason}`.trim();
};

const wrongIn = ({ description, schema, tests }: Group): readonly string[] => {
  const checks = validatorsOf(schema);
  return tests.flatMap(({ description: what, data, valid }) =>
    checks.every((check) => check(data) === valid) ? [] : [`${description}: ${what} should be ${valid}`],
  );
};

describe('the official suite of JSON Schema 2020-12', function () {
  this.timeout(60_000);
  const files = readdirSync(SUITE).filter((name) => name.endsWith('.json'));
  const list = JSON.parse(readFileSync(LIST, 'utf8')) as Record<string, Record<string, string>>;

  it('is complete', () => {
    expect(files).to.have.length(48);
    expect(files.flatMap(groupsOf).flatMap(({ tests }) => tests)).to.have.length(1_176);
  });

  for (const file of files)
    it(`passes for ${file}, except for refused schemas`, () => {
      const refused: Record<string, string> = {};
      const wrong: string[] = [];
      for (const group of groupsOf(file)) {
        const refusal = refusalOf(group.schema);
        if (refusal === undefined) wrong.push(...wrongIn(group));
        else refused[group.description] = refusal;
      }
      expect(wrong).to.deep.equal([]);
      expect(refused).to.deep.equal(list[file] ?? {});
    });
});
