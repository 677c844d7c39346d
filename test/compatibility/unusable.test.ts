// Libraries that pack and cannot work in a tool: packing warns of each.

import { expect } from 'chai';
import { inFolder } from '../cli/pack/author-folder.ts';
import { packed as packFolder } from '../support/pack.ts';
import { UNUSABLE } from './expected-failures.ts';

const TOOL = { name: 'run', description: 'd', inputSchema: { type: 'object' }, outputSchema: {} };

describe('libraries that cannot work in a tool', function () {
  this.timeout(120_000);
  for (const { library, asksFor } of UNUSABLE)
    it(`${library} is packed with a warning of the module that it asks for`, async () => {
      const source = `import * as library from '${library}';\nexport const run = () => Object.keys(library);`;
      const files = { 'plugin.json': { name: 'demo', tools: [TOOL] }, 'index.ts': source };
      const { warnings } = await inFolder(files, (folder) => packFolder(folder));
      expect(warnings.join('\n')).to.contain(`the library ${library} imports "${asksFor}"`);
    });
});
