// Tests what is reported of a process that did not start.

import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { LastWords, tellingLine } from '../../../src/control/child/last-words.ts';

const NODE_ERROR = `node:internal/modules/cjs/loader:1503
  throw err;
  ^

Error: Cannot find module '/tmp/x/runner/process-entry.js'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1500:15) {
  code: 'MODULE_NOT_FOUND'
}

Node.js v26.10.0
`;

describe('the last words of a process', () => {
  it('are the line that names the error', () => {
    expect(tellingLine(NODE_ERROR)).to.equal("Error: Cannot find module '/tmp/x/runner/process-entry.js'");
    expect(tellingLine('bwrap: setting up uid map: Permission denied\n')).to.equal(
      'bwrap: setting up uid map: Permission denied',
    );
    expect(tellingLine('unshare: unshare failed: Operation not permitted')).to.contain('Operation not permitted');
    expect(tellingLine('warming up\nsomething odd\n')).to.equal('something odd');
    expect(tellingLine(' \n\n')).to.equal(undefined);
  });

  it('are one printable line of bounded length for any output', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const line = tellingLine(text);
        expect(line ?? '').to.have.length.at.most(300);
        expect(line ?? '').not.to.match(/\p{C}/u);
      }),
    );
  });

  it('are kept up to a bound, and not at all if a plugin may have written them', async () => {
    const words = new LastWords();
    const source = new PassThrough();
    words.listenTo(source);
    source.write('x'.repeat(100_000));
    source.write('\nError: the end\n');
    await setImmediate();
    expect(words.after('exit code 1')).to.equal('Error: the end (exit code 1)');
    words.stop();
    expect(words.after('SIGKILL')).to.equal('SIGKILL');
    expect(source.destroyed).to.equal(true);
  });
});
