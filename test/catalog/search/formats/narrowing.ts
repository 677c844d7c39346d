// Support: a strict schema accepts only what the plugin's schema accepts, whatever the plugin's schema is.

import { expect } from 'chai';
import fc from 'fast-check';
import { ANTHROPIC } from '../../../../src/catalog/search/formats/anthropic.ts';
import { OPENAI } from '../../../../src/catalog/search/formats/openai.ts';
import { strictSchema } from '../../../../src/catalog/search/formats/strict-schema.ts';
import { isObstacle, orObstacle } from '../../../../src/catalog/search/formats/telling.ts';
import { inputSchemas, judgeOf, type Schema, valuesOf } from './schemas.ts';

/** The tests, with so many schemas for each API. */
export const describeNarrowing = (runs: number): void => {
  for (const api of [OPENAI, ANTHROPIC])
    describe(`the strict schemas for ${api.title}`, function () {
      this.timeout(600_000);

      it('accept only what the schema of the plugin accepts', () => {
        let [strict, values] = [0, 0];
        const check = (schema: Schema, seed: number): void => {
          const made = orObstacle(() => strictSchema(schema as never, api));
          if (isObstacle(made)) return;
          strict += 1;
          const [accepts, acceptsBefore] = [judgeOf(made.schema), judgeOf(schema)];
          for (const value of fc.sample(valuesOf(made.schema), { numRuns: 10, seed })) {
            if (!accepts(value)) continue;
            values += 1;
            const told = () => JSON.stringify({ schema, strict: made.schema, value });
            expect(acceptsBefore(value), told()).to.equal(true);
          }
        };
        fc.assert(fc.property(inputSchemas, fc.integer(), check), { numRuns: runs });
        // It would show nothing if there were none.
        expect(strict).to.be.greaterThan(runs / 4);
        expect(values).to.be.greaterThan(runs);
      });
    });
};
