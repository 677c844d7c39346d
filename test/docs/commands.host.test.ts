// Every command in the documents can be typed unchanged, and the calls among them get the answers in the documents.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { USAGE } from '../../bench/options.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { type Host, startHost } from '../../src/server/host.ts';
import { FLAGS } from '../../src/settings/flags.ts';
import { loadConfig } from '../../src/settings/load/load.ts';
import { SHARED_CACHE } from '../support/cache.ts';
import { PLUGINS_FOLDER } from '../support/examples.ts';
import { testConfig } from '../support/host.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { type Block, commandsOf, PAGES, PROJECT, page, tablesOf } from './pages.ts';

const scripts = Object.keys(JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')).scripts as object);

const WELL_KNOWN =
  /^(npm pack \.\/orders-mcp --silent|npm (ci|test|pack)( --prefix bench| --prefix test\/front\/mcp\/peers| -w @toolcell\/plugin)?|apt-get install (bubblewrap|wrk)( bubblewrap)?|(mkdir|cd) tour|node -e "const f = .*|mkdir restored|sed -i s\/ada\/eve\/ audit\.log|openssl req -x509 [\w :/.=,-]*|curl -s --cacert authority\.pem .*|tar --(create|extract) --file backup\.tar .*|curl -s[iN]? '?http:\/\/127\.0\.0\.1:(3000|9464)\/.*)$/;

/** Flags that a script takes in addition to those of the configuration. */
const OWN_FLAGS: Readonly<Record<string, readonly string[]>> = {
  config: ['json'],
  attack: ['only', 'json'],
  bench: [...USAGE.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag = '']) => flag),
};

/** Command of `toolcell` → its flags. */
const USAGES = new Map(
  await Promise.all(COMMANDS.map(async ({ name, load }) => [name, (await load()).command.usage.flags ?? {}] as const)),
);

/** The fault of one command, or undefined. */
const faultOf = (command: string): string | undefined => {
  if (WELL_KNOWN.test(command)) return undefined;
  const [, name, rest = ''] =
    /^(?:printf .* \| )?(?:node \w+\.mjs & trap 'kill \$!' EXIT; )?(?:[A-Z_]+=[\w-]+ )?npx toolcell (\S+)(.*)$/.exec(
      command,
    ) ?? [];
  if (name !== undefined) return toolcellFaultOf(name, rest);
  const [, script = '', words = ''] = /^npm (?:run )?([\w:]+)(?: -- (.*))?$/.exec(command) ?? [];
  if (!scripts.includes(script)) return 'no script of that name';
  const known = [...FLAGS.map(({ flag }) => flag), ...(OWN_FLAGS[script] ?? [])];
  const flags = [...words.matchAll(/--([\w-]+)/g)].map(([, flag = '']) => flag);
  return flags.every((flag) => known.includes(flag)) ? undefined : 'no flag of that name';
};

const toolcellFaultOf = (name: string, rest: string): string | undefined => {
  if (name === '--help' || name === '--version') return undefined;
  const usage = USAGES.get(name);
  if (usage === undefined) return 'no command of that name';
  const flags = [...rest.replaceAll(/'[^']*'/g, '').matchAll(/--([\w-]+)/g)].map(([, flag = '']) => flag);
  return flags.every((flag) => flag === 'help' || Object.hasOwn(usage, flag)) ? undefined : 'no flag of that name';
};

/** Page → number of its calls with their answer below them. The plugins that Toolcell ships answer them. */
const PAGES_WITH_CALLS: Readonly<Record<string, number>> = {
  'README.md': 1,
  'docs/http.md': 3,
  'docs/failures.md': 1,
  'docs/tour-agent-developer.md': 2,
  'docs/mcp.md': 1,
  'docs/formats.md': 1,
};

/** Each call of a page with the answer that is written below it. */
const callsOf = (blocks: readonly Block[]): { readonly command: string; readonly answer: unknown }[] =>
  blocks.flatMap(({ language, text }, index) => {
    const answer = blocks[index + 1];
    if (language !== 'sh' || !text.startsWith('curl') || answer?.language !== 'json') return [];
    return [{ command: text.trim(), answer: JSON.parse(answer.text) as unknown }];
  });

/** Runs a command in a shell; resolves with what it prints. */
const shell = async (command: string): Promise<string> => {
  const child = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  for await (const part of child.stdout) text += part;
  return text;
};

describe('the commands in the documents', () => {
  for (const { path, ...rest } of PAGES) {
    it(`of ${path} exist`, () => {
      const commands = commandsOf({ path, ...rest }).flatMap((command) => command.split(' && '));
      expect(
        commands.flatMap((command) => (faultOf(command) ? [`${command}: ${faultOf(command)}`] : [])),
      ).to.deep.equal([]);
    });
  }

  it('would be reported if they did not exist', () => {
    expect(faultOf('npm run nothing')).to.equal('no script of that name');
    expect(faultOf('npm start -- --prot 1')).to.equal('no flag of that name');
    expect(faultOf('npx toolcell nothing')).to.equal('no command of that name');
    expect(faultOf("npx toolcell call a '{}' --json --nothing")).to.equal('no flag of that name');
  });
});

describe('the configurations in the documents', () => {
  const written = PAGES.flatMap(({ path, blocks }) =>
    blocks.filter(({ name }) => name === 'sandbox.config.json').map(({ text }) => ({ path, text })),
  );

  for (const [index, { path, text }] of written.entries()) {
    it(`are valid: ${path}, number ${index + 1}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'toolcell-docs-'));
      writeFileSync(join(folder, 'sandbox.config.json'), text);
      const loaded = loadConfig({ cwd: folder });
      rmSync(folder, { recursive: true });
      expect(loaded.ok ? [] : loaded.problems).to.deep.equal([]);
    });
  }
});

describe('the calls in the documents', function () {
  this.timeout(120_000);
  let host: Host;
  before(async function () {
    skipWithout(this, "the documents' calls", noCommands('curl'));
    const config = testConfig(PLUGINS_FOLDER, { scripts: { enabled: true } });
    host = await startHost({
      config,
      searchPath: process.env.PATH ?? '',
      ...SHARED_CACHE,
      onCall: () => {},
      onGuestLog: () => {},
    });
  });
  after(() => host?.close());

  for (const [path, count] of Object.entries(PAGES_WITH_CALLS)) {
    const calls = callsOf(page(path).blocks);
    it(`of ${path} are ${count}`, () => expect(calls).to.have.lengthOf(count));

    for (const { command, answer } of calls) {
      it(`of ${path} are answered as written: ${command.slice(0, 120)}`, async () => {
        const text = await shell(command.replace('http://127.0.0.1:3000', host.url));
        expect(comparable(JSON.parse(text), answer)).to.deep.equal(comparable(answer, answer));
      });
    }
  }

  it('go to routes that exist', async () => {
    const routes = tablesOf(page('docs/http.md').text, ['request', 'status']).map(([request = '']) =>
      request.replaceAll('`', '').split(' '),
    );
    const called = routes.filter(([method, path]) => method !== undefined && path !== undefined && !/[{…]/.test(path));
    expect(called).to.have.lengthOf(9);
    for (const [method = '', path = ''] of called) {
      const response = await fetch(host.url + path, { method });
      const text = await response.text();
      // What a model reads is no JSON.
      const { code } = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string };
      expect(code, path).not.to.be.oneOf(['not_found', 'method_not_allowed']);
    }
  });
});

/** An answer without the members that differ each time; of a list of tools, only those that the document shows. */
const comparable = (answer: unknown, written: unknown): unknown => {
  if (typeof answer !== 'object' || answer === null) return answer;
  const { callId: _, tools, ...rest } = answer as { callId?: string; tools?: { name: string }[] };
  if (tools === undefined) return rest;
  const shown = (written as { tools: { name: string }[] }).tools.map(({ name }) => name);
  return { tools: tools.filter(({ name }) => shown.includes(name)) };
};
