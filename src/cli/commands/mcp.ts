// `toolcell mcp`: speaks MCP over standard streams, for clients that start their servers as programs.

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { shown } from '../../catalog/model/refusal.ts';
import { type OwnServer, startOwnServer } from '../bridge/own-server.ts';
import { StdioBridge } from '../bridge/stdio-bridge.ts';
import { type Command, type CommandContext, EXIT, misused } from '../common/command.ts';

export const command: Command = {
  usage: {
    flags: {
      url: {
        argument: 'URL',
        meaning: 'connect to this server; default: start one for as long as the client is there',
      },
      set: { argument: 'NAME', meaning: 'offer the tools of this toolset alone' },
      'meta-tools': { meaning: 'offer two tools that find and call all others; the server has to allow it' },
      plugins: { argument: 'DIR', meaning: 'plugins folder of the server that is started' },
      config: { argument: 'FILE', meaning: 'configuration of the server that is started' },
    },
    about: [
      'Messages go through standard input and output; what the server logs goes to standard error.',
      'The API key in TOOLCELL_KEY is sent to the server. "toolcell connect" writes the configuration of a client that starts this command.',
    ],
    examples: ['toolcell mcp --plugins ./plugins', 'toolcell mcp --url https://tools.example --set research'],
  },
  async run(context) {
    const { args, env } = context;
    const url = args.value('url');
    const own = url === undefined ? await ownServer(context) : undefined;
    const bridge = new StdioBridge({
      url: addressOf(own?.url ?? (url as string), { set: args.value('set'), metaTools: args.has('meta-tools') }),
      headers: env.TOOLCELL_KEY ? { authorization: `Bearer ${env.TOOLCELL_KEY}` } : {},
      write: (line) => written(context, `${line}\n`),
    });
    try {
      return await carry(context, bridge, own);
    } finally {
      bridge.end();
      await own?.end();
    }
  },
};

const ownServer = ({ args, cwd, env, stderr }: CommandContext): Promise<OwnServer> => {
  const flags = ['plugins', 'config'].flatMap((name) => {
    const value = args.value(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  return startOwnServer({ cwd, env, flags, onOutput: (text) => stderr.write(text) });
};

/** Address of MCP on a server. */
const addressOf = (server: string, { set, metaTools }: { set: string | undefined; metaTools: boolean }): string => {
  let url: URL;
  try {
    url = new URL(server);
  } catch {
    throw misused(`--url: ${shown(server)} is not an address of a server, such as http://127.0.0.1:3000`);
  }
  if (!/^https?:$/.test(url.protocol)) throw misused(`--url: the address must be http or https, not ${url.protocol}`);
  const base = url.pathname.replace(/\/+$/, '');
  if (!base.endsWith('/mcp')) url.pathname = `${base}/mcp`;
  if (set !== undefined) url.searchParams.set('set', set);
  if (metaTools) url.searchParams.set('metaTools', 'true');
  return url.href;
};

/** Until the client closes its end, or a server of our own has ended. */
const carry = async (context: CommandContext, bridge: StdioBridge, own: OwnServer | undefined): Promise<number> => {
  const lines = createInterface({ input: context.stdin, crlfDelay: Infinity });
  lines.on('line', (line) => bridge.take(line));
  const closed = once(lines, 'close').then(() => EXIT.done);
  const lost = own?.ended.then(() => EXIT.host) ?? new Promise<never>(() => {});
  const exitCode = await Promise.race([closed, lost]);
  lines.close();
  if (exitCode === EXIT.done) await bridge.settled();
  return exitCode;
};

const written = async ({ stdout }: CommandContext, text: string): Promise<void> => {
  if (!stdout.write(text)) await once(stdout, 'drain');
};
