// The texts of docs/deploying.md for proxies, as they stand there: HAProxy and nginx run with them, in front of two servers with the page's configuration.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { makeServerCertificate } from '../support/certificates.ts';
import { freePort } from '../support/free-port.ts';
import { writePlugins } from '../support/host.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { blockWith, substituted } from './deploying-texts.ts';
import { PAGES } from './pages.ts';

describe('texts for proxies', () => {
  it('are in docs/deploying.md alone, and each runs here', () => {
    const found = PAGES.flatMap(({ path, blocks }) =>
      blocks
        .filter(({ text }) => /^\s*(backend|frontend|upstream|proxy_pass|reverse_proxy)\b/m.test(text))
        .map(({ language }) => [path, language]),
    );
    expect(found).to.deep.equal(Object.keys(PROXIES).map((name) => ['docs/deploying.md', name]));
  });
});

const NAME = 'tools.example.com';
/** Whose requests come through the proxy; 127.0.0.1 is a trusted proxy. */
const CLIENT = '127.0.0.9';

interface Place {
  readonly folder: string;
  readonly port: number;
  readonly servers: readonly string[];
}

/** The program's words, after its configuration was written. */
const PROXIES: Readonly<Record<'haproxy' | 'nginx', (place: Place) => readonly string[]>> = {
  haproxy: ({ folder, port, servers: [one = '', two = ''] }) => {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      substituted(blockWith('option httpchk'), {
        ':443': `127.0.0.1:${port}`,
        '/etc/haproxy/tools.pem': join(folder, 'both.pem'),
        '10.0.0.1:3000': one,
        '10.0.0.2:3000': two,
      }),
    );
    return ['-db', '-f', file];
  },
  nginx: ({ folder, port, servers: [one = '', two = ''] }) => {
    writeFileSync(
      join(folder, 'toolcell.conf'),
      substituted(blockWith('proxy_pass'), {
        'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
        '/etc/nginx/tools.pem': join(folder, 'cert.pem'),
        '/etc/nginx/tools.key': join(folder, 'cert.key'),
        '10.0.0.1:3000': one,
        '10.0.0.2:3000': two,
      }),
    );
    // What Debian's nginx.conf has around the files of conf.d.
    const around = [
      // Its workers would be another user, who may not use the folder.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      ...['daemon off;', `pid ${folder}/nginx.pid;`, `error_log ${folder}/error.log;`, 'events {}', 'http {'],
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`),
      ...['access_log off;', `include ${folder}/toolcell.conf;`, '}'],
    ];
    writeFileSync(join(folder, 'nginx.conf'), around.join('\n'));
    return ['-p', folder, '-c', join(folder, 'nginx.conf')];
  },
};

for (const name of ['haproxy', 'nginx'] as const)
  describe(`the text for ${name}`, function () {
    this.timeout(120_000);
    let folder: string;
    let plugins: string;
    let port: number;
    let proxy: ChildProcess | undefined;
    let servers: readonly ServerProcess[] = [];
    before(async function () {
      skipWithout(this, `the text for ${name} in docs/deploying.md`, noCommands(name));
      plugins = writePlugins({ pure: { source: 'export const pure = () => 1;', tools: { pure: {} } } });
      const config = JSON.parse(blockWith('"trustedProxies"')) as { readonly server: object };
      servers = await Promise.all([1, 2].map(() => startServer({ plugins, config })));
      folder = mkdtempSync(join(tmpdir(), 'toolcell-proxy-'));
      const { cert, key } = await makeServerCertificate([{ type: 'dns', value: NAME }], undefined);
      writeFileSync(join(folder, 'cert.pem'), cert);
      writeFileSync(join(folder, 'cert.key'), key);
      writeFileSync(join(folder, 'both.pem'), cert + key);
      port = await freePort();
      const words = PROXIES[name]({ folder, port, servers: servers.map(({ url }) => new URL(url).host) });
      proxy = spawn(name, words, { stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      proxy.stderr?.setEncoding('utf8').on('data', (part: string) => (said += part));
      proxy.once('exit', (code) => code && console.error(`${name} ended: ${said}`));
      for (let tries = 0; (await ask('GET', '/livez').catch(() => undefined))?.status === undefined; tries += 1) {
        if (tries > 100) throw new Error(`${name} does not listen: ${said}`);
        await setTimeout(100);
      }
    });
    after(async () => {
      if (proxy?.exitCode === null) {
        // nginx would leave its workers behind after SIGKILL.
        proxy.kill('SIGTERM');
        await once(proxy, 'exit');
      }
      for (const server of servers) server.remove();
      for (const path of [folder, plugins]) if (path !== undefined) rmSync(path, { recursive: true });
    });

    const ask = async (method: string, path: string, body?: string, host = NAME) => {
      const headers = { host, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
      request(
        { method, path, port, host: '127.0.0.1', localAddress: CLIENT, headers, rejectUnauthorized: false },
        (reply) => {
          text(reply).then((body) => resolve({ status: reply.statusCode ?? 0, body }), reject);
        },
      )
        .on('error', reject)
        .end(body);
      return promise;
    };
    const call = () => ask('POST', '/mcp/callTool', JSON.stringify({ toolName: 'pure', arguments: {} }));
    const callers = ({ entries }: ServerProcess): readonly unknown[] =>
      entries().flatMap(({ msg, remoteAddress }) => (msg === 'call' ? [remoteAddress] : []));

    it('keeps both servers in service, and passes on who calls', async () => {
      // The checks have failed twice by then, if they fail.
      await setTimeout(3_000);
      for (let times = 0; times < 20; times += 1) expect(await call()).to.deep.equal({ status: 200, body: '1' });
      for (const server of servers) {
        await server.entry(({ msg }) => msg === 'call');
        expect(callers(server)).to.deep.equal(callers(server).map(() => CLIENT));
        expect(server.entries().filter(({ path }) => path === '/readyz')).to.deep.equal([]);
      }
      expect((await ask('GET', '/mcp/metadata', undefined, 'evil.example')).status).to.equal(403);
    });

    it('passes refusals of the server on', async () => {
      const { status, body } = await ask('POST', '/mcp/callTool', 'x'.repeat(1_200_000));
      expect([status, JSON.parse(body).code]).to.deep.equal([413, 'payload_too_large']);
    });

    it('goes on with one server after the other was killed', async () => {
      servers[0]?.child.kill('SIGKILL');
      await setTimeout(name === 'haproxy' ? 4_000 : 100);
      for (let times = 0; times < 20; times += 1) expect((await call()).status).to.equal(200);
    });
  });
