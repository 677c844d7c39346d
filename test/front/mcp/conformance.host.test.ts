// The conformance suite of MCP, for each revision that it knows. conformance.json says which scenarios apply to this server, and why others do not.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { startTestHost, type TestHost } from '../../support/host.ts';
import { skipWithout } from '../../support/skip.ts';
import applicable from './conformance.json' with { type: 'json' };
import { noPeers, peerFile } from './peers.ts';

/** One red pixel, and one sample of silence. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==';
/** The tools that the suite calls, by its names. */
const SOURCE = `
  export const simple = () => 'This is a simple text response for testing.';
  export const fail = () => { throw new Error('This tool intentionally returns an error for testing'); };
  export const progress = async (_, context) => {
    for (const done of [0, 50, 100]) {
      context.progress(done, 100);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return 'done';
  };
  const png = { type: 'image', data: '${PNG}', mimeType: 'image/png' };
  const resource = (uri, mimeType, text) => ({ type: 'resource', resource: { uri, mimeType, text } });
  export const image = () => ({ content: [png] });
  export const audio = () => ({ content: [{ type: 'audio', data: '${WAV}', mimeType: 'audio/wav' }] });
  export const embedded = () => ({ content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')] });
  export const mixed = () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      png,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  });`;
const TEXT = { type: 'string' };
const TOOLS = {
  test_simple_text: { export: 'simple', outputSchema: TEXT },
  test_error_handling: { export: 'fail', outputSchema: TEXT },
  test_image_content: { export: 'image', contentBlocks: true },
  test_audio_content: { export: 'audio', contentBlocks: true },
  test_embedded_resource: { export: 'embedded', contentBlocks: true },
  test_multiple_content_types: { export: 'mixed', contentBlocks: true },
  test_tool_with_progress: { export: 'progress', outputSchema: TEXT },
  json_schema_2020_12_tool: {
    export: 'simple',
    outputSchema: TEXT,
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: TEXT, city: TEXT } } },
      properties: {
        name: TEXT,
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: TEXT,
        email: TEXT,
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
  },
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

describe('the conformance suite of MCP', function () {
  this.timeout(180_000);
  let host: TestHost;
  const folder = mkdtempSync(join(tmpdir(), 'toolcell-conformance-'));

  before(async function () {
    skipWithout(this, 'the conformance suite of MCP', noPeers());
    host = await startTestHost({ plugins: { suite: { source: SOURCE, tools: TOOLS } } });
  });
  after(async () => {
    await host?.close();
    rmSync(folder, { recursive: true });
  });

  /** Runs all scenarios of a revision. Resolves with their checks, by scenario. */
  const run = async (revision: string): Promise<ReadonlyMap<string, readonly Check[]>> => {
    const results = join(folder, revision);
    const program = peerFile('@modelcontextprotocol/conformance/dist/index.js');
    const words = ['server', '--url', `${host.url}/mcp`, '--requirements', revision, '-o', results];
    const suite = spawn(process.execPath, [program, ...words], { cwd: folder, stdio: 'ignore' });
    await once(suite, 'exit');
    return new Map(
      readdirSync(results).map((name) => [
        name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''),
        JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')) as Check[],
      ]),
    );
  };

  for (const [revision, { passes, notOffered, notTestable }] of Object.entries(applicable))
    it(`passes with each scenario of ${revision} that applies`, async () => {
      const checks = await run(revision);
      const names = [...checks.keys()].filter((name) => !name.startsWith('tasks-')).sort();
      expect(names).to.deep.equal([...passes, ...Object.keys(notOffered)].sort());
      const failed = passes.flatMap((name) =>
        (checks.get(name) ?? [])
          .filter(({ id, status }) => status === 'FAILURE' && !Object.hasOwn(notTestable, id))
          .map(({ id, errorMessage }) => `${name}: ${id}: ${errorMessage}`),
      );
      expect(failed).to.deep.equal([]);
      const untested = passes.filter((name) => !checks.get(name)?.some(({ status }) => status === 'SUCCESS'));
      expect(untested).to.deep.equal([]);
    });
});
