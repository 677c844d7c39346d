// What a server makes of its certificate files: a reading, such as SIGHUP asks for, takes a good pair up at once, and each problem is told once.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { TlsMaterial } from '../../../src/front/tls/material.ts';
import { readMaterial, type TlsSettings } from '../../../src/front/tls/read-material.ts';
import { type TlsWatch, watchTls } from '../../../src/server/tls.ts';
import type { Notice } from '../../../src/shared/protocol/task.ts';
import { type Pair, replacePair, TestAuthority } from '../../support/openssl.ts';
import { noCommands, skipWithout } from '../../support/skip.ts';

const DAY_MS = 86_400_000;

describe('certificate files that are followed', function () {
  this.timeout(30_000);
  let folder: string;
  let authority: TestAuthority;
  let place: Pair;
  let settings: TlsSettings;
  let watch: TlsWatch | undefined;
  let taken: TlsMaterial[];
  let notices: Notice[];

  before(function () {
    skipWithout(this, 'tests of TLS', noCommands('openssl'));
    folder = mkdtempSync(join(tmpdir(), 'toolcell-follow-'));
    authority = new TestAuthority(folder, 'authority');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => watch?.close());

  const begin = async (untilMs = 90 * DAY_MS): Promise<TlsWatch> => {
    place = authority.sign('server', { untilMs });
    const files = { certificateFile: place.certificate, keyFile: place.key, clientCaFile: '', crlFile: '' };
    settings = { ...files, clientCertificates: 'off', minVersion: 'TLSv1.2' };
    [taken, notices] = [[], []];
    watch = watchTls({
      settings,
      material: await readMaterial(settings),
      onMaterial: (material) => taken.push(material),
      onNotice: (notice) => notices.push(notice),
    });
    await watch.reread();
    return watch;
  };

  it('are taken up by a reading that somebody asks for', async () => {
    const { reread } = await begin();
    expect(taken).to.deep.equal([]);
    replacePair(place, authority.sign('next', { untilMs: 80 * DAY_MS }));
    await reread();
    expect(taken).to.have.lengthOf(1);
    await reread();
    expect(taken).to.have.lengthOf(1);
    expect(notices.map(({ level }) => level)).to.deep.equal(['info']);
  });

  it('have each problem told once, and again after they were well', async () => {
    const { reread } = await begin();
    for (let times = 0; times < 3; times += 1) {
      writeFileSync(place.certificate, '');
      await reread();
    }
    expect(notices.map(({ level }) => level)).to.deep.equal(['error']);
    replacePair(place, authority.sign('well', { untilMs: 80 * DAY_MS }));
    await reread();
    writeFileSync(place.key, '');
    await reread();
    expect(notices.map(({ level }) => level)).to.deep.equal(['error', 'info', 'error']);
    expect(taken).to.have.lengthOf(1);
  });

  it('that end soon are told at start, and those that take their place too', async () => {
    const { reread } = await begin(20 * DAY_MS);
    expect(notices.map(({ level }) => level)).to.deep.equal(['warn']);
    replacePair(place, authority.sign('shorter', { untilMs: DAY_MS / 2 }));
    await reread();
    expect(notices.map(({ level }) => level)).to.deep.equal(['warn', 'info', 'error']);
    expect(notices[2]?.text).to.match(/ends in 1 day,/);
  });

  it('stay in force if the server cannot put the new ones in force', async () => {
    await begin();
    watch?.close();
    let fails = true;
    watch = watchTls({
      settings,
      material: await readMaterial(settings),
      onMaterial: (material) => {
        if (fails) throw new Error('not now');
        taken.push(material);
      },
      onNotice: (notice) => notices.push(notice),
    });
    replacePair(place, authority.sign('late', { untilMs: 80 * DAY_MS }));
    await watch.reread();
    expect(notices.map(({ text }) => text)).to.deep.equal([
      'server.tls: not now. The certificate from before stays in force.',
    ]);
    fails = false;
    await watch.reread();
    expect(taken).to.have.lengthOf(1);
  });
});
