// A module of an imported server sees its place in the plugin, and nothing of the machine that imports it.

import { expect } from 'chai';
import { placedText } from '../../../../src/cli/import/npm/own-places.ts';

const AT = '/plugin/node_modules/a/index.js';

describe("a module's own place", () => {
  it('is that in the plugin', () => {
    expect(placedText('#!/usr/bin/env node\nlog(import.meta.url);\n', AT)).to.equal(
      'const __toolcellMeta = { ...{"url":"file:///plugin/node_modules/a/index.js","filename":"/plugin/node_modules/a/index.js","dirname":"/plugin/node_modules/a","main":true}, resolve: (name) => name };\nlog(__toolcellMeta.url);\n',
    );
    expect(placedText('join(__dirname, "x")', AT)).to.contain('var __dirname = "/plugin/node_modules/a"');
    expect(placedText('if (require.main === module) run();', AT)).to.equal('if (module === module) run();');
  });

  it('changes nothing of a module that does not ask, or that has its own', () => {
    expect(placedText('export const a = 1;', AT)).to.equal(undefined);
    expect(placedText('const __dirname = "x"; use(__dirname)', AT)).to.equal(undefined);
  });
});
