// A module of an imported server sees its place in the plugin, and nothing of the machine that imports it.

import { expect } from 'chai';
import { buildMemory } from '../../../../src/cli/import/npm/build-memory.ts';
import { mayRequire, placedText } from '../../../../src/cli/import/npm/own-places.ts';

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

describe('a require that a module makes for itself', () => {
  const text = 'const require = createRequire(import.meta.url); P("path"); P("node:url"); a("nomodule"); f("x y")';

  it('may ask for the modules that the text names', () => {
    expect(mayRequire(text)).to.deep.equal(['path', 'node:url', 'nomodule']);
    expect(mayRequire('P("path")')).to.deep.equal([]);
  });

  it('gets all of them with the first that it asks for', () => {
    const memory = buildMemory('/no/such/folder');
    memory.expect(mayRequire(text));
    expect(memory.required).to.deep.equal([]);
    expect(memory.take(['path'])).to.equal(true);
    expect(memory.required).to.have.members(['path', 'url']);
    expect(memory.take(['url'])).to.equal(false);
  });
});
