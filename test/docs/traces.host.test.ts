// The section about traces in docs/observability.md: its commands run as they are written, and its spans, attributes and variables are the real ones.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startTestHost } from '../support/host.ts';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { PROJECT, page, tablesOf } from './pages.ts';

const run = promisify(execFile);
const ENVIRONMENT = readFileSync(join(PROJECT, 'src/server/traces/environment.ts'), 'utf8');
const SPANS = readFileSync(join(PROJECT, 'src/server/traces/spans.ts'), 'utf8');

/** What the SDK reads of the environment. */
const SDK = [
  'otlp-exporter-base/build/src/configuration/otlp-node-http-env-configuration.js',
  'otlp-exporter-base/build/src/configuration/shared-env-configuration.js',
  'resources/build/src/detectors/EnvDetector.js',
  'sdk-trace-base/build/src/BatchSpanProcessor-shim.js',
]
  .map((file) => readFileSync(join(PROJECT, 'node_modules/@opentelemetry', file), 'utf8'))
  .join('\n');

/** The variables at the beginning of a command. */
const variablesIn = (command: string): Record<string, string> =>
  Object.fromEntries(
    [...command.matchAll(/\b(OTEL_[A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  );

describe('the traces in docs/observability.md', function () {
  this.timeout(120_000);
  const { text, blocks } = page('docs/observability.md');
  const block = (part: string): string => blocks.find((each) => each.text.includes(part))?.text ?? '';

  it('are what its commands make', async function () {
    skipWithout(this, 'the commands for traces', noCommands('curl'));
    const receiver = await startOtlpReceiver();
    const variables = variablesIn(block('npx toolcell serve'));
    const endpoint = variables.OTEL_EXPORTER_OTLP_ENDPOINT ?? '';
    const source = 'export const summarizeText = ({ input }) => input;';
    const host = await startTestHost({
      plugins: { texts: { source, tools: { summarizeText: {} } } },
      traceVariables: {
        ...variables,
        OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.replace('http://127.0.0.1:4318', receiver.url),
      },
    });
    const script = block('traceparent: 00-').replaceAll('http://127.0.0.1:3000', host.url);
    await run('bash', ['-c', script]).finally(() => host.close());
    await receiver.close();
    expect(receiver.spans.map(({ name }) => name)).to.deep.equal(block('execute_tool').trim().split('\n'));
    const [, traceId] = /"traceId":"([0-9a-f]+)"/.exec(text) ?? [];
    expect(host.log.map((entry) => entry.traceId)).to.deep.equal([traceId]);
    expect(new Set(receiver.spans.map((span) => span.traceId))).to.deep.equal(new Set([traceId]));
  });

  it('have the attributes that the sources set, all of them', () => {
    const told = tablesOf(text, ['span', 'parent']).flatMap(([, , , cell = '']) =>
      [...cell.matchAll(/[a-z_]+(?:\.[a-z_]+)+/g)].map(([name]) => name),
    );
    const set = [...SPANS.matchAll(/'([a-z_]+(?:\.[a-z_]+)+)':/g)].map(([, name = '']) => name);
    expect(new Set(told)).to.deep.equal(new Set(set));
  });

  it('have the variables that the server reads', () => {
    const told = tablesOf(text, ['variable', 'meaning here']).flatMap(
      ([cell = '']) => cell.match(/OTEL_[A-Z_]+/g) ?? [],
    );
    const own: readonly string[] = ENVIRONMENT.match(/\bOTEL_[A-Z_]+[A-Z]\b/g) ?? [];
    expect(
      [...new Set(own)].filter(
        (name) => !told.includes(name.replace('_OTLP_TRACES_', '_OTLP_')) && !told.includes(name),
      ),
    ).to.deep.equal([]);
    // The others are read by the SDK: `OTEL_EXPORTER_OTLP_${signal}_…` there.
    for (const name of told.filter((each) => !own.includes(each))) expect(SDK, name).to.include(`'${name}'`);
  });
});
