// Stacks in a server's log with the author's lines in them: right where it can be had, untouched where a map is hostile, and in
// the order in which the lines were written.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readBundleAt } from '../../../src/catalog/bundle/bundle.ts';
import { compileEntry } from '../../../src/catalog/compile/compile.ts';
import { MapLink } from '../../../src/server/sources/map-link.ts';
import { MappedLog } from '../../../src/server/sources/mapped-log.ts';
import { SidePool } from '../../../src/shared/lifetime/side-pool.ts';
import type { GuestLogLine, GuestLogOrigin } from '../../../src/shared/protocol/task.ts';
import { manifestOf } from '../../cli/plugin-folder.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const CAPS = { bytes: 8_000_000, files: 100 };
const SOURCE = `interface Wish {
  readonly kind: string;
}

export function work({ kind }: Wish): never {
  throw new RangeError(kind);
}
`;
/** Where the error is made in the code that runs. */
const code = (await compileEntry({ entryName: 'index.ts', entrySource: SOURCE }, 10_000)).split('\n');
const row = code.findIndex((text) => text.includes('new RangeError'));
const RUN = `${row + 1}:${(code[row] ?? '').indexOf('new RangeError') + 1}`;
const STACK = `RangeError: no
    at work (index.ts:${RUN})
    at invoke (toolcell:bootstrap:1:1)
    at other.js:${RUN}`;

interface Written {
  readonly origin: GuestLogOrigin;
  readonly lines: readonly GuestLogLine[];
}

describe('stacks in the log of a server', function () {
  this.timeout(60_000);
  let folder: string;
  let written: Written[];
  const links: MapLink[] = [];
  let side: SidePool;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-sources-'));
  });
  beforeEach(() => {
    written = [];
    side = new SidePool();
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.close()));
    await side.close();
  });
  after(() => rmSync(folder, { recursive: true }));

  const bundle = async (name: string, map?: string): Promise<string> => {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'plugin.json'), JSON.stringify(manifestOf(name, { work: {} })));
    writeFileSync(join(path, 'index.ts'), SOURCE);
    if (map !== undefined) writeFileSync(join(path, 'index.ts.map'), map);
    return (await readBundleAt(path, CAPS)).digest;
  };
  const logOver = (name: string, taskMs = 30_000): MappedLog => {
    const link = new MapLink({ side, caps: CAPS, taskMs });
    links.push(link);
    return new MappedLog({
      pathOf: (digest) => (digest === 'gone' ? undefined : join(folder, name)),
      link,
      write: (origin, lines) => written.push({ origin, lines }),
    });
  };
  const originOf = (digest: string, callId = 'a'): GuestLogOrigin => ({
    callId,
    digest,
    toolName: 'work',
    pluginName: 'worker',
  });
  const line = (text: string): GuestLogLine => ({ level: 'error', text, atMs: 0 });
  const texts = (): readonly string[] => written.flatMap(({ lines }) => lines.map(({ text }) => text));

  it("name the author's line, and nothing else of the text is touched", async () => {
    const log = logOver('plain');
    const digest = await bundle('plain');
    log.write(originOf(digest), [line('before'), line(STACK), line('after')]);
    await log.settled();
    const [before, stack = '', after] = texts();
    expect([before, after]).to.deep.equal(['before', 'after']);
    expect(stack.split('\n')).to.deep.equal([
      'RangeError: no',
      '    at work (index.ts:6:9)',
      '    at invoke (toolcell:bootstrap:1:1)',
      `    at other.js:${RUN}`,
    ]);
  });

  it('name the files that were packed, on one line whatever they are called', async () => {
    // Every place of the source's sixth line is the author's first.
    const map = { version: 3, sources: ['src/a\n\u001b[2Jb.ts'], names: [], mappings: ';;;;;AAAA,QAAA' };
    const digest = await bundle('packed', JSON.stringify(map));
    const log = logOver('packed');
    log.write(originOf(digest), [line(STACK)]);
    await log.settled();
    expect(texts()[0]?.split('\n')[1]).to.equal('    at work (src/a\\u000a\\u001b[2Jb.ts:1:1)');
  });

  it('keep the order of the lines of a call, and let other calls pass', async () => {
    const log = logOver('ordered');
    const digest = await bundle('ordered');
    log.write(originOf(digest), [line(STACK)]);
    log.write(originOf(digest), [line('second')]);
    log.write(originOf(digest, 'b'), [line('of another call')]);
    expect(texts()).to.deep.equal(['of another call']);
    await log.settled();
    expect(texts()[1]).to.contain('(index.ts:6:9)');
    expect(texts()[2]).to.equal('second');
  });

  it('go out unchanged if another version is in the folder, or none is, or none serves', async () => {
    const log = logOver('changed');
    await bundle('changed');
    log.write(originOf('sha256-of-another'), [line(STACK)]);
    log.write(originOf('gone', 'b'), [line(STACK)]);
    await log.settled();
    const nowhere = logOver('nowhere');
    nowhere.write(originOf('sha256-x', 'c'), [line(STACK)]);
    await nowhere.settled();
    expect(texts()).to.deep.equal([STACK, STACK, STACK]);
  });

  for (const [name, map] of Object.entries({
    'no-json': '{"version":3,',
    deep: '['.repeat(2_000_000),
    wrong: '{"version":3,"sources":5,"mappings":{}}',
    names: '{"version":3,"sources":[{}],"names":[],"mappings":";;;;;AAAA","sourcesContent":7}',
  }))
    it(`survive a map that is none (${name})`, async () => {
      const digest = await bundle(name, map);
      const log = logOver(name);
      log.write(originOf(digest), [line(STACK)]);
      await log.settled();
      // The entry's own line is known all the same, unless reading the map has ended the thread.
      expect(texts()[0]).to.match(new RegExp(`^RangeError: no\\n {4}at work \\(index\\.ts:(6:9|${RUN})\\)\\n`));
    });

  it('go out unchanged if the maps take too long, and are not requested again', async () => {
    const mappings = `${'AAAA,'.repeat(790_000)}AAAA`;
    const digest = await bundle('slow', JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings }));
    const log = logOver('slow', 20);
    log.write(originOf(digest), [line(STACK)]);
    await log.settled();
    const startMs = performance.now();
    log.write(originOf(digest), [line(STACK)]);
    await log.settled();
    expect(performance.now() - startMs).to.be.lessThan(1_000);
    expect(texts()).to.deep.equal([STACK, STACK]);
  });

  it('cost the thread that listens little, whatever is written', () => {
    const log = logOver('plain');
    const hostile = [
      '\n'.repeat(65_000),
      ' ('.repeat(32_000),
      `\n    at ${'a ('.repeat(20_000)}x:1:1)`,
      `\n${' '.repeat(60_000)}at x:1:1`,
    ];
    const write = (): void => {
      for (const text of hostile) log.write(originOf('gone'), [line(text)]);
    };
    expect(cpuMsOf(write)).to.be.lessThan(1_000);
    expect(texts()).to.deep.equal(hostile);
  });
});
