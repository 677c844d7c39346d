// The schemas that the package publishes are JSON Schema 2020-12. The server takes them as they are, and does not look again at each start.

import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';

const FOLDER = new URL('../../../schemas/', import.meta.url);

describe('the published schemas', () => {
  const ajv = new Ajv2020({ logger: false });

  for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.json')))
    it(`${name} fits the meta-schema of its dialect`, () => {
      const schema = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8'));
      expect(schema.$schema).to.equal('https://json-schema.org/draft/2020-12/schema');
      expect(ajv.validateSchema(schema), ajv.errorsText()).to.equal(true);
    });

  it('are checked with a meta-schema that finds faults', () => {
    expect(ajv.validateSchema({ type: 'strange' })).to.equal(false);
  });
});
