// `toolcell connect`: the entry for each client, and files of clients that are changed in one place only.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { MCP_CLIENTS } from '../../../src/cli/connect/clients.ts';
import { runHere } from '../run-command.ts';

describe('toolcell connect', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-connect-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const run = (...words: string[]) => runHere(['connect', ...words], { cwd: folder, env: { HOME: folder } });
  const fileOf = (name: string): string => {
    const places = { home: folder, project: folder, platform: process.platform, appData: undefined };
    return MCP_CLIENTS.find((client) => client.name === name)?.fileIn(places) ?? '';
  };

  for (const { name, section, needsCommand } of MCP_CLIENTS)
    it(`writes an entry for ${name} that can be read back, and says so the second time`, async () => {
      const { code } = await run(name, '--url', 'http://127.0.0.1:4000', '--write');
      expect(code).to.equal(0);
      const file = fileOf(name);
      const text = readFileSync(file, 'utf8');
      const entry = JSON.parse(text)[section].toolcell;
      const address = 'http://127.0.0.1:4000/mcp';
      if (needsCommand) expect(entry.args.slice(-3)).to.deep.equal(['mcp', '--url', address]);
      else expect(Object.values(entry)).to.include(address);
      expect((await run(name, '--url', 'http://127.0.0.1:4000', '--write')).stdout).to.contain(
        'has this entry already',
      );
      expect(readFileSync(file, 'utf8')).to.equal(text);
    });

  it('changes nothing without --write', async () => {
    const { stdout } = await run('cursor', '--set', 'research');
    expect(stdout).to.contain('"url": "http://127.0.0.1:3000/mcp/sets/research"');
    expect(existsSync(fileOf('cursor'))).to.equal(false);
  });

  it('keeps comments, other servers and a copy of the file', async () => {
    const before = '{\n  // mine\n  "servers": {\n    "other": { "command": "other" } // stays\n  }\n}\n';
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(fileOf('vscode'), before);
    const { stdout } = await run('vscode', '--write', '--name', 'tools', '--stdio', '--json');
    const after = readFileSync(fileOf('vscode'), 'utf8');
    expect(after).to.contain('// mine').and.contain('"other": { "command": "other" }').and.contain('// stays');
    expect(after).to.contain('"tools": { "type": "stdio", "command": ');
    const { backup } = JSON.parse(stdout);
    expect(readFileSync(backup, 'utf8')).to.equal(before);
    await run('vscode', '--write', '--name', 'tools');
    expect(readdirSync(join(folder, '.vscode'))).to.have.length(3);
    expect(readFileSync(fileOf('vscode'), 'utf8')).to.contain('"tools": { "type": "http", "url": ');
  });

  it('leaves a file alone that is not JSON', async () => {
    writeFileSync(fileOf('claude'), 'not json');
    const { code, stderr } = await run('claude', '--write');
    expect(code).to.equal(1);
    expect(stderr).to.contain('is not JSON, so nothing was changed');
    expect(readFileSync(fileOf('claude'), 'utf8')).to.equal('not json');
  });

  for (const [words, text] of [
    [['nobody'], 'CLIENT must be one of claude'],
    [['claude', '--url', 'nonsense'], '--url must be an address'],
    [['claude', '--url', 'https://ada:secret@tools.example'], 'no user name and no password'],
    [['claude', '--name', '__proto__ x'], '--name must be'],
  ] as const)
    it(`refuses ${words.join(' ')}`, async () => {
      const { code, stderr } = await run(...words);
      expect(code).to.equal(2);
      expect(stderr).to.contain(text).and.not.contain('secret');
    });
});
