// `toolcell test --watch`, as a program: it runs again for each change, also after one that cannot be loaded.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { onWindows, skipWithout } from '../../support/skip.ts';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { BIN, environmentOf, runHere, temporaryFolder } from '../run-command.ts';

const TOOL = 'export const double = ({ value }) => 2 * value;\n';

describe('toolcell test --watch', function () {
  this.timeout(180_000);
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
    const tool = { examples: [{ arguments: { value: 2 }, result: 4 }] };
    writeFiles(folder.path, { 'plugin.json': manifestOf('doubler', { double: tool }), 'index.js': TOOL });
  });
  afterEach(() => folder.remove());

  it('is for a folder and for a person', async () => {
    for (const words of [['--json'], ['--inspect']])
      expect((await runHere(['test', '--watch', ...words], { cwd: folder.path })).code).to.equal(2);
  });

  it('runs again whenever a file changes, until a signal ends it', async function () {
    skipWithout(this, 'test --watch', onWindows());
    const env = environmentOf(folder.path);
    const child = spawn(process.execPath, [BIN, 'test', '--watch'], { cwd: folder.path, env });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
    const says = async (form: RegExp): Promise<void> => {
      for (const endMs = performance.now() + 40_000; !form.test(text); await pause(50))
        if (performance.now() > endMs) throw new Error(`it never said ${form}: ${text}`);
    };
    try {
      await says(/✓ 1 of 1 cases hold[\s\S]*Waiting for a change/);
      text = '';
      writeFileSync(join(folder.path, 'index.js'), TOOL.replace('2 * value', '3 * value'));
      await says(/expected 4[\s\S]*1 of 1 cases fail[\s\S]*Waiting for a change/);
      text = '';
      writeFileSync(join(folder.path, 'index.js'), 'export const = 1;');
      await says(/index\.js:1:14[\s\S]*Waiting for a change/);
      text = '';
      writeFileSync(join(folder.path, 'index.js'), TOOL);
      await says(/✓ 1 of 1 cases hold/);
      const ended = once(child, 'close');
      child.kill('SIGINT');
      expect((await ended)[0]).to.equal(130);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
