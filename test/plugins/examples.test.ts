// Every example in the shipped manifests, run directly: results are as written, and all of it fits the schemas.

import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { EXAMPLES, SHIPPED_PLUGINS } from '../support/examples.ts';
import { errorOf, shippedTool } from '../support/shipped-tool.ts';

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, ownProperties: true });
const manifestSchema = JSON.parse(readFileSync(new URL('../../schemas/plugin.schema.json', import.meta.url), 'utf8'));
const fitsManifest = new Ajv2020({ strict: false }).compile(manifestSchema);

describe('shipped plugins', () => {
  for (const { manifest } of SHIPPED_PLUGINS) {
    it(`${manifest.name}: the manifest fits its schema`, () => {
      expect(fitsManifest(manifest), JSON.stringify(fitsManifest.errors)).to.equal(true);
    });

    for (const tool of manifest.tools) {
      describe(tool.name, () => {
        it('takes one closed object, every argument of it described, and has at least three examples', () => {
          expect(tool.inputSchema).to.include({ type: 'object', additionalProperties: false });
          for (const [name, schema] of Object.entries(tool.inputSchema.properties ?? {})) {
            expect(schema, name).to.have.property('description').that.is.a('string').with.length.above(10);
          }
          expect(tool.examples).to.have.length.of.at.least(3);
        });

        const fitsInput = ajv.compile(tool.inputSchema);
        const fitsOutput = ajv.compile(tool.outputSchema ?? {});
        for (const example of EXAMPLES.filter((each) => each.plugin === manifest.name && each.tool === tool.name)) {
          it(example.description, async () => {
            expect(fitsInput(example.arguments), JSON.stringify(fitsInput.errors)).to.equal(true);
            expect(fitsOutput(example.result), JSON.stringify(fitsOutput.errors)).to.equal(true);
            // The host holds the plugin to the others when it loads it: counter-tools, github-tools and page-tools in test/host.
            if (example.hasEffects) return;
            const result = await shippedTool(example.plugin, example.tool)(example.arguments);
            expect(result).to.deep.equal(example.result);
          });
        }

        const { required = [] } = tool.inputSchema as { readonly required?: readonly string[] };
        it('answers missing arguments with a message that a model can act on', async () => {
          if (required.length === 0) return;
          const error = await errorOf(shippedTool(manifest.name, tool.name)({}));
          expect(error.message).to.match(/^"[a-zA-Z]+" (must be|is missing)/);
        });
      });
    }
  }
});
