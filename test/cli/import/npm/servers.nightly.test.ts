// Servers of npm, imported as they are: their tools are those that Node lists, and a call reaches the upstream and answers as one in Node does.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ImportedServer } from '../../../../src/cli/import/npm/import-npm.ts';
import { Workbench } from '../../../../src/cli/plugin/workbench.ts';
import { SHARED_CACHE } from '../../../support/cache.ts';
import { testConfig } from '../../../support/config.ts';
import { skipWithout } from '../../../support/skip.ts';
import { REFUSED, SERVERS } from './servers/list.ts';
import { type ImportedRow, type RefusedRow, writePage } from './servers/page.ts';
import { compareServer, FOLDER, importListed, type ServedServer, secretValue } from './servers/run.ts';
import { type FakeUpstream, noHttpsPort, startFakeUpstream } from './servers/upstream.ts';

/** Installs the servers without their scripts, if they are not there. Returns why they are not there then. */
const notInstalled = (): string | undefined => {
  if (existsSync(join(FOLDER, 'node_modules'))) return undefined;
  const flags = ['--ignore-scripts', '--no-bin-links', '--omit=optional', '--legacy-peer-deps'];
  const { status } = spawnSync('npm', ['ci', ...flags], { cwd: FOLDER, stdio: 'ignore' });
  return status === 0 ? undefined : 'npm cannot install them';
};

describe('a server of npm that others wrote', function () {
  this.timeout(900_000);
  let bench: Workbench;
  let upstream: FakeUpstream;
  const imported: ImportedRow[] = [];
  const refused: RefusedRow[] = [];
  before(async function () {
    skipWithout(this, 'imports of servers that others wrote', (await noHttpsPort()) ?? notInstalled());
    bench = await Workbench.open(testConfig('.'), { env: process.env, ...SHARED_CACHE }, { loadMs: 30_000 });
    upstream = await startFakeUpstream(Object.assign({}, ...SERVERS.map(({ answers }) => answers)));
  });
  after(async () => {
    await upstream?.close();
    await bench?.[Symbol.asyncDispose]();
    if (imported.length === SERVERS.length) writePage(imported, refused);
  });

  for (const server of REFUSED)
    it(`refuses ${server.name} with the reason and the place`, async () => {
      const startMs = performance.now();
      const error = await importListed(bench, server).catch((one) => one);
      refused.push({ name: server.name, reason: String(error.message), afterMs: performance.now() - startMs });
      expect(error.name).to.equal('ImportRefused');
      expect(error.message).to.match(server.refusal);
    });

  for (const server of SERVERS)
    describe(server.name, () => {
      let made: ImportedServer;
      let served: ServedServer;
      before(async () => {
        const startMs = performance.now();
        made = await importListed(bench, server);
        const importMs = performance.now() - startMs;
        served = await compareServer(server, made, upstream);
        imported.push({ made, importMs, figures: served.figures });
      });

      it('has the tools that it lists in Node', () => {
        expect(served.tools.own).to.equal(served.tools.oracle);
      });

      it('sends the request that it sends in Node, with the secret, and answers the same', () => {
        expect(served.oracle.result).not.to.have.property('isError');
        expect(served.own).to.deep.equal(served.oracle);
      });

      it('never sees its secret', () => {
        for (const name of made.learned.secrets) expect(served.seen).not.to.contain(secretValue(name));
      });
    });
});
