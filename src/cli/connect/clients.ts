// Where clients of MCP keep their servers, and the form of an entry. Data and pure functions.

import { join } from 'node:path';

/** What a client's entry says: the address of a server, or the command that it starts. */
export type Target =
  | { readonly kind: 'http'; readonly url: string }
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] };

/** Folders that configurations lie in. */
export interface Places {
  readonly home: string;
  /** Folder of the project that the command runs in. */
  readonly project: string;
  readonly platform: NodeJS.Platform;
  /** Folder of applications' settings, as the system names it; undefined if it names none. */
  readonly appData: string | undefined;
}

/** A client that keeps its servers in a file of JSON. */
export interface McpClient {
  readonly name: string;
  readonly title: string;
  fileIn(places: Places): string;
  /** Member of the file that has the servers, by name. */
  readonly section: string;
  entryOf(target: Target): Readonly<Record<string, unknown>>;
  /** What a person still has to do. */
  readonly nextStep: string;
  /** Starts its servers as commands, and takes no address. */
  readonly needsCommand?: boolean;
}

const commandOf = ({ command, args }: Target & { kind: 'stdio' }) => ({ command, args });

const desktopFolder = ({ home, platform, appData }: Places): string => {
  if (platform === 'darwin') return join(home, 'Library/Application Support/Claude');
  if (platform === 'win32') return join(appData ?? join(home, 'AppData/Roaming'), 'Claude');
  return join(home, '.config/Claude');
};

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    fileIn: ({ project }) => join(project, '.mcp.json'),
    section: 'mcpServers',
    entryOf: (target) =>
      target.kind === 'http' ? { type: 'http', url: target.url } : { type: 'stdio', ...commandOf(target) },
    nextStep: 'Start claude in this folder and allow the server; /mcp shows it.',
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    fileIn: (places) => join(desktopFolder(places), 'claude_desktop_config.json'),
    section: 'mcpServers',
    entryOf: (target) => (target.kind === 'stdio' ? commandOf(target) : {}),
    nextStep: 'Quit Claude Desktop and start it again.',
    needsCommand: true,
  },
  {
    name: 'vscode',
    title: 'VS Code',
    fileIn: ({ project }) => join(project, '.vscode/mcp.json'),
    section: 'servers',
    entryOf: (target) =>
      target.kind === 'http' ? { type: 'http', url: target.url } : { type: 'stdio', ...commandOf(target) },
    nextStep: 'Open the file in VS Code and choose "Start" above the entry.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    fileIn: ({ project }) => join(project, '.cursor/mcp.json'),
    section: 'mcpServers',
    entryOf: (target) => (target.kind === 'http' ? { url: target.url } : commandOf(target)),
    nextStep: 'Turn the server on in the settings of Cursor, under MCP.',
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    fileIn: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
    section: 'mcpServers',
    entryOf: (target) => (target.kind === 'http' ? { serverUrl: target.url } : commandOf(target)),
    nextStep: 'Refresh the list of servers in Windsurf.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    fileIn: ({ project }) => join(project, '.gemini/settings.json'),
    section: 'mcpServers',
    entryOf: (target) => (target.kind === 'http' ? { httpUrl: target.url } : commandOf(target)),
    nextStep: 'Start gemini in this folder; /mcp shows the server.',
  },
];
