// A newcomer's first steps, on a machine that has only Node and npm: the README's commands, every shipped plugin, every example.
// `.ci/newcomer` runs this in a fresh clone without bubblewrap, Redis or caches, as root and as an ordinary user.

import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { PLAIN_EXAMPLES, SHIPPED_PLUGINS } from '../support/examples.ts';
import { callTool } from '../support/host.ts';
import { PROJECT_FOLDER, readmeCommand, type StartedServer, startServer } from './server.ts';

const run = promisify(execFile);
/** More than this machine has cores, so that everything else has to wait for its turn. */
const BUSY_LOOPS = 6;

/** Failures that blame the server itself. */
const hostFailures = (answers: readonly { status: number; body: unknown }[]): readonly unknown[] =>
  answers.filter(({ body }) => (body as { fault?: string } | null)?.fault === 'host').map(({ body }) => body);

describe('a newcomer', function () {
  this.timeout(300_000);

  it('has two commands to run', () => {
    expect(readmeCommand('## Start')).to.equal('npm ci && npm start');
  });

  describe('starts the server', () => {
    let server: StartedServer;
    before(async () => {
      server = await startServer('npm start');
    });
    after(async () => {
      expect(await server.stop()).to.equal('ended');
    });

    it('sees every shipped plugin and no refusal', () => {
      for (const { manifest } of SHIPPED_PLUGINS) expect(server.output()).to.contain(`${manifest.name} `);
      // The line of the log counts refusals, and may be there already.
      expect(server.output()).not.to.match(/refused(?!":0\b)|no runner/i);
    });

    for (const { manifest } of SHIPPED_PLUGINS) {
      it(`calls ${manifest.name}`, async () => {
        const examples = PLAIN_EXAMPLES.filter(({ plugin }) => plugin === manifest.name);
        for (const { tool, arguments: args, result } of examples) {
          const answer = await callTool(server.url, tool, args as object);
          expect(answer.body, tool).to.deep.equal(result);
        }
        // A plugin that needs a grant reports that; the host is not blamed.
        const answers = await Promise.all(manifest.tools.map(({ name }) => callTool(server.url, name, {})));
        expect(hostFailures(answers)).to.deep.equal([]);
      });
    }
  });

  for (const { manifest, folder } of SHIPPED_PLUGINS) {
    // Without npx: npm itself needs a home folder for that.
    it(`tests ${manifest.name} with all its examples in both modes`, async () => {
      const { stdout } = await run('node', ['bin/toolcell.js', 'test', '--runs', '0', folder], { cwd: PROJECT_FOLDER });
      expect(stdout).to.match(/✓ (\d+) of \1 cases hold/);
    });
  }

  it('gets answers from cold plugins while other programs keep every core busy', async () => {
    const loops = Array.from({ length: BUSY_LOOPS }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    try {
      const server = await startServer('npm start');
      try {
        for (const { tool, arguments: args } of PLAIN_EXAMPLES.filter(({ plugin }) => plugin !== 'stats-tools').slice(
          0,
          40,
        )) {
          const { body } = await callTool(server.url, tool, args as object);
          expect((body as { fault?: string } | null)?.fault, `${tool}: ${JSON.stringify(body)}`).not.to.equal('plugin');
        }
      } finally {
        expect(await server.stop()).to.equal('ended');
      }
    } finally {
      for (const loop of loops) loop.kill('SIGKILL');
    }
  });
});
