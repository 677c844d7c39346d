// In a control group whose limit is too small for what is configured, the server runs as many runners as fit. If memory runs out all the same, the
// kernel takes runners and never the server.

import { readFileSync, rmSync } from 'node:fs';
import { expect } from 'chai';
import { writePlugins } from '../support/config.ts';
import { type MemoryGroup, makeMemoryGroup, noMemoryGroup } from '../support/memory-group.ts';
import { descendantsOf, untilGone } from '../support/processes.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { skipWithout } from '../support/skip.ts';

const LIMIT_MB = 320;
const PLUGINS = 30;
const CALLS_OF_EACH = 5;
/** The kernel may still take one now and then: plugins grow between two looks. Without a count of what fits it takes a dozen. */
const MOST_KILLS = 2;

/** Plugins that each keep some memory in their module, as ordinary ones do. */
const folderOf = (): string =>
  writePlugins(
    Object.fromEntries(
      Array.from({ length: PLUGINS }, (_, number) => [
        `p${number}`,
        {
          source: `const kept = Array.from({ length: 200000 }, (_, at) => at); export const t${number} = () => kept.length;`,
          tools: { [`t${number}`]: {} },
        },
      ]),
    ),
  );

describe('a server whose memory runs out', function () {
  this.timeout(300_000);
  let group: MemoryGroup | undefined;
  let plugins: string | undefined;
  let server: ServerProcess | undefined;

  before(function () {
    skipWithout(this, 'a server whose memory runs out', noMemoryGroup());
    group = makeMemoryGroup(LIMIT_MB * 2 ** 20);
    plugins = folderOf();
  });
  after(async () => {
    const processes = server?.child.pid === undefined ? [] : [server.child.pid, ...descendantsOf(server.child.pid)];
    server?.remove();
    await untilGone(processes);
    group?.remove();
    if (plugins !== undefined) rmSync(plugins, { recursive: true, force: true });
  });

  const call = async (number: number): Promise<string> => {
    const reply = await fetch(`${server?.url}/mcp/callTool`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ toolName: `t${number}`, arguments: {} }),
    });
    if (reply.status === 200) return 'ok';
    const { code, fault } = (await reply.json()) as { readonly code: string; readonly fault: string };
    return `${reply.status} ${code}, fault ${fault}`;
  };

  it('runs as many runners as fit, and lets the calls of the others wait for their turn', async () => {
    server = await startServer({
      plugins: plugins ?? '',
      // The turns of 30 plugins take as long as the machine needs for the starts of 150 runners.
      config: { pool: { runners: PLUGINS }, limits: { queueMs: 240_000 }, log: { format: 'json' } },
      within: group?.words ?? [],
    });
    expect(readFileSync(`/proc/${server.child.pid}/oom_score_adj`, 'utf8').trim()).to.not.equal('1000');
    const warned = await server.entry(({ detail }) => String(detail).startsWith('pool.runners is 30'));
    expect(warned.detail).to.match(
      /a control group gives this server 320 MB; .* set pool\.runners to 1, or raise the limit/,
    );
    const callers = Array.from({ length: PLUGINS }, async (_, number) => {
      const answers: string[] = [];
      while (answers.length < CALLS_OF_EACH) answers.push(await call(number));
      return answers;
    });
    const counts = Map.groupBy((await Promise.all(callers)).flat(), (answer) => answer);
    const told = JSON.stringify([...counts].map(([answer, all]) => [answer, all.length]));
    expect(server.child.exitCode, told).to.equal(null);
    expect(server.child.signalCode, told).to.equal(null);
    expect(group?.kills(), told).to.be.at.most(MOST_KILLS);
    counts.delete('ok');
    // Only what runs in a runner that the kernel takes.
    if (group?.kills() !== 0) counts.delete('503 runner_lost, fault host');
    expect([...counts.keys()], told).to.deep.equal([]);
  });
});
