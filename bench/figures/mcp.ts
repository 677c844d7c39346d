// Measures what MCP costs a call: the same server, called at /mcp/callTool and at /mcp in turn.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyOf } from '../jobs/jobs.ts';
import { bodyFile } from '../jobs/workshop.ts';
import { type LoadOptions, runLoad } from '../load/load.ts';
import { medianRatio } from '../measure/statistics.ts';
import type { Figure } from '../report/figure.ts';
import { fastState, type Part, SMALL_JOB, startToolcell } from './part.ts';

const CONNECTIONS = 8;
const REVISION = '2026-07-28';
const JSON_OR_STREAM = { Accept: 'application/json, text/event-stream' };
const META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** A way to call the tool. */
interface Way {
  readonly what: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Least share of the calls per second at /mcp/callTool. */
  readonly atLeast: number;
}

/** Compares the throughput at /mcp with that at /mcp/callTool. */
export const measureMcp: Part = async (options) => {
  const { workshop, loadTool: tool, seconds, rounds, onProgress } = options;
  const pluginsFolder = workshop.pluginsFolder;
  const host = await startToolcell(options, { name: 'mcp', pluginsFolder, freshState: fastState() });
  const ways = waysTo();
  const speeds = ways.map((): number[] => []);
  try {
    for (let round = 0; round <= rounds; round += 1) {
      onProgress(`mcp: round ${round} of ${rounds}`);
      for (const [at, way] of ways.entries()) {
        const file =
          way.path === '/mcp' ? join(workshop.folder, `mcp-${at}.json`) : bodyFile(workshop.folder, SMALL_JOB);
        if (way.path === '/mcp') writeFileSync(file, way.body);
        const url = new URL(way.path, host.url).href;
        const load: LoadOptions = {
          tool,
          url,
          bodyFiles: [file],
          connections: CONNECTIONS,
          seconds,
          headers: way.headers,
        };
        const { callsPerSecond, errors } = await runLoad(load);
        if (errors > 0) throw new Error(`${errors} calls failed: ${way.what}`);
        // Round 0 warms up.
        if (round > 0) speeds[at]?.push(callsPerSecond);
      }
    }
  } finally {
    await host.stop();
  }
  const [plain = [], ...others] = speeds;
  return others.map(
    (each, at): Figure => ({
      name: `throughput of ${ways[at + 1]?.what} to /mcp/callTool: ${SMALL_JOB.toolName}, ${CONNECTIONS} connections`,
      reached: medianRatio(each, plain),
      unit: '×',
      goal: { atLeast: ways[at + 1]?.atLeast ?? 0 },
    }),
  );
};

const waysTo = (): readonly Way[] => {
  const { toolName, arguments: args } = JSON.parse(bodyOf(SMALL_JOB)) as { toolName: string; arguments: object };
  const message = (params: object): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: toolName, arguments: args, ...params },
    });
  const headers = {
    ...JSON_OR_STREAM,
    'MCP-Protocol-Version': REVISION,
    'Mcp-Method': 'tools/call',
    'Mcp-Name': toolName,
  };
  return [
    { what: 'calls', path: '/mcp/callTool', body: bodyOf(SMALL_JOB), headers: {}, atLeast: 1 },
    { what: `MCP ${REVISION}`, path: '/mcp', body: message({ _meta: META }), headers, atLeast: 0.35 },
    { what: 'MCP 2025-11-25', path: '/mcp', body: message({}), headers: JSON_OR_STREAM, atLeast: 0.35 },
    {
      what: `MCP ${REVISION} with a progress token, which the SDK answers,`,
      path: '/mcp',
      body: message({ _meta: { ...META, progressToken: 1 } }),
      headers,
      atLeast: 0.15,
    },
  ];
};
