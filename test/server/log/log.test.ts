// The log as a whole: nothing that it is given ends whoever writes to it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLog } from '../../../src/server/log/log.ts';

describe('the log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-log-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  for (const format of ['json', 'pretty'] as const)
    it(`writes a line as ${format} whatever its members are, and throws nothing`, () => {
      const file = join(folder, 'server.log');
      const onFault = (fault: string): void => expect.fail(fault);
      const log = openLog({ level: 'info', format, file, payloads: {} }, { isTerminal: false, env: {}, onFault });
      const circle: Record<string, unknown> = {};
      circle.self = circle;
      const unwritable = {
        toJSON() {
          throw new Error('it has no JSON');
        },
      };
      for (const [at, fields] of [circle, { count: 1n }, { unwritable }].entries()) {
        log.write('info', fields, `line ${at}`);
        log.plugin('info', { ...fields, pluginName: 'a' }, `plugin line ${at}`);
      }
      log.flushSync();
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      for (const at of [0, 1, 2])
        for (const text of [`line ${at}`, `plugin line ${at}`])
          expect(lines.filter((line) => line.includes(text) && line.includes('unwritable'))).to.have.length.within(
            1,
            2,
          );
    });
});
