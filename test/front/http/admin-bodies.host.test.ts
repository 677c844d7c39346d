// The admin API refuses bodies that are huge, slow, cut off or of another kind. It writes nothing, and accepts the next upload.

import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { BUNDLE_FILES } from '../../../src/catalog/bundle/bundle-caps.ts';
import type { FailureCode } from '../../../src/shared/protocol/errors.ts';
import { type AdminHost, archiveOf, startAdminHost } from '../../support/admin.ts';
import { expectProblem } from './expect.ts';
import { exchange, openWire, readReplies } from './wire.ts';

const COUNTER = '/admin/plugins/counter';
const BUNDLE_BYTES = 20_000;
/** The bundle, and four blocks of 512 bytes around each file and eight more. */
const MOST_BYTES = BUNDLE_BYTES + (BUNDLE_FILES + 8) * 4 * 512;

describe('a body for the admin API', () => {
  let admin: AdminHost;
  before(async () => {
    const plugins = { bundleBytes: BUNDLE_BYTES };
    admin = await startAdminHost(plugins, { requestTimeoutMs: 1_000 }, { http: { headersTimeoutMs: 500 } });
  });
  afterEach(async () => {
    expect(readdirSync(admin.folder).filter((name) => name.includes('tgz'))).to.deep.equal([]);
    expect((await admin.ask('GET', '/admin/plugins')).body).to.deep.equal({ plugins: [], refused: [] });
  });
  after(async () => {
    expect((await admin.put({ version: '1.0.0' })).state).to.equal('serving');
    await admin.close();
  });

  const head = (...headers: string[]): string =>
    [
      `PUT ${COUNTER} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${admin.key}`,
      'Content-Type: application/gzip',
      ...headers,
      '',
      '',
    ].join('\r\n');
  const expectCode = async (reply: ReturnType<AdminHost['ask']>, code: FailureCode): Promise<string> => {
    const { body, ...rest } = await reply;
    expect(rest.code, rest.detail).to.equal(code);
    expect(rest.headers.get('content-type')).to.equal('application/problem+json');
    return rest.detail;
  };

  it('that is declared too large is refused before it is sent', async () => {
    const { replies } = await exchange(admin.port, [head(`Content-Length: ${MOST_BYTES + 1}`)], { waitMs: 3_000 });
    const problem = expectProblem(replies[0], 'payload_too_large');
    expect(problem).to.include({ limit: 'bundleBytes', setting: 'plugins.bundleBytes', allowed: BUNDLE_BYTES });
  });

  it('that turns out too large is refused as soon as it does', async () => {
    const { socket, received } = await openWire(admin.port);
    socket.write(head('Transfer-Encoding: chunked'));
    const piece = randomBytes(4_096);
    const chunk = Buffer.concat([Buffer.from('1000\r\n'), piece, Buffer.from('\r\n')]);
    // Quick, so that a busy machine sends too much before the request takes too long.
    const feed = setInterval(() => socket.write(chunk), 1);
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
    clearInterval(feed);
    socket.destroy();
    // The body never ends: without an answer at once, the request would take too long.
    expectProblem(readReplies(received())[0], 'payload_too_large');
  });

  it('that is as large as allowed is read', async () => {
    const largest = await expectCode(admin.ask('PUT', COUNTER, randomBytes(MOST_BYTES)), 'plugin_refused');
    expect(largest).to.contain('is not a gzip archive');
    await expectCode(admin.ask('PUT', COUNTER, randomBytes(MOST_BYTES + 1)), 'payload_too_large');
  });

  it('that inflates to more than a bundle may be is refused', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000));
    const detail = await expectCode(admin.ask('PUT', COUNTER, bomb), 'plugin_refused');
    expect(detail).to.contain('inflates to more than');
  });

  it('that arrives too slowly is cut off in time', async () => {
    const { socket, received } = await openWire(admin.port);
    const startedAt = performance.now();
    socket.write(head('Content-Length: 10000'));
    const feed = setInterval(() => socket.write('x'), 50);
    await new Promise((resolve) => socket.once('end', resolve).once('close', resolve));
    clearInterval(feed);
    socket.destroy();
    expectProblem(readReplies(received())[0], 'request_timeout');
    expect(performance.now() - startedAt).to.be.within(500, 4_000);
  });

  it('that is cut off is forgotten', async () => {
    const bytes = archiveOf({ version: '1.0.0' });
    const { socket } = await openWire(admin.port);
    const logged = admin.adminLog.length;
    socket.write(head(`Content-Length: ${bytes.length}`));
    socket.write(bytes.subarray(0, bytes.length - 1));
    setTimeout(() => socket.destroy(), 50);
    for (let turn = 0; turn < 100 && admin.adminLog.length === logged; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const { action, code } = admin.adminLog.at(-1) ?? {};
    expect(action).to.equal('put');
    // The connection may end in order or be reset.
    expect(code).to.be.oneOf(['invalid_request', 'cancelled']);
  });

  it('that lacks its end is refused as incomplete, so that it can be sent again', async () => {
    const bytes = archiveOf({ version: '1.0.0' });
    for (const length of [0, 1, 20, bytes.length - 9, bytes.length - 1]) {
      const detail = await expectCode(admin.ask('PUT', COUNTER, bytes.subarray(0, length)), 'plugin_refused');
      expect(detail).to.contain('incomplete');
    }
  });

  it('that is encoded or of another kind is refused', async () => {
    const bytes = archiveOf({ version: '1.0.0' });
    for (const headers of [
      { 'content-encoding': 'gzip' },
      { 'content-encoding': 'br' },
      { 'content-type': 'application/json' },
      { 'content-type': 'application/zip' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'application/x-www-form-urlencoded' },
    ])
      await expectCode(admin.ask('PUT', COUNTER, bytes, headers), 'unsupported_media_type');
    await expectCode(admin.ask('PUT', `${COUNTER}?force=1`, bytes), 'invalid_request');
  });

  it('for the other actions is a small object of known members, or none', async () => {
    const approve = (body: Uint8Array | object | undefined, headers?: Record<string, string>) =>
      admin.ask('POST', `${COUNTER}/approve`, body, headers);
    const json = { 'content-type': 'application/json' };
    const text = (words: string) => approve(Buffer.from(words), json);
    for (const body of [undefined, {}, { digest: 1 }, { digest: null }, { digest: ['a'] }, { version: 'a' }, []])
      await expectCode(approve(body), 'invalid_request');
    await expectCode(approve({ digest: 'sha256-0', force: 'yes' }), 'invalid_request');
    await expectCode(text('{"__proto__":"a"}'), 'invalid_json');
    for (const other of ['"digest"', '1', 'null', 'true', '[{"digest":"a"}]'])
      await expectCode(text(other), 'invalid_request');
    await expectCode(text(`{"digest":${'['.repeat(2_000)}${']'.repeat(2_000)}}`), 'invalid_request');
    for (const broken of ['{"digest"', '{"digest":"a"} {}', '\0', `{"digest":${'['.repeat(2_000)}`])
      await expectCode(text(broken), 'invalid_json');
    await expectCode(approve(Buffer.from([0x7b, 0xff, 0x7d]), json), 'invalid_json');
    await expectCode(approve({ digest: 'x'.repeat(5_000) }), 'payload_too_large');
    await expectCode(approve({ digest: 'x'.repeat(4_083) }), 'not_found');
    await expectCode(approve({ digest: 'x'.repeat(4_084) }), 'payload_too_large');
    await expectCode(approve(Buffer.from('{}'), { 'content-type': 'text/plain' }), 'unsupported_media_type');
    await expectCode(approve({}, { 'content-encoding': 'gzip' }), 'unsupported_media_type');
    await expectCode(admin.ask('POST', `${COUNTER}/unpin`, { version: '1.0.0' }), 'invalid_request');
    await expectCode(text('{"digest":"sha256-0"}'), 'not_found');
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
  });

  const actionHead = (...headers: string[]): string =>
    head(...headers)
      .replace(`PUT ${COUNTER}`, `POST ${COUNTER}/approve`)
      .replace('application/gzip', 'application/json');

  it('for the other actions is cut off as soon as it is too large, also without a length', async () => {
    const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`;
    const { replies } = await exchange(admin.port, [actionHead('Transfer-Encoding: chunked'), chunk, chunk], {
      waitMs: 3_000,
    });
    expectProblem(replies[0], 'payload_too_large');
    const declared = await exchange(admin.port, [actionHead('Content-Length: 4097', 'Expect: 100-continue')], {
      waitMs: 3_000,
    });
    expectProblem(declared.replies[0], 'payload_too_large');
  });

  it('for the other actions is no fault of the server if it does not arrive', async () => {
    const before = admin.adminLog.length;
    const slow = await exchange(admin.port, [actionHead('Content-Length: 20'), '{"dig'], { waitMs: 3_000 });
    expectProblem(slow.replies[0], 'request_timeout');
    const { socket } = await openWire(admin.port);
    socket.write(`${actionHead('Content-Length: 20')}{"dig`);
    setTimeout(() => socket.destroy(), 50);
    for (let turn = 0; turn < 100 && admin.adminLog.length < before + 2; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const codes = admin.adminLog.slice(before).map(({ code }) => code);
    expect(codes).to.have.length(2).and.include('request_timeout');
    expect(codes.find((code) => code !== 'request_timeout')).to.be.oneOf(['invalid_request', 'cancelled']);
  });
});
