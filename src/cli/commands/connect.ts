// `toolcell connect`: prints the entry of a server for a client of MCP, or merges it into the client's file.

import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { editText } from '../../settings/file/edit-text.ts';
import { type Command, type CommandContext, CommandFailed, EXIT, JSON_FLAG, misused } from '../common/command.ts';
import { MCP_CLIENTS, type McpClient, type Places, type Target } from '../connect/clients.ts';

const DEFAULT_URL = 'http://127.0.0.1:3000';
const NAMES = MCP_CLIENTS.map(({ name }) => name);
const SERVER_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const BIN = fileURLToPath(new URL('../../../bin/toolcell.js', import.meta.url));

export const command: Command = {
  usage: {
    words: [{ name: 'CLIENT', meaning: NAMES.join(', '), values: NAMES }],
    flags: {
      url: { argument: 'URL', meaning: `address of the server; default: ${DEFAULT_URL}` },
      set: { argument: 'NAME', meaning: 'the tools of this toolset alone' },
      name: { argument: 'NAME', meaning: 'name of the entry; default: toolcell' },
      stdio: { meaning: 'have the client start "toolcell mcp" instead of connecting to the address' },
      write: { meaning: "merge the entry into the client's file, and keep a copy of the file as it was" },
      ...JSON_FLAG,
    },
    about: [
      'The entry has no key in it. If the server asks for one, add it as your client keeps secrets; with --stdio, as TOOLCELL_KEY.',
    ],
    examples: ['toolcell connect claude --write', 'toolcell connect claude-desktop --set research'],
  },
  async run(context) {
    const { args } = context;
    const client = MCP_CLIENTS.find(({ name }) => name === args.word(0));
    if (client === undefined) throw misused(`CLIENT must be one of ${NAMES.join(', ')}`);
    const name = args.value('name') ?? 'toolcell';
    if (!SERVER_NAME.test(name)) throw misused('--name must be 1 to 64 letters, digits, "_" or "-"');
    const entry = client.entryOf(targetOf(context, client));
    const file = client.fileIn(placesOf(context));
    const report = { client: client.name, file, section: client.section, name, entry };
    if (args.has('write')) return written(context, client, report);
    const block = JSON.stringify({ [client.section]: { [name]: entry } }, null, 2);
    return context.answer(
      report,
      `${client.title} keeps its servers in ${file}:`,
      '',
      ...block.split('\n'),
      '',
      'Add --write to merge this into the file.',
    );
  },
};

const targetOf = ({ args }: CommandContext, client: McpClient): Target => {
  const url = mcpAddress(args.value('url') ?? DEFAULT_URL, args.value('set'));
  if (!args.has('stdio') && client.needsCommand !== true) return { kind: 'http', url };
  return { kind: 'stdio', command: process.execPath, args: [BIN, 'mcp', '--url', url] };
};

const mcpAddress = (server: string, set: string | undefined): string => {
  const url = URL.parse(server);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw misused('--url must be an address of a server, such as http://127.0.0.1:3000');
  if (url.username !== '' || url.password !== '') throw misused('--url must have no user name and no password in it');
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = `${base.endsWith('/mcp') ? base : `${base}/mcp`}${set === undefined ? '' : `/sets/${encodeURIComponent(set)}`}`;
  return url.href;
};

const placesOf = ({ cwd, env }: CommandContext): Places => ({
  home: env.HOME ?? env.USERPROFILE ?? cwd,
  project: cwd,
  platform: process.platform,
  appData: env.APPDATA,
});

interface Report {
  readonly file: string;
  readonly section: string;
  readonly name: string;
  readonly entry: object;
}

/** Changes one member of the file. Comments and all else stay as they are. */
const written = (context: CommandContext, { title, nextStep }: McpClient, report: Report): number => {
  const { file, section, name, entry } = report;
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  let text: string;
  try {
    const isThere = before !== '' && hasEntry(before, section, name);
    text = editText(isThere ? editText(before, [{ path: [section, name], value: undefined }]) : before, [
      { path: [section, name], value: entry },
    ]);
  } catch {
    throw new CommandFailed(
      EXIT.fault,
      `${file} is not JSON, so nothing was changed. Mend it, or add the entry by hand.`,
    );
  }
  if (text === before)
    return context.answer({ ...report, backup: null }, `${title} has this entry already, in ${file}`);
  mkdirSync(dirname(file), { recursive: true });
  const backup = before === '' ? null : backupOf(file);
  if (backup !== null) copyFileSync(file, backup);
  writeFileSync(file, text);
  const kept = backup === null ? [] : [`The file as it was is kept as ${backup}`];
  return context.answer({ ...report, backup }, `Wrote the entry "${name}" for ${title} to ${file}`, ...kept, nextStep);
};

const hasEntry = (text: string, section: string, name: string): boolean =>
  editText(text, [{ path: [section, name], value: undefined }]) !== text;

/** A name that no file has yet. */
const backupOf = (file: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${file}.backup-${number}`;
    if (!existsSync(name)) return name;
  }
};
