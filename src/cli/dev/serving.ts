// Serves what `toolcell dev` has loaded, and tells the author of calls: the lines that tools write, with the author's places, and how each call ended.

import type { Bundle } from '../../catalog/bundle/bundle.ts';
import { shown } from '../../catalog/model/refusal.ts';
import type { CommandContext, Style } from '../common/command.ts';
import { externalValuesFor, type Settings } from '../common/settings.ts';
import { shownLog } from '../plugin/log-lines.ts';
import type { OpenedPlugin } from '../plugin/open-plugin.ts';
import { LiveServer, type ServedCall } from './live-server.ts';

export interface ServingOptions {
  readonly port: number;
  readonly style: Style;
  readonly say: (...lines: readonly string[]) => void;
}

/** A server with the version that was published last. */
export interface Serving extends AsyncDisposable {
  readonly url: string;
  publish(opened: Required<Pick<OpenedPlugin, 'bundle' | 'packed'>>): Promise<void>;
}

const callLine = ({ toolName, code, detail, runMs, cpuMs }: ServedCall, style: Style): string => {
  const cost = style.faint(`${runMs.toFixed(1)} ms, ${cpuMs.toFixed(1)} ms of CPU time`);
  if (code === 'ok') return `${style.good('✓')} an agent called ${shown(toolName, 100)}  ${cost}`;
  return `${style.bad('✗')} an agent called ${shown(toolName, 100)}: ${code}: ${shown(detail ?? '', 1_000)}  ${cost}`;
};

/** Starts the server. Throws as `LiveServer.open` does. */
export const openServing = async (
  context: CommandContext,
  settings: Settings,
  { port, style, say }: ServingOptions,
): Promise<Serving> => {
  let bundle: Bundle | undefined;
  // Lines come in their order, although their places are looked up.
  let told: Promise<void> = Promise.resolve();
  const tell = (lines: () => Promise<readonly string[]>): void => {
    told = told.then(async () => say(...(await lines())));
  };
  const server = await LiveServer.open({
    config: settings.config,
    // The workbench has printed the warnings about them.
    externalValues: externalValuesFor(settings, { ...context, printError: () => {} }),
    port,
    surroundings: context,
    onCall: (call) => tell(async () => [callLine(call, style)]),
    onLines: (lines) => tell(async () => (bundle === undefined ? [] : shownLog(lines, bundle, style))),
  });
  say(`${style.good('✓')} ${server.url}/mcp speaks MCP, and ${server.url}/mcp/callTool plain HTTP.`);
  return {
    url: server.url,
    publish: async (opened) => {
      ({ bundle } = opened);
      await server.publish(opened.packed.bytes);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};
