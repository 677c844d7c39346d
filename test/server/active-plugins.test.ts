// Tests the list of active plugins that a server keeps for its next start.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ActivePluginsOptions, openActivePlugins } from '../../src/server/active-plugins.ts';
import type { Notice } from '../../src/shared/protocol/task.ts';

describe('the list of active plugins', () => {
  let cacheFolder = '';
  beforeEach(() => {
    cacheFolder = mkdtempSync(join(tmpdir(), 'toolcell-active-'));
  });
  afterEach(() => rmSync(cacheFolder, { recursive: true }));

  /** One life of a server. Returns the names that it warmed up. */
  const live = async (active: readonly string[], more: Partial<ActivePluginsOptions> = {}) => {
    const warmed: string[] = [];
    const notices: Notice[] = [];
    const { warmedUp, close } = openActivePlugins({
      cacheFolder,
      pluginsFolder: '/plugins',
      routes: new Map(),
      dispatcher: {
        activeCordons: () => active,
        warmUp: async (names) => void warmed.push(...names),
      },
      onNotice: (notice) => void notices.push(notice),
      ...more,
    });
    await warmedUp;
    await close();
    return { warmed, notices };
  };
  const fileOf = (): string => {
    const folder = join(cacheFolder, 'active');
    return join(folder, readdirSync(folder)[0] as string);
  };

  it('is what the next start warms up, in its order; a start without calls leaves it', async () => {
    expect((await live(['plugin:b', 'plugin:a (realm)'])).warmed).to.deep.equal([]);
    expect((await live([])).warmed).to.deep.equal(['plugin:b', 'plugin:a (realm)']);
    expect((await live(['plugin:c'])).warmed).to.deep.equal(['plugin:b', 'plugin:a (realm)']);
    expect((await live([])).warmed).to.deep.equal(['plugin:c']);
  });

  it('belongs to the server of one plugins folder', async () => {
    await live(['plugin:a']);
    expect((await live([], { pluginsFolder: '/others' })).warmed).to.deep.equal([]);
  });

  it('is bounded', async () => {
    await live(Array.from({ length: 1_000 }, (_, number) => `plugin:p${number}`));
    expect((await live([])).warmed).to.have.lengthOf(256);
  });

  for (const [what, text] of Object.entries({
    'is cut off': '{"cordons":["plugin:a"',
    'is empty': '',
    'has another member': '{"cordons":["plugin:a"],"run":"this"}',
    'is no object': 'null',
    'has a name that is none': '{"cordons":["plugin:a",7]}',
    'has a name that is too long': JSON.stringify({ cordons: ['x'.repeat(300)] }),
    'has too many names': JSON.stringify({ cordons: Array.from({ length: 300 }, String) }),
  }))
    it(`is left aside with a word if it ${what}, and replaced`, async () => {
      await live(['plugin:a']);
      writeFileSync(fileOf(), text);
      const { warmed, notices } = await live(['plugin:b']);
      expect(warmed).to.deep.equal([]);
      expect(notices.map(({ level }) => level)).to.deep.equal(['warn']);
      expect(notices[0]?.text).to.include(fileOf());
      expect(readFileSync(fileOf(), 'utf8')).to.equal('{"cordons":["plugin:b"]}');
    });

  it('keeps no server from its work if it cannot be written, and is not kept without a cache', async () => {
    writeFileSync(join(cacheFolder, 'active'), 'not a folder');
    expect((await live(['plugin:a'])).notices).to.deep.equal([]);
    expect((await live(['plugin:a'], { cacheFolder: undefined })).warmed).to.deep.equal([]);
  });
});
