// Garbage in the file, on the command line or in the environment gets an answer, never a throw, and pollutes no prototype.

import { expect } from 'chai';
import fc from 'fast-check';
import { checkFile } from '../../../src/settings/file/check-file.ts';
import { parseConfigText } from '../../../src/settings/file/config-text.ts';
import { readCommandLine } from '../../../src/settings/flags.ts';
import type { Loaded } from '../../../src/settings/load/load.ts';
import { SETTINGS_SECTION } from '../../../src/settings/settings.ts';
import { loadNothing, loadText, loadValues } from '../config-folder.ts';

const PROBLEM = /^(?:… and \d+ more|[^\p{Cc}]+: [^\p{Cc}]+ → [^\p{Cc}]+)$/u;

const expectAnswer = (loaded: Loaded): void => {
  if (loaded.ok) return;
  expect(loaded.problems).not.to.have.length(0);
  for (const problem of loaded.problems) expect(problem).to.match(PROBLEM);
};

/** Known names, so that garbage gets deep into the table. */
const name = fc.oneof(
  fc.constantFrom('limits', 'plugins', 'overrides', 'pool', 'cordons', 'server', 'tools', 'cpuMs', 'allowedHosts', 'a'),
  fc.constantFrom('__proto__', 'constructor', '$schema', ''),
  fc.string(),
);
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.jsonValue({ maxDepth: 1 }),
    tie('object'),
    fc.array(tie('tree'), { maxLength: 4 }),
  ),
  object: fc.dictionary(name, tie('tree'), { maxKeys: 5 }),
}));

describe('garbage as configuration', () => {
  it('gets an answer as any JSON', () => {
    fc.assert(fc.property(tree, (values) => expectAnswer(loadValues(values))));
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
  });

  it('gets an answer as any text', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '\\',
      '\n',
      '//',
      '/*',
      '*/',
      'true',
      '-',
      '1e9',
      '"limits"',
      '\u0000',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (content) => {
        const { problems } = checkFile(parseConfigText(content, 'f'), SETTINGS_SECTION);
        for (const { where } of problems) expect(where).to.match(/^f:\d+:\d+$/);
      }),
    );
  });

  it('gets an answer as any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => expectAnswer(loadText(bytes))),
      { numRuns: 50 },
    );
  });

  it('gets an answer as any words and variables', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('--port', '--port=1', '--', '-', '--host', '--no-port', '--__proto__=1'),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), fc.string(), (args, text) => {
        readCommandLine(args);
        expectAnswer(loadNothing({ env: { TOOLCELL_PORT: text, TOOLCELL_HOST: text } }));
      }),
    );
  });
});
