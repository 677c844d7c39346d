// A program that others wrote is built a few times, however many packages it has that ask for Node, and once more only when something new is known.

import { realpathSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import type { ForeignParts } from '../../../src/cli/pack/bundle-attempt.ts';
import { bundleEntry } from '../../../src/cli/pack/bundle-entry.ts';
import { type AuthorFiles, temporaryFolder, writeFiles } from './author-folder.ts';

/** Packages in layers, as a server has them: each asks for a module of Node, some have a variant for browsers, and each uses the next one. */
const layers = (count: number): AuthorFiles =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index): [string, string | object][] => {
      const folder = `node_modules/layer-${index}`;
      const next = index + 1 < count ? `export * from 'layer-${index + 1}';` : '';
      const hasVariant = index % 3 === 0;
      const module = ['events', 'path', 'util'][index % 3];
      return [
        [
          `${folder}/package.json`,
          {
            name: `layer-${index}`,
            version: '1.0.0',
            type: 'module',
            main: 'index.js',
            ...(hasVariant && { browser: { './index.js': './browser.js' } }),
          },
        ],
        [
          `${folder}/index.js`,
          `import * as module${index} from '${module}'; export const of${index} = typeof module${index} + typeof process.env.X; ${next}`,
        ],
        [`${folder}/browser.js`, `export const of${index} = 'browser'; ${next}`],
      ];
    }).flat(),
  );

/** A package whose variant for browsers has as many names of Node as the other, so that trying it is in vain. */
const NAMES: AuthorFiles = {
  'node_modules/names/package.json': {
    name: 'names',
    version: '1.0.0',
    type: 'module',
    main: 'index.js',
    browser: { './index.js': './browser.js' },
  },
  'node_modules/names/index.js': "export const named = Buffer.from('x').length;",
  'node_modules/names/browser.js': "export const named = Buffer.from('y').length;",
};

describe('the build of a program that others wrote', function () {
  this.timeout(120_000);

  it('takes few attempts, and one when it is built again', async () => {
    const folder = realpathSync(temporaryFolder());
    let builds = 0;
    const foreign: ForeignParts = {
      plugins: [
        {
          name: 'counter',
          setup: ({ onStart }) =>
            onStart(() => {
              builds += 1;
            }),
        },
      ],
      inject: [],
      answer: () => false,
      remembered: { inBrowser: new Map(), served: new Set() },
    };
    try {
      writeFiles(folder, { 'index.js': "export * from 'layer-0'; export * from 'names';", ...layers(30), ...NAMES });
      const build = () =>
        bundleEntry(folder, 'index.js', { isReadable: false, node: { environment: {}, files: {} }, foreign });
      const first = await build();
      const ofFirst = builds;
      const second = await build();
      expect(second.code).to.equal(first.code);
      expect(ofFirst).to.be.at.most(4);
      // One build, and one with the names of Node that it uses.
      expect(builds - ofFirst).to.be.at.most(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
