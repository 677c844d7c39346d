// What a server needs is found out by its own words.

import { expect } from 'chai';
import { type Importer, openImporter } from '../../../support/imported-server.ts';
import { plainServer } from '../../../support/mcp-packages.ts';

const ECHO_TOOL = "{ name: 'echo', description: 'Says it again.', inputSchema: { type: 'object' } }";
const LIST = `'tools/list': () => ({ tools: [${ECHO_TOOL}] })`;
const CALL = "'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] })";

describe('an imported server with needs', function () {
  this.timeout(240_000);
  let importer: Importer;
  before(async () => {
    importer = await openImporter();
  });
  after(() => importer.close());

  it('gets the secrets that its own words ask for, and no other that it could read', async () => {
    const before = `
const { SMALL_TOKEN: token, MODEL_API_KEY: model } = process.env;
if (!token) { console.error('Set SMALL_TOKEN.' + ' '.repeat(400)); process.exit(1); }
if (model) { console.error('There is no such model.'); process.exit(1); }`;
    const made = await importer.import(plainServer('small-mcp', `${LIST}, ${CALL}`, before));
    expect(made.learned.secrets).to.deep.equal(['SMALL_TOKEN']);
  });
});
